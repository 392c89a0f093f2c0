import { toMinorUnits, type MajorAmountLike } from "../../../src/payments/money"

/** An order's money as Medusa has it, in major units. */
export interface OrderMoney {
  id: string
  status: string
  total: MajorAmountLike
  /** as the dashboard shows it; absent where nobody works it out */
  payment_status?: string
  summary: { transaction_total?: MajorAmountLike | null }
  items?: { return_requested_total?: MajorAmountLike | null }[] | null
  transactions: { amount: MajorAmountLike; reference_id?: string | null }[]
  payment_collections: CollectionMoney[]
}

interface CollectionMoney {
  id: string
  status: string
  amount: MajorAmountLike
  payments: PaymentMoney[]
}

interface PaymentMoney {
  id: string
  amount: MajorAmountLike
  data?: { merchant_reference?: unknown } | null
  captured_at?: unknown
  canceled_at?: unknown
  captures?: { id: string; amount: MajorAmountLike }[] | null
  /** without `created_by`: core's own, of a completion that failed */
  refunds?: { id?: string; amount: MajorAmountLike; created_by?: string | null }[] | null
}

/** Finer than any currency. */
const FINEST = 6
const units = (amount: MajorAmountLike | null | undefined) => toMinorUnits(amount ?? 0, FINEST)
const sum = (parts: readonly { amount: MajorAmountLike }[]) =>
  parts.reduce((all, { amount }) => all + units(amount), 0n)
/** Half up, once, to what can be paid. */
const rounded = (fine: bigint, exponent: number) => {
  const unit = 10n ** BigInt(FINEST - exponent)
  const up = fine + unit / 2n
  return up >= 0n ? up / unit : -((unit - 1n - up) / unit)
}

/** What the order still asks for, in smallest units; below 0 when it was paid too much. */
export function owedOf(order: OrderMoney, exponent: number): bigint {
  const returning = (order.items ?? []).map(({ return_requested_total }) => units(return_requested_total))
  return rounded(
    returning.reduce((left, each) => left - each, units(order.total) - sum(order.transactions)),
    exponent
  )
}

/**
 * What Medusa shows wrongly of an order's money once nobody is at work on it any more, in words. Written by what a merchant reads there, and not by
 * the code that keeps it so. Of an order that is canceled or a draft nothing is asked.
 */
export function orderFaults(order: OrderMoney, exponent: number): string[] {
  if (order.status === "canceled" || order.status === "draft") return []
  const faults = [
    ...transactionFaults(order, exponent),
    ...collectionFaults(order, exponent),
    ...statusFaults(order, exponent),
  ]
  return faults.map((fault) => `${order.id}: ${fault}`)
}

/** Each capture and refund once, nothing else of a payment, and core's kept sum is theirs. */
function transactionFaults(
  { transactions, payment_collections, summary }: OrderMoney,
  exponent: number
): string[] {
  // Core books the sum that it was told came, and captures the fraction of a unit that nobody can pay.
  const isSame = (one: bigint, other: bigint) => rounded(one, exponent) === rounded(other, exponent)
  const all = payment_collections.flatMap(({ payments }) => payments)
  const moved = all
    .filter((payment) => !isTakenBack(payment) && !isMadeAnew(payment, all))
    .flatMap(({ captures, refunds }) => [
      ...(captures ?? []).map(({ id, amount }) => ({ id, amount: units(amount) })),
      ...(refunds ?? []).map(({ id, amount }) => ({ id: id!, amount: -units(amount) })),
    ])
  const faults = moved.flatMap(({ id, amount }) => {
    const booked = transactions.filter(({ reference_id }) => reference_id === id)
    const isOnce = booked.length === 1 && isSame(units(booked[0]!.amount), amount)
    return isOnce
      ? []
      : [
          `${id} of ${amount} is booked as ${booked.map((each) => units(each.amount)).join(", ") || "nothing"}`,
        ]
  })
  const kept = summary.transaction_total
  if (kept != null && units(kept) !== sum(transactions))
    faults.push(`core keeps ${units(kept)} of transactions of ${sum(transactions)}`)
  return faults
}

/** At most one that nothing is in asks for money, and for just what is open; one that took less than it asks for is cut to that. */
function collectionFaults(order: OrderMoney, exponent: number): string[] {
  const open = owedOf(order, exponent) - standing(order, exponent)
  const asks = ({ amount }: CollectionMoney) => rounded(units(amount), exponent)
  const asking = order.payment_collections.filter(
    ({ status, payments }) => status !== "canceled" && payments.every(isTakenBack)
  )
  const faults = asking
    .filter((each) => open <= 0n || asks(each) !== open)
    .map((each) => `${each.id} asks for ${asks(each)}, open are ${open}`)
  if (asking.length > 1) faults.push(`${asking.length} collections ask for money`)
  for (const each of order.payment_collections) {
    const taken = rounded(sum(each.payments.flatMap(({ captures }) => captures ?? [])), exponent)
    const isWhole = each.payments.every(
      ({ captured_at, canceled_at, refunds }) => !refunds?.length && (captured_at || canceled_at)
    )
    if (isWhole && taken > 0n && taken < asks(each))
      faults.push(`${each.id} asks for ${asks(each)} and took ${taken}`)
  }
  return faults
}

/** Shown as captured, it owes nothing; and it is shown so where it owes nothing, was paid, and gave nothing back. */
function statusFaults(order: OrderMoney, exponent: number): string[] {
  const { payment_status, payment_collections } = order
  if (payment_status === undefined) return []
  const owed = owedOf(order, exponent)
  const all = payment_collections
    .flatMap(({ payments }) => payments)
    .filter((payment) => !isTakenBack(payment))
  const isPaid = all.some(({ captured_at }) => captured_at)
  const gaveBack = all.some(({ refunds }) => refunds?.length)
  const isShown = payment_status === "captured"
  if (isShown ? owed > 0n : owed <= 0n && isPaid && !gaveBack && standing(order, exponent) === 0n)
    return [`owes ${owed} and is shown as ${payment_status}`]
  return []
}

/** Authorizations that wait for their capture. */
function standing({ payment_collections }: OrderMoney, exponent: number): bigint {
  const waiting = payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ captured_at, canceled_at }) => !captured_at && !canceled_at)
  return rounded(sum(waiting), exponent)
}

/** By core, of which nothing but the record is left: all of it, and nobody asked for that. */
function isTakenBack({ captured_at, canceled_at, captures, refunds }: PaymentMoney): boolean {
  // Refunded by a person before core made an order of it, it pays for nothing; after that its mark is gone.
  if (canceled_at && (!captured_at || refunds?.length)) return true
  const isAll = !!refunds?.length && sum(refunds) >= sum(captures ?? [])
  return isAll && refunds.every(({ created_by }) => created_by == null)
}

/** Core canceled it with its order, died over that, and made another payment of the same money: what that one captured is booked, once. */
function isMadeAnew({ canceled_at, data }: PaymentMoney, all: readonly PaymentMoney[]): boolean {
  const reference = data?.merchant_reference
  const isSame = (other: PaymentMoney) => !other.canceled_at && other.data?.merchant_reference === reference
  return !!canceled_at && !!reference && all.some(isSame)
}
