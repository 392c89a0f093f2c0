import { AttentionList } from "../../../src/payments/ledger/items"
import { ItemList, type ItemFilters } from "../../../src/features/attention/list"
import { startSandbox, type Sandbox } from "../../../packages/dev/src/sandbox"
import { openDatabase, type Database } from "../support/database"
import { instance, newCartId, startInput } from "../support/instance"

describe("ItemList", () => {
  let database: Database
  let service: Sandbox
  let list: ItemList
  const intents: string[] = []
  const items: Record<string, string> = {}

  /** Payments 0 to 2 in that order, and items a to e in that: an older payment may have the newer item. */
  beforeAll(async () => {
    database = await openDatabase()
    service = await startSandbox({ rateLimits: false })
    const shop = instance(database.knex, service)
    for (let count = 0; count < 3; count++)
      intents.push((await shop.startPayment.findOrCreate(startInput(newCartId()))).id)
    await database.knex("paycollect_intent").where({ id: intents[2] }).update({ environment: "live" })
    const attention = new AttentionList(database.knex, shop.clock)
    const open = async (name: string, payment: number, item: object) => {
      shop.clock.advance(1_000)
      const { id } = (await attention.open({ intent_id: intents[payment]!, ...item } as never))!
      items[name] = id
    }
    await open("a", 1, { reason: "late_payment" })
    await open("b", 0, { reason: "unexpected_fee" })
    await open("c", 2, { reason: "duplicate_payment" })
    await open("d", 0, { reason: "refund_due", key: "ref_1" })
    await open("e", 0, { reason: "refund_due", key: "ref_2" })
    await attention.resolve(items.b!, { note: "seen", resolved_by: "user_1" })
    list = new ItemList(database.knex)
  })
  afterAll(async () => {
    await service.close()
    await database.close()
  })
  const nameOf = (id: string) => Object.keys(items).find((name) => items[name] === id)
  const page = async (filters: ItemFilters = {}, { limit = 9, offset = 0 } = {}) => {
    const { items: found, count } = await list.page(filters, { limit, offset })
    return { names: found.map(({ id }) => nameOf(id)).join(""), count }
  }

  it.each<[string, ItemFilters, string]>([
    ["nothing", {}, "edcba"],
    ["being open", { status: "open" }, "edca"],
    ["being closed", { status: "resolved" }, "b"],
    ["a reason", { reason: ["refund_due"] }, "ed"],
    ["reasons", { reason: ["late_payment", "unexpected_fee"] }, "ba"],
    ["no reason", { reason: [] }, ""],
    ["a kind", { category: ["money"] }, "ca"],
    ["kinds", { category: ["money", "notice"] }, "cba"],
    ["the environment of the payment", { environment: "live" }, "c"],
    ["several things at once", { environment: "test", category: ["money"], status: "open" }, "a"],
  ])("is filtered by %s, newest item first", async (_, filters, names) => {
    expect(await page(filters)).toEqual({ names, count: names.length })
  })

  it("is filtered by payment", async () => {
    expect(await page({ intent_id: [intents[0]!] })).toEqual({ names: "edb", count: 3 })
    expect(await page({ intent_id: ["pcint_nobody"] })).toEqual({ names: "", count: 0 })
  })

  it("is paged by item, with the count of all", async () => {
    expect(await page({ status: "open" }, { limit: 3 })).toEqual({ names: "edc", count: 4 })
    expect(await page({ status: "open" }, { limit: 3, offset: 3 })).toEqual({ names: "a", count: 4 })
    expect(await page({ status: "open" }, { limit: 3, offset: 6 })).toEqual({ names: "", count: 4 })
  })

  it("keeps items of one moment in one order, so that no page repeats or skips one", async () => {
    const opened = new Date("2026-01-01T12:00:00Z")
    const trx = await database.knex.transaction()
    await trx("paycollect_attention").update({ created_at: opened })
    const inside = new ItemList(trx)
    const pages = await Promise.all([0, 2, 4].map((offset) => inside.page({}, { limit: 2, offset })))
    await trx.rollback()
    const ids = pages.flatMap(({ items: found }) => found.map(({ id }) => id))
    expect(ids).toEqual(Object.values(items).sort().reverse())
  })

  it("comes with its payment, and by ids", async () => {
    const [newest] = (await list.page({}, { limit: 1, offset: 0 })).items
    expect(newest).toMatchObject({
      intent_id: intents[0],
      key: "ref_2",
      intent: { id: intents[0], environment: "test" },
    })
    const found = await list.byIds([items.a!, items.c!, "pcatt_nobody"])
    expect(found.map(({ id, intent }) => [nameOf(id), intent.id]).sort()).toEqual([
      ["a", intents[1]],
      ["c", intents[2]],
    ])
    expect(await list.byIds([])).toEqual([])
  })
})
