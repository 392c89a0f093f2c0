import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import type {
  AdminPayCollectAssignableOrdersResponse,
  AdminPayCollectAssignBody,
  AdminPayCollectAssignResponse,
  AdminPayCollectOrderNowResponse,
} from "../../types/http"
import { requestAdmin, type RequestError } from "./client"
import { useRefresh } from "./payments"

const assignPath = "/admin/paycollect/intents"

export function useOrderNow(id: string) {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectOrderNowResponse, RequestError>({
    mutationFn: () => requestAdmin(`${assignPath}/${id}/order`, { method: "POST", body: {} }),
    onSettled: refresh,
  })
}

export function useAssignableOrders(id: string, q: string) {
  return useQuery<AdminPayCollectAssignableOrdersResponse, RequestError>({
    queryKey: ["paycollect", "assignable-orders", id, q],
    queryFn: () => requestAdmin(`${assignPath}/${id}/assignable-orders`, { query: { q } }),
    placeholderData: keepPreviousData,
  })
}

export function useAssign(id: string) {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectAssignResponse, RequestError, AdminPayCollectAssignBody>({
    mutationFn: (body) => requestAdmin(`${assignPath}/${id}/assign`, { method: "POST", body }),
    onSettled: refresh,
  })
}
