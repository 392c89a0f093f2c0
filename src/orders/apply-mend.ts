import {
  type IOrderModuleService,
  type MedusaContainer,
  type UpdatePaymentDTO,
} from "@medusajs/framework/types"
import { ChangeActionType, Modules, PaymentCollectionStatus } from "@medusajs/framework/utils"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { FINEST_DECIMALS, toMajorString, toMinorUnits, type MajorAmountLike } from "../payments/money"
import { type Mend } from "./balance"
import { CREDIT_REFERENCE, type RefundCredit } from "./records/credit-lines"
import { type OrderRecord } from "./records/records"

/** Writes one mend of the third judge. The caller holds the locks under which core books: its own of the order, the cart or the collection. */
export async function applyMend(container: MedusaContainer, order: OrderRecord, mend: Mend): Promise<void> {
  const orders = container.resolve(Modules.ORDER)
  switch (mend.do) {
    case "book": {
      const more = { order_id: order.id, currency_code: order.currency_code! }
      return void (await orders.addOrderTransactions(mend.transactions.map((each) => ({ ...each, ...more }))))
    }
    case "unbook":
      return await orders.deleteOrderTransactions(mend.ids)
    case "sum":
      return await sumUp(orders as unknown as OrderSummaries, order)
    case "uncancel":
      return await uncancelPayments(container, mend.payments)
    case "credit":
      return await addCredits(orders, order, mend.lines)
    case "fit":
      return await fitCollections(container, order, mend)
    case "count":
      // As core writes them itself; they are not in the type of what this takes.
      for (const { id, ...counted } of mend.collections)
        await container.resolve(Modules.PAYMENT).updatePaymentCollections(id, counted as object)
  }
}

/** Of Medusa's order module: generated, and not in its types. */
interface OrderSummaries {
  listOrderSummaries(of: { order_id: string; version?: number }): Promise<Summary[]>
  updateOrderSummaries(summaries: Summary[]): Promise<unknown>
}
interface Summary {
  id: string
  totals: Record<string, MajorAmountLike>
}

/** What core keeps of the order's transactions, worked out anew of them. Each sum has a raw twin, which wins. */
async function sumUp(orders: OrderSummaries, { id, version, transactions }: OrderRecord): Promise<void> {
  const amounts = transactions.map(({ amount }) => exactly(amount))
  const [sum, paid] = [sumOf(amounts), sumOf(amounts.filter((amount) => amount > 0n))]
  const summaries = await orders.listOrderSummaries({ order_id: id, version })
  for (const { totals } of summaries) {
    const { pending_difference, transaction_total } = totals
    const open = exactly(pending_difference!) + exactly(transaction_total!) - sum
    const sums = {
      transaction_total: sum,
      paid_total: paid,
      refunded_total: paid - sum,
      pending_difference: open,
    }
    for (const [name, units] of Object.entries(sums)) {
      const value = toMajorString(units, FINEST_DECIMALS)
      Object.assign(totals, { [name]: Number(value), [`raw_${name}`]: { value, precision: 20 } })
    }
  }
  await orders.updateOrderSummaries(summaries)
}

const exactly = (amount: MajorAmountLike) => toMinorUnits(amount, FINEST_DECIMALS)
const sumOf = (amounts: bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

/** The money of these payments stands for an order. */
export async function uncancelPayments(container: MedusaContainer, ids: string[]): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  // Core's type does not know that the mark can go.
  for (const id of ids) await payments.updatePayment({ id, canceled_at: null } as unknown as UpdatePaymentDTO)
}

/** As core balances a refund that it lived to finish, but for the refund's name. */
async function addCredits(
  orders: IOrderModuleService,
  { id: order_id }: OrderRecord,
  lines: RefundCredit[]
): Promise<void> {
  const change = await orders.createOrderChange({ order_id, change_type: "credit_line" })
  const action = {
    order_change_id: change.id,
    order_id,
    version: change.version,
    action: ChangeActionType.CREDIT_LINE_ADD,
  }
  const actions = lines.map(({ refund_id, amount }) => ({
    ...action,
    reference: CREDIT_REFERENCE,
    reference_id: refund_id,
    amount,
  }))
  await orders.addOrderAction(actions)
  await orders.confirmOrderChange(change.id)
}

/** What is missing comes first: a process that dies in between leaves an order that shows less than was paid, and not more. */
async function fitCollections(
  container: MedusaContainer,
  { id: order_id }: OrderRecord,
  { collections, missing }: Extract<Mend, { do: "fit" }>
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  if (missing !== null)
    await createOrderPaymentCollectionWorkflow(container).run({
      input: { order_id, amount: Number(missing) },
    })
  for (const { id, amount, paid } of collections) {
    const { CANCELED, COMPLETED } = PaymentCollectionStatus
    const change =
      amount === null
        ? { status: CANCELED }
        : { amount, ...(paid && { status: COMPLETED, completed_at: new Date() }) }
    await payments.updatePaymentCollections(id, change)
  }
}
