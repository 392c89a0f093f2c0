import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type {
  AdminPayCollectIntentResponse,
  AdminPayCollectIntentsQuery,
  AdminPayCollectIntentsResponse,
  AdminPayCollectOrphansBody,
  AdminPayCollectOrphansResponse,
  AdminPayCollectRefundBody,
  AdminPayCollectRefundResponse,
  AdminPayCollectVerifyResponse,
} from "../../types/http"
import { download, requestAdmin, type RequestError } from "./client"

const intentsPath = "/admin/paycollect/intents"
const intentsKey = ["paycollect", "payments"] as const

export function usePayments(query: AdminPayCollectIntentsQuery, options: { enabled?: boolean } = {}) {
  return useQuery<AdminPayCollectIntentsResponse, RequestError>({
    queryKey: [...intentsKey, "list", query],
    queryFn: () => requestAdmin(intentsPath, { query }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    ...options,
  })
}

export function usePayment(id: string, options: { enabled?: boolean } = {}) {
  return useQuery<AdminPayCollectIntentResponse, RequestError>({
    queryKey: [...intentsKey, "detail", id],
    queryFn: () => requestAdmin(`${intentsPath}/${id}`),
    staleTime: 10_000,
    ...options,
  })
}

/** Whatever may have changed with a payment: our lists and details, and the store's order pages. */
export function useRefresh() {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: ["paycollect"] })
    await client.invalidateQueries({ queryKey: ["orders"] })
  }
}

export function useCheckNow(id: string) {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectVerifyResponse, RequestError>({
    mutationFn: () => requestAdmin(`${intentsPath}/${id}/verify`, { method: "POST", body: {} }),
    onSettled: refresh,
  })
}

/** Once for each refund that is meant. `randomUUID` is missing where the dashboard is not served over https. */
export const newRefundKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    ""
  )

/** Also after a refusal: the payment may be in another state than the page shows. */
export function useRefund(id: string) {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectRefundResponse, RequestError, AdminPayCollectRefundBody>({
    mutationFn: (body) => requestAdmin(`${intentsPath}/${id}/refund`, { method: "POST", body }),
    onSettled: refresh,
  })
}

/** What it found stays on the page: it is asked of the service, twenty at a time. */
export function useFindOrphans() {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectOrphansResponse, RequestError, AdminPayCollectOrphansBody>({
    mutationFn: (body) => requestAdmin("/admin/paycollect/orphans", { method: "POST", body }),
    onSuccess: refresh,
  })
}

export const exportPayments = (query: AdminPayCollectIntentsQuery) =>
  download(`${intentsPath}/export`, { query, name: "paycollect-payments.csv" })
