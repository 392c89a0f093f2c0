import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { type PaidSession } from "../../../src/payments/ledger/history"
import { OrderLeases } from "../../../src/payments/ledger/leases"
import { IntentLedger, type NewIntent } from "../../../src/payments/ledger/ledger"
import { openDatabase, type Database } from "../support/database"
import { newCartId, newIntent, TestClock } from "../support/instance"

const LEASE_MS = 15_000

describe("IntentLedger, of one payment among others:", () => {
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

  const insert = async (more: Partial<NewIntent> = {}) => {
    clock.advance(1_000)
    return (await ledger.insert(newIntent(newCartId(), more), LEASE_MS))!
  }
  const rows = (table: string) => database.knex(`paycollect_${table}`)
  const update = async (id: string, facts: object) => {
    await rows("intent").where({ id }).update(facts)
    return await ledger.byId(id)
  }
  const types = async (intent_id: string) =>
    (await rows("intent_event").where({ intent_id }).orderBy("created_at")).map(({ type }) => type)
  const moved = async (intent_id: string) =>
    (await rows("entry").where({ intent_id }).orderBy("created_at")).map(
      ({ key, from_account, to_account, amount }) => [key, from_account, to_account, amount]
    )
  /** Paid, used by this session, and applied as this order. */
  const applied = async (session: string, order: string | null) => {
    const { id } = await insert()
    await update(id, { outcome: "paid", came: "10000" })
    clock.advance(1_000)
    await ledger.markUsed(id, session)
    clock.advance(1_000)
    await ledger.applied(id, order, { by: "job" })
    return await ledger.byId(id)
  }

  describe("look-ups", () => {
    it("say when the first payment was begun", async () => {
      const empty = await openDatabase()
      const other = new IntentLedger(empty.knex, clock)
      expect(await other.beganAt()).toBeNull()
      const first = (await other.insert(newIntent(newCartId()), LEASE_MS))!
      clock.advance(60_000)
      await other.insert(newIntent(newCartId()), LEASE_MS)
      expect(await other.beganAt()).toBe(new Date(first.created_at).getTime())
      await empty.close()
    })

    it("find those that are named, newest first", async () => {
      const [one, , three] = [await insert(), await insert(), await insert()]
      expect(await ledger.byIds([one.id, "pcint_nobody", three.id])).toEqual([three, one])
      expect(await ledger.byIds([])).toEqual([])
    })

    it("sum up what was certainly sent back, by payment", async () => {
      const [one, two, three] = [await insert(), await insert(), await insert()]
      const entry = (intent_id: string, key: string, to_account: string, amount: string) =>
        rows("entry").insert({ intent_id, key, from_account: "x", to_account, amount, currency_code: "xaf" })
      await entry(one.id, "a", "refunded", "100")
      await entry(one.id, "b", "refunded_by_hand", "20")
      await entry(one.id, "c", "refunding:ref_1", "3")
      await entry(two.id, "a", "refunded", "900")
      await entry(three.id, "a", "returned", "900")
      expect(await ledger.sentBack([one.id, three.id])).toEqual(new Map([[one.id, 120n]]))
      const statements = jest.fn()
      database.knex.on("query", statements)
      expect(await ledger.sentBack([])).toEqual(new Map())
      database.knex.removeListener("query", statements)
      expect(statements).not.toHaveBeenCalled()
    })

    it("name the carts of payments that were under way when they were last asked about", async () => {
      const since = new Date(clock.now())
      const under = { outcome: "waiting", status: "processing", verified_at: since, next_step_at: since }
      const asked = async (facts: object = {}, of: Partial<NewIntent> = {}) => {
        const { id, cart_id } = await insert(of)
        await update(id, { ...under, ...facts })
        return cart_id!
      }
      const cart = await asked()
      await asked({}, { ...newIntent(cart, { attempt: 2 }) })
      await asked({ outcome: "none" })
      await asked({ status: "requires_action" })
      await asked({ verified_at: new Date(since.getTime() - 1) })
      await asked({ next_step_at: null })
      await asked({ cart_id: null })
      const later = await asked({ verified_at: new Date(since.getTime() + 1) })
      expect((await ledger.cartsAskedSince(since)).sort()).toEqual([cart, later].sort())
    })
  })

  describe("the attempts of a customer", () => {
    type Step = number | "next"
    const ofCart = async (cart: string, steps: Step[]) => {
      const begun: IntentRow[] = []
      const begin = async () => {
        const attempt = begun.length + 1
        begun.push(await insert(newIntent(cart, { attempt })))
      }
      await begin()
      await begin()
      for (const [place, step] of steps.entries()) {
        clock.advance(1_000)
        if (step === "next") await begin()
        else await ledger.linkSession(`payses_${cart}_${place}`, begun[Number(step) - 1]!.id)
      }
      return begun
    }
    const places = async (cart: string) => (await ledger.ofCustomer(cart)).map(({ attempt }) => attempt)

    it.each<[string, Step[], [attempt: number, outcome: string] | null, number[]]>([
      ["the newest first, where she was led to none", ["next"], null, [3, 2, 1]],
      ["the one first that she was led to last", ["next", 3, 2, 1], null, [1, 3, 2]],
      ["that one first, whatever led to it before", ["next", 1, 2, 1], null, [1, 3, 2]],
      ["the newest first, where it was begun after that", [1, "next"], null, [3, 2, 1]],
      ["what was paid at its place", ["next", 2], [2, "paid"], [3, 2, 1]],
      ["other money at its place, too", ["next", 2], [2, "discrepancy"], [3, 2, 1]],
      ["the one that she was led to first, where another was paid", ["next", 2], [3, "paid"], [2, 3, 1]],
    ])("are %s", async (_, steps, said, expected) => {
      const cart = newCartId()
      const begun = await ofCart(cart, steps)
      await ofCart(newCartId(), [1])
      if (said) await update(begun[said[0] - 1]!.id, { outcome: said[1] })
      expect(await places(cart)).toEqual(expected)
      expect(await places("cart_unknown")).toEqual([])
    })
  })

  it("tells that a payment failed once, by the process that writes it down first", async () => {
    const told: string[] = []
    const telling = new IntentLedger(database.knex, clock, { failed: ({ id }) => void told.push(id) })
    const [seen, unheard, waiting] = [await insert(), await insert(), await insert()]
    const at = new Date(clock.now())
    const failed = { outcome: "failed", failed_at: at } as const
    for (const each of [seen, seen, await ledger.answered(unheard, failed, at)])
      expect(await telling.answered(each, failed, at)).toMatchObject({ id: each.id, outcome: "failed" })
    await telling.answered(waiting, { outcome: "waiting" }, at)
    expect(told).toEqual([seen.id])
  })

  it("is due when its answer says, and came when the first one said so", async () => {
    const [row, due] = [await insert(), new Date(clock.now() + 5_000)]
    const said = { outcome: "paid", transaction_id: null } as const
    const first = (await ledger.paid(row, said, due))!
    expect(first).toMatchObject({ next_step_at: due, paid_at: expect.any(Date) })
    clock.advance(60_000)
    expect(await ledger.paid(first, said, due)).toMatchObject({ paid_at: first.paid_at })
  })

  it("forgets who a customer was that is deleted, by her carts and by her name, and keeps what she bought", async () => {
    const bought = (customer_id: string) =>
      insert({ purchase: { lines: [1], delivery: [2], customer_id, email: "ama@example.com" } as never })
    const [byCart, byName, other] = [await bought("cus_0"), await bought("cus_1"), await bought("cus_2")]
    const nothing = await insert()
    clock.advance(1_000)
    const at = clock.now()
    await ledger.forgetBuyer("cus_1", [byCart.cart_id!, nothing.cart_id!])
    for (const { id } of [byCart, byName]) {
      const { purchase, updated_at } = await ledger.byId(id)
      expect(purchase).toEqual({ lines: [1], delivery: [2] })
      expect(new Date(updated_at).getTime()).toBeGreaterThanOrEqual(at)
    }
    for (const row of [other, nothing]) expect(await ledger.byId(row.id)).toEqual(row)
  })

  describe("since when the service is silent", () => {
    const line = async (id: string, type: "verify_failed" | "verify_not_found" | "verified") => {
      clock.advance(1_000)
      const at = clock.now()
      jest.spyOn(clock, "now").mockReturnValueOnce(at)
      await ledger.record(id, { type })
      return at
    }
    const now = () => {
      const at = clock.now() + 60_000
      jest.spyOn(clock, "now").mockReturnValueOnce(at)
      return at
    }

    it("is now where it was never asked in vain, whatever it was of another payment", async () => {
      const [one, neighbour] = [await insert(), await insert()]
      await line(neighbour.id, "verify_failed")
      await line(one.id, "verified")
      const at = now()
      expect(await ledger.silentSince(one)).toBe(at)
    })

    it.each(["verify_failed", "verify_not_found"] as const)(
      "is the first of the questions in vain since its last answer: %s",
      async (type) => {
        const one = await insert()
        const before = await line(one.id, type)
        const first = await line(one.id, type)
        await line(one.id, type)
        expect(await ledger.silentSince(one)).toBe(before)
        expect(await ledger.silentSince({ ...one, verified_at: new Date(before + 1) })).toBe(first)
        expect(await ledger.silentSince({ ...one, verified_at: new Date(first) })).toBe(first)
      }
    )

    it("is when it was last given to an order, where that was later", async () => {
      const one = await insert()
      const asked = await line(one.id, "verify_failed")
      const reserved = (key: string, at: number) =>
        rows("entry").insert({
          ...{ intent_id: one.id, key, from_account: "unapplied", to_account: "reserved:order_1" },
          ...{ amount: "1", currency_code: "xaf", created_at: new Date(at) },
        })
      await reserved("a", asked - 5)
      expect(await ledger.silentSince(one)).toBe(asked)
      await reserved("b", asked + 5)
      expect(await ledger.silentSince(one)).toBe(asked + 5)
    })
  })

  describe("one that the service never made", () => {
    it("is withdrawn with its history, and no other one", async () => {
      const [one, neighbour] = [await insert(), await insert()]
      expect(await ledger.withdraw(one)).toBe(true)
      expect(await ledger.byId(one.id)).toBeUndefined()
      expect(await types(one.id)).toEqual([])
      expect(await ledger.byId(neighbour.id)).toEqual(neighbour)
      expect(await types(neighbour.id)).toEqual(["created"])
      expect(await ledger.withdraw(one)).toBe(false)
    })

    it.each([
      ["somebody asked about it", { asked_at: new Date() }],
      ["an event told of it, and there was no place to ask", { told_at: new Date() }],
      ["its create ended", { status: "unknown" }],
      ["the service said something of it", { outcome: "waiting" }],
    ])("stays where %s", async (_, facts) => {
      const seen = await insert()
      const now = await update(seen.id, facts)
      expect(await ledger.withdraw(seen)).toBe(false)
      expect(await ledger.byId(seen.id)).toEqual(now)
      expect(await types(seen.id)).toEqual(["created"])
    })

    it("forgets what was bought as it is refused, and at no other end of its create", async () => {
      const bought = { purchase: { lines: [] } } as never
      const [one, other] = [await insert(bought), await insert(bought)]
      expect(await ledger.rejected(one, "invalid", { type: "create_failed" }, null)).toMatchObject({
        ...{ status: "rejected", purchase: null, request: null, create_lease_until: null },
        ...{ outcome_reason: "invalid", next_step_at: null },
      })
      expect(
        await ledger.createEnded(other.id, { status: "unknown" }, { type: "create_ended" })
      ).toMatchObject({ status: "unknown", purchase: { lines: [] }, create_lease_until: null })
    })
  })

  describe("a session that is linked to it", () => {
    const payer = async (session: string) => (await ledger.payersOf([session]))[session]
    const linked = async (link: string) => {
      await rows("link_collection").insert({ id: `pay_col_${link}`, link_id: link })
      return async () => (await rows("link_collection").where({ id: `pay_col_${link}` })).length === 1
    }
    const bought = (lines: unknown[], tax: string | null) =>
      ({ purchase: JSON.stringify({ lines }), tax }) as never

    it("is paid by it from then on, and leads back to the storefront where it was started there", async () => {
      const [one, two] = [await insert(), await insert()]
      const [hers, others] = [await linked("pclnk_1"), await linked("pclnk_2")]
      await ledger.linkSession("payses_linked", one.id)
      await ledger.linkSession("payses_other", one.id)
      expect([await hers(), await payer("payses_linked")]).toEqual([true, one.id])
      await ledger.linkSession("payses_linked", two.id, "pay_col_pclnk_1")
      expect([await hers(), await others()]).toEqual([false, true])
      expect([await payer("payses_linked"), await payer("payses_other")]).toEqual([two.id, one.id])
      expect([await ledger.byId(one.id), await ledger.byId(two.id)]).toEqual([one, two])
    })

    it("is paid by what is opened for it, in the same statement, unless another answer opened that", async () => {
      const [one, two] = [await insert(), await insert()]
      const [hers, others] = [await linked("pclnk_3"), await linked("pclnk_4")]
      const open = async ({ id }: IntentRow, session: PaidSession) => {
        const made = { status: "processing", service_intent_id: `pi_${id}`, payment_ref: null } as const
        return await ledger.opened(id, { ...made, checkout_url: "https://pay.example" }, new Date(), session)
      }
      await ledger.linkSession("payses_opened", one.id)
      expect(await open(two, { id: "payses_opened", storefronts: "pay_col_pclnk_3" })).not.toBeNull()
      expect([await payer("payses_opened"), await hers(), await others()]).toEqual([two.id, false, true])
      expect(await open(two, { id: "payses_late", storefronts: "pay_col_pclnk_4" })).toBeNull()
      expect([await payer("payses_late"), await others()]).toEqual([undefined, true])
      expect(await open(one, { id: "payses_one" })).not.toBeNull()
      expect([await payer("payses_one"), await payer("payses_opened")]).toEqual([one.id, two.id])
    })

    it.each([undefined, "pay_col_none"])(
      "writes what is bought now, of collection %s",
      async (storefronts) => {
        const [one, neighbour] = [await insert(), await insert()]
        clock.advance(1_000)
        const at = clock.now()
        await ledger.linkSession(`payses_1_${storefronts}`, one.id, storefronts, bought([1], "190"))
        const written = await ledger.byId(one.id)
        expect(written).toMatchObject({ purchase: { lines: [1] }, tax: "190" })
        expect(new Date(written.updated_at).getTime()).toBeGreaterThanOrEqual(at)
        expect(await payer(`payses_1_${storefronts}`)).toBe(one.id)
        expect(await ledger.byId(neighbour.id)).toEqual(neighbour)

        clock.advance(1_000)
        await ledger.linkSession(`payses_1_${storefronts}`, one.id, storefronts, bought([1], "190"))
        expect(await ledger.byId(one.id)).toEqual(written)
        await ledger.linkSession(`payses_1_${storefronts}`, one.id, storefronts, bought([1], null))
        expect(await ledger.byId(one.id)).toMatchObject({ purchase: { lines: [1] }, tax: null })
      }
    )

    it("leaves what was bought where money came meanwhile", async () => {
      const paid = await update((await insert()).id, { outcome: "paid" })
      await ledger.linkSession("payses_paid", paid.id, undefined, bought([1], "190"))
      expect(await ledger.byId(paid.id)).toEqual(paid)
      expect(await payer("payses_paid")).toBe(paid.id)
    })
  })

  describe("its order that was canceled", () => {
    it("leaves the money due, of the session that stood there, and no other's", async () => {
      const [one, neighbour] = [await applied("payses_1", "order_1"), await applied("payses_1", "order_1")]
      await update(one.id, { captured_told_at: new Date(), refunded: "4000", reversed: "6000" })
      clock.advance(1_000)
      await ledger.leftByOrder(one.id, "payses_1")
      expect(await ledger.byId(one.id)).toMatchObject({
        ...{ used_by_session_id: null, applied_at: null, captured_told_at: null, order_id: null },
        next_step_at: expect.any(Date),
      })
      expect(await types(one.id)).toEqual(["created", "applied", "voided_by_core"])
      expect(await ledger.byId(neighbour.id)).toEqual(neighbour)
    })

    it.each([
      ["it is another session's", "payses_2", { order_id: "order_1" }],
      ["it stands nowhere", "payses_1", { applied_at: null, next_step_at: new Date() }],
      [
        "all of it is booked as gone",
        "payses_1",
        { refunded: "4000", reversed: "6000", reversed_booked: "6000" },
      ],
    ])("changes nothing where %s", async (_, session, facts) => {
      const one = await update((await applied("payses_1", "order_1")).id, facts)
      await ledger.leftByOrder(one.id, session)
      expect(await ledger.byId(one.id)).toEqual(one)
      expect(await types(one.id)).toEqual(["created", "applied"])
    })

    it("may be made once more of the same session: each turn moves the money", async () => {
      const { id } = await applied("payses_1", "order_1")
      clock.advance(1_000)
      await ledger.voidedByCore(id)
      clock.advance(1_000)
      await ledger.markUsed(id, "payses_1")
      clock.advance(1_000)
      await ledger.applied(id, "order_2", { by: "job" })
      expect(await moved(id)).toEqual([
        ["used:payses_1:0", "unapplied", "session:payses_1", "10000"],
        ["applied:0", "session:payses_1", "order:order_1", "10000"],
        [expect.stringMatching(/^voided:/), "order:order_1", "unapplied", "10000"],
        ["used:payses_1:1", "unapplied", "session:payses_1", "10000"],
        ["applied:1", "session:payses_1", "order:order_2", "10000"],
      ])
    })
  })

  describe("a lease", () => {
    const still = () => {
      const at = clock.now()
      clock.now = clock.database = () => at
    }
    const asking = async (seen = insert()) => (await ledger.claimToAsk(await seen, { by: "job" }, LEASE_MS))!

    it("of a question ends with its answer, its own only", async () => {
      const [answered, alone, other] = [await asking(), await asking(), await asking()]
      const said = { outcome: "waiting" } as const
      const after = async (row: typeof other, question?: typeof other) =>
        (await ledger.answered(row, said, new Date(), { question })).verify_lease_until
      expect(await after(answered, answered)).toBeNull()
      expect(await after(alone)).toEqual(alone.verify_lease_until)
      expect(await after(other, { ...other, verify_lease_until: new Date(1) })).toEqual(
        other.verify_lease_until
      )
    })

    it("of a question is no hindrance once it is over, though no answer came", async () => {
      const seen = await insert()
      await ledger.claim(seen.id, "verify_lease_until", LEASE_MS)
      expect(await asking(Promise.resolve(seen))).toBeNull()
      clock.advance(LEASE_MS + 1)
      expect(await asking(Promise.resolve(seen))).toMatchObject({ id: seen.id, asks: 1 })
    })

    it("of a question ends as money is confirmed, and no other payment's", async () => {
      const [one, neighbour] = [await asking(), await asking()]
      const confirmed = await ledger.confirmed(one, 1_700_000_000_000)
      expect(confirmed).toMatchObject({ id: one.id, verify_lease_until: null })
      expect(new Date(confirmed.verified_at!).getTime()).toBe(1_700_000_000_000)
      expect(await ledger.byId(neighbour.id)).toEqual(neighbour)
    })

    it("of a payment is given back alone, though another ends at the same moment", async () => {
      const [one, two] = [await insert(), await insert()]
      still()
      const claimed = async ({ id }: typeof one) => (await ledger.claim(id, "verify_lease_until", LEASE_MS))!
      const [first, second] = [await claimed(one), await claimed(two)]
      expect(first.verify_lease_until).toEqual(second.verify_lease_until)
      await ledger.release(second, "verify_lease_until")
      expect(await ledger.byId(one.id)).toEqual(first)
      expect(await ledger.byId(two.id)).toMatchObject({ verify_lease_until: null })
    })

    it("of an order is given back alone, though another ends at the same moment", async () => {
      still()
      const orders = new OrderLeases(database.knex, clock)
      const release = (await orders.take("order_a", LEASE_MS))!
      await orders.take("order_b", LEASE_MS)
      await release()
      expect(await orders.take("order_b", LEASE_MS)).toBeNull()
      expect(await orders.take("order_a", LEASE_MS)).not.toBeNull()
    })
  })
})
