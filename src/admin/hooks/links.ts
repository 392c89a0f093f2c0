import { useMutation, useQuery } from "@tanstack/react-query"
import type {
  AdminPayCollectLinkBody,
  AdminPayCollectLinkMailResponse,
  AdminPayCollectLinkResponse,
  AdminPayCollectLinksResponse,
} from "../../types/http"
import { request, sdk, type RequestError } from "./client"
import { useRefresh } from "./payments"

const path = "/admin/paycollect/links"

/** What a link is asked for: an order, or a cart that has none. */
export type LinkSubject = { order_id: string } | { cart_id: string }

/** Newest first. */
export function useLinks(subject: LinkSubject) {
  return useQuery<AdminPayCollectLinksResponse, RequestError>({
    queryKey: ["paycollect", "links", subject],
    queryFn: () => request(path, { query: subject }),
    staleTime: 10_000,
  })
}

/** As far as an order says whether it can be asked for by a link. */
export interface OwingOrder {
  id: string
  status?: string
  is_draft_order?: boolean
  summary?: { pending_difference?: number | null } | null
}

/** Nothing for an employee who may not see orders. */
export function useOwingOrder(id: string) {
  return useQuery({
    queryKey: ["paycollect", "links", "order", id],
    queryFn: () =>
      sdk.client.fetch<{ order: OwingOrder }>(`/admin/orders/${id}`, {
        query: { fields: "id,status,is_draft_order,summary" },
      }),
    staleTime: 10_000,
    retry: false,
  })
}

/** Made, or renewed under the same address. */
export function useAskByLink() {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectLinkResponse, RequestError, AdminPayCollectLinkBody>({
    mutationFn: (body) => request(path, { method: "POST", body }),
    onSettled: refresh,
  })
}

export function useRevokeLink() {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectLinkResponse, RequestError, string>({
    mutationFn: (id) => request(`${path}/${id}/revoke`, { method: "POST", body: {} }),
    onSettled: refresh,
  })
}

/** By the store itself, through its notification provider. */
export function useMailLink(id: string) {
  const refresh = useRefresh()
  return useMutation<AdminPayCollectLinkMailResponse, RequestError>({
    mutationFn: () => request(`${path}/${id}/mail`, { method: "POST", body: {} }),
    onSettled: refresh,
  })
}
