import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import type {
  AdminPayCollectBookableOrdersResponse,
  AdminPayCollectBookBody,
  AdminPayCollectBookResponse,
  AdminPayCollectOrderNowResponse,
} from "../../types/http"
import { request, type RequestError } from "./client"
import { useRefresh } from "./payments"

const path = "/admin/paycollect/intents"

export function useOrderNow(id: string) {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectOrderNowResponse, RequestError>({
    mutationFn: () => request(`${path}/${id}/order`, { method: "POST", body: {} }),
    onSettled: refresh,
  })
}

export function useBookableOrders(id: string, q: string) {
  return useQuery<AdminPayCollectBookableOrdersResponse, RequestError>({
    queryKey: ["paycollect", "bookable", id, q],
    queryFn: () => request(`${path}/${id}/bookable-orders`, { query: { q } }),
    placeholderData: keepPreviousData,
  })
}

export function useBook(id: string) {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectBookResponse, RequestError, AdminPayCollectBookBody>({
    mutationFn: (body) => request(`${path}/${id}/book`, { method: "POST", body }),
    onSettled: refresh,
  })
}
