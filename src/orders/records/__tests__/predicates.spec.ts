import {
  askedOf,
  askingCollection,
  creditDue,
  heldBy,
  isTakenIn,
  isByCore,
  isCanceled,
  isGivenBack,
  isPaymentOf,
  isPaidFor,
  isMadeAnew,
  isReturned,
  isSpent,
  isTakenBack,
  leftOf,
  openOf,
  owedBy,
  overpaidBy,
  bookedAgain,
  isSick,
  paidBy,
  paymentOf,
  stands,
  blockerOf,
  total,
} from "../predicates"
import { identifierOf, isOurs } from "../providers"
import { AT, collection, order, owing, paidOrder, payment, refund, session, takenBack } from "./records"
import { COMPENSATION_NOTE } from "../../../../integration-tests/http/support/compensation"

describe("total", () => {
  it.each([
    ["sums exactly, then rounds once", [0.1, 0.2, "0.3"], 0, 1n],
    ["half up", ["6996.5"], 0, 6997n],
    ["below half", ["6996.25", "0.24"], 0, 6996n],
    ["in the currency's own decimals", ["0.005", { value: "0.10" }], 2, 11n],
    ["of nothing", [], 2, 0n],
    ["of what is negative", [5, "-7"], 0, -2n],
  ])("%s", (_, amounts, exponent, expected) => {
    expect(total(amounts, exponent)).toBe(expected)
  })

  it("refuses what is no amount", () => {
    expect(() => total(["many"], 0)).toThrow(RangeError)
  })
})

describe("a payment", () => {
  const canceled = { canceled_at: AT }
  const uncaptured = { captured_at: null, captures: [] }
  const back = (amount: number) => ({ refunds: [refund(amount)] })
  const cases: [string, ReturnType<typeof payment>, object][] = [
    [
      "refunded by core, before it was canceled",
      payment({ refunds: [refund(10_000, { created_by: null })] }),
      { returned: true, takenBack: true },
    ],
    [
      "refunded by core and by a person",
      payment({ refunds: [refund(5_000, { created_by: null }), refund(5_000)] }),
      { booked: true, returned: true, givenBack: true },
    ],
    ["captured", payment(), { booked: true, stands: true, held: 10_000n, left: 10_000n }],
    ["authorized", payment(uncaptured), { stands: true, left: 10_000n }],
    ["refunded in part", payment(back(9_999)), { booked: true, stands: true, held: 1n, left: 1n }],
    ["refunded by the shop", payment(back(10_000)), { booked: true, returned: true, givenBack: true }],
    [
      "refunded too much",
      payment(back(10_001)),
      { booked: true, returned: true, givenBack: true, held: -1n, left: -1n },
    ],
    ["taken back by core", payment(takenBack), { returned: true, takenBack: true }],
    [
      "canceled by core, and refunded by a person",
      payment({ ...canceled, ...back(10_000) }),
      { booked: true, returned: true, givenBack: true },
    ],
    [
      "canceled, and killed before its refund",
      payment(canceled),
      { booked: true, held: 10_000n, left: 10_000n },
    ],
    [
      "canceled before it was captured",
      payment({ ...uncaptured, ...canceled }),
      { takenBack: true, left: 10_000n },
    ],
    [
      "refunded without a capture",
      payment({ ...uncaptured, ...back(10_000) }),
      { returned: true, held: -10_000n },
    ],
    [
      "a fraction above what the currency has",
      payment({
        amount: "6996.25",
        captures: [{ id: "capt_1", amount: "6996.25", created_at: AT }],
        ...back(6_996),
      }),
      { booked: true, returned: true, givenBack: true },
    ],
    [
      "without captures and refunds",
      payment({ captures: null, refunds: null }),
      { booked: true, stands: true, left: 10_000n },
    ],
  ]
  it.each(cases)("%s", (_, record, expected) => {
    expect({
      returned: isReturned(record, 0),
      takenBack: isTakenBack(record, 0),
      givenBack: isGivenBack(record, 0),
      booked: isTakenIn(record, 0),
      stands: stands(record, 0),
      held: heldBy(record, 0),
      left: leftOf(record, 0),
    }).toEqual({
      returned: false,
      takenBack: false,
      givenBack: false,
      booked: false,
      stands: false,
      held: 0n,
      left: 0n,
      ...expected,
    })
  })

  it.each([
    ["before the order stood, by core", {}, -1, true],
    ["in the moment of the order, by core", {}, 0, true],
    ["since the order stands, by a program of the shop", {}, 1, false],
    ["since another completion made the order, by core", { note: COMPENSATION_NOTE }, 1, true],
    ["with core's note, by a person", { note: COMPENSATION_NOTE, created_by: "user_1" }, 1, false],
    ["by a person", { created_by: "user_1" }, -1, false],
    ["for a reason", { refund_reason_id: "refr_1" }, -1, false],
  ])("was refunded %s", (_, who, later, byCore) => {
    const back = refund(10_000, { created_by: null, created_at: new Date(AT.getTime() + later), ...who })
    const record = payment({ refunds: [back] })
    expect([
      isByCore(back, AT),
      isTakenBack(record, 0, AT),
      isGivenBack(record, 0, AT),
      isTakenIn(record, 0, AT),
    ]).toEqual([byCore, byCore, !byCore, !byCore])
  })

  it("was refunded by core, whenever that was, while no order stands", () => {
    expect(isByCore(refund(10_000, { created_by: null, created_at: AT }), null)).toBe(true)
  })

  it("belongs to the money that its own data name", () => {
    expect(isPaymentOf(payment(), { merchant_reference: "cart_1-1" })).toBe(true)
    expect(isPaymentOf(payment(), { merchant_reference: "cart_1-2" })).toBe(false)
    expect(isPaymentOf(payment({ data: null }), { merchant_reference: "cart_1-1" })).toBe(false)
  })
})

describe("a collection", () => {
  const paying = (...payments: ReturnType<typeof payment>[]) => collection({ payments })
  it.each([
    ["nothing was paid", paying(), 10_000n, false],
    ["all of it was paid", paying(payment()), 1n, true],
    ["a part of it leaves enough", paying(payment({ amount: 4_000 })), 6_000n, false],
    ["a part of it leaves too little", paying(payment({ amount: 4_000 })), 6_001n, true],
    ["parts add up", paying(payment({ amount: 4_000 }), payment({ amount: 6_000 })), 1n, true],
    ["what was given back pays nothing", paying(payment({ refunds: [refund(10_000)] })), 10_000n, false],
    [
      "what was given back too much takes nothing from others",
      paying(payment({ refunds: [refund(20_000)] }), payment({ amount: 1 })),
      10_000n,
      true,
    ],
    ["what is canceled pays nothing", paying(payment({ canceled_at: AT })), 10_000n, false],
    ["fractions are rounded", { ...paying(payment({ amount: 3_996 })), amount: "6996.25" }, 3_000n, false],
  ])("%s", (_, record, asked, expected) => {
    expect(isPaidFor(record, asked, 0)).toBe(expected)
  })

  it("is paid by the sum of what stands", () => {
    const part = payment({ amount: 500 })
    expect(paidBy([part, part, payment({ canceled_at: AT })], 0)).toBe(1_000n)
  })

  it("tells what was refunded before the order stood from what was refunded of it", () => {
    const at = (time: string) => payment({ canceled_at: AT, refunds: [{ ...refund(1), created_at: time }] })
    const orderedAt = "2026-01-02T00:00:00Z"
    expect(isTakenBack(at("2026-01-01T00:00:00Z"), 0, orderedAt)).toBe(true)
    expect(isTakenBack(at("2026-01-03T00:00:00Z"), 0, orderedAt)).toBe(false)
    expect(isTakenBack(at(orderedAt), 0, orderedAt)).toBe(false)
    const kept = payment({ refunds: [{ ...refund(1), created_at: "2026-01-01T00:00:00Z" }] })
    expect(isTakenBack(kept, 0, orderedAt)).toBe(false)
    expect(isTakenBack(payment({ canceled_at: AT, refunds: null }), 0, orderedAt)).toBe(false)
  })

  it("was made anew by one of the same money that stands, and by no other", () => {
    const canceled = payment({ canceled_at: AT })
    const another = payment({ data: { merchant_reference: "cart_1-2" } })
    expect(isMadeAnew(canceled, [canceled, another, payment({ data: null })])).toBe(false)
    expect(isMadeAnew(canceled, [canceled, payment()])).toBe(true)
    expect(isMadeAnew(payment(), [payment()])).toBe(false)
    const nameless = payment({ canceled_at: AT, data: {} })
    expect(isMadeAnew(nameless, [nameless, payment({ data: {} })])).toBe(false)
  })

  it("knows the payment of a session, and whether it was used up", () => {
    const used = collection({ payments: [payment(takenBack)] })
    expect(paymentOf(session(), used)).toBe(used.payments[0])
    expect(paymentOf(session({ id: "payses_2" }), used)).toBeNull()
    expect(isSpent(session(), used, 0)).toBe(true)
    const givenBack = collection({ payments: [payment({ refunds: [refund(1)] })] })
    expect(isSpent(session(), givenBack, 0)).toBe(true)
    expect(isSpent(session({ id: "payses_2" }), used, 0)).toBe(false)
    expect(isSpent(session(), collection({ payments: [payment()] }), 0)).toBe(false)
  })
})

describe("an order", () => {
  const booked6996 = { transactions: [{ amount: "6996" }] }
  it("owes its total without what is booked, in whole units: 0.25 XAF are nothing", () => {
    const one = order({ total: "6996.25", summary: { current_order_total: 1 }, ...booked6996 })
    expect([owedBy(one, 0), owedBy(one, 2)]).toEqual([0n, 25n])
  })

  it("owes by its summary where it was read by its cart", () => {
    expect(owedBy(order({ summary: { current_order_total: "6997.5" }, ...booked6996 }), 0)).toBe(2n)
  })

  it("owes less by what is being returned", () => {
    const items = [{ return_requested_total: "100.5" }, { return_requested_total: 20.25 }, {}]
    expect(owedBy(order({ total: 10_000, items }), 2)).toBe(987_925n)
    expect(owedBy(order({ total: 10_000, items: null }), 0)).toBe(10_000n)
  })

  it("owes nothing as a draft, or canceled", () => {
    expect(owedBy(order({ status: "canceled" }), 0)).toBe(0n)
    expect(owedBy(order({ is_draft_order: true }), 0)).toBe(0n)
  })

  it.each([
    ["a second capture of its last version is", [10_000, 700], [2, 2], 700n],
    ["so is the first one's rest", [10_000, 700], [2, 1], 700n],
    [
      "what was captured before it was edited down is the customer's, and not too much",
      [9_000, 1_700],
      [1, 1],
      0n,
    ],
    ["one capture alone is not, whatever its fractions", [10_001], [2], 0n],
    ["nor one that is of no known version", [10_000, 700], [1, undefined], 0n],
    ["nor what is owed just so", [9_300, 700], [2, 2], 0n],
    ["nor what went back since", [10_000, 700, -700], [2, 2, 2], 0n],
    ["nor what one capture brought, a part of which went back by hand", [10_800, -100], [1, 2], 0n],
    ["nor what one capture brought, and nothing beside it", [10_800, 0], [1, 2], 0n],
    ["nor what is owed still", [9_000, 700], [2, 2], 0n],
  ])("has too much where %s", (_, amounts, versions, expected) => {
    const transactions = amounts.map((amount, n) => ({
      ...{ amount, reference_id: `capt_${n}`, version: versions[n] },
    }))
    expect(overpaidBy(order({ total: 10_000, version: 2, transactions }), 0)).toBe(expected)
  })

  it("has not too much where no version is known", () => {
    const transactions = [10_000, 700].map((amount, n) => ({ amount, reference_id: `capt_${n}` }))
    expect(overpaidBy(order({ total: 10_000, version: undefined, transactions }), 0)).toBe(0n)
  })

  it("has not too much where one capture is booked twice", () => {
    const booked = { amount: 10_000, reference_id: "capt_1", version: 2 }
    const twice = order({
      ...{ total: 10_000, version: 2, transactions: [booked, { ...booked, id: "ordtrx_2" }] },
      payment_collections: [collection({ payments: [payment()] })],
    })
    expect([overpaidBy(twice, 0), bookedAgain(twice)]).toEqual([0n, [{ ...booked, id: "ordtrx_2" }]])
    const nameless = { amount: -1, version: 2 }
    const read = order({
      transactions: [nameless, nameless],
      payment_collections: [collection({ payments: [payment({ refunds: [refund(1)] })] })],
    })
    expect(bookedAgain(read)).toEqual([])
    const others = { ...twice, payment_collections: [] }
    expect([overpaidBy(others, 0), bookedAgain(others)]).toEqual([10_000n, []])
  })

  it("is sick where core's kept sum is not that of its transactions", () => {
    const kept = (transaction_total?: number) =>
      order({ summary: { current_order_total: 1, transaction_total }, ...booked6996 })
    expect(
      [kept(6_996), kept(6_996.25), kept(), kept(0), kept(6_997)].map((each) => isSick(each, 0))
    ).toEqual([false, false, false, true, true])
  })

  it("is canceled by its status alone", () => {
    expect([isCanceled(order()), isCanceled(order({ status: "canceled" }))]).toEqual([false, true])
  })

  const inCollection = (facts: object) => order({ payment_collections: [collection(facts)] })
  it.each([
    ["nothing", order(), null],
    ["money that was captured", paidOrder(), "money"],
    [
      "money that is only authorized",
      inCollection({ payments: [payment({ captured_at: null, captures: [] })] }),
      "money",
    ],
    [
      "captured money that is marked as canceled",
      inCollection({ payments: [payment({ canceled_at: AT })] }),
      "money",
    ],
    [
      "a part that was not given back",
      inCollection({ payments: [payment({ refunds: [refund(1)] })] }),
      "money",
    ],
    ["a transaction by hand", order({ transactions: [{ amount: 5 }] }), "money"],
    ["transactions that cancel each other", order({ transactions: [{ amount: 5 }, { amount: -5 }] }), null],
    ["what core took back", inCollection({ payments: [payment(takenBack)] }), null],
    [
      "another provider",
      inCollection({ payment_sessions: [session(), session({ provider_id: "pp_system_default" })] }),
      "other_provider",
    ],
    ["a credit line", order({ credit_lines: [{ amount: 1 }] }), "credit"],
    ["credit lines of any sign", order({ credit_lines: [{ amount: 1 }, { amount: -1 }] }), "credit"],
    ["a credit line of nothing, from a cancel of core's", order({ credit_lines: [{ amount: "0" }] }), null],
    ["goods on their way", order({ fulfillments: [{ canceled_at: AT }, { canceled_at: null }] }), "goods"],
    ["goods that came back", order({ fulfillments: [{ canceled_at: AT }] }), null],
  ])("is tied by %s", (_, record, expected) => {
    expect(blockerOf(record, { openChanges: 0, exponent: 0 })).toBe(expected)
  })

  it("is tied by an open change", () => {
    expect(blockerOf(order(), { openChanges: 1, exponent: 0 })).toBe("change")
  })
})

describe("what an order still asks for", () => {
  const MONEY = { merchant_reference: "cart_1-2" }
  const holding = (...payments: ReturnType<typeof payment>[]) => ({
    payment_collections: [collection({ payments }), collection({ id: "pay_col_2" })],
  })
  const capture = (id: string, amount: number) => ({ id, amount, created_at: AT })
  const authorized = payment({ captured_at: null, captures: [] })
  const booked = { transactions: [{ amount: 10_000, reference_id: "capt_1" }] }

  it.each([
    ["all of it where nothing came", owing(30_000), 30_000n],
    ["less what waits for its capture", owing(30_000, holding(authorized)), 20_000n],
    ["less a capture that core did not live to book", owing(30_000, holding(payment())), 20_000n],
    ["what core booked is off already", owing(20_000, { ...holding(payment()), ...booked }), 20_000n],
    [
      "less a payment of which a part is not booked",
      owing(25_000, {
        ...holding(payment({ captures: [capture("capt_1", 5_000), capture("capt_2", 5_000)] })),
        transactions: [{ amount: 5_000, reference_id: "capt_1" }],
      }),
      15_000n,
    ],
    ["what names no captures brings nothing", owing(30_000, holding(payment({ captures: null }))), 30_000n],
    ["less than nothing where too much is on its way", owing(0, holding(authorized)), -10_000n],
  ])("is %s", (_, record, expected) => expect(openOf(record, 0)).toBe(expected))

  it.each([
    ["asks for it, and in which nothing was paid", {}, true],
    ["asks for less", { amount: 29_999 }, false],
    ["is canceled", { status: "canceled" }, false],
    ["has a payment that waits for its capture", { payments: [authorized] }, false],
  ])("has one collection to be paid in, which %s", (_, facts, is) => {
    const asking = collection({ id: "pay_col_2", status: "not_paid", amount: 30_000, ...facts })
    const others = [collection({ id: "pay_col_1", amount: 10_000 }), asking]
    const owed = (asking.payments.length > 0 ? 10_000 : 0) + 30_000
    expect(askingCollection(owing(owed, { payment_collections: others }), 0)?.id).toBe(
      is ? "pay_col_2" : undefined
    )
  })

  it("has none to be paid in where nothing is open", () => {
    const asking = collection({ status: "not_paid", amount: 0 })
    expect(askingCollection(owing(0, { payment_collections: [asking] }), 0)).toBeUndefined()
  })

  const gaveBack = (facts: object = {}, version = 1, more: Parameters<typeof order>[0] = {}) =>
    owing(14_000, {
      ...holding(
        payment({ refunds: [refund(4_000, { id: "ref_1", created_by: "user_1", created_at: AT, ...facts })] })
      ),
      version,
      transactions: [
        { amount: 10_000, reference_id: "capt_1", version: 1 },
        { amount: -4_000, reference_id: "ref_1", version: 1 },
      ],
      ...more,
    })

  it("is less what the shop gave back, until core balances it", () => {
    expect(openOf(gaveBack(), 0)).toBe(10_000n)
  })

  it("is all of it once core balanced a refund, or the order was changed since", () => {
    expect(openOf(gaveBack({}, 2), 0)).toBe(14_000n)
  })

  it("is not less by a refund that core has not booked on the order", () => {
    const transactions = [{ amount: 10_000, reference_id: "capt_1", version: 1 }]
    expect(openOf(gaveBack({}, 1, { transactions }), 0)).toBe(14_000n)
    const unnamed = [...transactions, { amount: -4_000, version: 1 }]
    expect(openOf(gaveBack({ id: undefined }, 1, { transactions: unnamed }), 0)).toBe(14_000n)
    const none = owing(14_000, { ...holding(payment({ refunds: null })), ...booked })
    expect(openOf(none, 0)).toBe(14_000n)
  })

  it("is not less by what core gave back before the order stood", () => {
    expect(openOf(gaveBack({ created_by: null }), 0)).toBe(14_000n)
    expect(openOf(gaveBack({ created_by: null, created_at: undefined }), 0)).toBe(14_000n)
  })

  it("is less by no more of a refund than is owed because of it", () => {
    const overpaid = (owed: number) => ({ ...gaveBack(), total: 6_000 + owed })
    expect([openOf(overpaid(3_000), 0), openOf(overpaid(-1_000), 0)]).toEqual([0n, -1_000n])
    expect([creditDue(overpaid(3_000), 0), creditDue(overpaid(-1_000), 0)]).toEqual([3_000n, 0n])
  })

  it("of money that came is what others leave, without what it brings itself", () => {
    const own = payment({
      id: "pay_2",
      data: { merchant_reference: "cart_1-2" },
      captures: [capture("capt_2", 10_000)],
    })
    expect(askedOf(owing(30_000, holding(own)), MONEY, 0)).toBe(30_000n)
    expect(askedOf(owing(30_000, holding(own, payment())), MONEY, 0)).toBe(20_000n)
    expect(askedOf(gaveBack(), MONEY, 0)).toBe(10_000n)
  })
})

describe("our providers", () => {
  it.each([
    ["pp_paycollect_default", true, "paycollect"],
    ["pp_paycollect", true, "paycollect"],
    ["pp_paycollect-mobile-money_default", true, "paycollect-mobile-money"],
    ["pp_paycollect-card_shop", true, "paycollect-card"],
    ["pp_paycollectx_default", false, "paycollect"],
    ["xpp_paycollect_default", false, "paycollect"],
    ["pp_system_default", false, "paycollect"],
  ])("%s", (provider_id, ours, identifier) => {
    expect([isOurs({ provider_id }), identifierOf(provider_id)]).toEqual([ours, identifier])
  })
})
