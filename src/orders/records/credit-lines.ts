import { toMajorString } from "../../payments/money"
import { creditDue, freshRefunds, refundsOf, total } from "./predicates"
import { type CreditLineRecord, type OrderRecord, type RefundRecord } from "./records"

/**
 * Credit lines of refunds. Core makes one after each refund, so that the order does not ask for that money again. Where its process died before,
 * the third judge makes it, and names the refund in it. Pure.
 */

/** A credit line that names its refund; in major units. Below 0 it takes one back. */
export interface RefundCredit {
  refund_id: string
  amount: string
}

/** What core did not live to make, see {@link creditDue}. */
export function missingCredits(order: OrderRecord, exponent: number): RefundCredit[] {
  let due = creditDue(order, exponent)
  return freshRefunds(order)
    .reverse()
    .flatMap(({ id, amount }) => {
      const sum = total([amount], exponent)
      const part = due < sum ? due : sum
      due -= part
      return part > 0n ? [{ refund_id: id!, amount: toMajorString(part, exponent) }] : []
    })
}

/** A refund as its credit lines show it. */
interface Balanced {
  refund: RefundRecord
  /** what the judge credited of it, in smallest units */
  credited: bigint
  /** from which version of the order on core may have made a line of it beside that */
  since: number
}

/**
 * What is too much: core's process was only suspended, went on after the judge had made the line of its refund, and made its own. The order would
 * show that money as still to be given back, and a merchant would refund it twice; or it would not ask for what was added to it since.
 */
export function surplusCredits(order: OrderRecord, exponent: number): RefundCredit[] {
  const { credit_lines } = order
  const open = refundsOf(order).map((refund) => balanced(refund, order, exponent))
  const finished: Balanced[] = []
  for (const line of [...credit_lines].sort((one, other) => versionOf(one) - versionOf(other))) {
    // A line that may be that of a refund which the judge did nothing about is taken for that one's.
    const rank = (each: Balanced) => Number(each.credited > 0n) * 2 + Number(!isWhole(line, each, exponent))
    const [its] = open
      .filter((each) => mayBeCores(line, each, exponent))
      .sort((one, other) => rank(one) - rank(other))
    if (its) finished.push(...open.splice(open.indexOf(its), 1))
  }
  // A person may have seen it, and settled it in Medusa's dashboard.
  const byHand = credit_lines.filter(({ reference_id }) => reference_id === order.id)
  return finished.flatMap(({ refund, credited, since }) => {
    const settled = sumOf(
      byHand.filter((line) => versionOf(line) > since),
      exponent
    )
    const left = settled < 0n ? credited + settled : credited
    return left > 0n ? [{ refund_id: refund.id!, amount: toMajorString(-left, exponent) }] : []
  })
}

function balanced(
  refund: RefundRecord,
  { credit_lines, transactions }: OrderRecord,
  exponent: number
): Balanced {
  const isOfRefund = ({ reference_id }: { reference_id?: string | null }) =>
    !!refund.id && reference_id === refund.id
  const lines = credit_lines.filter(isOfRefund)
  const credited = sumOf(lines, exponent)
  const booked = transactions.find(isOfRefund)?.version ?? 0
  // What was taken back of it since is a line of its own.
  const made = lines.filter((line) => sumOf([line], exponent) > 0n).map(versionOf)
  return { refund, credited, since: credited > 0n ? Math.max(...made) : booked }
}

/** Core names the order's collection; of a refund with a reason that one's label and code, which are not read: it has to be the whole sum. */
function mayBeCores(line: CreditLineRecord, its: Balanced, exponent: number): boolean {
  const { reference } = line
  const isOfReason =
    reference !== COLLECTION && reference !== CREDIT_REFERENCE && isWhole(line, its, exponent)
  const isOfRefund = its.refund.refund_reason_id ? isOfReason : reference === COLLECTION
  return isOfRefund && sumOf([line], exponent) > 0n && versionOf(line) > its.since
}

/** Core credits what the judge did, or all of the refund. */
function isWhole(line: CreditLineRecord, { refund, credited }: Balanced, exponent: number): boolean {
  return sumOf([line], exponent) === (credited > 0n ? credited : total([refund.amount], exponent))
}

const sumOf = (lines: CreditLineRecord[], exponent: number) =>
  total(
    lines.map(({ amount }) => amount),
    exponent
  )

const COLLECTION = "payment_collection"
/** What the judge writes as `reference`; Medusa's dashboard writes it, too, with the order's id, where a person settles a balance by hand. */
export const CREDIT_REFERENCE = "refund"
/** Each version of an order has copies of its lines: the one that a line was made in is kept beside it. */
const versionOf = ({ metadata }: CreditLineRecord) => metadata?.created_in_version ?? 0
