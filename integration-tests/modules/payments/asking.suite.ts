import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { startSandbox, type Sandbox } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { instance, newCartId, startInput, TestClock } from "../support/instance"

jest.setTimeout(60_000)

const LIMITS = { standard: 60, creation: 1_000 }

describe("questions about a payment", () => {
  let database: Database
  let service: Sandbox
  let shop: ReturnType<typeof instance>

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    service = await startSandbox({ rateLimits: false })
    shop = instance(database.knex, service)
    for (const table of ["paycollect_budget_entry", "paycollect_state"]) await database.knex(table).delete()
    await database.knex("paycollect_intent").update({ watched_at: null })
  })
  afterEach(() => service.close())

  const start = (from = shop) => from.startPayment.findOrCreate(startInput(newCartId()))
  const stored = async ({ merchant_reference }: IntentRow) =>
    (await shop.ledger.byReference(merchant_reference))!
  const asked = (intent: IntentRow) =>
    service.control.requests({ operation: "verify_payment", reference: intent.merchant_reference })
  const visit = async (intent: IntentRow, from = shop) =>
    await from.verifier.verify(await stored(intent), { by: "revisit" })
  const comeBack = async (intent: IntentRow, from = shop) =>
    await from.verifier.verify(await stored(intent), { by: "return" })

  /** A visit every second. @returns the seconds at which the service was asked */
  const visitEverySecond = async (intent: IntentRow, seconds: number) => {
    const times: number[] = []
    for (let second = 0; second <= seconds; second++, shop.clock.advance(1_000)) {
      const before = asked(intent).length
      await visit(intent)
      if (asked(intent).length > before) times.push(second)
    }
    return times
  }

  it.each<[string, Parameters<Sandbox["control"]["injectFault"]>[0]]>([
    ["that it knows no such payment", { operation: "verify_payment", kind: "status", status: 404 }],
    ["an error", { operation: "verify_payment", kind: "status", status: 500 }],
    ["something unreadable", { operation: "verify_payment", kind: "malformed" }],
    ["nothing", { operation: "verify_payment", kind: "drop_before_processing" }],
  ])("are remembered when the service answers %s", async (_, fault) => {
    const intent = await start()
    service.control.injectFault({ ...fault, times: 99 })
    for (let visits = 0; visits < 20; visits++) await visit(intent)
    expect(asked(intent)).toHaveLength(1)
    expect(await stored(intent)).toMatchObject({ asked_at: expect.any(Date), asks: 1, verified_at: null })
  })

  it("by visits keep to the schedule of a payment that is not begun", async () => {
    expect(await visitEverySecond(await start(), 110)).toEqual([0, 3, 13, 43, 103])
  })

  it("by visits keep to that of a payment that somebody confirms on the phone, and begin it anew", async () => {
    const intent = await start()
    expect(await visitEverySecond(intent, 20)).toEqual([0, 3, 13])
    service.control.moveState(intent.merchant_reference, "processing")
    shop.clock.advance(30_000)
    expect(await visitEverySecond(intent, 40)).toEqual([0, 3, 8, 15, 25, 35])
  })

  it("by visits get what the ledger knows, when they come too early", async () => {
    const intent = await start()
    service.control.moveState(intent.merchant_reference, "processing")
    await visit(intent)
    service.control.moveState(intent.merchant_reference, "succeeded")
    const early = await visit(intent)
    expect(early).toMatchObject({ early: true, decision: { kind: "waiting", reason: "processing" } })
    shop.clock.advance(3_000)
    expect((await visit(intent)).decision.kind).toBe("paid")
  })

  it("are never repeated by visits for a payment whose create was refused", async () => {
    service.control.injectFault({ operation: "create_payment_intent", kind: "status", status: 400 })
    const input = startInput(newCartId())
    await expect(shop.startPayment.findOrCreate(input)).rejects.toThrow()
    const row = (await shop.ledger.byReference(`${input.cart_id}-1`))!
    for (const by of ["revisit", "return", "admin", "job"] as const)
      expect((await shop.verifier.verify(row, { by })).decision).toMatchObject({ reason: "rejected" })
    expect(asked(row)).toEqual([])
  })

  describe("of a customer who comes back for the first time", () => {
    it("are news: asked at once, and the schedule begins anew", async () => {
      const intent = await start()
      await visitEverySecond(intent, 45)
      expect((await stored(intent)).asks).toBe(4)
      service.control.moveState(intent.merchant_reference, "succeeded")
      expect((await comeBack(intent)).decision.kind).toBe("paid")
      expect(await stored(intent)).toMatchObject({ asks: 1, returned_at: expect.any(Date) })
    })

    it("are one, however often and from wherever she does", async () => {
      const intent = await start()
      await visit(intent)
      shop.clock.advance(1_500)
      const other = instance(database.knex, service, {}, shop.clock)
      const row = await stored(intent)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          [shop, other][index % 2]!.verifier.verify(row, { by: "return" })
        )
      )
      expect(asked(intent)).toHaveLength(2)
      await comeBack(intent)
      expect(asked(intent)).toHaveLength(2)
    })

    it("are news again when she was led to pay once more, once a minute", async () => {
      const input = startInput(newCartId())
      const intent = await shop.startPayment.findOrCreate(input)
      await comeBack(intent)
      const startAgain = () =>
        shop.startPayment.findOrCreate({ ...input, session_id: `${input.session_id}x` })
      await startAgain()
      expect((await stored(intent)).returned_at).not.toBeNull()
      shop.clock.advance(60_001)
      await startAgain()
      expect((await stored(intent)).returned_at).toBeNull()
      const before = asked(intent).length
      shop.clock.advance(1_000)
      await comeBack(intent)
      expect(asked(intent)).toHaveLength(before + 1)
    })
  })

  it("of the job and of the service itself are asked whatever visits did", async () => {
    const intent = await start()
    await visitEverySecond(intent, 45)
    const before = asked(intent).length
    await shop.verifier.verify(await stored(intent), { by: "job" })
    shop.clock.advance(1_000)
    await shop.verifier.verify(await stored(intent), { by: "webhook", at: shop.clock.now(), saysPaid: true })
    expect(asked(intent)).toHaveLength(before + 2)
    expect((await stored(intent)).asks).toBe(1)
  })

  describe("that are repeated", () => {
    const crowded = (clock = new TestClock()) => instance(database.knex, service, {}, clock, LIMITS)
    const fill = async (priority: string, count: number) => {
      const now = new Date(shop.clock.now())
      const rows = Array.from({ length: count }, (_, index) => ({
        id: `pcreq_${priority}_${index}`,
        rate_class: "standard",
        priority,
        sent_at: now,
      }))
      await database.knex("paycollect_budget_entry").insert(rows)
    }

    it("have eight of sixty places, and leave no trace where there is none", async () => {
      shop = crowded()
      const intent = await start()
      await visit(intent)
      await fill("repeat", 7)
      shop.clock.advance(5_000)
      expect(await visit(intent)).not.toHaveProperty("early")
      const first = await stored(intent)
      shop.clock.advance(15_000)
      const startedAt = Date.now()
      expect(await visit(intent)).toMatchObject({ early: true })
      expect(Date.now() - startedAt).toBeLessThan(1_000)
      expect(asked(intent)).toHaveLength(2)
      const { asked_at, asks, verify_lease_until, outcome_reason } = await stored(intent)
      expect({ asked_at, asks, verify_lease_until, outcome_reason }).toEqual({
        asked_at: first.asked_at,
        asks: 2,
        verify_lease_until: null,
        outcome_reason: first.outcome_reason,
      })
      // First questions, ours and news are no repeated ones.
      await visit(await start())
      await comeBack(intent)
      expect(asked(intent)).toHaveLength(3)
    })

    it("are shared: each payment once, the longest unasked first, whichever page comes by", async () => {
      shop = crowded()
      const intents: IntentRow[] = []
      for (let index = 0; index < 9; index++) {
        intents.push(await start())
        await visit(intents[index]!)
        shop.clock.advance(500)
      }
      // Nine that share eight places a minute: more than a minute each, for a visit of its own; whose turn it is only needs a place.
      shop.clock.advance(21_000)
      expect(await visit(intents[0]!)).toMatchObject({ early: true })
      const own = await stored(intents[8]!)
      const order: string[] = []
      for (let visits = 0; visits < 3; visits++) {
        const next = (await shop.crowd.next(own))!
        order.push(next.merchant_reference)
        expect(await shop.verifier.verify(next, { by: "watched" })).not.toHaveProperty("early")
      }
      expect(order).toEqual(intents.slice(0, 3).map(({ merchant_reference }) => merchant_reference))
      const fresh = await start()
      expect(await shop.crowd.next(fresh)).toBeNull()
      shop.clock.advance(10_000)
      expect(await shop.crowd.next(fresh)).toMatchObject({ id: fresh.id })
    })

    it("are no more shared when nobody watches any more", async () => {
      shop = crowded()
      const intents = []
      for (let index = 0; index < 9; index++) intents.push(await start())
      for (const intent of intents) await visit(intent)
      shop.clock.advance(6_000)
      expect(await shop.crowd.surroundings()).toEqual({ watched: 9, places: 8, events: false })
      shop.clock.advance(61_000)
      expect(await shop.crowd.surroundings()).toEqual({ watched: 0, places: 8, events: false })
      expect(await shop.crowd.next(await stored(intents[0]!))).toMatchObject({ id: intents[0]!.id })
    })

    it("come from fifteen seconds on where a signed event came within a day", async () => {
      shop = crowded()
      const tell = async (hoursAgo: number) => {
        const at = new Date(shop.clock.now() - hoursAgo * 3_600_000).toISOString()
        await database.knex("paycollect_state").where({ id: "webhook_last_seen" }).delete()
        const now = new Date()
        const value = JSON.stringify({ at })
        await database
          .knex("paycollect_state")
          .insert({ id: "webhook_last_seen", value, created_at: now, updated_at: now })
        shop.clock.advance(5_001)
      }
      await tell(23)
      expect(await shop.crowd.surroundings()).toMatchObject({ events: true })
      expect(await visitEverySecond(await start(), 20)).toEqual([0, 15])
      await tell(25)
      expect(await shop.crowd.surroundings()).toMatchObject({ events: false })
    })
  })
})
