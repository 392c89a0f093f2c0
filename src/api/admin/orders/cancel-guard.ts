import {
  type AuthenticatedMedusaRequest,
  type MedusaRequest,
  type MedusaNextFunction,
  type MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { toMajorString, toMinorUnits, type MajorAmountLike } from "../../../domain/money"
import { PAYCOLLECT_MODULE } from "../../../modules/paycollect"
import type PayCollectModuleService from "../../../modules/paycollect/service"
import { endLeftoverChange, hasOpenChange } from "../../../workflows/settle/leftover-change"
import { isOurs, subjectsOfOrder } from "../../../workflows/settle/store-records"

interface PaymentRecord {
  id: string
  provider_id: string
  currency_code: string
  captures?: { amount: MajorAmountLike }[] | null
  refunds?: { amount: MajorAmountLike }[] | null
}

/** As long as settling itself waits for the lease. */
const WAIT_MS = 10_000
/** Finer than any currency: sums are exact, whatever the currency's own decimals. */
const EXPONENT = 6

/**
 * Before `POST /admin/orders/:id/cancel`: core refunds captured payments while it cancels, and when that fails it cancels all the same
 * and books the money as returned. So money of ours is dealt with first (design, decision 7):
 * - an order with an open change is refused: core would give the money back first, and refuse then;
 * - refunds `off`: the cancel is refused while captured money is there;
 * - `manual`: core's refund is recorded and listed as to send;
 * - `api`: the refund is sent now, and only when it went through is the order canceled.
 */
export async function keepMoneyHonest(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  await endLeftoverChange(req.scope, req.params.id!)
  if (await hasOpenChange(req.scope, req.params.id!))
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This order was not canceled: a change of it is open (an edit, return, exchange or claim). No money was returned; confirm or cancel that change first, then cancel the order."
    )
  const release = await holdMoney(req, req.params.id!)
  try {
    await giveBackFirst(req)
  } catch (error) {
    await release()
    throw error
  }
  // Should the answer never go out, the lease ends by time.
  res.once("finish", () => void release().catch(() => undefined))
  next()
}

async function giveBackFirst(req: MedusaRequest): Promise<void> {
  const { configuration } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const { refunds: mode } = (await configuration.current()).options
  const order = mode === "manual" ? null : await findOrder(req, req.params.id!)
  // Core refuses these itself: money sent back before that would be gone while the order stands.
  if (!order || isBeyondCancel(order)) return
  const held = heldPayments(order)
  if (held.length > 0 && mode === "off") {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This order was not canceled: its payment is captured, and refunds are switched off, so Medusa would book money as returned that was not. Refund it in the payment service's dashboard first and set the option refunds to manual to record it here."
    )
  }
  for (const payment of held) {
    await refundPaymentWorkflow(req.scope).run({
      input: {
        payment_id: payment.id,
        amount: payment.amount,
        created_by: (req as AuthenticatedMedusaRequest).auth_context.actor_id,
        note: "Order canceled",
      },
    })
  }
}

/**
 * From here to the end of the cancel nobody settles: core books nothing back of money that it did not see when it began, and the order
 * would be canceled all the same. Money that arrives meanwhile finds a canceled order, and a person is told.
 * @throws MedusaError NOT_ALLOWED (400) while this order's money is being settled; nothing changed then
 */
async function holdMoney(req: MedusaRequest, orderId: string): Promise<() => Promise<void>> {
  const { ledger } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const subjects = await subjectsOfOrder(req.scope.resolve(ContainerRegistrationKeys.QUERY), orderId)
  const release = await ledger.hold(subjects, { wait: WAIT_MS })
  if (release) return release
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This order was not canceled: its payment is being brought in line with the store at this moment. Nothing was changed; try again in a minute."
  )
}

interface OrderRecord {
  status: string
  fulfillments?: ({ canceled_at?: string | Date | null } | null)[] | null
  payment_collections?: { payments?: PaymentRecord[] | null }[] | null
}

async function findOrder(req: MedusaRequest, orderId: string): Promise<OrderRecord | null> {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: [
      "id",
      "status",
      "fulfillments.canceled_at",
      ...["id", "provider_id", "captures.amount", "refunds.amount"].map(
        (field) => `payment_collections.payments.${field}`
      ),
    ],
    filters: { id: orderId },
  })
  return (data[0] as OrderRecord | undefined) ?? null
}

function isBeyondCancel({ status, fulfillments }: OrderRecord): boolean {
  const shipped = (fulfillments ?? []).some((fulfillment) => fulfillment && !fulfillment.canceled_at)
  return status === "canceled" || status === "completed" || shipped
}

function heldPayments(order: OrderRecord): { id: string; amount: string }[] {
  return (order.payment_collections ?? [])
    .flatMap((collection) => collection.payments ?? [])
    .filter(isOurs)
    .map((payment) => ({ id: payment.id, units: sum(payment.captures) - sum(payment.refunds) }))
    .filter(({ units }) => units > 0n)
    .map(({ id, units }) => ({ id, amount: toMajorString(units, EXPONENT) }))
}

function sum(parts: { amount: MajorAmountLike }[] | null | undefined): bigint {
  return (parts ?? []).reduce((total, { amount }) => total + toMinorUnits(amount, EXPONENT), 0n)
}
