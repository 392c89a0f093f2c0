import fc from "fast-check"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { PayCollectRateLimitedError } from "../../../src/service/errors"
import { type Priority, type RateClass } from "../../../src/service"
import { ASKING, budgetRules, type BudgetLimits } from "../../../src/service/budget-rules"
import { RequestBudget } from "../../../src/service/budget"
import { SharedState } from "../../../src/service/shared-state"
import { openDatabase, type Database } from "../support/database"

jest.setTimeout(120_000)

const WINDOW_MS = 63_000
const CONNECTIONS = 30
const ROUNDS = 6
/** None was believed. */
const EVENTS = false
const PRIORITIES = ASKING.flatMap(({ of }) => of)
const CLASSES: RateClass[] = ["standard", "creation"]

interface Sent {
  at: number
  rateClass: RateClass
  priority: Priority
}

/** The window once more, over a list in memory. @returns when the request may be sent, in epoch ms */
function freeAt(sent: Sent[], { at, rateClass, priority }: Sent, limits: BudgetLimits): number {
  const rules = budgetRules(rateClass, priority, limits).filter(({ events }) => !events || EVENTS)
  const leaving = rules.flatMap(({ most, rate_class, priorities }) => {
    const entries = sent
      .filter((one) => one.at > at - WINDOW_MS)
      .filter((one) => !rate_class || one.rateClass === rate_class)
      .filter((one) => !priorities || priorities.includes(one.priority))
    const inTheWay = entries[entries.length - Math.max(1, most)]
    return inTheWay ? [inTheWay.at + WINDOW_MS] : []
  })
  return Math.max(at, ...leaving)
}

describe("the rules of RequestBudget", () => {
  let database: Database
  let time = 1_800_000_000_000
  const clock = { now: () => time, sleep: async (ms: number) => void (time += ms) }
  const limited = { standard: 60, creation: 20 }

  beforeAll(async () => {
    database = await openDatabase({ min: 0, max: CONNECTIONS })
  })
  afterAll(() => database.close())
  beforeEach(() => database.knex("paycollect_budget_entry").delete())

  const process = (knex: Knex, limits = limited) =>
    new RequestBudget(knex, new SharedState(knex), {
      configuration: { given: { options: { service: { budget: limits } } } },
      clock,
    })
  const ask = (budget: RequestBudget, rateClass: RateClass, priority: Priority) =>
    budget.acquire(rateClass, { priority, deadline: time, operation: "verify_payment" })
  const count = async (where: object = {}) =>
    Number((await database.knex("paycollect_budget_entry").where(where).count("* as count"))[0]!.count)

  it("are kept to the millisecond, whatever is asked for in whatever order", async () => {
    const request = fc.record({
      pause: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 20_000 })),
      rateClass: fc.constantFrom(...CLASSES),
      priority: fc.constantFrom(...PRIORITIES),
    })
    const limits = fc.record({
      standard: fc.integer({ min: 1, max: 12 }),
      creation: fc.integer({ min: 1, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(limits, fc.array(request, { maxLength: 60 }), async (given, requests) => {
        await database.knex("paycollect_budget_entry").delete()
        const budget = process(database.knex, given)
        const sent: Sent[] = []
        for (const { pause, rateClass, priority } of requests) {
          time += pause
          const asked = { at: time, rateClass, priority }
          const free = freeAt(sent, asked, given)
          const answer = await ask(budget, rateClass, priority).catch((error: unknown) => error)
          if (free === time) sent.push(asked)
          if (free === time) expect(answer).toBeUndefined()
          else expect(answer).toMatchObject({ retryAfterMs: Math.max(50, free - time) })
        }
      }),
      { numRuns: 60 }
    )
  })

  it("are kept by two processes that ask over sixty connections at once", async () => {
    const processes = [process(database.knex), process(database.connect({ min: 0, max: CONNECTIONS }))]
    const everybodyAsks = async (times: number, more: Partial<Sent> = {}) => {
      const asked = Array.from({ length: times }, (_, index) =>
        ask(
          processes[index % 2]!,
          more.rateClass ?? CLASSES[Math.floor(index / 2) % CLASSES.length]!,
          more.priority ?? PRIORITIES[Math.floor(index / 4) % PRIORITIES.length]!
        )
      )
      const answers = await Promise.allSettled(asked)
      const refused = answers.filter(
        (answer): answer is PromiseRejectedResult => answer.status === "rejected"
      )
      for (const { reason } of refused) expect(reason).toBeInstanceOf(PayCollectRateLimitedError)
      return times - refused.length
    }
    for (let round = 0; round < ROUNDS; round++) {
      await clock.sleep(2 * WINDOW_MS)
      const granted = await everybodyAsks(240)
      expect(await count()).toBeGreaterThanOrEqual(granted)
      expect(await count({ rate_class: "creation" })).toBeLessThanOrEqual(20)
      expect(await count({ priority: "reconcile" })).toBeLessThanOrEqual(30)
      expect(await count({ priority: "browse" })).toBeLessThanOrEqual(12)
      for (const { of } of ASKING) await everybodyAsks(60, { rateClass: "standard", priority: of[0]! })
      expect(await count()).toBe(60)

      await clock.sleep(2 * WINDOW_MS)
      expect(await everybodyAsks(90, { rateClass: "creation", priority: "create" })).toBe(20)
      expect(await everybodyAsks(150, { rateClass: "standard", priority: "reconcile" })).toBe(30)
      expect(await everybodyAsks(150, { rateClass: "standard", priority: "customer" })).toBe(6)
    }
  })
})
