import { type IPaymentModuleService, type MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { notAllowed } from "../payments/errors"
import { type UnbookedRefund, type Unbooking } from "../payments/ledger/won-back"
import { queryOf } from "../payments/module"
import { least, toMajorString, type MajorAmountLike } from "../payments/money"
import { applyMend } from "./apply-mend"
import { hasOpenChange, LOCK_WAIT_S } from "./keep-balance"
import { orderById, orderOfCollection } from "./records/lookups"
import { isCanceled, owedBy, refundsOf, total } from "./records/predicates"
import { type OrderRecord } from "./records/records"

/** Generated, and not in its types. */
type RefundWriter = IPaymentModuleService & {
  updateRefunds(change: { id: string; amount: number }): Promise<unknown>
}

type BookedPayment = Pick<IntentRow, "order_id" | "payment_collection_id">

const orderIdOf = async (container: MedusaContainer, { order_id, payment_collection_id }: BookedPayment) =>
  order_id ?? (await orderOfCollection(queryOf(container), payment_collection_id))?.id

/** @throws MedusaError NOT_ALLOWED while a change of the order is open, in which core adds no credit line */
export async function assertUnbookable(container: MedusaContainer, intent: BookedPayment): Promise<void> {
  const orderId = await orderIdOf(container, intent)
  if (orderId && (await hasOpenChange(container, orderId)))
    throw notAllowed(
      "A change of the order (an edit, a return, an exchange or a claim) is open: confirm or cancel it, then resolve this item; nothing was changed."
    )
}

/**
 * What refunds of an order only booked is there again, and the shop keeps it: the ledger has it so, and Medusa shows it as captured once more. May
 * be done again where a process died over it. An order that is canceled stays as it is.
 * @throws MedusaError as {@link assertUnbookable}
 */
export async function undoBookings(container: MedusaContainer, unbooking: Unbooking): Promise<void> {
  const { exponent } = unbooking
  const orderId = await orderIdOf(container, unbooking)
  if (!orderId) return
  const undo = async () => {
    const order = await orderById(queryOf(container), orderId)
    if (!order || isCanceled(order)) return
    await assertUnbookable(container, unbooking)
    for (const refund of unbooking.refunds) await lower(container, order, { refund, exponent })
    await uncredit(container, orderId, unbooking)
  }
  await container.resolve(Modules.LOCKING).execute(orderId, undo, { timeout: LOCK_WAIT_S })
}

/** To what stays of it, on its payment, in the order's transactions, and in what its collection counts. */
async function lower(
  container: MedusaContainer,
  order: OrderRecord,
  { refund: { refund_id, left }, exponent }: { refund: UnbookedRefund; exponent: number }
): Promise<void> {
  const payments = container.resolve<RefundWriter>(Modules.PAYMENT)
  const orders = container.resolve(Modules.ORDER)
  const amount = toMajorString(left, exponent)
  if (left === 0n) await payments.deleteRefunds([refund_id])
  else await payments.updateRefunds({ id: refund_id, amount: Number(amount) })
  const booked = order.transactions.filter(({ reference_id }) => reference_id === refund_id)
  const isRight = ({ amount }: { amount: MajorAmountLike }) => total([amount], exponent) === -left
  const wrong = booked.filter((each) => !isRight(each))
  if (wrong.length > 0) await orders.deleteOrderTransactions(wrong.map(({ id }) => id!))
  if (left > 0n && !booked.some(isRight)) {
    const transaction = { reference: "refund", reference_id: refund_id, amount: `-${amount}` } as const
    await applyMend(container, order, { do: "book", transactions: [transaction] })
  }
}

/** Core balanced each by a credit line, so that no customer was asked for it again: as much of that is taken back, once for the item. */
async function uncredit(
  container: MedusaContainer,
  orderId: string,
  { item_id, refunds, exponent }: Unbooking
): Promise<void> {
  const order = (await orderById(queryOf(container), orderId))!
  const amounts = (parts: readonly { amount: MajorAmountLike }[]) => parts.map(({ amount }) => amount)
  for (const { id, payments } of order.payment_collections) {
    const refunded = total(
      amounts(refundsOf({ ...order, payment_collections: [{ payments }] as never })),
      exponent
    )
    const counted = { refunded_amount: Number(toMajorString(refunded, exponent)) }
    // As core writes it itself; it is not in the type of what this takes.
    if (payments.length > 0)
      await container.resolve(Modules.PAYMENT).updatePaymentCollections(id, counted as object)
  }
  if (order.credit_lines.some(({ reference_id }) => reference_id === item_id)) return
  const won = refunds.reduce((sum, each) => sum + each.won, 0n)
  const over = least(-owedBy(order, exponent), total(amounts(order.credit_lines), exponent))
  const amount = least(won, over)
  if (amount <= 0n) return
  const line = { refund_id: item_id, amount: toMajorString(-amount, exponent) }
  await applyMend(container, order, { do: "credit", lines: [line] })
}
