import { ALONE, askableAt, isPollingShared, type Surroundings } from "./polling"
import { type Clock } from "../service/clock"
import { type WatchedPayments } from "./ledger/watched"
import { type IntentRow } from "../modules/paycollect/models/intent"

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
    private readonly places: () => number
  ) {}

  /** A few seconds old at most: it is asked with every visit. */
  async surroundings(): Promise<Surroundings> {
    const now = this.clock.now()
    if (!this.known || Math.abs(now - this.known.at) > KNOWN_MS) {
      const places = this.places()
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
    const surroundings = await this.surroundings()
    const isAskable = (row: IntentRow) => askableAt(row, "poll", surroundings) <= now
    if (own && !own.asked_at) return isAskable(own) ? own : null
    if (!isPollingShared(surroundings)) return own && isAskable(own) ? own : null
    if (now < this.fullUntil) return null
    return (await this.watched.longestUnasked(CANDIDATES)).find(isAskable) ?? null
  }
}
