import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type AttentionRow } from "../../modules/paycollect/models/attention"
import { type ClosedMoney, type IntentRow } from "../../modules/paycollect/models/intent"
import { columns, ENTRY, INTENT, rowsOf, STATE, table } from "../../tables"
import { goneOf } from "../came"
import { least } from "../money"
import { writtenOff } from "../reversal"
import { REVIEW_AGES } from "../schedule"
import { PLACE, type Entry } from "./entries"
import { withHistory, type LedgerEvent } from "./history"

const lines = columns(ENTRY)
const facts = columns(STATE)

/** A refund of Medusa's that booked what is there again. In smallest units. */
export interface UnbookedRefund {
  refund_id: string
  /** what of it was a booking, and is none any more */
  won: bigint
  /** what stays of the refund */
  left: bigint
}

/** What is to be undone in Medusa of an answer that the ledger has; of its payment all that this needs, should the row be lost. */
export interface Unbooking extends Pick<IntentRow, (typeof KEPT_OF_PAYMENT)[number]> {
  /** of the item that was answered */
  item_id: string
  refunds: UnbookedRefund[]
}

const KEPT_OF_PAYMENT = [
  "merchant_reference",
  "subject_id",
  "order_id",
  "payment_collection_id",
  "exponent",
] as const
const UNBOOKING = "unbooking_"
/** Of an entry by which no money moves: the customer has it. */
export const GIVEN_BEFORE = "given"

export async function unbookings(knex: Knex): Promise<Unbooking[]> {
  type Written = Omit<Unbooking, "item_id" | "refunds"> & { refunds: Record<keyof UnbookedRefund, string>[] }
  const rows = await rowsOf(knex, STATE)
    .whereRaw(`starts_with(${facts.id}, ?)`, [UNBOOKING])
    .select("id", "value")
  return rows.map(({ id, value }) => {
    const { refunds, ...payment } = value as unknown as Written
    const parts = refunds.map(({ refund_id, won, left }) => ({
      refund_id,
      won: BigInt(won),
      left: BigInt(left),
    }))
    return { ...payment, item_id: id.slice(UNBOOKING.length), refunds: parts }
  })
}

export async function endUnbooking(knex: Knex, { item_id }: Unbooking): Promise<void> {
  await table(knex, STATE)
    .where({ id: UNBOOKING + item_id })
    .delete()
}

/** In the transaction that counts the money as here: a process that dies before Medusa's books agree leaves them to the job. */
async function beginUnbooking(
  trx: Knex,
  now: Date,
  row: IntentRow,
  { item_id, refunds }: Pick<Unbooking, "item_id" | "refunds">
): Promise<void> {
  const payment = Object.fromEntries(KEPT_OF_PAYMENT.map((name) => [name, row[name]]))
  const written = refunds.map(({ refund_id, won, left }) => ({ refund_id, won: `${won}`, left: `${left}` }))
  const value = JSON.stringify({ ...payment, refunds: written })
  await table(trx, STATE).insert({ id: UNBOOKING + item_id, value, created_at: now, updated_at: now })
}

/** What the item says is there again, as far as the books have it as gone. */
function wonBy({ data }: Pick<AttentionRow, "data">, row: IntentRow): bigint {
  const { won = "0" } = (data ?? {}) as { won?: string }
  return least(BigInt(won.split(" ")[0]!), writtenOff(row))
}

/** What refunds in Medusa have booked of it: they booked what went, and what is gone for good stays booked. The last refund first. */
async function unbookedBy(
  knex: Knex,
  row: IntentRow,
  item: Pick<AttentionRow, "data">
): Promise<UnbookedRefund[]> {
  const [booked, gone] = [BigInt(row.reversed_booked), BigInt(row.reversed) - wonBy(item, row)]
  let over = booked - least(booked, gone)
  // A refund's name is the last part of `returned:` and the second one of all other keys.
  const name = `split_part(${lines.key}, ':', case when ${lines.key} like 'returned:%' then 3 else 2 end)`
  const sign = `case when ${lines.to_account} = 'reversed_booked' then 1 when ${lines.from_account} = 'reversed_booked' then -1 else 0 end`
  const refunds = await rowsOf(knex, ENTRY)
    .where({ intent_id: row.id })
    .whereRaw(`split_part(${lines.key}, ':', 1) in ('booked', 'refund', 'returned')`)
    .groupByRaw("1")
    .orderByRaw(`max(${lines.created_at}) desc`)
    .select<{ refund_id: string; booked: string; sent: string }[]>(
      knex.raw(`${name} as refund_id, sum(${lines.amount}::numeric * ${sign})::text as booked`),
      knex.raw(`coalesce(sum(${lines.went_back}::numeric), 0)::text as sent`)
    )
  return refunds.flatMap(({ refund_id, booked, sent }) => {
    const won = least(over, BigInt(booked))
    over -= won
    return won > 0n ? [{ refund_id, won, left: BigInt(sent) + BigInt(booked) - won }] : []
  })
}

/**
 * A person says what became of money that had been written off and is there again: it counts as here from then on, and as given back by hand where
 * the customer has it. Held: the payment's row.
 */
export async function moveWonBack(
  trx: Knex,
  now: Date,
  row: IntentRow,
  { item, as, event }: { item: AttentionRow; as: ClosedMoney; event: LedgerEvent }
): Promise<void> {
  const won = wonBy(item, row)
  const refunds = await unbookedBy(trx, row, item)
  const unbooked = refunds.reduce((sum, each) => sum + each.won, 0n)
  const isBack = as === "returned"
  const rest = BigInt(row.came) - goneOf(row)
  // The customer has the rest, which is a refund by hand from now on: all that is here is what the shop keeps.
  const given = !isBack && row.closed_as === "returned" ? rest : 0n
  const kept = !isBack && row.closed_at && row.closed_as !== "kept" && rest === given
  const moved = table(trx, INTENT)
    .where({ id: row.id })
    .update({
      reversed: (BigInt(row.reversed) - won).toString(),
      reversed_booked: (BigInt(row.reversed_booked) - unbooked).toString(),
      refunded: (BigInt(row.refunded) + (isBack ? won : given)).toString(),
      ...(kept && { closed_as: as, review_at: new Date(now.getTime() + REVIEW_AGES[0]!) }),
      updated_at: now,
    })
  const entries: Entry[] = [
    { key: `${GIVEN_BEFORE}:${item.id}`, from: "returned", to: "refunded_by_hand", amount: given },
    { key: `won:${item.id}`, from: "reversed", to: PLACE, amount: won, goesBack: false },
    ...refunds.map(({ refund_id, won: amount }): Entry => ({
      ...{ key: `booked:${refund_id}:won:${item.id}`, from: "reversed_booked", to: "reversed", amount },
    })),
  ]
  const returned = (amount: bigint, refund_id: string): Entry => ({
    ...{
      key: `returned:${item.id}:${refund_id}`,
      from: PLACE,
      to: "refunded_by_hand",
      amount,
      goesBack: true,
    },
  })
  const byHand = refunds.map(({ refund_id, won: amount }) => returned(amount, refund_id))
  if (isBack) entries.push(...byHand, returned(won - unbooked, ""))
  await withHistory(trx, now, moved, event, { entries })
  if (!isBack && refunds.length > 0) await beginUnbooking(trx, now, row, { item_id: item.id, refunds })
}
