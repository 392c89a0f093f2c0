import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type {
  AdminPayCollectIntentResponse,
  AdminPayCollectIntentsQuery,
  AdminPayCollectIntentsResponse,
  AdminPayCollectLostPaymentsBody,
  AdminPayCollectLostPaymentsResponse,
  AdminPayCollectRefundBody,
  AdminPayCollectRefundResponse,
  AdminPayCollectVerifyResponse,
} from "../../types/http"
import { download, request, type RequestError } from "./client"

const path = "/admin/paycollect/intents"
const key = ["paycollect", "payments"] as const

export function usePayments(query: AdminPayCollectIntentsQuery, options: { enabled?: boolean } = {}) {
  return useQuery<AdminPayCollectIntentsResponse, RequestError>({
    queryKey: [...key, "list", query],
    queryFn: () => request(path, { query }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    ...options,
  })
}

export function usePayment(id: string, options: { enabled?: boolean } = {}) {
  return useQuery<AdminPayCollectIntentResponse, RequestError>({
    queryKey: [...key, "detail", id],
    queryFn: () => request(`${path}/${id}`),
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
    mutationFn: () => request(`${path}/${id}/verify`, { method: "POST", body: {} }),
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
    mutationFn: (body) => request(`${path}/${id}/refund`, { method: "POST", body }),
    onSettled: refresh,
  })
}

/** What it found stays on the page: it is asked of the service, twenty at a time. */
export function useLookForLost() {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectLostPaymentsResponse, RequestError, AdminPayCollectLostPaymentsBody>({
    mutationFn: (body) => request("/admin/paycollect/lost-payments", { method: "POST", body }),
    onSuccess: refresh,
  })
}

export const exportPayments = (query: AdminPayCollectIntentsQuery) =>
  download(`${path}/export`, { query, name: "paycollect-payments.csv" })
