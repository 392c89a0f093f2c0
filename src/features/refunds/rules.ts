import { type AttentionReason } from "../../payments/attention-reasons"
import { type Came, cameForGoods, feeLeft, goneOf } from "../../payments/came"
import { may, phaseOf, type Phased } from "../../payments/phase"

/** Items about money of which it is not known how much came, or whose it is. */
const UNCLEAR: ReadonlySet<AttentionReason | null> = new Set<AttentionReason>([
  "reference_discrepancy",
  "unreadable_success",
])

/**
 * - `order_stands`: it was applied, or is booked on an order that was canceled since; what goes back of it goes through Medusa, which keeps
 *   the order's books.
 * - `no_item`: no item about its money is open: none came, or a person dealt with it.
 * - `unclear`: money came, and it is not certain how much, or whose.
 * - `in_progress`: the store has begun to make an order of it.
 * - `nothing_left`: all of it went back, or is on its way.
 */
export type NoRefund = "order_stands" | "no_item" | "unclear" | "in_progress" | "nothing_left"

/** What may go back of a payment, in smallest units of `currency_code`. */
export interface Refundable {
  came: bigint
  left: bigint
  currency_code: string
  /** of a fee that was too high: an order may stand for the rest */
  ofFee?: true
}

/**
 * Only money that came and that no order stands for is refunded from here, up to what came for the goods; the fee that a customer bore on
 * top is the service's, but where it was more than one is expected to be: that may go back by itself. Who asks holds the money meanwhile, and the statement that writes a refund down looks once more.
 * @param open the reason of the open item about its money, or about its fee; null without one
 */
export function refundableOf(
  payment: Came & Phased & { fee?: string | null },
  open: AttentionReason | null
): Refundable | NoRefund {
  if (open === "unexpected_fee") return refundableFee({ fee: null, ...payment })
  const phase = phaseOf(payment)
  if (phase === "applied") return "order_stands"
  if (!open || !may("decide", payment)) return "no_item"
  const came = cameForGoods(payment)
  if (!came || UNCLEAR.has(open)) return "unclear"
  // Money that was given up on is due only while it is tried again.
  if (phase === "retried") return "in_progress"
  if (phase === "reserved") return "order_stands"
  // As the journal has it: more than was asked for may have come before, and the last answer leave that out.
  const left = BigInt(payment.came) - goneOf(payment)
  if (left <= 0n) return "nothing_left"
  return { came: BigInt(payment.came), left, currency_code: came.currency_code }
}

/** What the service took back went from the fee first. */
function refundableFee(payment: Came & Phased & { fee: string | null }): Refundable | NoRefund {
  if (!may("refundFee", payment)) return "no_item"
  const left = feeLeft(payment)
  if (left <= 0n || payment.reversed !== "0") return "nothing_left"
  return { came: BigInt(payment.fee!), left, currency_code: payment.currency_code, ofFee: true }
}
