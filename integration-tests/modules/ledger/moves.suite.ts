import { type Verified } from "../../../src/payments/assess"
import { Answers } from "../../../src/payments/answers"
import { CHECK_AGAIN_MS } from "../../../src/payments/schedule"
import { insertRecovered } from "../../../src/features/recovery/rows"
import { AttentionList } from "../../../src/payments/ledger/items"
import { Assignments } from "../../../src/payments/ledger/assignments"
import { IntentLedger, type IntentPatch } from "../../../src/payments/ledger/ledger"
import { refundAsked, refundNotSent, refundSent } from "../../../src/payments/ledger/refund-moves"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { openDatabase, type Database } from "../support/database"
import { newCartId, newIntent, TestClock } from "../support/instance"

const HOUR = 3_600_000
const PURCHASE = { lines: [], delivery: [] }

describe("the entries of a payment", () => {
  let database: Database
  let clock: TestClock
  let ledger: IntentLedger
  let attention: AttentionList
  let assignments: Assignments

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => {
    clock = new TestClock()
    ledger = new IntentLedger(database.knex, clock)
    attention = new AttentionList(database.knex, clock)
    assignments = new Assignments(database.knex, clock)
  })

  const begun = async (more: object = {}) => (await ledger.insert(newIntent(newCartId(), more), 0))!
  /** An answer, some time after whatever was before. */
  const says = async ({ id }: { id: string }, amount: number, currency = "XAF") => {
    clock.advance(1_000)
    const row = await ledger.byId(id)
    const answer = { status: "succeeded", amount: `${amount}`, currency, environment: "test" }
    const { merchant_reference } = row
    return await new Answers(ledger, clock).store(row, { ...answer, merchant_reference } as Verified, {
      asked: clock.now(),
    })
  }
  const paid = async (more: object = {}) => await says(await begun(more), 10_000)
  const listed = async () => {
    const { id } = await paid()
    await attention.open({ intent_id: id, reason: "paid_without_order", ends: "giveUp" })
    return await ledger.byId(id)
  }
  const applied = async (orderId: string | null = "order_1") => {
    const { id } = await paid({ payment_collection_id: "pay_col_1" })
    await ledger.markUsed(id, "payses_1")
    return (await ledger.applied(id, orderId, { by: "job" }))!
  }
  /** Without what is another one each time. */
  const lines = async ({ id }: { id: string }, since = 0) => {
    const rows = await database
      .knex("paycollect_entry")
      .where({ intent_id: id })
      .where("created_at", ">=", new Date(since))
      .orderBy(["created_at", "key"])
    return rows.map(({ key, amount, currency_code, from_account, to_account, went_back }) =>
      [
        ...[key.replace(/[0-9a-f-]{36}|\d{13}/, "*"), `${amount} ${currency_code}`],
        ...[`${from_account} > ${to_account}`, ...(went_back === null ? [] : [went_back])],
      ].join(", ")
    )
  }

  type Said = [amount: number, currency?: string]
  const first = "came:4000, 4000 xaf, service > unapplied"

  it.each<[string, Said[], string, string[]]>([
    [
      "what was asked for, said twice, once",
      [[10_000], [10_000]],
      "10000",
      ["came:10000, 10000 xaf, service > unapplied"],
    ],
    [
      "the highest of other sums",
      [[4_000], [6_000], [5_000]],
      "6000",
      [first, "came:6000, 2000 xaf, service > unapplied"],
    ],
    [
      "what was asked for, where another sum was said first",
      [[12_000], [10_000]],
      "10000",
      [
        "came:12000, 12000 xaf, service > unapplied",
        "came:10000:*, 10000 xaf, service > unapplied",
        "came:10000:*:not, 12000 xaf, unapplied > service",
      ],
    ],
    [
      "what was asked for, where the same sum of another currency was said first",
      [[10_000, "XOF"], [10_000]],
      "10000",
      [
        "came:10000, 10000 xof, service > unapplied",
        "came:10000:*, 10000 xaf, service > unapplied",
        "came:10000:*:not, 10000 xof, unapplied > service",
      ],
    ],
    [
      "a sum of another currency, be it less",
      [[4_000], [3_000, "XOF"]],
      "3000",
      [first, "came:3000:*, 3000 xof, service > unapplied", "came:3000:*:not, 4000 xaf, unapplied > service"],
    ],
    ["what was said before nothing was, in another currency", [[4_000], [0, "XOF"]], "4000", [first]],
  ])("say that there came %s", async (_, answers, came, expected) => {
    const payment = await begun()
    let another: IntentRow
    for (const [amount, currency] of answers) {
      expect(await says(payment, amount, currency)).toMatchObject({ id: payment.id })
      another = await says(await begun(), 7_000, currency ? "XAF" : "XOF")
    }
    expect(await ledger.byId(payment.id)).toMatchObject({ came })
    expect(await lines(payment)).toEqual(expected)
    expect(await ledger.byId(another!.id)).toEqual(another!)
  })

  describe("of a row that was lost, and of whose money a part went back", () => {
    const values = (cartId: string) => ({
      ...newIntent(cartId),
      ...{ recovered: "event", payment_ref: null, used_by_session_id: null },
      refunds: [{ refund_id: "ref_1", amount: 300n }],
    })
    const before = [
      "came:300, 300 xaf, service > unapplied",
      "refund:ref_1:lost, 300 xaf, unapplied > refunded, 300",
    ]

    it.each<[string, Said, string, string[]]>([
      ["what was asked for", [10_000], "10000", ["came:10000, 9700 xaf, service > unapplied"]],
      ["more than went back", [4_000], "4000", ["came:4000, 3700 xaf, service > unapplied"]],
      ["no less than went back", [200], "300", []],
      ["nothing in another currency", [9_000, "XOF"], "300", []],
    ])("say that there came %s", async (_, [amount, currency], came, expected) => {
      const { fingerprint: __, request: ___, ...row } = values(newCartId())
      const given = { values: row as never, asked: clock.now(), cause: "webhook" }
      const recovered = (await insertRecovered(database.knex, clock, given))!
      const another = await says(await begun(), 7_000, "XOF")
      expect(await says(recovered, amount, currency)).toMatchObject({ id: recovered.id, came })
      expect(await lines(recovered)).toEqual([...before, ...expected])
      expect(await ledger.byId(another.id)).toEqual(another)
      expect(await ledger.endedRefunds(recovered.id, clock.now())).toEqual({
        ...{ sent: 300n, each: [300n], byHand: 0n, isSettled: true },
      })
    })
  })

  it("say the fee, too, of a row that was lost and all of whose money went back", async () => {
    const { fingerprint: __, request: ___, ...row } = newIntent(newCartId(), { fee_bearer: "customer" })
    const values = {
      ...row,
      ...{ recovered: "store", payment_ref: null, used_by_session_id: null },
      refunds: [{ refund_id: "ref_1", amount: 10_000n }],
    }
    const given = { values: values as never, asked: clock.now(), cause: "webhook" }
    const recovered = (await insertRecovered(database.knex, clock, given))!
    expect(await says(recovered, 10_250)).toMatchObject({ came: "10000", fee: "250" })
    expect((await lines(recovered)).sort()).toEqual([
      "came:10000, 10000 xaf, service > unapplied",
      "came:10000:fee, 250 xaf, service > fee",
      "refund:ref_1:lost, 10000 xaf, unapplied > refunded, 10000",
    ])
  })

  it("say what of it was the fee that a customer bore", async () => {
    const payment = await begun({ fee_bearer: "customer" })
    expect(await says(payment, 10_250)).toMatchObject({ outcome: "paid", came: "10000", fee: "250" })
    expect((await lines(payment)).sort()).toEqual([
      "came:10000, 10000 xaf, service > unapplied",
      "came:10000:fee, 250 xaf, service > fee",
    ])
  })

  it("say it once, where another sum was said first", async () => {
    const payment = await begun({ fee_bearer: "customer" })
    for (const amount of [4_000, 10_250, 10_250]) await says(payment, amount)
    expect((await lines(payment)).sort()).toEqual([
      "came:10000:*, 10000 xaf, service > unapplied",
      "came:10000:*:fee, 250 xaf, service > fee",
      "came:10000:*:not, 4000 xaf, unapplied > service",
      first,
    ])
  })

  const unreadable: IntentPatch = { outcome: "discrepancy", outcome_reason: "unreadable_success" }
  const less: IntentPatch = {
    ...{ outcome: "discrepancy", outcome_reason: "amount_discrepancy" },
    verified: { amount: "4000", currency: "XAF" },
  }
  it.each<[string, IntentPatch, IntentPatch, object | null]>([
    ["where nothing came", {}, { outcome: "failed" }, null],
    ["where nothing came after all", unreadable, { outcome: "failed" }, null],
    ["but not where a sum came that cannot be read", {}, unreadable, PURCHASE],
    ["but not where such a sum came before", unreadable, { outcome_reason: "no_answer" }, PURCHASE],
    ["but not where money came, whatever is said then", less, { outcome: "failed" }, PURCHASE],
  ])("forget whose it was going to be once nobody looks again, %s", async (_, said, last, purchase) => {
    const { id } = await begun({ purchase: PURCHASE })
    await ledger.answered(await ledger.byId(id), said, new Date(clock.now()))
    expect(await ledger.byId(id)).toMatchObject({ request: {}, purchase: PURCHASE })
    await attention.open({ intent_id: id, reason: "unknown_payment" })
    await ledger.answered(await ledger.byId(id), last, null)
    expect(await ledger.byId(id)).toMatchObject({ request: null, purchase })
  })

  describe("where core takes its payment back", () => {
    it.each<[string, () => Promise<IntentRow>, string, string]>([
      [
        "before an order was seen",
        async () => {
          const { id } = await paid()
          await ledger.markUsed(id, "payses_1")
          return await ledger.byId(id)
        },
        ...(["session:payses_1", "unapplied"] as const),
      ],
      ["with its order", () => applied(), "order:order_1", "unapplied"],
      ["without an order", () => applied(null), "collection:pay_col_1", "unapplied"],
      ["after it was kept", () => closedAs("kept"), "kept", "kept"],
      ["after a person closed it without a word", () => closedAs(), "closed", "closed"],
    ])("%s", async (_, made, from, to) => {
      const row = await made()
      clock.advance(1_000)
      await ledger.voidedByCore(row.id)
      expect(await lines(row, clock.now() - 500)).toEqual([`voided:*, 10000 xaf, ${from} > ${to}`])
    })

    const closedAs = async (money?: "kept") => {
      const { id } = await paid()
      await ledger.markUsed(id, "payses_1")
      const item = await attention.open({ intent_id: id, reason: "paid_without_order", ends: "giveUp" })
      await attention.resolve(item!.id, { note: "By hand", resolved_by: "user_1", money })
      return await ledger.byId(id)
    }
  })

  describe("of what goes back without the store", () => {
    const soon = () => new Date(clock.now() + CHECK_AGAIN_MS)
    /** To the millisecond, by a clock that stands still. */
    const still = () => {
      const now = clock.now() + 1_000
      clock.now = () => now
    }

    it("are one for each step, and a look is due soon where none is to come", async () => {
      const row = await applied()
      await database.knex("paycollect_intent").where({ id: row.id }).update({ review_at: null })
      still()
      const reversed = (await ledger.reversedTo(row, 4_000n))!
      expect(reversed).toMatchObject({ reversed: "4000", review_at: soon(), next_step_at: null })
      expect(await lines(row, clock.now())).toEqual(["reversed:*, 4000 xaf, order:order_1 > reversed, 4000"])
      still()
      await database.knex("paycollect_intent").where({ id: row.id }).update({ review_at: null })
      expect(await ledger.reversedTo(reversed, 4_000n)).toMatchObject({ review_at: null })
      expect(await ledger.reversedTo(reversed, 1_000n)).toMatchObject({
        ...{ reversed: "1000", review_at: null, next_step_at: null },
      })
      expect(await lines(row, clock.now())).toEqual(["reversed:*, 3000 xaf, reversed > order:order_1, -3000"])
    })

    it("leave the look that is to come as it is", async () => {
      const row = await applied()
      expect(await ledger.reversedTo(row, 10_000n)).toMatchObject({ review_at: row.review_at })
    })

    it.each<[string, { refunded: string; gone: bigint; isAll: boolean }]>([
      ["a part", { refunded: "0", gone: 9_999n, isAll: false }],
      ["all of it", { refunded: "0", gone: 10_000n, isAll: true }],
      ["a part beside a refund", { refunded: "3000", gone: 6_999n, isAll: false }],
      ["all that a refund left", { refunded: "3000", gone: 7_000n, isAll: true }],
    ])("make a person's money due only where all of it is gone: %s", async (_, { refunded, gone, isAll }) => {
      const { id } = await listed()
      await database.knex("paycollect_intent").where({ id }).update({ refunded })
      still()
      const moved = (await ledger.reversedTo(await ledger.byId(id), gone))!
      expect(moved).toMatchObject({
        reversed: `${gone}`,
        next_step_at: isAll ? soon() : null,
        review_at: null,
      })
      await database.knex("paycollect_intent").where({ id }).update({ next_step_at: null })
      expect(await ledger.reversedTo(await ledger.byId(id), gone)).toMatchObject({ next_step_at: null })
    })

    it("are none where something else was counted meanwhile", async () => {
      const row = await applied()
      await ledger.reversedTo(row, 4_000n)
      expect(await ledger.reversedTo(row, 5_000n)).toBeNull()
      expect(await ledger.byId(row.id)).toMatchObject({ reversed: "4000" })
    })

    it("of which a refund books a part, say that only the rest was sent", async () => {
      const row = await applied()
      await ledger.reversedTo(row, 300n)
      clock.advance(1_000)
      const sum = { refund_id: "ref_1", amount: 500n, booked: 300n }
      await ledger.refund(row.id, refundAsked(sum), { type: "refund_sending" })
      clock.advance(1_000)
      await ledger.refund(row.id, refundSent(sum), { type: "refund_sent" })
      expect(await ledger.byId(row.id)).toMatchObject({ refunded: "200", reversed_booked: "300" })
      expect(await lines(row, clock.now() - 500)).toEqual([
        "refund:ref_1:end, 200 xaf, refunding:ref_1 > refunded",
      ])
    })

    it("of which a refund booked a part that failed, say that it is there again, and gone as before", async () => {
      const row = await applied()
      await ledger.reversedTo(row, 300n)
      const sum = { refund_id: "ref_1", amount: 500n, booked: 300n }
      await ledger.refund(row.id, refundAsked(sum), { type: "refund_sending" })
      clock.advance(1_000)
      await ledger.refund(row.id, refundNotSent(sum), { type: "refund_not_sent" })
      expect(await ledger.byId(row.id)).toMatchObject({
        refunded: "0",
        reversed: "300",
        reversed_booked: "0",
      })
      expect(await lines(row, clock.now() - 500)).toEqual([
        "booked:ref_1:end, 300 xaf, reversed_booked > reversed",
        "refund:ref_1:end, 200 xaf, refunding:ref_1 > order:order_1, -200",
      ])
    })
  })

  it("say for which order money is reserved, and that it is not any more", async () => {
    const { id } = await listed()
    await assignments.begin(id, "order_7", "user_1")
    expect(await lines({ id })).toContain("reserved:*, 10000 xaf, unapplied > reserved:order_7")
    await assignments.undo(id, { order_id: "order_7", reason: "failed" })
    expect(await lines({ id })).toContain("unreserved:*, 10000 xaf, reserved:order_7 > unapplied")
  })

  it("say nothing as a session uses money that is reserved for an order: it is there already", async () => {
    const { id } = await listed()
    await assignments.begin(id, "order_of_another", "user_1")
    await assignments.assignCollection(id, "pay_col_9")
    expect(await ledger.markUsed(id, "payses_9", null, "pay_col_8")).toBe(false)
    expect(await ledger.markUsed(id, "payses_9", null, "pay_col_9")).toBe(true)
    expect(await lines({ id })).not.toContainEqual(expect.stringMatching(/^used/))
  })

  it("take money off an order that was canceled before what was reserved for it was written down, once, and none that a person closed", async () => {
    const [one, closed] = [await listed(), await listed()]
    for (const { id } of [one, closed]) {
      await assignments.begin(id, `order_of_${id}`, "user_1")
      await assignments.assignCollection(id, `pay_col_${id}`)
      await ledger.markUsed(id, `payses_${id}`, null, `pay_col_${id}`)
      await attention.open({ intent_id: id, reason: "paid_without_order", ends: "giveUp" })
    }
    const [item] = await attention.openFor(closed.id)
    await attention.resolve(item!.id, { note: "", resolved_by: "user_1", money: "kept" })
    for (const { id } of [one, one, closed]) await ledger.leftByOrder(id, `payses_${id}`)
    expect(await ledger.byId(one.id)).toMatchObject({ assigned_order_id: null, used_by_session_id: null })
    expect(await ledger.byId(closed.id)).toMatchObject({ assigned_order_id: `order_of_${closed.id}` })
    expect((await lines(one)).filter((line) => line.startsWith("voided"))).toEqual([
      expect.stringContaining("reserved:order_of_"),
    ])
  })

  it("say since when the service is silent about it: not from before it was last given to an order", async () => {
    const [one, another] = [await listed(), await listed()]
    clock.advance(HOUR)
    const silent = clock.now()
    for (const { id } of [one, another]) await ledger.record(id, { type: "verify_failed" })
    const since = async () => (await ledger.silentSince(await ledger.byId(one.id))) - silent
    clock.advance(HOUR)
    await assignments.begin(another.id, "order_of_another", "user_1")
    expect(await since()).toBeLessThan(HOUR)
    await assignments.begin(one.id, "order_of_one", "user_1")
    const [given, ...more] = [await since(), await since()]
    expect([given >= HOUR, given < 2 * HOUR, ...more]).toEqual([true, true, given])
    await assignments.undo(one.id, { order_id: "order_of_one", reason: "failed" })
    await attention.open({ intent_id: one.id, reason: "paid_without_order", ends: "giveUp" })
    clock.advance(HOUR)
    await assignments.begin(one.id, "order_of_one", "user_1")
    expect(await since()).toBeGreaterThanOrEqual(2 * HOUR)
  })
})
