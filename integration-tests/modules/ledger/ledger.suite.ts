import { CHECK_AGAIN_MS, ADVANCE_RETRY_MS } from "../../../src/payments/schedule"
import { type Clock } from "../../../src/service/config"
import { minorAmount } from "../../../src/service/wire/shape"
import { IntentLedger, type NewIntent } from "../../../src/payments/ledger/ledger"
import { openDatabase, type Database } from "../support/database"
import { leaveSchedule } from "../../../src/payments/ledger/item-moves"
import { AttentionList } from "../../../src/payments/ledger/items"
import { type Source } from "../../../src/payments/source"
import { newCartId, TestClock, newIntent } from "../support/instance"

const LEASE_MS = 15_000

describe("IntentLedger", () => {
  let database: Database
  let clock: TestClock
  let ledger: IntentLedger

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => {
    clock = new TestClock()
    ledger = new IntentLedger(database.knex, clock)
  })

  const values = (cartId: string, attempt = 1): NewIntent =>
    newIntent(cartId, {
      attempt,
      amount: minorAmount("9007199254740993"),
      request: { items: [{ name: "Café ☕" }], nested: { list: [1, 2] } },
    })

  const insert = async (cartId = newCartId(), attempt = 1) => {
    const row = (await ledger.insert(values(cartId, attempt), LEASE_MS))!
    // So that the history, which is ordered by time, never has two entries of one millisecond.
    clock.advance(1)
    return row
  }
  const events = (id: string) =>
    database.knex("paycollect_intent_event").where({ intent_id: id }).orderBy("created_at").orderBy("id")

  it("writes a row that is being created, leased to its writer, with its first history entry", async () => {
    const cartId = newCartId()
    const row = await insert(cartId)
    expect(row).toMatchObject({
      ...values(cartId),
      status: "creating",
      outcome: "none",
      checkout_url: null,
      verified_at: null,
      used_by_session_id: null,
    })
    expect(row.id).toMatch(/^pcint_/)
    expect(Math.abs(row.create_lease_until!.getTime() - clock.now() - LEASE_MS)).toBeLessThan(5_000)
    expect(await events(row.id)).toMatchObject([
      { type: "created", data: { attempt: 1, environment: "test" } },
    ])
    expect(await ledger.byReference(row.merchant_reference)).toEqual(row)
  })

  describe("of two servers whose clocks are 95 s apart", () => {
    // Without a `database` of their own they ask PostgreSQL for the time, as servers do.
    const server = (aheadMs: number) => {
      const real: Clock = {
        now: () => Date.now() + aheadMs,
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }
      return new IntentLedger(database.knex, real)
    }

    it.each([
      ["its money", (id: string): [string[], string | undefined] => [[id], undefined]],
      ["its order", (id: string): [string[], string | undefined] => [[], `order_of_${id}`]],
    ])("one alone holds %s, whichever came first", async (_, held) => {
      for (const [first, second] of [
        [0, 95_000],
        [95_000, 0],
      ] as const) {
        const { subject_id } = await insert()
        const [subjects, orderId] = held(subject_id!)
        const release = (await server(first).hold(subjects, { wait: 0, orderId }))!
        expect(await server(second).hold(subjects, { wait: 0, orderId })).toBeNull()
        await release()
        const again = (await server(second).hold(subjects, { wait: 0, orderId }))!
        expect(again).not.toBeNull()
        await again()
      }
    })

    it("one alone asks about a payment", async () => {
      const row = await insert()
      const asked = (await server(0).claimToAsk(row, { by: "job" }, LEASE_MS))!
      expect(await server(95_000).claimToAsk(asked, { by: "job" }, LEASE_MS)).toBeNull()
    })
  })

  it("gives an attempt to one of many writers, and null to the others, without half a row", async () => {
    const cartId = newCartId()
    const results = await Promise.all(
      Array.from({ length: 10 }, () => ledger.insert(values(cartId), LEASE_MS))
    )
    const written = results.filter((row) => row !== null)
    expect(written).toHaveLength(1)
    expect(await ledger.ofSubject(cartId)).toHaveLength(1)
    expect(await events(written[0]!.id)).toHaveLength(1)
  })

  it("does not take any other failure for a lost race", async () => {
    await expect(
      ledger.insert({ ...values(newCartId()), environment: "staging" as "test" }, LEASE_MS)
    ).rejects.toThrow()
  })

  it("lists the attempts of a cart newest first, and of no other cart", async () => {
    const cartId = newCartId()
    for (const attempt of [1, 2, 10]) await insert(cartId, attempt)
    await insert()
    expect((await ledger.ofSubject(cartId)).map((row) => row.attempt)).toEqual([10, 2, 1])
    expect(await ledger.ofSubject("cart_unknown")).toEqual([])
    expect(await ledger.byReference("cart_unknown-1")).toBeNull()
  })

  describe("leases", () => {
    it("are held by one, free after release, and free after their time", async () => {
      const { id } = await insert()
      const first = await Promise.all(
        Array.from({ length: 10 }, () => ledger.claim(id, "verify_lease_until", LEASE_MS))
      )
      expect(first.filter((row) => row !== null)).toHaveLength(1)

      await ledger.release(
        first.find((row) => row !== null)!,
        "verify_lease_until"
      )
      expect(await ledger.claim(id, "verify_lease_until", LEASE_MS)).toMatchObject({ id })

      clock.advance(LEASE_MS - 1_000)
      expect(await ledger.claim(id, "verify_lease_until", LEASE_MS)).toBeNull()
      clock.advance(1_001)
      expect(await ledger.claim(id, "verify_lease_until", LEASE_MS)).toMatchObject({ id })
      expect(await ledger.claim(id, "verify_lease_until", LEASE_MS)).toBeNull()
    })

    it("do not hinder each other", async () => {
      const { id } = await insert()
      const { subject_id } = await ledger.change(id, {})
      expect(await ledger.claim(id, "create_lease_until", LEASE_MS)).toBeNull()
      const verifying = await ledger.claim(id, "verify_lease_until", LEASE_MS)
      expect(verifying).not.toBeNull()
      expect(await ledger.hold([subject_id])).not.toBeNull()
      await ledger.release(verifying!, "verify_lease_until")
      expect(await ledger.hold([subject_id])).toBeNull()
    })

    it("are freed by their owner only: one that was slow must not free its heir's", async () => {
      const { id } = await insert()
      const slow = (await ledger.claim(id, "verify_lease_until", LEASE_MS))!
      clock.advance(LEASE_MS + 1)
      const heir = (await ledger.claim(id, "verify_lease_until", LEASE_MS))!
      await ledger.release(slow, "verify_lease_until")
      expect(await ledger.claim(id, "verify_lease_until", LEASE_MS)).toBeNull()
      await ledger.release(heir, "verify_lease_until")
      expect(await ledger.claim(id, "verify_lease_until", LEASE_MS)).not.toBeNull()
    })

    it("show the row as it is when they are taken", async () => {
      const { id } = await insert()
      await ledger.change(id, { status: "processing" })
      expect(await ledger.claim(id, "verify_lease_until", LEASE_MS)).toMatchObject({ status: "processing" })
    })
  })

  describe("a question about a payment", () => {
    type Row = Awaited<ReturnType<typeof insert>>
    const EVENT = { by: "webhook", at: 0, saysPaid: true } as const
    const ask = (seen: Row, source: Source = { by: "job" }) => ledger.claimToAsk(seen, source, LEASE_MS)
    /** Asked, and its lease given back a second later. */
    const asked = async (seen: Row, source?: Source) => {
      const claimed = (await ask(seen, source))!
      clock.advance(1_000)
      await ledger.release(claimed, "verify_lease_until")
      return await stored(claimed)
    }
    const stored = async ({ merchant_reference }: Row) => (await ledger.byReference(merchant_reference))!

    it("is remembered when it is claimed, whatever comes back, and of this payment only", async () => {
      const [row, other] = [await insert(), await insert()]
      const before = clock.now()
      const claimed = (await ask(row))!
      expect(claimed).toMatchObject({ id: row.id, asks: 1, watched_at: null, returned_at: null })
      expect(claimed.asked_at!.getTime()).toBeGreaterThanOrEqual(before)
      // Both by the database's clock, which goes on between them.
      const lease = claimed.verify_lease_until!.getTime() - claimed.asked_at!.getTime()
      expect(lease).toBeGreaterThanOrEqual(LEASE_MS)
      expect(lease).toBeLessThan(LEASE_MS + 100)
      expect(await stored(row)).toMatchObject({ asks: 1, asked_at: claimed.asked_at })
      expect(await stored(other)).toMatchObject({ asks: 0, asked_at: null, verify_lease_until: null })
    })

    it("is one process's, until its lease is given back or over", async () => {
      const row = (await ask(await insert()))!
      expect(await ask(row)).toBeNull()
      clock.advance(LEASE_MS + 1)
      const heir = (await ask(row))!
      await ledger.release(heir, "verify_lease_until")
      expect(await ask(heir)).toBeNull()
      expect(await ask(await stored(heir))).not.toBeNull()
    })

    it("is not asked again by a process that has not seen the last one", async () => {
      const never = await insert()
      const once = await asked(never)
      expect(await ask(never)).toBeNull()
      await asked(once)
      expect(await ask(once)).toBeNull()
    })

    it("is counted until there is news", async () => {
      const twice = await asked(await asked(await insert()), { by: "revisit" })
      expect(twice.asks).toBe(2)
      for (const news of [EVENT, { by: "admin" }, { by: "return" }] as const)
        expect(await asked(await stored(twice), news)).toMatchObject({ asks: 1 })
    })

    it.each<[Source, boolean, boolean]>([
      [{ by: "revisit" }, true, false],
      [{ by: "return" }, true, true],
      [{ by: "watched" }, false, false],
      [{ by: "job" }, false, false],
      [{ by: "admin" }, false, false],
      [EVENT, false, false],
    ])(
      "of a %j says that somebody watches: %p; that the customer returned: %p",
      async (source, watches, returns) => {
        const { asked_at, watched_at, returned_at } = (await ask(await insert(), source))!
        expect([watched_at, returned_at]).toEqual([watches ? asked_at : null, returns ? asked_at : null])
      }
    )

    it("is a first return's once", async () => {
      const row = await asked(await insert(), { by: "return" })
      expect(await ask(row, { by: "return" })).toBeNull()
      expect(await ask(row, { by: "revisit" })).not.toBeNull()
    })

    it("that was not sent leaves the payment as it was before, and free", async () => {
      const [row, other] = [await asked(await insert()), await asked(await insert())]
      const claimed = (await ask(row, { by: "return" }))!
      const left = await ledger.notAsked(claimed, row, { by: "job" })
      const { asked_at, asks } = row
      expect(left).toMatchObject({ id: row.id, asked_at, asks, returned_at: null, verify_lease_until: null })
      expect(await stored(row)).toMatchObject({ asked_at, asks, returned_at: null, verify_lease_until: null })
      expect(await stored(other)).toMatchObject({ asked_at: other.asked_at, asks: 1 })
    })

    it("that was not sent keeps what was told of it, until it is asked about", async () => {
      const row = await insert()
      const told = await ledger.notAsked((await ask(row, EVENT))!, row, EVENT)
      expect(told.told_at).toEqual(expect.any(Date))
      const still = await ledger.notAsked((await ask(told))!, told, { by: "job" })
      expect(still.told_at).toEqual(told.told_at)
      expect((await ask(still))!.told_at).toBeNull()
    })

    it("that was not sent takes nothing from the process that asked meanwhile", async () => {
      const row = await insert()
      const slow = (await ask(row))!
      clock.advance(LEASE_MS + 1)
      const heir = (await ask(slow))!
      expect(await ledger.notAsked(slow, row, { by: "job" })).toBe(slow)
      expect(await stored(row)).toMatchObject({ asks: 2, verify_lease_until: heir.verify_lease_until })
    })
  })

  describe("holding money", () => {
    it("is for one process at a time, for all attempts of a cart, and no other cart", async () => {
      const cartId = newCartId()
      for (const attempt of [1, 2]) await insert(cartId, attempt)
      const other = await insert()
      const holds = await Promise.all(Array.from({ length: 8 }, () => ledger.hold([cartId])))
      const [release, ...more] = holds.filter((held) => held !== null)
      expect(more).toEqual([])
      expect(await ledger.hold([other.subject_id])).not.toBeNull()
      await release!()
      expect(await ledger.hold([cartId])).not.toBeNull()
    })

    it("takes all carts or none, and skips those that no payment was started for", async () => {
      const [one, two] = [(await insert()).subject_id, (await insert()).subject_id]
      const release = (await ledger.hold([two]))!
      expect(await ledger.hold([one, two, "cart_unknown"])).toBeNull()
      await release()
      const all = (await ledger.hold([two, "cart_unknown", one, one]))!
      expect(await ledger.hold([one])).toBeNull()
      expect(await ledger.hold([two])).toBeNull()
      await all()
      expect(await ledger.hold([one, two])).not.toBeNull()
    })

    it("waits as long as it was told to, with one try when it was told nothing", async () => {
      const { subject_id } = await insert()
      const release = (await ledger.hold([subject_id]))!
      const sleep = jest.spyOn(clock, "sleep")
      expect(await ledger.hold([subject_id])).toBeNull()
      expect(sleep).not.toHaveBeenCalled()
      const waiting = ledger.hold([subject_id], { wait: 10_000 })
      setTimeout(() => void release(), 100)
      expect(await waiting).not.toBeNull()
      sleep.mockImplementation((ms) => Promise.resolve(clock.advance(ms)))
      const before = clock.now()
      expect(await ledger.hold([subject_id], { wait: 10_000 })).toBeNull()
      expect(clock.now() - before).toBeGreaterThanOrEqual(10_000)
      expect(clock.now() - before).toBeLessThan(12_000)
    })

    it("ends with its owner's death, and its owner, when it was only slow, frees nothing of its heir's", async () => {
      const { subject_id } = await insert()
      const slow = (await ledger.hold([subject_id]))!
      clock.advance(89_000)
      expect(await ledger.hold([subject_id])).toBeNull()
      clock.advance(1_001)
      const heir = (await ledger.hold([subject_id]))!
      await slow()
      expect(await ledger.hold([subject_id])).toBeNull()
      await heir()
      await heir()
      expect(await ledger.hold([subject_id])).not.toBeNull()
    })

    it("lasts while the work does, and ends with it, also when it throws", async () => {
      const { subject_id } = await insert()
      const work = async () => await ledger.whileHolding(subject_id, {}, () => Promise.resolve("nested"))
      expect(await ledger.whileHolding(subject_id, {}, work)).toEqual({ held: true, value: { held: false } })
      const fails = ledger.whileHolding(subject_id, {}, () => Promise.reject(new Error("no")))
      await expect(fails).rejects.toThrow("no")
      expect(await work()).toEqual({ held: true, value: "nested" })
    })
  })

  describe("change", () => {
    it("writes the change and its history together", async () => {
      const { id } = await insert()
      const verified = { environment: "test", status: "processing", amount: "9007199254740993" }
      const row = await ledger.change(
        id,
        { status: "processing", outcome: "waiting", verified, request: null },
        { type: "verified", cause: "return", data: { outcome: "waiting" } }
      )
      expect(row).toMatchObject({ status: "processing", outcome: "waiting", verified, request: null })
      expect((await events(id)).at(-1)).toMatchObject({
        type: "verified",
        cause: "return",
        data: { outcome: "waiting" },
      })
    })

    it("never undoes paid, and writes no history of the attempt", async () => {
      const { id } = await insert()
      const paid = await ledger.change(
        id,
        { outcome: "paid", status: "succeeded", fee: "0" },
        { type: "verified" }
      )
      for (const outcome of ["none", "waiting", "failed", "discrepancy"] as const) {
        const row = await ledger.change(
          id,
          { outcome, status: "failed", fee: null },
          { type: "verify_failed" }
        )
        expect(row).toEqual(paid)
      }
      expect((await events(id)).map((event) => event.type)).toEqual(["created", "verified"])
    })

    it("still lets a paid row be paid again and keep its other facts up to date", async () => {
      const { id } = await insert()
      await ledger.change(id, { outcome: "paid", status: "succeeded" })
      expect(await ledger.change(id, { outcome: "paid", fee: "35" })).toMatchObject({
        outcome: "paid",
        fee: "35",
      })
      expect(await ledger.change(id, { order_id: "order_01" })).toMatchObject({
        outcome: "paid",
        order_id: "order_01",
      })
    })

    it("keeps paid in every order of concurrent answers", async () => {
      const { id } = await insert()
      const outcomes = ["failed", "paid", "waiting", "discrepancy", "failed", "waiting"] as const
      await Promise.all(outcomes.map((outcome) => ledger.change(id, { outcome })))
      expect(await ledger.change(id, {})).toMatchObject({ outcome: "paid" })
    })

    it("writes nothing when the history cannot be written", async () => {
      const { id } = await insert()
      const circular: Record<string, unknown> = {}
      circular.self = circular
      await expect(
        ledger.change(id, { status: "processing" }, { type: "verified", data: circular })
      ).rejects.toThrow()
      expect(await ledger.change(id, {})).toMatchObject({ status: "creating" })
    })
  })

  describe("when to look again", () => {
    /** A payment with these facts, and the ones beside it that no verb about it may touch. */
    const watched = async (facts: Record<string, unknown>) => {
      const [row, neighbour] = [await insert(), await insert()]
      await database
        .knex("paycollect_intent")
        .where({ id: row.id })
        .update({ status: "creating", ...facts })
      return {
        id: row.id,
        after: async (verb: Promise<unknown>) => {
          await verb
          expect(await ledger.byReference(neighbour.merchant_reference)).toEqual(neighbour)
          const { next_step_at, request } = (await ledger.byReference(row.merchant_reference))!
          return { due: next_step_at?.getTime() ?? null, body: request !== null }
        },
      }
    }
    const OVER = [{ applied_at: new Date() }, { closed_at: new Date() }]
    const soon = () => clock.now() + 5_000

    it("stops, and forgets the customer; not with money that was seen meanwhile and is in no order yet", async () => {
      const stopped = async (facts: Record<string, unknown>) => {
        const { id, after } = await watched(facts)
        return await after(ledger.unschedule(id))
      }
      for (const facts of [
        { outcome: "waiting" },
        { outcome: "failed" },
        { outcome: "discrepancy", listed_at: new Date() },
        ...OVER.map((over) => ({ outcome: "paid", ...over })),
      ])
        expect(await stopped(facts)).toEqual({ due: null, body: false })
      for (const outcome of ["paid", "discrepancy"])
        expect(await stopped({ outcome })).toEqual({ due: expect.any(Number), body: true })
    })

    it("goes on where an event told of it, and there was no place to ask the service", async () => {
      const stopped = async (facts: Record<string, unknown>) => {
        const { id, after } = await watched({ told_at: new Date(), ...facts })
        return (await after(ledger.unschedule(id))).due === null
      }
      expect(await stopped({ outcome: "none", status: "rejected" })).toBe(false)
      expect(await stopped({ outcome: "failed" })).toBe(false)
      for (const over of OVER) expect(await stopped({ outcome: "paid", ...over })).toBe(true)
      // What was told of money that a person decides about is in its row.
      const { id, after } = await watched({ told_at: new Date(), outcome: "paid", listed_at: new Date() })
      expect(await after(leaveSchedule(database.knex, new Date(), id, "giveUp"))).toMatchObject({ due: null })
    })

    it("gives up on money that a person was told of, and on nothing else", async () => {
      const givenUp = async (facts: Record<string, unknown>) => {
        const { id, after } = await watched(facts)
        return (await after(leaveSchedule(database.knex, new Date(), id, "giveUp"))).due === null
      }
      expect(await givenUp({ outcome: "paid", listed_at: new Date() })).toBe(true)
      for (const facts of [
        { outcome: "paid" },
        { outcome: "waiting" },
        { outcome: "discrepancy" },
        ...OVER.map((over) => ({ outcome: "paid", ...over })),
      ])
        expect(await givenUp(facts)).toBe(false)
    })

    it("is by a time at the latest, unless the payment is over", async () => {
      const at = soon()
      const dueAfter = async (facts: Record<string, unknown>) => {
        const { id, after } = await watched(facts)
        return (await after(ledger.scheduleBy(id, at))).due
      }
      expect(await dueAfter({ next_step_at: null })).toBe(at)
      expect(await dueAfter({ next_step_at: new Date(at + 1) })).toBe(at)
      expect(await dueAfter({ next_step_at: new Date(at - 1) })).toBe(at - 1)
      for (const over of OVER) expect(await dueAfter({ next_step_at: null, ...over })).toBeNull()
    })

    it("is a minute from now when nothing else is said", async () => {
      const { id, after } = await watched({ next_step_at: null })
      const before = clock.now()
      const { due } = await after(ledger.scheduleBy(id))
      expect(due).toBeGreaterThanOrEqual(before + CHECK_AGAIN_MS)
      expect(due).toBeLessThanOrEqual(clock.now() + CHECK_AGAIN_MS)
    })

    it("is exactly then after an attempt that threw, unless the payment is over", async () => {
      const at = soon()
      const attempt = { advance_attempts: 2 }
      for (const next_step_at of [null, new Date(at - 1), new Date(at + 1)]) {
        const { id, after } = await watched({ outcome: "paid", listed_at: new Date(), next_step_at })
        expect(await after(ledger.retryAt(id, at, attempt, { type: "advance_failed" }))).toMatchObject({
          due: at,
        })
        expect((await events(id)).at(-1)).toMatchObject({ type: "advance_failed" })
      }
      for (const over of OVER) {
        const { id, after } = await watched({ outcome: "paid", ...over })
        expect(await after(ledger.retryAt(id, at, attempt, { type: "advance_failed" }))).toMatchObject({
          due: null,
        })
        expect(await ledger.change(id, {})).toMatchObject(attempt)
      }
    })

    it("comes with an answer: exactly then, or never again and the customer forgotten", async () => {
      const at = new Date(soon())
      const answered = async (facts: Record<string, unknown>, ...more: [object, Date | null]) => {
        const { id, after } = await watched(facts)
        return await after(ledger.answered(await ledger.byId(id), ...more))
      }
      const waiting = { outcome: "waiting" }
      expect(await answered({ next_step_at: null }, waiting, at)).toEqual({ due: at.getTime(), body: true })
      expect(await answered({ next_step_at: new Date(1) }, waiting, at)).toEqual({
        due: at.getTime(),
        body: true,
      })
      expect(await answered({}, waiting, null)).toEqual({ due: null, body: false })
      for (const over of OVER) expect(await answered(over, waiting, at)).toMatchObject({ due: null })
      // Another process saw the money while this one waited for its older answer.
      const paid = { outcome: "paid", next_step_at: new Date(7) }
      expect(await answered(paid, waiting, at)).toEqual({ due: 7, body: true })
      // It came as another sum, and no person was told of it yet: whatever is answered since.
      const other = { outcome: "discrepancy", next_step_at: new Date(7) }
      expect(await answered(other, { outcome_reason: "not_found" }, null)).toMatchObject({ due: 7 })
      expect(await answered({ ...other, listed_at: new Date() }, waiting, null)).toMatchObject({ due: null })
    })

    it("comes with the end of a create, which frees its lease", async () => {
      const at = new Date(soon())
      const ended = async (due?: Date) => {
        const { id, after } = await watched({ next_step_at: new Date(7) })
        const seen = await after(ledger.createEnded(id, {}, { type: "create_ended" }, due))
        expect(await ledger.change(id, {})).toMatchObject({ create_lease_until: null })
        return seen.due
      }
      expect(await ended()).toBe(7)
      expect(await ended(at)).toBe(at.getTime())
    })

    it("is now for money that core booked back, whose order is none any more; never for money that was released", async () => {
      const applied = {
        outcome: "paid",
        applied_at: new Date(),
        order_id: "order_1",
        used_by_session_id: "payses_1",
      }
      const { id, after } = await watched({ ...applied, next_step_at: null })
      const before = clock.now()
      expect((await after(ledger.voidedByCore(id))).due).toBeGreaterThanOrEqual(before)
      expect(await ledger.change(id, {})).toMatchObject({
        outcome: "paid",
        applied_at: null,
        order_id: null,
        used_by_session_id: null,
      })
      expect((await events(id)).at(-1)).toMatchObject({
        type: "voided_by_core",
        data: { meaning: expect.stringContaining("the money was kept") },
      })
      const released = await watched({ ...applied, closed_at: new Date() })
      expect((await released.after(ledger.voidedByCore(released.id))).due).toBeNull()
    })

    it("is now for money whose order is lost, whose payment waits for another one; not once it stands elsewhere", async () => {
      const applied = {
        ...{ outcome: "paid", applied_at: new Date(), order_id: "order_1", used_by_session_id: "payses_1" },
        captured_told_at: new Date(5),
      }
      const { id, after } = await watched({ ...applied, next_step_at: null })
      const row = await ledger.change(id, {})
      const before = clock.now()
      expect((await after(ledger.orderLost(row))).due).toBeGreaterThanOrEqual(before)
      expect(await ledger.change(id, {})).toMatchObject({
        ...{ outcome: "paid", applied_at: null, order_id: null },
        ...{ used_by_session_id: "payses_1", captured_told_at: new Date(5) },
      })
      expect((await events(id)).at(-1)).toMatchObject({ type: "voided_by_core" })
      const seen = (await events(id)).length
      await ledger.orderLost(row)
      expect(await events(id)).toHaveLength(seen)
      for (const since of [{ used_by_session_id: "payses_2" }, { assigned_order_id: "order_2" }]) {
        await ledger.change(id, { applied_at: new Date(), ...since })
        await ledger.orderLost(row)
        expect(await events(id)).toHaveLength(seen)
      }
    })
  })

  describe("consume", () => {
    it("turns paid money into one payment: again for the same session, never for another", async () => {
      const { id } = await insert()
      expect(await ledger.markUsed(id, "payses_1")).toBe(false)
      await ledger.change(id, { outcome: "paid" })
      expect(await ledger.markUsed(id, "payses_1")).toBe(true)
      expect(await ledger.markUsed(id, "payses_1")).toBe(true)
      expect(await ledger.markUsed(id, "payses_2")).toBe(false)
      await ledger.change(id, { used_by_session_id: null })
      expect(await ledger.markUsed(id, "payses_2")).toBe(true)
    })

    it("makes money due that had been given up on, and only then: whoever called core does not advance", async () => {
      const { id } = await insert()
      const due = async () =>
        (await database.knex("paycollect_intent").where({ id }).first("next_step_at")).next_step_at?.getTime()
      await ledger.change(id, { outcome: "paid" })
      const list = new AttentionList(database.knex, clock)
      await list.open({ intent_id: id, reason: "paid_without_order", ends: "giveUp" })
      expect(await due()).toBeUndefined()
      const before = clock.now()
      await ledger.markUsed(id, "payses_1")
      expect(await due()).toBeGreaterThanOrEqual(before + ADVANCE_RETRY_MS)
      expect(await due()).toBeLessThanOrEqual(clock.now() + ADVANCE_RETRY_MS)

      const soon = clock.now() + 5
      await ledger.scheduleBy(id, soon)
      await ledger.markUsed(id, "payses_1")
      expect(await due()).toBe(soon)

      await ledger.applied(id, "order_1", { by: "job" })
      await ledger.markUsed(id, "payses_1")
      expect(await due()).toBeUndefined()
    })

    it("advances money that stands, and none that core booked back meanwhile", async () => {
      const { id } = await insert()
      await ledger.change(id, { outcome: "paid" })
      await ledger.markUsed(id, "payses_1")
      await ledger.change(id, { used_by_session_id: null })
      expect(await ledger.applied(id, "order_1", { by: "return" })).toBeNull()
      expect((await events(id)).map(({ type }) => type)).not.toContain("applied")

      await ledger.markUsed(id, "payses_2")
      const applied = await ledger.applied(id, "order_2", { by: "return" })
      expect(applied).toMatchObject({ order_id: "order_2", next_step_at: null })
      expect(applied!.applied_at).toBeInstanceOf(Date)
      expect((await events(id)).at(-1)).toMatchObject({ type: "applied", data: { order_id: "order_2" } })
    })

    it("lets one of many sessions win", async () => {
      const { id } = await insert()
      await ledger.change(id, { outcome: "paid" })
      const won = await Promise.all(
        Array.from({ length: 10 }, (_, index) => ledger.markUsed(id, `payses_${index}`))
      )
      expect(won.filter(Boolean)).toHaveLength(1)
    })
  })

  describe("sessions", () => {
    it("are paid by one intent, the last one linked; an intent may pay several", async () => {
      const [one, two] = [await insert(), await insert()]
      const sessionId = `payses_of_${one.subject_id}`
      expect(await ledger.bySession(sessionId)).toBeNull()
      await ledger.linkSession(sessionId, one.id)
      await ledger.linkSession(sessionId, one.id)
      await ledger.linkSession(`${sessionId}_b`, one.id)
      expect(await ledger.bySession(sessionId)).toEqual(one)
      expect(await ledger.bySession(`${sessionId}_b`)).toEqual(one)
      await ledger.linkSession(sessionId, two.id)
      expect(await ledger.bySession(sessionId)).toEqual(two)
    })
  })

  it("knows under which ids the service keeps other payments of the same environment, and not this one", async () => {
    const [one, two] = [await insert(), await insert()]
    await ledger.change(one.id, { service_intent_id: `pi_of_${one.id}` })
    await ledger.paid(one, { outcome: "paid", transaction_id: `trn_of_${one.id}` }, new Date())
    for (const id of [`pi_of_${one.id}`, `trn_of_${one.id}`]) {
      expect(await ledger.isIdOfAnother(two, id)).toBe(true)
      expect(await ledger.isIdOfAnother(one, id)).toBe(false)
      expect(await ledger.isIdOfAnother({ ...two, environment: "live" }, id)).toBe(false)
    }
    expect(await ledger.isIdOfAnother(two, "trn_unknown")).toBe(false)
  })

  it("is paid under an id that no other payment has, and else writes nothing", async () => {
    const [one, two] = [await insert(), await insert()]
    const paid = { outcome: "paid" as const, transaction_id: `trn_${one.id}` }
    expect(await ledger.paid(one, paid, new Date(), { event: { type: "verified" } })).toMatchObject({
      ...paid,
      request: null,
    })
    expect(await ledger.paid(two, paid, new Date(), { event: { type: "verified" } })).toBeNull()
    expect(await ledger.change(two.id, {})).toMatchObject({ outcome: "none", transaction_id: null })
    expect(await events(two.id)).toHaveLength(1)
    // Not every failure is that one.
    const broken = ledger.paid(
      two,
      { ...paid, transaction_id: null, environment: "staging" as "test" },
      new Date()
    )
    await expect(broken).rejects.toThrow()
  })

  it("adds to the history without a change", async () => {
    const row = await insert()
    await ledger.record(row.id, { type: "store_canceled", cause: "cancel" })
    expect((await events(row.id)).at(-1)).toMatchObject({
      type: "store_canceled",
      cause: "cancel",
      data: null,
    })
    expect(await ledger.byReference(row.merchant_reference)).toEqual(row)
  })
})
