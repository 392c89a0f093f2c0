import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type {
  AdminPayCollectAttention,
  AdminPayCollectIntent,
  AdminPayCollectAttentionQuery,
  AdminPayCollectAttentionResponse,
  AdminPayCollectResolveItemsBody,
  AdminPayCollectResolveItemsResponse,
} from "../../types/http"
import { requestAdmin, type RequestError } from "./client"
import { useRefresh } from "./payments"

const attentionPath = "/admin/paycollect/attention"

/** Items that need attention, newest first, each with its payment and what the store knows of its customer. */
export function useAttention(query: AdminPayCollectAttentionQuery, options: { enabled?: boolean } = {}) {
  return useQuery<AdminPayCollectAttentionResponse, RequestError>({
    queryKey: ["paycollect", "attention", query],
    queryFn: () => requestAdmin(attentionPath, { query }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    ...options,
  })
}

export function useResolveItems() {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectResolveItemsResponse, RequestError, AdminPayCollectResolveItemsBody>({
    mutationFn: (body) => requestAdmin(`${attentionPath}/resolve`, { method: "POST", body }),
    onSuccess: refresh,
  })
}

/** What every action of an item that needs attention gets. */
export interface ActionProps {
  item: AdminPayCollectAttention
  payment: Omit<AdminPayCollectIntent, "attention">
  /** of its button: the first action of an item is the one to try */
  variant: "primary" | "secondary"
}

/** The three sentences of an item: translated by its reason, the server's English for a reason this build does not know. */
export function useExplanation() {
  const { t, i18n } = useTranslation("paycollect")
  return (item: Pick<AdminPayCollectAttention, "reason" | "explanation">) => {
    const text = (part: "happened" | "money" | "action") => {
      const key = `attention.${item.reason}.${part}`
      return i18n.exists(key, { ns: "paycollect" }) ? t(key) : (item.explanation?.[part] ?? item.reason)
    }
    return { happened: text("happened"), money: text("money"), action: text("action") }
  }
}
