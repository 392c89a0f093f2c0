import { keepPreviousData } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import type {
  AdminPayCollectTakingsQuery,
  AdminPayCollectTakingsResponse,
  AdminPayCollectTakingsSums,
} from "../../types/http"
import { download, useAdminQuery } from "./client"
import { addUp } from "./format"

const takingsPath = "/admin/paycollect/takings"

export const useTakings = (query: AdminPayCollectTakingsQuery, options: { enabled: boolean }) =>
  useAdminQuery<AdminPayCollectTakingsResponse>(takingsPath, query, {
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    ...options,
  })

/** The same payments one by one, as a file. @throws RequestError */
export async function exportTakings(query: AdminPayCollectTakingsQuery): Promise<void> {
  await download(`${takingsPath}/export`, { query, name: "paycollect-takings.csv" })
}

export type PeriodSums = Omit<AdminPayCollectTakingsSums, "currency_code" | "provider_id">

type CountName = "started" | "succeeded" | "waiting" | "attention" | "paid"
type MoneyOfCurrency = "amount" | "fees" | "refunded" | "net"

/** All methods together. Of one currency: sums of two have no meaning. */
export function inAll(sums: PeriodSums[]): PeriodSums {
  const count = (name: CountName) => sums.reduce((total, one) => total + one[name], 0)
  const money = (name: MoneyOfCurrency) => addUp(sums.map((one) => one[name]))
  const [started, succeeded] = [count("started"), count("succeeded")]
  return {
    ...{ started, succeeded, success_rate: started === 0 ? null : succeeded / started },
    ...{ waiting: count("waiting"), attention: count("attention"), paid: count("paid") },
    ...{ amount: money("amount"), fees: money("fees"), refunded: money("refunded"), net: money("net") },
  }
}

export const RANGES = ["7", "30", "90", "own"] as const
export const BUCKET_NAMES = ["day", "week", "month"] as const
/** A year, as the route has it. */
const MOST_DAYS_SHOWN = 366
const DAY_MS = 86_400_000

export type TakingsParams = Partial<
  Record<"range" | "from" | "to" | "bucket" | "environment" | "currency_code" | "provider_id", string>
>

export interface AskedTakings {
  query: AdminPayCollectTakingsQuery
  range: string
  bucket: string
  params: TakingsParams
  /** of a range that was typed; nothing is asked then */
  problem: "incomplete" | "backwards" | "too_long" | null
  set: (params: TakingsParams) => void
}

/** What the page asks, as the address has it: a link shows the same to a colleague. */
export function useTakingsQuery(): AskedTakings {
  const [search, setSearch] = useSearchParams()
  const params: TakingsParams = Object.fromEntries(search)
  const range = params.range && (RANGES as readonly string[]).includes(params.range) ? params.range : "30"
  const isOwn = range === "own"
  const { from, to, environment, currency_code, provider_id } = params
  const days = isOwn ? (Date.parse(to ?? "") - Date.parse(from ?? "")) / DAY_MS + 1 : Number(range)
  const bucket = (BUCKET_NAMES as readonly string[]).includes(params.bucket ?? "")
    ? params.bucket!
    : usual(days)
  const query = {
    ...(isOwn ? { from, to } : { days }),
    ...{ bucket, environment, currency_code, provider_id },
  } as AdminPayCollectTakingsQuery
  return {
    ...{ query, range, bucket, params },
    problem: isOwn ? problemOfRange(days) : null,
    set: (more) => {
      const next = Object.entries({ ...params, ...more }).filter(([, value]) => value)
      setSearch(Object.fromEntries(next) as Record<string, string>, { replace: true })
    },
  }
}

/** No more bars than a page shows well. */
const usual = (days: number) => (days <= 31 || Number.isNaN(days) ? "day" : days <= 120 ? "week" : "month")

function problemOfRange(days: number): AskedTakings["problem"] {
  if (Number.isNaN(days)) return "incomplete"
  if (days < 1) return "backwards"
  return days > MOST_DAYS_SHOWN ? "too_long" : null
}
