import { MedusaError } from "@medusajs/framework/utils"
import { type Environment, DAY_MS, MINUTE_MS } from "../service/config"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { goneOf } from "./came"
import { formatPaymentNumber } from "./names"
import { type AskedMoney } from "./request"

/** An open attempt younger than this cannot have been paid unseen. */
const RECHECK_AFTER_MS = 15_000
/** How long, and how many of them, a payment that is over may still be paid at its old page (U-15): each costs a request. */
const ENDED_RECHECK_MS = DAY_MS
const MOST_ENDED = 3

/** Open: it may still bring money and may be shown to the customer again. */
export function isOpenAttempt(row: IntentRow): boolean {
  return (
    ["creating", "unknown", "requires_action", "processing"].includes(row.status) &&
    row.outcome !== "discrepancy" &&
    row.outcome !== "failed"
  )
}

/** The service says that its money came, and not how much: as good as paid until it can be read, or a person dealt with it. */
export function isUnread(row: { status: string; outcome: string; closed_at: Date | string | null }): boolean {
  return row.status === "succeeded" && row.outcome === "waiting" && !row.closed_at
}

/** How old an open intent may be to be shown again. One whose money may be under way is: a second one would be paid twice. */
export const REUSE_MS = DAY_MS
const REUSE_PROCESSING_MS = 6 * REUSE_MS

/** An old one is near the end of its schedule, and its money would not be looked for; the customer gets a fresh one. */
export function isReusable(row: IntentRow, now: number): boolean {
  return (
    isOpenAttempt(row) &&
    ageOfAttempt(row, now) < (row.status === "processing" ? REUSE_PROCESSING_MS : REUSE_MS)
  )
}

const OPENED_MS = 15 * 60_000

/** Its money may be on its way, or its customer may stand before the payment page, or hold the phone. */
export function mayBePaid(row: IntentRow, now: number): boolean {
  const isRecent = !isHidden(row) && ageOfAttempt(row, now) < OPENED_MS
  return isOpenAttempt(row) && (row.status === "processing" || isRecent)
}

/** A request may wait on its customer's phone. A card page that was only opened sends no request to a phone. */
export function mayWaitOnPhone(row: IntentRow, now: number): boolean {
  return mayBePaid(row, now) && (row.status === "processing" || !row.provider_id.startsWith(CARDS))
}

const CARDS = "pp_paycollect-card_"

/** What a start asks for; `subject_id` is its cart or collection. */
type Second = Pick<IntentRow, "subject_id" | "fingerprint" | "amount" | "currency_code">

export const isOfSum = (
  row: IntentRow,
  { amount, currency_code }: Pick<Second, "amount" | "currency_code">
) => row.amount === amount && row.currency_code === currency_code

/** The start does not go on with it. */
export const isBeside = (row: IntentRow, { subject_id, fingerprint }: Second) =>
  row.fingerprint !== fingerprint || row.subject_id !== subject_id

/** A customer who pays it, too, is charged twice: where it is of another sum, who is asked on her phone. */
export function mayBeSecond(row: IntentRow, own: Second, now: number): boolean {
  return isBeside(row, own) && (isOfSum(row, own) ? mayBePaid(row, now) : mayWaitOnPhone(row, now))
}

/** In a live store no customer is charged by what is left of a trial. */
export const countsIn = (row: Pick<IntentRow, "environment">, environment: Environment) =>
  row.environment === "live" || environment === "test"

/**
 * Of the very attempts by which the next one is numbered: of two starts that both found nothing only one gets the number, and the other looks again.
 * @throws MedusaError NOT_ALLOWED with {@link PAYMENT_OPEN}
 */
export function assertNoSecond(
  attempts: IntentRow[],
  own: Second,
  { now, environment }: { now: number; environment: Environment }
): void {
  const other = attempts.find((row) => countsIn(row, environment) && mayBeSecond(row, own, now))
  if (!other) return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Another payment of this cart is open (payment ${formatPaymentNumber(other.payment_number)}). Whoever pays both is charged twice, so no new payment was started.`,
    PAYMENT_OPEN
  )
}

/** Its customer has left it: what she is led to pay next is another payment. */
export function isOverdue(row: IntentRow, now: number): boolean {
  return row.status === "requires_action" && isOpenAttempt(row) && !isReusable(row, now)
}

/** No customer was given its address, and none will be: its create was refused, or the service keeps what it made of it to itself. */
export function isHidden({ checkout_url, request }: IntentRow): boolean {
  return !checkout_url && !request
}

/** Asked for before a customer is led to pay anything, and before that very payment is shown again. */
export function openAttempts(attempts: IntentRow[], now: number): IntentRow[] {
  return attempts.filter(
    (row) => isOpenAttempt(row) && !isHidden(row) && ageOfAttempt(row, now) > RECHECK_AFTER_MS
  )
}

/**
 * Asked for once more before anything new is charged: a customer whose try failed may have tried again at the same page, or have paid
 * what the service calls by a reference of ours.
 * @param attempts newest first
 */
export function endedAttempts(
  attempts: IntentRow[],
  { now, environment }: { now: number; environment: Environment }
): IntentRow[] {
  return attempts
    .filter(
      (row) =>
        row.environment === environment &&
        !(isOpenAttempt(row) && !isHidden(row)) &&
        row.status !== "rejected" &&
        row.outcome !== "paid" &&
        row.outcome !== "discrepancy" &&
        ageOfAttempt(row, now) < ENDED_RECHECK_MS
    )
    .slice(0, MOST_ENDED)
}

/** Creations of one cart; the service takes 20 a minute of the whole shop (interface 8). */
const MOST_STARTS = { minute: 6, day: 30 }

/**
 * Whether a cart may have another payment created. A customer who stands before the checkout may have one a minute whatever was made for
 * her cart before: she must not be kept from paying by it.
 */
export function mayStart(
  attempts: IntentRow[],
  { now, atCheckout }: { now: number; atCheckout: boolean }
): boolean {
  const youngerThan = (ms: number) => attempts.filter((row) => ageOfAttempt(row, now) < ms).length
  const lately = youngerThan(MINUTE_MS)
  const today = youngerThan(DAY_MS)
  if (lately < MOST_STARTS.minute && today < MOST_STARTS.day) return true
  return atCheckout && (today < MOST_STARTS.day ? lately <= MOST_STARTS.minute : lately === 0)
}

function ageOfAttempt({ created_at }: IntentRow, now: number): number {
  return now - new Date(created_at).getTime()
}

/** `code` of the error of a start for what money came for already. */
export const PAID_ALREADY = "paycollect_paid_already"
/** ... of one whose customer is to be asked first: another payment may be paid, too. */
export const PAYMENT_OPEN = "paycollect_payment_open"

/** Money of this cart that no payment stands for yet, none of which was given back, and that no employee gave to an order. */
export function unspent(attempts: IntentRow[], asked: AskedMoney, environment: Environment): IntentRow[] {
  return attempts.filter(
    (row) =>
      row.environment === environment &&
      mayMakeOrder(row) &&
      !asked.paid_references?.includes(row.merchant_reference) &&
      (!row.used_by_session_id || !asked.paid_session_ids.includes(row.used_by_session_id))
  )
}

/** Money of hers came that is not what was asked for, and no person dealt with it yet. What stands under a used reference may be another's. */
const isDisputed = (row: IntentRow) =>
  row.outcome === "discrepancy" && !isHidden(row) && isUntouched(row) && !isAssigned(row)

/**
 * Such money of the same amount: never reused across amounts, currencies or environments.
 * @throws MedusaError NOT_ALLOWED with {@link PAID_ALREADY} when the cart was paid with another amount, or with money that a person looks at,
 * until its customer was asked whether she pays anew: the money that came stays an item of its own
 */
export function reusable(
  attempts: IntentRow[],
  asked: AskedMoney,
  environment: Environment
): IntentRow | undefined {
  const paid = unspent(attempts, asked, environment)
  const same = paid.find((row) => row.amount === asked.amount && row.currency_code === asked.currency_code)
  if (same || asked.pay_anew) return same
  const held = paid[0] ?? attempts.find((row) => row.environment === environment && isDisputed(row))
  if (!held) return undefined
  const other = held.currency_code === asked.currency_code ? "with another amount" : "in another currency"
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `This cart was already paid ${other} (payment ${formatPaymentNumber(held.payment_number)}). Nothing more was charged: the shop gives that money back or uses it. The cart can be paid anew in full.`,
    PAID_ALREADY
  )
}

/** Given to an order by an employee: nothing but that order may be paid with it, by whatever way. */
export function isAssigned({ assigned_order_id }: { assigned_order_id?: string | null }): boolean {
  return assigned_order_id != null
}

/** No person dealt with it by hand, or gave it to another order than this one, or to any where none stands. */
export function mayPayFor(
  { closed_at, assigned_order_id }: { closed_at: Date | string | null; assigned_order_id?: string | null },
  orderId: string | null | undefined
): boolean {
  return !closed_at && (assigned_order_id == null || assigned_order_id === orderId)
}

/** Money that came, of which nothing went back, and which no person dealt with or gave to an order. */
export function mayMakeOrder(
  payment: { outcome: string; assigned_order_id?: string | null } & Parameters<typeof isUntouched>[0]
): boolean {
  return payment.outcome === "paid" && isUntouched(payment) && !isAssigned(payment)
}

/** No part of it went back and no person dealt with it by hand: only such money may become an order by itself. */
export function isUntouched(
  payment: { closed_at: Date | string | null } & Parameters<typeof goneOf>[0]
): boolean {
  return !payment.closed_at && goneOf(payment) === 0n
}
