import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { askByLink, LinkRefusal } from "../../../../links/ask"
import { paycollectOf } from "../../../../modules/paycollect"
import { type AdminPayCollectLinkResponse, type AdminPayCollectLinksResponse } from "../../../../types/http"
import { type LinkBody, type LinksQuery } from "../validators"
import { shownLinks } from "./shown"

/** `GET /admin/paycollect/links?order_id=`: payment links of an order, newest first, with what each stands for now. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { order_id } = req.validatedQuery as LinksQuery
  const { links } = paycollectOf(req.scope)
  const shown = await shownLinks(req.scope, order_id, await links.ofOrder(order_id))
  res.json({ links: shown } satisfies AdminPayCollectLinksResponse)
}

/**
 * `POST /admin/paycollect/links`: the payment link of an order, made or, where one is open, renewed under the same address. 404 for an unknown
 * order, 409 with a `code` (and what is `missing`) where it cannot be paid by a link; nothing was made or changed then.
 */
export async function POST(req: AuthenticatedMedusaRequest<LinkBody>, res: MedusaResponse): Promise<void> {
  const { order_id, days, convert_draft } = req.validatedBody
  try {
    const by = req.auth_context.actor_id
    const row = await askByLink(req.scope, { order_id, days, convertDraft: convert_draft, by })
    const [link] = await shownLinks(req.scope, order_id, [row])
    res.json({ link: link! } satisfies AdminPayCollectLinkResponse)
  } catch (error) {
    if (!(error instanceof LinkRefusal)) throw error
    const { code, message, missing } = error
    const status = code === "no_order" ? 404 : 409
    res.status(status).json({ type: "not_allowed", code, message, ...(missing.length > 0 && { missing }) })
  }
}
