import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type {
  AdminPayCollectTakingsQuery,
  AdminPayCollectTakingsResponse,
  AdminPayCollectTakingsSums,
} from "../../types/http"
import { download, request, type RequestError } from "./client"
import { addUp } from "./format"

const path = "/admin/paycollect/takings"

export function useTakings(query: AdminPayCollectTakingsQuery, options: { enabled: boolean }) {
  return useQuery<AdminPayCollectTakingsResponse, RequestError>({
    queryKey: ["paycollect", "takings", query],
    queryFn: () => request(path, { query }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    ...options,
  })
}

/** The same payments one by one, as a file. @throws RequestError */
export async function exportTakings(query: AdminPayCollectTakingsQuery): Promise<void> {
  await download(`${path}/export`, { query, name: "paycollect-takings.csv" })
}

export type Sums = Omit<AdminPayCollectTakingsSums, "currency_code" | "provider_id">

type Count = "started" | "succeeded" | "waiting" | "attention" | "paid"
type Money = "amount" | "fees" | "refunded" | "net"

/** All methods together. Of one currency: sums of two have no meaning. */
export function together(sums: Sums[]): Sums {
  const count = (name: Count) => sums.reduce((total, one) => total + one[name], 0)
  const money = (name: Money) => addUp(sums.map((one) => one[name]))
  const [started, succeeded] = [count("started"), count("succeeded")]
  return {
    ...{ started, succeeded, success_rate: started === 0 ? null : succeeded / started },
    ...{ waiting: count("waiting"), attention: count("attention"), paid: count("paid") },
    ...{ amount: money("amount"), fees: money("fees"), refunded: money("refunded"), net: money("net") },
  }
}
