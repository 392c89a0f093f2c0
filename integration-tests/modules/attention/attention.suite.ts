import { AttentionList } from "../../../src/payments/ledger/items"
import { startSandbox, type Sandbox } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { phaseOf } from "../../../src/payments/phase"
import { instance, newCartId, startInput } from "../support/instance"

describe("AttentionList", () => {
  let database: Database
  let service: Sandbox
  let shop: ReturnType<typeof instance>
  let list: AttentionList

  beforeAll(async () => {
    database = await openDatabase()
    service = await startSandbox({ rateLimits: false })
    shop = instance(database.knex, service)
    list = new AttentionList(database.knex, shop.clock)
  })
  afterAll(async () => {
    await service.close()
    await database.close()
  })
  const stored = async (reference: string) => (await shop.ledger.byReference(reference))!
  const history = async (intent_id: string) =>
    (await database.knex("paycollect_intent_event").where({ intent_id }).orderBy("created_at")).flatMap(
      ({ type, data }) => (type.startsWith("attention_") ? [[type, data]] : [])
    )
  const paid = () => shop.startPayment.findOrCreate(startInput(newCartId()))

  it("opens one item about the money of an intent, however many notice it at once", async () => {
    const { id } = await paid()
    const reasons = ["paid_without_order", "late_payment", "duplicate_payment"] as const
    const opened = await Promise.all(
      Array.from({ length: 12 }, (_, index) => list.open({ intent_id: id, reason: reasons[index % 3]! }))
    )
    expect(opened.filter(Boolean)).toHaveLength(1)
    expect(await list.openFor(id)).toHaveLength(1)
    expect((await shop.ledger.byId(id)).listed_at).not.toBeNull()
  })

  it("tells refunds of one payment apart", async () => {
    const { id } = await paid()
    const keys = ["ref_1", "ref_2", "ref_1"]
    for (const key of keys) await list.open({ intent_id: id, reason: "refund_due", key })
    expect((await list.openFor(id)).map((item) => item.key).sort()).toEqual(["ref_1", "ref_2"])
    expect((await shop.ledger.byId(id)).listed_at).toBeNull()
  })

  it("says the same facts once, and others again, one open item at a time", async () => {
    const { id } = await paid()
    const told = (left: string) =>
      list.open({ intent_id: id, reason: "reversed", key: "reversed", data: { left }, once: "facts" })
    const first = (await told("6000 XAF"))!
    expect(first).toMatchObject({ category: "refund", reason: "reversed" })
    expect(await told("6000 XAF")).toBeNull()
    const second = (await told("0 XAF"))!
    expect(await list.openFor(id)).toMatchObject([{ id: second.id, data: { left: "0 XAF" } }])
    expect(await list.resolve(first.id, { note: "fought", resolved_by: "user_1" })).toBeNull()
    await list.resolve(second.id, { note: "fought", resolved_by: "user_1" })
    for (const left of ["6000 XAF", "0 XAF"]) expect(await told(left)).toBeNull()
    expect(await told("100 XAF")).toMatchObject({ status: "open", data: { left: "100 XAF" } })
    expect(await list.openFor(id)).toHaveLength(1)
  })

  it("of money that was never seen and failed by the last word closes no payment: it may be paid after all", async () => {
    const nothing = { came: "0", outcome: "failed", outcome_reason: "failed" }
    const closed = async (money?: "returned") => {
      const { id, merchant_reference } = await paid()
      const item = (await list.open({ intent_id: id, reason: "reference_discrepancy", ends: "end" }))!
      await database.knex("paycollect_intent").where({ id }).update(nothing)
      expect(phaseOf(await stored(merchant_reference))).toBe("disputed")
      const resolution = { note: "nothing came", resolved_by: "user_1", money }
      expect(await list.resolve(item.id, resolution)).toMatchObject({ status: "resolved" })
      expect(await history(id)).toHaveLength(2)
      return phaseOf(await stored(merchant_reference))
    }
    expect(await closed()).toBe("failed")
    expect(await closed("returned")).toBe("closed")
  })

  it("is resolved once, with a note that stays in the history, and releases the money", async () => {
    const { id, merchant_reference } = await paid()
    const item = (await list.open({ intent_id: id, reason: "late_payment" }))!
    const resolution = { note: "refunded by hand", resolved_by: "user_1" }
    expect(await list.resolve(item.id, resolution)).toMatchObject({ status: "resolved", ...resolution })
    expect(await list.resolve(item.id, resolution)).toBeNull()
    expect((await shop.ledger.byReference(merchant_reference))!.closed_at).not.toBeNull()
    const history = await database
      .knex("paycollect_intent_event")
      .where({ intent_id: id, type: "attention_resolved" })
    expect(history).toMatchObject([
      { data: { reason: "late_payment", note: "refunded by hand", by: "user_1" } },
    ])
  })

  it.each([
    ["returned", "900"],
    ["kept", "0"],
    [undefined, null],
  ] as const)("moves the money to where a person says that it is: %s", async (money, went_back) => {
    const { id, merchant_reference } = await paid()
    await database
      .knex("paycollect_intent")
      .where({ id })
      .update({ came: "900", purchase: { lines: [] } })
    const item = (await list.open({ intent_id: id, reason: "late_payment" }))!
    const closed = await list.resolve(item.id, { note: "by hand", resolved_by: "user_1", money })
    expect(closed?.data ?? {}).toEqual(money ? { money } : {})
    expect(await shop.ledger.byReference(merchant_reference)).toMatchObject({
      ...{ closed_at: expect.any(Date), closed_as: money ?? null, listed_at: null, purchase: null },
    })
    const entries = await database.knex("paycollect_entry").where({ intent_id: id, key: `closed:${item.id}` })
    const to_account = money ?? "closed"
    expect(entries).toMatchObject([{ from_account: "unapplied", to_account, amount: "900", went_back }])
  })

  it("lists no money again that the merchant has just dealt with, however late somebody else noticed it", async () => {
    const { id } = await paid()
    const item = (await list.open({ intent_id: id, reason: "amount_discrepancy" }))!
    await Promise.all([
      list.resolve(item.id, { note: "sent back", resolved_by: "user_1" }),
      ...Array.from({ length: 8 }, () => list.open({ intent_id: id, reason: "amount_discrepancy" })),
    ])
    expect(await list.openFor(id)).toEqual([])
    expect(await list.open({ intent_id: id, reason: "late_payment" })).toBeNull()
    expect(await list.open({ intent_id: id, reason: "refund_due", key: "ref_1" })).not.toBeNull()
  })

  it("says of money that came what there is to say, also where its schedule had ended in doubt", async () => {
    const { id } = await paid()
    await list.open({ intent_id: id, reason: "unknown_outcome_expired", once: true, ends: "end" })
    const fee = await list.open({ intent_id: id, reason: "unexpected_fee", data: { fee: "500" }, once: true })
    expect(fee).toMatchObject({ category: "notice", data: { fee: "500" } })
    expect(await list.openFor(id)).toMatchObject([{ id: fee!.id }])
  })

  it("says once in a payment's life what is marked so", async () => {
    const { id } = await paid()
    const fee = { intent_id: id, reason: "unexpected_fee", once: true } as const
    const item = (await list.open(fee))!
    expect(await list.open(fee)).toBeNull()
    await list.resolve(item.id, { note: "seen", resolved_by: "user_1" })
    expect(await list.open(fee)).toBeNull()
  })

  it("says once with the same facts what is marked so, and again with others", async () => {
    const { id } = await paid()
    const said = async (once: true | "facts", data?: object) => {
      const item = await list.open({ intent_id: id, reason: "unexpected_fee", once, data: data as never })
      // What a person answered then is no other fact.
      if (item) await list.resolve(item.id, { note: "seen", resolved_by: "user_1", money: "kept" })
      return item !== null
    }
    expect(await said("facts", { fee: "1" })).toBe(true)
    expect(await said("facts", { fee: "1" })).toBe(false)
    expect(await said("facts", { fee: "2" })).toBe(true)
    expect(await said(true, { fee: "3" })).toBe(false)
  })

  it("closes by itself when an order stands for the money after all", async () => {
    const { id, merchant_reference } = await paid()
    await list.open({ intent_id: id, reason: "paid_without_order" })
    await list.open({ intent_id: id, reason: "unpaid_order_kept" })
    await list.open({ intent_id: id, reason: "unexpected_fee" })
    await shop.ledger.change(id, { outcome: "paid" })
    await shop.ledger.markUsed(id, "payses_1")
    await shop.ledger.applied(id, "order_1", { by: "return" })
    expect(await list.openFor(id)).toMatchObject([{ reason: "unexpected_fee" }])
    expect((await shop.ledger.byReference(merchant_reference))!.closed_at).toBeNull()
  })

  it("lists no money that became an order while somebody failed to make one of it", async () => {
    const { id } = await paid()
    await shop.ledger.change(id, { outcome: "paid" })
    await shop.ledger.markUsed(id, "payses_1")
    await shop.ledger.applied(id, "order_1", { by: "job" })
    expect(await list.open({ intent_id: id, reason: "paid_without_order" })).toBeNull()
    expect(await list.open({ intent_id: id, reason: "order_without_payment" })).toBeNull()
    expect(await list.open({ intent_id: id, reason: "unexpected_fee" })).not.toBeNull()
    expect(await list.open({ intent_id: id, reason: "refund_due", key: "ref_1" })).not.toBeNull()
  })

  describe("that ends what the store tries", () => {
    const due = async () => {
      const { id } = await paid()
      await shop.ledger.change(id, { outcome: "paid" })
      await shop.ledger.scheduleBy(id)
      return id
    }
    const give = (intent_id: string) => list.open({ intent_id, reason: "paid_without_order", ends: "giveUp" })

    it("takes the payment off the schedule with it, also where it lies there already", async () => {
      const id = await due()
      expect(await give(id)).not.toBeNull()
      expect(phaseOf(await shop.ledger.byId(id))).toBe("listed")
      await shop.ledger.scheduleBy(id)
      expect(await give(id)).toBeNull()
      expect(phaseOf(await shop.ledger.byId(id))).toBe("listed")
    })

    it("leaves it there where it cannot be written", async () => {
      const id = await due()
      const cyclic: Record<string, unknown> = {}
      cyclic.itself = cyclic
      await expect(
        list.open({ intent_id: id, reason: "paid_without_order", ends: "giveUp", data: cyclic })
      ).rejects.toThrow()
      expect(phaseOf(await shop.ledger.byId(id))).toBe("moving")
      expect(await list.openFor(id)).toEqual([])
    })

    it("leaves money alone that became an order meanwhile", async () => {
      const id = await due()
      await shop.ledger.markUsed(id, "payses_1")
      await shop.ledger.applied(id, "order_1", { by: "job" })
      expect(await give(id)).toBeNull()
      expect(phaseOf(await shop.ledger.byId(id))).toBe("applied")
    })
  })

  describe("of money that went back", () => {
    const gone = (intent_id: string) =>
      list.giveWay({ intent_id, reason: "reversed", key: "reversed", data: { status: "charged_back" } })
    const listed = async () => {
      const { id, merchant_reference } = await paid()
      await shop.ledger.unschedule(id)
      await list.open({ intent_id: id, reason: "late_payment" })
      await database
        .knex("paycollect_intent")
        .where({ id })
        .update({ outcome: "paid", came: "10000", reversed: "10000" })
      return { id, merchant_reference }
    }

    it("gives way to the one that says so, and releases the payment, however many notice it at once", async () => {
      const { id, merchant_reference } = await listed()
      await list.open({ intent_id: id, reason: "refund_due", key: "ref_1" })
      const given = await Promise.all([gone(id), gone(id), gone(id)])
      expect(given.filter(Boolean)).toMatchObject([{ reason: "reversed", data: { status: "charged_back" } }])
      const open = await list.openFor(id)
      expect(open.map(({ reason }) => reason).sort()).toEqual(["refund_due", "reversed"])
      expect((await stored(merchant_reference)).closed_at).not.toBeNull()
      expect((await history(id)).map(([type, { reason }]) => [type, reason])).toEqual([
        ["attention_opened", "late_payment"],
        ["attention_opened", "refund_due"],
        ["attention_resolved", "late_payment"],
        ["attention_opened", "reversed"],
      ])
    })

    it.each([
      ["an order has it", { applied_at: new Date() }],
      ["a person dealt with it", { closed_at: new Date() }],
      ["it is being looked at", { next_step_at: new Date() }],
      ["an employee gave it to an order", { assigned_order_id: "order_1" }],
      ["a part of it is still there", { reversed: "9600" }],
    ])("stays as it is while %s", async (_, facts) => {
      const { id } = await listed()
      await database.knex("paycollect_intent").where({ id }).update(facts)
      expect(await gone(id)).toBeNull()
      expect(await list.openFor(id)).toMatchObject([{ reason: "late_payment" }])
    })
  })

  it("writes into the history what it opened and closed, each once", async () => {
    const { id } = await paid()
    const data = { amount: "5" }
    for (const _ of [1, 2]) await list.open({ intent_id: id, reason: "paid_without_order", data })
    const opened = ["attention_opened", { reason: "paid_without_order", ...data }]
    expect(await history(id)).toEqual([opened])
    await shop.ledger.change(id, { outcome: "paid" })
    await shop.ledger.markUsed(id, "payses_1")
    shop.clock.advance(1)
    await shop.ledger.applied(id, "order_1", { by: "job" })
    expect(await history(id)).toEqual([
      opened,
      ["attention_resolved", { reason: "paid_without_order", note: "The order was made.", by: "paycollect" }],
    ])
  })

  it("releases the money of a resolved item, and no other money: not of a neighbour, nor for a mere notice", async () => {
    const [one, neighbour] = [await paid(), await paid()]
    const resolution = { note: "seen", resolved_by: "user_1" }
    const notice = (await list.open({ intent_id: one.id, reason: "unexpected_fee" }))!
    await list.resolve(notice.id, resolution)
    expect(await stored(one.merchant_reference)).toMatchObject({
      closed_at: null,
      next_step_at: one.next_step_at,
    })
    const item = (await list.open({ intent_id: one.id, reason: "late_payment" }))!
    await list.resolve(item.id, resolution)
    expect(await stored(one.merchant_reference)).toMatchObject({
      closed_at: expect.any(Date),
      next_step_at: null,
    })
    expect(await stored(neighbour.merchant_reference)).toEqual(neighbour)
  })

  it("closes the items of the money that became an order, and no other's", async () => {
    const [one, neighbour] = [await paid(), await paid()]
    for (const { id } of [one, neighbour]) await list.open({ intent_id: id, reason: "paid_without_order" })
    await shop.ledger.change(one.id, { outcome: "paid" })
    await shop.ledger.markUsed(one.id, "payses_1")
    await shop.ledger.applied(one.id, "order_1", { by: "job" })
    expect(await list.openFor(one.id)).toEqual([])
    expect(await list.openFor(neighbour.id)).toHaveLength(1)
  })

  it("counts what is open, and knows no item that is not there", async () => {
    const before = await list.countOpen()
    const item = (await list.open({ intent_id: (await paid()).id, reason: "unexpected_fee" }))!
    await list.open({ intent_id: (await paid()).id, reason: "late_payment" })
    expect(await list.countOpen()).toBe(before + 2)
    const resolution = { note: "seen", resolved_by: "user_1" }
    await list.resolve(item.id, resolution)
    expect(await list.countOpen()).toBe(before + 1)
    expect(await list.resolve("pcatt_unknown", resolution)).toBeNull()
  })
})
