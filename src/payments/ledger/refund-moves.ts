import { randomUUID } from "node:crypto"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type AttentionRow } from "../../modules/paycollect/models/attention"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { ATTENTION, columns, ENTRY, INTENT, type Query, REFUND, rowsOf, type Rows, table } from "../../tables"
import { HELD, PLACE, refundKey as keyOf, TAKEN_BY, type Entry } from "./entries"
import { isUndoable, type AttentionReason } from "../attention-reasons"
import { withHistory, type LedgerEvent } from "./history"
import { mayNow, type Transition } from "../phase"
import { CHECK_AGAIN_MS } from "../schedule"

const intents = columns(INTENT)

/** Amounts in smallest units: what goes back in all, and how much of it was reversed before and is only booked. */
export interface CountedRefund {
  refund_id: string
  amount: bigint
  booked: bigint
  /** of a fee that was too high, and not of the goods */
  ofFee?: boolean
}

/** What a step of a refund adds to the payment's balances, with its entries. */
interface RefundMove {
  refunded: bigint
  booked: bigint
  /** of a fee: as much more counts as come, so that what is held for the goods stays as it is */
  came: bigint
  entries: Entry[]
}

/** Counted before it is sent. */
export function refundAsked({ refund_id, amount, booked, ofFee }: CountedRefund): RefundMove {
  const [key, to] = [keyOf(refund_id), `refunding:${refund_id}` as const]
  const booking = {
    key: `booked:${refund_id}`,
    from: "reversed",
    to: "reversed_booked",
    amount: booked,
  } as const
  const sum = amount - booked
  const asked: Entry = { key, from: ofFee ? "fee" : PLACE, to, amount: sum, goesBack: true }
  return { refunded: sum, booked, came: ofFee ? sum : 0n, entries: [asked, booking] }
}

/** The service has it, or a person sent it. */
export function refundSent({ refund_id, amount, booked }: CountedRefund): RefundMove {
  const from = `refunding:${refund_id}` as const
  const sent: Entry = { key: `${keyOf(refund_id)}:end`, from, to: "refunded", amount: amount - booked }
  return { refunded: 0n, booked: 0n, came: 0n, entries: [sent] }
}

/** No money moved: it is counted no more. */
export function refundNotSent({ refund_id, amount, booked, ofFee }: CountedRefund): RefundMove {
  const [key, from] = [`${keyOf(refund_id)}:end`, `refunding:${refund_id}` as const]
  const unbooked: Entry = {
    ...{ key: `booked:${refund_id}:end`, from: "reversed_booked", to: "reversed", amount: booked },
  }
  const sum = amount - booked
  const back: Entry = { key, from, to: ofFee ? "fee" : PLACE, amount: sum, goesBack: false }
  return { refunded: -sum, booked: -booked, came: ofFee ? -sum : 0n, entries: [back, unbooked] }
}

/** A refund's row that is written beside it, and what else has to hold of the payment. */
interface RefundBeside {
  refund: Partial<Rows[typeof REFUND]>
  guarded(payment: Query<IntentRow>): Query<IntentRow>
}

/**
 * The statement that guards the sum of refunds: of two at once that would take more than is here, or book more than was reversed, one is refused.
 * @returns null then; nothing was written
 */
export async function moveRefund(
  knex: Knex,
  now: Date,
  id: string,
  move: RefundMove,
  event?: LedgerEvent,
  { refund, guarded = (payment) => payment }: Partial<RefundBeside> = {}
): Promise<IntentRow | null> {
  const sum = (column: string, more: bigint) =>
    knex.raw(`((${column}::numeric + ?::numeric)::numeric(40,0))::text`, [more.toString()])
  const moved = guarded(table(knex, INTENT).where({ id }))
    .whereRaw(`${HELD.sql}::numeric >= ?::numeric`, [(move.refunded - move.came).toString()])
    .whereRaw(`${intents.reversed}::numeric - ${intents.reversed_booked}::numeric >= ?::numeric`, [
      move.booked.toString(),
    ])
    .whereRaw(
      move.came > 0n
        ? `${intents.came}::numeric + ?::numeric <= ${intents.amount}::numeric + ${intents.fee}::numeric`
        : "?::numeric <= 0",
      [move.came.toString()]
    )
    .update({
      came: sum(intents.came, move.came),
      refunded: sum(intents.refunded, move.refunded),
      reversed_booked: sum(intents.reversed_booked, move.booked),
      updated_at: now,
    })
  return (await withHistory(knex, now, moved, event, { entries: move.entries, refund })) ?? null
}

/** Whether it is a part of the fee that is refunded by it. */
export async function isOfFee(knex: Knex, intent_id: string, refundId: string): Promise<boolean> {
  const asked = { intent_id, key: keyOf(refundId), from_account: "fee" }
  return (await table(knex, ENTRY).where(asked).first("key")) !== undefined
}

/**
 * A person found that a refund was not sent. Its sum may be refunded again; what Medusa has booked, or what went with money that was given back
 * by hand, is still to be sent.
 * @param item what she closed
 * @returns the item that is left: about the money, where that was closed with the refund; null where one is open
 */
export async function takeBack(
  knex: Knex,
  now: Date,
  { id, closed_as }: Pick<IntentRow, "id" | "closed_as">,
  { key, data }: Pick<AttentionRow, "key" | "data">
): Promise<{ reason: AttentionReason; key: string; data?: Record<string, unknown> } | null> {
  if (!isUndoable({ refundId: key, closedAs: closed_as })) {
    await table(knex, REFUND).where({ id: key }).update({ status: "due", updated_at: now })
    return { reason: "refund_due", key, data: data ?? undefined }
  }
  const ofFee = await isOfFee(knex, id, key)
  const about = ofFee ? ({ reason: "unexpected_fee" } as const) : ({ category: "money" } as const)
  const last = await rowsOf(knex, ATTENTION)
    .where({ intent_id: id, ...about })
    .orderBy("created_at", "desc")
    .first()
  const closed = last?.resolved_by === "paycollect" ? last : null
  if (closed && !ofFee) {
    const reopened = table(knex, INTENT)
      .where({ id, closed_as: null })
      .update({ closed_at: null, listed_at: now, updated_at: now })
    const more: Entry = { key: `reopened:${key}`, from: "closed", to: TAKEN_BY, amount: HELD }
    await withHistory(knex, now, reopened, undefined, { entries: [more] })
  }
  await undoRefund(knex, now, id, key)
  return (
    closed && { reason: closed.reason as AttentionReason, key: closed.key, data: closed.data ?? undefined }
  )
}

async function undoRefund(knex: Knex, now: Date, intent_id: string, refund_id: string): Promise<void> {
  const [row] = await table(knex, REFUND)
    .where({ id: refund_id, intent_id })
    .update({ status: "not_sent", updated_at: now })
    .returning("*")
  const { amount, currency_code } = row!
  const ofFee = await isOfFee(knex, intent_id, refund_id)
  const move = refundNotSent({ refund_id, amount: BigInt(amount), booked: 0n, ofFee })
  const data = { amount, currency: currency_code, refund_id }
  await moveRefund(knex, now, intent_id, move, { type: "refund_not_sent", data })
}

/**
 * As long as nothing else was counted since the row was read. What more is gone is looked at again, be it that its process dies before a person is told:
 * by the schedule where all of it is, and by a review where none is to come. @returns null otherwise; nothing was written
 */
export async function moveReversed(
  knex: Knex,
  now: Date,
  seen: IntentRow,
  gone: bigint
): Promise<IntentRow | null> {
  const { id, came, refunded, reversed, reversed_booked } = seen
  const more = gone - BigInt(reversed)
  const isAll = gone + BigInt(refunded) >= BigInt(came)
  const soon = new Date(now.getTime() + CHECK_AGAIN_MS)
  const dueBy = (look: Transition, column: string) =>
    `case when ${mayNow(look)} then coalesce(${column}, ?::timestamptz) else ${column} end`
  const moved = table(knex, INTENT)
    .where({ id, came, refunded, reversed, reversed_booked })
    // Who gave it back by hand may have done so at the service, and it is counted.
    .whereRaw(`${intents.closed_as} is distinct from 'returned'`)
    .update({
      reversed: gone.toString(),
      ...(more > 0n && { review_at: knex.raw(dueBy("review", intents.review_at), [soon]) }),
      ...(more > 0n && isAll && { next_step_at: knex.raw(dueBy("schedule", intents.next_step_at), [soon]) }),
      updated_at: now,
    })
  const key = `reversed:${randomUUID()}`
  const entry: Entry =
    more > 0n
      ? { key, from: PLACE, to: "reversed", amount: more, goesBack: true }
      : { key, from: "reversed", to: PLACE, amount: -more, goesBack: false }
  return (await withHistory(knex, now, moved, undefined, { entries: [entry] })) ?? null
}
