import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { columns, INTENT } from "../../tables"

/** With when it was due: its `next_step_at` is moved on. */
export type DueRow = IntentRow & { due_at: Date }

const { subject_id, attempt, status, outcome, next_step_at, asked_at, told_at, returned_at, deleted_at } =
  columns(INTENT)
const ROW = columns(INTENT).id

/** Money that came, what was told of, what a customer came back from, what is open, what failed or was refused. */
const KIND = `case when ${outcome} = 'paid' then 0 when ${told_at} is not null then 1
  when ${outcome} = 'failed' or ${status} = 'rejected' then 4 when ${returned_at} is not null then 2 else 3 end`
/** Since when a cart waits: no look at any payment of it since then. Without deleted rows, as the index by subject: else each due row reads the table. */
const SINCE = `greatest(${next_step_at}, (select max(${asked_at}) from ${INTENT} cart where cart.${subject_id} = ${INTENT}.${subject_id} and cart.${deleted_at} is null))`
const TURN_OF_CART = `row_number() over (partition by ${subject_id}
  order by ${KIND} > 1 and ${returned_at} is null, ${KIND}, ${attempt} desc)`
const CLAIM = `with due as (
    select ${ROW}, ${KIND} as sort, ${SINCE} as since, ${TURN_OF_CART} as turn
    from ${INTENT} where ${deleted_at} is null and ${next_step_at} <= :now
  ), sorts as (
    select ${ROW}, sort, row_number() over (partition by sort order by turn, since) as place from due
  ), queue as (
    select ${ROW}, row_number() over (order by sort > 0, place, sort)::int as place from sorts
  ), claimed as (
    select ${INTENT}.${ROW}, ${next_step_at} as due_at, place from ${INTENT} join queue using (${ROW})
    where ${next_step_at} <= :now order by place limit :limit for update of ${INTENT} skip locked
  )
  update ${INTENT} set ${next_step_at} = :until from claimed where ${INTENT}.${ROW} = claimed.${ROW}
  returning ${INTENT}.*, due_at, place`

/**
 * The rows that are due, each handed to one caller only: taking a row moves its due time on to `until`, so a caller that dies gives it back
 * by itself. Money that came is first. Then carts take turns, the one first that waits longest, each with one payment: what the service
 * told of, what its customer came back from, else the newest. What was told of, what was come back from, what is open and what failed
 * come by turns, so that none of them keeps the others waiting, however many carts a stranger makes. Costs what is due, not what is stored.
 */
export async function claimDue(
  knex: Knex,
  given: { now: Date; until: Date; limit: number }
): Promise<DueRow[]> {
  const { rows } = await knex.raw<{ rows: (DueRow & { place: number })[] }>(CLAIM, given)
  return rows.sort((one, other) => one.place - other.place).map(({ place: _, ...row }) => row)
}
