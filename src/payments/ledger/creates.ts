import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Clock } from "../../service/config"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { mayNow } from "../phase"
import { columns, INTENT } from "../../tables"
import { type LedgerEvent, type PaidSession } from "./history"
import { LedgerLeases } from "./leases"
import { more, type IntentPatch } from "./rows"

const intents = columns(INTENT)
/** The service said nothing of it yet. */
const IS_OURS = `${intents.status} in ('creating', 'unknown', 'rejected')`

/** Hears of a payment from the process whose statement wrote it down first, and from no other. Nothing waits for it. */
export interface LedgerNews {
  started?(intent: IntentRow): void
  /** each time that it comes to have failed, with the reason in its row */
  failed?(intent: IntentRow): void
}

/** How a create ends. Two processes may send the same one, and the slower of them knows less of the payment than its row. */
export class LedgerCreates extends LedgerLeases {
  constructor(
    knex: Knex,
    clock: Clock,
    protected readonly news: LedgerNews = {}
  ) {
    super(knex, clock)
  }

  /**
   * The service has the payment, and its customer can pay. Of all answers to its create the first is written; where it stands is left as it was
   * told since.
   * @param session it is started for, paid by it from now on
   * @returns null where another answer was first, or its money came; nothing was written
   */
  async opened(
    id: string,
    { status, ...facts }: Pick<IntentRow, "status" | "service_intent_id" | "payment_ref" | "checkout_url">,
    due: Date,
    session?: PaidSession
  ): Promise<IntentRow | null> {
    const patch = { ...facts, status, outcome: "waiting", request: null } as const
    const unlessKnown = {
      status: this.knex.raw(`case when ${IS_OURS} then ? else ${intents.status} end`, [status]),
      outcome: this.knex.raw(`coalesce(nullif(${intents.outcome}, 'none'), 'waiting')`),
    }
    const event: LedgerEvent = { type: "opened", data: { status } }
    const change = { patch, more: more({ ...this.ended(due), ...unlessKnown }), event, session }
    const opened = await this.changed({ id, checkout_url: null }, change)
    if (opened) this.news.started?.(opened)
    return opened ?? null
  }

  /**
   * The service surely made nothing of it: it is over. Never where another process sent it meanwhile, or heard of it: it is looked for.
   * @param row as it was sent
   */
  async rejected(
    { id, create_lease_until }: IntentRow,
    outcome_reason: string,
    event: LedgerEvent,
    due: Date | null
  ): Promise<IntentRow> {
    const seen = { id, create_lease_until, status: "creating", outcome: "none" } as const
    const patch = { status: "rejected", outcome_reason, request: null, purchase: null } as const
    return await this.write(seen, { patch, more: more(this.ended(due)), event })
  }

  /**
   * A create came to another end, and its lease with it.
   * @param due when to look again; undefined leaves it as it is
   */
  async createEnded(id: string, patch: IntentPatch, event: LedgerEvent, due?: Date): Promise<IntentRow> {
    return await this.write({ id }, { patch, more: more(this.ended(due)), event })
  }

  /**
   * Applied and closed rows stay off the schedule, whatever another process meant to look at; money that no person was told of stays on it, whatever
   * it was meant to leave it for.
   */
  protected unlessOver(due: Date | null) {
    return due
      ? this.knex.raw(`case when ${mayNow("schedule")} then ?::timestamptz end`, [due])
      : this.knex.raw(`case when not ${mayNow("end")} then ${intents.next_step_at} end`)
  }

  private ended(due?: Date | null) {
    return {
      create_lease_until: null,
      ...(due !== undefined && { next_step_at: this.unlessOver(due) }),
    }
  }
}
