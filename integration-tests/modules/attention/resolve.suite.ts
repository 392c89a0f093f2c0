import { Refunds } from "../../../src/features/refunds/rows"
import { type AttentionReason } from "../../../src/payments/attention-reasons"
import { UNREADABLE, type OpenItem } from "../../../src/payments/ledger/item-moves"
import { AttentionList, type Resolution } from "../../../src/payments/ledger/items"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { hear } from "../../../src/payments/review"
import { REVIEW_AGES } from "../../../src/payments/schedule"
import { OWN_NOTES } from "../../../src/texts"
import { openDatabase, type Database } from "../support/database"
import { newCartId, newIntent, TestClock } from "../support/instance"

const PURCHASE = { lines: [] }
const PERSON = { note: "seen to", resolved_by: "user_1" }

describe("What becomes of a payment with its items", () => {
  let database: Database
  let clock: TestClock
  let ledger: IntentLedger
  let list: AttentionList
  let refunds: Refunds

  beforeAll(async () => {
    database = await openDatabase()
    clock = new TestClock()
    ledger = new IntentLedger(database.knex, clock)
    list = new AttentionList(database.knex, clock)
    refunds = new Refunds(database.knex, clock)
  })
  afterAll(() => database.close())

  const update = (id: string, facts: object) => database.knex("paycollect_intent").where({ id }).update(facts)
  const fresh = async (facts: object = {}) => {
    clock.advance(1_000)
    const { id } = (await ledger.insert(newIntent(newCartId()), 15_000))!
    await update(id, { purchase: PURCHASE, ...facts })
    return id
  }
  const open = async (intent_id: string, reason: AttentionReason, more: Partial<OpenItem> = {}) => {
    clock.advance(1_000)
    return (await list.open({ intent_id, reason, ...more }))!
  }
  /** Paid, on the list, off the schedule. */
  const listed = async () => {
    const id = await fresh({ outcome: "paid", status: "succeeded", came: "10000" })
    const item = await open(id, "duplicate_payment", { ends: "giveUp" })
    return { id, item }
  }
  const resolve = async (id: string, money?: Resolution["money"]) => {
    clock.advance(1_000)
    return await list.resolve(id, { ...PERSON, money })
  }
  const refunded = async (id: string, amount: string, status?: "due" | "sent" | "unknown") => {
    clock.advance(1_000)
    const asked = { amount, mode: "api", reason: "duplicate", note: null, created_by: "user_1" } as const
    const refund = (await refunds.begin(await ledger.byId(id), asked, { currency_code: "xaf" }))!
    return { refund, item: status && (await refunds.ended(refund, { status }))!.item! }
  }
  const item = async (id: string) => (await database.knex("paycollect_attention").where({ id }).first())!
  const moved = async (intent_id: string) =>
    (await database.knex("paycollect_entry").where({ intent_id }).orderBy(["created_at", "key"])).map(
      ({ key, from_account, to_account, amount }) => [key, from_account, to_account, amount]
    )
  const lastTold = async (intent_id: string) =>
    (await database
      .knex("paycollect_intent_event")
      .where({ intent_id })
      .orderBy("created_at", "desc")
      .first())!

  describe("that are about money", () => {
    it("closes none that a session took since it was looked at", async () => {
      const { id, item: open } = await listed()
      expect(await ledger.markUsed(id, "payses_1")).toBe(true)
      const before = [await ledger.byId(id), await item(open.id), await moved(id)]
      expect(await resolve(open.id, "returned")).toBeNull()
      expect([await ledger.byId(id), await item(open.id), await moved(id)]).toEqual(before)
    })

    it("takes no answer about a refund for one about the money", async () => {
      const { id, item } = await listed()
      await resolve(item.id, "sent")
      expect(await ledger.byId(id)).toMatchObject({ closed_at: expect.any(Date), closed_as: null })
      expect(await moved(id)).toEqual([[`closed:${item.id}`, "unapplied", "closed", "10000"]])
    })

    it.each([
      [undefined, {}],
      ["kept", { money: "kept" }],
    ] as const)("says in the history what a person said of the money: %s", async (money, said) => {
      const { id, item } = await listed()
      await resolve(item.id, money)
      const data = { reason: "duplicate_payment", note: PERSON.note, by: PERSON.resolved_by, ...said }
      expect(await lastTold(id)).toMatchObject({ type: "attention_resolved", data })
      expect(Object.keys((await lastTold(id)).data)).toHaveLength(Object.keys(data).length)
    })

    const [DAY, HOUR] = [REVIEW_AGES[0]!, 3_600_000]
    it.each<[string, Resolution["money"], object, number | null]>([
      ["a day later where it was kept", "kept", {}, DAY],
      ["at once where it was kept, and was not heard of for an hour", "kept", { asked: -HOUR }, 0],
      ["a day later where a part was gone as it was given back", "returned", { reversed: "4000" }, DAY],
      ["no sooner where that was not heard of", "returned", { reversed: "4000", asked: -HOUR }, DAY],
      ["when it would have been where it was given back", "returned", {}, null],
      ["when it would have been where nothing was said of it", undefined, {}, null],
    ])("looks at it again %s", async (_, money, { asked = 0, ...facts }: { asked?: number }, after) => {
      const { id, item } = await listed()
      const now = clock.now() + 5_000
      const before = { verified_at: new Date(now + asked), review_at: new Date(5) }
      await update(id, { ...before, ...facts })
      const still = jest.spyOn(clock, "now").mockReturnValue(now)
      await list.resolve(item.id, { ...PERSON, money })
      still.mockRestore()
      const { review_at } = await ledger.byId(id)
      expect(review_at).toEqual(after === null ? before.review_at : new Date(now + after))
    })

    const failed = { came: "0", outcome: "failed" }

    it("takes a payment of which nothing came off the list, and no other one", async () => {
      const [one, neighbour] = [await fresh(), await fresh()]
      const about = await open(one, "reference_discrepancy", { ends: "end" })
      expect((await ledger.byId(one)).next_step_at).toBeNull()
      expect((await ledger.byId(neighbour)).next_step_at).not.toBeNull()
      await open(neighbour, "reference_discrepancy", { ends: "end" })
      for (const id of [one, neighbour]) await update(id, failed)
      const before = await ledger.byId(neighbour)
      await resolve(about.id)
      expect(await ledger.byId(one)).toMatchObject({ listed_at: null, closed_at: null })
      expect(await ledger.byId(neighbour)).toEqual(before)
    })

    it("closes a payment that failed by the last word, of which money came before", async () => {
      const { id, item } = await listed()
      await update(id, { outcome: "failed" })
      await resolve(item.id)
      expect(await ledger.byId(id)).toMatchObject({ listed_at: null, closed_at: expect.any(Date) })
    })

    describe("a success that could not be read, and is none any more", () => {
      const answered = async (id: string, reason: string | null, status = "succeeded") =>
        await ledger.record(id, { type: "verified", data: { status, outcome: "waiting", reason } })
      const unreadable = async (facts: object) => {
        const id = await fresh({ outcome: "waiting", status: "succeeded" })
        await answered(id, "incomplete_answer")
        const item = await open(id, "unreadable_success")
        await update(id, facts)
        return { id, item }
      }

      it("is told of as gone; the payment is awaited no less, and no other one changes", async () => {
        const [one, neighbour] = [await unreadable(failed), await unreadable(failed)]
        const before = await ledger.byId(neighbour.id)
        const gone = await list.unreadableGone(one.id, "canceled")
        expect(gone).toMatchObject({ reason: "reversed", data: { status: "canceled" } })
        expect(await item(one.item.id)).toMatchObject({ status: "resolved", note: OWN_NOTES.taken_back })
        expect(await list.openFor(one.id)).toEqual([gone])
        expect(await ledger.byId(one.id)).toMatchObject({ listed_at: null, closed_at: null })
        expect(await list.unreadableGone(one.id, "canceled")).toBeNull()
        expect(await ledger.byId(neighbour.id)).toEqual(before)
        expect(await list.openFor(neighbour.id)).toEqual([neighbour.item])
      })

      it("is told of anew where it was listed once more since", async () => {
        const { id } = await unreadable(failed)
        expect(await list.unreadableGone(id, "failed")).not.toBeNull()
        const again = await open(id, "unreadable_success")
        expect(await list.openFor(id)).toEqual([again])
        const gone = await list.unreadableGone(id, "failed")
        expect(await list.openFor(id)).toEqual([gone])
      })

      it("is told of before it had an item, once, and by its own history alone", async () => {
        const [id, neighbour] = [await fresh(failed), await fresh(failed)]
        await answered(id, "incomplete_answer")
        const gone = await list.unreadableGone(id, "failed")
        expect(gone).toMatchObject({ reason: "reversed", status: "open", data: { status: "failed" } })
        await resolve(gone!.id)
        expect(await list.unreadableGone(id, "failed")).toBeNull()
        expect(await list.unreadableGone(neighbour, "failed")).toBeNull()
      })

      it.each([
        ["money of it was seen", { ...failed, came: "5" }],
        ["it may come", { came: "0", outcome: "waiting" }],
      ])("stays on the list where %s", async (_, facts) => {
        const { id, item } = await unreadable(facts)
        const before = await ledger.byId(id)
        expect(await list.unreadableGone(id, "failed")).toBeNull()
        expect(await list.openFor(id)).toEqual([item])
        expect(await ledger.byId(id)).toEqual(before)
      })

      it("leaves the payment on the list where another item about its money is open", async () => {
        const id = await fresh()
        await answered(id, "incomplete_answer")
        const item = await open(id, "reference_discrepancy", { ends: "end" })
        await update(id, failed)
        const told = await list.unreadableGone(id, "failed")
        expect(await list.openFor(id)).toEqual(expect.arrayContaining([item, told]))
        expect(await ledger.byId(id)).toMatchObject({ listed_at: expect.any(Date) })
      })

      it("leaves an answer about another payment to a person", async () => {
        const id = await fresh()
        await answered(id, "reference_discrepancy")
        await answered(id, "incomplete_answer", "processing")
        const item = await open(id, "reference_discrepancy")
        await update(id, failed)
        expect(await list.unreadableGone(id, "failed")).toBeNull()
        expect(await list.openFor(id)).toEqual([item])
        expect(await ledger.byId(id)).toMatchObject({ listed_at: expect.any(Date) })
      })
    })

    it("closes what is no money's item while a look is at the money, and the money's item not", async () => {
      const { id, item } = await listed()
      const notice = await open(id, "unexpected_fee")
      await ledger.scheduleBy(id, clock.now())
      expect(await resolve(item.id)).toBeNull()
      expect(await resolve(notice.id)).toMatchObject({ status: "resolved" })
      expect(await list.openFor(id)).toMatchObject([{ id: item.id }])
    })

    it("leaves it on the list when another item of it is closed", async () => {
      const id = await fresh()
      await open(id, "reference_discrepancy", { ends: "end" })
      const notice = await open(id, "unexpected_fee")
      await update(id, failed)
      const before = await ledger.byId(id)
      await resolve(notice.id)
      expect(await ledger.byId(id)).toEqual(before)
      expect(await list.openFor(id)).toMatchObject([{ reason: "reference_discrepancy" }])
    })

    it.each([
      [undefined, PURCHASE],
      ["returned", null],
      ["kept", null],
    ] as const)(
      "keeps what was bought while a person looks after a refund of it, but for money that is %s",
      async (money, purchase) => {
        const { id, item } = await listed()
        await refunded(id, "4000", "unknown")
        await resolve(item.id, money)
        expect(await ledger.byId(id)).toMatchObject({ purchase, closed_as: money ?? null })
      }
    )
  })

  describe("of money that was given back by hand while the service was asked about it", () => {
    it.each([
      ["returned", "0", []],
      ["kept", "10000", [["kept", "reversed", "10000"]]],
    ] as const)("counts nothing twice that is %s", async (money, reversed, more) => {
      const { id, item } = await listed()
      await update(id, { verified: { status: "succeeded", amount: "10000", currency: "XAF" } })
      const seen = await ledger.byId(id)
      await resolve(item.id, money)
      const said = { status: "charged_back", environment: "test" } as never
      await hear({ ledger, clock }, seen, { said, asked: clock.now() })
      expect(await ledger.byId(id)).toMatchObject({ reversed, closed_as: money })
      expect((await moved(id)).slice(1).map(([, ...move]) => move)).toEqual(more)
    })
  })

  describe("that are about a refund", () => {
    it.each([
      ["sent", "refunded"],
      ["returned", "refunded_by_hand"],
    ] as const)("moves what went back, where a person says that it is %s", async (money, account) => {
      const [{ id }, neighbour] = [await listed(), await listed()]
      const { refund, item: unknown } = await refunded(id, "10000", "unknown")
      await refunded(neighbour.id, "10000", "unknown")
      // Whatever else is closed: it has no refund that a person looks after.
      const closed = await fresh({ closed_at: new Date() })
      const others = [await ledger.byId(neighbour.id), await ledger.byId(closed)]
      expect(await ledger.byId(id)).toMatchObject({ purchase: PURCHASE, closed_at: expect.any(Date) })

      expect(await resolve(unknown!.id, money)).toMatchObject({ status: "resolved", data: { money } })
      expect(await ledger.byId(id)).toMatchObject({ purchase: null, refunded: "10000" })
      expect(await moved(id)).toEqual([
        [`refund:${refund.id}`, "unapplied", `refunding:${refund.id}`, "10000"],
        [`refund:${refund.id}:end`, `refunding:${refund.id}`, account, "10000"],
      ])
      expect([await ledger.byId(neighbour.id), await ledger.byId(closed)]).toEqual(others)
      expect(await moved(neighbour.id)).toHaveLength(1)
    })

    it("keeps what was bought where the money is not closed, or another refund of it has an open item", async () => {
      const { id } = await listed()
      const [part, rest] = [await refunded(id, "4000", "unknown"), await refunded(id, "5000", "unknown")]
      await resolve(part.item!.id, "sent")
      expect(await ledger.byId(id)).toMatchObject({ purchase: PURCHASE, closed_at: null })
      await refunded(id, "1000", "sent")
      expect(await ledger.byId(id)).toMatchObject({ purchase: PURCHASE, closed_at: expect.any(Date) })
      await resolve(rest.item!.id, "sent")
      expect(await ledger.byId(id)).toMatchObject({ purchase: null })
    })

    it("says what is gone of one that is to be sent, and of nothing else", async () => {
      const [id, neighbour] = [await fresh(), await fresh()]
      const due = await open(id, "refund_due", { key: "ref_1", data: { amount: "500" } })
      const bare = await open(id, "refund_due", { key: "ref_2" })
      const done = await open(id, "refund_due", { key: "ref_3" })
      await resolve(done.id)
      const others = [
        await open(id, "unexpected_fee"),
        await open(id, "refund_unknown", { key: "ref_4" }),
        await open(neighbour, "refund_due", { key: "ref_5" }),
        (await item(done.id)) as typeof due,
      ]
      clock.advance(1_000)
      await ledger.noteGone(id, "500 XAF")
      const noted = await item(due.id)
      expect(noted).toMatchObject({ data: { amount: "500", gone: "500 XAF" } })
      expect(new Date(noted.updated_at) > new Date(due.updated_at)).toBe(true)
      expect((await item(bare.id)).data).toEqual({ gone: "500 XAF" })
      for (const other of others) expect(await item(other.id)).toEqual(other)

      clock.advance(1_000)
      await ledger.noteGone(id, "500 XAF")
      expect(await item(due.id)).toEqual(noted)
      await ledger.noteGone(id, null)
      expect((await item(due.id)).data).toEqual({ amount: "500" })
      expect((await item(bare.id)).data).toEqual({})
    })
  })

  it.each(["unexpected_fee", "unpaid_order_kept"] as const)(
    "that are about no money change nothing of the payment: %s",
    async (reason) => {
      const id = await fresh({ closed_at: new Date() })
      const about = await open(id, reason)
      const before = await ledger.byId(id)
      expect(await resolve(about.id)).toMatchObject({ status: "resolved", ...PERSON })
      expect(await ledger.byId(id)).toEqual(before)
      expect(await moved(id)).toEqual([])
    }
  )

  describe("that give way as all of it is gone", () => {
    const gone = (intent_id: string, mayBeDue?: boolean) => {
      clock.advance(1_000)
      return list.giveWay({ intent_id, reason: "reversed", key: "reversed" }, mayBeDue)
    }
    const goneListed = async () => {
      const { id, item: about } = await listed()
      await update(id, { reversed: "10000" })
      return { id, about }
    }

    it("waits for a refund that is begun, and for none that ended or is another payment's", async () => {
      const [{ id }, neighbour] = [await listed(), await listed()]
      const { refund } = await refunded(id, "4000")
      await update(id, { reversed: "6000" })
      await refunded(neighbour.id, "1000")
      const before = await ledger.byId(id)
      expect([await list.isBeingRefunded(id), await list.isBeingRefunded(neighbour.id)]).toEqual([true, true])
      expect(await gone(id)).toBeNull()
      expect(await ledger.byId(id)).toEqual(before)

      await database.knex("paycollect_refund").where({ id: refund.id }).update({ status: "pending" })
      expect(await list.isBeingRefunded(id)).toBe(false)
      expect(await gone(id)).toMatchObject({ reason: "reversed", status: "open" })
      expect(await ledger.byId(id)).toMatchObject({ closed_at: expect.any(Date), listed_at: null })
      expect(await ledger.byId(neighbour.id)).toMatchObject({ closed_at: null })
    })

    it.each([
      ["nothing has it", {}, true],
      ["a session took it", { used_by_session_id: "payses_1" }, false],
      ["it is reserved for an order", { assigned_order_id: "order_1" }, false],
    ])("of a payment that is due: where %s", async (_, facts, isClosed) => {
      const { id } = await goneListed()
      await update(id, { next_step_at: new Date(), ...facts })
      expect(await gone(id)).toBeNull()
      expect((await gone(id, true)) !== null).toBe(isClosed)
      expect((await ledger.byId(id)).closed_at !== null).toBe(isClosed)
      await update(id, { assigned_order_id: null })
    })

    it("are found by the moment at which they were closed and opened, those of that payment", async () => {
      const [one, neighbour] = [await goneListed(), await goneListed()]
      const now = clock.now() + 5_000
      const still = jest.spyOn(clock, "now").mockReturnValue(now)
      const [opened, theirs] = [
        await list.giveWay({ intent_id: one.id, reason: "reversed" }),
        await list.giveWay({ intent_id: neighbour.id, reason: "reversed" }),
      ]
      still.mockRestore()
      await open(one.id, "unexpected_fee")
      const at = new Date(now)
      expect(await list.closedAt(one.id, at)).toEqual([await item(one.about.id)])
      expect(await list.openedAt(one.id, at)).toEqual([opened])
      expect(await list.openedAt(neighbour.id, at)).toEqual([theirs])
      expect(await list.closedAt(one.id, new Date(now + 1))).toEqual([])
      await resolve(opened!.id)
      expect(await list.openedAt(one.id, at)).toEqual([])
      // One that is open has not been closed then, whatever is written there.
      await database.knex("paycollect_attention").where({ id: theirs!.id }).update({ resolved_at: at })
      expect(await list.closedAt(neighbour.id, at)).toMatchObject([{ id: neighbour.about.id }])
    })
  })

  describe("that are said once with the same facts", () => {
    const say = (intent_id: string, reason: AttentionReason, more: Partial<OpenItem> = {}) =>
      open(intent_id, reason, { key: "reversed", once: "facts", data: { left: "0 XAF" }, ...more })
    const said = async (...words: Parameters<typeof say>) => (await say(...words)) !== null

    it("are said anew after the same matter said something else, which they take the place of", async () => {
      const [id, neighbour] = [await fresh(), await fresh()]
      const first = await say(id, "reversed")
      expect(await said(id, "reversed")).toBe(false)
      await say(neighbour, "reversed")
      await say(neighbour, "won_back")
      expect(await said(id, "reversed")).toBe(false)
      const second = await say(id, "won_back")
      expect(second).toMatchObject({ reason: "won_back", status: "open" })
      expect(await item(first.id)).toMatchObject({
        ...{ status: "resolved", resolved_by: "paycollect", note: OWN_NOTES.other_facts },
      })
      expect(await said(id, "won_back")).toBe(false)
      const third = await say(id, "reversed")
      expect(await list.openFor(id)).toEqual([third])
      expect(await list.openFor(neighbour)).toMatchObject([{ reason: "won_back" }])
    })

    it("may need that another was said last, and then says it whatever the facts", async () => {
      const id = await fresh()
      const again = (left: string) => said(id, "reversed", { after: "won_back", data: { left } })
      expect(await again("0 XAF")).toBe(false)
      await say(id, "reversed")
      expect(await again("1 XAF")).toBe(false)
      await say(id, "won_back")
      expect(await again("0 XAF")).toBe(true)
      expect(await again("1 XAF")).toBe(false)
      expect(await list.openFor(id)).toMatchObject([{ reason: "reversed", data: { left: "0 XAF" } }])
      await say(id, "refund_due")
      expect(await again("2 XAF")).toBe(false)
    })

    it("leave other refunds, other orders and what else is said of an order alone", async () => {
      const id = await fresh()
      await open(id, "refund_due", { key: "ref_1" })
      await open(id, "order_overpaid", { key: "order_1" })
      const overpaid = await open(id, "order_overpaid", { key: "order_2" })
      await open(id, "order_unbalanced", { key: "unbalanced_order_3" })
      await say(id, "reversed")
      const anew = await say(id, "order_overpaid", { key: "order_2" })
      expect(await item(overpaid.id)).toMatchObject({ status: "resolved" })
      const names = (await list.openFor(id)).map(({ reason, key }) => `${reason} ${key}`)
      expect(names.sort()).toEqual([
        "order_overpaid order_1",
        "order_overpaid order_2",
        "order_unbalanced unbalanced_order_3",
        "refund_due ref_1",
        "reversed reversed",
      ])
      expect(await list.openFor(id)).toContainEqual(anew)
    })

    it("end once the order is in balance, and leave the other as it is", async () => {
      const [id, neighbour] = [await fresh(), await fresh()]
      const about = { key: "order_1" }
      const unbalanced = await open(id, "order_unbalanced", { key: "unbalanced_order_1" })
      const overpaid = await open(id, "order_overpaid", about)
      const others = [
        await open(id, "order_unbalanced", { key: "unbalanced_order_2" }),
        await open(neighbour, "order_overpaid", about),
      ]
      expect(await list.endUnbalanced("order_1")).toEqual([{ intent_id: id, at: expect.any(Date) }])
      expect(await item(unbalanced.id)).toMatchObject({
        status: "resolved",
        resolved_by: "paycollect",
        note: OWN_NOTES.balanced,
      })
      expect(await list.openFor(id)).toEqual([overpaid, others[0]])
      expect(await list.openFor(neighbour)).toEqual([others[1]])
    })

    it("are not said anew as another reason said something of the order", async () => {
      const id = await fresh()
      const overpaid = { key: "order_1", data: { over: "5 XAF" } }
      await resolve((await say(id, "order_overpaid", overpaid)).id)
      await resolve((await say(id, "order_unbalanced", { key: "order_1" })).id)
      expect(await said(id, "order_overpaid", overpaid)).toBe(false)
    })

    it("are always said where they are news, and take the place of the same", async () => {
      const id = await fresh()
      const first = await say(id, "reversed", { once: "news" })
      const second = await say(id, "reversed", { once: "news" })
      expect(await list.openFor(id)).toEqual([second])
      expect(await item(first.id)).toMatchObject({ status: "resolved", note: OWN_NOTES.other_facts })
    })
  })

  describe("that say of money that it was never seen", () => {
    const neverSeen = async (id: string) => [
      await open(id, "unknown_outcome_expired"),
      await open(id, "reversed", { key: UNREADABLE }),
    ]
    const left = async (id: string) => (await list.openFor(id)).map(({ reason, key }) => `${reason} ${key}`)

    it.each<[AttentionReason, string, boolean]>([
      ["late_payment", "", true],
      ["unexpected_fee", "", true],
      ["reversed", "reversed", true],
      ["reversed", UNREADABLE, false],
      ["won_back", "reversed", false],
      ["refund_due", "ref_1", false],
      ["unpaid_order_kept", "", false],
      ["order_overpaid", "order_1", false],
    ])(
      "end as one is opened that says that it was, and not another: %s %s, %s",
      async (reason, key, ends) => {
        const id = await fresh()
        const said = await neverSeen(id)
        await open(id, reason, { key })
        expect(await left(id)).toContain(`${reason} ${key}`)
        for (const each of said) expect((await item(each.id)).status).toBe(ends ? "resolved" : "open")
      }
    )

    it("end as an order stands for it, and not as all of it is refunded", async () => {
      const [back, stands] = [await listed(), await listed()]
      for (const { id } of [back, stands]) await neverSeen(id)
      await refunded(back.id, "10000", "sent")
      expect((await item(back.item.id)).status).toBe("resolved")
      expect(await left(back.id)).toHaveLength(2)
      await open(stands.id, "order_overpaid", { key: "order_1" })
      await update(stands.id, { used_by_session_id: "payses_1" })
      await ledger.applied(stands.id, "order_1", { by: "job" })
      expect(await left(stands.id)).toEqual(["order_overpaid order_1"])
    })
  })

  it.each([
    ["it became its cart's order", {}, "order_1", OWN_NOTES.order_made],
    ["it was captured, and no order is made", {}, null, OWN_NOTES.captured],
    ["it was captured in a collection without a cart", { cart_id: null }, "order_1", OWN_NOTES.captured],
    ["it was booked on another order", { assigned_order_id: "order_2" }, "order_2", OWN_NOTES.assigned],
  ])("that close by themselves say why: %s", async (_, facts, orderId, note) => {
    const [{ id, item: about }, neighbour] = [await listed(), await listed()]
    await update(id, { used_by_session_id: "payses_1", ...facts })
    await ledger.applied(id, orderId, { by: "job" })
    expect(await item(about.id)).toMatchObject({ status: "resolved", resolved_by: "paycollect", note })
    expect(await item(neighbour.item.id)).toMatchObject({ status: "open" })
  })

  it("are counted by the environment of their payments", async () => {
    const counts = async () => [
      await list.countOpen("test"),
      await list.countOpen("live"),
      await list.countOpen(),
    ]
    const [test = 0, live = 0, all = 0] = await counts()
    for (const environment of ["test", "live", "live"] as const)
      await open(await fresh({ environment }), "unexpected_fee")
    expect(await counts()).toEqual([test + 1, live + 2, all + 3])
  })
})
