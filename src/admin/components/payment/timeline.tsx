import { Text, Tooltip, clx } from "@medusajs/ui"
import type { AdminPayCollectIntent, AdminPayCollectIntentEvent } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { PersonName } from "../badges"
import { Subtle } from "../kit"

type TimelineMoney = Pick<AdminPayCollectIntent, "currency_code" | "exponent">

/** Events that mean trouble or good news; everything else is a grey dot. */
const ENTRY_TONES: Record<string, string> = {
  applied: "bg-ui-tag-green-icon",
  refund_sent: "bg-ui-tag-green-icon",
  attention_resolved: "bg-ui-tag-green-icon",
  attention_opened: "bg-ui-tag-orange-icon",
  verify_failed: "bg-ui-tag-orange-icon",
  create_failed: "bg-ui-tag-orange-icon",
  advance_failed: "bg-ui-tag-red-icon",
  assignment_undone: "bg-ui-tag-orange-icon",
  order_canceled: "bg-ui-tag-red-icon",
  refund_not_sent: "bg-ui-tag-red-icon",
}

/** What happened to a payment, newest first, in words. */
export function Timeline({ events, money }: { events: AdminPayCollectIntentEvent[]; money: TimelineMoney }) {
  const newest = [...events].reverse()
  return (
    <ol className="flex flex-col gap-y-0.5" data-testid="timeline">
      {newest.map((event, index) => (
        <TimelineEntry key={event.id} event={event} money={money} isFirst={index === newest.length - 1} />
      ))}
    </ol>
  )
}

function TimelineEntry({
  event,
  money,
  isFirst,
}: {
  event: AdminPayCollectIntentEvent
  money: TimelineMoney
  isFirst: boolean
}) {
  const { date, relative, known } = useTexts()
  const cause = event.cause && known(`cause.${event.cause}`)
  return (
    <li className="grid grid-cols-[20px_1fr] items-start gap-2" data-event={event.type}>
      <div className="flex size-full flex-col items-center gap-y-0.5" aria-hidden>
        <div className="flex size-5 items-center justify-center">
          <div className="bg-ui-bg-base shadow-borders-base flex size-2.5 items-center justify-center rounded-full">
            <div
              className={clx("size-1.5 rounded-full", ENTRY_TONES[event.type] ?? "bg-ui-tag-neutral-icon")}
            />
          </div>
        </div>
        {!isFirst && <div className="bg-ui-border-base w-px flex-1" />}
      </div>
      <div className={clx("min-w-0", { "pb-4": !isFirst })}>
        <div className="flex items-start justify-between gap-x-2">
          <Text size="small" leading="compact" weight="plus">
            {known(`event.${event.type}`) ?? event.type}
          </Text>
          <Tooltip content={date(event.created_at)}>
            <Text size="small" leading="compact" className="text-ui-fg-subtle shrink-0 text-right" asChild>
              <time dateTime={event.created_at}>{relative(event.created_at)}</time>
            </Text>
          </Tooltip>
        </div>
        <Details event={event} money={money} />
        {cause && <Subtle>{cause}</Subtle>}
      </div>
    </li>
  )
}

interface EntryWords {
  /** the text of a key, or nothing where there is none */
  text: (key: string, values?: object) => string | undefined
  amount: (minor: string) => string
  /** an amount with its currency */
  sum: (text: string) => string
}

type EntryFacts = Record<string, string | number | undefined>

/** What an event's data says to a merchant, by type. */
function entryFacts(
  { type }: AdminPayCollectIntentEvent,
  data: EntryFacts,
  { text, amount, sum }: EntryWords
) {
  switch (type) {
    case "verified": {
      const status =
        data.status && text("detail.answer", { status: text(`status.${data.status}`) ?? data.status })
      const reason = data.reason !== data.status && reasonText(data.reason, text)
      return [status, reason]
    }
    case "attention_opened":
      return [
        text(`attention.${data.reason}.happened`),
        data.asked &&
          text("detail.asked_answered", {
            asked: sum(String(data.asked)),
            answered: sum(String(data.answered)),
          }),
      ]
    case "attention_resolved":
      return [
        text(`attention.${data.reason}.happened`),
        data.by !== "paycollect" && data.note && `“${data.note}”`,
        data.by && <PersonName id={String(data.by)} />,
      ]
    case "assignment_begun":
      return [data.by && <PersonName id={String(data.by)} />]
    case "assignment_undone":
      return [text(`detail.undone_${data.reason}`)]
    case "order_canceled":
      return [text(`detail.canceled_${data.reason}`)]
    case "confirmed":
      return [text(data.outcome === "ok" ? "detail.confirmed_ok" : "detail.confirmed_unclear")]
    case "advance_failed":
      return [text("detail.attempt", { attempt: data.attempt }), data.error]
    default:
      return [
        data.error && (text(`error.${data.error}`) ?? data.error),
        type.startsWith("refund_") && refundText(data, { text, amount, sum }),
        data.note && `“${data.note}”`,
        data.by && <PersonName id={String(data.by)} />,
        data.request_id && text("detail.request_id", { id: data.request_id }),
      ]
  }
}

/** Of a refund that was asked for here the currency is noted, which may be another one than the payment's; and why it was. */
function refundText(data: EntryFacts, { text, amount, sum }: EntryWords) {
  const shown =
    data.amount && (data.currency ? sum(`${data.amount} ${data.currency}`) : amount(String(data.amount)))
  return [shown, data.reason && text(`refund.reasons.${data.reason}`)].filter(Boolean).join(" · ")
}

const reasonText = (reason: string | number | undefined, text: EntryWords["text"]) =>
  reason && (text(`reason.${reason}`) ?? text(`attention.${reason}.happened`))

function Details({ event, money }: { event: AdminPayCollectIntentEvent; money: TimelineMoney }) {
  const { minor, sum } = useTexts()
  const lines = entryFacts(event, (event.data ?? {}) as EntryFacts, {
    text: useTexts().known,
    amount: (value) => minor(value, money),
    sum: (value) => sum(value, money),
  }).filter(Boolean)
  return lines.map((line, index) => (
    <Text key={index} size="small" className="text-ui-fg-subtle break-words" asChild>
      <div>{line}</div>
    </Text>
  ))
}
