import { type MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { assign } from "../features/assignment/assign"
import { createOrderFromPayment } from "../features/assignment/new-order"
import { askByLink, withdrawLink } from "../features/payment-links/ask"
import { sendLink } from "../features/payment-links/mail"
import { LINK_DAYS, MOST_LINK_DAYS } from "../features/payment-links/rules"
import { refundUnapplied, type RefundInput } from "../features/refunds/refund"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type LinkRow } from "../modules/paycollect/models/link"
import { advance } from "../orders/advance"
import { invalidData, notFound } from "../payments/errors"
import { moduleOf } from "../payments/module"

/**
 * What a store's own workflows do with payments (docs/workflows.md): one step each, around the function that the route of the dashboard calls,
 * with its guards and its errors. None has a compensation: money that moved is not moved back because a later step failed, and a link that was
 * sent is in its customer's hands. A repeat is safe as each route's is.
 */

type Deps = { container: MedusaContainer }

/** Of an order or a cart, one of both; `by`: who asks, for the record. */
export interface CreateLinkInput {
  order_id?: string
  cart_id?: string
  /** how long it can be paid by (7) */
  days?: number
  /** a draft is made an order first; without it a draft is refused */
  convert_draft?: boolean
  by?: string
}

export interface LinkResult {
  id: string
  order_id: string | null
  cart_id: string | null
  expires_at: string
}

/** Without its address: a person who has that can pay, and a workflow's result is kept. */
const linkResult = ({ id, order_id, cart_id, expires_at }: LinkRow): LinkResult => ({
  ...{ id, order_id, cart_id, expires_at: new Date(expires_at).toISOString() },
})

const WORKFLOW = "workflow"

const createLinkStep = createStep(
  "paycollect-create-payment-link-step",
  async ({ order_id, cart_id, days, convert_draft, by }: CreateLinkInput, { container }: Deps) => {
    const subject = { order_id: order_id ?? null, cart_id: cart_id ?? null }
    const kept = days ?? LINK_DAYS
    if (!Number.isInteger(kept) || kept < 1 || kept > MOST_LINK_DAYS)
      throw invalidData(`days is a whole number from 1 to ${MOST_LINK_DAYS}; no link was made.`)
    const how = { days: kept, convertDraft: convert_draft ?? false, by: by ?? WORKFLOW }
    return new StepResponse(linkResult(await askByLink(container, { ...subject, ...how })))
  }
)

/** The payment link of an order or a cart, made or renewed. @throws LinkRefusal with a `code` where nothing can be paid by one */
export const createPaymentLinkWorkflow = createWorkflow(
  "paycollect-create-payment-link",
  (input: CreateLinkInput) => new WorkflowResponse(createLinkStep(input))
)

const sendLinkStep = createStep(
  "paycollect-send-payment-link-step",
  async ({ id }: { id: string }, { container }: Deps) => {
    const sent = await sendLink(container, id)
    if (!sent) throw notFound("id names no payment link; nothing was sent.")
    return new StepResponse({ mailed: sent.mailed })
  }
)

/** To its customer by the store's Notification Module, once a minute at most. Result: `mailed`, as the route answers, or why it was not sent */
export const sendPaymentLinkWorkflow = createWorkflow(
  "paycollect-send-payment-link",
  (input: { id: string }) => new WorkflowResponse(sendLinkStep(input))
)

const revokeLinkStep = createStep(
  "paycollect-revoke-payment-link-step",
  async ({ id, by = WORKFLOW }: { id: string; by?: string }, { container }: Deps) => {
    const link = await withdrawLink(container, { id, by })
    if (!link) throw notFound("id names no payment link; nothing was changed.")
    return new StepResponse(linkResult(link))
  }
)

/** Nothing can be paid by it any more. */
export const revokePaymentLinkWorkflow = createWorkflow(
  "paycollect-revoke-payment-link",
  (input: { id: string; by?: string }) => new WorkflowResponse(revokeLinkStep(input))
)

/** @throws MedusaError NOT_FOUND */
async function paymentNamed(container: MedusaContainer, id: string): Promise<IntentRow> {
  const [row] = await moduleOf(container).ledger.byIds([id])
  if (row) return row
  throw notFound("id names no payment of PayCollect; nothing was changed.")
}

/** `id`: the payment's. `amount` in major units; absent: all that is left. `key`: the same one never sends twice */
export type RefundPaymentInput = Omit<RefundInput, "by"> & { id: string; by?: string }

const refundStep = createStep(
  "paycollect-refund-payment-step",
  async ({ id, by = WORKFLOW, ...input }: RefundPaymentInput, { container }: Deps) => {
    const refund = await refundUnapplied(container, await paymentNamed(container, id), { ...input, by })
    const { id: refund_id, status, amount, currency_code } = refund
    return new StepResponse({ refund_id, status, amount, currency_code })
  }
)

/**
 * Money that no order stands for goes back; of an order's Medusa's own `refundPaymentWorkflow` does. Result: the refund, `amount` in smallest
 * units. Moves money, and is not compensated. @throws MedusaError with a code `paycollect_refund_...`: nothing went back then
 */
export const refundPaycollectPaymentWorkflow = createWorkflow(
  "paycollect-refund-payment",
  (input: RefundPaymentInput) => new WorkflowResponse(refundStep(input))
)

export interface AssignPaymentInput {
  /** the payment's */
  id: string
  order_id: string
  by?: string
}

const assignStep = createStep(
  "paycollect-assign-payment-step",
  async ({ id, order_id, by = WORKFLOW }: AssignPaymentInput, { container }: Deps) =>
    new StepResponse(await assign(container, await paymentNamed(container, id), { order_id, by }))
)

/** Money that came late or twice is given to an order. Moves money, and is not compensated. @throws AssignmentRefusal */
export const assignPaymentWorkflow = createWorkflow(
  "paycollect-assign-payment",
  (input: AssignPaymentInput) => new WorkflowResponse(assignStep(input))
)

const newOrderStep = createStep(
  "paycollect-create-order-from-payment-step",
  async ({ id, by = WORKFLOW }: { id: string; by?: string }, { container }: Deps) =>
    new StepResponse(await createOrderFromPayment(container, await paymentNamed(container, id), { by }))
)

/** The order that late or double money was for, with the money on it; a repeat goes on with the same order. Not compensated. @throws AssignmentRefusal */
export const createOrderFromPaymentWorkflow = createWorkflow(
  "paycollect-create-order-from-payment",
  (input: { id: string; by?: string }) => new WorkflowResponse(newOrderStep(input))
)

const verifyStep = createStep(
  "paycollect-verify-payment-step",
  async ({ id }: { id: string }, { container }: Deps) => {
    const { merchant_reference: reference } = await paymentNamed(container, id)
    return new StepResponse(await advance(container, { reference, source: { by: "admin" } }))
  }
)

/** "Check now": asks the service, and brings the store in line. Result `{status, reason, cart_id, order_id}` */
export const verifyPaymentWorkflow = createWorkflow(
  "paycollect-verify-payment",
  (input: { id: string }) => new WorkflowResponse(verifyStep(input))
)
