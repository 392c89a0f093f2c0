import { insertRecovered, type RecoveredIntent } from "../../../src/features/recovery/rows"
import { Orphans } from "../../../src/features/recovery/ask"
import { ShopId } from "../../../src/payments/names"
import { SharedState } from "../../../src/service/shared-state"
import { startSandbox, type Sandbox } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { instance, newCartId, startInput, TestClock } from "../support/instance"

describe("what a shop that lost rows goes by", () => {
  let database: Database
  let service: Sandbox
  let shop: ReturnType<typeof instance>

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    service = await startSandbox({ rateLimits: false, outcomeDelayMs: 0 })
    shop = instance(database.knex, service)
    await database.knex("paycollect_state").delete()
  })
  afterEach(() => service.close())

  const another = (clock = new TestClock()) => new ShopId(database.knex, clock)
  const lost = (from = shop) => new Orphans(database.knex, from.ledger, from.configuration, from.clock)
  const EVENT = { by: "webhook", at: 0, saysPaid: true } as const
  const question = () => ({ deadline: shop.clock.now() + 5_000, source: EVENT })

  describe("the shop's name", () => {
    it("is made with the tables", async () => {
      const fresh = await openDatabase()
      const { value } = await fresh.knex("paycollect_state").where({ id: "shop" }).first("value")
      expect(value.id).toMatch(/^shop_[0-9a-f]{32}$/)
      expect(await new ShopId(fresh.knex, new TestClock()).id()).toBe(value.id)
      await fresh.close()
    })

    it("is made once by processes that ask at the same time, and kept", async () => {
      const processes = Array.from({ length: 8 }, () => another())
      const ids = new Set(await Promise.all(processes.map((each) => each.id())))
      expect(ids.size).toBe(1)
      expect([...ids][0]).toMatch(/^shop_[0-9a-f]{32}$/)
      expect(await another().id()).toBe([...ids][0])
    })

    it("is that of the database, within a minute after another one was restored", async () => {
      const clock = new TestClock()
      const process = another(clock)
      const before = await process.id()
      await database.knex("paycollect_state").delete()
      expect(await process.id()).toBe(before)
      clock.advance(60_000)
      const after = await process.id()
      expect(after).not.toBe(before)
      expect(await another().id()).toBe(after)
    })

    it("goes with every payment, and decides nothing about reuse", async () => {
      const input = startInput(newCartId())
      const first = await shop.startPayment.findOrCreate(input)
      const { metadata } = service.control.intent(first.merchant_reference)!.request
      expect(metadata).toMatchObject({ shop_id: await shop.ledger.shop.id() })
      await database.knex("paycollect_state").delete()
      const restored = instance(database.knex, service)
      expect(await restored.startPayment.findOrCreate(input)).toMatchObject({ id: first.id })
    })
  })

  describe("the tally", () => {
    it("counts every call of every process, in all and by day", async () => {
      const state = new SharedState(database.knex)
      const monday = new Date("2026-11-23T23:59:00Z")
      const counted = await Promise.all(Array.from({ length: 10 }, () => state.tally("n", monday)))
      expect(counted.map(({ today }) => today).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      const tuesday = new Date("2026-11-24T00:00:00Z")
      const expected = { day: "2026-11-24", today: 1, total: 11, at: tuesday.toISOString() }
      expect(await state.tally("n", tuesday)).toEqual(expected)
      expect(await state.get("n")).toEqual(expected)
    })
  })

  describe("a recovered row", () => {
    const values = (cartId: string): RecoveredIntent => ({
      merchant_reference: `${cartId}-1`,
      subject_id: cartId,
      attempt: 1,
      cart_id: cartId,
      payment_collection_id: "",
      provider_id: "pp_paycollect_default",
      environment: "test",
      amount: "10000",
      currency_code: "xaf",
      exponent: 0,
      fee_bearer: "merchant",
      refunds: [],
      payment_ref: null,
      recovered: "event",
      used_by_session_id: null,
    })
    const orphanAtTheService = async () => {
      const { merchant_reference, cart_id, id } = await shop.startPayment.findOrCreate(
        startInput(newCartId())
      )
      for (const table of ["intent_event", "intent_session"])
        await database.knex(`paycollect_${table}`).where({ intent_id: id }).delete()
      await database.knex("paycollect_intent").where({ id }).delete()
      service.control.clearRequests()
      return { reference: merchant_reference, cartId: cart_id! }
    }

    it("is one, whichever of two processes writes it, with what verify says", async () => {
      const { reference, cartId } = await orphanAtTheService()
      service.control.moveState(reference, "succeeded")
      const processes = [lost(), lost(instance(database.knex, service))]
      const recovered = await Promise.all(
        processes.map(async (each) => {
          const answer = await each.ask(reference, ["test"], question())
          if (typeof answer === "string") throw new Error(answer)
          return (await each.recover(values(cartId), answer, EVENT))!
        })
      )
      expect(new Set(recovered.map(({ id }) => id)).size).toBe(1)
      const row = await shop.ledger.byReference(reference)
      expect(row).toMatchObject({ outcome: "paid", status: "succeeded", recovered: "event", request: null })
      expect(row!.next_step_at).not.toBeNull()
    })

    it("is due at once, so that a process that dies over it leaves it to the job", async () => {
      const { reference, cartId } = await orphanAtTheService()
      await insertRecovered(database.knex, shop.clock, {
        values: values(cartId),
        asked: shop.clock.now(),
        cause: "webhook",
      })
      shop.clock.advance(60_000)
      const due = await shop.ledger.claimDue(1_000, 1_000)
      expect(due.map(({ merchant_reference }) => merchant_reference)).toContain(reference)
    })

    it("is looked for once by all who look at the same time, and again by those who come later", async () => {
      const one = lost()
      let looks = 0
      const look = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return ++looks
      }
      const reference = `${newCartId()}-1`
      const found = await Promise.all([1, 2, 3].map(() => one.once(reference, look)))
      expect([found, looks]).toEqual([[1, 1, 1], 1])
      expect(await one.once(reference, look)).toBe(2)
      await expect(one.once(reference, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken")
      expect(await one.once(reference, look)).toBe(3)
    })

    it("is asked about in each environment until one knows it", async () => {
      const { reference } = await orphanAtTheService()
      const one = lost()
      const asked = () => service.control.requests({ operation: "verify_payment" })
      const answer = await one.ask(reference, ["live", "test"], question())
      expect(answer).toMatchObject({ verified: { environment: "test", status: "requires_action" } })
      expect(asked().map(({ environment }) => environment)).toEqual(["live", "test"])
      expect(await one.ask("cart_nobody-1", ["live", "test"], question())).toBe("not_found")
      service.control.injectFault({ operation: "verify_payment", kind: "status", status: 500 })
      expect(await one.ask("cart_nobody-1", ["live", "test"], question())).toBe("no_answer")
      const noKeys = lost(instance(database.knex, service, { test: {}, live: {} }))
      expect(await noKeys.ask(reference, ["live", "test"], question())).toBe("no_answer")
    })

    it("is looked for among many references in one go", async () => {
      const kept = await shop.startPayment.findOrCreate(startInput(newCartId()))
      const { reference } = await orphanAtTheService()
      expect(await lost().among([reference, kept.merchant_reference, "cart_x-1"])).toEqual([
        reference,
        "cart_x-1",
      ])
      expect(await lost().among([])).toEqual([])
    })
  })
})
