import {
  attempt,
  cartSnapshot,
  collection,
  order,
  orderSnapshot,
  paidOrder,
  payment,
  refund,
  secondAttempt,
  session,
  AT,
  takenBack,
  withPayments,
  withSessions,
  bare,
} from "../../records/__tests__/records"
import { PAID } from "../paid"
import { planBy } from "../plan"
import {
  CANCELED,
  describeTable,
  HOUR,
  LATER,
  live,
  MONEY,
  noCart,
  OPTIONS,
  other,
  run,
  applied,
  tell,
  wait,
  type Case,
} from "./table"

const CASES: Case[] = [
  {
    row: "refunded",
    when: "a part of it went back, although its cart could still be completed with it",
    snapshot: cartSnapshot(),
    money: { refunded: "1" },
    expected: tell("paid_without_order"),
  },
  {
    row: "refunded",
    when: "a part of it went back, although core has captured it before it was killed",
    snapshot: cartSnapshot({ collections: withPayments(payment()) }),
    money: { refunded: "1" },
    expected: tell("paid_without_order"),
  },
  {
    row: "session",
    when: "its live session is another's, which is sent back",
    snapshot: cartSnapshot({
      attempts: [attempt(), secondAttempt({ refunded: "1" })],
      payers: { payses_1: "pcint_2" },
    }),
    expected: run({ do: "link_session", session_id: "payses_1" }),
  },
  {
    row: "gone",
    when: "nothing here is of it",
    snapshot: bare({ collections: [] }),
    money: { recovered: "event", payment_collection_id: "" },
    expected: tell("unknown_payment"),
  },
  {
    row: "gone",
    when: "nothing here is of it, not even a collection without a cart",
    snapshot: bare({ collections: [] }),
    money: { ...noCart, recovered: "event" },
    expected: tell("unknown_payment"),
  },
  {
    row: "gone",
    when: "its row was recovered from the store, which has lost the cart since",
    snapshot: bare({ collections: [] }),
    money: { recovered: "store" },
    expected: tell("paid_without_order"),
  },
  {
    row: "pay",
    when: "its cart is back, which was not there when the row was recovered",
    snapshot: cartSnapshot(),
    money: { recovered: "event", payment_collection_id: "", created_at: new Date(LATER - 24 * HOUR) },
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },
  {
    row: "old_recovered",
    when: "its row was lost, and it was begun more than a day ago",
    snapshot: cartSnapshot(),
    money: { recovered: "store", created_at: new Date(LATER - 24 * HOUR - 1) },
    expected: tell("late_payment"),
  },
  {
    row: "test",
    when: "an order was made of it before",
    snapshot: orderSnapshot([paidOrder()]),
    options: live,
    expected: applied(),
  },
  {
    row: "test",
    when: "it was captured without a cart",
    snapshot: bare({ collections: withPayments(payment()) }),
    money: noCart,
    options: live,
    expected: applied(null),
  },
  {
    row: "test",
    when: "it was captured, and its order is gone",
    snapshot: cartSnapshot({ collections: withPayments(payment()) }),
    options: live,
    expected: applied(null),
  },
  {
    row: "test",
    when: "no order was made of it",
    snapshot: cartSnapshot(),
    options: live,
    expected: tell("environment_discrepancy"),
  },
  {
    row: "test",
    when: "core took back what was made of it",
    snapshot: cartSnapshot({ collections: withPayments(payment(takenBack)) }),
    options: live,
    expected: tell("environment_discrepancy"),
  },
  {
    row: "pay",
    when: "live money in a store that went back to test",
    snapshot: cartSnapshot(),
    money: live,
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },

  {
    row: "canceled",
    when: "the shop gave it back",
    snapshot: orderSnapshot([
      paidOrder({ ...CANCELED, payment_collections: withPayments(payment({ refunds: [refund(10_000)] })) }),
    ]),
    expected: applied(),
  },
  {
    row: "canceled",
    when: "the shop gave it back, of an order edit",
    snapshot: orderSnapshot([
      paidOrder({ ...CANCELED, payment_collections: withPayments(payment({ refunds: [refund(10_000)] })) }),
    ]),
    money: noCart,
    expected: applied("order_1"),
  },
  {
    row: "canceled",
    when: "the shop gave it back, and beside it stands a payment that was never captured",
    snapshot: orderSnapshot([
      paidOrder({
        ...CANCELED,
        payment_collections: withPayments(
          payment({ refunds: [refund(10_000)] }),
          payment({ id: "pay_2", captured_at: null, captures: null })
        ),
      }),
    ]),
    expected: applied(),
  },
  {
    row: "canceled",
    when: "nothing was captured",
    snapshot: orderSnapshot([order(CANCELED)]),
    expected: tell("paid_after_cancel"),
  },
  {
    row: "canceled",
    when: "it was captured and not given back",
    snapshot: orderSnapshot([paidOrder(CANCELED)]),
    expected: tell("paid_after_cancel"),
  },
  {
    row: "canceled",
    when: "a part was given back",
    snapshot: orderSnapshot([
      paidOrder({ ...CANCELED, payment_collections: withPayments(payment({ refunds: [refund(9_999)] })) }),
    ]),
    expected: tell("paid_after_cancel"),
  },
  {
    row: "canceled",
    when: "it was captured twice and given back once",
    snapshot: orderSnapshot([
      paidOrder({
        ...CANCELED,
        payment_collections: withPayments(
          payment({ refunds: [refund(10_000)] }),
          payment({ id: "pay_2", captures: [{ id: "capt_2", amount: 10_000, created_at: AT }] })
        ),
      }),
    ]),
    expected: tell("paid_after_cancel"),
  },
  {
    row: "canceled",
    when: "only core booked it back",
    snapshot: orderSnapshot([order({ ...CANCELED, payment_collections: withPayments(payment(takenBack)) })]),
    expected: tell("paid_after_cancel"),
  },

  { row: "gone", when: "the cart is gone", snapshot: bare(), expected: tell("paid_without_order") },
  {
    row: "collection",
    when: "the cart has none, as in a backup of before its checkout",
    snapshot: cartSnapshot({ cart: { ...cartSnapshot().cart!, payment_collection_id: null } }),
    expected: run({ do: "open_checkout", cart_id: "cart_1" }),
  },
  {
    row: "asks_otherwise",
    when: "another total, and the cart has no collection",
    snapshot: cartSnapshot({ cart: { ...cartSnapshot().cart!, payment_collection_id: null, total: 10_001 } }),
    expected: tell("late_payment"),
  },
  {
    row: "asks_otherwise",
    when: "another total",
    snapshot: cartSnapshot({ cart: { ...cartSnapshot().cart!, total: 10_001 } }),
    expected: tell("late_payment"),
  },
  {
    row: "asks_otherwise",
    when: "another currency",
    snapshot: cartSnapshot({ cart: { ...cartSnapshot().cart!, currency_code: "xof" } }),
    expected: tell("late_payment"),
  },
  {
    row: "asks_otherwise",
    when: "a session of another total",
    snapshot: cartSnapshot({ collections: withSessions(session(other)) }),
    expected: tell("late_payment"),
  },
  {
    row: "session",
    when: "another attempt's, which brought nothing",
    snapshot: cartSnapshot({
      payers: { payses_1: "pcint_2" },
      attempts: [attempt(), secondAttempt({ outcome: "waiting" })],
    }),
    expected: run({ do: "link_session", session_id: "payses_1" }),
  },
  {
    row: "session",
    when: "another attempt's, which a person dealt with",
    snapshot: cartSnapshot({
      payers: { payses_1: "pcint_2" },
      attempts: [attempt(), secondAttempt({ closed_at: AT })],
    }),
    expected: run({ do: "link_session", session_id: "payses_1" }),
  },
  {
    row: "session",
    when: "another attempt's, whose money an employee gave to an order",
    snapshot: cartSnapshot({
      payers: { payses_1: "pcint_2" },
      attempts: [attempt(), secondAttempt({ assigned_order_id: "order_9" })],
    }),
    expected: run({ do: "link_session", session_id: "payses_1" }),
  },
  {
    row: "session",
    when: "nobody's",
    snapshot: cartSnapshot({ payers: {} }),
    expected: run({ do: "link_session", session_id: "payses_1" }),
  },
  {
    row: "pay",
    when: "its own session",
    snapshot: cartSnapshot(),
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },
  {
    row: "pay",
    when: "its own session, after three looks that failed",
    snapshot: cartSnapshot(),
    money: { advance_attempts: 3 },
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },
  {
    row: "pay",
    when: "its own session, in a collection that core captured for other money, and made no order",
    snapshot: cartSnapshot({
      collections: withPayments(
        payment({ id: "pay_2", data: { merchant_reference: "cart_1-2" }, payment_session_id: "payses_2" })
      ),
    }),
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },
  {
    row: "pay",
    when: "the session of other money that came",
    snapshot: cartSnapshot({ payers: { payses_1: "pcint_2" }, attempts: [attempt(), secondAttempt()] }),
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },
  {
    row: "pay",
    when: "a fraction the currency does not have",
    snapshot: cartSnapshot({ cart: { ...cartSnapshot().cart!, total: "10000.25" } }),
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },
  {
    row: "asks_otherwise",
    when: "the sessions are gone and the collection costs something else",
    snapshot: cartSnapshot({ collections: [collection({ ...other, payment_sessions: [] })] }),
    expected: tell("late_payment"),
  },
  {
    row: "session",
    when: "the sessions are gone",
    snapshot: cartSnapshot({ collections: withSessions() }),
    expected: run({ do: "open_session", collection_id: "pay_col_1" }),
  },
  {
    row: "session",
    when: "the session was used up",
    snapshot: cartSnapshot({ collections: withPayments(payment(takenBack)) }),
    expected: run({ do: "open_session", collection_id: "pay_col_1" }),
  },
  {
    row: "session",
    when: "the session is another provider's",
    snapshot: cartSnapshot({ collections: withSessions(session({ provider_id: "pp_system_default" })) }),
    expected: run({ do: "open_session", collection_id: "pay_col_1" }),
  },
]

describeTable("money that came, and no order stands", CASES, { rows: PAID, unpaid: null })

it("plan does nothing where no row holds", () => {
  const nothing = { snapshot: cartSnapshot(), options: OPTIONS, now: LATER }
  expect(planBy({}, MONEY, nothing)).toEqual(wait("nothing_to_do"))
})
