import { type AttentionReason } from "../../../src/payments/attention-reasons"
import { may } from "../../../src/payments/phase"
import { refundedPart, cameForGoods, type Came } from "../../../src/payments/came"
import { AttentionList } from "../../../src/payments/ledger/items"
import { REFUND_STATES, stateOf } from "../../../src/features/payment-state"
import { IntentList, type IntentFilters } from "../../../src/features/payment-list/list"
import { Refunds, type NewRefund } from "../../../src/features/refunds/rows"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { startSandbox, type Sandbox } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { instance, newCartId, newIntent, startInput } from "../support/instance"

const ALL = { came: 10_000n, left: 10_000n, currency_code: "xaf" }

describe("Refunds", () => {
  let database: Database
  let service: Sandbox
  let shop: ReturnType<typeof instance>
  let list: AttentionList
  let refunds: Refunds

  beforeAll(async () => {
    database = await openDatabase()
    service = await startSandbox({ rateLimits: false })
    shop = instance(database.knex, service)
    list = new AttentionList(database.knex, shop.clock)
    refunds = new Refunds(database.knex, shop.clock)
  })
  afterAll(async () => {
    await service.close()
    await database.close()
  })

  const again = async ({ id }: IntentRow) => await shop.ledger.byId(id)
  /** Money that was given up on: paid, on the list, off the schedule. */
  const listed = async () => {
    const { id } = await shop.startPayment.findOrCreate(startInput(newCartId()))
    await shop.ledger.change(id, {
      outcome: "paid",
      status: "succeeded",
      verified: { status: "succeeded", amount: "10000", currency: "XAF" },
      came: "10000",
    })
    const item = (await list.open({ intent_id: id, reason: "duplicate_payment", ends: "giveUp" }))!
    return { intent: await shop.ledger.byId(id), item }
  }
  const asked = (amount: string, more: Partial<NewRefund> = {}): NewRefund => ({
    amount,
    mode: "api",
    reason: "duplicate",
    note: null,
    created_by: "user_1",
    ...more,
  })
  const rows = async ({ id }: IntentRow) =>
    await database.knex("paycollect_refund").where({ intent_id: id }).orderBy("created_at")
  const told = async ({ id }: IntentRow) =>
    (
      await database
        .knex("paycollect_intent_event")
        .where({ intent_id: id })
        .andWhere("type", "like", "refund_%")
        .orderBy(["created_at", "id"])
    ).map(({ type }: { type: string }) => type)

  it("counts no more than came, however many ask at once", async () => {
    const { intent } = await listed()
    const begun = await Promise.all(
      Array.from({ length: 12 }, () => refunds.begin(intent, asked("3000"), ALL))
    )
    expect(begun.filter(Boolean)).toHaveLength(3)
    expect(await again(intent)).toMatchObject({ refunded: "9000" })
    expect(await rows(intent)).toHaveLength(3)
    expect(await told(intent)).toEqual(Array(3).fill("refund_sending"))
    expect(await refunds.begin(intent, asked("1001"), ALL)).toBeNull()
    expect(await refunds.begin(intent, asked("1000"), ALL)).toMatchObject({ status: "begun" })
  })

  it("counts the same wish once, however many connections bring it at once, and says it whole", async () => {
    const { intent } = await listed()
    const wish = asked("100", { key: "one-wish", note: "Paid twice" })
    const others = [1, 2, 3].map(() => new Refunds(database.connect({ min: 0, max: 4 }), shop.clock))
    const begun = await Promise.all(
      [refunds, ...others, refunds].map((each) => each.begin(intent, wish, ALL))
    )
    expect(new Set(begun.map((row) => row?.id)).size).toBe(1)
    expect(await again(intent)).toMatchObject({ refunded: "100" })
    const [row] = await rows(intent)
    expect(row).toMatchObject({ ...wish, status: "begun", currency_code: "xaf", failure: null })
    const [line] = await database
      .knex("paycollect_intent_event")
      .where({ intent_id: intent.id, type: "refund_sending" })
    expect(line).toMatchObject({
      cause: "refund_here",
      data: {
        amount: "100",
        currency: "xaf",
        refund_id: row.id,
        reason: "duplicate",
        note: "Paid twice",
        by: "user_1",
      },
    })
    const other = (await listed()).intent
    expect((await refunds.begin(other, wish, ALL))!.id).not.toBe(row.id)
  })

  it.each<[string, (intent: IntentRow) => Promise<unknown>]>([
    [
      "it became an order",
      async ({ id }) => {
        await shop.ledger.markUsed(id, "payses_1")
        await shop.ledger.applied(id, "order_1", { by: "script" })
      },
    ],
    ["a session of the store took it", async ({ id }) => await shop.ledger.markUsed(id, "payses_2")],
    ["it is looked at again", async ({ id }) => await shop.ledger.scheduleBy(id)],
    [
      "a person dealt with it",
      async ({ id }) => {
        const [item] = await list.openFor(id)
        await list.resolve(item!.id, { note: "by hand", resolved_by: "user_2" })
      },
    ],
    [
      "the service names another sum",
      async ({ id }) =>
        await shop.ledger.change(id, { verified: { status: "succeeded", amount: "9000", currency: "XAF" } }),
    ],
    [
      "it is a discrepancy now",
      async ({ id }) =>
        await database.knex("paycollect_intent").where({ id }).update({ outcome: "discrepancy" }),
    ],
    [
      "its item is not open any more, and an order is made of it",
      async ({ id }) =>
        await database
          .knex("paycollect_intent")
          .where({ id })
          .update({ listed_at: null, next_step_at: new Date() }),
    ],
  ])("counts nothing when, since it was judged, %s", async (_, change) => {
    const { intent } = await listed()
    await change(intent)
    expect(await refunds.begin(intent, asked("1"), ALL)).toBeNull()
    expect(await again(intent)).toMatchObject({ refunded: "0" })
    expect([await rows(intent), await told(intent)]).toEqual([[], []])
  })

  it("keeps such money from being taken by a session, of two at once the one or the other", async () => {
    for (let round = 0; round < 8; round++) {
      const { intent } = await listed()
      const [begun, taken] = await Promise.all([
        refunds.begin(intent, asked("1"), ALL),
        shop.ledger.markUsed(intent.id, "payses_1"),
      ])
      expect([begun !== null, taken]).toEqual(begun ? [true, false] : [false, true])
    }
    const { intent } = await listed()
    await refunds.begin(intent, asked("1"), ALL)
    expect(await shop.ledger.markUsed(intent.id, "payses_1")).toBe(false)
  })

  it.each([
    ["due", "manual", ["refund_recorded"], "refund_due"],
    ["sent", "api", ["refund_sending", "refund_sent"], null],
    ["pending", "api", ["refund_sending", "refund_pending"], "refund_pending"],
    ["unknown", "api", ["refund_sending", "refund_unknown"], "refund_unknown"],
  ] as const)(
    "ended as %s: money that is all back is released with it, and told once",
    async (status, mode, events, reason) => {
      const { intent, item } = await listed()
      const part = (await refunds.begin(intent, asked("4000", { mode }), ALL))!
      expect(await refunds.ended(part, { status })).toMatchObject({ refund: { status } })
      expect(await again(intent)).toMatchObject({ refunded: "4000", closed_at: null })
      expect(may("decide", await again(intent))).toBe(true)

      const rest = (await refunds.begin(intent, asked("6000", { mode }), ALL))!
      const ends = await Promise.all([1, 2, 3].map(() => refunds.ended(rest, { status })))
      expect(ends.filter(Boolean)).toHaveLength(1)
      const { refunded, closed_at, next_step_at } = await again(intent)
      expect([refunded, closed_at !== null, next_step_at]).toEqual(["10000", true, null])
      expect(await told(intent)).toEqual([...events, ...events])
      const open = await list.openFor(intent.id)
      expect(open.map((each) => [each.reason, each.key])).toEqual(
        reason
          ? expect.arrayContaining([
              [reason, part.id],
              [reason, rest.id],
            ])
          : []
      )
      expect(open).toHaveLength(reason ? 2 : 0)
      const [closed] = await database.knex("paycollect_attention").where({ id: item.id })
      expect(closed).toMatchObject({
        status: "resolved",
        resolved_by: "paycollect",
        note: "All of it was refunded.",
      })
      expect(await refunds.begin(await again(intent), asked("1"), ALL)).toBeNull()
    }
  )

  it("takes back what was not sent, with the reason, and leaves all as it was", async () => {
    const { intent, item } = await listed()
    const refund = (await refunds.begin(intent, asked("10000", { key: "declined" }), ALL))!
    await refunds.ended(refund, { status: "not_sent", failure: "declined" })
    expect(await again(intent)).toMatchObject({ refunded: "0", closed_at: null, next_step_at: null })
    expect(await refunds.byKey(intent.id, "declined")).toMatchObject({
      status: "not_sent",
      failure: "declined",
    })
    expect(await list.openFor(intent.id)).toMatchObject([{ id: item.id }])
    expect(await told(intent)).toEqual(["refund_sending", "refund_not_sent"])
    expect(await shop.ledger.markUsed(intent.id, "payses_1")).toBe(true)
  })

  it.each([
    ["all of it", "10000", "pending"],
    ["a part", "4000", "unknown"],
  ] as const)(
    "that a person found not sent, of %s, is held again, with an item about the money",
    async (_, amount, status) => {
      const { intent, item } = await listed()
      const refund = (await refunds.begin(intent, asked(amount, { mode: "api" }), ALL))!
      const { item: unsure } = (await refunds.ended(refund, { status }))!
      const resolution = { note: "It never left", resolved_by: "user_1", money: "not_sent" } as const
      await list.resolve(unsure!.id, resolution)
      expect(await again(intent)).toMatchObject({ refunded: "0", closed_at: null })
      expect(may("refund", await again(intent))).toBe(true)
      const [open, ...more] = await list.openFor(intent.id)
      expect([open, more]).toMatchObject([{ reason: item.reason }, []])
      expect(open!.id === item.id).toBe(amount === "4000")
      expect(await rows(intent)).toMatchObject([{ status: "not_sent" }])
      expect((await told(intent)).at(-1)).toBe("refund_not_sent")
      const ended = await database.knex("paycollect_entry").where({ key: `refund:${refund.id}:end` })
      expect(ended).toMatchObject([{ to_account: "unapplied", amount, went_back: `-${amount}` }])
      expect(await refunds.begin(await again(intent), asked("10000"), ALL)).not.toBeNull()
    }
  )

  it("of a fee that was not sent: the fee is too much again, and the order stands", async () => {
    const { intent } = await listed()
    await shop.ledger.change(intent.id, { fee: "500" })
    await shop.ledger.markUsed(intent.id, "payses_1")
    await shop.ledger.applied(intent.id, `order_${intent.id}`, { by: "script" })
    await list.open({ intent_id: intent.id, reason: "unexpected_fee", data: { fee: "500" } })
    const ofFee = { ...ALL, came: 500n, left: 500n, ofFee: true } as const
    const refund = (await refunds.begin(await again(intent), asked("500"), ofFee))!
    const { item } = (await refunds.ended(refund, { status: "unknown" }))!
    expect(await again(intent)).toMatchObject({ came: "10500", refunded: "500" })
    await list.resolve(item!.id, { note: "It never left", resolved_by: "user_1", money: "not_sent" })
    expect(await again(intent)).toMatchObject({
      came: "10000",
      refunded: "0",
      closed_at: null,
      listed_at: null,
    })
    expect(await list.openFor(intent.id)).toMatchObject([{ reason: "unexpected_fee", data: { fee: "500" } }])
    const ended = await database.knex("paycollect_entry").where({ key: `refund:${refund.id}:end` })
    expect(ended).toMatchObject([{ to_account: "fee", amount: "500" }])
  })

  it("is still to be sent where the rest was given back by hand: it is nobody's to refund anew", async () => {
    const { intent, item } = await listed()
    const refund = (await refunds.begin(intent, asked("4000", { mode: "api" }), ALL))!
    const { item: unsure } = (await refunds.ended(refund, { status: "unknown" }))!
    const by = { note: "At the till", resolved_by: "user_1" }
    await list.resolve(item.id, { ...by, money: "returned" })
    await list.resolve(unsure!.id, { ...by, money: "not_sent" })
    expect(await list.openFor(intent.id)).toMatchObject([{ reason: "refund_due", key: refund.id }])
    expect(await rows(intent)).toMatchObject([{ status: "due" }])
    expect(await again(intent)).toMatchObject({ refunded: "4000", closed_as: "returned" })
  })

  it("finds those that were cut off, oldest first, and no others", async () => {
    const { intent } = await listed()
    const first = (await refunds.begin(intent, asked("1"), ALL))!
    const done = (await refunds.begin(intent, asked("2"), ALL))!
    await refunds.ended(done, { status: "sent" })
    shop.clock.advance(60_000)
    const now = new Date(shop.clock.now())
    const later = (await refunds.begin(intent, asked("3"), ALL))!
    const ids = async (before: Date) =>
      (await refunds.cutOff(before)).flatMap((each) => (each.intent_id === intent.id ? each.id : []))
    expect(await ids(now)).toEqual(expect.arrayContaining([first.id]))
    expect(await ids(new Date(shop.clock.now() + 1))).toEqual([first.id, later.id])
  })

  it("lists by state what the pure rule calls so", async () => {
    const given: [Partial<IntentRow>, string, AttentionReason?][] = [
      [{ outcome: "paid", came: "10000", refunded: "10000" }, "refunded"],
      [{ outcome: "paid", came: "10000", refunded: "9999" }, "partly_refunded"],
      [{ outcome: "paid", came: "10000", refunded: "0" }, "succeeded"],
      [
        { outcome: "discrepancy", outcome_reason: "amount_discrepancy", came: "9", refunded: "9" },
        "refunded",
      ],
      [
        { outcome: "discrepancy", outcome_reason: "currency_discrepancy", came: "9", refunded: "8" },
        "partly_refunded",
      ],
      [{ outcome: "paid", came: "10000", reversed: "10000" }, "reversed"],
      [{ outcome: "paid", came: "10000", refunded: "1", reversed: "9998" }, "reversed"],
      [{ outcome: "paid", came: "10000", refunded: "10000" }, "refunding", "refund_due"],
      [{ outcome: "paid", came: "10000", refunded: "9" }, "refunding", "refund_pending"],
      [{ outcome: "paid", came: "10000", refunded: "9" }, "partly_refunded", "unexpected_fee"],
      [{ outcome: "waiting" }, "unknown"],
    ]
    const intents: IntentRow[] = []
    for (const [facts, , reason] of given) {
      const { id } = await shop.startPayment.findOrCreate(startInput(newCartId()))
      await database
        .knex("paycollect_intent")
        .where({ id })
        .update({ ...facts, status: "succeeded", verified: { amount: "9", currency: "EUR" } })
      if (reason) await list.open({ intent_id: id, reason })
      intents.push(await shop.ledger.byId(id))
    }
    const page = async (filters: IntentFilters) => {
      const order = { by: "created_at", descending: true } as const
      return await new IntentList(database.knex).page(filters, { order, limit: 200, offset: 0 })
    }
    const { intents: all } = await page({})
    const named = (row: IntentRow) =>
      stateOf(row as IntentRow & Came, all.find(({ id }) => id === row.id)!.attention)
    expect(intents.map(named)).toEqual(given.map(([, state]) => state))
    expect(refundedPart(intents[0] as IntentRow & Came)).toBe("all")
    expect(cameForGoods(intents[3] as IntentRow & Came)).toEqual({ amount: 9n, currency_code: "eur" })
    for (const state of [...REFUND_STATES, "unknown"]) {
      const { intents: found } = await page({ status: [state] })
      const ours = intents.filter(({ id }) => found.some((row) => row.id === id))
      expect(ours.map(named)).toEqual(given.flatMap(([, each]) => (each === state ? state : [])))
    }
  })

  it("lists by state what the pure rule calls so, whatever became of it and of its refunds", async () => {
    const fates: Partial<IntentRow>[] = [
      {},
      { applied_at: new Date(), order_id: "order_1" },
      ...([null, "returned", "kept"] as const).map((closed_as) => ({ closed_at: new Date(), closed_as })),
    ]
    const sums: Partial<IntentRow>[] = [
      ...[{}, { refunded: "1" }, { refunded: "10000" }, { reversed: "1" }, { reversed: "10000" }],
      { refunded: "4000", reversed: "6000" },
    ]
    const cartId = newCartId()
    const rows: IntentRow[] = []
    for (const outcome of ["paid", "discrepancy"] as const)
      for (const fate of fates)
        for (const sum of sums)
          for (const status of [null, "open", "resolved"]) {
            const values = newIntent(cartId, { attempt: rows.length + 1 })
            const { id } = (await shop.ledger.insert(values, 0))!
            const came = { outcome, status: "succeeded", came: "10000" } as const
            await database
              .knex("paycollect_intent")
              .where({ id })
              .update({ ...came, ...fate, ...sum })
            if (status) {
              const item = (await list.open({ intent_id: id, reason: "refund_due", key: "ref_1" }))!
              await database.knex("paycollect_attention").where({ id: item.id }).update({ status })
            }
            rows.push(await shop.ledger.byId(id))
          }
    const page = async (status?: string[]) => {
      const order = { by: "created_at", descending: true } as const
      const filters = { cart_id: cartId, ...(status && { status }) }
      return (await new IntentList(database.knex).page(filters, { order, limit: 200, offset: 0 })).intents
    }
    const all = await page()
    expect(all).toHaveLength(2 * fates.length * sums.length * 3)
    const named = all.map((row) => ({ id: row.id, state: stateOf(row as typeof row & Came, row.attention) }))
    for (const state of REFUND_STATES) {
      const expected = named.flatMap((row) => (row.state === state ? row.id : []))
      expect([state, expected.length > 0]).toEqual([state, true])
      expect((await page([state])).map(({ id }) => id).sort()).toEqual(expected.sort())
    }
    const returned = all.filter(({ closed_as }) => closed_as === "returned").map(({ id }) => id)
    const states = new Set(named.flatMap(({ id, state }) => (returned.includes(id) ? state : [])))
    expect([...states].sort()).toEqual(["refunded", "refunding", "reversed"])
  })
})
