import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import type {
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
