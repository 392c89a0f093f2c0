import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { queryOf } from "../../../../payments/module"
import {
  linkPage,
  LINK_SCRIPT_HASH,
  LINK_STYLE_HASH,
  type LinkPage,
} from "../../../../features/payment-links/page"
import { payByLink } from "../../../../features/payment-links/pay"
import { readLink } from "../../../../features/payment-links/read"
import { type LinkNotice } from "../../../../features/payment-links/page"
import { languageFor, type Language } from "../../../../texts/language"
import { linkPageOf } from "../../../../features/payment-links/view"
import { paycollectOf } from "../../../../modules/paycollect"
import { type LinkRow } from "../../../../modules/paycollect/models/link"
import { ownShop } from "../../../../orders/records/lookups"
import { isRobot, page } from "../../../requests"

/** Of a link that has ended, or whose order or cart has. */
const GONE: ReadonlySet<LinkPage["kind"]> = new Set(["canceled", "gone", "revoked", "expired"] as const)
const TRY_AGAIN_S = 30

/**
 * `GET /paycollect/pay/:token`: the page on which an order or a cart is paid, without a storefront: what it asks for, the ways to pay with their fees,
 * what became of the payment, and its receipt. 404 for an unknown address, 410 for a link that was withdrawn or has expired, or whose
 * order is canceled or whose cart is gone. It writes nothing and starts nothing; a robot, a messenger's preview, a prefetch and HEAD get title and amount, for which the
 * service is asked nothing. Guessing costs one look-up.
 */
export const GET = page(async (req, res) => {
  const { links } = paycollectOf(req.scope)
  const link = await links.byToken(req.params.token)
  if (!link) return await sendUnknown(req, res)
  await sendPage(req, res, link)
})

/**
 * `POST /paycollect/pay/:token`: starts the payment of what is owed now, or shows the one again that is open, and answers 303 to the
 * hosted checkout; while another payment is open, to this page with `ask=1`, whose forms say `anew`. Where none is started the page says
 * why: 409 when something else is to be paid, 503 when the service cannot be had.
 */
export const POST = page(async (req, res) => {
  const { links } = paycollectOf(req.scope)
  const link = await links.byToken(req.params.token)
  if (!link) return await sendUnknown(req, res)
  const { provider_id, anew } = (req.body ?? {}) as { provider_id?: unknown; anew?: unknown }
  const payment = await payByLink(req.scope, link, {
    providerId: typeof provider_id === "string" ? provider_id : "",
    anew: anew === "1",
    language: languageOfPage(req),
  })
  if (payment.kind === "to") {
    secure(res, "'self'")
    return res.redirect(303, payment.address)
  }
  if (payment.kind === "open") {
    secure(res, "'self'")
    return res.redirect(303, `?ask=1&lang=${languageOfPage(req)}`)
  }
  if (payment.kind === "later") res.setHeader("Retry-After", String(TRY_AGAIN_S))
  await sendPage(req, res, link, { notice: payment.kind, status: payment.kind === "later" ? 503 : 409 })
})

async function sendPage(
  req: MedusaRequest,
  res: MedusaResponse,
  link: LinkRow,
  { notice, status = 200 }: { notice?: LinkNotice; status?: number } = {}
): Promise<void> {
  const reading = await readLink(req.scope, link)
  const isPreview = isRobot(req) && req.query.open === undefined
  const asks = req.query.ask !== undefined
  const seen = { lang: languageOfPage(req), notice, asks, isPreview, token: req.params.token! }
  const page = await linkPageOf(req.scope, link, reading, seen)
  const { checkoutUrl, baseUrl } = reading.active.options[reading.active.environment]
  // A form is led to the hosted checkout by our answer, and a browser asks its page's policy for that address, too.
  const checkout = checkoutUrl ?? baseUrl
  const goesTo = checkoutUrl
    ? `'self' ${new URL(checkoutUrl).origin}`
    : `'self' https:${checkout?.startsWith("http:") ? " http:" : ""}`
  answerPage(res, { page, goesTo, status: GONE.has(reading.state.kind) ? 410 : status })
}

async function sendUnknown(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { name: shop } = await ownShop(queryOf(req.scope))
  const { configuration } = paycollectOf(req.scope)
  const { support } = (await configuration.current()).options
  answerPage(res, {
    page: { lang: languageOfPage(req), shop, kind: "unknown", support },
    goesTo: "'none'",
    status: 404,
  })
}

function answerPage(
  res: MedusaResponse,
  { page, goesTo, status }: { page: LinkPage; goesTo: string; status: number }
): void {
  secure(res, goesTo)
  res.setHeader("Content-Language", page.lang)
  res.status(status).type("html").send(linkPage(page))
}

function secure(res: MedusaResponse, goesTo: string): void {
  res.setHeader("Cache-Control", "no-store")
  res.setHeader("Referrer-Policy", "no-referrer")
  res.setHeader("X-Content-Type-Options", "nosniff")
  res.setHeader("X-Robots-Tag", "noindex, nofollow, noarchive")
  res.setHeader("Vary", "Accept-Language, User-Agent, Sec-Purpose")
  res.setHeader(
    "Content-Security-Policy",
    `default-src 'none'; style-src '${LINK_STYLE_HASH}'; script-src '${LINK_SCRIPT_HASH}'; connect-src 'self'; form-action ${goesTo}; base-uri 'none'; frame-ancestors 'none'`
  )
}

function languageOfPage({ query, headers }: MedusaRequest): Language {
  return languageFor(query.lang, headers["accept-language"])
}
