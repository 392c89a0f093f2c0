import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { OWN_NOTES } from "../../texts"
import { generateEntityId } from "@medusajs/framework/utils"
import { ATTENTION_REASONS, OWN_REFUND, type AttentionReason, type MoneyAnswer } from "../attention-reasons"
import { type AttentionCategory, type AttentionRow } from "../../modules/paycollect/models/attention"
import { type ClosedMoney, type IntentRow } from "../../modules/paycollect/models/intent"
import { type Environment } from "../../service/config"
import { isOver, mayNow, type Transition } from "../phase"
import { endRefundEntry, HELD, TAKEN_BY, type Entry } from "./entries"
import { appendEvent, withHistory } from "./history"
import { takeBack } from "./refund-moves"
import { ATTENTION, columns, INTENT, MONEY_OVER, OFF_SCHEDULE, REFUND, table, rowsOf } from "../../tables"
import { Statements } from "./rows"

const items = columns(ATTENTION)
const intents = columns(INTENT)

const NOTED = `coalesce(${items.data}, '{}'::jsonb)`
const WITH_ANSWER = `${NOTED} || jsonb_build_object('money', ?::text)`

/** Whose money never came leaves no addresses behind. */
const PURCHASE_KEPT = `case when ${intents.came} <> '0' or ${intents.listed_at} is not null then ${intents.purchase} end`

/** A refund from the list that a person still looks after may prove not sent: the money is listed again then, and an order may be made of it. */
const PURCHASE_WHILE_REFUNDED = `case when exists (select 1 from ${ATTENTION} where ${items.intent_id} = ${INTENT}.${intents.id}
  and ${items.deleted_at} is null and ${items.status} = 'open' and starts_with(${items.key}, '${OWN_REFUND}_')) then ${intents.purchase} end`

/** An order stands, and its money is there: items about either without the other have nothing to say. */
const ABOUT_MONEY: AttentionCategory[] = ["money", "order"]

/** Of an item about money that was never seen: nor has it anything to say once that is there. */
const UNREADABLE = "unreadable"

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
  /** the payment leaves the schedule with it: nobody but a person goes on with it */
  ends?: Ending
}

type Ending = Extract<Transition, "end" | "giveUp">

export interface Resolution {
  note: string
  resolved_by: string
  /** what became of the money, of items about money and of refunds that a person sends */
  money?: MoneyAnswer
}

/** The "needs attention" list: opened once per intent and category, closed by the merchant with a note, never deleted. */
export class AttentionList extends Statements {
  /**
   * @returns the item when it is new: the caller that gets the row tells the merchant. Null when one of its category is open already, or when it
   * is about money that the merchant dealt with or that an order stands for
   */
  async open(item: OpenItem): Promise<AttentionRow | null> {
    const now = this.date()
    return await this.knex.transaction((trx) => openItem(trx, now, item))
  }

  async openFor(intentId: string): Promise<AttentionRow[]> {
    return await rowsOf(this.knex, ATTENTION).where({ intent_id: intentId, status: "open" })
  }

  /**
   * The merchant dealt with it. Money that was dealt with by hand is closed: it never makes an order by itself any more, and a
   * customer may pay the cart anew.
   * @returns null when the item is not open
   */
  async resolve(id: string, { note, resolved_by, money }: Resolution): Promise<AttentionRow | null> {
    const now = this.date()
    const closed = { status: "resolved", note, resolved_by, resolved_at: now, updated_at: now } as const
    return await this.knex.transaction(async (trx) => {
      const item = await table(trx, ATTENTION).where({ id }).first("intent_id")
      const owner = item && (await locked(trx, item.intent_id))
      const [resolved] = await table(trx, ATTENTION)
        .where({ id, status: "open" })
        .update({ ...closed, ...(money && { data: trx.raw(WITH_ANSWER, money) }) })
        .returning("*")
      if (!resolved) return null
      const { intent_id, reason, category, key } = resolved
      const data = { reason, note, by: resolved_by, ...(money && { money }) }
      const event = { type: "attention_resolved", data } as const
      if (category === "money" && owner && !money && cameToNothing(owner)) {
        await table(trx, INTENT).where({ id: intent_id }).update({ listed_at: null, updated_at: now })
        await appendEvent(trx, now, intent_id, event)
      } else if (category === "money") {
        const as = money === "returned" || money === "kept" ? money : null
        const entry: Entry = {
          ...{ key: `closed:${id}`, from: TAKEN_BY, to: as ?? "closed", amount: HELD },
          goesBack: as === "returned" || (as ? null : undefined),
        }
        await withHistory(trx, now, closing(trx, now, intent_id, as), event, { entries: [entry] })
      } else {
        await appendEvent(trx, now, intent_id, event)
        if (money === "not_sent") {
          const left = await takeBack(trx, now, owner!, resolved)
          if (left) await openItem(trx, now, { intent_id, ...left })
        } else if (category === "refund") {
          await endRefundEntry(trx, now, intent_id, { refundId: key, byHand: money === "returned" })
          const over = table(trx, INTENT).where({ id: intent_id }).whereNotNull("closed_at")
          await over.update({ purchase: trx.raw(PURCHASE_WHILE_REFUNDED) })
        }
      }
      return resolved
    })
  }

  /**
   * Money on the list that is not there any more: its item is closed with the one that says so, and so is the payment.
   * @param mayBeDue its caller holds it and found that it pays for nothing, or all of it is gone
   * @returns null when an order has it meanwhile, a person dealt with it, or some of it is there: nothing changed then
   */
  async giveWay(item: Omit<OpenItem, "once">, mayBeDue = false): Promise<AttentionRow | null> {
    const now = this.date()
    const { intent_id } = item
    return await this.knex.transaction(async (trx) => {
      const [closed] = await closing(trx, now, intent_id)
        .whereRaw(`${HELD.sql} = '0'`)
        // A refund that fails gives its sum back to a payment that has an item.
        .whereNotExists(rowsOf(trx, REFUND).where({ intent_id, status: "begun" }).select("id"))
        .whereRaw(mayNow(mayBeDue ? "vanish" : "giveWay"))
        .where(mayBeDue ? { used_by_session_id: null, assigned_order_id: null } : {})
        .returning("id")
      if (!closed) return null
      await closeItems(trx, now, { intent_id, note: OWN_NOTES.taken_back, categories: ["money"] })
      return await openItem(trx, now, { ...item, once: "news" })
    })
  }

  /**
   * The item of a success that could not be read gives way to one that says that it is none any more. The payment is not closed: its operator may
   * debit the customer all the same, and that money would be the first to be seen. Once an order has it this item ends, too.
   * @param status what the service says now
   * @returns null where no such item is open, or money was seen to come meanwhile: nothing changed then
   */
  async unreadableGone(intent_id: string, status: string): Promise<AttentionRow | null> {
    const now = this.date()
    return await this.knex.transaction(async (trx) => {
      const only = { reason: "unreadable_success" } as const
      const gone = { intent_id, note: OWN_NOTES.taken_back, categories: ["money" as const], only }
      if (!cameToNothing(await locked(trx, intent_id)) || !(await closeItems(trx, now, gone))) return null
      await table(trx, INTENT).where({ id: intent_id }).update({ listed_at: null, updated_at: now })
      return await openItem(trx, now, { intent_id, reason: "reversed", key: UNREADABLE, data: { status } })
    })
  }

  /** What it said of these orders is true no more, and it keeps what else is to be said of one from being told. */
  async endUnbalanced(orders: string[]): Promise<void> {
    const now = this.date()
    const about = { reason: "order_unbalanced", status: "open" } as const
    const open = await rowsOf(this.knex, ATTENTION)
      .where(about)
      .whereIn("key", orders)
      .select("intent_id", "key")
    for (const { intent_id, key } of open)
      await this.knex.transaction(async (trx) => {
        await locked(trx, intent_id)
        const only = { reason: about.reason, key }
        await closeItems(trx, now, { intent_id, note: OWN_NOTES.balanced, categories: ["notice"], only })
      })
  }

  /** What it comes to is not known: it may give its sum back to the payment. */
  async isBeingRefunded(intentId: string): Promise<boolean> {
    const begun = await rowsOf(this.knex, REFUND).where({ intent_id: intentId, status: "begun" }).first("id")
    return begun !== undefined
  }

  /** Those of a payment that one statement closed. */
  async closedAt(intentId: string, at: Date): Promise<AttentionRow[]> {
    const closed = { intent_id: intentId, status: "resolved", resolved_at: at } as const
    return await rowsOf(this.knex, ATTENTION).where(closed).orderBy("created_at")
  }

  /** Those of a payment that a closed one left behind. */
  async openedAt(intentId: string, at: Date): Promise<AttentionRow[]> {
    return await rowsOf(this.knex, ATTENTION).where({ intent_id: intentId, status: "open", created_at: at })
  }

  /** @param environment of their payments; absent: of all */
  async countOpen(environment?: Environment): Promise<number> {
    const open = rowsOf(this.knex, ATTENTION).where({ status: "open" })
    if (environment) open.whereIn("intent_id", rowsOf(this.knex, INTENT).where({ environment }).select("id"))
    const [row] = await open.count("* as count")
    return Number(row?.count ?? 0)
  }
}

/** As {@link AttentionList.open}, within the transaction of what it is about. */
export async function openItem(trx: Knex, now: Date, item: OpenItem): Promise<AttentionRow | null> {
  const category = ATTENTION_REASONS[item.reason]
  // A process that looked before the merchant dealt with the money, or before it became an order, must not list it afterwards.
  const intent = await locked(trx, item.intent_id)
  if (category === "money" ? isOver(intent) : category === "order" && intent.applied_at) return null
  if (category === "money") await markListed(trx, now, item.intent_id)
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

/** A person dealt with the payment's money, or all of it went back. */
export function closing(knex: Knex, now: Date, id: string, money: ClosedMoney | null = null) {
  const purchase = money === null ? knex.raw(PURCHASE_WHILE_REFUNDED) : null
  return table(knex, INTENT)
    .where({ id })
    .update({ ...MONEY_OVER, purchase, closed_at: now, closed_as: money, updated_at: now })
}

async function markListed(knex: Knex, now: Date, id: string): Promise<void> {
  await table(knex, INTENT).where({ id, listed_at: null }).update({ listed_at: now, updated_at: now })
}

/** Where that may be done to it by now; money that became an order, or that another process saw meanwhile, is left alone. */
export async function leaveSchedule(knex: Knex, now: Date, id: string, ending: Ending): Promise<void> {
  await table(knex, INTENT)
    .where({ id })
    .whereRaw(mayNow(ending))
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
 * by a reversal nobody knows.
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
      if (categories === ABOUT_MONEY) about.orWhere({ key: UNREADABLE })
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
async function locked(trx: Knex, intentId: string): Promise<IntentRow> {
  // No item is kept of an intent that is not there: a foreign key says so.
  return (await table(trx, INTENT).where({ id: intentId }).forUpdate().first()) as IntentRow
}

/** That money is gone and that it is there again have one key; a notice's is an order's, of which other reasons say other things. */
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
