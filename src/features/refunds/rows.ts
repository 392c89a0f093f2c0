import { generateEntityId } from "@medusajs/framework/utils"
import { OWN_NOTES } from "../../texts"
import { OWN_REFUND, type AttentionReason } from "../../payments/attention-reasons"
import { type HistoryEvent } from "../../payments/ledger/history"
import { type Refundable } from "./rules"
import { feeLeft, goneOf } from "../../payments/came"
import { type AttentionRow } from "../../modules/paycollect/models/attention"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type RefundRow, type RefundStatus } from "../../modules/paycollect/models/refund"
import { closeItems, closing, openItem, type Closed } from "../../payments/ledger/item-moves"
import { mayNow } from "../../payments/phase"
import { appendEvent } from "../../payments/ledger/history"
import {
  isOfFee,
  moveRefund,
  refundAsked,
  refundNotSent,
  refundSent,
} from "../../payments/ledger/refund-moves"
import { columns, INTENT, isTaken, type Query, REFUND, rowsOf, table } from "../../tables"
import { type PaymentsModule } from "../../payments/module"
import { Statements } from "../../payments/ledger/rows"

export type NewRefund = Pick<RefundRow, "amount" | "mode" | "reason" | "note" | "created_by"> & {
  /** by which its process knows whether it was the one that wrote it down */
  id?: string
  /** absent: a refund of its own, whatever was sent before */
  key?: string
}

/** How a refund ended; `failure` with `not_sent`. */
export interface RefundEnd {
  status: Exclude<RefundStatus, "begun">
  failure?: string
}

/** What the history says and what is put on the list, for each end. */
const ENDS: Record<RefundEnd["status"], { event?: HistoryEvent; item?: AttentionReason }> = {
  due: { item: "refund_due" },
  sent: { event: "refund_sent" },
  pending: { event: "refund_pending", item: "refund_pending" },
  unknown: { event: "refund_unknown", item: "refund_unknown" },
  not_sent: { event: "refund_not_sent" },
}
const MOST_CUT_OFF = 100
const ABOUT_FEE: Partial<Closed> = { categories: ["notice"], only: { reason: "unexpected_fee", key: "" } }

/** Refunds of money that no order stands for. Their sum is guarded by the statement that writes one down, whichever process writes at that moment. */
export class Refunds extends Statements {
  async byKey(intentId: string, key: string): Promise<RefundRow | null> {
    return (await this.refunds.where({ intent_id: intentId, key }).first()) ?? null
  }

  /**
   * Counts it before any money moves, and writes down who asked for it and why: one statement, which holds only while the payment is as it was
   * judged, no order is made of it, and the sum stays within what came.
   * @param seen the row that was judged
   * @returns null when that does not hold any more; the first refund of the same key when there is one, which is the first one's to send
   */
  async begin(
    seen: IntentRow,
    asked: NewRefund,
    { currency_code, ofFee }: Pick<Refundable, "currency_code" | "ofFee">
  ): Promise<RefundRow | null> {
    const now = this.date()
    const { id = newRefundId(), key = id, amount, reason, note, created_by } = asked
    const guarded = (payment: Query<IntentRow>) =>
      payment
        .where({ outcome: seen.outcome })
        .whereRaw(mayNow(ofFee ? "refundFee" : "refund"))
        .whereRaw(`${columns(INTENT).verified} is not distinct from ?::jsonb`, [
          seen.verified && JSON.stringify(seen.verified),
        ])
    const dates = { created_at: now, updated_at: now }
    const refund = { ...asked, ...dates, id, key, currency_code, status: "begun" as const }
    const said = { reason, ...(note && { note }), by: created_by }
    const data = { amount, currency: currency_code, refund_id: id, ...said }
    const type = asked.mode === "manual" ? "refund_recorded" : "refund_sending"
    try {
      const event = { type, cause: "refund_here", data } as const
      const move = refundAsked({ refund_id: id, amount: BigInt(amount), booked: 0n, ofFee })
      const changed = await moveRefund(this.knex, now, seen.id, move, event, { refund, guarded })
      return changed ? await this.byKey(seen.id, key) : null
    } catch (error) {
      if (isTaken(error)) return await this.byKey(seen.id, key)
      throw error
    }
  }

  /**
   * What became of it, in one transaction with the item that a person is told by. When all that came has gone back, the item about the money is
   * closed with it and the payment, too: it is in one place at every moment.
   * @returns the item that was opened, for the process that tells the merchant; null when another process ended this refund before
   */
  async ended(
    refund: RefundRow,
    { status, failure = undefined }: RefundEnd
  ): Promise<{ refund: RefundRow; item: AttentionRow | null } | null> {
    const now = this.date()
    const { id, intent_id, amount, currency_code } = refund
    const data = { amount, currency: currency_code, refund_id: id }
    return await this.knex.transaction(async (trx) => {
      const intent = (await table(trx, INTENT).where({ id: intent_id }).forUpdate().first()) as IntentRow
      const [row] = (await table(trx, REFUND)
        .where({ id, status: "begun" })
        .update({ status, failure: failure ?? null, updated_at: now })
        .returning("*")) as RefundRow[]
      if (!row) return null
      const { event: type, item } = ENDS[status]
      const said = { ...data, ...(failure && { error: failure }) }
      const event = type && ({ type, cause: "refund_here", data: said } as const)
      const ofFee = await isOfFee(trx, intent_id, id)
      const refund = { refund_id: id, amount: BigInt(amount), booked: 0n, ofFee }
      if (status === "sent") await moveRefund(trx, now, intent_id, refundSent(refund), event)
      else if (status === "not_sent") await moveRefund(trx, now, intent_id, refundNotSent(refund), event)
      else if (event) await appendEvent(trx, now, intent_id, event)
      const opened = item ? await openItem(trx, now, { intent_id, reason: item, key: id, data }) : null
      const isOver = status !== "not_sent" && (ofFee ? feeLeft(intent) === 0n : isAllBack(intent))
      // One that is still begun may give its sum back to a payment that has an item.
      if (isOver && !(await rowsOf(trx, REFUND).where({ intent_id, status: "begun" }).first("id"))) {
        if (!ofFee) await closing(trx, now, intent_id)
        const about = ofFee ? ABOUT_FEE : ({ categories: ["money"] } satisfies Partial<Closed>)
        await closeItems(trx, now, { intent_id, note: OWN_NOTES.all_refunded, ...about })
      }
      return { refund: row, item: opened }
    })
  }

  /** Begun before then, and not ended: their processes are dead. Oldest first. */
  async cutOff(before: Date): Promise<RefundRow[]> {
    return await this.refunds
      .where({ status: "begun" })
      .where("created_at", "<=", before)
      .orderBy("created_at")
      .limit(MOST_CUT_OFF)
  }

  private get refunds() {
    return rowsOf(this.knex, REFUND)
  }
}

export function newRefundId(): string {
  return generateEntityId("", OWN_REFUND)
}

function isAllBack(intent: IntentRow): boolean {
  return intent.came !== "0" && goneOf(intent) >= BigInt(intent.came)
}

export interface RefundsModule extends PaymentsModule {
  readonly refunds: Refunds
}
