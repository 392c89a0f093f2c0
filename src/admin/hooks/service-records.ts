import { useQueries, useQuery } from "@tanstack/react-query"
import type * as Http from "../../types/http"
import { question, requestAdmin, useAdminQuery, type RequestError } from "./client"

/** The service allows 60 calls a minute: what it answered is shown for a while, and a failed call is not repeated by itself. */
const sparing = { staleTime: 5 * 60_000, retry: false } as const
const fresher = { ...sparing, staleTime: 30_000 } as const

const feesPath = "/admin/paycollect/fee-preview"
const customersPath = "/admin/paycollect/customers"
const transactionAt = (id: string) => `/admin/paycollect/transactions/${encodeURIComponent(id)}`

export const useFeePreview = (query: Http.AdminPayCollectFeePreviewQuery | null) =>
  useAdminQuery<Http.AdminPayCollectFeePreviewResponse>(feesPath, query ?? undefined, {
    enabled: query !== null,
    ...fresher,
  })

/** One method at several amounts, one call after the other; at most five. */
export const useFeeCurve = (query: Http.AdminPayCollectFeePreviewQuery, amounts: string[]) =>
  useQuery<Http.PayCollectFee[], RequestError>({
    queryKey: ["paycollect", "fee-curve", query, amounts],
    queryFn: async () => {
      const points: Http.PayCollectFee[] = []
      for (const amount of amounts.slice(0, 5)) {
        const asked = { query: { ...query, amount } }
        const { fees } = await requestAdmin<Http.AdminPayCollectFeePreviewResponse>(feesPath, asked)
        points.push(...fees.slice(0, 1))
      }
      return points
    },
    ...sparing,
  })

const methods = (country_code: string | undefined, enabled: boolean) =>
  question<Http.AdminPayCollectPaymentMethodsResponse>(
    "/admin/paycollect/payment-methods",
    { country_code },
    { enabled, ...sparing }
  )

export const usePaymentMethods = (countryCode: string | undefined, enabled: boolean) =>
  useQuery(methods(countryCode, enabled))

export const useMethodsOfCountries = (countryCodes: string[], enabled: boolean) =>
  useQueries({ queries: countryCodes.map((code) => methods(code, enabled)) })

export const useServiceCustomers = (page: { limit: number; offset: number } | { q: string }) =>
  useAdminQuery<Http.AdminPayCollectCustomersResponse>(customersPath, page, fresher)

export const useServiceCustomer = (id: string) =>
  useAdminQuery<Http.AdminPayCollectCustomerResponse>(
    `${customersPath}/${encodeURIComponent(id)}`,
    undefined,
    fresher
  )

/** Of a payment that has ended, for its page: asked once, whatever is refreshed around it. */
export const useTransactionOnce = (id: string, status: string) =>
  useQuery<Http.AdminPayCollectTransactionResponse, RequestError>({
    queryKey: ["paycollect-transaction", id, status],
    queryFn: () => requestAdmin(transactionAt(id)),
    enabled: id !== "",
    retry: false,
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const useTransaction = (id: string) =>
  useAdminQuery<Http.AdminPayCollectTransactionResponse>(transactionAt(id), undefined, {
    enabled: id !== "",
    ...sparing,
    staleTime: 0,
  })
