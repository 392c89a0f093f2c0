import { minorAmount } from "../../../src/service/wire/shape"
import { IntentList } from "../../../src/features/payment-list/list"
import { PAYMENT_STATES, stateOf } from "../../../src/features/payment-state"
import { AttentionList } from "../../../src/payments/ledger/items"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { openDatabase, type Database } from "../support/database"
import { TestClock, newIntent } from "../support/instance"

describe("the states of payments, as people call them", () => {
  let database: Database
  let list: IntentList
  const page = { order: { by: "created_at", descending: false }, limit: 500, offset: 0 } as const

  beforeAll(async () => {
    database = await openDatabase()
    const clock = new TestClock()
    const ledger = new IntentLedger(database.knex, clock)
    const attention = new AttentionList(database.knex, clock)
    list = new IntentList(database.knex)
    const applied = { applied_at: new Date(), came: "10000" }
    const closed = { closed_at: new Date(), came: "10000" }
    const paid = { status: "succeeded", outcome: "paid" }
    const other = { ...paid, outcome: "discrepancy" }
    const rows: [facts: object, due?: boolean][] = [
      [{ status: "creating" }],
      [{ status: "unknown" }],
      [{ status: "rejected", outcome: "failed" }],
      [{ status: "requires_action", outcome: "waiting" }],
      [{ status: "processing", outcome: "waiting" }],
      [{ status: "succeeded", outcome: "waiting" }],
      [{ status: "failed", outcome: "failed" }],
      [{ status: "failed", ...applied, outcome: "paid" }],
      [{ status: "failed", ...applied, outcome: "paid", reversed: "10000" }],
      [{ status: "canceled", outcome: "failed" }],
      [{ ...other, listed_at: new Date() }],
      [{ ...other, ...closed, closed_as: "kept" }],
      [{ ...other, ...closed, closed_as: "returned" }],
      [{ ...other, ...closed, refunded: "300" }],
      ...["0", "300", "10000"].flatMap((refunded): [object, boolean?][] => [
        [{ ...paid, ...applied, refunded }],
        [{ ...paid, ...applied, refunded }, true],
        [{ ...paid, ...closed, refunded, closed_as: "kept" }],
        [{ ...paid, ...closed, refunded, closed_as: "returned" }],
      ]),
      [{ ...paid, ...applied, reversed: "300" }],
      [{ ...paid, ...applied, reversed: "300", refunded: "300" }, true],
      [{ ...paid, ...applied, reversed: "10000", reversed_booked: "10000" }],
    ]
    for (const [index, [facts, isDue]] of rows.entries()) {
      const { id } = (await ledger.insert(newIntent(`cart_${index}`, { amount: minorAmount("10000") }), 1))!
      await database.knex("paycollect_intent").where({ id }).update(facts)
      if (isDue) await attention.open({ intent_id: id, reason: "refund_due", key: "ref_1" })
    }
  })
  afterAll(() => database.close())

  const said = async () =>
    (await list.page({}, page)).intents.map((row) => ({ id: row.id, state: stateOf(row, row.attention) }))

  it.each(PAYMENT_STATES)("%s finds those that are shown as it, and no other", async (state) => {
    const wanted = (await said()).filter((each) => each.state === state).map(({ id }) => id)
    const { intents, count } = await list.page({ state: [state] }, page)
    expect(intents.map(({ id }) => id)).toEqual(wanted)
    expect([count, wanted.length > 0]).toEqual([wanted.length, true])
  })

  it("finds those of several", async () => {
    const wanted = (await said()).filter(({ state }) =>
      ["succeeded", "refunded", "discrepancy"].includes(state)
    )
    const { intents } = await list.page({ state: ["succeeded", "refunded", "discrepancy"] }, page)
    expect(intents.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
    expect(await list.page({ state: [] }, page)).toMatchObject({ count: 0 })
  })
})
