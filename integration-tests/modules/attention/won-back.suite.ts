import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import { AttentionList } from "../../../src/payments/ledger/items"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { refundAsked, refundSent } from "../../../src/payments/ledger/refund-moves"
import { REVIEW_AGES } from "../../../src/payments/schedule"
import { journalFaults } from "../../http/support/journal"
import { openDatabase, type Database } from "../support/database"
import { newCartId, newIntent, TestClock } from "../support/instance"

type Answer = "kept" | "returned"

describe("Money that was written off, and is there again", () => {
  let database: Database
  let clock: TestClock
  let ledger: IntentLedger
  let list: AttentionList

  beforeAll(async () => {
    database = await openDatabase()
    clock = new TestClock()
    ledger = new IntentLedger(database.knex, clock)
    list = new AttentionList(database.knex, clock)
  })
  afterAll(() => database.close())
  afterEach(async () => {
    expect(await journalFaults(database.knex)).toEqual([])
  })

  const paid = async () => {
    clock.advance(1_000)
    const row = (await ledger.insert(newIntent(newCartId()), 0))!
    const said = { outcome: "paid", status: "succeeded", transaction_id: null } as const
    return (await ledger.paid(row, said, new Date(clock.now())))!
  }
  const goes = async (id: string, gone: bigint) => await ledger.reversedTo(await ledger.byId(id), gone)
  /** What stands for an order, and went back without the store. */
  const reversed = async (gone: bigint) => {
    const { id } = await paid()
    await ledger.markUsed(id, `payses_${id}`)
    await ledger.applied(id, "order_1", { by: "job" })
    await goes(id, gone)
    return id
  }
  /** A refund in Medusa, of which so much only books what is gone. */
  const refunded = async (id: string, refund_id: string, amount: bigint, booked = amount) => {
    clock.advance(1_000)
    const sum = { refund_id, amount, booked }
    expect(await ledger.refund(id, refundAsked(sum), { type: "refund_sending" })).not.toBeNull()
    await ledger.refund(id, refundSent(sum), { type: "refund_sent" })
  }
  /** On the list, and closed by a person, who says it of all that is here then. */
  const closed = async (gone: bigint, money?: Answer) => {
    const { id } = await paid()
    await goes(id, gone)
    const item = await list.open({ intent_id: id, reason: "paid_without_order", ends: "giveUp" })
    clock.advance(1_000)
    await list.resolve(item!.id, { note: "seen to", resolved_by: "user_1", money })
    return id
  }
  const wins = async (intent_id: string, data?: object) => {
    clock.advance(1_000)
    return (await list.open({ intent_id, reason: "won_back", key: "reversed", data: data as never }))!
  }
  const answer = async ({ id }: AttentionRow, money: Answer) => {
    clock.advance(1_000)
    const now = clock.now()
    const still = jest.spyOn(clock, "now").mockReturnValue(now)
    expect(await list.resolve(id, { note: "seen to", resolved_by: "user_1", money })).not.toBeNull()
    still.mockRestore()
    return now
  }
  const lines = async (intent_id: string, since: number) => {
    const rows = await database
      .knex("paycollect_entry")
      .where({ intent_id })
      .where("created_at", ">=", new Date(since))
      .orderBy("key")
    return rows.map(
      ({ key, from_account, to_account, amount, went_back }) =>
        `${key}, ${from_account} > ${to_account}, ${amount}, ${went_back}`
    )
  }
  const refundsOf = async (item: AttentionRow) =>
    (await list.unbookings()).find(({ item_id }) => item_id === item.id)?.refunds

  describe("that an order stands for", () => {
    it("is kept: it is here, and what booked it is to be undone in Medusa, of that payment", async () => {
      const [id, neighbour] = [await reversed(10_000n), await reversed(10_000n)]
      for (const each of [id, neighbour]) await refunded(each, "ref_1", 10_000n)
      const [item, another] = [await wins(id, { won: "6000 XAF" }), await wins(neighbour, { won: "1 XAF" })]
      const before = await ledger.byId(neighbour)
      const now = await answer(item, "kept")
      const row = await ledger.byId(id)
      expect(row).toMatchObject({
        ...{ reversed: "4000", reversed_booked: "4000", refunded: "0", closed_as: null, order_id: "order_1" },
        updated_at: new Date(now),
      })
      expect(await lines(id, now)).toEqual([
        `booked:ref_1:won:${item.id}, reversed_booked > reversed, 6000, null`,
        `won:${item.id}, reversed > order:order_1, 6000, -6000`,
      ])
      expect(await ledger.byId(neighbour)).toEqual(before)
      await answer(another, "kept")

      const { merchant_reference, subject_id, order_id, payment_collection_id, exponent } = row
      const mine = (await list.unbookings()).find(({ item_id }) => item_id === item.id)!
      expect(mine).toEqual({
        ...{ merchant_reference, subject_id, order_id, payment_collection_id, exponent, item_id: item.id },
        refunds: [{ refund_id: "ref_1", won: 6_000n, left: 4_000n }],
      })
      const written = await database
        .knex("paycollect_state")
        .where({ id: `unbooking_${item.id}` })
        .first()
      expect([written.created_at, written.updated_at]).toEqual([new Date(now), new Date(now)])
      await list.endUnbooking(mine)
      expect((await list.unbookings()).map(({ item_id }) => item_id)).not.toContain(item.id)
      expect(await refundsOf(another)).toEqual([{ refund_id: "ref_1", won: 1n, left: 9_999n }])
    })

    it("is given back by hand: a refund that no process sends, and all stays booked", async () => {
      const id = await reversed(10_000n)
      await refunded(id, "ref_1", 7_000n)
      const item = await wins(id, { won: "5000 XAF" })
      const now = await answer(item, "returned")
      expect(await ledger.byId(id)).toMatchObject({
        ...{ reversed: "5000", reversed_booked: "5000", refunded: "5000", closed_as: null },
      })
      expect(await lines(id, now)).toEqual([
        `booked:ref_1:won:${item.id}, reversed_booked > reversed, 2000, null`,
        `returned:${item.id}:, order:order_1 > refunded_by_hand, 3000, 3000`,
        `returned:${item.id}:ref_1, order:order_1 > refunded_by_hand, 2000, 2000`,
        `won:${item.id}, reversed > order:order_1, 5000, -5000`,
      ])
      expect(await refundsOf(item)).toBeUndefined()

      // What she gave back of a refund by hand stays of it, as what was sent does.
      await goes(id, 5_000n)
      const again = await wins(id, { won: "4000 XAF" })
      await answer(again, "kept")
      expect(await refundsOf(again)).toEqual([{ refund_id: "ref_1", won: 4_000n, left: 3_000n }])
      expect(await ledger.byId(id)).toMatchObject({
        ...{ reversed: "1000", reversed_booked: "1000", refunded: "5000" },
      })
    })

    it("was booked by several refunds: the last one is undone first, and what it sent stays", async () => {
      const id = await reversed(7_000n)
      for (const [name, amount, booked] of [
        ["ref_2", 3_000n, 3_000n],
        ["ref_1", 4_500n, 4_000n],
        ["ref_3", 100n, 0n],
      ] as const)
        await refunded(id, name, amount, booked)
      const first = await wins(id, { won: "5000 XAF" })
      await answer(first, "kept")
      expect(await refundsOf(first)).toEqual([
        { refund_id: "ref_1", won: 4_000n, left: 500n },
        { refund_id: "ref_2", won: 1_000n, left: 2_000n },
      ])
      const second = await wins(id, { won: "2000 XAF" })
      await answer(second, "kept")
      expect(await refundsOf(second)).toEqual([{ refund_id: "ref_2", won: 2_000n, left: 0n }])
      expect(await ledger.byId(id)).toMatchObject({ reversed: "0", reversed_booked: "0", refunded: "600" })
    })

    it.each([
      ["more than was written off", { won: "9000 XAF" }, { reversed: "4000", reversed_booked: "4000" }],
      ["no sum", { status: "succeeded" }, { reversed: "10000", reversed_booked: "6000" }],
      ["nothing", undefined, { reversed: "10000", reversed_booked: "6000" }],
    ])("counts no more than was written off: where its item says %s", async (_, data, balances) => {
      const id = await reversed(10_000n)
      await refunded(id, "ref_1", 6_000n)
      const item = await wins(id, data)
      await answer(item, "kept")
      expect(await ledger.byId(id)).toMatchObject({ ...balances, refunded: "0" })
    })

    it("leaves Medusa's books alone where they have no more as gone than still is", async () => {
      const id = await reversed(10_000n)
      await refunded(id, "ref_1", 5_000n)
      const item = await wins(id, { won: "5000 XAF" })
      await answer(item, "kept")
      expect(await ledger.byId(id)).toMatchObject({ reversed: "5000", reversed_booked: "5000" })
      expect(await refundsOf(item)).toBeUndefined()
    })
  })

  describe("that a person closed", () => {
    const look = (now: number) => new Date(now + REVIEW_AGES[0]!)

    it.each<[string, bigint, Answer | undefined, Answer, object, boolean, string[]]>([
      [
        "kept, where the rest was given back by hand: that is a refund from now on, and the shop's is what is here",
        ...([
          4_000n,
          "returned",
          "kept",
          { closed_as: "kept", refunded: "6000", reversed: "0" },
          true,
        ] as const),
        ["given:*, returned > refunded_by_hand, 6000, null", "won:*, reversed > kept, 4000, -4000"],
      ],
      [
        "given back, too",
        ...([4_000n, "returned", "returned", { closed_as: "returned", refunded: "4000" }, false] as const),
        ["returned:*:, returned > refunded_by_hand, 4000, 4000", "won:*, reversed > returned, 4000, -4000"],
      ],
      [
        "kept, where all of it was gone",
        ...([
          10_000n,
          undefined,
          "kept",
          { closed_as: "kept", refunded: "0", reversed: "6000" },
          true,
        ] as const),
        ["won:*, reversed > kept, 4000, -4000"],
      ],
      [
        "given back, where all of it was gone",
        ...([10_000n, undefined, "returned", { closed_as: null, refunded: "4000" }, false] as const),
        ["returned:*:, closed > refunded_by_hand, 4000, 4000", "won:*, reversed > closed, 4000, -4000"],
      ],
      [
        "kept, where what became of the rest was not said",
        ...([4_000n, undefined, "kept", { closed_as: null, refunded: "0", reversed: "0" }, false] as const),
        ["won:*, reversed > closed, 4000, -4000"],
      ],
    ])("is %s", async (_, gone, money, then, facts, isLooked, moves) => {
      const id = await closed(gone, money)
      const before = await ledger.byId(id)
      const item = await wins(id, { won: "4000 XAF" })
      const now = await answer(item, then)
      expect(await ledger.byId(id)).toMatchObject({
        ...facts,
        review_at: isLooked ? look(now) : before.review_at,
        closed_at: before.closed_at,
      })
      expect((await lines(id, now)).map((line) => line.replace(item.id, "*"))).toEqual(moves)
      expect(await refundsOf(item)).toBeUndefined()
    })

    it("is kept beside what was kept: nothing of it is said anew", async () => {
      const id = await closed(0n, "kept")
      await goes(id, 10_000n)
      await database.knex("paycollect_intent").where({ id }).update({ reversed_booked: "10000" })
      const entry = { from_account: "reversed", to_account: "reversed_booked", amount: "10000" }
      await database
        .knex("paycollect_entry")
        .insert({ ...entry, intent_id: id, key: "booked:ref_1", currency_code: "xaf" })
      const { review_at } = await ledger.byId(id)
      const item = await wins(id, { won: "10000 XAF" })
      await answer(item, "kept")
      expect(await ledger.byId(id)).toMatchObject({ closed_as: "kept", reversed: "0", review_at })
    })
  })
})
