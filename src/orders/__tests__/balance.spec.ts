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
  owing,
  paidOrder,
  payment,
  refund,
  session,
  takenBack,
} from "../records/__tests__/records"

const NOW = AT.getTime() + CORE_CUT_OFF_MS
const judge = (record: OrderRecord, more: object = {}) =>
  balanceOf(record, { exponent: 0, now: NOW, ...more })
const credits = (...lines: [string, string][]) => ({
  do: "credit",
  lines: lines.map(([refund_id, amount]) => ({ refund_id, amount })),
})
const fits = (collections: object[], missing: string | null = null) => ({ do: "fit", collections, missing })
const FRESH = { created_at: new Date(NOW - CORE_CUT_OFF_MS + 1) }
const other = "pp_system_default"

describe("an order's balance", () => {
  const refunded = (facts: object = {}) =>
    refund(4_000, { id: "ref_1", created_by: "user_1", created_at: AT, ...facts })
  const half = (amount: number, more: object = {}) =>
    payment({ amount, captures: [{ id: "capt_1", amount, created_at: AT }], ...more })
  const booked = [{ amount: 10_000, reference_id: "capt_1", version: 1 }]
  const gaveBack = (facts: Partial<OrderRecord> = {}) =>
    paidOrder({
      version: 1,
      transactions: [...booked, { amount: -4_000, reference_id: "ref_1", version: 1 }],
      payment_collections: [
        collection({ status: "completed", payments: [payment({ refunds: [refunded()] })] }),
      ],
      ...facts,
    })
  const canceledBefore = payment({
    id: "pay_0",
    canceled_at: AT,
    captures: [{ id: "capt_0", amount: 10_000, created_at: AT }],
  })
  const partly = (facts: Partial<CollectionRecord> = {}) =>
    owing(0, {
      transactions: [{ amount: 6_000, reference_id: "capt_1" }],
      payment_collections: [collection({ payments: [half(6_000)], ...facts })],
    })

  it.each<[string, OrderRecord, object?]>([
    ["of a paid order", paidOrder()],
    ["of an order that nobody paid", order()],
    [
      "of what core canceled, did not give back, and made anew",
      paidOrder({
        transactions: booked,
        payment_collections: [
          collection({
            status: "completed",
            payments: [canceledBefore, payment()],
          }),
        ],
      }),
    ],
    ["of a canceled one", order({ status: "canceled", total: 0 })],
    ["of a draft", order({ is_draft_order: true, total: 0 })],
    [
      "while core books a capture",
      owing(10_000, {
        payment_collections: [
          collection({ payments: [payment({ captures: [{ id: "capt_1", amount: 10_000, ...FRESH }] })] }),
        ],
      }),
    ],
    [
      "while core books a refund",
      gaveBack({
        transactions: booked,
        payment_collections: [collection({ payments: [payment({ refunds: [refunded(FRESH)] })] })],
      }),
    ],
    [
      "while core takes a completion back",
      paidOrder({
        payment_collections: [
          collection({ payments: [payment({ canceled_at: new Date(NOW - CORE_CUT_OFF_MS + 1) })] }),
        ],
      }),
    ],
    [
      "of another provider's payment that is canceled",
      paidOrder({
        payment_collections: [
          collection({ payments: [payment({ canceled_at: AT, provider_id: other, data: {} })] }),
        ],
      }),
    ],
    [
      "while it may be core's that books again, of two",
      paidOrder({
        transactions: [
          ...booked,
          { ...booked[0]!, id: "ordtrx_2", created_at: AT },
          { ...booked[0]!, id: "ordtrx_3", ...FRESH },
        ],
      }),
    ],
    [
      "of what core counted as given back, and took back alone",
      paidOrder({
        payment_collections: [
          collection({ payments: [payment()], status: "completed" }),
          collection({
            id: "pay_col_2",
            status: "canceled",
            refunded_amount: 10_000,
            payments: [payment({ ...takenBack, id: "pay_0", data: {} })],
          }),
        ],
      }),
    ],
    [
      "of what core counts while it refunds",
      paidOrder({
        payment_collections: [
          collection({ payments: [payment()], status: "completed", refunded_amount: 1_000 }),
        ],
      }),
    ],
    [
      "while core makes the credit line",
      gaveBack({
        payment_collections: [collection({ payments: [payment({ refunds: [refunded(FRESH)] })] })],
      }),
    ],
    [
      "while core writes its sum",
      paidOrder({
        summary: { current_order_total: 10_000, transaction_total: 0 },
        transactions: [{ ...booked[0]!, ...FRESH }],
      }),
    ],
    [
      "of what core took back of a completion",
      order({ payment_collections: [collection({ payments: [payment(takenBack)] })] }),
    ],
    ["where a person's refund was made good", gaveBack({ version: 2, total: 6_000 })],
    [
      "of a part that went back of a collection",
      owing(0, {
        transactions: [
          { amount: 6_000, reference_id: "capt_1" },
          { amount: -1_000, reference_id: "ref_1" },
        ],
        payment_collections: [
          collection({ payments: [half(6_000, { refunds: [refunded({ amount: 1_000 })] })] }),
        ],
      }),
    ],
    [
      "beside another provider's authorization",
      owing(0, {
        transactions: [{ amount: 6_000, reference_id: "capt_1" }],
        payment_collections: [
          collection({
            payments: [
              half(6_000),
              payment({ id: "pay_2", provider_id: other, amount: 1, captured_at: null, captures: [] }),
            ],
          }),
        ],
      }),
    ],
    [
      "of what another provider has begun",
      owing(0, {
        payment_collections: [
          collection({ payment_sessions: [session({ provider_id: other, status: "authorized" })] }),
        ],
      }),
    ],
    [
      "of a fresh collection that asks for less",
      owing(10_000, { payment_collections: [collection({ amount: 1, ...FRESH })] }),
    ],
    [
      "of two, one of them fresh",
      owing(10_000, { payment_collections: [collection(), collection({ id: "pay_col_2", ...FRESH })] }),
    ],
    [
      "of an order that was not asked for",
      owing(10_000, { payment_collections: [collection({ status: "canceled" })] }),
    ],
    [
      "of what core took back in a collection that nobody owes",
      owing(0, { payment_collections: [collection({ payments: [payment(takenBack)] })] }),
    ],
    [
      "while core makes the credit line of the second of two refunds",
      gaveBack({
        transactions: [
          ...booked,
          { amount: -4_000, reference_id: "ref_1", version: 1 },
          { amount: -1, reference_id: "ref_2", version: 1 },
        ],
        payment_collections: [
          collection({
            payments: [payment({ refunds: [refunded(), refunded({ id: "ref_2", amount: 1, ...FRESH })] })],
          }),
        ],
      }),
    ],
    [
      "of payments that name neither captures nor refunds",
      owing(0, {
        payment_collections: [collection({ payments: [payment({ captures: null, refunds: null })] })],
      }),
    ],
    [
      "of captures that name no refunds",
      paidOrder({ payment_collections: [collection({ payments: [payment({ refunds: null })] })] }),
    ],
    ["by 0.25 of what XAF does not have", order({ total: "10000.25" })],
    [
      "while it may be core's that books a second time",
      paidOrder({ transactions: [...booked, { ...booked[0]!, ...FRESH, id: "ordtrx_2" }] }),
    ],
    [
      "where others book twice by a name of theirs",
      paidOrder({
        transactions: [
          { amount: 5_000, reference_id: "till_1" },
          { amount: 5_000, reference_id: "till_1" },
        ],
        payment_collections: [],
      }),
    ],
  ])("is right %s", (_, record) => expect(judge(record)).toBeNull())

  it.each<[string, OrderRecord, object, object?]>([
    [
      "books a capture",
      owing(10_000, { payment_collections: [collection({ payments: [payment()] })] }),
      {
        do: "book",
        transactions: [{ reference: "capture", reference_id: "capt_1", amount: "10000.000000" }],
      },
    ],
    [
      "books a fresh one under core's lock of the cart",
      owing(10_000, {
        payment_collections: [
          collection({ payments: [payment({ captures: [{ id: "capt_1", amount: 10_000, ...FRESH }] })] }),
        ],
      }),
      {
        do: "book",
        transactions: [{ reference: "capture", reference_id: "capt_1", amount: "10000.000000" }],
      },
      { isCoreDone: true },
    ],
    [
      "books a refund, exactly",
      gaveBack({
        transactions: booked,
        payment_collections: [
          collection({ payments: [payment({ refunds: [refunded({ amount: "0.4" })] })] }),
        ],
      }),
      { do: "book", transactions: [{ reference: "refund", reference_id: "ref_1", amount: "-0.400000" }] },
    ],
    [
      "takes off what was booked a second time",
      paidOrder({ transactions: [...booked, { ...booked[0]!, id: "ordtrx_2" }] }),
      { do: "unbook", ids: ["ordtrx_2"] },
    ],
    [
      "takes off a refund that was booked a second and a third time",
      gaveBack({
        transactions: [
          ...gaveBack().transactions,
          ...["ordtrx_2", "ordtrx_3"].map((id) => ({
            id,
            amount: -4_000,
            reference_id: "ref_1",
            version: 1,
          })),
        ],
      }),
      { do: "unbook", ids: ["ordtrx_2", "ordtrx_3"] },
    ],
    [
      "sums up what core kept of another version",
      paidOrder({ summary: { current_order_total: 10_000, transaction_total: 0 } }),
      { do: "sum" },
    ],
    ["balances a refund", gaveBack(), credits(["ref_1", "4000"])],
    ["balances only what was not paid too much", gaveBack({ total: 9_000 }), credits(["ref_1", "3000"])],
    [
      "takes back what it balanced where core went on and did so, too",
      gaveBack({
        total: 2_000,
        version: 3,
        credit_lines: [
          { amount: 4_000, reference: "refund", reference_id: "ref_1", metadata: { created_in_version: 2 } },
          {
            amount: 4_000,
            reference: "payment_collection",
            reference_id: "pay_col_1",
            metadata: { created_in_version: 3 },
          },
        ],
      }),
      credits(["ref_1", "-4000"]),
    ],
    [
      "takes away the mark of a completion that was taken back after another process had made the order",
      paidOrder({ payment_collections: [collection({ payments: [payment({ canceled_at: AT })] })] }),
      { do: "uncancel", payments: ["pay_1"] },
    ],
    [
      "takes it from the one that is booked where the same money was canceled twice",
      paidOrder({
        payment_collections: [collection({ payments: [payment({ canceled_at: AT }), canceledBefore] })],
      }),
      { do: "uncancel", payments: ["pay_1"] },
    ],
    [
      "takes it from all whose money is another one",
      paidOrder({
        payment_collections: [
          collection({
            payments: [
              payment({
                canceled_at: AT,
                captures: [
                  { id: "capt_1", amount: 10_000, created_at: AT },
                  { id: "capt_2", amount: 1, created_at: AT },
                ],
              }),
              payment({ id: "pay_0", canceled_at: AT, data: null, captures: null }),
            ],
          }),
        ],
      }),
      { do: "uncancel", payments: ["pay_0", "pay_1"] },
    ],
    [
      "cancels what nobody owes, however fresh",
      owing(0, {
        payment_collections: [
          collection({
            status: "awaiting",
            ...FRESH,
            payment_sessions: [session({ status: "pending_authorization" })],
          }),
        ],
      }),
      fits([{ id: "pay_col_1", amount: null }]),
    ],
    [
      "asks for less, however fresh",
      owing(700, { payment_collections: [collection(FRESH)] }),
      fits([{ id: "pay_col_1", amount: "700" }]),
    ],
    [
      "asks for more",
      owing(12_000, { payment_collections: [collection()] }),
      fits([{ id: "pay_col_1", amount: "12000" }]),
    ],
    [
      "keeps the one that asks for what is open",
      owing(700, {
        payment_collections: [
          collection(),
          collection({ id: "pay_col_2", amount: 700, payment_sessions: [] }),
        ],
      }),
      fits([{ id: "pay_col_1", amount: null }]),
    ],
    [
      "keeps the one that a customer chose to pay in",
      owing(10_000, {
        payment_collections: [collection({ payment_sessions: [] }), collection({ id: "pay_col_2" })],
      }),
      fits([{ id: "pay_col_1", amount: null }]),
    ],
    [
      "keeps the newest",
      owing(10_000, {
        payment_collections: [
          collection({ created_at: new Date(0) }),
          collection({ id: "pay_col_2", created_at: new Date(1) }),
        ],
      }),
      fits([{ id: "pay_col_1", amount: null }]),
    ],
    [
      "keeps the one that another provider is at",
      owing(700, {
        payment_collections: [
          collection({ id: "pay_col_2", amount: 700 }),
          collection({ payment_sessions: [session({ provider_id: other, status: "requires_more" })] }),
        ],
      }),
      fits([{ id: "pay_col_2", amount: null }]),
    ],
    [
      "cuts one to what was captured in it",
      partly(),
      fits([{ id: "pay_col_1", amount: "6000", paid: true }]),
    ],
    [
      "and asks for the rest",
      owing(4_000, {
        transactions: [{ amount: 6_000, reference_id: "capt_1" }],
        payment_collections: [collection({ payments: [half(6_000)] })],
      }),
      fits([{ id: "pay_col_1", amount: "6000", paid: true }], "4000"),
    ],
    ["asks for what no collection asks for", paidOrder({ total: 10_700 }), fits([], "700")],
    [
      "counts nothing as given back that core took back before the order was made",
      paidOrder({
        payment_collections: [
          collection({
            status: "completed",
            captured_amount: 20_000,
            refunded_amount: 11_000,
            payments: [
              payment({ ...takenBack, id: "pay_0" }),
              payment({ refunds: [refunded({ amount: 1_000 })] }),
            ],
          }),
        ],
        transactions: [...booked, { amount: -1_000, reference_id: "ref_1", version: 1 }],
        version: 2,
        total: 9_000,
      }),
      {
        do: "count",
        collections: [{ id: "pay_col_1", captured_amount: "10000", refunded_amount: "1000" }],
      },
    ],
  ])("%s", (...[, record, mend, more]) => expect(judge(record, more)).toEqual(mend))
})

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
      const mend = judge(left.order)
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
