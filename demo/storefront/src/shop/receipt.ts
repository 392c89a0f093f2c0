import type { HttpTypes } from "@medusajs/types"

/** What the store has of an order's credit lines and its types do not know yet. */
export type Order = HttpTypes.StoreOrder & { credit_line_total?: number }
type Payment = NonNullable<
  NonNullable<HttpTypes.StoreOrder["payment_collections"]>[number]["payments"]
>[number]

export type OrderState = "paid" | "unpaid" | "partly_refunded" | "refunded" | "canceled" | "canceled_refunded"

/** What the receipt says of one payment. Amounts in major units. */
export interface PaymentFacts {
  id: string
  providerId: string
  number: string | null
  /** When the money came. */
  date: string | null
  amount: number
  /** What the customer paid on top; null where the store does not know. */
  fee: number | null
  /** In the service's own words; null where it does not tell. */
  method: string | null
  operator: string | null
}

/** How an order's money stands, by the store's own records: the address that the customer came back to proves nothing. */
export interface Receipt {
  state: OrderState
  /** As it was ordered: what goes back later makes the order cheaper for the store, not for the receipt. */
  total: number
  refunded: number
  payments: PaymentFacts[]
}

export function receiptOf(order: Order): Receipt {
  const collections = order.payment_collections ?? []
  const refunded = sum(collections.map((one) => one.refunded_amount))
  const paid = sum(collections.map((one) => one.captured_amount))
  const isPaid = collections.some((one) => one.status === "completed")
  const payments = collections.flatMap((one) => one.payments ?? []).filter((one) => one.captured_at)
  return {
    state: stateOf(order.status === "canceled", { isPaid, paid, refunded }),
    total: Number(order.total) + Number(order.credit_line_total ?? 0),
    refunded,
    payments: payments.map(factsOf),
  }
}

function stateOf(
  isCanceled: boolean,
  { isPaid, paid, refunded }: { isPaid: boolean; paid: number; refunded: number }
): OrderState {
  if (isCanceled) {
    return refunded > 0 ? "canceled_refunded" : "canceled"
  }
  if (refunded > 0) {
    return refunded >= paid ? "refunded" : "partly_refunded"
  }
  return isPaid ? "paid" : "unpaid"
}

function factsOf(payment: Payment): PaymentFacts {
  const { payment_number, fee, exponent, method, operator } = (payment.data ?? {}) as Record<string, unknown>
  const isFee = typeof fee === "string" && typeof exponent === "number"
  return {
    id: payment.id,
    providerId: payment.provider_id,
    number: textOf(payment_number),
    date: payment.captured_at ? String(payment.captured_at) : null,
    amount: Number(payment.amount),
    fee: isFee ? Number(`${fee}e-${exponent}`) : null,
    method: textOf(method),
    operator: textOf(operator),
  }
}

const sum = (amounts: (unknown | null | undefined)[]) =>
  amounts.reduce<number>((total, one) => total + Number(one ?? 0), 0)
const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : null)

export interface MethodNames {
  mobileMoney: string
  card: string
}

/**
 * "Mobile money · MTN MoMo"; null where it is not known how it was paid: a provider for all methods says nothing of the one that was used.
 * @param ownName the provider's name where it stands for one method, else null
 */
export function paidBy(
  { method, operator }: Pick<PaymentFacts, "method" | "operator">,
  ownName: string | null,
  names: MethodNames
): string | null {
  const told = method && knownMethod(method, names)
  const parts = [ownName ?? told, operator].filter((part) => part !== null)
  return parts.length > 0 ? [...new Set(parts)].join(" · ") : null
}

function knownMethod(method: string, names: MethodNames): string {
  if (/^mobile[\s_-]?money$/i.test(method)) {
    return names.mobileMoney
  }
  return /^(card|credit_card|debit_card)$/i.test(method) ? names.card : method
}
