import { useMutation, useQuery } from "@tanstack/react-query"
import type {
  AdminPayCollectLinkBody,
  AdminPayCollectLinkResponse,
  AdminPayCollectLinksResponse,
} from "../../types/http"
import { request, type RequestError } from "./client"
import { useRefresh } from "./payments"

const path = "/admin/paycollect/links"

/** Of an order, newest first. */
export function useLinks(orderId: string) {
  return useQuery<AdminPayCollectLinksResponse, RequestError>({
    queryKey: ["paycollect", "links", orderId],
    queryFn: () => request(path, { query: { order_id: orderId } }),
    staleTime: 10_000,
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
