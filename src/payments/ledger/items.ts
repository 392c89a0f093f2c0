import { OWN_NOTES } from "../../texts"
import { type MoneyAnswer } from "../attention-reasons"
import { type AttentionRow } from "../../modules/paycollect/models/attention"
import { type Environment } from "../../service/config"
import { isFresh } from "../came"
import { mayNow, phaseOf } from "../phase"
import { endRefundEntry, HELD, TAKEN_BY, type Entry } from "./entries"
import { appendEvent, withHistory } from "./history"
import { cameToNothing, closeItems, closing, locked, NOTED, openItem, type OpenItem } from "./item-moves"
import { PURCHASE_WHILE_REFUNDED, UNBALANCED, UNREADABLE } from "./item-moves"
import { takeBack } from "./refund-moves"
import { endUnbooking, moveWonBack, unbookings, type Unbooking } from "./won-back"
import { ATTENTION, columns, EVENT, INTENT, REFUND, table, rowsOf } from "../../tables"
import { Statements } from "./rows"

/** Of a line of history: money came, and how much was not said. */
const WITHOUT_AMOUNT = `${columns(EVENT).data} @> '{"status": "succeeded", "reason": "incomplete_answer"}'`
const WITH_ANSWER = `${NOTED} || jsonb_build_object('money', ?::text)`

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
   * @returns null when the item is not open, or is of money that a session took since: an order may stand that is not booked yet
   */
  async resolve(id: string, { note, resolved_by, money }: Resolution): Promise<AttentionRow | null> {
    const now = this.date()
    const closed = { status: "resolved", note, resolved_by, resolved_at: now, updated_at: now } as const
    return await this.knex.transaction(async (trx) => {
      const item = await table(trx, ATTENTION).where({ id }).first("intent_id", "category")
      if (!item) return null
      const owner = await locked(trx, item.intent_id)
      if (item.category === "money" && phaseOf(owner) === "retried") return null
      const [resolved] = await table(trx, ATTENTION)
        .where({ id, status: "open" })
        .update({ ...closed, ...(money && { data: trx.raw(WITH_ANSWER, money) }) })
        .returning("*")
      if (!resolved) return null
      const { intent_id, reason, category, key } = resolved
      const data = { reason, note, by: resolved_by, ...(money && { money }) }
      const event = { type: "attention_resolved", data } as const
      const as = money === "returned" || money === "kept" ? money : null
      if (reason === "won_back" && as) {
        await moveWonBack(trx, now, owner, { item: resolved, as, event })
      } else if (category === "money" && !money && cameToNothing(owner)) {
        await table(trx, INTENT).where({ id: intent_id }).update({ listed_at: null, updated_at: now })
        await appendEvent(trx, now, intent_id, event)
      } else if (category === "money") {
        const entry: Entry = {
          ...{ key: `closed:${id}`, from: TAKEN_BY, to: as ?? "closed", amount: HELD },
          goesBack: as === "returned" || (as ? null : undefined),
        }
        const over = closing(trx, now, intent_id, { money: as, isUnheard: !isFresh(owner, now.getTime()) })
        await withHistory(trx, now, over, event, { entries: [entry] })
      } else {
        await appendEvent(trx, now, intent_id, event)
        if (money === "not_sent") {
          const left = await takeBack(trx, now, owner, resolved)
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

  async unbookings(): Promise<Unbooking[]> {
    return await unbookings(this.knex)
  }

  async endUnbooking(over: Unbooking): Promise<void> {
    await endUnbooking(this.knex, over)
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
   * A success that could not be read is none any more: its item, where it had one already, gives way to one that says so. The payment is not closed:
   * its operator may debit the customer all the same, and that money would be the first to be seen. Once an order has it this item ends, too.
   * @param status what the service says now
   * @returns null where there was none, a person was told before, or money was seen to come meanwhile: nothing changed then
   */
  async unreadableGone(intent_id: string, status: string): Promise<AttentionRow | null> {
    const now = this.date()
    const said = rowsOf(this.knex, EVENT).where({ intent_id, type: "verified" }).whereRaw(WITHOUT_AMOUNT)
    if (!(await said.first("id"))) return null
    return await this.knex.transaction(async (trx) => {
      if (!cameToNothing(await locked(trx, intent_id))) return null
      const gone = { intent_id, note: OWN_NOTES.taken_back, only: { reason: "unreadable_success" } } as const
      const wasListed = (await closeItems(trx, now, gone)) > 0
      if (wasListed)
        await table(trx, INTENT).where({ id: intent_id }).update({ listed_at: null, updated_at: now })
      const told = { intent_id, reason: "reversed", key: UNREADABLE, data: { status } } as const
      return await openItem(trx, now, { ...told, once: !wasListed })
    })
  }

  /** What it said of the order is true no more. */
  async endUnbalanced(order: string): Promise<{ intent_id: string; at: Date }[]> {
    const at = this.date()
    const only = { reason: "order_unbalanced", key: UNBALANCED + order } as const
    const told = await rowsOf(this.knex, ATTENTION)
      .where({ ...only, status: "open" })
      .select("intent_id")
    const ended = { note: OWN_NOTES.balanced, categories: ["notice" as const], only }
    for (const { intent_id } of told)
      await this.knex.transaction(async (trx) => {
        await locked(trx, intent_id)
        await closeItems(trx, at, { intent_id, ...ended })
      })
    return told.map(({ intent_id }) => ({ intent_id, at }))
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
