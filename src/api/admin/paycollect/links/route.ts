import { type ApiRoute } from "../../../requests"
import { AmountOutOfBounds } from "../../../../payments/amounts"
import { queryOf } from "../../../../payments/module"
import { askByLink, LinkRefusal, type LinkRefusalCode } from "../../../../features/payment-links/ask"
import { orderOfLink } from "../../../../features/payment-links/read"
import { paycollectOf } from "../../../../modules/paycollect"
import { subjectsOfOrder } from "../../../../orders/records/lookups"
import { type AdminPayCollectLinkResponse, type AdminPayCollectLinksResponse } from "../../../../types/http"
import { type linkBody, type linksQuery } from "../validators"
import { shownLinks } from "./shown"

const NOT_FOUND: ReadonlySet<LinkRefusalCode> = new Set(["no_order", "no_cart"] as const)

/** `GET /admin/paycollect/links?order_id=` or `?cart_id=`: payment links of an order or a cart, newest first, with what each stands for now. */
export const GET: ApiRoute<unknown, typeof linksQuery> = async (req, res) => {
  const ids = { order_id: null, cart_id: null, ...req.validatedQuery }
  const { links } = paycollectOf(req.scope)
  const orderId = await orderOfLink(req.scope, ids)
  const subjects = orderId ? await subjectsOfOrder(queryOf(req.scope), orderId) : [ids.cart_id!]
  const shown = await shownLinks(req.scope, ids, await links.list(subjects, orderId))
  res.json({ links: shown } satisfies AdminPayCollectLinksResponse)
}

/**
 * `POST /admin/paycollect/links`: the payment link of an order or of a cart that was left behind, made or, where one is open, renewed under
 * the same address. 404 for an unknown order or cart, 409 with a `code` (and what is `missing`, and which goods are `short`) where it cannot
 * be paid by a link; 400 `paycollect_amount_bounds` with `details` where no way to pay takes the amount. Nothing was made or changed then.
 */
export const POST: ApiRoute<unknown, typeof linkBody> = async (req, res) => {
  const { order_id = null, cart_id = null, days, convert_draft } = req.validatedBody
  try {
    const by = req.auth_context.actor_id
    const row = await askByLink(req.scope, { order_id, cart_id, days, convertDraft: convert_draft, by })
    const [link] = await shownLinks(req.scope, row, [row])
    res.json({ link: link! } satisfies AdminPayCollectLinkResponse)
  } catch (error) {
    if (error instanceof AmountOutOfBounds) {
      const { type, code, message, details } = error
      return void res.status(400).json({ type, code, message, details })
    }
    if (!(error instanceof LinkRefusal)) throw error
    const { code, message, missing, short } = error
    res.status(NOT_FOUND.has(code) ? 404 : 409).json({
      type: "not_allowed",
      code,
      message,
      ...(missing.length > 0 && { missing }),
      ...(short.length > 0 && { short }),
    })
  }
}
