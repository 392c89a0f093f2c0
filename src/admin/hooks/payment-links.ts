import { useQuery } from "@tanstack/react-query"
import type * as Http from "../../types/http"
import { postAdmin, sdk, useAdminQuery } from "./client"

const linksPath = "/admin/paycollect/links"

/** What a link is asked for: an order, or a cart that has none. */
export type LinkSubjectQuery = { order_id: string } | { cart_id: string }

/** Newest first. */
export const useLinks = (subject: LinkSubjectQuery) =>
  useAdminQuery<Http.AdminPayCollectLinksResponse>(linksPath, subject, { staleTime: 10_000 })

/** As far as an order says whether it can be asked for by a link. */
export interface OwingOrder {
  id: string
  status?: string
  is_draft_order?: boolean
  summary?: { pending_difference?: number | null } | null
}

/** Nothing for an employee who may not see orders. */
export function useOwingOrder(id: string) {
  const query = { fields: "id,status,is_draft_order,summary" }
  return useQuery({
    queryKey: ["paycollect", "links", "order", id],
    queryFn: () => sdk.client.fetch<{ order: OwingOrder }>(`/admin/orders/${id}`, { query }),
    staleTime: 10_000,
    retry: false,
  })
}

/** Made, or renewed under the same address. */
export const makeLink = (body: Http.AdminPayCollectLinkBody) =>
  postAdmin<Http.AdminPayCollectLinkResponse>(linksPath, body)

export const revokeLink = (id: string) =>
  postAdmin<Http.AdminPayCollectLinkResponse>(`${linksPath}/${id}/revoke`)

/** By the store itself, through its notification provider. */
export const sendLinkMail = (id: string) =>
  postAdmin<Http.AdminPayCollectLinkMailResponse>(`${linksPath}/${id}/mail`)
