import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type ClosedMoney, type IntentRow } from "../../modules/paycollect/models/intent"
import { columns, ENTRY, EVENT, INTENT, rowsOf, table } from "../../tables"
import { cameForGoods, goneOf, type Came } from "../came"

const intents = columns(INTENT)
const entries = columns(ENTRY)
const events = columns(EVENT)

/**
 * The accounts between which a payment's money moves. What of it is still here lies in one place at every moment: the session that took it, the
 * order it is reserved for, the order or collection it stands in, else `unapplied`; `returned` or `kept` when a person dealt with it by hand and
 * said which, else `closed`.
 *
 * | what happens | entry |
 * |---|---|
 * | money came: goods; excess of a customer-borne fee | service -> its place; service -> fee |
 * | a session takes it; an employee assigns it | its place -> session, reserved |
 * | it is applied | session, reserved -> order, collection |
 * | core takes a failed completion back; an assignment is undone | session, order, reserved -> where it was before |
 * | a refund is asked for | its place -> refunding |
 * | a part of a fee that was too high is to be refunded: it counts as come for the goods then | fee -> refunding |
 * | ... and sent, or certainly not | refunding -> refunded, its place, fee |
 * | the service says that less is there, or again more | its place <-> reversed |
 * | a refund in Medusa only books that; it failed after all | reversed <-> reversed_booked |
 * | closed by a person: given back another way; kept; not said | its place -> returned; kept; closed |
 * | a refund that the store did not send was given back another way | refunding -> refunded_by_hand |
 * | the same of a refund whose payment's row was lost | refunded -> refunded_by_hand |
 * | what was written off is there again: kept; given back by hand | reversed_booked -> reversed -> its place; its place -> refunded_by_hand |
 * | ... kept, where the rest was given back by hand before | returned -> refunded_by_hand; reversed -> kept |
 */
type Place =
  | "unapplied"
  | "closed"
  | ClosedMoney
  | `session:${string}`
  | `reserved:${string}`
  | `order:${string}`
  | `collection:${string}`
export type Account =
  | Place
  | "service"
  | "fee"
  | `refunding:${string}`
  | "refunded"
  | "refunded_by_hand"
  | "reversed"
  | "reversed_booked"

/** Where what was refunded lies once it is certainly sent, by a process or by a person. */
const SENT_BACK = ["refunded", "refunded_by_hand"] as const satisfies Account[]
/** SQL over an entry: by it the money came to lie there. */
export const IS_SENT = `(${entries.to_account} in (${SENT_BACK.map((account) => `'${account}'`).join(", ")}) and ${entries.from_account} <> 'refunded')`

/** SQL over the payment's row as the same statement leaves it. */
interface OfRow {
  sql: string
}

/** Which took the money while it stands nowhere. */
export const TAKEN_BY: OfRow = {
  sql: `case when ${intents.assigned_order_id} is not null then 'reserved:' || ${intents.assigned_order_id}
    when ${intents.used_by_session_id} is not null then 'session:' || ${intents.used_by_session_id} else 'unapplied' end`,
}
/** Whatever else took it before it was reserved. */
export const TAKEN_BEFORE: OfRow = {
  sql: `coalesce('session:' || ${intents.used_by_session_id}, 'unapplied')`,
}
/** Where what is still here lies. */
export const PLACE: OfRow = {
  sql: `case when ${intents.applied_at} is not null
    then coalesce('order:' || ${intents.order_id}, 'collection:' || coalesce(${intents.assigned_collection_id}, ${intents.payment_collection_id}))
    when ${intents.closed_at} is not null then coalesce(${intents.closed_as}, 'closed') else ${TAKEN_BY.sql} end`,
}
/** What is still here. */
export const HELD: OfRow = {
  sql: `(${intents.came}::numeric - ${intents.refunded}::numeric - ${intents.reversed}::numeric)::text`,
}
const WITH_NO_ORDER = `${intents.applied_at} is null and ${intents.assigned_order_id} is null`
/** The currency that came, which is another one only where that is what a person was told. */
const CURRENCY = `coalesce(case when ${intents.outcome} = 'discrepancy' then lower(${intents.verified}->>'currency') end, ${intents.currency_code})`
/** How often core took the money back, be it that none was left by then: the same session may take it once more then. */
const TURN = `(select count(*) from ${EVENT} as earlier where earlier.${events.intent_id} = changed.${intents.id} and earlier.${events.deleted_at} is null and earlier.${events.type} = 'voided_by_core')`

export interface Entry {
  /** the same is never written twice */
  key: string
  /** once in each turn of the payment, and again after core took it back */
  eachTurn?: boolean
  from: Account | OfRow
  to: Account | OfRow
  amount: bigint | OfRow
  /** money goes back to the customer by it, or does not after all; null where it only has to be found among those */
  goesBack?: boolean | null
  /** only of money that lies with no order: neither stands for one, be it one that core has just taken back, nor is reserved for one */
  ifWithNoOrder?: boolean
  /** where it is another one than the payment's now */
  currency_code?: string
}

/**
 * The statement that writes entries beside the change of their payment's row; nothing where they are there already, or move nothing. Part of
 * a statement in which `changed` is that row.
 */
export function entriesOf(knex: Knex, at: Date, moves: readonly Entry[], source?: string): Knex.Raw {
  const value = (part: string | OfRow) =>
    typeof part === "string" ? knex.raw("?::text", [part]) : knex.raw(part.sql)
  const selects = moves.map(({ key, eachTurn, from, to, amount, goesBack, ifWithNoOrder, currency_code }) => {
    const sum = typeof amount === "bigint" ? knex.raw("?::text", [amount.toString()]) : knex.raw(amount.sql)
    const signed = goesBack
      ? sum
      : goesBack === false
        ? knex.raw("'-' || ?", [sum])
        : knex.raw("?::text", [goesBack === null ? "0" : null])
    return knex.raw(
      `select ${intents.id}, ?${eachTurn ? ` || ':' || ${TURN}` : ""}, ?, ?, ?, coalesce(?::text, ${CURRENCY}), ?, ?::text, ?::timestamptz, ?::timestamptz
       from changed where ? <> '0'${ifWithNoOrder ? ` and ${WITH_NO_ORDER}` : ""}`,
      [
        ...[knex.raw("?::text", [key]), value(from), value(to), sum, currency_code ?? null],
        ...[signed, source ?? null, at, at, sum],
      ]
    )
  })
  return knex.raw(
    `insert into ${ENTRY} (${INTO.join(", ")}) ${selects.map(() => "?").join(" union all ")} on conflict do nothing`,
    selects
  )
}

const INTO = [
  entries.intent_id,
  entries.key,
  entries.from_account,
  entries.to_account,
  entries.amount,
  entries.currency_code,
  entries.went_back,
  entries.source,
  entries.created_at,
  entries.updated_at,
]

/** A payment, and what of its row has to be as it was read. */
export type Seen = Pick<IntentRow, "id"> &
  Partial<
    Pick<IntentRow, "came" | "failed_at" | "checkout_url" | "create_lease_until" | "status" | "outcome">
  >

/**
 * What an answer says came for the goods, as far as it is more than any before: the highest sum that was seen. While nothing of it went back, what was
 * seen before never came where the answer names another currency, or just what was asked for.
 */
export async function cameBy(
  knex: Knex,
  seen: IntentRow,
  patch: Partial<IntentRow>
): Promise<{ seen: Seen; balance?: Pick<IntentRow, "came">; entries?: Entry[] }> {
  const goods = cameForGoods({ ...seen, ...patch } as Came)
  const before = BigInt(seen.came)
  const lines = before > 0n ? await linesOfService(knex, seen.id) : []
  const currency_code = lines[0]?.currency_code ?? goods?.currency_code
  const isOther = currency_code !== goods?.currency_code
  if (!goods) return { seen: { id: seen.id } }
  const feeOf = (came: string): Entry => {
    return { key: `${came}:fee`, from: "service", to: "fee", amount: BigInt(patch.fee ?? 0) }
  }
  // So much as went back was seen to come where its row was lost, and the fee was not.
  if (!isOther && goods.amount === before)
    return {
      seen: { id: seen.id },
      ...(patch.fee && lines.every(isOfGoods) && { entries: [feeOf(`came:${before}`)] }),
    }
  // An answer that names nothing takes back nothing: what came is seen again, under a key that was written.
  const isAnew =
    before > 0n && goods.amount > 0n && goneOf(seen) === 0n && (isOther || patch.outcome === "paid")
  if (!isAnew && (isOther || goods.amount < before)) return { seen: { id: seen.id } }
  const key = `came:${isAnew ? `${goods.amount}:${new Date(patch.verified_at!).getTime()}` : goods.amount}`
  const never: Entry = { key: `${key}:not`, from: PLACE, to: "service", amount: before, currency_code }
  const amount = isAnew ? goods.amount : goods.amount - before
  return {
    seen: { id: seen.id, came: seen.came },
    balance: { came: goods.amount.toString() },
    entries: [...(isAnew ? [never] : []), { key, from: "service", to: PLACE, amount }, feeOf(key)],
  }
}

type Line = Record<"to_account" | "currency_code", string>

const isOfGoods = ({ to_account }: Line) => to_account !== "fee"

/** The youngest first. */
async function linesOfService(knex: Knex, intent_id: string): Promise<Line[]> {
  const came = rowsOf(knex, ENTRY).where({ intent_id, from_account: "service" })
  return await came.orderBy("created_at", "desc").select("to_account", "currency_code")
}

/** Of a payment that the job looks at no more: whose it was going to be, where nothing came, be it a sum that cannot be read. */
export function forgotten(seen: IntentRow, { outcome = seen.outcome }: Partial<IntentRow>) {
  const isHere = seen.came !== "0" || outcome === "discrepancy"
  return isHere ? { request: null } : { request: null, purchase: null }
}

/** As {@link PLACE}, of a row that was read. */
export function placeOf(row: IntentRow): Account {
  const { applied_at, order_id, closed_at, assigned_order_id, used_by_session_id } = row
  if (applied_at) return order_id ? `order:${order_id}` : `collection:${row.payment_collection_id}`
  if (closed_at) return row.closed_as ?? "closed"
  if (assigned_order_id) return `reserved:${assigned_order_id}`
  return used_by_session_id ? `session:${used_by_session_id}` : "unapplied"
}

/** Of the entry by which a refund is counted. */
export const refundKey = (refundId: string) => `refund:${refundId}`

/** By which a refund is counted once more that failed for certain, and that Medusa has all the same: core died before it forgot it. */
export const askedAgain = (refundId: string) => `${refundId}:again`

/** Of a payment whose row was lost: it was on its way then. Of one that is just being asked for there may be an entry of its own, too. */
const ofLost = (refundId: string) => `${refundId}:lost`
export const refundOfLost = ({ refund_id, amount }: { refund_id: string; amount: bigint }): Entry => ({
  ...{ key: refundKey(ofLost(refund_id)), from: PLACE, to: "refunded", amount, goesBack: true },
})

/** A person was asked whether a refund was sent, and says that it is done: by the service, or another way. */
export async function endRefundEntry(
  knex: Knex,
  now: Date,
  intent_id: string,
  { refundId, byHand }: { refundId: string; byHand: boolean }
): Promise<void> {
  const keys = [refundId, askedAgain(refundId), ofLost(refundId)].map(refundKey)
  const last = (["created_at", "key"] as const).map((column) => ({ column, order: "desc" as const }))
  const [asked] = await rowsOf(knex, ENTRY).where({ intent_id }).whereIn("key", keys).orderBy(last)
  const account = byHand ? "refunded_by_hand" : "refunded"
  if (!asked || asked.to_account === account) return
  const { amount, currency_code, to_account } = asked
  const sent = { from_account: to_account, to_account: account, amount, currency_code }
  // Takings find it by the sum that went back, which stays as it was.
  const went_back = byHand ? "0" : null
  const row = { intent_id, key: `${asked.key}:end`, created_at: now, updated_at: now }
  await table(knex, ENTRY)
    .insert({ ...row, ...sent, went_back })
    .onConflict(knex.raw(`(${entries.intent_id}, ${entries.key})`))
    .ignore()
}

/** The store's refunds that ended, in smallest units. */
export interface EndedRefunds {
  /** which the service has */
  sent: bigint
  /** each of these */
  each: bigint[]
  /** which it never hears of */
  byHand: bigint
  /** none ended a moment ago: the service has subtracted those that it subtracts */
  isSettled: boolean
}

/** @param by the service had time to subtract what ended before */
export async function endedRefunds(knex: Knex, intent_id: string, by: Date): Promise<EndedRefunds> {
  const ended = await rowsOf(knex, ENTRY)
    .where({ intent_id })
    // A recovered one was on its way in the row that was lost.
    .andWhere((its) => its.where("from_account", "like", "refunding:%").orWhereIn("to_account", SENT_BACK))
    .select("key", "to_account", "amount", "created_at")
  const changed = new Set(ended.map(({ key }) => key))
  const last = ended.filter(({ key }) => !changed.has(`${key}:end`))
  const of = (account: Account) =>
    last.filter(({ to_account }) => to_account === account).map(({ amount }) => BigInt(amount))
  const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)
  const each = of("refunded")
  return {
    each,
    sent: sum(each),
    byHand: sum(of("refunded_by_hand")),
    isSettled: ended.every(({ created_at }) => new Date(created_at) <= by),
  }
}

/** When it was last given to an order, epoch ms; null where it never was. */
export async function lastReserved(knex: Knex, intent_id: string): Promise<number | null> {
  const last = await rowsOf(knex, ENTRY)
    .where({ intent_id })
    .where("to_account", "like", "reserved:%")
    .orderBy("created_at", "desc")
    .first("created_at")
  return last ? new Date(last.created_at).getTime() : null
}
