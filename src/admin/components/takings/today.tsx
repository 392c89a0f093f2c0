import type { ReactNode } from "react"
import type { AdminPayCollectTodayResponse } from "../../../types/http"
import { capitalized, useTexts } from "../../hooks/format"
import { useToday } from "../../hooks/payments"
import { DAY_MS } from "../../hooks/takings"
import { EnvironmentBadge, TextLink } from "../kit"
import { Loaded, Section } from "../section"

/** The first look of a day: what came in, what needs a person, what waits, and what was not paid. */
export function Today() {
  const { t, day } = useTexts()
  const answer = useToday()
  const { data } = answer
  return (
    <Section
      title={t("today.title")}
      subtitle={data && t("today.subtitle", { day: day(data.day), zone: data.time_zone })}
      // Money that is none is never taken for some.
      badge={data?.environment === "test" && <EnvironmentBadge environment="test" />}
      testId="today"
    >
      <Loaded of={answer} rows={2}>
        {(today) => (
          <dl className="grid grid-cols-2 gap-x-4 gap-y-5 px-6 py-4 lg:grid-cols-4">
            <Received today={today} />
            <Others today={today} />
          </dl>
        )}
      </Loaded>
    </Section>
  )
}

interface TodayProps {
  today: AdminPayCollectTodayResponse
}

/** Of each currency, against the same weekday last week until the same time. */
function Received({ today: { day: today, currencies } }: TodayProps) {
  const { t, money, day } = useTexts()
  const payments = (count: number) => t("takings.payments", { count })
  if (currencies.length === 0) return <Tile name="amount" value={t("today.nothing")} />
  return currencies.map(({ currency_code: code, amount, paid, refunded, last_week }) => (
    <Tile
      key={code}
      name="amount"
      title={currencies.length > 1 && t("today.amount_of", { currency: code.toUpperCase() })}
      value={money(amount, code)}
      hints={[
        payments(paid),
        t("today.before", {
          weekday: capitalized(day(today, "weekday")),
          amount: money(last_week.amount, code),
          payments: payments(last_week.paid),
        }),
        Number(refunded) > 0 && t("today.refunded", { amount: money(refunded, code) }),
      ]}
    />
  ))
}

/** What a person has to look at, what may still come, and what did not come. */
function Others({ today }: TodayProps) {
  const { t } = useTexts()
  const { currencies, attention, failed, begins_at, until } = today
  const { declined, canceled, expired, not_started } = failed
  const hint = (why: keyof typeof failed) => failed[why] > 0 && t(`today.${why}`, { count: failed[why] })
  const waiting = currencies.reduce((sum, one) => sum + one.waiting, 0)
  const inList = (state: string[], created: object = { $gte: begins_at }) => {
    const filters = {
      ...{ tab: "all", created_at: JSON.stringify(created), state: JSON.stringify(state) },
      ...(today.environments.length > 1 && { environment: today.environment }),
    }
    return `/paycollect?${new URLSearchParams(filters).toString()}`
  }
  // They ran out today, a day after they were started.
  const dayBefore = { $gte: dayEarlier(begins_at), $lte: dayEarlier(until) }
  return (
    <>
      <Tile
        name="attention"
        title={t("payments.needs_attention")}
        value={attention}
        to={`/paycollect${today.environments.length > 1 ? `?attention_environment=${today.environment}` : ""}`}
      />
      <Tile
        name="waiting"
        value={waiting}
        to={inList(["creating", "unknown", "requires_action", "processing"], { $gte: dayEarlier(until) })}
      />
      <Tile
        name="failed"
        value={declined + canceled + not_started}
        to={inList(["failed", "canceled", "rejected"])}
        hints={[
          ...[hint("declined"), hint("canceled"), hint("not_started")],
          expired > 0 && <TextLink to={inList(["requires_action"], dayBefore)}>{hint("expired")}</TextLink>,
          hint("paid_after"),
        ]}
      />
    </>
  )
}

const dayEarlier = (moment: string) => new Date(Date.parse(moment) - DAY_MS).toISOString()

interface TileProps {
  name: "amount" | "attention" | "waiting" | "failed"
  title?: string | false
  value: string | number
  /** where those that are counted are listed; nowhere while there are none */
  to?: string
  hints?: ReactNode[]
}

function Tile({ name, title, value, to, hints = [] }: TileProps) {
  const { t } = useTexts()
  // On a phone the money is as wide as it is.
  const width = name === "amount" ? "col-span-2 lg:col-span-1" : ""
  const called = title || t(`today.${name}`)
  return (
    <div className={`flex min-w-0 flex-col ${width}`} data-testid={`today-${name}`}>
      <dt className="txt-compact-small-plus text-ui-fg-subtle">{called}</dt>
      <dd className="txt-compact-xsmall text-ui-fg-subtle flex flex-col text-pretty">
        <span className="h1-core text-ui-fg-base break-words">
          {to && value !== 0 ? (
            <TextLink to={to} aria-label={`${called}: ${value}`}>
              {value}
            </TextLink>
          ) : (
            value
          )}
        </span>
        {hints.map((hint, line) => hint && <span key={line}>{hint}</span>)}
      </dd>
    </div>
  )
}
