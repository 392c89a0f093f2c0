import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { IntentLedger, type IntentPatch } from "../../../src/payments/ledger/ledger"
import { refundAsked, refundNotSent } from "../../../src/payments/ledger/refund-moves"
import { openDatabase, type Database } from "../support/database"
import { newCartId, TestClock, newIntent } from "../support/instance"

const LEASE_MS = 15_000
const LONG_AGO = Date.UTC(2020, 0, 1)

describe("IntentLedger, row by row:", () => {
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

  const insert = async (cartId = newCartId(), attempt = 1) =>
    (await ledger.insert(newIntent(cartId, { attempt }), LEASE_MS))!
  const stored = async (id: string) => await ledger.change(id, {})

  describe("a payment", () => {
    it("is found by every name that an event may call it by, its own reference first", async () => {
      const [one, two] = [await insert(), await insert()]
      const names = {
        payment_ref: `PAY_${one.id}`,
        service_intent_id: `pi_${one.id}`,
        transaction_id: `trn_${one.id}`,
      }
      await ledger.change(one.id, names)
      await ledger.change(two.id, { payment_ref: one.merchant_reference })
      for (const name of [one.merchant_reference, ...Object.values(names)])
        expect(await ledger.byAnyReference(name)).toMatchObject({ id: one.id })
      expect(await ledger.byAnyReference("PAY_unknown")).toBeNull()
    })

    it("that was opened stays open, whatever another send of its create was answered", async () => {
      const { id } = await insert()
      await ledger.change(id, { status: "requires_action", checkout_url: "https://pay.example/1" })
      for (const status of ["rejected", "unknown"] as const)
        expect(await ledger.change(id, { status })).toMatchObject({ status: "requires_action" })
      expect(await ledger.change(id, { status: "processing" })).toMatchObject({ status: "processing" })
    })

    it.each<[string, IntentPatch, IntentPatch]>([
      ["as its create says", {}, { status: "processing", outcome: "waiting" }],
      ["as its create says, where it was unknown", { status: "unknown" }, { status: "processing" }],
      ["as verify said", { status: "failed", outcome: "failed" }, { status: "failed", outcome: "failed" }],
      ["as verify said of other money", { outcome: "discrepancy" }, { outcome: "discrepancy" }],
    ])("is opened once, and stands %s", async (_, before, stands) => {
      const { id } = await insert()
      await ledger.change(id, before)
      const made = { status: "processing", service_intent_id: `pi_${id}`, payment_ref: null } as const
      const opened = (path: string) =>
        ledger.opened(id, { ...made, checkout_url: `https://pay.example/${path}` }, new Date())
      const first = await opened("1")
      expect(first).toMatchObject({ ...stands, ...{ checkout_url: "https://pay.example/1", request: null } })
      expect(await opened("2")).toBeNull()
      expect(await ledger.byId(id)).toEqual(first)
    })

    it("is told of by the process whose answer opened it, and its history says how it stood", async () => {
      const started: (string | null)[] = []
      const news = { started: ({ checkout_url }: IntentRow) => started.push(checkout_url) }
      const told = new IntentLedger(database.knex, clock, news)
      const { id } = await insert()
      for (const path of ["1", "2"]) {
        const made = { status: "processing", service_intent_id: `pi_${id}`, payment_ref: null } as const
        await told.opened(id, { ...made, checkout_url: `https://pay.example/${path}` }, new Date())
      }
      expect(started).toEqual(["https://pay.example/1"])
      const lines = await database.knex("paycollect_intent_event").where({ intent_id: id, type: "opened" })
      expect(lines.map(({ data }) => data)).toEqual([{ status: "processing" }])
    })

    it("is not opened once its money came", async () => {
      const row = await insert()
      await ledger.paid(row, { outcome: "paid", transaction_id: null }, new Date())
      const made = { status: "processing", service_intent_id: "pi_late", payment_ref: null } as const
      expect(
        await ledger.opened(row.id, { ...made, checkout_url: "https://pay.example/1" }, new Date())
      ).toBeNull()
      expect(await ledger.byId(row.id)).toMatchObject({ outcome: "paid", checkout_url: null })
    })

    it("is refused by the process that has its create alone, while nothing is known of it", async () => {
      const [alone, known, taken] = [await insert(), await insert(), await insert()]
      await ledger.change(known.id, { outcome: "waiting" })
      const until = new Date(new Date(taken.create_lease_until!).getTime() + 1)
      await database.knex("paycollect_intent").where({ id: taken.id }).update({ create_lease_until: until })
      const refused = (row: IntentRow) => ledger.rejected(row, "invalid", { type: "create_failed" }, null)
      expect(await refused(alone)).toMatchObject({ status: "rejected", next_step_at: null })
      for (const row of [known, taken])
        expect(await refused(row)).toMatchObject({ status: "creating", next_step_at: row.next_step_at })
    })

    it("keeps lists within the facts of an answer as they were", async () => {
      const { id } = await insert()
      const verified = { environment: "test", list: [1, ["a"], { b: null }] }
      const request = { items: [{ name: "Café" }, []] }
      expect(await ledger.change(id, { verified, request } as IntentPatch)).toMatchObject({
        verified,
        request,
      })
      expect(await ledger.change(id, { verified: null, request: null })).toMatchObject({
        verified: null,
        request: null,
      })
    })

    it("gets refunds added to its own sum, and no other does", async () => {
      const [one, neighbour] = [await insert(), await insert()]
      await ledger.paid(one, { outcome: "paid", transaction_id: null }, new Date())
      const of = (refund_id: string, amount: bigint) => ({ refund_id, amount, booked: 0n })
      await ledger.refund(one.id, refundAsked(of("ref_1", 500n)), { type: "refund_sending" })
      await ledger.refund(one.id, refundAsked(of("ref_2", 200n)), { type: "refund_sending" })
      await ledger.refund(one.id, refundNotSent(of("ref_2", 200n)), { type: "refund_not_sent" })
      expect(await stored(one.id)).toMatchObject({ refunded: "500" })
      expect(await stored(neighbour.id)).toMatchObject({ refunded: "0" })
    })

    const typesOf = async (id: string, refund: string) =>
      (await ledger.historyOfRefund(id, { id: refund })).map(({ type }) => type)

    it("has a history of each refund, oldest first", async () => {
      const [one, neighbour] = [await insert(), await insert()]
      const told = async (id: string, type: "refund_sending" | "refund_sent", refund_id: string) => {
        await ledger.record(id, { type, data: { refund_id } })
        clock.advance(1)
      }
      await told(one.id, "refund_sending", "ref_1")
      await told(one.id, "refund_sending", "ref_2")
      await told(neighbour.id, "refund_sending", "ref_1")
      await told(one.id, "refund_sent", "ref_1")
      // Whatever order the table hands them out in.
      await database
        .knex("paycollect_intent_event")
        .where({ intent_id: one.id, type: "refund_sending" })
        .update({ cause: "refund" })
      expect(await typesOf(one.id, "ref_1")).toEqual(["refund_sending", "refund_sent"])
      expect(await typesOf(one.id, "ref_9")).toEqual([])
    })

    it("has it in the order of time, whichever line was written first", async () => {
      const { id } = await insert()
      await ledger.record(id, { type: "refund_sent", data: { refund_id: "ref_1" } })
      clock.advance(-1_000)
      await ledger.record(id, { type: "refund_sending", data: { refund_id: "ref_1" } })
      expect(await typesOf(id, "ref_1")).toEqual(["refund_sending", "refund_sent"])
    })

    it("says of a refund that its row was written anew after it, and of no other one", async () => {
      const { id } = await insert()
      await ledger.record(id, {
        type: "recovered",
        data: { from: "store", refunded: "100", refund_ids: ["ref_1"] },
      })
      expect(await typesOf(id, "ref_1")).toEqual(["recovered"])
      expect(await typesOf(id, "ref_2")).toEqual([])
    })
  })

  describe("the attempts of a cart", () => {
    it("come with the sessions that they pay, newest first", async () => {
      const cartId = newCartId()
      const [first, second] = [await insert(cartId, 1), await insert(cartId, 2)]
      const other = await insert()
      const session = (name: string) => `payses_${cartId}_${name}`
      await ledger.linkSession(session("a"), first.id)
      await ledger.linkSession(session("b"), first.id)
      await ledger.linkSession(session("c"), other.id)
      expect(await ledger.attemptsOf(cartId)).toEqual({
        attempts: [second, first],
        payers: { [session("a")]: first.id, [session("b")]: first.id },
      })
      expect(await ledger.attemptsOf("cart_unknown")).toEqual({ attempts: [], payers: {} })
      expect(await ledger.payersOf([session("a"), session("c"), session("unknown")])).toEqual({
        [session("a")]: first.id,
        [session("c")]: other.id,
      })
    })
  })

  describe("what is due", () => {
    const due = async (at: number, facts: object = {}) => {
      const { id } = await insert()
      await database
        .knex("paycollect_intent")
        .where({ id })
        .update({ next_step_at: new Date(at), ...facts })
      return id
    }
    beforeEach(
      async () =>
        void (await database.knex("paycollect_intent").update({ outcome: "none", next_step_at: null }))
    )

    it("is claimed money first, then the oldest, and as many as there is time for", async () => {
      const [late, early] = [await due(LONG_AGO + 2), await due(LONG_AGO + 1)]
      const paid = await due(LONG_AGO + 3, { outcome: "paid" })
      const future = await due(clock.now() + 60_000)
      expect((await ledger.claimDue(2, LEASE_MS)).map(({ id }) => id).sort()).toEqual([paid, early].sort())
      expect((await ledger.claimDue(9, LEASE_MS)).map(({ id }) => id)).toEqual([late])
      expect(await ledger.claimDue(9, LEASE_MS)).toEqual([])
      expect((await stored(future)).next_step_at!.getTime()).toBeGreaterThan(clock.now())
    })

    const ofCart = async (cartId: string, attempt: number, at: number, facts: object = {}) => {
      const { id } = await insert(cartId, attempt)
      const due = { next_step_at: new Date(LONG_AGO + at), ...facts }
      await database.knex("paycollect_intent").where({ id }).update(due)
      return id
    }
    const claimed = async (many: number) => (await ledger.claimDue(many, LEASE_MS)).map(({ id }) => id)

    it("is one payment of each cart in turn: what she came back from, else the newest", async () => {
      const [stranger, customer, returned] = [newCartId(), newCartId(), newCartId()]
      const theirs = [
        await ofCart(stranger, 1, 1),
        await ofCart(stranger, 2, 2),
        await ofCart(stranger, 3, 3),
      ]
      const hers = await ofCart(customer, 1, 10)
      const [old, newer] = [
        await ofCart(returned, 1, 20, { returned_at: new Date() }),
        await ofCart(returned, 2, 20),
      ]
      expect(await claimed(3)).toEqual([old, theirs[2], hers])
      expect(await claimed(9)).toEqual([theirs[1], newer, theirs[0]])
    })

    it("is not behind a crowd of carts for a customer who came back, nor for the crowd behind many who did", async () => {
      const crowd = (from: number, facts: object = {}) =>
        Promise.all([1, 2, 3, 4, 5].map((at) => ofCart(newCartId(), 1, from + at, facts)))
      const strangers = await crowd(0)
      const returned = await crowd(100, { returned_at: new Date() })
      const kinds = (await claimed(4)).map((id) => (returned.includes(id) ? "returned" : "open"))
      expect(kinds).toEqual(["returned", "open", "returned", "open"])
      expect((await claimed(9)).slice(0, 2)).toEqual([returned[2], strangers[2]])
    })

    it("is that of the cart that waits longest, whatever else of it is due: nobody waits behind many payments of a cart", async () => {
      const [stranger, customer] = [newCartId(), newCartId()]
      const theirs = [await ofCart(stranger, 1, 1), await ofCart(stranger, 2, 2)]
      const hers = await ofCart(customer, 1, 10)
      expect(await claimed(1)).toEqual([theirs[1]])
      await database
        .knex("paycollect_intent")
        .where({ id: theirs[1] })
        .update({ asked_at: new Date(LONG_AGO + 11) })
      expect(await claimed(9)).toEqual([hers, theirs[0]])
    })

    it("is by turns what was told of, what was come back from, what is open and what failed", async () => {
      const at = (more: object) => due(LONG_AGO, more)
      const many = (more: object) => Promise.all([1, 2, 3].map(() => at(more)))
      const [open, failed] = [await many({}), await many({ outcome: "failed" })]
      const told = await many({ told_at: new Date(), returned_at: new Date() })
      const returned = await many({ returned_at: new Date() })
      const paid = await at({ outcome: "paid" })
      const kinds = (await claimed(9)).map((id) =>
        [[paid], told, returned, open, failed].findIndex((ids) => ids.includes(id))
      )
      expect(kinds).toEqual([0, 1, 2, 3, 4, 1, 2, 3, 4])
    })

    it("comes in its order, whichever way the database finds the rows", async () => {
      const ids = (await Promise.all([1, 2, 3, 4].map((at) => due(LONG_AGO + at)))).sort()
      for (const [place, id] of [...ids].reverse().entries())
        await database
          .knex("paycollect_intent")
          .where({ id })
          .update({ next_step_at: new Date(LONG_AGO + place) })
      const merging = database.connect({ min: 1, max: 1 })
      await merging.raw("set enable_nestloop = off")
      await merging.raw("set enable_hashjoin = off")
      const rows = await new IntentLedger(merging, clock).claimDue(9, LEASE_MS)
      expect(rows.map(({ id }) => id)).toEqual([...ids].reverse())
      expect(rows[0]).not.toHaveProperty("place")
    })

    it("says when it was due, so that it can be put back", async () => {
      await due(LONG_AGO + 5)
      expect(await ledger.claimDue(1, LEASE_MS)).toMatchObject([{ due_at: new Date(LONG_AGO + 5) }])
    })

    it("is handed to one process only, and comes back when that one dies", async () => {
      const ids = [await due(LONG_AGO), await due(LONG_AGO), await due(LONG_AGO)]
      const claimed = await Promise.all([1, 2, 3, 4].map(() => ledger.claimDue(2, LEASE_MS)))
      const again = [...claimed.flat(), ...(await ledger.claimDue(9, LEASE_MS))]
      expect(again.map(({ id }) => id).sort()).toEqual([...ids].sort())
      const { next_step_at } = await stored(ids[0]!)
      expect(next_step_at!.getTime() - clock.now()).toBeGreaterThan(LEASE_MS - 5_000)
      clock.advance(LEASE_MS + 1)
      expect(await ledger.claimDue(9, LEASE_MS)).toHaveLength(3)
    })
  })

  describe("the heir of a session that is gone", () => {
    it("takes its place, one of several only", async () => {
      const { id } = await insert()
      await ledger.change(id, { outcome: "paid" })
      await ledger.markUsed(id, "payses_gone")
      expect(await ledger.markUsed(id, "payses_2", "payses_other")).toBe(false)
      const won = await Promise.all(
        ["payses_2", "payses_3"].map((session) => ledger.markUsed(id, session, "payses_gone"))
      )
      expect(won.sort()).toEqual([false, true])
    })
  })

  describe("holding the money of two carts", () => {
    it("takes them in one order, whatever order they are named in", async () => {
      const carts = [(await insert()).subject_id, (await insert()).subject_id].sort()
      const first = jest.spyOn(ledger as unknown as { firstAttempt: (id: string) => unknown }, "firstAttempt")
      for (const named of [carts, [...carts].reverse()]) await (await ledger.hold(named))!()
      expect(first.mock.calls.flat()).toEqual([...carts, ...carts])
    })

    it("tries once when it may not wait, also within one moment", async () => {
      const { subject_id } = await insert()
      const now = clock.now()
      jest.spyOn(clock, "now").mockReturnValue(now)
      const sleep = jest.spyOn(clock, "sleep")
      expect(await ledger.hold([subject_id])).not.toBeNull()
      expect(await ledger.hold([subject_id])).toBeNull()
      expect(sleep).not.toHaveBeenCalled()
    })
  })
})
