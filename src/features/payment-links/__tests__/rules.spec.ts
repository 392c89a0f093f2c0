import { AT, collection, order, payment, refund, session } from "../../../orders/records/__tests__/records"
import { type OrderRecord } from "../../../orders/records/records"
import {
  cartLinkState,
  endOf,
  linkState,
  payableCollections,
  type LinkCartMoment,
  type LinkMoment,
  type LinkPayment,
} from "../rules"

const NOW = AT.getTime()
const HOUR = 3_600_000
const later = (ms: number) => new Date(NOW + ms)
const LINK = { expires_at: later(HOUR), revoked_at: null, paid_at: null }

const owing = (owed: number | string = 10_000, facts: Partial<OrderRecord> = {}) =>
  order({ total: owed, payment_collections: [], ...facts })
const tried = (facts: Partial<LinkPayment> = {}): LinkPayment => ({
  status: "requires_action",
  outcome: "waiting",
  applied_at: null,
  closed_at: null,
  next_step_at: null,
  listed_at: null,
  assigned_order_id: null,
  ...facts,
})
const UNCONFIRMED = { status: "processing" }
const CONFIRMED = { ...UNCONFIRMED, next_step_at: later(HOUR) }
const came = (facts: Partial<LinkPayment> = {}) => tried({ status: "succeeded", outcome: "paid", ...facts })
const kind = (moment: Partial<LinkMoment> = {}, link: Partial<typeof LINK> | object = {}) =>
  linkState(
    { ...LINK, ...link },
    { order: owing(), payments: [], lacks: [], busy: false, exponent: 0, now: NOW, ...moment }
  ).kind

describe("a payment link", () => {
  const asked = (target: OrderRecord) =>
    linkState(LINK, {
      payments: [],
      lacks: [],
      busy: false,
      exponent: 0,
      now: NOW,
      order: target,
    })

  it("asks for what its order owes", () => {
    expect(asked(owing("6996.25"))).toEqual({ kind: "payable", owed: 6_996n })
  })

  it.each<[string, string, Partial<LinkMoment>, object?]>([
    ["an open try is there", "payable", { payments: [tried()] }],
    ["a try failed", "payable", { payments: [tried({ status: "failed", outcome: "failed" })] }],
    ["a payment is being confirmed", "waiting", { payments: [tried(CONFIRMED)] }],
    ["one was never confirmed, and the job looks no more", "payable", { payments: [tried(UNCONFIRMED)] }],
    [
      "that ended without money",
      "payable",
      { payments: [tried({ status: "processing", outcome: "failed" })] },
    ],
    ["money came of a sum that cannot be read", "waiting", { payments: [came({ outcome: "waiting" })] }],
    ["money came that is not booked yet", "waiting", { payments: [came()] }],
    ["money came that is examined", "attention", { payments: [came({ listed_at: AT })] }],
    ["other money came than was asked for", "attention", { payments: [came({ outcome: "discrepancy" })] }],
    ["a person dealt with that money", "payable", { payments: [came({ closed_at: AT })] }],
    [
      "that money was given to another order",
      "payable",
      { payments: [came({ assigned_order_id: "order_2" })] },
    ],
    ["other money is being booked on it", "waiting", { busy: true }],
    ["it names nobody any more who pays", "lacking", { lacks: ["last_name", "email or phone"] }],
    ["it names nobody, and owes nothing", "nothing_owed", { lacks: ["last_name"], order: owing(0) }],
    ["it names nobody, and money is on its way", "waiting", { lacks: ["last_name"], payments: [came()] }],
    ["the order is gone", "canceled", { order: null }],
    ["the order is canceled", "canceled", { order: owing(10_000, { status: "canceled" }) }],
    [
      "money came for a canceled order",
      "attention",
      { order: owing(0, { status: "canceled" }), payments: [came({ listed_at: AT })] },
    ],
    ["the order is a draft", "canceled", { order: owing(10_000, { is_draft_order: true }) }],
    ["paid by us", "paid", { order: owing(0), payments: [came({ applied_at: AT })] }],
    ["paid otherwise", "nothing_owed", { order: owing(0) }],
    ["paid by us and asks for more", "payable", { payments: [came({ applied_at: AT })] }],
    ["withdrawn", "revoked", {}, { revoked_at: AT }],
    ["over", "expired", {}, { expires_at: AT }],
    ["over, while money is on its way", "waiting", { payments: [tried(CONFIRMED)] }, { expires_at: AT }],
    [
      "over and was paid by",
      "paid",
      { payments: [came({ applied_at: AT })] },
      { expires_at: AT, paid_at: AT },
    ],
    [
      "withdrawn after it was paid by",
      "paid",
      { order: owing(0), payments: [came({ applied_at: AT })] },
      { revoked_at: AT, paid_at: AT },
    ],
  ])("where %s: %s", (_, expected, moment, link = {}) => expect(kind(moment, link)).toBe(expected))

  it("ends on the stroke of its time, and not before", () => {
    expect(endOf(LINK, NOW + HOUR - 1)).toBeNull()
    expect(endOf(LINK, NOW + HOUR)).toBe("expired")
    expect(endOf({ ...LINK, revoked_at: AT }, NOW)).toBe("revoked")
  })

  it("waits while core's kept sum is wrong", () => {
    const summary = { current_order_total: 10_000, transaction_total: 1 }
    expect(kind({ order: owing(10_000, { summary }) })).toBe("waiting")
  })

  it("counts what is authorized and not captured as paid", () => {
    const authorized = payment({ captured_at: null, captures: [], amount: 4_000 })
    const target = owing(10_000, { payment_collections: [collection({ payments: [authorized] })] })
    expect(asked(target)).toEqual({ kind: "payable", owed: 6_000n })
  })

  it("does not ask again for what the shop gave back", () => {
    const back = { ...refund(2_500), id: "ref_1", created_at: later(1) }
    const target = owing(10_000, {
      version: 1,
      transactions: [
        { amount: 10_000, reference_id: "capt_1", version: 1 },
        { amount: -2_500, reference_id: "ref_1", version: 1 },
      ],
      payment_collections: [collection({ payments: [payment({ refunds: [back] })] })],
    })
    expect(asked(target)).toEqual({ kind: "nothing_owed" })
  })

  it.each([
    ["core balanced by a credit line", [{ amount: 2_500 }]],
    ["needed none, because the order had been paid too much", []],
  ])("asks for all that an edit adds after a refund that %s", (_, credit_lines) => {
    const back = { ...refund(2_500), id: "ref_1", created_at: later(1) }
    const target = owing(11_100, {
      version: 2,
      transactions: [
        { amount: 10_000, reference_id: "capt_1", version: 1 },
        { amount: -2_500, reference_id: "ref_1", version: 1 },
      ],
      credit_lines,
      payment_collections: [collection({ payments: [payment({ refunds: [back] })] })],
    })
    expect(asked(target)).toEqual({ kind: "payable", owed: 3_600n })
  })
})

describe("the collection that is paid in", () => {
  const ids = (...payment_collections: OrderRecord["payment_collections"]) =>
    payableCollections(owing(10_000, { payment_collections }), 10_000n, 0).map(({ id }) => id)

  it("asks for just what is owed, and no money went into it", () => {
    expect(ids(collection())).toEqual(["pay_col_1"])
    expect(ids(collection({ status: "awaiting" }))).toEqual(["pay_col_1"])
    expect(ids(collection({ amount: 9_999 }))).toEqual([])
    expect(ids(collection({ payments: [payment()] }))).toEqual([])
    for (const status of ["canceled", "completed", "authorized", "partially_captured"])
      expect(ids(collection({ status }))).toEqual([])
  })

  it("is first of all one that a way to pay was chosen in", () => {
    const empty = collection({ id: "pay_col_0", payment_sessions: [] })
    expect(ids(empty, collection({ payment_sessions: [session()] }))).toEqual(["pay_col_1", "pay_col_0"])
  })
})

describe("the payment link of a cart that has no order", () => {
  const CART = { total: 7_300n, isCompleted: false, lacks: [] }
  const state = (moment: Partial<LinkCartMoment> = {}, link: object = {}) =>
    cartLinkState({ ...LINK, ...link }, { cart: CART, payments: [], now: NOW, ...moment })

  it("asks for what the cart costs", () => expect(state()).toEqual({ kind: "payable", owed: 7_300n }))

  it.each<[string, string, Partial<LinkCartMoment>, object?]>([
    ["an open try is there", "payable", { payments: [tried()] }],
    ["a try failed", "payable", { payments: [tried({ status: "failed", outcome: "failed" })] }],
    ["a payment is being confirmed", "waiting", { payments: [tried(CONFIRMED)] }],
    ["one was never confirmed, and the job looks no more", "payable", { payments: [tried(UNCONFIRMED)] }],
    ["money came that is no order yet", "waiting", { payments: [came()] }],
    ["money came that is examined", "attention", { payments: [came({ listed_at: AT })] }],
    ["other money came than was asked for", "attention", { payments: [came({ outcome: "discrepancy" })] }],
    ["money came, and the cart is gone", "waiting", { payments: [came()], cart: null }],
    ["a person dealt with that money", "payable", { payments: [came({ closed_at: AT })] }],
    ["that money was given to an order", "payable", { payments: [came({ assigned_order_id: "order_2" })] }],
    ["its order was paid and is gone", "paid", { payments: [came({ applied_at: AT })] }],
    ["core is making its order", "waiting", { cart: { ...CART, isCompleted: true } }],
    ["the cart is gone", "gone", { cart: null }],
    ["it lacks something", "lacking", { cart: { ...CART, lacks: ["stock"] } }],
    ["it costs nothing", "nothing_owed", { cart: { ...CART, total: 0n } }],
    ["the link was withdrawn", "revoked", {}, { revoked_at: AT }],
    ["the link has expired", "expired", { cart: { ...CART, lacks: ["stock"] } }, { expires_at: AT }],
    [
      "the link has expired while a payment is confirmed",
      "waiting",
      { payments: [tried(CONFIRMED)] },
      { expires_at: AT },
    ],
  ])("when %s, is %s", (_, expected, moment, link = {}) => expect(state(moment, link).kind).toBe(expected))
})
