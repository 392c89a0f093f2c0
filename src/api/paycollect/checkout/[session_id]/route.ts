import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { queryOf, loggerOf } from "../../../../payments/module"
import { paycollectOf } from "../../../../modules/paycollect"
import { type ActiveConfiguration } from "../../../../settings/active-configuration"
import { returnAddress, type ReturnReason } from "../../../../payments/return-address"
import { placeOfPayment } from "../../../../orders/records/place"
import { identifierOf, isOurs } from "../../../../orders/records/providers"
import { isPayable, readSessionFacts, type SessionFacts } from "../../../../orders/records/session-facts"
import { assertConfigured, startPaymentOf } from "../../../../orders/intent-request"
import { failureReason } from "../../../../payments/errors"
import { START_LOOKED_UP } from "../../../../payments/start"
import { isPrefetch, page, sendResult } from "../../../requests"

const SESSION_ID = /^[\w-]{1,64}$/

/**
 * `GET /paycollect/checkout/:session_id`: where a customer goes to pay with `createIntent: "on_redirect"`, or when many
 * payments were created for the cart already. Creates,
 * or reuses the PaymentIntent of the session and answers 303: to the hosted checkout; to our own return address when the money
 * is there already; to the waiting page while such money is being looked up; to the failure address, with the reason, when no payment could be
 * started, for one whose order lacks a name too. 404 for a session
 * that does not exist any more. A repeat leads to the same payment.
 */
export const GET = page(async (req, res) => {
  res.setHeader("Cache-Control", "no-store")
  res.setHeader("Referrer-Policy", "no-referrer")
  // No customer looks at what a browser fetches ahead: it must not use up a creation (interface 8: 20 a minute).
  if (req.method === "HEAD" || isPrefetch(req)) return void res.status(204).end()

  const { configuration } = paycollectOf(req.scope)
  const active = await configuration.current()
  const id = req.params.session_id!
  const facts = SESSION_ID.test(id)
    ? await readSessionFacts(queryOf(req.scope), id, active.options).catch(nullIfGone)
    : null
  if (!facts || !isOurs(facts) || !isPayable(facts))
    return sendResult(req, res, "unknown", {
      shopAddress: active.options.storefrontUrl,
      support: active.options.support,
    })
  const next = await nextAddress(req, facts, active)
  if ("address" in next) res.redirect(303, next.address)
  else await sendVisitorBack(req, res, { facts, active, next })
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
  if (facts.paid_for) return owesNothing ? { status: "success" } : { status: "failed", reason: null }
  const logger = loggerOf(req.scope)
  const paycollect = paycollectOf(req.scope)
  try {
    assertConfigured(active, logger)
    const intent = await startPaymentOf(facts, {
      paycollect,
      logger,
      active,
      identifier: identifierOf(facts.provider_id),
      atCheckout: true,
      recoverLost: paycollect.recoverLost(queryOf(req.scope)),
    })
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

async function sendVisitorBack(
  req: MedusaRequest,
  res: MedusaResponse,
  { facts, active, next }: { facts: SessionFacts; active: ActiveConfiguration; next: CheckoutNotice }
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
