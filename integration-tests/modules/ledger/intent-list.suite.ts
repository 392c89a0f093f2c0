import { minorAmount } from "../../../src/service/wire/shape"
import { soughtBy } from "../../../src/features/payment-list/sought"
import { AttentionList } from "../../../src/payments/ledger/items"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { IntentList, type IntentFilters, type IntentSort } from "../../../src/features/payment-list/list"
import { openDatabase, type Database } from "../support/database"
import { TestClock, newIntent } from "../support/instance"

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
const ALL = ["a", "b", "c", "d"]

/** Four payments, a to d, one a minute. */
const ROWS: Record<string, Record<string, unknown>> = {
  a: {
    payment_number: "JZ1D7K9P",
    amount: "10000",
    transaction_id: "tx_Gamma",
    status: "succeeded",
    applied_at: at(9),
    order_id: "order_A",
    payment_ref: "PAY_Alpha",
    came: "10000",
    reversed: "700",
  },
  b: {
    payment_number: "AAAA0000",
    amount: "2500",
    exponent: 2,
    currency_code: "eur",
    status: "failed",
    service_intent_id: "pi_Beta",
  },
  c: {
    payment_number: "CCCC1111",
    amount: "30000",
    verified: { amount: "30450" },
    provider_id: "pp_paycollect-card_default",
    environment: "live",
    applied_at: at(8),
  },
  d: {
    payment_number: "DDDD2222",
    amount: "500",
    status: "processing",
    ...{ subject_id: "cart_x_1", cart_id: "cart_x_1" },
  },
}

const NO_RECORDS = { order_ids: [], cart_ids: [], collection_ids: [] }

describe("IntentList", () => {
  let database: Database
  let list: IntentList

  beforeAll(async () => {
    database = await openDatabase()
    const clock = new TestClock()
    const ledger = new IntentLedger(database.knex, clock)
    for (const [index, name] of ALL.entries()) {
      const { id } = (await ledger.insert(newIntent(`cart_${name}`, { amount: minorAmount("1") }), 1))!
      const facts = { id: `pcint_${name}`, created_at: at(index), ...ROWS[name] }
      await database.knex("paycollect_intent_event").where({ intent_id: id }).delete()
      await database.knex("paycollect_intent").where({ id }).update(facts)
    }
    const attention = new AttentionList(database.knex, clock)
    await attention.open({ intent_id: "pcint_d", reason: "unexpected_fee" })
    clock.advance(1_000)
    await attention.open({ intent_id: "pcint_d", reason: "late_payment" })
    const closed = (await attention.open({ intent_id: "pcint_b", reason: "unexpected_fee" }))!
    await attention.resolve(closed.id, { note: "seen", resolved_by: "user_1" })
    list = new IntentList(database.knex)
  })
  afterAll(() => database.close())

  const names = (intents: { id: string }[]) => intents.map(({ id }) => id.replace("pcint_", ""))
  const page = async (
    filters: IntentFilters = {},
    more: { by?: IntentSort; descending?: boolean; limit?: number; offset?: number } = {}
  ) => {
    const { by = "created_at", descending = false, limit = 9, offset = 0 } = more
    const { intents, count } = await list.page(filters, { order: { by, descending }, limit, offset })
    return { names: names(intents), count, intents }
  }
  const found = async (filters: IntentFilters) => (await page(filters)).names

  it.each<[string, IntentFilters, string[]]>([
    ["nothing", {}, ALL],
    ["an environment", { environment: "live" }, ["c"]],
    ["a cart", { cart_id: "cart_b" }, ["b"]],
    ["an order", { order_id: "order_A" }, ["a"]],
    ["states", { status: ["failed", "processing"] }, ["b", "d"]],
    ["no state", { status: [] }, []],
    ["what the service took back", { status: ["reversed"] }, ["a"]],
    ["what the service took back, or failed", { status: ["reversed", "failed"] }, ["a", "b"]],
    [
      "records of a customer, by the order where there is one",
      { owned: { order_ids: ["order_A"], cart_ids: ["cart_a", "cart_x_1"], collection_ids: ["cart_b"] } },
      ["a", "b", "d"],
    ],
    ["a cart that has an order of another", { owned: { ...NO_RECORDS, cart_ids: ["cart_a"] } }, []],
    ["nobody's records", { owned: NO_RECORDS }, []],
    ["providers", { provider_id: ["pp_paycollect-card_default"] }, ["c"]],
    ["currencies", { currency_code: ["eur", "usd"] }, ["b"]],
    ["a time, with its ends", { created_at: { $gte: at(1), $lte: at(2) } }, ["b", "c"]],
    ["a time, without its ends", { created_at: { $gt: at(0), $lt: at(2) } }, ["b"]],
    ["what needs attention now", { needs_attention: true }, ["d"]],
    ["what does not", { needs_attention: false }, ["a", "b", "c"]],
    ["several things at once", { environment: "test", currency_code: ["xaf"], status: ["succeeded"] }, ["a"]],
  ])("is filtered by %s", async (_, filters, expected) => {
    expect(await page(filters)).toMatchObject({ names: expected, count: expected.length })
  })

  it.each<[string, string[]]>([
    ["cart_a", ["a"]],
    ["CART_A-1", ["a"]],
    ["art_a", ["a"]],
    ["rt_a-1", ["a"]],
    ["rt_a-2", []],
    ["t_a", []],
    ["ALPHA", ["a"]],
    ["_alph", []],
    ["beta", ["b"]],
    ["TX_", ["a"]],
    ["gamma", ["a"]],
    ["JZ1D-7K9P", ["a"]],
    ["jzid7k9p", ["a"]],
    ["jz1d", ["a"]],
    ["7k9p", ["a"]],
    ["D-7K9P", ["a"]],
    ["jz1", []],
    ["10 000", ["a"]],
    ["25.00", ["b"]],
    ["25", ["b"]],
    ["2500", []],
    ["30000", ["c"]],
    ["30 450 FCFA", ["c"]],
    ["500", ["d"]],
    ["50", []],
    ["pay_alpha", ["a"]],
    ["PI_b", ["b"]],
    ["pcint_c", ["c"]],
    ["pcint_", []],
    ["order_A", ["a"]],
    ["order_", []],
    ["cart_", ALL],
    ["cart%", []],
    ["cart\\", []],
    ["cartxa", []],
  ])(
    "is searched by a number, by the beginning or end of a reference, by an amount, or by an id: %s",
    async (text, expected) => {
      expect(
        await found({ search: { sought: soughtBy(text), collection_ids: [], cart_ids: [], order_ids: [] } })
      ).toEqual(expected)
    }
  )

  it("is searched by carts and orders that the store found", async () => {
    const search = {
      sought: soughtBy("koffi@example.com"),
      collection_ids: [],
      cart_ids: ["cart_b", "cart_x_1"],
      order_ids: ["order_A"],
    }
    expect(await found({ search })).toEqual(["a", "b", "d"])
    expect(await found({ search: { ...search, collection_ids: [], cart_ids: [] } })).toEqual(["a"])
  })

  it("is searched by people in payments made since then, by the order where there is one", async () => {
    const people = (since: Date, cart_ids: string[], order_ids: string[] = []) =>
      found({
        search: {
          sought: soughtBy("koffi"),
          collection_ids: [],
          cart_ids: [],
          order_ids: [],
          people: { since, collection_ids: [], cart_ids, order_ids },
        },
      })
    expect(await people(at(0), ["cart_b", "cart_x_1"], ["order_A"])).toEqual(["a", "b", "d"])
    expect(await people(at(1), ["cart_b", "cart_x_1"], ["order_A"])).toEqual(["b", "d"])
    expect(await people(at(2), ["cart_b"])).toEqual([])
    // The cart of a payment that has an order is not asked whose it is.
    expect(await people(at(0), ["cart_a"])).toEqual([])
  })

  it.each<[IntentSort, string[], string[]]>([
    ["created_at", ALL, ["d", "c", "b", "a"]],
    // Major units: 25.00 EUR are less than 500 XAF.
    ["amount", ["b", "d", "a", "c"], ["c", "a", "d", "b"]],
    ["applied_at", ["c", "a", "b", "d"], ["a", "c", "d", "b"]],
  ])("is sorted by %s, what has none last", async (by, ascending, descending) => {
    expect((await page({}, { by })).names).toEqual(ascending)
    expect((await page({}, { by, descending: true })).names).toEqual(descending)
  })

  it("is searched by what almost all have, page by page as the list itself is", async () => {
    const many = 10_100
    const columns = Object.keys(await database.knex("paycollect_intent").columnInfo())
    const own: Record<string, string> = {
      id: "'pcint_many_' || lpad(n::text, 5, '0')",
      payment_number: "'MAN' || lpad(n::text, 5, '0')",
      merchant_reference: "'many_' || n",
      subject_id: "'many_' || n",
      transaction_id: "null",
      payment_ref: "null",
      created_at: "created_at + n * interval '1 second'",
    }
    const copied = columns.map((name) => own[name] ?? `"${name}"`)
    await database.knex.raw(
      `insert into paycollect_intent (${columns.map((name) => `"${name}"`).join(", ")})
       select ${copied.join(", ")} from paycollect_intent, generate_series(1, ?) n where id = 'pcint_d'`,
      [many]
    )
    const search = { sought: soughtBy("many_"), collection_ids: [], cart_ids: [], order_ids: [] }
    const numbered = (from: number, step: number) =>
      [0, 1, 2].map((nth) => `many_${String(from + nth * step).padStart(5, "0")}`)
    for (const offset of [0, 500, 996, 999, 10_097]) {
      const { names, count } = await page({ search }, { offset, limit: 3 })
      expect({ names, count }).toEqual({ names: numbered(offset + 1, 1), count: 10_000 })
      const back = await page({ search }, { offset, limit: 3, descending: true })
      expect(back.names).toEqual(numbered(many - offset, -1))
    }
    expect((await page({ search }, { offset: many - 1, limit: 3 })).names).toEqual([`many_${many}`])
    // Many among the newest, and few in all: counted to the last one.
    const some = { sought: soughtBy("many_1"), collection_ids: [], cart_ids: [], order_ids: [] }
    const ones = Array.from({ length: many }, (_, n) => `many_${n + 1}`).filter((each) =>
      /^many_1/.test(each)
    )
    expect(await page({ search: some }, { descending: true, limit: 3 })).toMatchObject({
      names: numbered(many, -1),
      count: ones.length,
    })
    await database.knex("paycollect_intent").where("id", "like", "pcint_many_%").delete()
  })

  it("comes in pages, with the number of all", async () => {
    expect(await page({}, { limit: 2, offset: 1 })).toMatchObject({ names: ["b", "c"], count: 4 })
    expect(await page({ environment: "moon" })).toMatchObject({ names: [], count: 0 })
  })

  it("shows with each payment its own items, closed ones too, oldest first", async () => {
    const { intents } = await page()
    const items = intents.map(({ attention }) => attention.map(({ reason, status }) => [reason, status]))
    expect(items).toEqual([
      [],
      [["unexpected_fee", "resolved"]],
      [],
      [
        ["unexpected_fee", "open"],
        ["late_payment", "open"],
      ],
    ])
  })

  describe("all of it", () => {
    const pages = async (size: number, descending = false, filters: IntentFilters = {}) => {
      const all: string[][] = []
      for await (const intents of list.pages(filters, { size, descending })) all.push(names(intents))
      return all
    }

    it("comes a page at a time, each beginning where the one before ended", async () => {
      expect(await pages(2)).toEqual([
        ["a", "b"],
        ["c", "d"],
      ])
      expect(await pages(3, true)).toEqual([["d", "c", "b"], ["a"]])
      expect(await pages(9, false, { environment: "test" })).toEqual([["a", "b", "d"]])
      expect(await pages(2, false, { environment: "moon" })).toEqual([])
    })

    it("tells payments of one moment apart, to the last digit of it", async () => {
      const time = "2026-01-01 13:00:00.123456+00"
      await database
        .knex("paycollect_intent")
        .whereIn("id", ["pcint_a", "pcint_b"])
        .update({ created_at: time })
      expect(await pages(1)).toEqual([["c"], ["d"], ["a"], ["b"]])
      expect(await pages(1, true)).toEqual([["b"], ["a"], ["d"], ["c"]])
    })
  })
})
