import { LINK_STYLE_HASH, linkPage } from "../../../../features/payment-links/page"
import { receiptInView } from "../../../../features/payment-links/view"
import { languageFor } from "../../../../texts/language"
import { paycollectOf } from "../../../../modules/paycollect"
import { payerOfCollection } from "../../../../orders/records/payer"
import { ownShop } from "../../../../orders/records/lookups"
import { queryOf } from "../../../../payments/module"
import { page, sendResult } from "../../../requests"

/**
 * `GET /paycollect/receipt/:token`: the receipt of one payment that an order stands for, by the address in its customer's message: number,
 * sum, date, order number, refunds and whether the order was canceled, and nothing of a person. 404 for any other address. It writes nothing and
 * asks the service nothing.
 */
export const GET = page(async (req, res) => {
  const { returnProofs, ledger, configuration } = paycollectOf(req.scope)
  const { options } = await configuration.current()
  res.setHeader("Cache-Control", "no-store")
  res.setHeader("Referrer-Policy", "no-referrer")
  res.setHeader("X-Robots-Tag", "noindex, nofollow, noarchive")
  const id = await returnProofs.readReceipt(req.params.token!)
  const [row] = id ? await ledger.byIds([id]) : []
  if (!row?.applied_at) return sendResult(req, res, "unknown", { shopAddress: options.storefrontUrl })
  const query = queryOf(req.scope)
  const [payer, shop] = await Promise.all([
    payerOfCollection(query, row.payment_collection_id),
    ownShop(query),
  ])
  const { currency_code, exponent } = row
  const number = payer?.orderNumber ? String(payer.orderNumber) : ""
  res.setHeader(
    "Content-Security-Policy",
    `default-src 'none'; style-src '${LINK_STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  )
  const page = linkPage({
    lang: languageFor(req.query.lang, req.headers["accept-language"]),
    shop: shop.name,
    kind: payer?.isCanceled ? "canceled" : "paid",
    order: { number, currency_code, exponent, francs: shop.francs },
    receipts: [receiptInView(row)],
    support: options.support,
    timeZone: options.notifications.time_zone,
  })
  res.type("html").send(page)
})
