import { AttentionList } from "../../../src/payments/ledger/items"
import { Assignments } from "../../../src/payments/ledger/assignments"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { openDatabase, type Database } from "../support/database"
import { newCartId, TestClock, newIntent } from "../support/instance"

const MINUTE = 60_000

describe("money that an employee gives to an order", () => {
  let database: Database
  let clock: TestClock
  let ledger: IntentLedger
  let assignments: Assignments
  let orders = 0

  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => {
    clock = new TestClock()
    ledger = new IntentLedger(database.knex, clock)
    assignments = new Assignments(database.knex, clock)
  })

  const newOrder = () => `order_${process.pid}_${++orders}`
  const read = async ({ merchant_reference }: IntentRow) => (await ledger.byReference(merchant_reference))!
  /** Money that came and that a person was told of. */
  const told = async () => {
    const cartId = newCartId()
    const row = (await ledger.insert(
      newIntent(cartId, { payment_collection_id: `pay_col_of_${cartId}` }),
      15_000
    ))!
    await ledger.change(row.id, { outcome: "paid", status: "succeeded" })
    await giveUp(row)
    return await read(row)
  }
  const giveUp = async ({ id }: IntentRow) => {
    const list = new AttentionList(database.knex, clock)
    await list.open({ intent_id: id, reason: "late_payment", ends: "giveUp" })
  }

  it("is bound once, with its history, and due soon: a process that dies leaves it to the job", async () => {
    const money = await told()
    const orderId = newOrder()
    const bound = await assignments.begin(money.id, orderId, "user_1")
    expect(bound).toMatchObject({
      assigned_order_id: orderId,
      assigned_collection_id: null,
      advance_attempts: 0,
    })
    const due = bound!.next_step_at!.getTime() - clock.now()
    expect(due > 20_000 && due <= 30_000).toBe(true)
    const [event] = await database
      .knex("paycollect_intent_event")
      .where({ intent_id: money.id, type: "assignment_begun" })
    expect(event).toMatchObject({ cause: "admin", data: { order_id: orderId, by: "user_1" } })
    for (const other of [orderId, newOrder()])
      expect(await assignments.begin(money.id, other, "user_2")).toBeNull()
    expect(await assignments.onOrder(orderId)).toMatchObject({ id: money.id })
  })

  it.each<[string, Partial<IntentRow>]>([
    ["not paid", { outcome: "waiting" }],
    ["that became an order", { applied_at: new Date() }],
    ["that a person dealt with", { closed_at: new Date() }],
    ["of which a part went back", { came: "2", refunded: "1" }],
    ["of which a part was reversed", { came: "2", reversed: "1" }],
    ["that is being applied", { next_step_at: new Date() }],
    ["that no person was told of", { listed_at: null, next_step_at: new Date() }],
  ])("is none %s", async (_, facts) => {
    const money = await told()
    await database.knex("paycollect_intent").where({ id: money.id }).update(facts)
    expect(await assignments.begin(money.id, newOrder(), "user_1")).toBeNull()
    expect(await read(money)).toMatchObject({ assigned_order_id: null, ...facts })
  })

  it("is none while core may be making a payment of what its cart consumed, and is it three minutes later", async () => {
    const money = await told()
    await ledger.markUsed(money.id, "payses_1")
    await giveUp(money)
    const { updated_at } = await read(money)
    const at = new Date(updated_at).getTime()
    for (const [after, isTaken] of [
      [0, true],
      [3 * MINUTE, true],
      [3 * MINUTE + 1, false],
    ] as const) {
      clock.now = () => at + after
      expect(assignments.isTakenLately(await read(money))).toBe(isTaken)
      expect(assignments.isTakenLately({ ...(await read(money)), used_by_session_id: null })).toBe(false)
      expect((await assignments.begin(money.id, newOrder(), "user_1")) === null).toBe(isTaken)
    }
  })

  it("is refused for what it says, and not for a database that cannot be asked", async () => {
    const money = await told()
    const gone = database.connect({ min: 0, max: 1 })
    await gone.destroy()
    await expect(new Assignments(gone, clock).begin(money.id, newOrder(), "user_1")).rejects.toThrow()
  })

  it("has one order at a time, and an order one payment at a time", async () => {
    const [one, other] = [await told(), await told()]
    const orderId = newOrder()
    const all = await Promise.all([one, other].map(({ id }) => assignments.begin(id, orderId, "user_1")))
    expect(all.filter((row) => row !== null)).toHaveLength(1)
    const winner = all.find((row) => row !== null)!
    const loser = winner.id === one.id ? other : one
    await assignments.assignCollection(winner.id, `pay_col_${orderId}`)
    await ledger.markUsed(winner.id, "payses_9", null, `pay_col_${orderId}`)
    expect(await ledger.applied(winner.id, orderId, { by: "assign" })).toMatchObject({ order_id: orderId })
    expect(await assignments.onOrder(orderId)).toBeNull()
    expect(await assignments.begin(loser.id, orderId, "user_1")).not.toBeNull()
  })

  it("pays for two payment collections never: the second binding of one is refused", async () => {
    const [one, other] = [await told(), await told()]
    for (const { id } of [one, other]) await assignments.begin(id, newOrder(), "user_1")
    const collectionId = `pay_col_${newOrder()}`
    const bound = await Promise.allSettled(
      [one, other].map(({ id }) => assignments.assignCollection(id, collectionId))
    )
    expect(bound.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    const rows = [await read(one), await read(other)]
    const winner = rows.find(({ assigned_collection_id }) => assigned_collection_id)!
    expect(await assignments.inCollection(collectionId)).toMatchObject({ id: winner.id })
    expect(rows.filter(({ assigned_collection_id }) => assigned_collection_id)).toHaveLength(1)
  })

  it("is consumed in its booking's collection alone, whatever other session it was consumed by before", async () => {
    const money = await told()
    await ledger.linkSession("payses_old", money.id)
    await assignments.begin(money.id, newOrder(), "user_1")
    expect(await ledger.markUsed(money.id, "payses_old", null, money.payment_collection_id)).toBe(false)
    expect(await ledger.markUsed(money.id, "payses_old")).toBe(false)
    const collectionId = `pay_col_${newOrder()}`
    expect(await ledger.markUsed(money.id, "payses_new", null, collectionId)).toBe(false)
    await assignments.assignCollection(money.id, collectionId)
    expect(await ledger.markUsed(money.id, "payses_old", null, money.payment_collection_id)).toBe(false)
    expect(await ledger.markUsed(money.id, "payses_new", null, collectionId)).toBe(true)
    expect(await ledger.markUsed(money.id, "payses_new", null, collectionId)).toBe(true)
  })

  it("is had by its cart or by the order, when both take it at the same moment", async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const money = await told()
      const orderId = newOrder()
      const [consumed, bound] = await Promise.all([
        ledger.markUsed(money.id, "payses_1", null, money.payment_collection_id),
        assignments.begin(money.id, orderId, "user_1"),
      ])
      expect([consumed, bound !== null].filter(Boolean)).toHaveLength(1)
      seen.add(consumed ? "cart" : "order")
    }
    expect(seen.size).toBeGreaterThan(0)
  })

  it("is as before when the booking is undone, and stays due; what is applied is never undone", async () => {
    const money = await told()
    const orderId = newOrder()
    await assignments.begin(money.id, orderId, "user_1")
    await assignments.assignCollection(money.id, `pay_col_${orderId}`)
    await assignments.undo(money.id, { order_id: orderId, reason: "owes_less" })
    const undone = await read(money)
    expect(undone).toMatchObject({
      assigned_order_id: null,
      assigned_collection_id: null,
      next_step_at: expect.any(Date),
    })
    expect(await ledger.markUsed(money.id, "payses_1", null, money.payment_collection_id)).toBe(true)

    const other = await told()
    const another = newOrder()
    await assignments.begin(other.id, another, "user_1")
    await assignments.assignCollection(other.id, `pay_col_${another}`)
    await ledger.markUsed(other.id, "payses_9", null, `pay_col_${another}`)
    await ledger.applied(other.id, another, { by: "assign" })
    await assignments.undo(other.id, { order_id: another, reason: "owes_less" })
    expect(await read(other)).toMatchObject({ assigned_order_id: another, order_id: another })
    expect(await assignments.inCollection(`pay_col_${another}`)).toBeNull()
  })

  it("that a person dealt with after the store gave up on its order keeps no other money from it", async () => {
    const [money, other] = [await told(), await told()]
    const orderId = newOrder()
    const collectionId = `pay_col_${orderId}`
    await assignments.begin(money.id, orderId, "user_1")
    await assignments.assignCollection(money.id, collectionId)
    await giveUp(money)
    expect(await assignments.begin(other.id, orderId, "user_1")).toBeNull()

    const list = new AttentionList(database.knex, clock)
    const [item] = await list.openFor(money.id)
    await list.resolve(item!.id, { note: "In cash", resolved_by: "user_1", money: "returned" })
    expect(await assignments.onOrder(orderId)).toBeNull()
    expect(await assignments.inCollection(collectionId)).toBeNull()
    expect(await assignments.begin(other.id, orderId, "user_1")).not.toBeNull()
    await assignments.assignCollection(other.id, collectionId)
    expect(await assignments.inCollection(collectionId)).toMatchObject({ id: other.id })
  })

  it("is not booked back by what core does to its old cart", async () => {
    const money = await told()
    const orderId = newOrder()
    await assignments.begin(money.id, orderId, "user_1")
    await assignments.assignCollection(money.id, `pay_col_${orderId}`)
    await ledger.markUsed(money.id, "payses_9", null, `pay_col_${orderId}`)
    expect(await ledger.voidedByCore(money.id)).toMatchObject({ used_by_session_id: "payses_9" })
  })

  describe("the lease of an order", () => {
    it("is held by one process, given back by its owner alone, and freed by time", async () => {
      const orderId = newOrder()
      const first = await ledger.hold([], { orderId })
      expect(first).not.toBeNull()
      expect(await ledger.hold([], { orderId })).toBeNull()
      clock.advance(90_001)
      const second = await ledger.hold([], { orderId })
      expect(second).not.toBeNull()
      await first!()
      expect(await ledger.hold([], { orderId })).toBeNull()
      await second!()
      const third = await ledger.hold([], { orderId })
      await third!()
      expect(await database.knex("paycollect_state").where({ id: `advancing_${orderId}` })).toEqual([])
    })

    it("goes with all other leases, or none is held", async () => {
      const money = await told()
      const orderId = newOrder()
      const held = await ledger.hold([], { orderId })
      expect(await ledger.hold([money.subject_id], { orderId })).toBeNull()
      expect(await ledger.hold([money.subject_id])).not.toBeNull()
      await held!()
    })

    it("is one process's of ten that take it at once", async () => {
      const orderId = newOrder()
      const taken = await Promise.all(Array.from({ length: 10 }, () => ledger.hold([], { orderId })))
      expect(taken.filter((release) => release !== null)).toHaveLength(1)
    })
  })
})
