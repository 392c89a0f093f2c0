import { type MedusaRequest } from "@medusajs/framework/http"
import { queryOf } from "../../../../payments/module"
import { paycollectOf } from "../../../../modules/paycollect"
import { within } from "../../../../service/config"
import { mayMakeOrder } from "../../../../payments/attempts"
import { cartStatus, numberShown } from "../../../../payments/cart-status"
import { returnAddress, type ReturnReason, type ReturnStatus } from "../../../../payments/return-address"
import { type IntentRow } from "../../../../modules/paycollect/models/intent"
import { type LinkRow } from "../../../../modules/paycollect/models/link"
import { waitedFor } from "../../../../features/payment-links/pay"
import { readLink } from "../../../../features/payment-links/read"
import { advanceIntentWorkflow } from "../../../../workflows"
import { type AdvanceResult, type AdvanceStatus } from "../../../../orders/advance-result"
import { orderOfCart, orderOfCollection } from "../../../../orders/records/lookups"
import { placeOfPayment } from "../../../../orders/records/place"
import { page, sendResult } from "../../../requests"

/** A customer waits in front of a white page: after this we send them to the waiting address and go on working behind their back. */
const PATIENCE_MS = 10_000

const SHOWN_AS: Record<AdvanceStatus, ReturnStatus> = {
  succeeded: "success",
  waiting: "waiting",
  attention: "waiting",
  failed: "failed",
  unknown_reference: "failed",
}

/** What failed, as the customer may hear it; a payment that was refused at its start has nothing of it. */
const SAID_AS: Record<string, ReturnReason | undefined> = {
  failed: "declined",
  canceled: "canceled",
  expired: "expired",
}

/**
 * `GET /paycollect/return/:reference`: where the hosted checkout sends the customer (interface 1, step 3). The redirect proves
 * nothing, so the payment is verified: at once for the first one who comes by `<reference>.<proof>`, which only the service was given; for
 * any other visitor, who may have guessed it, as often as a visit may have it; the waiting page of a payment link comes by its own token. Parameters that the service adds are ignored (U-24). Answers
 * 303 to the page of the payment link that it was paid by, else to the storefront, or a page of its own where no storefront is configured. A
 * repeat finds the work done.
 */
export const GET = page(async (req, res) => {
  res.setHeader("Cache-Control", "no-store")
  res.setHeader("Referrer-Policy", "no-referrer")
  const { configuration, ledger, returnProofs, links } = paycollectOf(req.scope)
  const active = await configuration.current()
  const { options } = active
  const segment = req.params.reference
  const byLink = await links.byToken(segment)
  if (byLink) {
    await advanceWaitedFor(req, byLink)
    return res.redirect(303, active.payAddress(segment! + languageOfReturn(req)))
  }
  const { reference, isProven } = await returnProofs.read(segment)
  const advanced = reference && (await advanceWithPatience(req, reference, isProven ? "return" : "revisit"))
  const intent = reference ? await ledger.byReference(reference) : undefined
  if (!advanced || !intent || advanced.status === "unknown_reference")
    return sendResult(req, res, "unknown", { shopAddress: options.storefrontUrl, support: options.support })

  const link = await linkOf(req, intent)
  if (link) return res.redirect(303, active.payAddress(link))

  const result = await orderedOtherwise(req, intent, advanced)
  const place = await placeOfPayment(queryOf(req.scope), intent)
  const status = SHOWN_AS[result.status]
  const reason = status === "failed" ? SAID_AS[result.reason ?? ""] : undefined
  const address = returnAddress(options, {
    status,
    reason,
    reference: intent.merchant_reference,
    ...place,
    order_id: result.order_id ?? place.order_id,
  })
  if (address) res.redirect(303, address)
  else {
    const number = numberShown(await ledger.ofCustomer(intent.subject_id))
    sendResult(req, res, status, { number, reason, support: options.support })
  }
})

/** Of a payment link whose page waits, and names no payment: a visit like any other. */
async function advanceWaitedFor(req: MedusaRequest, link: LinkRow): Promise<void> {
  const waited = waitedFor((await readLink(req.scope, link)).payments)
  if (waited) await advanceWithPatience(req, waited.merchant_reference, "revisit")
}

/** The end of the page's address where its customer came from; her language, which the page sends along, goes back with it. */
async function linkOf(req: MedusaRequest, intent: IntentRow): Promise<string | null> {
  const { links } = paycollectOf(req.scope)
  const link = await links.ofCollection(intent.payment_collection_id)
  // Who has paid is led to the storefront rather than told that no key opens the link's address.
  const token = link && (await links.tokenOf(link.id).catch(() => null))
  return token && token + languageOfReturn(req)
}

function languageOfReturn({ query: { lang } }: MedusaRequest): string {
  return lang === "fr" || lang === "en" ? `?lang=${lang}` : ""
}

async function advanceWithPatience(
  req: MedusaRequest,
  reference: string,
  by: "return" | "revisit"
): Promise<AdvanceResult> {
  const { ledger } = paycollectOf(req.scope)
  const input = { reference, source: { by } }
  const advanced = await within(PATIENCE_MS, () => advanceIntentWorkflow(req.scope).run({ input }))
  if (advanced !== "unanswered") return advanced.result
  const intent = await ledger.byReference(reference)
  return {
    status: intent ? "waiting" : "unknown_reference",
    reason: "slow",
    cart_id: intent?.cart_id ?? null,
    order_id: null,
  }
}

/**
 * An old link: the cart or collection was paid by another attempt meanwhile, perhaps on another device. Who opens it has to see the order,
 * not a failure that invites to pay again, and as little while that money is booked or looked at; and of a payment that is overdue that
 * it can be started again.
 */
async function orderedOtherwise(
  req: MedusaRequest,
  { cart_id, payment_collection_id, subject_id }: IntentRow,
  result: AdvanceResult
): Promise<AdvanceResult> {
  if (result.status === "succeeded") return result
  const { ledger, clock } = paycollectOf(req.scope)
  const query = queryOf(req.scope)
  const [attempts, order] = await Promise.all([
    ledger.ofCustomer(subject_id),
    cart_id ? orderOfCart(query, cart_id) : orderOfCollection(query, payment_collection_id),
  ])
  const { status, order_id = null, reason } = cartStatus(attempts, order, { now: clock.now() })
  if (status === "succeeded") return { ...result, status, order_id }
  const hasCome = status === "attention" || (status === "waiting" && attempts.some(mayMakeOrder))
  if (hasCome && result.status === "failed") return { ...result, status: "waiting", reason: null }
  return status === "failed" && reason === "expired" ? { ...result, status, reason } : result
}
