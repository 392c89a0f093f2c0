import { Links, type NewLink } from "../../../src/features/payment-links/rows"
import { SharedState } from "../../../src/service/shared-state"
import { openDatabase, type Database } from "../support/database"

const MINUTE = 60_000

describe("payment links", () => {
  let database: Database
  /** two processes */
  let links: Links
  let others: Links
  let now = Date.parse("2026-11-22T10:00:00Z")

  beforeAll(async () => {
    database = await openDatabase()
    const clock = { now: () => now, sleep: () => Promise.resolve() }
    const of = (knex: Database["knex"]) => new Links(knex, new SharedState(knex), clock)
    links = of(database.knex)
    others = of(database.connect({ min: 0, max: 4 }))
  })
  afterAll(() => database.close())
  afterEach(async () => {
    await database.knex("paycollect_link").delete()
    await database.knex("paycollect_link_collection").delete()
  })

  const money = { amount: "5000", currency_code: "xaf", days: 7, by: "user_1" }
  const ask = (subject: { order_id: string } | { cart_id: string }, process = links) =>
    process.ask({ ...money, ...subject } as NewLink)
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

  it("are one for each order and each cart, whoever asks at once, and another one once it is withdrawn", async () => {
    for (const subject of [{ order_id: "order_1" }, { cart_id: "cart_1" }]) {
      const asked = await Promise.all([ask(subject), ask(subject, others), ask(subject)])
      expect(new Set(ids(asked.map(({ link }) => link))).size).toBe(1)
      expect(asked.filter(({ isNew }) => isNew)).toHaveLength(1)
      const { link } = asked[0]!
      await links.revoke(link.id, "user_1")
      const next = await ask(subject)
      expect([next.isNew, next.link.id === link.id]).toEqual([true, false])
      expect(await others.tokenOf(link.id)).toBe(await links.tokenOf(link.id))
    }
  })

  it("of a cart are its order's from the moment that is asked for by one: no second address for one debt", async () => {
    const { link } = await ask({ cart_id: "cart_1" })
    const { link: other } = await ask({ cart_id: "cart_2" })
    const subjects = ["cart_1", "pay_col_1"]
    expect(ids(await links.list(subjects, "order_1"))).toEqual([link.id])
    await Promise.all([links.follow(subjects, "order_1"), others.follow(subjects, "order_1")])
    const { link: asked, isNew } = await ask({ order_id: "order_1" })
    expect([asked.id, isNew, asked.cart_id]).toEqual([link.id, false, "cart_1"])
    expect(await links.byId(other.id)).toMatchObject({ order_id: null })
    expect(ids(await links.list(["cart_2"], null))).toEqual([other.id])
  })

  it("of a cart stay where its order has an open one, or where they were withdrawn", async () => {
    await ask({ order_id: "order_1" })
    const { link: open } = await ask({ cart_id: "cart_1" })
    await links.follow(["cart_1"], "order_1")
    expect(await links.byId(open.id)).toMatchObject({ order_id: null })
    const { link: withdrawn } = await ask({ cart_id: "cart_2" })
    await links.revoke(withdrawn.id, "user_1")
    await links.follow(["cart_2"], "order_2")
    expect(await links.byId(withdrawn.id)).toMatchObject({ order_id: null })
  })

  it("lead the customers of a collection back, until one of them pays at the storefront", async () => {
    const { link } = await ask({ cart_id: "cart_1" })
    await links.payIn("pay_col_1", link.id)
    await links.payIn("pay_col_1", link.id)
    expect(await links.ofCollection("pay_col_1")).toMatchObject({ id: link.id })
    await links.leave("pay_col_1")
    expect(await links.ofCollection("pay_col_1")).toBeNull()
  })

  it("are mailed by one process, once a minute, and at once again where it was refused", async () => {
    const { link } = await ask({ order_id: "order_1" })
    const taken = await Promise.all(
      [links, others, links, others].map((process) => process.takeMail(link.id))
    )
    const [at] = taken.flatMap((each) => each ?? [])
    expect(taken.filter(Boolean)).toHaveLength(1)
    now += MINUTE - 1
    expect(await others.takeMail(link.id)).toBeNull()
    now += 1
    const again = (await others.takeMail(link.id))!
    // A process that was held up since the first one changes nothing.
    await links.unmailed(link, at!)
    expect(await links.takeMail(link.id)).toBeNull()
    await others.unmailed({ ...link, mailed_at: at! }, again)
    expect(await links.byId(link.id)).toMatchObject({ mailed_at: at })
    expect(await links.takeMail(link.id)).not.toBeNull()
  })
})
