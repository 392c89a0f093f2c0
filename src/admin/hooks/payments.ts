import { keepPreviousData } from "@tanstack/react-query"
import type {
  AdminPayCollectIntentResponse,
  AdminPayCollectIntentsQuery,
  AdminPayCollectIntentsResponse,
  AdminPayCollectOrphansBody,
  AdminPayCollectOrphansResponse,
  AdminPayCollectRefundBody,
  AdminPayCollectRefundResponse,
  AdminPayCollectVerifyResponse,
  AdminPayCollectAssignableOrdersResponse,
  AdminPayCollectAssignBody,
  AdminPayCollectAssignResponse,
  AdminPayCollectOrderNowResponse,
} from "../../types/http"
import { download, postAdmin, useAdminQuery } from "./client"

const intentsPath = "/admin/paycollect/intents"

export const usePayments = (query: AdminPayCollectIntentsQuery, options: { enabled?: boolean } = {}) =>
  useAdminQuery<AdminPayCollectIntentsResponse>(intentsPath, query, {
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    ...options,
  })

export const usePayment = (id: string, options: { enabled?: boolean } = {}) =>
  useAdminQuery<AdminPayCollectIntentResponse>(`${intentsPath}/${id}`, undefined, {
    staleTime: 10_000,
    ...options,
  })

export const checkNow = (id: string) =>
  postAdmin<AdminPayCollectVerifyResponse>(`${intentsPath}/${id}/verify`)

/** Once for each refund that is meant. `randomUUID` is missing where the dashboard is not served over https. */
export const newRefundKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    ""
  )

export const refundPayment = (id: string, body: AdminPayCollectRefundBody) =>
  postAdmin<AdminPayCollectRefundResponse>(`${intentsPath}/${id}/refund`, body)

/** What it found stays on the page: it is asked of the service, twenty at a time. */
export const lookForOrphans = (body: AdminPayCollectOrphansBody) =>
  postAdmin<AdminPayCollectOrphansResponse>("/admin/paycollect/orphans", body)

export const exportPayments = (query: AdminPayCollectIntentsQuery) =>
  download(`${intentsPath}/export`, { query, name: "paycollect-payments.csv" })

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
