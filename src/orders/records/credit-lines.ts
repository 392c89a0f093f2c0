import { least, toMajorString } from "../../payments/money"
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
      const part = least(due, total([amount], exponent))
      due -= part
      return part > 0n ? [{ refund_id: id!, amount: toMajorString(part, exponent) }] : []
    })
}

/** A refund as its credit lines show it. */
interface Balanced {
  refund: RefundRecord
  /** what the judge credited of it, in smallest units */
  credited: bigint
  /** the version of the order in which it is booked: its credit line begins a later one */
  since: number
}

/**
 * What is too much: core's process was only suspended, went on after the judge had made the line of its refund, and made its own. The order would
 * show that money as still to be given back, and a merchant would refund it twice; or it would not ask for what was added to it since.
 */
export function surplusCredits(order: OrderRecord, exponent: number): RefundCredit[] {
  const { credit_lines } = order
  const all = refundsOf(order).map((refund) => balanced(refund, order, exponent))
  const finished = new Set<Balanced>()
  for (const line of [...credit_lines].sort((one, other) => versionOf(one) - versionOf(other))) {
    // Whose sum it is comes first, then a refund that the judge did nothing about.
    const rank = (each: Balanced) => Number(!isWhole(line, each, exponent)) * 2 + Number(each.credited > 0n)
    const [its] = all
      .filter((each) => !finished.has(each) && mayBeCores(line, each, exponent))
      .sort((one, other) => rank(one) - rank(other))
    if (its) finished.add(its)
  }
  // A person may have seen it, and settled it in Medusa's dashboard.
  const byHand = credit_lines.filter(({ reference_id }) => reference_id === order.id)
  return [...finished].flatMap((its) => {
    const settled = byHand.filter((line) => isLater(line, its))
    const left = its.credited + least(0n, sumOf(settled, exponent))
    return left > 0n ? [{ refund_id: its.refund.id!, amount: toMajorString(-left, exponent) }] : []
  })
}

function balanced(
  refund: RefundRecord,
  { credit_lines, transactions }: OrderRecord,
  exponent: number
): Balanced {
  const isOfRefund = ({ reference_id }: { reference_id?: string | null }) =>
    !!refund.id && reference_id === refund.id
  const since = transactions.find(isOfRefund)?.version ?? 0
  return { refund, credited: sumOf(credit_lines.filter(isOfRefund), exponent), since }
}

/** Core names the order's collection; of a refund with a reason that one's label and code, which are not read: it has to be the whole sum. */
function mayBeCores(line: CreditLineRecord, its: Balanced, exponent: number): boolean {
  const { reference } = line
  const isOfReason =
    reference !== COLLECTION && reference !== CREDIT_REFERENCE && isWhole(line, its, exponent)
  const isOfRefund = its.refund.refund_reason_id ? isOfReason : reference === COLLECTION
  return isOfRefund && sumOf([line], exponent) > 0n && isLater(line, its)
}

/** Core credits what the judge did, or all of the refund. */
function isWhole(line: CreditLineRecord, { refund, credited }: Balanced, exponent: number): boolean {
  return sumOf([line], exponent) === (credited > 0n ? credited : total([refund.amount], exponent))
}

const isLater = (line: CreditLineRecord, { since }: Balanced) => versionOf(line) > since

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
