import { Text, Tooltip, clx } from "@medusajs/ui"
import type { AdminPayCollectIntent, AdminPayCollectIntentEvent } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { PersonName, Subtle } from "../kit"

interface TimelineProps {
  events: AdminPayCollectIntentEvent[]
  /** of the payment */
  money: Pick<AdminPayCollectIntent, "currency_code" | "exponent">
}

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
export function Timeline({ events, money }: TimelineProps) {
  const { date, relative, known } = useTexts()
  const factsOf = useFacts(money)
  return (
    <ol className="flex flex-col gap-y-0.5" data-testid="timeline">
      {[...events].reverse().map((event, index) => {
        const { id, type, cause, created_at } = event
        const isOldest = index === events.length - 1
        return (
          <li key={id} className="grid grid-cols-[20px_1fr] items-start gap-2" data-event={type}>
            <Dot tone={ENTRY_TONES[type] ?? "bg-ui-tag-neutral-icon"} isOldest={isOldest} />
            <div className={clx("min-w-0", { "pb-4": !isOldest })}>
              <div className="flex items-start justify-between gap-x-2">
                <Text size="small" leading="compact" weight="plus">
                  {known(`event.${type}`) ?? type}
                </Text>
                <Tooltip content={date(created_at)}>
                  <Text
                    size="small"
                    leading="compact"
                    className="text-ui-fg-subtle shrink-0 text-right"
                    asChild
                  >
                    <time dateTime={created_at}>{relative(created_at)}</time>
                  </Text>
                </Tooltip>
              </div>
              {factsOf(event).map((fact, place) => (
                <Text key={place} size="small" className="text-ui-fg-subtle break-words" asChild>
                  <div>{fact}</div>
                </Text>
              ))}
              {cause && known(`cause.${cause}`) && <Subtle>{known(`cause.${cause}`)}</Subtle>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** With the line to the entry below. */
function Dot({ tone, isOldest }: { tone: string; isOldest: boolean }) {
  return (
    <div className="flex size-full flex-col items-center gap-y-0.5" aria-hidden>
      <div className="flex size-5 items-center justify-center">
        <div className="bg-ui-bg-base shadow-borders-base flex size-2.5 items-center justify-center rounded-full">
          <div className={clx("size-1.5 rounded-full", tone)} />
        </div>
      </div>
      {!isOldest && <div className="bg-ui-border-base w-px flex-1" />}
    </div>
  )
}

/** What an event's data says to a merchant, by type. */
function useFacts(money: TimelineProps["money"]) {
  const { known: text, minor, sum, noted } = useTexts()
  return ({ type, data: kept }: AdminPayCollectIntentEvent) => {
    const data = (kept ?? {}) as Record<string, string | undefined>
    const { reason, status, asked, answered, amount, currency, error, note } = data
    const happened = text(`attention.${reason}.happened`)
    const person = data.by && <PersonName id={data.by} />
    const facts = () => {
      switch (type) {
        case "verified":
          return [
            status && text("detail.answer", { status: text(`status.${status}`) ?? status }),
            reason && reason !== status && (text(`reason.${reason}`) ?? happened),
          ]
        case "attention_opened":
          return [
            happened,
            asked &&
              text("detail.asked_answered", {
                asked: sum(String(asked), money),
                answered: sum(String(answered), money),
              }),
          ]
        case "attention_resolved":
          return [happened, data.money && text(`resolve.money_${data.money}`), note && noted(note), person]
        case "order_made":
        case "assignment_begun":
          return [person]
        case "assignment_undone":
          return [text(`detail.undone_${reason}`)]
        case "order_canceled":
          return [text(`detail.canceled_${reason}`)]
        case "confirmed":
          return [text(data.outcome === "ok" ? "detail.confirmed_ok" : "detail.confirmed_unclear")]
        case "advance_failed":
          return [text("detail.attempt", { attempt: data.attempt }), error]
        default:
          return [
            error && (text(`error.${error}`) ?? error),
            refund(),
            note && noted(note),
            person,
            request(),
          ]
      }
    }
    /** Where it was asked for here its currency is noted, which may be another one than the payment's; and why it was. */
    const refund = () => {
      const shown = amount && (currency ? sum(`${amount} ${currency}`, money) : minor(String(amount), money))
      const why = reason && text(`refund.reasons.${reason}`)
      return type.startsWith("refund_") && [shown, why].filter(Boolean).join(" · ")
    }
    const request = () => data.request_id && text("detail.request_id", { id: data.request_id })
    return facts().filter(Boolean)
  }
}
