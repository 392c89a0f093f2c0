import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type {
  AdminPayCollectAssignableOrdersResponse,
  AdminPayCollectAssignBody,
  AdminPayCollectAssignResponse,
  AdminPayCollectOrderNowResponse,
} from "../../types/http"
import { postAdmin, requestAdmin, type RequestError } from "./client"

const assignPath = "/admin/paycollect/intents"

export const makeOrderNow = (id: string) =>
  postAdmin<AdminPayCollectOrderNowResponse>(`${assignPath}/${id}/order`)

export const assignPayment = (id: string, body: AdminPayCollectAssignBody) =>
  postAdmin<AdminPayCollectAssignResponse>(`${assignPath}/${id}/assign`, body)

export function useAssignableOrders(id: string, q: string) {
  return useQuery<AdminPayCollectAssignableOrdersResponse, RequestError>({
    queryKey: ["paycollect", "assignable-orders", id, q],
    queryFn: () => requestAdmin(`${assignPath}/${id}/assignable-orders`, { query: { q } }),
    placeholderData: keepPreviousData,
  })
}
