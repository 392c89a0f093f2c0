import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import {
  PayCollectRateLimitedError,
  PayCollectUnavailableError,
  type CallResult,
  type Operation,
  type Priority,
  type RateClass,
  type RateGate,
} from "../../client"
import { CircuitBreaker, type BreakerState } from "./circuit-breaker"
import { type Clock } from "./clock"
import { type SharedState } from "./state"

export interface BudgetLimits {
  /** requests per minute of any class */
  standard: number
  /** creations per minute */
  creation: number
}

export interface BudgetView {
  rate_class: RateClass
  used: number
  limit: number
  paused_until: string | null
  breaker: BreakerState
}

interface Entry {
  rate_class: string
  priority: string
  sent_at: string | Date
}

const ENTRY = "paycollect_budget_entry"
/**
 * A minute as the service counts it, plus what a request may take longer on the way than the one before it: the log holds when we sent,
 * the service when it received.
 */
const WINDOW_MS = 63_000
const KEEP_MS = 120_000
/** Any constant: the key of the lock under which one process counts and inserts. Held for one statement, never while waiting. */
const LOCK_KEY = 7_290_451
/** Share of the budget up to which a priority may fill it: the rest stays free for those before it (design, decision 10). */
const SHARE: Record<Priority, number> = {
  customer: 1,
  create: 0.9,
  webhook: 0.75,
  admin: 0.75,
  reconcile: 0.6,
  browse: 0.6,
}
/** What a priority may take of the budget however free the rest is: the job half, and shoppers who look at fees less than that. */
const OWN_SHARE: Partial<Record<Priority, number>> = { reconcile: 0.5, browse: 0.4 }

/**
 * Calls that no payment waits for. They have a circuit breaker of their own: a fee calculator that fails, which shoppers ask as often as
 * they like, must not keep anybody from being asked whether a payment succeeded.
 */
const LOOK_UPS: ReadonlySet<string> = new Set([
  "list_payment_methods",
  "calculate_fee",
  "create_session",
  "validate_session",
  "revoke_session",
  "list_customers",
  "retrieve_customer",
  "retrieve_transaction",
] satisfies Operation[])

const line = (rateClass: RateClass, operation: string) => (LOOK_UPS.has(operation) ? "look_up" : rateClass)

/**
 * The request budget, one for all processes, as a sliding log in PostgreSQL. Every request counts against `standard`, creations against
 * `creation` too: stricter than the interface (8) needs, safe however the service counts. Whoever finds no room waits without a lock
 * until its deadline and then fails clearly.
 */
export class RequestBudget implements RateGate {
  private readonly breakers: Record<RateClass | "look_up", CircuitBreaker>

  constructor(
    private readonly knex: Knex,
    private readonly state: SharedState,
    private readonly options: { limits: () => BudgetLimits; clock: Clock }
  ) {
    this.breakers = {
      standard: new CircuitBreaker(options.clock),
      creation: new CircuitBreaker(options.clock),
      look_up: new CircuitBreaker(options.clock),
    }
  }

  /** @throws PayCollectRateLimitedError without room before `deadline`, PayCollectUnavailableError while the breaker is open */
  async acquire(
    rateClass: RateClass,
    { priority, deadline, operation }: { priority: Priority; deadline: number; operation: string }
  ): Promise<void> {
    const { clock } = this.options
    for (;;) {
      const broken = this.breakers[line(rateClass, operation)].waitMs()
      if (broken > 0) throw outage(operation, broken)
      const paused = await this.pausedFor(rateClass)
      const wait = paused || (await this.take(rateClass, priority))
      if (wait === 0) return
      if (clock.now() + wait > deadline) throw full(operation, wait)
      await clock.sleep(Math.min(wait, 1_000))
    }
  }

  async pause(rateClass: RateClass, ms: number): Promise<void> {
    await this.state.set(`pause_${rateClass}`, { until: this.options.clock.now() + ms })
  }

  /** What every attempt of the client ended with. Answers of any kind show that the service is there. */
  observe(
    rateClass: RateClass,
    { outcome, status, operation = "" }: Pick<CallResult, "outcome" | "status"> & { operation?: string }
  ): void {
    const lost = status === undefined ? outcome === "unavailable" || outcome === "ambiguous" : status >= 500
    const breaker = this.breakers[line(rateClass, operation)]
    if (lost) breaker.failed()
    else breaker.succeeded()
  }

  async view(): Promise<BudgetView[]> {
    const since = new Date(this.options.clock.now() - WINDOW_MS)
    const rows = await this.knex(ENTRY).where("sent_at", ">", since).select("rate_class")
    return await Promise.all(
      (["standard", "creation"] as const).map(async (rateClass) => {
        const paused = await this.pausedFor(rateClass)
        return {
          rate_class: rateClass,
          used:
            rateClass === "standard"
              ? rows.length
              : rows.filter((row) => row.rate_class === "creation").length,
          limit: this.options.limits()[rateClass],
          paused_until: paused ? new Date(this.options.clock.now() + paused).toISOString() : null,
          breaker: this.breakers[rateClass].state,
        }
      })
    )
  }

  private async pausedFor(rateClass: RateClass): Promise<number> {
    const pause = await this.state.get<{ until: number }>(`pause_${rateClass}`)
    return Math.max(0, (pause?.until ?? 0) - this.options.clock.now())
  }

  /** @returns 0 when a place was taken, else the milliseconds until enough requests have left the window */
  private async take(rateClass: RateClass, priority: Priority): Promise<number> {
    const now = this.options.clock.now()
    return await this.knex.transaction(async (trx) => {
      await trx.raw("select pg_advisory_xact_lock(?)", [LOCK_KEY])
      await trx(ENTRY)
        .where("sent_at", "<", new Date(now - KEEP_MS))
        .delete()
      const sent = await trx(ENTRY)
        .where("sent_at", ">", new Date(now - WINDOW_MS))
        .orderBy("sent_at")
        .select("rate_class", "priority", "sent_at")
      const free = this.roomAt(sent as Entry[], rateClass, priority)
      if (free !== null) return Math.max(50, free - now)
      const at = new Date(now)
      await trx(ENTRY).insert({
        id: generateEntityId("", "pcreq"),
        rate_class: rateClass,
        priority,
        sent_at: at,
        created_at: at,
        updated_at: at,
      })
      return 0
    })
  }

  /** @returns when there is room, in epoch ms; null when there is */
  private roomAt(sent: Entry[], rateClass: RateClass, priority: Priority): number | null {
    const { standard, creation } = this.options.limits()
    const ownShare = OWN_SHARE[priority]
    const rules: { entries: Entry[]; most: number }[] = [
      { entries: sent, most: Math.floor(standard * SHARE[priority]) },
    ]
    if (ownShare !== undefined) {
      const entries = sent.filter((entry) => entry.priority === priority)
      rules.push({ entries, most: Math.ceil(standard * ownShare) })
    }
    if (rateClass === "creation") {
      rules.push({ entries: sent.filter((entry) => entry.rate_class === "creation"), most: creation })
    }
    const waits = rules.flatMap(({ entries, most }) => {
      // So many of the oldest have to leave that one less than `most` stay.
      const last = entries[entries.length - Math.max(1, most)]
      return last ? [new Date(last.sent_at).getTime() + WINDOW_MS] : []
    })
    return waits.length > 0 ? Math.max(...waits) : null
  }
}

function full(operation: string, retryAfterMs: number): PayCollectRateLimitedError {
  return new PayCollectRateLimitedError({
    operation,
    retryAfterMs,
    message: `${operation}: the minute's budget of requests to the payment service is used up. Nothing was sent and no money moved; it is tried again later.`,
  })
}

function outage(operation: string, retryAfterMs: number): PayCollectUnavailableError {
  return new PayCollectUnavailableError({
    operation,
    retryAfterMs,
    message: `${operation}: the payment service failed several times in a row and is left alone for a moment. Nothing was sent and no money moved.`,
  })
}
