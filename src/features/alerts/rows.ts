import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { nextMessageAt, RATE_WINDOW_MS, tryAgainAt } from "./rules"
import { type NoticeKind, type NoticeRow } from "../../modules/paycollect/models/notice"
import { DAY_MS } from "../../service/config"
import { lockState } from "../../service/shared-state"
import { ATTENTION, columns, NOTICE, rowsOf, STATE, table } from "../../tables"
import { type ListedItem, NEWEST_FIRST, openItems, withPayments } from "../reading"
import { type AttentionRow } from "../../modules/paycollect/models/attention"
import { type PaymentsModule } from "../../payments/module"
import { Statements } from "../../payments/ledger/rows"

const items = columns(ATTENTION)
const facts = columns(STATE)
const messages = columns(NOTICE)

/** Longer than a send may take ({@link NOTICE_DEADLINE_MS}): a row that is due again is of a process that died or got no answer. */
const NOTICE_LEASE_MS = 300_000
/** Items told at once; the rest with the next message. */
const MOST_ITEMS_OF_NOTICE = 1_000
const MOST_AT_ONCE = 20
const NOTICES_KEEP_MS = 30 * DAY_MS

const GATHERING = "notices_gathering"
const SUMMARY = "daily_summary"

/** Messages to the merchant about items that need attention: one row per message and recipient, whatever processes do at once. */
export class Notices extends Statements {
  private running: Promise<void> | undefined
  private next: Promise<void> | undefined

  /**
   * One after the other in this process: of a hundred that come while one works, one more run serves all. They would only wait for the same
   * lock, each with a connection.
   */
  async oneAtATime(work: () => Promise<void>): Promise<void> {
    if (!this.running) {
      this.running = work().finally(() => (this.running = undefined))
      return await this.running
    }
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined
        return this.oneAtATime(work)
      })
    return await this.next
  }

  /**
   * Takes all items that no message was made of, and writes one message about them for each recipient; both or neither. Nothing is taken while
   * a burst is being gathered ({@link nextMessageAt}), but for a shop without recipients, which is told nothing.
   * @param recipients digests, each once
   * @returns the items that were taken and are still open
   */
  async gather(recipients: string[]): Promise<AttentionRow[]> {
    if (!(await this.untold(this.knex).first("id"))) return []
    return await this.knex.transaction(async (trx) => {
      // Of two processes the second one waits here, and then finds what the first one wrote.
      await lockState(trx, GATHERING)
      const now = this.date()
      const isUnclaimed =
        recipients.length === 0 || nextMessageAt(await this.sentAt(trx), now.getTime()) <= now.getTime()
      if (!isUnclaimed) return []
      const batch = generateEntityId("", "pcbat")
      const untold = this.untold(trx).orderBy(["created_at", "id"]).limit(MOST_ITEMS_OF_NOTICE)
      const batchIfOpen =
        recipients.length === 0 ? null : trx.raw(`case when ${items.status} = 'open' then ? end`, [batch])
      const taken = await table(trx, ATTENTION)
        .whereIn("id", untold.select("id"))
        .update({ notified_at: now, notice: batchIfOpen })
        .returning("*")
      const open = taken.filter(({ status }) => status === "open")
      if (open.length > 0) await this.write(trx, { kind: "new_items", batch, recipients })
      return open
    })
  }

  /**
   * Takes a day, of all processes in one, and writes its summary for each recipient where anything is open then.
   * @param day YYYY-MM-DD; one that is not later than the last is left
   */
  async summarise(day: string, recipients: string[]): Promise<boolean> {
    const last = await table(this.knex, STATE).where({ id: SUMMARY }).first("value")
    if (last && (last.value as { day: string }).day >= day) return false
    return await this.knex.transaction(async (trx) => {
      const now = this.date()
      const [claimed] = await table(trx, STATE)
        .insert({ id: SUMMARY, value: JSON.stringify({ day }), created_at: now, updated_at: now })
        .onConflict("id")
        .merge(["value", "updated_at"])
        .whereRaw(`${STATE}.${facts.value}->>'day' < excluded.${facts.value}->>'day'`)
        .returning("id")
      if (!claimed) return false
      const open = await openItems(trx).first("id")
      if (open) await this.write(trx, { kind: "daily_summary", batch: `${SUMMARY}:${day}`, recipients })
      return open !== undefined
    })
  }

  /** One message for each recipient; told again under the same name it stays one. That customers cannot pay is no news once they can. */
  async announce(kind: NoticeKind, batch: string, recipients: string[]): Promise<void> {
    if (kind === "connection_restored")
      await rowsOf(this.knex, NOTICE)
        .where({ kind: "connection_lost", outcome: "waiting" })
        .where("tries", ">", 0)
        .update({ outcome: "dropped", send_at: null, updated_at: this.date() })
    await this.write(this.knex, { kind, batch, recipients })
  }

  /** Messages to send now, each handed to one process; a process that dies over it loses it after five minutes. */
  async claimDue(): Promise<NoticeRow[]> {
    const due = rowsOf(this.knex, NOTICE)
      .where("send_at", "<=", this.date())
      .orderBy("send_at")
      .limit(MOST_AT_ONCE)
      .forUpdate()
      .skipLocked()
    return await table(this.knex, NOTICE)
      .whereIn("id", due.select("id"))
      .update({ send_at: this.date(NOTICE_LEASE_MS), updated_at: this.date() })
      .returning("*")
  }

  /** It is over. A process that lost the row in the meantime changes nothing. */
  async finish(notice: NoticeRow, outcome: NoticeRow["outcome"]): Promise<void> {
    await this.whileClaimed(notice).update({ outcome, send_at: null, updated_at: this.date() })
  }

  /** The provider refused it: tried again a few times, by another name for Medusa, which would not take the same one anew. */
  async refused(notice: NoticeRow): Promise<void> {
    const tries = notice.tries + 1
    const again = tryAgainAt(tries, this.clock.now())
    await this.whileClaimed(notice).update({
      tries,
      send_at: again === null ? null : new Date(again),
      outcome: again === null ? "failed" : "waiting",
      updated_at: this.date(),
    })
  }

  /** Open items that a batch tells of, oldest first. */
  async itemsOf(batch: string): Promise<ListedItem[]> {
    const told = openItems(this.knex).where({ notice: batch }).orderBy(["created_at", "id"])
    return await withPayments(this.knex, told)
  }

  /** Newest first. */
  async openItems(limit: number): Promise<ListedItem[]> {
    return await withPayments(this.knex, openItems(this.knex).orderBy(NEWEST_FIRST).limit(limit))
  }

  async item(id: string): Promise<ListedItem | null> {
    const [found] = await withPayments(this.knex, rowsOf(this.knex, ATTENTION).where({ id }))
    return found ?? null
  }

  /** Messages of the last day that a provider refused: how many are not sent so far, and when the last was tried; null: none. */
  async failures(): Promise<{ count: number; at: string } | null> {
    const [row] = await rowsOf(this.knex, NOTICE)
      .where("tries", ">", 0)
      .whereIn("outcome", ["waiting", "failed"])
      .where("updated_at", ">", this.date(-DAY_MS))
      .select<{ count: number; at: Date }[]>(
        this.knex.raw(`count(*)::int as count, max(${messages.updated_at}) as at`)
      )
    return row!.count > 0 ? { count: row!.count, at: new Date(row!.at).toISOString() } : null
  }

  /** Digests of recipients have served their purpose. */
  async forgetOld(): Promise<void> {
    await rowsOf(this.knex, NOTICE)
      .whereNull("send_at")
      .where("created_at", "<", this.date(-NOTICES_KEEP_MS))
      .delete()
  }

  private untold(knex: Knex) {
    return rowsOf(knex, ATTENTION).whereNull("notified_at")
  }

  /** Times of the messages about new items, as far back as counts. */
  private async sentAt(trx: Knex): Promise<number[]> {
    const rows = await rowsOf(trx, NOTICE)
      .where({ kind: "new_items" })
      .where("created_at", ">", this.date(-RATE_WINDOW_MS))
      .groupBy("batch")
      .select<{ at: Date }[]>(trx.raw(`min(${messages.created_at}) as at`))
    return rows.map(({ at }) => new Date(at).getTime())
  }

  private async write(
    trx: Knex,
    { kind, batch, recipients }: { kind: NoticeKind; batch: string; recipients: string[] }
  ): Promise<void> {
    if (recipients.length === 0) return
    const now = this.date()
    const rows = recipients.map((recipient) => ({
      id: generateEntityId("", "pcntc"),
      batch,
      kind,
      recipient,
      send_at: now,
      created_at: now,
      updated_at: now,
    }))
    await table(trx, NOTICE)
      .insert(rows)
      .onConflict(trx.raw(`(${messages.batch}, ${messages.recipient}) where ${messages.deleted_at} is null`))
      .ignore()
  }

  private whileClaimed({ id, send_at, tries }: NoticeRow) {
    return table(this.knex, NOTICE).where({ id, send_at, tries })
  }
}

export interface AlertsModule extends PaymentsModule {
  readonly notices: Notices
}
