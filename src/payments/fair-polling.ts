import { type Clock } from "../service/config"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { Statements } from "./ledger/rows"
import { mayNow } from "./phase"
import { columns, INTENT, STATE, table, rowsOf } from "../tables"
import { ALONE, askableAt, isPollingShared, type Surroundings } from "./polling"

const intents = columns(INTENT)
const facts = columns(STATE)

/** Pages ask at least every 30 s (`payments/polling.ts`); a payment that none asked about for this long is not watched any more. */
const WATCHED_MS = 60_000
/** Every visit would write otherwise. */
const NOTED_MS = 20_000
const EVENTS_MS = 24 * 3_600_000

/** What all processes know of the payments that pages of customers wait for. */
export class WatchedPayments extends Statements {
  /** A page waits for this payment, which it may not have asked for now. */
  async note({ id, watched_at }: IntentRow): Promise<void> {
    const now = this.clock.now()
    if (watched_at && now - new Date(watched_at).getTime() < NOTED_MS) return
    await table(this.knex, INTENT)
      .where({ id })
      .update({ watched_at: new Date(now) })
  }

  /** How many there are, and whether signed events came within a day. */
  async count(): Promise<{ watched: number; events: boolean }> {
    const now = this.clock.now()
    const { rows } = await this.knex.raw<{ rows: [{ watched: number; event_at: string | null }] }>(
      `select (select count(*)::int from ?? where ${intents.deleted_at} is null and ${intents.watched_at} > ? and ${mayNow("watch")}) as watched,
         (select ${facts.value}->>'at' from ?? where ${facts.id} = 'webhook_last_seen') as event_at`,
      [INTENT, this.since, STATE]
    )
    const [{ watched, event_at }] = rows
    return { watched, events: event_at !== null && now - Date.parse(event_at) < EVENTS_MS }
  }

  /** Open ones that were asked for before, the longest unasked first. */
  async longestUnasked(limit: number): Promise<IntentRow[]> {
    return await rowsOf(this.knex, INTENT)
      .where("watched_at", ">", this.since)
      .whereNotNull("asked_at")
      .whereRaw(mayNow("watch"))
      .whereIn("status", ["processing", "requires_action"])
      .orderBy("asked_at")
      .limit(limit)
  }

  private get since(): Date {
    return this.date(-WATCHED_MS)
  }
}

const KNOWN_MS = 5_000
/** More than one: the first may be one that another process asks about at this moment. */
const CANDIDATES = 3

/**
 * The customers who wait for their payments at the same time. They share what the budget has for repeated questions: each payment in its
 * turn, the longest unasked first, whichever page comes by.
 */
export class FairPolling {
  private known: { at: number; surroundings: Promise<Surroundings> } | undefined
  private fullUntil = 0

  /** @param places repeated questions that the budget has for a minute */
  constructor(
    private readonly watched: WatchedPayments,
    private readonly clock: Clock,
    private readonly places: number
  ) {}

  /** A few seconds old at most: it is asked with every visit. */
  async surroundings(): Promise<Surroundings> {
    const now = this.clock.now()
    if (!this.known || Math.abs(now - this.known.at) > KNOWN_MS) {
      const { places } = this
      const surroundings = this.watched.count().then(
        (count) => ({ ...count, places }),
        // Who waits is a question of fairness: a payment is asked for without it.
        () => ({ ...ALONE, places })
      )
      this.known = { at: now, surroundings }
    }
    return await this.known.surroundings
  }

  async note(row: IntentRow): Promise<void> {
    await this.watched.note(row)
  }

  /** The budget had no place for a repeated question, and has none until then. */
  full(waitMs: number): void {
    this.fullUntil = this.clock.now() + Math.min(waitMs, KNOWN_MS)
  }

  /**
   * The payment that a page has asked for: its own, or where many wait the next one. null: none now.
   * @param own the page's, where it is worth asking for
   */
  async next(own: IntentRow | null): Promise<IntentRow | null> {
    const now = this.clock.now()
    // Of one that was never asked about, when it was made decides alone.
    if (own && !own.asked_at) return askableAt(own, "poll") <= now ? own : null
    const surroundings = await this.surroundings()
    const isAskable = (row: IntentRow) => askableAt(row, "poll", surroundings) <= now
    if (!isPollingShared(surroundings)) return own && isAskable(own) ? own : null
    if (now < this.fullUntil) return null
    return (await this.watched.longestUnasked(CANDIDATES)).find(isAskable) ?? null
  }
}
