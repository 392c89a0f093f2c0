import fc from "fast-check"
import { balanceOf, type Mend } from "../balance"
import { CORE_CUT_OFF_MS } from "../next-step/view"
import { isTakenBack, isSick, openOf, owedBy, total } from "../records/predicates"
import { type CollectionRecord, type OrderRecord, type PaymentRecord } from "../records/records"
import {
  AT,
  collection,
  OURS,
  order,
  payment,
  refund,
  session,
  takenBack,
} from "../records/__tests__/records"

const NOW = AT.getTime() + CORE_CUT_OFF_MS
const other = "pp_system_default"

interface World {
  exponent: number
  order: OrderRecord
}

/** As Medusa does what a mend says. */
function put({ order, exponent }: World, mend: Mend): World {
  const units = (amount: number | string) => Number(amount)
  switch (mend.do) {
    case "book":
      return {
        exponent,
        order: {
          ...order,
          transactions: [
            ...order.transactions,
            ...mend.transactions.map((each) => ({ ...each, version: order.version })),
          ],
          summary: { ...order.summary, transaction_total: undefined },
        },
      }
    case "unbook": {
      const transactions = order.transactions.filter(({ id }) => !mend.ids.includes(id!))
      return { exponent, order: { ...order, transactions } }
    }
    case "sum":
      return { exponent, order: { ...order, summary: { ...order.summary, transaction_total: undefined } } }
    case "uncancel": {
      const marked = order.payment_collections.map((each) => ({
        ...each,
        payments: each.payments.map((one) =>
          mend.payments.includes(one.id) ? { ...one, canceled_at: null } : one
        ),
      }))
      return { exponent, order: { ...order, payment_collections: marked } }
    }
    case "credit": {
      const version = order.version! + 1
      const lines = mend.lines.map(({ refund_id, amount }) => ({
        amount,
        reference: "refund",
        reference_id: refund_id,
        metadata: { created_in_version: version },
      }))
      const credited = lines.reduce((sum, { amount }) => sum + units(amount), 0)
      const left = units(order.total as number) - credited
      return {
        exponent,
        order: { ...order, total: left, version, credit_lines: [...order.credit_lines, ...lines] },
      }
    }
    case "count": {
      const counted = order.payment_collections.map((each) => {
        const sums = mend.collections.find(({ id }) => id === each.id)
        return sums ? { ...each, ...sums } : each
      })
      return { exponent, order: { ...order, payment_collections: counted } }
    }
    case "fit": {
      const made =
        mend.missing === null
          ? []
          : [
              collection({
                id: `made_${order.payment_collections.length}`,
                amount: mend.missing,
                payment_sessions: [],
              }),
            ]
      const fitted = order.payment_collections.map((each) => {
        const change = mend.collections.find(({ id }) => id === each.id)
        if (!change) return each
        return change.amount === null
          ? { ...each, status: "canceled" }
          : { ...each, amount: change.amount, ...(change.paid && { status: "completed" }) }
      })
      return { exponent, order: { ...order, payment_collections: [...fitted, ...made] } }
    }
  }
}

const chance = fc.boolean()
const amounts = fc.integer({ min: 1, max: 20_000 })
const payments = (n: number) =>
  fc
    .record({
      amount: amounts,
      part: fc.integer({ min: 1, max: 3 }),
      state: fc.constantFrom("captured", "authorized", "canceled", "taken back"),
      back: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 3 }),
      provider_id: fc.constantFrom(OURS, other),
    })
    .map(({ amount, part, state, back, provider_id }): PaymentRecord => {
      const id = `pay_${n}`
      if (state === "authorized")
        return payment({ id, amount, provider_id: other, captured_at: null, captures: [] })
      if (state === "canceled")
        return payment({ id, amount, provider_id, captured_at: null, captures: [], canceled_at: AT })
      const captures = [{ id: `capt_${n}`, amount, created_at: AT }]
      if (state === "taken back")
        return payment({
          id,
          amount,
          captures,
          refunds: [refund(amount, { id: `ref_${n}`, created_by: null })],
          canceled_at: AT,
        })
      const refunds =
        back === null
          ? []
          : [
              refund(Math.ceil(amount / (part + back)), {
                id: `ref_${n}`,
                created_by: "user_1",
                created_at: AT,
              }),
            ]
      return payment({ id, amount, provider_id, captures, refunds })
    })
const sessions = (n: number) =>
  fc
    .record({
      provider_id: fc.constantFrom(OURS, OURS, other),
      status: fc.constantFrom("pending", "pending", "authorized", "requires_more"),
    })
    .map((facts) => session({ id: `payses_${n}`, ...facts }))
const collections = fc.integer({ min: 0, max: 4 }).chain((count) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, n) =>
      fc
        .record({
          amount: amounts,
          canceled: fc.integer({ max: 3, min: 0 }),
          paid: fc.option(payments(n)),
          session: fc.option(sessions(n)),
          isSecondTry: chance,
        })
        .map(({ amount, canceled, paid, session: one, isSecondTry }) =>
          collection({
            id: `pay_col_${n}`,
            amount: paid && canceled % 2 ? paid.amount : amount,
            status: paid ? "completed" : canceled === 0 ? "canceled" : "not_paid",
            payments: paid
              ? [...(isSecondTry ? [payment({ ...takenBack, id: `pay_before_${n}` })] : []), paid]
              : [],
            ...(isSecondTry && { refunded_amount: 10_000 }),
            payment_sessions: one ? [one] : [],
          })
        )
    )
  )
)
const worlds: fc.Arbitrary<World> = fc
  .record({
    total: fc.integer({ min: 0, max: 40_000 }),
    payment_collections: collections,
    lost: fc.array(chance, { minLength: 8, maxLength: 8 }),
    kept: fc.option(amounts),
    isExact: chance,
  })
  .map(({ total: sum, payment_collections, lost, kept }) => {
    const paid = payment_collections
      .flatMap((each) => each.payments)
      .filter((each) => !isTakenBack(each, 0, AT))
    const all = [
      ...paid.flatMap(({ captures }) =>
        captures!.map(({ id, amount }) => ({ amount: Number(amount), reference_id: id }))
      ),
      ...paid.flatMap(({ refunds }) =>
        refunds!.map(({ id, amount }) => ({ amount: -Number(amount), reference_id: id! }))
      ),
    ]
    const transactions = all.filter((_, n) => !lost[n]).map((each) => ({ ...each, version: 1 }))
    const summary = { current_order_total: sum, transaction_total: kept ?? undefined }
    return {
      exponent: 0,
      order: order({ total: sum, version: 1, created_at: AT, summary, transactions, payment_collections }),
    }
  })

/** As core shows it (`aggregate-status` of its order workflows), of collections whose amounts core worked out. */
function shown({ payment_collections: all }: OrderRecord): string {
  const standing = all.filter(({ status }) => status !== "canceled")
  if (standing.some(({ refunded_amount }) => total([refunded_amount ?? 0], 0) > 0n)) return "refunded"
  const captured = standing.map(({ amount, payments, captured_amount }) => {
    const captures = payments.flatMap((each) => each.captures ?? []).map((each) => each.amount)
    const sum = total(captured_amount === undefined ? captures : [captured_amount!], 0)
    return sum <= 0n ? 0 : sum >= total([amount], 0) ? 1 : 0.5
  })
  const count = captured.reduce((sum: number, each) => sum + each, 0)
  return count > 0 && count === standing.length ? "captured" : count > 0 ? "partially_captured" : "not_paid"
}

describe("an order, whatever a process left of it,", () => {
  const rest = (world: World) => {
    let left = world
    for (let count = 0; ; count++) {
      const mend = balanceOf(left.order, { exponent: 0, now: NOW })
      if (!mend) return left.order
      if (count > 7) throw new Error(`does not come to rest: ${JSON.stringify(mend)}`)
      left = put(left, mend)
    }
  }
  const paymentsOf = (record: OrderRecord) => record.payment_collections.flatMap((each) => each.payments)
  const standing = (record: OrderRecord) => paymentsOf(record).filter((each) => !isTakenBack(each, 0, AT))
  const untouchable = (each: CollectionRecord) =>
    each.payments.length > 0 ||
    each.payment_sessions.some((one) => one.provider_id === other && one.status !== "pending")
  const hold = (check: (record: OrderRecord, before: OrderRecord) => boolean) =>
    fc.assert(
      fc.property(worlds, (world) => check(rest(world), world.order)),
      { numRuns: 2_000 }
    )

  it("has each capture and refund among its transactions, once, and core's sum is theirs", () =>
    hold((record) => {
      const wanted = standing(record).flatMap(({ captures, refunds }) =>
        [...captures!, ...refunds!].map(({ id }) => id)
      )
      return (
        wanted.sort().join() ===
          record.transactions
            .map((each) => each.reference_id)
            .sort()
            .join() && !isSick(record, 0)
      )
    }))

  it("moves no money, and touches no collection that another provider is at", () =>
    hold((record, before) => {
      const kept = before.payment_collections.filter(
        (each) => each.payments.length === 0 && untouchable(each)
      )
      return (
        JSON.stringify(paymentsOf(record)) === JSON.stringify(paymentsOf(before)) &&
        kept.every((each) => record.payment_collections.includes(each))
      )
    }))

  it("asks for what is open in one collection at most, and for nothing where nothing is", () =>
    hold((record) => {
      const asking = record.payment_collections.filter(
        (each) =>
          each.status !== "canceled" &&
          each.payments.every((one) => isTakenBack(one, 0, AT)) &&
          !untouchable(each)
      )
      const blocked = record.payment_collections.some(
        (each) =>
          each.status !== "canceled" &&
          untouchable(each) &&
          each.payments.every((one) => isTakenBack(one, 0, AT))
      )
      const open = openOf(record, 0)
      if (open <= 0n || blocked) return asking.length === 0
      return asking.length <= 1 && asking.every(({ amount }) => total([amount], 0) === open)
    }))

  it("owes nothing where Medusa shows it as captured; and is shown so where it owes nothing and gave nothing back", () =>
    hold((record) => {
      const isOthers = record.payment_collections.some(
        (each) =>
          each.status !== "canceled" &&
          untouchable(each) &&
          each.payments.every((one) => !one.captured_at || isTakenBack(one, 0, AT))
      )
      const wasBack = standing(record).some(({ refunds }) => refunds!.length > 0)
      if (isOthers || wasBack) return true
      const isShown = shown(record) === "captured"
      const isPaid =
        standing(record).length > 0 &&
        record.payment_collections.some((each) => each.status !== "canceled" && each.payments.length > 0)
      if (isShown) return owedBy(record, 0) <= 0n
      return owedBy(record, 0) > 0n || !isPaid
    }))
})
