/**
 * Thousands of runs, which look at globals all the time.
 * @jest-environment <rootDir>/integration-tests/setup/plain-context.js
 */
import fc from "fast-check"
import { paysAnOrder, plan } from "../next-step/plan"
import { isTakenIn, isReturned, paidBy, stands } from "../records/predicates"
import { attempt, collection } from "../records/__tests__/records"
import { converge } from "../loop"
import { Killed, Model, type Attempt } from "./model"

/** As `advance` counts them. */
const MAX_TRIES = 3
const LOOKS = 60
const REASONS = ["requires_action", "processing", "failed", "not_found", "rejected", "no_answer"]

const options = fc.record({
  environment: fc.constant("test" as const),
  pendingOrders: fc.constantFrom("wait" as const, "place" as const),
  pendingOrderExpiryHours: fc.constant(24),
})

/** A cart at any moment of its life: how much its attempts are for, which of them are paid, whose the session is. */
const scenario = fc.record({
  options,
  attempts: fc.array(
    fc.record({
      amount: fc.constantFrom("10000", "10000", "9000"),
      unpaid: fc.oneof(fc.constant(null), fc.constantFrom(...REASONS)),
    }),
    { minLength: 1, maxLength: 3 }
  ),
  session: fc.nat(3),
  order: fc.constantFrom("none", "none", "unpaid", "unlinked", "booked", "captured", "canceled"),
  tape: fc.array(fc.nat(11), { maxLength: 80 }),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never

function begin({ attempts, session, order, tape }: Scenario): Model {
  const left = [...tape]
  const model = new Model((below) => (left.shift() ?? 0) % below)
  model.collections.push(collection({ payment_sessions: [] }))
  model.attempts = attempts.map(({ amount, unpaid }, index): Attempt => ({
    ...attempt({
      id: `pcint_${index + 1}`,
      merchant_reference: `cart_1-${index + 1}`,
      outcome: unpaid === null ? "paid" : "waiting",
      status: unpaid === "rejected" ? "rejected" : "requires_action",
    }),
    amount,
    unpaid,
    applied: undefined,
    told: null,
    tries: 0,
  }))
  if (session > 0) {
    model.openSession()
    const payer = model.attempts[(session - 1) % model.attempts.length]!
    const [live] = model.collection.payment_sessions
    if (payer.amount === "10000") model.payers[live!.id] = payer.id
  }
  if (order !== "none") placeOrder(model, order)
  return model
}

/** What a process that died inside core's completion, or a merchant, left behind. */
function placeOrder(model: Model, how: string): void {
  model.orders.push({
    id: "order_0",
    status: how === "canceled" ? "canceled" : "pending",
    created_at: new Date(model.now),
    total: 10_000,
    transactions: [],
    credit_lines: [],
    fulfillments: [],
    collectionIds: how === "unlinked" ? [] : ["pay_col_1"],
  })
  const [live] = model.collection.payment_sessions
  const payer = model.attempts.find(({ id }) => live && id === model.payers[live.id])
  if (payer?.unpaid !== null || !["booked", "captured"].includes(how)) return
  const capture = { id: "capt_0", amount: 10_000, created_at: new Date(model.now) }
  model.collection.payments.push({
    id: "pay_0",
    provider_id: "pp_paycollect_default",
    amount: 10_000,
    currency_code: "xaf",
    captured_at: new Date(model.now),
    canceled_at: null,
    data: { merchant_reference: payer.merchant_reference },
    payment_session_id: live!.id,
    captures: [capture],
    refunds: [],
  })
  if (how === "booked") model.orders[0]!.transactions.push({ amount: 10_000, reference_id: capture.id })
}

const moneyOf = (each: Attempt) => ({
  ...each,
  cart_id: "cart_1",
  environment: "test" as const,
  currency_code: "xaf",
  exponent: 0,
  created_at: new Date("2026-01-01T11:55:00Z"),
  advance_attempts: each.tries,
})

/** One look of one process, as `advance` takes it: under the lease, so no two at once. A kill ends it without a word. */
async function look(model: Model, each: Attempt, { options }: Scenario): Promise<void> {
  const { unpaid } = each
  each.outcome = unpaid === null ? "paid" : "waiting"
  if (each.applied !== undefined || each.told) return
  const money = () => moneyOf(each)
  let die = () => {}
  const death = new Promise<null>((resolve) => (die = () => resolve(null)))
  const living = converge({
    unpaid,
    read: () => Promise.resolve(model.snapshot(each)),
    plan: (snapshot) => plan({ ...money(), unpaid }, snapshot, options, model.now),
    // As advancing does: an order is ended only while no attempt of its cart is known to be paid.
    may: ({ do: what }) =>
      what !== "cancel_order" || model.attempts.every(({ outcome }) => outcome !== "paid"),
    run: (effect) => untilKilled(() => model.run(effect, each), die),
  })
  try {
    const ended = await Promise.race([living, death])
    if (!ended || unpaid !== null) return
    const { plan: end } = ended
    if (end.kind === "applied") Object.assign(each, { applied: end.order_id, order_id: end.order_id })
    if (end.kind === "raise") each.told = end.reason
    // A person could only close the item: the money is given to an order, and another look finds the same.
    if (end.kind === "raise" && each.assigned_order_id && end.reason !== "paid_after_cancel")
      model.wrong.push(`${end.reason} is told of money that is still given to an order`)
    if (end.kind === "wait" && end.until === null) model.wrong.push("nothing to do for money that came")
  } catch (error) {
    if ((error as Error).message.includes("come to rest")) model.wrong.push("a look did not come to rest")
    if (unpaid !== null) return
    each.tries += 1
    // One more look undoes a booking.
    if (each.tries >= MAX_TRIES + (each.assigned_order_id ? 1 : 0)) each.told = "paid_without_order"
  }
}

/** A killed process goes on nowhere: it neither catches its death nor writes it down. */
async function untilKilled<T>(work: () => T, die: () => void): Promise<T> {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    die()
    return await new Promise<never>(() => {})
  }
}

async function live(model: Model, chosen: Scenario): Promise<void> {
  for (let round = 0; round < LOOKS; round++) {
    model.disturb()
    model.sendBack((each) => {
      const moment = { snapshot: model.snapshot(), options: chosen.options, now: model.now }
      return each.unpaid === null && !each.assigned_order_id && !paysAnOrder(moneyOf(each), moment)
    })
    for (const each of model.attempts) await look(model, each, chosen)
    model.balance()
    const isOver = model.attempts.every(
      ({ unpaid, applied, told }) => unpaid !== null || applied !== undefined || told
    )
    if (isOver && round > 40) return
  }
}

function violations(model: Model): string[] {
  const wrong = [...model.wrong]
  const standing = model.orders.filter(({ status }) => status !== "canceled")
  if (standing.length > 1) wrong.push("two orders stand")
  const { order: other, collections: ofOther } = model.target
  const given = ofOther.flatMap((each) => each.payments)
  if (other.status !== "canceled" && paidBy(given, 0) > BigInt(other.total))
    wrong.push("the other order was paid twice")
  const payments = model.collections.flatMap((each) => each.payments)
  for (const { total } of standing)
    if (paidBy(payments, 0) > BigInt(total + model.paidBeside)) wrong.push("an order was paid twice")
  for (const { merchant_reference, unpaid, applied, told, refunded } of model.attempts) {
    const own = [...payments, ...given].filter(
      (payment) => payment.data?.merchant_reference === merchant_reference
    )
    const booked = own.filter((payment) => isTakenIn(payment, 0) && stands(payment, 0))
    if (booked.length > 1) wrong.push(`${merchant_reference} is booked twice`)
    if (refunded !== "0" && (booked.length > 0 || applied !== undefined))
      wrong.push(`${merchant_reference} was sent back, and pays for an order`)
    if (unpaid !== null && booked.length > 0)
      wrong.push(`${merchant_reference} is shown as paid without money`)
    if (unpaid !== null) continue
    if (applied === undefined && !told) wrong.push(`${merchant_reference} is lost`)
    if (applied !== undefined && booked.length !== 1 && !own.some((each) => isReturned(each, 0)))
      wrong.push(`${merchant_reference} is applied, and no payment stands for it`)
  }
  return wrong
}

describe("the loop over the plan", () => {
  it("ends every paid payment as one order or one item, whatever fails and dies between two effects", async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(scenario, async (chosen) => {
        const model = begin(chosen)
        await live(model, chosen)
        for (const { applied, told, refunded } of model.attempts) {
          const end = told ?? (applied !== undefined ? "applied" : "unpaid")
          seen.set(end, (seen.get(end) ?? 0) + 1)
          if (refunded !== "0") seen.set("sent back", (seen.get("sent back") ?? 0) + 1)
        }
        for (const { given, applied } of model.attempts) {
          const end = applied === "order_9" ? "booked" : "undone"
          if (given) seen.set(end, (seen.get(end) ?? 0) + 1)
        }
        const canceled = model.orders.some(({ status }) => status === "canceled") ? "canceled" : "standing"
        seen.set(canceled, (seen.get(canceled) ?? 0) + 1)
        expect(violations(model)).toEqual([])
      }),
      { numRuns: 3_000 }
    )
    // A model in which nothing goes wrong, or nothing ever becomes an order, proves nothing.
    for (const end of [
      "applied",
      "unpaid",
      "canceled",
      "standing",
      "duplicate_payment",
      "late_payment",
      "paid_without_order",
      "paid_after_cancel",
      "booked",
      "undone",
      "sent back",
    ])
      expect(seen.get(end) ?? 0).toBeGreaterThan(5)
  })
})
