import { isRoundedUp, isUnexpectedFee, type FeeBearer, type Verified } from "../../payments/assess"
import { isMinorAmount, type MinorAmount } from "../../service/wire/shape"
import { partsOf, type ReferenceParts } from "../../payments/names"

/**
 * Payments that the service knows and our records do not: a failover or a restored backup lost the row. Pure. Only a signed event, or a
 * merchant who pastes references, makes a process look.
 *
 * | reference | in the store | names our shop | then |
 * |---|---|---|---|
 * | of another form | | | nothing: never one of ours |
 * | of our form | its cart, collection or order, or another attempt | | ask, and recover from the store: applied or listed like any other |
 * | of our form | nothing | yes | ask, and recover from the answer alone: money becomes the item `unknown_payment` |
 * | of our form | nothing | no | another shop's: counted, never asked about, never an item |
 */
export type Origin = "store" | "event"

export function orphanOrigin({ isHere, isNamed }: { isHere: boolean; isNamed: boolean }): Origin | null {
  if (isHere) return "store"
  return isNamed ? "event" : null
}

/** The first name of a payment that a shop with this plugin may have given it. */
export function orphanReference(names: readonly string[]): ({ reference: string } & ReferenceParts) | null {
  for (const reference of names) {
    const parts = partsOf(reference)
    if (parts) return { reference, ...parts }
  }
  return null
}

export interface OrphanMoney {
  amount: MinorAmount
  /** lower case */
  currency_code: string
}

/** ISO 4217 for "no currency": the service says that money came, and neither it nor the store says what. */
const NOTHING_READABLE: OrphanMoney = { amount: "0" as MinorAmount, currency_code: "xxx" }

/**
 * What a lost payment asked for, in smallest units: what the service says that came. Where the store asks for an amount that explains the
 * answer, rounded up (U-28) or with the fee that the customer bears on top, that amount.
 * @param asked what the store asks for now; null where nothing of it is left
 */
export function moneyOfOrphan(
  { amount, currency }: Verified,
  asked: OrphanMoney | null,
  { feeBearer, multiple }: { feeBearer: FeeBearer; multiple: string | null }
): OrphanMoney {
  if (!isMinorAmount(amount) || !/^[a-z]{3}$/i.test(currency ?? "")) return asked ?? NOTHING_READABLE
  const came = { amount, currency_code: currency!.toLowerCase() }
  if (!asked || asked.currency_code !== came.currency_code) return came
  const excess = BigInt(came.amount) - BigInt(asked.amount)
  const isFee = feeBearer === "customer" && excess >= 0n && !isUnexpectedFee(excess, { ...asked, multiple })
  return isFee || isRoundedUp(came.amount, { ...asked, multiple }) ? asked : came
}
