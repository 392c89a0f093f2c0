import { insertRecovered } from "../../../src/features/recovery/rows"
import { WentBackList } from "../../../src/features/takings/went-back"
import { journalFaults } from "../../http/support/journal"
import { askedAgain } from "../../../src/payments/ledger/entries"
import { AttentionList } from "../../../src/payments/ledger/items"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { refundAsked, refundNotSent } from "../../../src/payments/ledger/refund-moves"
import { type MoneyAnswer } from "../../../src/payments/attention-reasons"
import { Refunds, type RefundEnd } from "../../../src/features/refunds/rows"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { type RefundRow } from "../../../src/modules/paycollect/models/refund"
import { openDatabase, type Database } from "../support/database"
import { newCartId, newIntent, TestClock } from "../support/instance"

const LATER = 1_000

describe("what a person says of a refund", () => {
  let database: Database
  let clock: TestClock
  let ledger: IntentLedger
  let list: AttentionList
  let refunds: Refunds

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => {
    clock = new TestClock()
    ledger = new IntentLedger(database.knex, clock)
    list = new AttentionList(database.knex, clock)
    refunds = new Refunds(database.knex, clock)
  })

  const paid = async () => {
    const row = (await ledger.insert(newIntent(newCartId(), { fee_bearer: "customer" }), 0))!
    const verified = { status: "succeeded", amount: "10000", currency: "XAF" }
    const answer = {
      outcome: "paid",
      status: "succeeded",
      verified,
      fee: "500",
      transaction_id: null,
    } as const
    return (await ledger.paid(row, answer, new Date(clock.now())))!
  }
  const listed = async () => {
    const { id } = await paid()
    await list.open({ intent_id: id, reason: "late_payment", ends: "giveUp", data: { cart: id } })
    return await ledger.byId(id)
  }
  const applied = async () => {
    const { id } = await paid()
    await ledger.markUsed(id, "payses_1")
    return (await ledger.applied(id, `order_${id}`, { by: "job" }))!
  }
  const refunded = async (
    { id }: IntentRow,
    amount: string,
    { status, ofFee = false }: { status?: RefundEnd["status"]; ofFee?: boolean } = {}
  ) => {
    clock.advance(LATER)
    const asked = { amount, mode: "api", reason: "other", note: null, created_by: "user_1" } as const
    const given = { currency_code: "xaf", ...(ofFee && { ofFee: true as const }) }
    const refund = (await refunds.begin(await ledger.byId(id), asked, given))!
    clock.advance(LATER)
    if (status) await refunds.ended(refund, { status })
    return refund
  }
  const said = async ({ id, intent_id }: RefundRow, money: MoneyAnswer) => {
    clock.advance(LATER)
    const item = (await list.openFor(intent_id)).find(({ key }) => key === id)!
    await list.resolve(item.id, { note: "By hand", resolved_by: "user_1", money })
  }
  const lines = async (id: string, key: string) => {
    const rows = await database.knex("paycollect_entry").where({ intent_id: id }).andWhere("key", "like", key)
    return rows.map(({ amount, currency_code, from_account, to_account, went_back }) => {
      return [amount, currency_code, from_account, to_account, went_back]
    })
  }
  const statusOf = async ({ id }: RefundRow) =>
    (await database.knex("paycollect_refund").where({ id }).first()).status

  it.each([
    ["sent", "refunded", null],
    ["returned", "refunded_by_hand", "0"],
  ] as const)("that it is %s, is an entry of its own: %s", async (answer, account, went_back) => {
    const [money, another] = [await listed(), await listed()]
    await refunded(another, "77", { status: "unknown" })
    const refund = await refunded(money, "4000", { status: "unknown" })
    const { id } = refund
    expect(await lines(money.id, "refund:%:end")).toEqual([])
    await said(refund, answer)
    expect(await lines(money.id, "refund:%:end")).toEqual([
      ["4000", "xaf", `refunding:${id}`, account, went_back],
    ])
    const [entry] = await database.knex("paycollect_entry").where({ key: `refund:${id}:end` })
    expect(Math.abs(+entry.created_at - clock.now())).toBeLessThan(LATER)
    expect(await lines(another.id, "refund:%:end")).toEqual([])
    expect(await ledger.byId(money.id)).toMatchObject({ came: "10000", refunded: "4000" })
  })

  it.each<[MoneyAnswer, string[], { sent: bigint; each: bigint[]; byHand: bigint }]>([
    ["sent", [], { sent: 4_000n, each: [3_000n, 1_000n], byHand: 0n }],
    ["returned", ["3000 refunded > refunded_by_hand"], { sent: 1_000n, each: [1_000n], byHand: 3_000n }],
  ])("that it is %s, of a payment whose row was lost, is an entry, too", async (answer, ends, ended) => {
    const { fingerprint: _, request: __, ...row } = newIntent(newCartId())
    const refunds = [
      { refund_id: "ref_1", amount: 3_000n },
      { refund_id: "ref_2", amount: 1_000n },
    ]
    const lost = { recovered: "store", payment_ref: null, used_by_session_id: "payses_1", refunds } as const
    const given = { values: { ...row, ...lost }, asked: clock.now(), cause: "webhook" }
    const { id } = (await insertRecovered(database.knex, clock, given))!
    const item = (await list.open({ intent_id: id, reason: "refund_unknown", key: "ref_1" }))!
    await list.resolve(item.id, { note: "By hand", resolved_by: "user_1", money: answer })
    const entries = await database.knex("paycollect_entry").where({ intent_id: id }).orderBy("key")
    expect(
      entries.map(({ key, amount, from_account, to_account, went_back }) => ({
        [key]: `${amount} ${from_account} > ${to_account}, ${went_back}`,
      }))
    ).toEqual([
      { "came:4000": "4000 service > session:payses_1, null" },
      { "refund:ref_1:lost": "3000 session:payses_1 > refunded, 3000" },
      ...ends.map((end) => ({ "refund:ref_1:lost:end": `${end}, 0` })),
      { "refund:ref_2:lost": "1000 session:payses_1 > refunded, 1000" },
    ])
    expect(await ledger.endedRefunds(id, clock.now())).toEqual({ ...ended, isSettled: true })
    expect(await ledger.sentBack([id])).toEqual(new Map([[id, 4_000n]]))
    expect(await journalFaults(database.knex)).toEqual([])
    const { moves } = await new WentBackList(database.knex).page(undefined, { limit: 100, offset: 0 })
    const shown = moves.filter(({ intent }) => intent.id === id)
    expect(shown.map(({ id: move, kind, state, amount }) => [move, kind, state, amount])).toEqual([
      ["ref_1", answer === "sent" ? "refund" : "cash_refund", "done", "3000"],
      ["ref_2", "refund", "done", "1000"],
    ])
  })

  it.each([
    ["sent", "refunded"],
    ["returned", "refunded_by_hand"],
  ] as const)(
    "that it is %s, ends the last time that it was counted, where it failed before",
    async (answer, account) => {
      const [{ id }, another] = [await applied(), await applied()]
      const refund = { refund_id: "ref_1", amount: 4_000n, booked: 0n }
      const step = (of: string, move: Parameters<typeof ledger.refund>[1]) =>
        ledger.refund(of, move, { type: "refund_recorded", cause: "job", data: { refund_id: "ref_1" } })
      await step(id, refundAsked(refund))
      await step(id, refundNotSent(refund))
      await step(id, refundAsked({ ...refund, refund_id: askedAgain("ref_1") }))
      clock.advance(LATER)
      await step(another.id, refundAsked({ ...refund, amount: 3_000n, refund_id: askedAgain("ref_1") }))
      expect(await ledger.byId(id)).toMatchObject({ refunded: "4000" })
      const item = await list.open({ intent_id: id, reason: "refund_due", key: "ref_1" })
      await list.resolve(item!.id, { note: "By hand", resolved_by: "user_1", money: answer })
      expect((await lines(id, "refund:%")).map(([amount, , from, to]) => [amount, from, to])).toEqual(
        expect.arrayContaining([
          ["4000", "refunding:ref_1", expect.stringMatching(/^(order|collection):/)],
          ["4000", "refunding:ref_1:again", account],
        ])
      )
      expect(await lines(id, "refund:%")).toHaveLength(4)
      expect(await lines(another.id, "refund:%:end")).toEqual([])
    }
  )

  it("is no entry where no refund has one: what went back without the store is counted by itself", async () => {
    const { id } = await applied()
    const item = await list.open({ intent_id: id, reason: "reversed", key: "reversed" })
    expect(await list.resolve(item!.id, { note: "Seen", resolved_by: "user_1" })).toMatchObject({
      id: item!.id,
    })
    expect(await lines(id, "%:end")).toEqual([])
  })

  it("tells what the service has from what it never hears of, and whether it had time to subtract it", async () => {
    const [money, another] = [await listed(), await listed()]
    await refunded(money, "1000", { status: "sent" })
    await said(await refunded(money, "2000", { status: "unknown" }), "returned")
    await refunded(money, "500", { status: "not_sent" })
    const last = await refunded(money, "400", { status: "sent" })
    await refunded(money, "300")
    await refunded(another, "9", { status: "sent" })
    const [{ created_at }] = await database.knex("paycollect_entry").where({ key: `refund:${last.id}:end` })
    const ended = +created_at
    // What goes back without the store is none of its refunds.
    await ledger.reversedTo(await ledger.byId(money.id), 100n)
    const { each, ...sums } = await ledger.endedRefunds(money.id, ended)
    expect(sums).toEqual({ sent: 1400n, byHand: 2000n, isSettled: true })
    expect(each.map(Number).sort((a, b) => a - b)).toEqual([400, 1000])
    expect(await ledger.endedRefunds(money.id, ended - 1)).toMatchObject({ sent: 1400n, isSettled: false })
  })

  describe("that it was not sent", () => {
    it("opens nothing anew where its money's item is open, and is in the history", async () => {
      const money = await listed()
      const refund = await refunded(money, "4000", { status: "unknown" })
      const before = await list.openFor(money.id)
      await said(refund, "not_sent")
      expect(await list.openFor(money.id)).toEqual(before.filter(({ category }) => category === "money"))
      expect(await lines(money.id, "reopened:%")).toEqual([])
      const [line] = await database
        .knex("paycollect_intent_event")
        .where({ intent_id: money.id, type: "refund_not_sent" })
      expect(line.data).toEqual({ amount: "4000", currency: "xaf", refund_id: refund.id })
      expect(await ledger.byId(money.id)).toMatchObject({ listed_at: money.listed_at, closed_at: null })
    })

    it("brings back all that is there of the money that was closed with it, and no other payment", async () => {
      const [money, another] = [await listed(), await listed()]
      await refunded(another, "10000", { status: "sent" })
      const closed = await ledger.byId(another.id)
      await ledger.reversedTo(await ledger.byId(money.id), 6_000n)
      const refund = await refunded(money, "4000", { status: "unknown" })
      expect(await ledger.byId(money.id)).toMatchObject({ closed_at: expect.any(Date), closed_as: null })
      // The service took its reversal back.
      await ledger.reversedTo(await ledger.byId(money.id), 0n)
      await said(refund, "not_sent")
      expect(await ledger.byId(money.id)).toMatchObject({
        ...{ closed_at: null, refunded: "0", reversed: "0" },
        listed_at: expect.any(Date),
      })
      expect(await lines(money.id, "reopened:%")).toEqual([["6000", "xaf", "closed", "unapplied", null]])
      expect(await list.openFor(money.id)).toMatchObject([
        { reason: "late_payment", data: { cart: money.id } },
      ])
      expect(await ledger.byId(another.id)).toEqual(closed)
    })

    it("leaves it to be sent where the money was given back by hand, as its item said, and no other refund", async () => {
      const [money, another] = [await listed(), await listed()]
      const [refund, other] = [
        await refunded(money, "4000", { status: "unknown" }),
        await refunded(another, "4000", { status: "unknown" }),
      ]
      const item = (await list.openFor(money.id)).find(({ category }) => category === "money")!
      await list.resolve(item.id, { note: "At the till", resolved_by: "user_1", money: "returned" })
      await said(refund, "not_sent")
      expect([await statusOf(refund), await statusOf(other)]).toEqual(["due", "unknown"])
      expect(await list.openFor(money.id)).toMatchObject([
        {
          ...{ reason: "refund_due", key: refund.id },
          data: { amount: "4000", currency: "xaf", refund_id: refund.id },
        },
      ])
    })

    it("of a part of the fee of which nobody was told, opens nothing", async () => {
      const money = await applied()
      // Of the goods' money nothing is here: the fee is none of it.
      await ledger.reversedTo(money, 10_000n)
      const refund = await refunded(money, "500", { status: "unknown", ofFee: true })
      expect(await ledger.byId(money.id)).toMatchObject({ came: "10500", refunded: "500" })
      await said(refund, "not_sent")
      expect(await ledger.byId(money.id)).toMatchObject({ came: "10000", refunded: "0", listed_at: null })
      expect(await list.openFor(money.id)).toEqual([])
      expect(await statusOf(refund)).toBe("not_sent")
    })
  })
})
