import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { CHECK_AGAIN_MS } from "../../payments/schedule"
import { type PaymentNumber, storedNumber, withFreeNumber } from "../../payments/names"
import { type Clock } from "../../service/config"
import { leaseTime } from "../../payments/ledger/rows"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type Entry, PLACE, refundOfLost } from "../../payments/ledger/entries"
import { unbookings } from "../../payments/ledger/won-back"
import { withHistory } from "../../payments/ledger/history"
import { type NewIntent } from "../../payments/ledger/rows"
import { INTENT, table } from "../../tables"

export type RecoveredIntent = Omit<NewIntent, "fingerprint" | "request"> &
  Pick<IntentRow, "recovered" | "payment_ref" | "used_by_session_id"> &
  Partial<Pick<IntentRow, "assigned_order_id" | "assigned_collection_id" | "created_at">> & {
    /** the one that the customer was told, where that is known */
    payment_number?: PaymentNumber | null
    refunds: LostRefund[]
  }

/** Of Medusa, as its payment of this money has it; in smallest units. */
export interface LostRefund {
  refund_id: string
  amount: bigint
}

/** Longer than writing an answer down may take. */
const RECOVERY_LEASE_MS = 15_000

/** What no request has: a recovered row is never shown to a customer again, whose money for it came or did not. */
const NO_FINGERPRINT = "recovered"

/** Of an attempt that becomes a lost payment's row. */
const NOTHING_YET = {
  ...{ contact: null, purchase: null, tax: null, create_lease_until: null, told_at: null, returned_at: null },
  ...{ outcome_reason: null, verified: null, verified_at: null, failed_at: null },
}

/** No customer was given what it is paid by, no money came, and no other process asks about it. */
const whileAttempt = (knex: Knex, clock: Clock, { id, verify_lease_until }: IntentRow) =>
  table(knex, INTENT)
    .where({ id, checkout_url: null, recovered: null })
    .whereNot({ outcome: "paid" })
    .whereNot({ outcome: "discrepancy" })
    .where((own) =>
      own.where({ verify_lease_until }).orWhere("verify_lease_until", "<=", leaseTime(knex, clock))
    )

/** Without what the job is about to take out of Medusa's books: money that was won back, and that the shop keeps. */
async function stillBooked(knex: Knex, reference: string, refunds: LostRefund[]): Promise<LostRefund[]> {
  if (refunds.length === 0) return refunds
  const left = new Map(
    (await unbookings(knex))
      .filter(({ merchant_reference }) => merchant_reference === reference)
      .flatMap((each) => each.refunds.map((refund) => [refund.refund_id, refund.left]))
  )
  return refunds
    .map(({ refund_id, amount }) => ({ refund_id, amount: left.get(refund_id) ?? amount }))
    .filter(({ amount }) => amount > 0n)
}

/**
 * Writes a row anew that a failover or a restored backup lost. Leased to its writer, who has the service's answer already, so that no other
 * process asks meanwhile; and due soon: a writer that dies before the answer is written down leaves it to the job. As old as its payment is.
 * @returns null when the reference has a row, of two processes that recover it, one did; or when `taken` is more than an attempt by now
 */
export async function insertRecovered(
  knex: Knex,
  clock: Clock,
  { values: given, asked, cause }: { values: RecoveredIntent; /** epoch ms */ asked: number; cause: string },
  taken?: IntentRow
): Promise<IntentRow | null> {
  const { refunds: inMedusa, ...values } = given
  const refunds = await stillBooked(knex, values.merchant_reference, inMedusa)
  const { recovered: from } = values
  const amount = refunds.reduce((sum, refund) => sum + refund.amount, 0n)
  const refunded = amount.toString()
  const id = taken?.id ?? generateEntityId("", "pcint")
  const now = new Date(clock.now())
  const row = {
    created_at: now,
    ...values,
    id,
    // Medusa's payment of it stands, of which a process told when it was captured.
    captured_told_at: values.used_by_session_id ? now : null,
    // So much has come at least.
    came: refunded,
    refunded,
    fingerprint: NO_FINGERPRINT,
    request: null,
    ...NOTHING_YET,
    status: "requires_action",
    outcome: "waiting",
    asked_at: new Date(asked),
    asks: 1,
    verify_lease_until: leaseTime(knex, clock, RECOVERY_LEASE_MS),
    next_step_at: new Date(clock.now() + CHECK_AGAIN_MS),
    updated_at: now,
  }
  const refund_ids = refunds.map(({ refund_id }) => refund_id)
  const data = { from, ...(amount > 0n && { refunded, refund_ids }) }
  const event = { type: "recovered" as const, cause, data }
  const entries: Entry[] = [
    { key: `came:${amount}`, from: "service", to: PLACE, amount },
    ...refunds.map((refund) => refundOfLost(refund)),
  ]
  const write = async (payment_number: PaymentNumber) => {
    const all = { ...row, payment_number }
    const written = taken ? whileAttempt(knex, clock, taken).update(all) : table(knex, INTENT).insert(all)
    return (await withHistory(knex, now, written, event, { entries })) ?? null
  }
  return await withFreeNumber(write, values.payment_number ?? (taken && storedNumber(taken.payment_number)))
}
