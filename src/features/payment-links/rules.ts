import { isCanceled, isSick, openOf, paidBy, total } from "../../orders/records/predicates"
import { type CollectionRecord, type OrderRecord, type Time } from "../../orders/records/records"
import { isUnread, mayPayFor } from "../../payments/attempts"
import { isOver, may, phaseOf, type Phased } from "../../payments/phase"
import { type PayCollectCartLack, type PayCollectLinkState } from "../../types/http"

/** How long a link can be paid by, unless its merchant says otherwise. */
export const LINK_DAYS = 7
export const MOST_LINK_DAYS = 90

/** What stands about a link in its row. */
export interface LinkRecord {
  expires_at: Time
  revoked_at: Time | null
  /** when money first came by it */
  paid_at: Time | null
}

/** What the ledger knows of a payment of the link's order or cart. */
export type LinkPayment = Phased & { status: string }

/**
 * What its customer sees and may do:
 * - `payable`: the order owes, or the cart costs `owed`, in smallest units, and it may be paid;
 * - `waiting`: money is on its way: being confirmed, or being booked;
 * - `attention`: money came and a person looks at it; nothing else is asked for;
 * - `paid`: money that came by us stands, and nothing is owed, or no more may be paid by this link;
 * - `nothing_owed`: paid in another way, or everything was taken off the order;
 * - `lacking`: the cart cannot become an order now, something of it is missing or sold out; or the order names nobody who pays any more;
 * - `canceled`: the order is canceled or gone; `gone`: the cart is; `revoked`, `expired`: the link is.
 */
export type LinkState = { kind: "payable"; owed: bigint } | { kind: Exclude<PayCollectLinkState, "payable"> }

export interface LinkMoment {
  /** the order with all its money; null: it is gone */
  order: OrderRecord | null
  /** of the order, whatever collection or cart they were made for */
  payments: readonly LinkPayment[]
  /** what the service needs of its customer */
  lacks: PayCollectCartLack[]
  /** an employee is giving other money to the order at this moment */
  busy: boolean
  exponent: number
  /** epoch ms */
  now: number
}

/**
 * What a link stands for now. Money that came outranks everything, then what the order owes; a link that has ended shows what was paid
 * by it.
 */
export function linkState(link: LinkRecord, moment: LinkMoment): LinkState {
  const { order, exponent, busy } = moment
  const payments = moment.payments.filter((each) => mayPayFor(each, order?.id))
  const came = payments.filter(isMoney)
  const unapplied = unappliedState(came, moment)
  if (unapplied) return unapplied
  if (!order || isCanceled(order) || order.is_draft_order) return { kind: "canceled" }
  const owed = openOf(order, exponent)
  if (owed <= 0n) return { kind: came.length > 0 ? "paid" : "nothing_owed" }
  if (busy || isSick(order, exponent) || payments.some(isUnderWay)) return { kind: "waiting" }
  const ended = endOf(link, moment.now)
  if (!ended) return moment.lacks.length > 0 ? { kind: "lacking" } : { kind: "payable", owed }
  return { kind: link.paid_at ? "paid" : ended }
}

export interface LinkCartMoment extends Pick<LinkMoment, "now"> {
  /** null: it is gone */
  cart: {
    /** what it costs now, in smallest units */
    total: bigint
    isCompleted: boolean
    lacks: PayCollectCartLack[]
  } | null
  /** of the cart */
  payments: readonly LinkPayment[]
}

/**
 * What the link of a cart stands for while there is no order of the cart; from then on it is the link of that order, and {@link linkState}
 * answers. So whatever else makes the order needs no code here.
 */
export function cartLinkState(link: LinkRecord, moment: LinkCartMoment): LinkState {
  const { cart, now } = moment
  const payments = moment.payments.filter((each) => mayPayFor(each, undefined))
  const came = payments.filter(isMoney)
  const unapplied = unappliedState(came, moment)
  if (unapplied) return unapplied
  // Its order was deleted since: the customer who paid is not asked again.
  if (came.length > 0) return { kind: "paid" }
  if (!cart) return { kind: "gone" }
  // Completed without an order: core is writing it at this moment.
  if (cart.isCompleted || payments.some(isUnderWay)) return { kind: "waiting" }
  const ended = endOf(link, now)
  if (ended) return { kind: ended }
  if (cart.lacks.length > 0) return { kind: "lacking" }
  return cart.total > 0n ? { kind: "payable", owed: cart.total } : { kind: "nothing_owed" }
}

const isMoney = ({ outcome }: LinkPayment) => outcome === "paid" || outcome === "discrepancy"

/** One that the service never said the end of is a person's once the job looks no more: its order would wait for it for ever. */
const isUnderWay = (payment: LinkPayment) => isConfirmed(payment) || isUnread(payment)
const isConfirmed = ({ status, outcome, next_step_at }: LinkPayment) =>
  status === "processing" && outcome !== "failed" && next_step_at !== null

/** Nothing else can be paid by the link before it is known what becomes of this one. */
export const isAwaited = (payment: LinkPayment) =>
  !isOver(payment) && (isMoney(payment) || isUnderWay(payment))

/** null when no money came that the store has not booked. */
function unappliedState(
  came: readonly LinkPayment[],
  { payments }: Pick<LinkMoment, "payments">
): LinkState | null {
  if (came.every((payment) => phaseOf(payment) === "applied")) return null
  const isExamined =
    payments.some((payment) => may("decide", payment)) ||
    came.some((payment) => phaseOf(payment) === "discrepant")
  return { kind: isExamined ? "attention" : "waiting" }
}

/** Why nothing more can be paid by a link; null while it is open. */
export function endOf(
  { revoked_at, expires_at }: Pick<LinkRecord, "revoked_at" | "expires_at">,
  now: number
): "revoked" | "expired" | null {
  if (revoked_at) return "revoked"
  return new Date(expires_at).getTime() <= now ? "expired" : null
}

/** The order's collections that ask for just this and into which no money went; first those that customers chose a way to pay in. */
export function payableCollections(order: OrderRecord, owed: bigint, exponent: number): CollectionRecord[] {
  const isChosen = ({ payment_sessions }: CollectionRecord) => Number(payment_sessions.length > 0)
  return order.payment_collections
    .filter(
      ({ status, amount, payments }) =>
        (status === "not_paid" || status === "awaiting") &&
        total([amount], exponent) === owed &&
        paidBy(payments, exponent) === 0n
    )
    .sort((one, other) => isChosen(other) - isChosen(one))
}
