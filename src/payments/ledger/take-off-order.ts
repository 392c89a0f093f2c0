import { randomUUID } from "node:crypto"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { HELD, PLACE, placeOf } from "./entries"
import { withHistory, type LedgerEvent } from "./history"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { INTENT, table } from "../../tables"

interface TakenOff {
  /** looked at under the row's lock; another one is left as it is */
  isMeant(row: IntentRow): boolean
  /** for the history */
  meaning: string
  /** what stays of what said where the money stood */
  kept?: Partial<IntentRow>
}

/** Money that stood for an order stands for none: it did not move, and is due at once unless a person closed it. */
export async function takeOffOrder(
  knex: Knex,
  now: Date,
  id: string,
  { isMeant, meaning, kept }: TakenOff
): Promise<IntentRow> {
  return await knex.transaction(async (trx) => {
    const before = (await table(trx, INTENT).where({ id }).forUpdate().first()) as IntentRow
    if (!isMeant(before)) return before
    const back = table(trx, INTENT)
      .where({ id })
      .update({
        used_by_session_id: null,
        // An order that an employee gave it to is canceled, too.
        assigned_order_id: null,
        assigned_collection_id: null,
        applied_at: null,
        captured_told_at: null,
        order_id: null,
        next_step_at: before.closed_at ? null : now,
        updated_at: now,
        ...kept,
      })
    const event: LedgerEvent = { type: "voided_by_core", cause: "compensation", data: { meaning } }
    const entry = { key: `voided:${randomUUID()}`, from: placeOf(before), to: PLACE, amount: HELD }
    return (await withHistory(trx, now, back, event, { entries: [entry] }))!
  })
}
