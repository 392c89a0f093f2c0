import { keepPreviousData } from "@tanstack/react-query"
import type * as Http from "../../types/http"
import { useAddress } from "./address"
import { download, useAdminQuery } from "./client"
import { addUp } from "./format"

const takingsPath = "/admin/paycollect/takings"

export const useTakings = (query: Http.AdminPayCollectTakingsQuery, options: { enabled: boolean }) =>
  useAdminQuery<Http.AdminPayCollectTakingsResponse>(takingsPath, query, {
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    ...options,
  })

/** The same payments one by one, as a file. @throws RequestError */
export const exportTakings = (query: Http.AdminPayCollectTakingsFileQuery) =>
  download(`${takingsPath}/export`, { query, name: "paycollect-takings.csv" })

export type PeriodSums = Omit<Http.AdminPayCollectTakingsSums, "currency_code" | "provider_id">

type CountName = "started" | "succeeded" | "waiting" | "attention" | "paid"
type MoneyOfCurrency = "amount" | "fees" | "refunded" | "returned" | "kept" | "net"

/** All methods together. Of one currency: sums of two have no meaning. */
export function inAll(sums: PeriodSums[]): PeriodSums {
  const count = (name: CountName) => sums.reduce((total, one) => total + one[name], 0)
  const money = (name: MoneyOfCurrency) => addUp(sums.map((one) => one[name]))
  const [started, succeeded] = [count("started"), count("succeeded")]
  return {
    ...{ started, succeeded, success_rate: started === 0 ? null : succeeded / started },
    ...{ waiting: count("waiting"), attention: count("attention"), paid: count("paid") },
    ...{ amount: money("amount"), fees: money("fees"), refunded: money("refunded"), net: money("net") },
    ...{ returned: money("returned"), kept: money("kept") },
  }
}

const NAMED_RANGES = ["today", "yesterday", "this_month", "last_month"] as const
export const RANGES = [...NAMED_RANGES, "7", "30", "90", "own"] as const
export const BUCKET_NAMES = ["day", "week", "month"] as const
/** A year, as the route has it. */
const MOST_DAYS_SHOWN = 366
export const DAY_MS = 86_400_000

export type AskedTakings = ReturnType<typeof useTakingsQuery>

/** What the page asks, as the address has it. `problem`: of a range that was typed; nothing is asked then */
export function useTakingsQuery() {
  const { params, oneOf, set } = useAddress()
  const { from, to, environment, currency_code, provider_id } = Object.fromEntries(params)
  const range = oneOf("range", RANGES) ?? "30"
  const isOwn = range === "own"
  const period = NAMED_RANGES.find((each) => each === range)
  const days = isOwn ? (Date.parse(to ?? "") - Date.parse(from ?? "")) / DAY_MS + 1 : Number(range)
  const bucket = oneOf("bucket", BUCKET_NAMES) ?? usual(days)
  const query = {
    ...(isOwn ? { from, to } : period ? { period } : { days }),
    ...{ compare: true, bucket, environment, currency_code, provider_id },
  } as Http.AdminPayCollectTakingsQuery
  return {
    ...{ query, range, bucket, from, to, environment, currency_code, provider_id },
    problem: isOwn ? problemOfRange(days) : null,
    set: (changes: Parameters<typeof set>[0]) => set(changes, { replace: true }),
  }
}

/** The one with most payments first: what a shop is about. */
export function currenciesOf({ totals }: Http.AdminPayCollectTakingsResponse): string[] {
  const count = (code: string, name: "paid" | "started") =>
    totals.reduce((sum, total) => (total.currency_code === code ? sum + total[name] : sum), 0)
  return [...new Set(totals.map(({ currency_code }) => currency_code))].sort(
    (one, other) =>
      count(other, "paid") - count(one, "paid") || count(other, "started") - count(one, "started")
  )
}

/** No more bars than a page shows well. */
const usual = (days: number) => (days <= 31 || Number.isNaN(days) ? "day" : days <= 120 ? "week" : "month")

function problemOfRange(days: number) {
  if (Number.isNaN(days)) return "incomplete"
  if (days < 1) return "backwards"
  return days > MOST_DAYS_SHOWN ? "too_long" : null
}
