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
  const twice: Balanced[] = []
  for (const line of [...credit_lines].sort((one, other) => versionOf(one) - versionOf(other))) {
    const amount = total([line.amount], exponent)
    const isEqual = ({ refund, credited }: Balanced) =>
      amount === (credited > 0n ? credited : total([refund.amount], exponent))
    // A line that may be that of a refund which the judge did nothing about is taken for that one's.
    const rank = (each: Balanced) => Number(!isEqual(each)) * 2 + Number(each.credited > 0n)
    const [its] = open
      .filter(
        (each) => amount > 0n && mayBeCores(line, each) && (isEqual(each) || !each.refund.refund_reason_id)
      )
      .sort((one, other) => rank(one) - rank(other))
    if (!its) continue
    open.splice(open.indexOf(its), 1)
    if (its.credited > 0n) twice.push(its)
  }
  // A person may have seen it, and settled it in Medusa's dashboard.
  const byHand = credit_lines.filter(
    ({ reference, reference_id }) => reference === CREDIT_REFERENCE && reference_id === order.id
  )
  return twice.flatMap(({ refund, credited, since }) => {
    const settled = byHand.filter((line) => versionOf(line) > since).map(({ amount }) => amount)
    const left = credited + least(0n, total(settled, exponent))
    return left > 0n ? [{ refund_id: refund.id!, amount: toMajorString(-left, exponent) }] : []
  })
}

function balanced(
  refund: RefundRecord,
  { credit_lines, transactions }: OrderRecord,
  exponent: number
): Balanced {
  const booked = transactions.find(({ reference_id }) => !!refund.id && reference_id === refund.id)
  const judged = credit_lines.filter(({ reference_id }) => !!refund.id && reference_id === refund.id)
  const sum = (lines: CreditLineRecord[]) =>
    total(
      lines.map(({ amount }) => amount),
      exponent
    )
  const credited = sum(judged)
  const made = judged.filter((line) => credited > 0n && sum([line]) > 0n)
  return { refund, credited, since: Math.max(booked?.version ?? 0, ...made.map(versionOf)) }
}

/** Core names the order's collection; of a refund with a reason that one's label and code, which are not read. */
function mayBeCores(line: CreditLineRecord, { refund, since }: Balanced): boolean {
  const isNamed = line.reference === "payment_collection" || line.reference === CREDIT_REFERENCE
  const isOfRefund = refund.refund_reason_id ? !isNamed : line.reference === "payment_collection"
  return isOfRefund && versionOf(line) > since
}

/** What the judge writes as `reference`; Medusa's dashboard writes it, too, with the order's id, where a person settles a balance by hand. */
export const CREDIT_REFERENCE = "refund"
/** Each version of an order has copies of its lines: the one that a line was made in is kept beside it. */
const versionOf = ({ metadata }: CreditLineRecord) => metadata?.created_in_version ?? 0

const least = (one: bigint, other: bigint) => (one < other ? one : other)
