import {
  PayCollectRateLimitedError,
  PayCollectUnavailableError,
  type Priority,
  type RateClass,
} from "../../src/client"
import { RequestBudget } from "../../src/modules/paycollect/request-budget"
import { SharedState } from "../../src/modules/paycollect/state"
import { openDatabase, type Database } from "./support/database"

/** Time that stands still until somebody sleeps. */
class StillClock {
  constructor(private time = 1_800_000_000_000) {}
  now = () => this.time
  sleep = async (ms: number) => {
    this.time += ms
  }
}

describe("RequestBudget", () => {
  let database: Database
  let clock: StillClock

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    clock = new StillClock()
    await database.knex("paycollect_budget_entry").delete()
    await database.knex("paycollect_state").delete()
  })

  const process = (limits = { standard: 60, creation: 20 }) =>
    new RequestBudget(database.knex, new SharedState(database.knex), { limits: () => limits, clock })
  const ask = (
    budget: RequestBudget,
    priority: Priority = "customer",
    rateClass: RateClass = "standard",
    patience = 0
  ) => budget.acquire(rateClass, { priority, deadline: clock.now() + patience, operation: "verify_payment" })
  const allowed = async (calls: Promise<void>[]) =>
    (await Promise.allSettled(calls)).filter(({ status }) => status === "fulfilled").length

  it("lets two processes together send 60 requests and 20 creations a minute, not one more", async () => {
    const [one, two] = [process(), process()]
    const creations = Array.from({ length: 30 }, (_, index) =>
      ask(index % 2 ? one : two, "customer", "creation")
    )
    expect(await allowed(creations)).toBe(20)
    const reads = Array.from({ length: 60 }, (_, index) => ask(index % 2 ? one : two))
    expect(await allowed(reads)).toBe(40)
  })

  it("keeps room for those before: the job takes half, webhooks three quarters, customers all", async () => {
    const budget = process()
    expect(await allowed(Array.from({ length: 60 }, () => ask(budget, "reconcile")))).toBe(30)
    expect(await allowed(Array.from({ length: 60 }, () => ask(budget, "webhook")))).toBe(15)
    expect(await allowed(Array.from({ length: 60 }, () => ask(budget, "create")))).toBe(9)
    expect(await allowed(Array.from({ length: 60 }, () => ask(budget, "customer")))).toBe(6)
  })

  it("gives whoever only looks around 24 of 60 places, so that shoppers' fees cannot starve a payment", async () => {
    const budget = process()
    expect(await allowed(Array.from({ length: 60 }, () => ask(budget, "browse")))).toBe(24)
    expect(await allowed(Array.from({ length: 60 }, () => ask(budget, "create", "creation")))).toBe(20)
    expect(await allowed(Array.from({ length: 60 }, () => ask(budget, "webhook")))).toBe(1)
    expect(await allowed(Array.from({ length: 60 }, () => ask(budget, "customer")))).toBe(15)
  })

  it("tells whoever has used up its part when the oldest of its own requests leaves, not anybody's", async () => {
    const budget = process({ standard: 5, creation: 5 })
    await ask(budget, "customer")
    await clock.sleep(30_000)
    await ask(budget, "browse")
    await clock.sleep(1_000)
    await ask(budget, "browse")
    await expect(ask(budget, "browse")).rejects.toMatchObject({ retryAfterMs: 62_000 })
  })

  it("lets look-ups that fail open a breaker of their own, and none for payments", async () => {
    const budget = process()
    const failed = { outcome: "unavailable", operation: "calculate_fee" }
    for (let call = 0; call < 9; call++) budget.observe("standard", failed)
    const deadline = clock.now()
    const look = { priority: "browse", deadline, operation: "list_payment_methods" } as const
    await expect(budget.acquire("standard", look)).rejects.toThrow(PayCollectUnavailableError)
    await ask(budget)
    expect((await budget.view())[0]).toMatchObject({ breaker: "closed" })
  })

  it("says when to try again, and waits when the deadline allows", async () => {
    const budget = process({ standard: 1, creation: 1 })
    await ask(budget)
    await expect(ask(budget)).rejects.toThrow(PayCollectRateLimitedError)
    await expect(ask(budget)).rejects.toMatchObject({ retryAfterMs: expect.any(Number) })
    const before = clock.now()
    await ask(budget, "customer", "standard", 120_000)
    expect(clock.now() - before).toBeGreaterThanOrEqual(60_000)
  })

  it("pauses a class for every process after a 429, and leaves the other alone", async () => {
    const [one, two] = [process(), process()]
    await one.pause("creation", 20_000)
    await expect(ask(two, "create", "creation")).rejects.toThrow(PayCollectRateLimitedError)
    await ask(two)
    await ask(two, "create", "creation", 30_000)
    expect((await two.view()).map(({ rate_class, used }) => [rate_class, used])).toEqual([
      ["standard", 2],
      ["creation", 1],
    ])
  })

  it("leaves a service alone that fails, and shows it", async () => {
    const budget = process()
    for (let call = 0; call < 5; call++) budget.observe("standard", { outcome: "unavailable" })
    await expect(ask(budget)).rejects.toThrow(PayCollectUnavailableError)
    expect((await budget.view())[0]).toMatchObject({ breaker: "open", used: 0, limit: 60 })
    await clock.sleep(15_000)
    await ask(budget)
    budget.observe("standard", { outcome: "ok", status: 200 })
    expect((await budget.view())[0]).toMatchObject({ breaker: "closed", used: 1 })
  })

  it("forgets what is older than two minutes", async () => {
    const budget = process()
    await ask(budget)
    await clock.sleep(121_000)
    await ask(budget)
    expect(await database.knex("paycollect_budget_entry")).toHaveLength(1)
  })
})
