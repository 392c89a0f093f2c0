import { keepPreviousData } from "@tanstack/react-query"
import type {
  AdminPayCollectAssignableOrdersResponse,
  AdminPayCollectAssignBody,
  AdminPayCollectAssignResponse,
  AdminPayCollectOrderNowResponse,
} from "../../types/http"
import { postAdmin, useAdminQuery } from "./client"

const assignPath = "/admin/paycollect/intents"

export const makeOrderNow = (id: string) =>
  postAdmin<AdminPayCollectOrderNowResponse>(`${assignPath}/${id}/order`)

export const assignPayment = (id: string, body: AdminPayCollectAssignBody) =>
  postAdmin<AdminPayCollectAssignResponse>(`${assignPath}/${id}/assign`, body)

export const useAssignableOrders = (id: string, q: string) =>
  useAdminQuery<AdminPayCollectAssignableOrdersResponse>(
    `${assignPath}/${id}/assignable-orders`,
    { q },
    { placeholderData: keepPreviousData }
  )
