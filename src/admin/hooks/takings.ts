import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type {
  AdminPayCollectTakingsQuery,
  AdminPayCollectTakingsResponse,
  AdminPayCollectTakingsSums,
} from "../../types/http"
import { download, requestAdmin, type RequestError } from "./client"
import { addUp } from "./format"

const takingsPath = "/admin/paycollect/takings"

export function useTakings(query: AdminPayCollectTakingsQuery, options: { enabled: boolean }) {
  return useQuery<AdminPayCollectTakingsResponse, RequestError>({
    queryKey: ["paycollect", "takings", query],
    queryFn: () => requestAdmin(takingsPath, { query }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    ...options,
  })
}

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
