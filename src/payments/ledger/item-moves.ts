import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { OWN_NOTES } from "../../texts"
import { generateEntityId } from "@medusajs/framework/utils"
import { ATTENTION_REASONS, OWN_REFUND, type AttentionReason } from "../attention-reasons"
import { type AttentionCategory, type AttentionRow } from "../../modules/paycollect/models/attention"
import { type ClosedMoney, type IntentRow } from "../../modules/paycollect/models/intent"
import { isOver, mayNow, type Transition } from "../phase"
import { REVIEW_AGES } from "../schedule"
import { appendEvent } from "./history"
import { ATTENTION, columns, INTENT, MONEY_OVER, OFF_SCHEDULE, table, rowsOf } from "../../tables"

const items = columns(ATTENTION)
const intents = columns(INTENT)

export const NOTED = `coalesce(${items.data}, '{}'::jsonb)`

/** Whose money never came leaves no addresses behind. */
const PURCHASE_KEPT = `case when ${intents.came} <> '0' or ${intents.listed_at} is not null then ${intents.purchase} end`

/** A refund from the list that a person still looks after may prove not sent: the money is listed again then, and an order may be made of it. */
export const PURCHASE_WHILE_REFUNDED = `case when exists (select 1 from ${ATTENTION} where ${items.intent_id} = ${INTENT}.${intents.id}
  and ${items.deleted_at} is null and ${items.status} = 'open' and starts_with(${items.key}, '${OWN_REFUND}_')) then ${intents.purchase} end`

/** An order stands, and its money is there: items about either without the other have nothing to say. */
const ABOUT_MONEY: AttentionCategory[] = ["money", "order"]

/** Of an item about money that was never seen: nor has it anything to say once that is there. */
export const UNREADABLE = "unreadable"

/** Before the order's id, by which its other notice is called: both may be open. */
export const UNBALANCED = "unbalanced_"

/** What is said of money that was never seen, and is true no more once it is. */
const NEVER_SEEN = [
  { reason: "reversed", key: UNREADABLE },
  { reason: "unknown_outcome_expired", key: "" },
] as const satisfies Partial<OpenItem>[]

/** Only of money that came. A notice that has the same key as one of those would be taken for it, and dropped. */
const saysSeen = ({ reason, key }: OpenItem) =>
  ATTENTION_REASONS[reason] === "money" ||
  reason === "unexpected_fee" ||
  (reason === "reversed" && key !== UNREADABLE)

export interface OpenItem {
  intent_id: string
  reason: AttentionReason
  /** a refund's id for reasons of category `refund`; `reversed`, which is about none, has a word of its own */
  key?: string
  data?: Record<string, unknown>
  /** said once in the life of an intent: not again after the merchant resolved it; or once with the same `data`; `news` is always said */
  once?: boolean | "facts" | "news"
  /** with `once: "facts"`: only where this was said last, with whatever data */
  after?: AttentionReason
  /** the payment leaves the schedule with it: only a person goes on with it */
  ends?: Ending
}

type Ending = Extract<Transition, "end" | "giveUp">

/** As `AttentionList.open`, within the transaction of what it is about. */
export async function openItem(trx: Knex, now: Date, item: OpenItem): Promise<AttentionRow | null> {
  const category = ATTENTION_REASONS[item.reason]
  // A process that looked before the merchant dealt with the money, or before it became an order, must not list it afterwards.
  const intent = await locked(trx, item.intent_id)
  if (category === "money" ? isOver(intent) : category === "order" && intent.applied_at) return null
  if (category === "money") await markListed(trx, now, item.intent_id)
  if (saysSeen(item))
    for (const each of NEVER_SEEN) await supersede(trx, now, { intent_id: item.intent_id, ...each })
  if (item.ends) await leaveSchedule(trx, now, item.intent_id, item.ends)
  const isNews = item.once === "news"
  if (item.once && !isNews && (await saidBefore(trx, item))) return null
  if (isNews || item.once === "facts") await supersede(trx, now, item)
  const [opened] = await table(trx, ATTENTION)
    .insert({
      id: generateEntityId("", "pcatt"),
      intent_id: item.intent_id,
      category,
      reason: item.reason,
      key: item.key ?? "",
      status: "open",
      data: item.data ? JSON.stringify(item.data) : null,
      created_at: now,
      updated_at: now,
    })
    .onConflict(
      trx.raw(
        `(${items.intent_id}, ${items.category}, ${items.key}) where ${items.status} = 'open' and ${items.deleted_at} is null`
      )
    )
    .ignore()
    .returning("*")
  if (opened)
    await appendEvent(trx, now, item.intent_id, {
      type: "attention_opened",
      data: { reason: item.reason, ...item.data },
    })
  return opened ?? null
}

/** None was seen to come, and none comes by the last word: a person who closes its item has dealt with no money, and a later one is not over. */
export const cameToNothing = ({ came, outcome }: Pick<IntentRow, "came" | "outcome">) =>
  came === "0" && outcome === "failed"

/** A person dealt with the payment's money, or all of it went back. @param isUnheard the service did not say of late that it is there */
export function closing(
  knex: Knex,
  now: Date,
  id: string,
  { money = null, isUnheard }: { money?: ClosedMoney | null; isUnheard?: boolean } = {}
) {
  const purchase = money === null ? knex.raw(PURCHASE_WHILE_REFUNDED) : null
  // The shop's from now on, as an order's money is: it may be taken back all the same, or was before she who has handed over the goods said so.
  const soon = new Date(now.getTime() + (isUnheard && money === "kept" ? 0 : REVIEW_AGES[0]!))
  // Of money that was given back by hand only what the service had taken before may be there again.
  const taken = money === "returned" ? `${intents.reversed} <> '0'` : "true"
  const looked = money && {
    review_at: knex.raw(`case when ${taken} then ?::timestamptz else ${intents.review_at} end`, [soon]),
  }
  return table(knex, INTENT)
    .where({ id })
    .update({ ...MONEY_OVER, ...looked, purchase, closed_at: now, closed_as: money, updated_at: now })
}

async function markListed(knex: Knex, now: Date, id: string): Promise<void> {
  await table(knex, INTENT).where({ id, listed_at: null }).update({ listed_at: now, updated_at: now })
}

/** An event told of it, and there was no place to ask the service: its sender was told that it is noted. */
const IS_TO_BE_ASKED = `${intents.told_at} is not null and not ${mayNow("review")}`

/** Where that may be done to it by now; money that became an order, or that another process saw or heard of meanwhile, is left alone. */
export async function leaveSchedule(knex: Knex, now: Date, id: string, ending: Ending): Promise<void> {
  await table(knex, INTENT)
    .where({ id })
    .whereRaw(ending === "end" ? `${mayNow(ending)} and not (${IS_TO_BE_ASKED})` : mayNow(ending))
    .update({ ...OFF_SCHEDULE, purchase: knex.raw(PURCHASE_KEPT), updated_at: now })
}

export interface Closed {
  intent_id: string
  note: string
  categories?: AttentionCategory[]
  only?: Partial<Pick<AttentionRow, "reason" | "key">>
}

/**
 * What the service says is gone already of a refund that a person has to send: she looks there before she does. Whether it went by this refund or
 * by a reversal is not known.
 * @param gone a sum with its currency; null where none of it is gone
 */
export async function noteGone(knex: Knex, now: Date, intent_id: string, gone: string | null): Promise<void> {
  const data = gone
    ? knex.raw(`${NOTED} || jsonb_build_object('gone', ?::text)`, [gone])
    : knex.raw(`${NOTED} - 'gone'`)
  await rowsOf(knex, ATTENTION)
    .where({ intent_id, status: "open", reason: "refund_due" })
    .whereRaw(`${items.data} ->> 'gone' is distinct from ?::text`, [gone])
    .update({ data, updated_at: now })
}

/**
 * Of an intent that became an order, or whose money all went back.
 * @returns how many there were
 */
export async function closeItems(
  trx: Knex,
  now: Date,
  { intent_id, note, categories = ABOUT_MONEY, only }: Closed
): Promise<number> {
  const closed = await rowsOf(trx, ATTENTION)
    .where({ intent_id, status: "open", ...only })
    .where((about) => {
      about.whereIn("category", categories)
      if (categories === ABOUT_MONEY) for (const each of NEVER_SEEN) about.orWhere(each)
    })
    .update({ status: "resolved", note, resolved_by: "paycollect", resolved_at: now, updated_at: now })
    .returning("reason")
  for (const { reason } of closed)
    await appendEvent(trx, now, intent_id, {
      type: "attention_resolved",
      data: { reason, note, by: "paycollect" },
    })
  return closed.length
}

/** Of the items that an applied payment closes. */
export function noteApplied({ cart_id, order_id, assigned_order_id }: IntentRow): string {
  if (assigned_order_id) return OWN_NOTES.assigned
  return cart_id && order_id ? OWN_NOTES.order_made : OWN_NOTES.captured
}

/** The intent's row, always before those of its items: two transactions that met in another order would wait for each other. */
export async function locked(trx: Knex, intentId: string): Promise<IntentRow> {
  // No item is kept of an intent that is not there: a foreign key says so.
  return (await table(trx, INTENT).where({ id: intentId }).forUpdate().first()) as IntentRow
}

/** That money is gone and that it is there again have one key. */
const matterOf = ({ reason, key = "" }: OpenItem) =>
  ATTENTION_REASONS[reason] === "refund" ? { key } : { reason, key }

/** The one that is open says what is true no more: who resolved it would not hear of the rest where no later look comes. */
async function supersede(trx: Knex, now: Date, item: OpenItem): Promise<void> {
  const note = OWN_NOTES.other_facts
  const [categories, only] = [[ATTENTION_REASONS[item.reason]], matterOf(item)]
  await closeItems(trx, now, { intent_id: item.intent_id, note, categories, only })
}

/** What was said before the same matter said something else counts no more: what is gone, there again and gone once more is told each time. */
async function saidBefore(trx: Knex, item: OpenItem): Promise<boolean> {
  const { intent_id, reason, once, after, data } = item
  const said = rowsOf(trx, ATTENTION).where({ intent_id, reason })
  if (once !== "facts") return (await said.first("id")) !== undefined
  const other = await rowsOf(trx, ATTENTION)
    .where({ intent_id, ...matterOf(item) })
    .whereNot({ reason })
    .orderBy("created_at", "desc")
    .first("reason", "created_at")
  if (after && other?.reason !== after) return true
  if (other) said.where("created_at", ">", other.created_at)
  if (!after) said.whereRaw(`${items.data} - 'money' = ?::jsonb`, [JSON.stringify(data ?? null)])
  return (await said.first("id")) !== undefined
}
