import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { queryOf, loggerOf } from "../../../../payments/module"
import { paycollectOf } from "../../../../modules/paycollect"
import { type ActiveConfiguration } from "../../../../settings/active-configuration"
import { returnAddress, type ReturnReason } from "../../../../payments/return-address"
import { cartStatus } from "../../../../payments/cart-status"
import {
  orderOfCart,
  orderOfCollection,
  priceOfCart,
  subjectOfCollection,
} from "../../../../orders/records/lookups"
import { placeOfPayment } from "../../../../orders/records/place"
import { isCanceled } from "../../../../orders/records/predicates"
import { identifierOf, isOurs } from "../../../../orders/records/providers"
import { isPayable, readSessionFacts, type SessionFacts } from "../../../../orders/records/session-facts"
import { languageFor } from "../../../../texts/language"
import { spokenIn } from "../../../../orders/initiate"
import { assertConfigured, startPaymentOf } from "../../../../orders/intent-request"
import { failureReason } from "../../../../payments/errors"
import { START_LOOKED_UP } from "../../../../payments/start"
import { isPrefetch, page, sendResult } from "../../../requests"

const ID = /^[\w-]{1,64}$/

/**
 * `GET /paycollect/checkout/:session_id`: where a customer goes to pay with `createIntent: "on_redirect"`, or when many
 * payments were created for the cart already. Creates,
 * or reuses the PaymentIntent of the session and answers 303: to the hosted checkout; to our own return address when the money
 * is there already; to the waiting page while such money is being looked up; to the failure address, with the reason, when no payment could be
 * started, for one whose order lacks a name too. Once
 * another session took its place it starts nothing, and leads to what became of the payment. 404 where nothing can be paid any more. A repeat leads to the same payment.
 */
export const GET = page(async (req, res) => {
  res.setHeader("Cache-Control", "no-store")
  res.setHeader("Referrer-Policy", "no-referrer")
  // No customer looks at what a browser fetches ahead: it must not use up a creation (interface 8: 20 a minute).
  if (req.method === "HEAD" || isPrefetch(req)) return void res.status(204).end()

  const { configuration } = paycollectOf(req.scope)
  const active = await configuration.current()
  const [id = "", collection = ""] = req.params.session_id!.split(".", 2)
  const facts = ID.test(id)
    ? await readSessionFacts(queryOf(req.scope), id, active.options).catch(nullIfGone)
    : null
  if (facts && isOurs(facts) && isPayable(facts)) {
    const next = await nextAddress(req, facts, active)
    if ("address" in next) return res.redirect(303, next.address)
    return await sendVisitorBack(req, res, { ...facts, active, next })
  }
  const gone = !facts && ID.test(collection) ? await standOfCollection(req, collection) : null
  if (gone) return await sendVisitorBack(req, res, { ...gone, active })
  const { storefrontUrl: shopAddress, support } = active.options
  sendResult(req, res, "unknown", { shopAddress, support })
})

/** Where to go, or what to tell instead: nothing is started, and nothing more was charged. */
type Next = { address: string } | CheckoutNotice
type CheckoutNotice = { status: "success" | "waiting" } | { status: "failed"; reason: ReturnReason | null }

async function nextAddress(
  req: MedusaRequest,
  facts: SessionFacts,
  active: ActiveConfiguration
): Promise<Next> {
  const [paid] = facts.paid_references
  if (facts.paid_for && paid) return { address: active.returnAddress(paid) }
  // An order that another way paid: a link, the counter, another provider.
  const owesNothing = facts.order_owes !== null && facts.order_owes <= 0n
  if (facts.paid_for) return owesNothing ? { status: "success" } : NOT_PAID
  const logger = loggerOf(req.scope)
  const paycollect = paycollectOf(req.scope)
  try {
    assertConfigured(active, logger)
    const page = languageFor(req.query.lang, req.headers["accept-language"])
    const intent = await startPaymentOf(
      { ...facts, locale: spokenIn(facts, page) },
      {
        paycollect,
        logger,
        active,
        identifier: identifierOf(facts.provider_id),
        atCheckout: true,
        recoverLost: paycollect.recoverLost(queryOf(req.scope)),
      }
    )
    if (intent?.outcome === "paid") return { address: active.returnAddress(intent.merchant_reference) }
    return intent?.checkout_url
      ? { address: intent.checkout_url }
      : { status: "failed", reason: "unavailable" }
  } catch (error) {
    if (!MedusaError.isMedusaError(error)) throw error
    if ((error as MedusaError).code === START_LOOKED_UP) return { status: "waiting" }
    return { status: "failed", reason: failureReason(error as MedusaError) }
  }
}

type Told = Pick<SessionFacts, "cart_id" | "payment_collection_id" | "order"> & { next: CheckoutNotice }

/**
 * Core took the session away: another way was chosen, perhaps in another tab, or there is something else to pay by now. Its customer hears what
 * stands, and goes on from there. null where nothing can be paid.
 */
async function standOfCollection(req: MedusaRequest, payment_collection_id: string): Promise<Told | null> {
  const query = queryOf(req.scope)
  const { ledger, clock } = paycollectOf(req.scope)
  const subject = await subjectOfCollection(query, payment_collection_id)
  const cart_id = subject === payment_collection_id ? null : subject
  const [order, cart] = await Promise.all([
    cart_id ? orderOfCart(query, cart_id) : orderOfCollection(query, payment_collection_id),
    cart_id && priceOfCart(query, cart_id),
  ])
  if (order ? isCanceled(order) : !cart) return null
  const { status } = cartStatus(await ledger.ofCustomer(subject), order, { now: clock.now() })
  const isOpen = status === "waiting" || status === "attention"
  const next: CheckoutNotice =
    status === "succeeded" ? { status: "success" } : isOpen ? { status: "waiting" } : NOT_PAID
  return { cart_id, payment_collection_id, order, next }
}

const NOT_PAID = { status: "failed", reason: null } as const

async function sendVisitorBack(
  req: MedusaRequest,
  res: MedusaResponse,
  { active, next, ...facts }: Told & { active: ActiveConfiguration }
): Promise<void> {
  const { links } = paycollectOf(req.scope)
  const link = await links.ofCollection(facts.payment_collection_id)
  // Where no key opens the link's address she is led to the storefront, as on her return.
  const token = link && (await links.tokenOf(link.id).catch(() => null))
  if (token) return res.redirect(303, active.payAddress(token))
  const place = await placeOfPayment(queryOf(req.scope), facts)
  const paid = next.status === "success" && { order_id: facts.order!.id }
  const address = returnAddress(active.options, { ...next, reference: null, ...place, ...paid })
  if (address) return res.redirect(303, address)
  sendResult(req, res, next.status, { ...next, support: active.options.support })
}

function nullIfGone(error: unknown): null {
  if (MedusaError.isMedusaError(error) && (error as MedusaError).type === MedusaError.Types.NOT_FOUND)
    return null
  throw error
}
