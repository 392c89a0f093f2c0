import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { createHash } from "node:crypto"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { Links, type NewLink } from "../../../src/features/payment-links/rows"
import { type LinkRow } from "../../../src/modules/paycollect/models/link"
import { Sealer } from "../../../src/settings/seal"
import { SharedState } from "../../../src/service/shared-state"
import { openDatabase, type Database } from "../support/database"
import { newCartId, newIntent, TestClock } from "../support/instance"

const DAY = 86_400_000

describe("payment links in their tables", () => {
  let database: Database
  let clock: TestClock
  let links: Links
  let orders = 0

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => {
    clock = new TestClock()
    links = processOn(database.knex)
  })

  const processOn = (knex: Knex, at = clock) => new Links(knex, new SharedState(knex), at)
  const newOrder = () => `order_${process.pid}_${++orders}`
  const asked = (order_id: string, more: Partial<NewLink> = {}): NewLink => ({
    order_id,
    amount: "5000",
    currency_code: "xaf",
    days: 7,
    by: "user_1",
    ...more,
  })
  const rowsOf = async (order_id: string): Promise<LinkRow[]> =>
    await database.knex("paycollect_link").where({ order_id })
  const later = (row: LinkRow, column: "asked_at" | "expires_at" | "updated_at") => +new Date(row[column])

  it("is one for an order: asked again it is renewed, with what is owed now, and keeps its address", async () => {
    const orderId = newOrder()
    const first = await links.ask(asked(orderId))
    expect(first.isNew).toBe(true)
    expect(first.link).toMatchObject({
      amount: "5000",
      created_by: "user_1",
      paid_at: null,
      revoked_at: null,
    })
    expect(later(first.link, "expires_at") - later(first.link, "asked_at")).toBe(7 * DAY)

    clock.advance(2 * DAY)
    const again = await links.ask(asked(orderId, { amount: "7000", days: 30, by: "user_2" }))
    expect(again.isNew).toBe(false)
    expect(again.link).toMatchObject({ id: first.link.id, digest: first.link.digest, amount: "7000" })
    // Who made it is not who renewed it.
    expect(again.link.created_by).toBe("user_1")
    expect(later(again.link, "asked_at") - later(first.link, "asked_at")).toBeGreaterThanOrEqual(2 * DAY)
    expect(later(again.link, "expires_at") - later(again.link, "asked_at")).toBe(30 * DAY)
    expect(await rowsOf(orderId)).toHaveLength(1)
  })

  it("of two processes that ask at once both get the same, and one of them made it", async () => {
    const orderId = newOrder()
    const processes = Array.from({ length: 8 }, () => processOn(database.connect({ min: 0, max: 1 })))
    const answers = await Promise.all(processes.map((each) => each.ask(asked(orderId))))
    expect(new Set(answers.map(({ link }) => link.id)).size).toBe(1)
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await rowsOf(orderId)).toHaveLength(1)
    const addresses = await Promise.all(processes.map((each) => each.tokenOf(answers[0]!.link.id)))
    expect(new Set(addresses).size).toBe(1)
  })

  it("is revoked once and for good; what is asked for afterwards has another address", async () => {
    const orderId = newOrder()
    const { link } = await links.ask(asked(orderId))
    clock.advance(1_000)
    expect(await links.revoke(link.id, "user_2")).toBe(true)
    const revoked = await links.byId(link.id)
    expect(revoked).toMatchObject({ revoked_by: "user_2", revoked_at: expect.any(Date) })
    clock.advance(DAY)
    expect(await links.revoke(link.id, "user_3")).toBe(false)
    expect(await links.byId(link.id)).toEqual(revoked)

    const next = await links.ask(asked(orderId))
    expect(next.isNew).toBe(true)
    expect(next.link.id).not.toBe(link.id)
    expect(await links.tokenOf(next.link.id)).not.toBe(await links.tokenOf(link.id))
    // Its customer has the old address still, and is told that it was withdrawn.
    expect(await links.byToken(await links.tokenOf(link.id))).toEqual(revoked)
    expect((await links.list([], orderId)).map(({ id }) => id)).toEqual([next.link.id, link.id])
    expect(await links.revoke("pclnk_none", "user_1")).toBe(false)
  })

  it("asks for an order until the last open one of it or of its cart ends", async () => {
    const [orderId, cartId] = [newOrder(), newCartId()]
    const { order_id: _, ...ofCart } = asked(orderId, { days: 3 }) as NewLink & { order_id: string }
    const until = async () => (await links.openUntil([cartId], [orderId]))?.getTime() ?? null
    expect(await until()).toBeNull()

    const { link } = await links.ask(asked(orderId, { days: 1 }))
    expect(await until()).toBe(later(link, "expires_at"))
    const { link: last } = await links.ask({ ...ofCart, cart_id: cartId })
    expect(await until()).toBe(later(last, "expires_at"))
    expect(await links.openUntil([newCartId()], [newOrder()])).toBeNull()

    await links.revoke(last.id, "user_1")
    expect(await until()).toBe(later(link, "expires_at"))
    clock.advance(DAY)
    expect(await until()).toBeNull()
  })

  it("revoked and asked for at once there is never more than one that is open", async () => {
    const orderId = newOrder()
    const { link } = await links.ask(asked(orderId))
    const other = processOn(database.connect({ min: 0, max: 1 }))
    await Promise.all([links.revoke(link.id, "user_1"), other.ask(asked(orderId)), links.ask(asked(orderId))])
    expect((await rowsOf(orderId)).filter(({ revoked_at }) => !revoked_at).length).toBeLessThanOrEqual(1)
    expect((await rowsOf(orderId)).find(({ id }) => id === link.id)!.revoked_at).not.toBeNull()
  })

  it("lets no second open one of an order into the table, whoever writes it", async () => {
    const orderId = newOrder()
    const { link } = await links.ask(asked(orderId))
    const copy = { ...link, id: "pclnk_copy", digest: "of another" }
    await expect(database.knex("paycollect_link").insert(copy)).rejects.toMatchObject({ code: "23505" })
    await database.knex("paycollect_link").insert({ ...copy, revoked_at: new Date() })
    expect(await rowsOf(orderId)).toHaveLength(2)
  })

  describe("its address", () => {
    it("is found by the digest of its token, and the table holds nothing to pay by", async () => {
      const orderId = newOrder()
      const { link } = await links.ask(asked(orderId))
      const token = await links.tokenOf(link.id)
      expect(token).toMatch(/^[0-9a-f]{32}$/)
      expect(link.digest).toBe(createHash("sha256").update(token).digest("hex"))
      expect(await links.byToken(token)).toMatchObject({ id: link.id })
      expect(JSON.stringify(await rowsOf(orderId))).not.toContain(token)
    })

    it("costs who guesses one look-up, and what cannot be a token none", async () => {
      const { knex } = database
      const asks: string[] = []
      const listen = ({ sql }: { sql: string }) => void asks.push(sql)
      knex.on("query", listen)
      for (const token of [undefined, "", "x", "A".repeat(32), "0".repeat(31), "0".repeat(33), "' or 1=1 --"])
        expect(await links.byToken(token)).toBeNull()
      expect(asks).toEqual([])
      expect(await links.byToken("0".repeat(32))).toBeNull()
      expect(asks).toHaveLength(1)
      knex.removeListener("query", listen)
      const { rows } = await knex.raw(
        "select indexdef from pg_indexes where tablename = 'paycollect_link' and indexdef like '%(digest)%'"
      )
      expect(rows).toHaveLength(1)
    })

    it("is the same for every process, and another one once the key is another", async () => {
      const orderId = newOrder()
      const { link } = await links.ask(asked(orderId))
      const token = await links.tokenOf(link.id)
      expect(await processOn(database.knex).tokenOf(link.id)).toBe(token)

      const { knex } = database
      const [kept] = await knex("paycollect_state").where({ id: "link_key" })
      await knex("paycollect_state").where({ id: "link_key" }).delete()
      const after = processOn(knex)
      const other = await after.tokenOf(link.id)
      expect(other).not.toBe(token)
      // What was sent out is found as before, and what an employee is shown once she asks again is found, too.
      expect(await after.byToken(token)).toMatchObject({ id: link.id })
      const again = await after.ask(asked(orderId))
      expect(again).toMatchObject({ isNew: false, link: { id: link.id } })
      expect(await after.byToken(other)).toEqual(again.link)
      expect(await after.byToken(token)).toBeNull()
      await knex("paycollect_state").where({ id: "link_key" }).update({ value: kept.value })
    })

    it("are made of a key that stands sealed, under the first of the encryption keys", async () => {
      const [first, second] = ["a".repeat(64), "b".repeat(64)]
      const under = (...keys: string[]) => {
        const sealer = new Sealer(keys)
        return new Links(database.knex, new SharedState(database.knex, () => sealer), clock)
      }
      const row = () => database.knex("paycollect_state").where({ id: "link_key" })
      const { value: clear } = await row().first("value")
      expect(clear).toEqual({ secret: expect.any(String) })
      await row().delete()
      const token = await under(first).tokenOf("pclnk_1")
      const { value: sealed } = await row().first("value")
      expect(sealed).toEqual({ sealed: expect.stringMatching(/^v1\./) })
      expect(await under(second, first).tokenOf("pclnk_1")).toBe(token)
      for (const lost of [under(second), under()])
        await expect(lost.tokenOf("pclnk_1")).rejects.toThrow("PAYCOLLECT_ENCRYPTION_KEY")
      expect((await row().first("value")).value).toEqual(sealed)
      await row().update({ value: clear })
    })

    it("can be made again after the key could not be read once", async () => {
      const state = new SharedState(database.knex)
      const once = jest.spyOn(state, "once").mockRejectedValueOnce(new Error("the database is away"))
      const own = new Links(database.knex, state, clock)
      await expect(own.tokenOf("pclnk_1")).rejects.toThrow("away")
      expect(await own.tokenOf("pclnk_1")).toBe(await links.tokenOf("pclnk_1"))
      expect(once).toHaveBeenCalledTimes(2)
    })
  })

  describe("the collections that are paid in by it", () => {
    let collections = 0
    let ledger: IntentLedger
    beforeEach(() => {
      ledger = new IntentLedger(database.knex, clock)
    })
    const newCollection = () => `pay_col_${process.pid}_${++collections}`
    /** Money that came in this collection. */
    const paidIn = async (payment_collection_id: string, more: Record<string, unknown> = {}) => {
      const subject = newCartId()
      const row = (await ledger.insert(newIntent(subject, { payment_collection_id }), 15_000))!
      const used_by_session_id = `payses_of_${row.id}`
      await ledger.change(row.id, { outcome: "paid", status: "succeeded", used_by_session_id, ...more })
      return row
    }
    const advance = async ({ id }: { id: string }, orderId: string) =>
      expect(await ledger.applied(id, orderId, { by: "return" })).toMatchObject({ order_id: orderId })
    const paidAt = async ({ id }: LinkRow) => (await links.byId(id))!.paid_at

    it("lead back to the link that they were last paid in by", async () => {
      const orderId = newOrder()
      const collection = newCollection()
      expect(await links.ofCollection(collection)).toBeNull()
      const { link: first } = await links.ask(asked(orderId))
      await links.payIn(collection, first.id)
      await links.payIn(collection, first.id)
      expect(await links.ofCollection(collection)).toMatchObject({ id: first.id })
      await links.revoke(first.id, "user_1")
      const { link: second } = await links.ask(asked(orderId))
      await links.payIn(collection, second.id)
      expect(await links.ofCollection(collection)).toMatchObject({ id: second.id })
    })

    it("tell the link with the advancing when money first came by it, and nothing when it came once more", async () => {
      const orderId = newOrder()
      const { link } = await links.ask(asked(orderId))
      const [first, second] = [newCollection(), newCollection()]
      for (const each of [first, second]) await links.payIn(each, link.id)
      const row = await paidIn(first)
      expect(await paidAt(link)).toBeNull()
      await advance(row, orderId)
      const at = await paidAt(link)
      expect(+at! - clock.now()).toBeLessThanOrEqual(0)
      clock.advance(DAY)
      await advance(await paidIn(second), orderId)
      expect(await paidAt(link)).toEqual(at)
      // Renewed for what it owes since, it is a link that was paid by all the same.
      expect((await links.ask(asked(orderId))).link.paid_at).toEqual(at)
    })

    it("tell it also after it was revoked or has expired: the money came by it", async () => {
      const orderId = newOrder()
      const { link } = await links.ask(asked(orderId, { days: 1 }))
      const collection = newCollection()
      await links.payIn(collection, link.id)
      await links.revoke(link.id, "user_1")
      clock.advance(2 * DAY)
      await advance(await paidIn(collection), orderId)
      expect(await paidAt(link)).not.toBeNull()
    })

    it("tell no link of money that came otherwise, or that an employee booked", async () => {
      const orderId = newOrder()
      const { link } = await links.ask(asked(orderId))
      const collection = newCollection()
      await links.payIn(collection, link.id)
      await advance(await paidIn(newCollection()), orderId)
      await advance(await paidIn(collection, { assigned_order_id: orderId }), orderId)
      expect(await paidAt(link)).toBeNull()
    })
  })
})
