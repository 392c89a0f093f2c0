import { keepPreviousData } from "@tanstack/react-query"
import type * as Http from "../../types/http"
import { download, postAdmin, useAdminQuery } from "./client"
import { useTexts } from "./format"

const intentsPath = "/admin/paycollect/intents"
const attentionPath = "/admin/paycollect/attention"

/** A list keeps what it shows while another page or filter of it is on the way. */
const LISTED = { placeholderData: keepPreviousData, staleTime: 10_000 }

export const usePayments = (query: Http.AdminPayCollectIntentsQuery, options: { enabled?: boolean } = {}) =>
  useAdminQuery<Http.AdminPayCollectIntentsResponse>(intentsPath, query, { ...LISTED, ...options })

export const usePayment = (id: string, options: { enabled?: boolean } = {}) =>
  useAdminQuery<Http.AdminPayCollectIntentResponse>(`${intentsPath}/${id}`, undefined, {
    staleTime: 10_000,
    ...options,
  })

/** The day so far, as everybody has it open. */
export const useToday = () =>
  useAdminQuery<Http.AdminPayCollectTodayResponse>("/admin/paycollect/today", undefined, {
    staleTime: 10_000,
    refetchInterval: 60_000,
  })

/** Whether there are test payments and real ones: only then is it said which is which, and only then can one of both be chosen. */
export const useHasBothEnvironments = () => (useToday().data?.environments.length ?? 1) > 1

export const checkNow = (id: string) =>
  postAdmin<Http.AdminPayCollectVerifyResponse>(`${intentsPath}/${id}/verify`)

/** Once for each refund that is meant. `randomUUID` is missing where the dashboard is not served over https. */
export const newRefundKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    ""
  )

export const refundPayment = (id: string, body: Http.AdminPayCollectRefundBody) =>
  postAdmin<Http.AdminPayCollectRefundResponse>(`${intentsPath}/${id}/refund`, body)

/** What it found stays on the page: it is asked of the service, twenty at a time. */
export const lookForOrphans = (body: Http.AdminPayCollectOrphansBody) =>
  postAdmin<Http.AdminPayCollectOrphansResponse>("/admin/paycollect/orphans", body)

export const exportPayments = (query: Http.AdminPayCollectIntentsFileQuery) =>
  download(`${intentsPath}/export`, { query, name: "paycollect-payments.csv" })

export const makeOrderNow = (id: string) =>
  postAdmin<Http.AdminPayCollectOrderNowResponse>(`${intentsPath}/${id}/order`)

export const assignPayment = (id: string, body: Http.AdminPayCollectAssignBody) =>
  postAdmin<Http.AdminPayCollectAssignResponse>(`${intentsPath}/${id}/assign`, body)

export const makeNewOrder = (id: string) =>
  postAdmin<Http.AdminPayCollectAssignResponse>(`${intentsPath}/${id}/new-order`)

/** Stock moves while an employee reads. A refusal is said at once: asking again would not change it. */
export const useNewOrder = (id: string) =>
  useAdminQuery<Http.AdminPayCollectNewOrderPreview>(`${intentsPath}/${id}/new-order`, undefined, {
    staleTime: 0,
    retry: false,
  })

/** Orders are made and paid while an employee chooses: asked when the choice is opened, and every few seconds while it is. */
export const useAssignableOrders = (id: string, q: string) =>
  useAdminQuery<Http.AdminPayCollectAssignableOrdersResponse>(
    `${intentsPath}/${id}/assignable-orders`,
    { q },
    { placeholderData: keepPreviousData, staleTime: 0, refetchInterval: 10_000 }
  )

/** Each time that money went back. */
export const useWentBack = (query: Http.AdminPayCollectRefundsQuery) =>
  useAdminQuery<Http.AdminPayCollectRefundsResponse>("/admin/paycollect/refunds", query, LISTED)

/** Items that need attention, newest first, each with its payment and what the store knows of its customer. */
export const useAttention = (query: Http.AdminPayCollectAttentionQuery) =>
  useAdminQuery<Http.AdminPayCollectAttentionResponse>(attentionPath, query, LISTED)

export const resolveChosen = (body: Http.AdminPayCollectResolveItemsBody) =>
  postAdmin<Http.AdminPayCollectResolveItemsResponse>(`${attentionPath}/resolve`, body)

/** What came beyond what was asked for, and is no fee, in smallest units; nothing where none did. */
export function excessOf({ outcome, outcome_reason, verified, amount }: ActionProps["payment"]) {
  const came = verified?.amount
  const isMore = outcome === "discrepancy" && outcome_reason === "amount_discrepancy" && came !== undefined
  const excess = isMore ? BigInt(came) - BigInt(amount) : 0n
  return excess > 0n ? excess.toString() : null
}

/** What every action of an item that needs attention gets. */
export interface ActionProps {
  item: Http.AdminPayCollectAttention
  payment: Http.AdminPayCollectAttentionItem["payment"]
  /** of its button: the first action of an item is the one to try */
  variant: "primary" | "secondary"
}

/** The three sentences of an item: translated by its reason, the server's English for a reason this build does not know. */
export function useExplanation() {
  const { t, known } = useTexts()
  return (item: Explained) => {
    const { reason, explanation } = item
    const text = (part: "happened" | "money" | "action") =>
      known(`attention.${reason}.${part}`) ?? explanation?.[part] ?? reason
    const action = isRestToRefund(item) ? t("attention_list.rest") : text("action")
    return { happened: text("happened"), money: text("money"), action }
  }
}

type Explained = Pick<Http.AdminPayCollectAttention, "reason" | "category" | "explanation"> & {
  payment: Pick<Http.AdminPayCollectIntent, "outcome" | "refunded" | "refundable">
}

/** Of money that came as it was asked for a part went back: the rest pays for no order, and none is made of it. */
const isRestToRefund = ({ category, payment: { outcome, refunded, refundable } }: Explained) =>
  category === "money" && outcome === "paid" && refunded !== "0" && refundable !== null

/** As people call it; by its id where the store does not say its number. */
export const orderName = ({ order_display_id: number, order_id }: Http.AdminPayCollectIntent) =>
  number ? `#${number}` : order_id

const NOT_ONLY_REFUNDED: readonly string[] = ["refunding", "reversed"] satisfies Http.PayCollectListedStatus[]

/** What of a payment is not here any more, and what to call it; of the currency that came, which may be another one than was asked for. */
export function useSumBack(
  payment: Omit<Http.AdminPayCollectIntent, "attention">
): { title: string; sum: string } | null {
  const { t, sum } = useTexts()
  const { refunded, state, outcome, verified, currency_code } = payment
  if (refunded === "0") return null
  const came = outcome === "discrepancy" ? verified?.currency : undefined
  return {
    title: t(NOT_ONLY_REFUNDED.includes(state) ? `status.${state}` : "field.refunded"),
    sum: sum(`${refunded} ${(came ?? currency_code).toUpperCase()}`, payment),
  }
}
