import { PayCollectRateLimitedError, PayCollectUnavailableError } from "../../../src/service/errors"
import { type Priority, type RateClass } from "../../../src/service"
import { ASKING } from "../../../src/service/budget-rules"
import { RequestBudget } from "../../../src/service/budget"
import { SharedState } from "../../../src/service/shared-state"
import { type Clock } from "../../../src/service/config"
import { openDatabase, type Database } from "../support/database"

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

  const process = (limits = { standard: 60, creation: 20 }, time: Clock = clock) =>
    new RequestBudget(database.knex, new SharedState(database.knex), {
      configuration: { given: { options: { service: { budget: limits } } } },
      clock: time,
    })
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
      ask(index % 2 ? one : two, "create", "creation")
    )
    expect(await allowed(creations)).toBe(20)
    const all = ASKING.flatMap(({ of }) => Array<Priority>(60).fill(of[0]!))
    const reads = all.map((priority, index) => ask(index % 2 ? one : two, priority))
    expect(await allowed(reads)).toBe(40)
  })

  it.each([
    ["creation", "create"],
    ["standard", "create"],
    ["standard", "browse"],
  ] as const)(
    "foresees exactly what a %s of %s would be answered, and takes nothing",
    async (rateClass, priority) => {
      const budget = process()
      const asked = (patience: number) => ({
        priority,
        deadline: clock.now() + patience,
        operation: "create_payment_intent",
      })
      for (let refused = false; !refused;) {
        const foreseen = await budget.foresee(rateClass, asked(0))
        const answer = await budget.acquire(rateClass, asked(0)).catch((error: Error) => error)
        expect([answer?.constructor, answer?.message]).toEqual([foreseen?.constructor, foreseen?.message])
        refused = !!answer
        if (!refused) await clock.sleep(1_000)
        else expect(foreseen!.retryAfterMs).toBe((answer as PayCollectRateLimitedError).retryAfterMs)
      }
      const wait = (await budget.foresee(rateClass, asked(0)))!.retryAfterMs!
      expect(await budget.foresee(rateClass, asked(wait))).toBeNull()
      await clock.sleep(wait)
      expect(await budget.foresee(rateClass, asked(0))).toBeNull()
      await budget.pause(rateClass, 30_000)
      expect(await budget.foresee(rateClass, asked(29_999))).toMatchObject({ retryAfterMs: 30_000 })
      expect(await budget.foresee(rateClass, asked(30_000))).toBeNull()
    }
  )

  it("looks ahead without a statement while it is quiet, and hears of the others once it was refused itself", async () => {
    const [one, other] = [process(), process()]
    const asked = { priority: "create", deadline: clock.now(), operation: "create_payment_intent" } as const
    for (let count = 0; count < 4; count++) await ask(one, "create", "creation")
    await allowed(Array.from({ length: 60 }, () => ask(other, "create", "creation")))
    expect(await one.foresee("creation", asked)).toBeNull()
    await expect(ask(one, "create", "creation")).rejects.toThrow(PayCollectRateLimitedError)
    expect(await one.foresee("creation", asked)).toBeInstanceOf(PayCollectRateLimitedError)
  })

  const everyPlace = async (budget: RequestBudget, priority: Priority, rateClass?: RateClass) =>
    await allowed(Array.from({ length: 60 }, () => ask(budget, priority, rateClass)))
  const believeAnEvent = (ago: number) =>
    new SharedState(database.knex).set("webhook_last_seen", { at: new Date(clock.now() - ago).toISOString() })

  it("keeps what is their own for all others, whatever one of them asks: the job takes half, and leaves it to them", async () => {
    const budget = process()
    await believeAnEvent(0)
    expect(await everyPlace(budget, "reconcile")).toBe(30)
    expect(await everyPlace(budget, "webhook")).toBe(12)
    expect(await everyPlace(budget, "create", "creation")).toBe(8)
    expect(await everyPlace(budget, "customer")).toBe(6)
    expect(await everyPlace(budget, "browse")).toBe(4)
  })

  it("gives strangers nothing of what she cannot ask: starts, their questions, visits, fees", async () => {
    const budget = process()
    await believeAnEvent(0)
    expect(await everyPlace(budget, "create", "creation")).toBe(20)
    expect(await everyPlace(budget, "start")).toBe(8)
    expect([await everyPlace(budget, "repeat"), await everyPlace(budget, "visit")]).toEqual([0, 0])
    expect(await everyPlace(budget, "browse")).toBe(4)
    expect(await everyPlace(budget, "webhook")).toBe(12)
    expect(await everyPlace(budget, "reconcile")).toBe(10)
    expect(await everyPlace(budget, "customer")).toBe(6)
  })

  it.each([
    ["none came", null],
    ["the last one came a day ago", 24 * 3_600_000],
  ])("gives the job what is the events', as long as %s", async (_, ago) => {
    const budget = process()
    if (ago !== null) await believeAnEvent(ago)
    await everyPlace(budget, "create", "creation")
    await everyPlace(budget, "start")
    expect(await everyPlace(budget, "reconcile")).toBe(22)
    expect([await everyPlace(budget, "webhook"), await everyPlace(budget, "customer")]).toEqual([0, 6])
  })

  it("gives whoever only looks around 12 of 60 places, so that shoppers' fees cannot starve a payment", async () => {
    const budget = process()
    expect(await everyPlace(budget, "browse")).toBe(12)
    expect([await everyPlace(budget, "start"), await everyPlace(budget, "repeat")]).toEqual([0, 0])
    expect(await everyPlace(budget, "create", "creation")).toBe(20)
  })

  it("tells whoever has used up its part when the oldest of its own requests leaves, not anybody's", async () => {
    const budget = process({ standard: 10, creation: 5 })
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

  it("lets only as many wait as there will be places for, first come first, and refuses the others at once", async () => {
    let wake = () => {}
    const morning = new Promise<void>((resolve) => (wake = resolve))
    const sleep = async (ms: number) => {
      const until = clock.now() + ms
      await morning
      await clock.sleep(Math.max(0, until - clock.now()))
    }
    const budget = process({ standard: 60, creation: 20 }, { now: clock.now, sleep })
    for (let second = 0; second < 20; second++) {
      await ask(budget, "create", "creation")
      await clock.sleep(1_000)
    }
    // In 43, 44 and 45 seconds a place is free.
    const start = () => ask(budget, "create", "creation", 45_900)
    const ended: number[] = []
    const starts = Array.from({ length: 30 }, (_, index) => start().finally(() => ended.push(index)))
    const answers = Promise.allSettled(starts)
    while (ended.length < 27) await new Promise((resolve) => setTimeout(resolve, 5))
    await expect(start()).rejects.toThrow(PayCollectRateLimitedError)
    const asked = { priority: "create", operation: "create_payment_intent" } as const
    const foreseen = await budget.foresee("creation", { ...asked, deadline: clock.now() + 45_900 })
    expect(foreseen).toMatchObject({ retryAfterMs: 46_000 })
    wake()
    const granted = (await answers).flatMap(({ status }, index) => (status === "fulfilled" ? [index] : []))
    expect(granted).toEqual(ended.slice(27).sort((one, other) => one - other))
    expect(granted).toHaveLength(3)
    expect(clock.now()).toBeGreaterThanOrEqual(1_800_000_000_000 + 63_000)
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

  it("keeps the longest pause, whichever process asked for it when", async () => {
    const [one, two] = [process(), process()]
    await one.pause("standard", 20_000)
    await two.pause("standard", 5_000)
    await expect(ask(one)).rejects.toMatchObject({ retryAfterMs: 20_000 })

    const pauses = Array.from({ length: 40 }, (_, index) => 1_000 * (1 + ((index * 17) % 40)))
    await Promise.all(pauses.map((ms, index) => (index % 2 ? one : two).pause("creation", ms)))
    await expect(ask(two, "create", "creation")).rejects.toMatchObject({ retryAfterMs: 40_000 })
    await clock.sleep(39_999)
    await expect(ask(one, "create", "creation")).rejects.toThrow(PayCollectRateLimitedError)
    await clock.sleep(1)
    await ask(one, "create", "creation")
  })

  it("believes nothing that a server wrote whose clock runs a day ahead, and goes by what is written after it", async () => {
    const ahead = { now: () => clock.now() + 86_400_000, sleep: clock.sleep }
    const wrong = process({ standard: 10, creation: 5 }, ahead)
    const right = process({ standard: 10, creation: 5 })
    const asked = { priority: "create", operation: "create_payment_intent" } as const
    for (let place = 0; place < 5; place++)
      await wrong.acquire("creation", { ...asked, deadline: ahead.now() })
    await expect(wrong.acquire("creation", { ...asked, deadline: ahead.now() })).rejects.toThrow("used up")
    await wrong.pause("creation", 60_000)
    expect(await right.view()).toMatchObject([{ used: 0 }, { used: 0, paused_until: null }])
    await ask(right, "create", "creation")
    await right.pause("creation", 20_000)
    await expect(ask(right, "create", "creation")).rejects.toMatchObject({ retryAfterMs: 20_000 })
    await clock.sleep(20_000)
    await ask(right, "create", "creation")
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

  it.each([
    ["answers 5xx", { outcome: "ambiguous", status: 500 }],
    ["answers 5xx in words of its own", { outcome: "unavailable", status: 503 }],
    ["answers 5xx with what cannot be read", { outcome: "malformed_response", status: 502 }],
    ["answers nothing", { outcome: "unavailable" }],
    ["answers nothing to a request it may have got", { outcome: "ambiguous" }],
  ])("leaves a service alone that %s, five times in a row and not four", async (_, failure) => {
    const budget = process()
    const fail = (times: number) => {
      for (let call = 0; call < times; call++) budget.observe("standard", failure)
    }
    fail(4)
    budget.observe("standard", { outcome: "ok", status: 200 })
    fail(4)
    await ask(budget)
    fail(1)
    await expect(ask(budget)).rejects.toThrow(PayCollectUnavailableError)
  })

  it.each([
    ["refuses", { outcome: "invalid_request", status: 499 }],
    ["is busy", { outcome: "rate_limited", status: 429 }],
    ["sends more than can be read", { outcome: "malformed_response" }],
  ])("goes on asking a service that %s", async (_, answer) => {
    const budget = process()
    for (let call = 0; call < 9; call++) budget.observe("standard", answer)
    await ask(budget)
  })

  it("counts a request from when it leaves, not from when it stood in line for its place", async () => {
    const budget = process({ standard: 1, creation: 1 })
    const line = await database.knex.transaction()
    await line.raw("lock table paycollect_budget_entry in exclusive mode")
    const waiting = ask(budget, "customer", "standard", 25_000)
    const inLine = () =>
      database
        .knex("pg_locks")
        .where({ granted: false })
        .whereRaw("relation = 'paycollect_budget_entry'::regclass")
    while ((await inLine()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await clock.sleep(20_000)
    await line.commit()
    await waiting
    // The minute of its place begins now.
    await clock.sleep(50_000)
    await expect(ask(budget)).rejects.toMatchObject({ retryAfterMs: 13_000 })
  })

  it("costs one statement, granted, refused or paused", async () => {
    const budget = process({ standard: 1, creation: 1 })
    const statements: string[] = []
    const listen = ({ sql }: { sql: string }) => statements.push(sql)
    database.knex.on("query", listen)
    await ask(budget)
    await expect(ask(budget)).rejects.toThrow(PayCollectRateLimitedError)
    expect(statements).toHaveLength(2)
    await budget.pause("standard", 90_000)
    await expect(ask(budget)).rejects.toMatchObject({ retryAfterMs: 90_000 })
    expect(statements).toHaveLength(4)
    database.knex.removeListener("query", listen)
  })

  it("forgets what is older than two minutes", async () => {
    const budget = process()
    await ask(budget)
    await clock.sleep(121_000)
    await ask(budget)
    expect(await database.knex("paycollect_budget_entry")).toHaveLength(1)
  })
})
