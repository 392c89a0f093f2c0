import { keepPreviousData } from "@tanstack/react-query"
import type {
  AdminPayCollectAttention,
  AdminPayCollectIntent,
  AdminPayCollectAttentionQuery,
  AdminPayCollectAttentionResponse,
  AdminPayCollectResolveItemsBody,
  AdminPayCollectResolveItemsResponse,
} from "../../types/http"
import { postAdmin, useAdminQuery } from "./client"
import { useTexts } from "./format"

const attentionPath = "/admin/paycollect/attention"

/** Items that need attention, newest first, each with its payment and what the store knows of its customer. */
export const useAttention = (query: AdminPayCollectAttentionQuery) =>
  useAdminQuery<AdminPayCollectAttentionResponse>(attentionPath, query, {
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

export const resolveChosen = (body: AdminPayCollectResolveItemsBody) =>
  postAdmin<AdminPayCollectResolveItemsResponse>(`${attentionPath}/resolve`, body)

/** What every action of an item that needs attention gets. */
export interface ActionProps {
  item: AdminPayCollectAttention
  payment: Omit<AdminPayCollectIntent, "attention">
  /** of its button: the first action of an item is the one to try */
  variant: "primary" | "secondary"
}

/** The three sentences of an item: translated by its reason, the server's English for a reason this build does not know. */
export function useExplanation() {
  const { known } = useTexts()
  return (item: Pick<AdminPayCollectAttention, "reason" | "explanation">) => {
    const text = (part: "happened" | "money" | "action") =>
      known(`attention.${item.reason}.${part}`) ?? item.explanation?.[part] ?? item.reason
    return { happened: text("happened"), money: text("money"), action: text("action") }
  }
}
