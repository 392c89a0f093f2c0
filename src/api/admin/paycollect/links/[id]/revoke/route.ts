import { notFound } from "../../../../../../payments/errors"
import { type ApiRoute } from "../../../../../requests"
import { withdrawLink } from "../../../../../../features/payment-links/ask"
import { type AdminPayCollectLinkResponse } from "../../../../../../types/http"
import { shownLinks } from "../../shown"

/**
 * `POST /admin/paycollect/links/:id/revoke`: from now on nothing can be paid by it. A payment that its customer has begun may still be paid at
 * the service, and pays the order like any other. A repeat changes nothing.
 */
export const POST: ApiRoute<unknown> = async (req, res) => {
  const row = await withdrawLink(req.scope, { id: req.params.id!, by: req.auth_context.actor_id })
  if (!row) throw notFound("id names no payment link; nothing was changed.")
  const [link] = await shownLinks(req.scope, row, [row])
  res.json({ link: link! } satisfies AdminPayCollectLinkResponse)
}
