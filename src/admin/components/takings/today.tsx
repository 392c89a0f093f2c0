import type { ReactNode } from "react"
import type { AdminPayCollectTodayCurrency, AdminPayCollectTodayResponse } from "../../../types/http"
import { capitalized, useTexts } from "../../hooks/format"
import { useToday } from "../../hooks/payments"
import { EnvironmentBadge, TextLink } from "../kit"
import { Loaded, Section } from "../section"

/** The first look of a day: what came in, what waits, what needs a person, and what failed. */
export function Today() {
  const { t, weekday, day, time } = useTexts()
  const answer = useToday()
  const { data } = answer
  return (
    <Section
      title={t("today.title")}
      subtitle={
        data &&
        t("today.subtitle", {
          day: `${capitalized(weekday(data.day))} ${day(data.day)}`,
          time: time(data.until, data.time_zone),
        })
      }
      // Money that is none is never taken for some.
      badge={data?.environment === "test" && <EnvironmentBadge environment="test" />}
      testId="today"
    >
      <Loaded of={answer} rows={2}>
        {(today) => (
          <dl className="grid grid-cols-2 gap-x-4 gap-y-5 px-6 py-4 lg:grid-cols-4">
            {today.currencies.map((sums) => (
              <Currency key={sums.currency_code} {...{ sums, today }} />
            ))}
            {today.currencies.length === 0 && <Tile name="amount" value={t("today.nothing")} isWide />}
            <Open today={today} />
          </dl>
        )}
      </Loaded>
    </Section>
  )
}

function Currency({
  sums,
  today,
}: {
  sums: AdminPayCollectTodayCurrency
  today: AdminPayCollectTodayResponse
}) {
  const { t, money, weekday } = useTexts()
  const { currency_code, amount, paid, refunded, last_week } = sums
  const payments = (count: number) => t("takings.payments", { count })
  const isOne = today.currencies.length === 1
  return (
    <Tile
      name="amount"
      title={isOne ? undefined : t("today.amount_of", { currency: currency_code.toUpperCase() })}
      value={money(amount, currency_code)}
      isWide
      hints={[
        payments(paid),
        t("today.before", {
          weekday: capitalized(weekday(today.day)),
          amount: money(last_week.amount, currency_code),
          payments: payments(last_week.paid),
        }),
        Number(refunded) > 0 && t("today.refunded", { amount: money(refunded, currency_code) }),
      ]}
    />
  )
}

/** What may still come, what a person has to look at, and what did not come. */
function Open({
  today: { currencies, attention, failed, begins_at },
}: {
  today: AdminPayCollectTodayResponse
}) {
  const { t } = useTexts()
  const { paid_after, ...reasons } = failed
  const all = Object.values(reasons).reduce((sum, many) => sum + many, 0)
  const waiting = currencies.reduce((sum, one) => sum + one.waiting, 0)
  const said = Object.entries({ ...reasons, paid_after }).map(
    ([why, count]) => count > 0 && t(`today.${why}`, { count })
  )
  const inList = (...status: string[]) =>
    `/paycollect?${new URLSearchParams({
      tab: "all",
      status: JSON.stringify(status),
      created_at: JSON.stringify({ $gte: begins_at }),
    }).toString()}`
  return (
    <>
      <Tile name="attention" title={t("payments.needs_attention")} value={attention} to="/paycollect" />
      <Tile
        name="waiting"
        value={waiting}
        to={inList("creating", "unknown", "requires_action", "processing")}
      />
      <Tile name="failed" value={all} to={inList("failed", "canceled", "rejected")} hints={said} />
    </>
  )
}

interface TileProps {
  name: "amount" | "waiting" | "attention" | "failed"
  title?: string
  value: ReactNode
  /** where those that are counted are listed; nowhere while there are none */
  to?: string
  hints?: (string | false)[]
  /** on a phone as wide as it is */
  isWide?: boolean
}

function Tile({ name, title, value, to, hints = [], isWide }: TileProps) {
  const { t } = useTexts()
  return (
    <div
      className={`flex min-w-0 flex-col ${isWide ? "col-span-2 lg:col-span-1" : ""}`}
      data-testid={`today-${name}`}
    >
      <dt className="txt-compact-small-plus text-ui-fg-subtle">{title ?? t(`today.${name}`)}</dt>
      <dd className="flex flex-col">
        <span className="h1-core text-ui-fg-base break-words">
          {to && value !== 0 ? <TextLink to={to}>{value}</TextLink> : value}
        </span>
        {hints.map(
          (hint) =>
            hint && (
              <span key={hint} className="txt-compact-xsmall text-ui-fg-subtle text-pretty">
                {hint}
              </span>
            )
        )}
      </dd>
    </div>
  )
}
