import { useQueries, useQuery } from "@tanstack/react-query"
import type {
  AdminPayCollectCustomerResponse,
  AdminPayCollectCustomersResponse,
  AdminPayCollectFeePreviewQuery,
  AdminPayCollectFeePreviewResponse,
  AdminPayCollectPaymentMethodsResponse,
  AdminPayCollectTransactionResponse,
  PayCollectFee,
} from "../../types/http"
import { requestAdmin, type RequestError } from "./client"

/** The service allows 60 calls a minute: what it answered is shown for a while, and a failed call is not repeated by itself. */
const sparing = { staleTime: 5 * 60_000, retry: false } as const

const fees = (query: AdminPayCollectFeePreviewQuery) =>
  requestAdmin<AdminPayCollectFeePreviewResponse>("/admin/paycollect/fee-preview", { query })

export const useFeePreview = (query: AdminPayCollectFeePreviewQuery | null) =>
  useQuery<AdminPayCollectFeePreviewResponse, RequestError>({
    queryKey: ["paycollect", "fees", query],
    queryFn: () => fees(query!),
    enabled: query !== null,
    ...sparing,
    staleTime: 30_000,
  })

/** One method at several amounts, one call after the other; at most five. */
export const useFeeCurve = (query: AdminPayCollectFeePreviewQuery | null, amounts: string[]) =>
  useQuery<PayCollectFee[], RequestError>({
    queryKey: ["paycollect", "fee-curve", query, amounts],
    queryFn: async () => {
      const points: PayCollectFee[] = []
      for (const amount of amounts.slice(0, 5))
        points.push(...(await fees({ ...query!, amount })).fees.slice(0, 1))
      return points
    },
    enabled: query !== null,
    ...sparing,
  })

const methods = (countryCode: string | undefined) => ({
  queryKey: ["paycollect", "methods", countryCode ?? null],
  queryFn: () =>
    requestAdmin<AdminPayCollectPaymentMethodsResponse>("/admin/paycollect/payment-methods", {
      query: { country_code: countryCode },
    }),
  ...sparing,
})

export const usePaymentMethods = (countryCode: string | undefined, enabled: boolean) =>
  useQuery<AdminPayCollectPaymentMethodsResponse, RequestError>({ ...methods(countryCode), enabled })

export const useMethodsOfCountries = (countryCodes: string[], enabled: boolean) =>
  useQueries({ queries: countryCodes.map((code) => ({ ...methods(code), enabled })) })

export const useServiceCustomers = (page: { limit: number; offset: number } | { q: string }) =>
  useQuery<AdminPayCollectCustomersResponse, RequestError>({
    queryKey: ["paycollect", "customers", page],
    queryFn: () => requestAdmin("/admin/paycollect/customers", { query: page }),
    ...sparing,
    staleTime: 30_000,
  })

export const useServiceCustomer = (id: string) =>
  useQuery<AdminPayCollectCustomerResponse, RequestError>({
    queryKey: ["paycollect", "customers", "detail", id],
    queryFn: () => requestAdmin(`/admin/paycollect/customers/${encodeURIComponent(id)}`),
    ...sparing,
    staleTime: 30_000,
  })

/** Of a payment that has ended, for its page: asked once, whatever is refreshed around it. */
export const useTransactionOnce = (id: string, status: string) =>
  useQuery<AdminPayCollectTransactionResponse, RequestError>({
    queryKey: ["paycollect-transaction", id, status],
    queryFn: () => requestAdmin(`/admin/paycollect/transactions/${encodeURIComponent(id)}`),
    enabled: id !== "",
    retry: false,
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const useTransaction = (id: string) =>
  useQuery<AdminPayCollectTransactionResponse, RequestError>({
    queryKey: ["paycollect", "transactions", id],
    queryFn: () => requestAdmin(`/admin/paycollect/transactions/${encodeURIComponent(id)}`),
    enabled: id !== "",
    ...sparing,
    staleTime: 0,
  })
