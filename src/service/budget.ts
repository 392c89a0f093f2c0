import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { PayCollectRateLimitedError, PayCollectUnavailableError, type PayCollectError } from "./errors"
import { type CallResult, type Operation, type RateClass, type RateGate } from "."
import { DAY_MS, type Clock } from "./config"
import {
  behind,
  budgetRules,
  NEVER_WAIT,
  pauseOf,
  roomAt,
  type BudgetLimits,
  type BudgetRule,
  type SentRequest,
} from "./budget-rules"
import { CircuitBreaker, type BreakerState } from "./circuit-breaker"
import { requestRefused, type Readings } from "./telemetry"
import { BUDGET_ENTRY, columns, rowsOf, table } from "../tables"
import { type SharedState } from "./shared-state"

export interface BudgetView {
  rate_class: RateClass
  used: number
  limit: number
  paused_until: string | null
  breaker: BreakerState
}

type AskedPlace = Parameters<RateGate["acquire"]>[1]

/**
 * A minute as the service counts it, plus what a request may take longer on the way than the one before it: the log holds when we sent,
 * the service when it received.
 */
const WINDOW_MS = 63_000
const ENTRIES_KEEP_MS = 120_000
/** What is later than this was written by a server whose clock runs ahead, and counts for nothing: a pause is a minute at most. */
const FAR_AHEAD_MS = 2 * WINDOW_MS
/** A place that was asked for so long ago was logged too early for the window to hold; much less than the window's excess. */
const LATE_MS = 1_000
/** A refusal is worth at least this pause. */
const LEAST_WAIT_MS = 50
/**
 * Calls that no payment waits for. They have a circuit breaker of their own: a fee calculator that fails, which shoppers ask as often as
 * they like, must not keep a customer's payment from being asked for.
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

const line = (rateClass: RateClass, { operation, breaker }: Pick<AskedPlace, "operation" | "breaker">) =>
  breaker === "beside" ? breaker : LOOK_UPS.has(operation) ? "look_up" : rateClass

/**
 * The request budget, one for all processes, as a sliding log in PostgreSQL; a place in it, pause included, costs one statement. A request
 * that finds no room waits without a lock until its deadline and then fails clearly.
 */
export class RequestBudget implements RateGate {
  private readonly breakers: Record<ReturnType<typeof line>, CircuitBreaker>
  /** epoch ms; as this process was told last */
  private readonly scarceUntil: Record<RateClass, number> = { standard: 0, creation: 0 }
  /** what this process itself took within a window */
  private own: SentRequest[] = []
  /** what waits in this process, by class and priority: who comes later leaves room for it */
  private readonly waiting = new Map<string, Set<AskedPlace>>()

  constructor(
    private readonly knex: Knex,
    private readonly state: SharedState,
    private readonly parts: {
      clock: Clock
      /** not among the dashboard's settings: the limits are a fact of the service */
      configuration: { given: { options: { service: { budget: BudgetLimits } } } }
    }
  ) {
    const made = () => new CircuitBreaker(parts.clock)
    this.breakers = { standard: made(), creation: made(), look_up: made(), beside: made() }
  }

  /** @throws PayCollectRateLimitedError without room before `deadline`, PayCollectUnavailableError while the breaker is open */
  async acquire(rateClass: RateClass, asked: AskedPlace): Promise<void> {
    const waiting = this.waitingFor(rateClass, asked)
    let before = waiting.size
    try {
      for (;;) {
        const wait = await this.ask(rateClass, asked, before)
        if (wait === 0) return
        const others = waiting.has(asked) ? 0 : waiting.size
        waiting.add(asked)
        // Many may have been told of the same place: who joins others asks once more, behind them.
        const isEarly = others <= before
        before = isEarly ? 0 : others
        if (isEarly) await this.parts.clock.sleep(Math.min(wait, 1_000))
      }
    } finally {
      waiting.delete(asked)
    }
  }

  /** @returns 0 when a place was taken, else how long there is none for it and those `before` it */
  private async ask(rateClass: RateClass, asked: AskedPlace, before: number): Promise<number> {
    const { deadline, operation, priority, breaker } = asked
    const broken = breaker === "none" ? 0 : this.breakers[line(rateClass, asked)].waitMs()
    if (broken > 0) {
      requestRefused("breaker", rateClass, priority)
      throw outage(operation, broken)
    }
    const wait = await this.take(rateClass, asked, before)
    if (wait === 0) return 0
    this.isScarce(rateClass, wait)
    if (NEVER_WAIT.has(priority) || this.parts.clock.now() + wait > deadline) {
      requestRefused("budget", rateClass, priority)
      throw full(operation, wait)
    }
    return wait
  }

  /**
   * What {@link acquire} would throw now; takes neither a place nor the breaker's probe. null when the request could be sent in time, and
   * without a look at the budget while this process has reason to think so: almost always, looking ahead costs no statement.
   */
  async foresee(rateClass: RateClass, asked: AskedPlace): Promise<PayCollectError | null> {
    const { deadline, operation, priority } = asked
    const { clock, configuration } = this.parts
    const broken = this.breakers[line(rateClass, asked)].restMs()
    if (broken > 0) return outage(operation, broken)
    const all = budgetRules(rateClass, priority, configuration.given.options.service.budget)
    if (!this.mayBeScarce(rateClass, all)) return null
    const rules = behind(this.waitingFor(rateClass, asked).size, all)
    const [pause, sent, events] = await Promise.all([this.pausedFor(rateClass), this.sent(), this.events()])
    const wait = Math.max(pause, roomAt(rules, sent, { windowMs: WINDOW_MS, events }) - clock.now())
    return clock.now() + wait > deadline ? full(operation, Math.max(LEAST_WAIT_MS, wait)) : null
  }

  /** For all processes. A shorter pause never ends a longer one. */
  async pause(rateClass: RateClass, ms: number, breaker?: AskedPlace["breaker"]): Promise<void> {
    this.isScarce(rateClass, ms)
    await this.state.extend(pauseOf(rateClass, breaker), { until: this.parts.clock.now() + ms }, FAR_AHEAD_MS)
  }

  /** What every attempt of the client ended with. Answers of any kind show that the service is there. */
  observe(
    rateClass: RateClass,
    result: Pick<CallResult, "outcome" | "status"> & { operation?: string; breaker?: "beside" }
  ): void {
    const { outcome, status } = result
    const isFailure =
      status === undefined ? outcome === "unavailable" || outcome === "ambiguous" : status >= 500
    const breaker = this.breakers[line(rateClass, { operation: "", ...result })]
    if (isFailure) breaker.failed()
    else breaker.succeeded()
  }

  async view(): Promise<BudgetView[]> {
    const rows = await this.sent()
    return await Promise.all(
      (["standard", "creation"] as const).map(async (rateClass) => {
        const paused = await this.pausedFor(rateClass)
        return {
          rate_class: rateClass,
          used: rows.filter((row) => rateClass === "standard" || row.rate_class === rateClass).length,
          limit: this.parts.configuration.given.options.service.budget[rateClass],
          paused_until: paused ? new Date(this.parts.clock.now() + paused).toISOString() : null,
          breaker: this.breakers[rateClass].state,
        }
      })
    )
  }

  /** For the operators' metrics: places by class and priority, and the breakers of this process. */
  async readings(): Promise<Pick<Readings, "budgetUsed" | "budgetLimits" | "breakers">> {
    const { standard, creation } = this.parts.configuration.given.options.service.budget
    const budgetUsed: Readings["budgetUsed"] = await this.window()
      .groupBy("rate_class", "priority")
      .select(
        this.knex.ref(columns(BUDGET_ENTRY).rate_class).as("rateClass"),
        "priority",
        this.knex.raw("count(*)::int as places")
      )
    return {
      budgetUsed,
      budgetLimits: { standard, creation },
      breakers: Object.fromEntries(
        Object.entries(this.breakers).map(([guards, { state }]) => [guards, state !== "closed"])
      ),
    }
  }

  private waitingFor(rateClass: RateClass, { priority }: AskedPlace): Set<AskedPlace> {
    const name = `${rateClass} ${priority}`
    if (!this.waiting.has(name)) this.waiting.set(name, new Set())
    return this.waiting.get(name)!
  }

  /** It was a moment ago, or a few processes as busy as this one would have used it up. */
  private mayBeScarce(rateClass: RateClass, rules: BudgetRule[]): boolean {
    const now = this.parts.clock.now()
    const quarters = rules.map((rule) => ({ ...rule, most: Math.floor(rule.most / 4) }))
    const isBusy =
      quarters.some((rule) => rule.most < 1) ||
      roomAt(quarters, this.own, { windowMs: WINDOW_MS, events: true }) > now
    return isBusy || now < this.scarceUntil[rateClass]
  }

  private isScarce(rateClass: RateClass, ms: number): void {
    this.scarceUntil[rateClass] = Math.max(this.scarceUntil[rateClass], this.parts.clock.now() + ms)
  }

  /** What the window holds: no more rows than the budget has places. */
  private async sent(): Promise<SentRequest[]> {
    return await this.window().select("rate_class", "priority", "sent_at")
  }

  private window() {
    const at = (ms: number) => new Date(this.parts.clock.now() + ms)
    const entries = rowsOf(this.knex, BUDGET_ENTRY)
    return entries.where("sent_at", ">", at(-WINDOW_MS)).where("sent_at", "<", at(FAR_AHEAD_MS))
  }

  private async pausedFor(rateClass: RateClass): Promise<number> {
    const pause = await this.state.get<{ until: number }>(pauseOf(rateClass))
    const ms = (pause?.until ?? 0) - this.parts.clock.now()
    return ms > FAR_AHEAD_MS ? 0 : Math.max(0, ms)
  }

  /** Whether a signed event was believed within a day. */
  private async events(): Promise<boolean> {
    const seen = await this.state.get<{ at: string }>("webhook_last_seen")
    return !!seen && this.parts.clock.now() - Date.parse(seen.at) < DAY_MS
  }

  /** @returns 0 when a place was taken, else the milliseconds until it is worth asking again */
  private async take(rateClass: RateClass, asked: AskedPlace, before: number): Promise<number> {
    const { clock, configuration } = this.parts
    const { priority, deadline, breaker } = asked
    const rules = budgetRules(rateClass, priority, configuration.given.options.service.budget)
    const id = generateEntityId("", "pcreq")
    const now = clock.now()
    const { rows } = await this.knex.raw<{ rows: [{ free: number | null }] }>(
      "select paycollect_budget_take(?, ?, ?, ?, ?, ?, ?, ?) as free",
      [
        id,
        rateClass,
        priority,
        new Date(now),
        new Date(now - WINDOW_MS),
        new Date(now - ENTRIES_KEEP_MS),
        JSON.stringify(behind(before, rules)),
        pauseOf(rateClass, breaker),
      ]
    )
    const [{ free }] = rows
    if (free !== null) return Math.max(LEAST_WAIT_MS, free - clock.now())
    const recent = this.own.filter(({ sent_at }) => now - sent_at.getTime() < WINDOW_MS)
    this.own = [...recent, { rate_class: rateClass, priority, sent_at: new Date(now) }]
    await this.keepInTime(id, { askedAt: now, deadline })
    return 0
  }

  /**
   * The statement may have waited, for a connection or for its turn, and the log holds when it was asked for: the place moves to when the
   * request really leaves. The others counted it all the time, so it stays one place. After the deadline nothing is sent.
   */
  private async keepInTime(
    id: string,
    { askedAt, deadline }: { askedAt: number; deadline: number }
  ): Promise<void> {
    const { clock } = this.parts
    let now = clock.now()
    for (let logged = askedAt; now - logged > LATE_MS && now < deadline; now = clock.now()) {
      logged = now
      await table(this.knex, BUDGET_ENTRY)
        .where({ id })
        .update({ sent_at: new Date(logged) })
    }
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
