import {
  AT,
  attempt,
  cartSnapshot,
  collection,
  order,
  orderSnapshot,
  owing,
  paidOrder,
  payment,
  refund,
  secondAttempt,
  session,
  takenBack,
  withPayments,
  withSessions,
  bare,
} from "../../records/__tests__/records"
import { PAID } from "../paid"
import { isInMedusa, paysAnOrder } from "../plan"
import { type Plan } from "../types"
import { CORE_CUT_OFF_MS } from "../view"
import {
  CANCELED,
  describeTable,
  LATER,
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

const captured = (n: number, created_at: Date) => ({ id: `capt_${n}`, amount: 5_000, created_at })
const repair = (more: object): Plan =>
  run({
    do: "repair_order",
    order_id: "order_1",
    collection_id: "pay_col_1",
    link: false,
    uncancel: [],
    ...more,
  })

/** By money that is booked and of which nothing else is known here. */
const PAID_BEFORE = { transactions: [{ amount: 5_000, reference_id: "capt_9" }] }

/** Other money of the same order. */
const beside = (facts: Parameters<typeof payment>[0]) =>
  collection({
    id: "pay_col_9",
    payment_sessions: [],
    payments: [payment({ id: "pay_9", data: null, payment_session_id: null, ...facts })],
  })

/** Paid by a second attempt, and edited up by so much since. */
const edited = (more: number) =>
  orderSnapshot(
    [
      owing(more, {
        payment_collections: withPayments(payment({ data: null })),
        transactions: [{ amount: 10_000, reference_id: "capt_1" }],
      }),
    ],
    { payers: { payses_1: "pcint_2" }, attempts: [attempt(), secondAttempt({ order_id: "order_1" })] }
  )

const CASES: Case[] = [
  {
    row: "fresh_capture",
    when: "core may still be at it",
    snapshot: orderSnapshot([order({ payment_collections: withPayments(payment()) })]),
    money: noCart,
    now: AT.getTime() + CORE_CUT_OFF_MS - 1,
    expected: wait("core_is_recording", AT.getTime() + CORE_CUT_OFF_MS),
  },
  {
    row: "fresh_capture",
    when: "core may still be at the younger one of two",
    snapshot: orderSnapshot([
      order({
        payment_collections: withPayments(
          payment({ captures: [AT, new Date(AT.getTime() + 1_000)].map((at, n) => captured(n, at)) })
        ),
      }),
    ]),
    money: noCart,
    now: AT.getTime() + CORE_CUT_OFF_MS,
    expected: wait("core_is_recording", AT.getTime() + CORE_CUT_OFF_MS + 1_000),
  },
  {
    row: "unfinished",
    when: "a capture without a cart was cut off",
    snapshot: orderSnapshot([order({ payment_collections: withPayments(payment()) })]),
    money: noCart,
    now: AT.getTime() + CORE_CUT_OFF_MS,
    expected: repair({}),
  },
  {
    row: "unfinished",
    when: "a cart's capture was cut off: core's lock says when",
    snapshot: orderSnapshot([order({ payment_collections: withPayments(payment()) })]),
    now: AT.getTime(),
    expected: repair({}),
  },
  {
    row: "unfinished",
    when: "order and collection are not linked",
    snapshot: orderSnapshot([order({ payment_collections: [] })], { collections: [collection()] }),
    expected: repair({ link: true }),
  },
  {
    row: "unfinished",
    when: "the collection that holds the money is not linked",
    snapshot: orderSnapshot([order({ payment_collections: [collection({ id: "pay_col_2" })] })], {
      collections: [collection({ id: "pay_col_2" }), ...withPayments(payment())],
    }),
    expected: repair({ link: true }),
  },
  {
    row: "unfinished",
    when: "that collection holds another payment, too",
    snapshot: orderSnapshot([order({ payment_collections: [collection({ id: "pay_col_2" })] })], {
      collections: [
        collection({ id: "pay_col_2" }),
        ...withPayments(payment(), payment({ id: "pay_2", data: null })),
      ],
    }),
    expected: repair({ link: true }),
  },
  {
    row: "unfinished",
    when: "it was given back before its capture was booked",
    snapshot: orderSnapshot([
      order({ payment_collections: withPayments(payment({ refunds: [refund(10_000)] })) }),
    ]),
    expected: repair({}),
  },
  {
    row: "unfinished",
    when: "the money is marked as canceled",
    snapshot: orderSnapshot([paidOrder({ payment_collections: withPayments(payment({ canceled_at: AT })) })]),
    expected: repair({ uncancel: ["pay_1"] }),
  },
  {
    row: "unfinished",
    when: "it is there twice, marked as canceled both times: one is enough",
    snapshot: orderSnapshot([
      paidOrder({
        payment_collections: withPayments(
          payment({ canceled_at: AT }),
          payment({ id: "pay_2", canceled_at: AT, captures: [] })
        ),
      }),
    ]),
    expected: repair({ uncancel: ["pay_1"] }),
  },
  {
    row: "captured",
    when: "a stale collection that holds its session, and no money, is not the order's",
    snapshot: orderSnapshot(
      [paidOrder({ payment_collections: [collection({ id: "pay_col_2", payments: [payment()] })] })],
      { collections: [collection({ id: "pay_col_2", payments: [payment()] }), collection()] }
    ),
    expected: applied(),
  },
  {
    row: "captured",
    when: "a stale collection without money is not the order's",
    snapshot: orderSnapshot(
      [paidOrder({ payment_collections: [collection({ id: "pay_col_2", payments: [payment()] })] })],
      {
        collections: [
          collection({ id: "pay_col_2", payments: [payment()] }),
          collection({ payment_sessions: [] }),
        ],
      }
    ),
    expected: applied(),
  },
  {
    row: "captured",
    when: "beside it a canceled one, which is the same money",
    snapshot: orderSnapshot([
      paidOrder({
        payment_collections: withPayments(
          payment({
            id: "pay_0",
            canceled_at: AT,
            captures: [{ id: "capt_0", amount: 10_000, created_at: AT }],
          }),
          payment()
        ),
      }),
    ]),
    expected: applied(),
  },
  { row: "captured", when: "all is there", snapshot: orderSnapshot([paidOrder()]), expected: applied() },
  {
    row: "captured",
    when: "it was refunded since",
    snapshot: orderSnapshot([
      paidOrder({ payment_collections: withPayments(payment({ refunds: [refund(10_000)] })) }),
    ]),
    expected: applied(),
  },
  {
    row: "captured",
    when: "a program of the shop, which is no person, refunded it since",
    snapshot: orderSnapshot([
      paidOrder({
        payment_collections: withPayments(
          payment({ refunds: [refund(10_000, { created_at: new Date(AT.getTime() + 1) })] })
        ),
      }),
    ]),
    expected: applied(),
  },
  {
    row: "captured",
    when: "the cart, which is an order already, costs something else",
    snapshot: orderSnapshot([paidOrder()], { cart: { ...cartSnapshot().cart!, total: 10_001 } }),
    expected: applied(),
  },
  {
    row: "captured",
    when: "its payment names nothing, its session does",
    snapshot: orderSnapshot([paidOrder({ payment_collections: withPayments(payment({ data: null })) })]),
    expected: applied(),
  },
  {
    row: "captured",
    when: "an order edit's",
    snapshot: orderSnapshot([paidOrder()]),
    money: noCart,
    expected: applied("order_1"),
  },
  {
    row: "captured",
    when: "of a bare collection",
    snapshot: bare({ collections: withPayments(payment()) }),
    money: noCart,
    expected: applied(null),
  },
  {
    row: "captured",
    when: "a canceled order stands beside the one that was made again",
    snapshot: orderSnapshot([order({ ...CANCELED, id: "order_0", payment_collections: [] }), paidOrder()]),
    expected: applied(),
  },

  {
    row: "paid_for",
    when: "another payment of the collection pays all",
    snapshot: orderSnapshot([
      order({
        payment_collections: withPayments(
          payment({ data: null, payment_session_id: null, captured_at: null, captures: [] })
        ),
      }),
    ]),
    expected: tell("duplicate_payment"),
  },
  {
    row: "paid_for",
    when: "the collection's session was paid by another attempt: that the order stands is not this money's doing",
    snapshot: orderSnapshot([paidOrder({ payment_collections: withPayments(payment({ data: null })) })], {
      payers: { payses_1: "pcint_2" },
      attempts: [attempt(), secondAttempt()],
    }),
    expected: tell("duplicate_payment"),
  },
  {
    row: "paid_for",
    when: "another collection of the order paid it",
    snapshot: orderSnapshot([owing(0, PAID_BEFORE)]),
    expected: tell("duplicate_payment"),
  },
  {
    row: "paid_for",
    when: "another collection of the order was paid, and core did not live to book it",
    snapshot: orderSnapshot([
      order({ payment_collections: [collection(), beside({ captures: [captured(9, AT)] })] }),
    ]),
    expected: tell("duplicate_payment"),
  },
  {
    row: "paid_for",
    when: "another provider's authorization in another collection waits for its capture",
    snapshot: orderSnapshot([
      order({ payment_collections: [collection(), beside({ captured_at: null, captures: [] })] }),
    ]),
    expected: tell("duplicate_payment"),
  },
  {
    row: "asks_otherwise",
    when: "a promotion made it free: nobody paid before",
    snapshot: orderSnapshot([order({ total: 0 })]),
    expected: tell("late_payment"),
  },
  {
    row: "paid_for",
    when: "0.25 of what XAF does not have is left",
    snapshot: orderSnapshot([owing(0.25, PAID_BEFORE)]),
    expected: tell("duplicate_payment"),
  },
  {
    row: "asks_otherwise",
    when: "an edit took goods off the order meanwhile: its collection and session ask for what it cost before",
    snapshot: orderSnapshot([owing(9_999)]),
    expected: tell("late_payment"),
  },
  {
    row: "asks_otherwise",
    when: "so did an edit of an order without a cart",
    snapshot: orderSnapshot([owing(5_000)], {
      cart: null,
    }),
    money: noCart,
    expected: tell("late_payment"),
  },
  {
    row: "paid_for",
    when: "what was paid in another collection is going back at this moment, and no credit line says so yet",
    snapshot: orderSnapshot([
      order({
        payment_collections: [
          collection(),
          beside({
            captures: [captured(9, AT)],
            refunds: [refund(10_000, { id: "ref_9", created_by: "user_1", created_at: AT })],
          }),
        ],
        version: 2,
        transactions: [
          { amount: 10_000, reference_id: "capt_9", version: 1 },
          { amount: -10_000, reference_id: "ref_9", version: 2 },
        ],
      }),
    ]),
    expected: tell("duplicate_payment"),
  },
  {
    row: "asks_otherwise",
    when: "a part of it is paid in another collection, and core did not live to book it",
    snapshot: orderSnapshot([
      order({ payment_collections: [collection(), beside({ amount: 5_000, captures: [captured(9, AT)] })] }),
    ]),
    expected: tell("late_payment"),
  },
  {
    row: "pay",
    when: "it owes just this money beside what others paid",
    snapshot: orderSnapshot([owing(10_000, { transactions: [{ amount: 5_000, reference_id: "capt_9" }] })]),
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "paid_for",
    when: "another attempt paid it, and an edit since asks for less than this",
    snapshot: edited(9_999),
    expected: tell("duplicate_payment"),
  },
  {
    row: "rest",
    when: "another attempt paid it, and an edit since asks for as much again in a collection of its own",
    snapshot: edited(10_000),
    expected: tell("late_payment"),
  },
  {
    row: "captured",
    when: "a part of it went back through Medusa",
    snapshot: orderSnapshot([paidOrder({ payment_collections: withPayments(payment({ data: null })) })]),
    money: { refunded: "1" },
    expected: applied(),
  },
  {
    row: "refunded",
    when: "a part of it went back, although the order could still be paid with it",
    snapshot: orderSnapshot([order()]),
    money: { refunded: "1" },
    expected: tell("duplicate_payment"),
  },
  {
    row: "refunded",
    when: "a part of it went back, and a bare collection asks for the money",
    snapshot: bare(),
    money: { ...noCart, refunded: "1" },
    expected: tell("paid_without_order"),
  },
  {
    row: "paid_for",
    when: "another attempt paid the order",
    snapshot: orderSnapshot([order()], { attempts: [attempt(), secondAttempt({ order_id: "order_1" })] }),
    expected: tell("duplicate_payment"),
  },
  {
    row: "paid_for",
    when: "another attempt was given back",
    snapshot: orderSnapshot([order()], {
      attempts: [attempt(), secondAttempt({ refunded: "1", used_by_session_id: "payses_2" })],
    }),
    expected: tell("duplicate_payment"),
  },
  {
    row: "pay",
    when: "another attempt was sent back that had paid for nothing",
    snapshot: orderSnapshot([order()], { attempts: [attempt(), secondAttempt({ refunded: "1" })] }),
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "pay",
    when: "another attempt's session was used up, but nothing of it went back: it has its own look",
    snapshot: orderSnapshot([order()], {
      attempts: [attempt(), secondAttempt({ used_by_session_id: "payses_2" })],
    }),
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "pay",
    when: "an attempt of an earlier, canceled order was given back",
    snapshot: orderSnapshot([order()], {
      attempts: [
        attempt(),
        secondAttempt({ refunded: "1", order_id: "order_0", used_by_session_id: "payses_2" }),
      ],
    }),
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "pay",
    when: "this very attempt was the order's before, and nothing of it is left",
    snapshot: orderSnapshot([order()], { attempts: [attempt({ order_id: "order_1" })] }),
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "pay",
    when: "another attempt of an order edit was given back: the edit is still to be paid",
    snapshot: orderSnapshot([order()], {
      attempts: [attempt(), secondAttempt({ refunded: "1", used_by_session_id: "payses_2" })],
    }),
    money: noCart,
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "paid_for",
    when: "a bare collection is paid",
    snapshot: bare({ collections: withPayments(payment({ data: null, payment_session_id: null })) }),
    money: noCart,
    expected: tell("duplicate_payment"),
  },
  {
    row: "asks_otherwise",
    when: "its session asks for something else",
    snapshot: orderSnapshot([order({ payment_collections: withSessions(session(other)) })]),
    expected: tell("late_payment"),
  },
  {
    row: "asks_otherwise",
    when: "the free session asks for something else",
    snapshot: orderSnapshot([order({ payment_collections: withSessions(session(other)) })], { payers: {} }),
    expected: tell("late_payment"),
  },
  {
    row: "old_recovered",
    when: "its row was lost more than a day after it was begun, although an order waits for it",
    snapshot: orderSnapshot([order()]),
    money: { recovered: "store" },
    expected: tell("late_payment"),
  },
  {
    row: "pay",
    when: "the order waits for it",
    snapshot: orderSnapshot([order()]),
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "pay",
    when: "an order edit waits for it",
    snapshot: orderSnapshot([order()]),
    money: noCart,
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "pay",
    when: "its session is in another collection of the order",
    snapshot: orderSnapshot([
      order({ payment_collections: [collection({ payment_sessions: [] }), collection({ id: "pay_col_2" })] }),
    ]),
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "pay",
    when: "its own collection holds another attempt's session, and another collection its own",
    snapshot: orderSnapshot(
      [
        order({
          payment_collections: [
            collection(),
            collection({ id: "pay_col_2", payment_sessions: [session({ id: "payses_2" })] }),
          ],
        }),
      ],
      {
        attempts: [attempt(), secondAttempt({ outcome: "failed" })],
        payers: { payses_1: "pcint_2", payses_2: "pcint_1" },
      }
    ),
    expected: run({ do: "capture", session_id: "payses_2" }),
  },
  {
    row: "pay",
    when: "it has a second session, after one that was used up",
    snapshot: orderSnapshot(
      [
        order({
          payment_collections: [
            collection({
              payment_sessions: [session({ id: "payses_0" }), session()],
              payments: [payment({ ...takenBack, payment_session_id: "payses_0" })],
            }),
          ],
        }),
      ],
      { payers: { payses_0: "pcint_1", payses_1: "pcint_1" } }
    ),
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "session",
    when: "the session that no money came for",
    snapshot: orderSnapshot([order()], {
      payers: { payses_1: "pcint_2" },
      attempts: [attempt(), secondAttempt({ outcome: "failed" })],
    }),
    expected: run({ do: "link_session", session_id: "payses_1" }),
  },
  {
    row: "rest",
    when: "the only session is other money's",
    snapshot: orderSnapshot([order()], {
      payers: { payses_1: "pcint_2" },
      attempts: [attempt(), secondAttempt()],
    }),
    expected: tell("duplicate_payment"),
  },
  {
    row: "session",
    when: "the only session is another provider's",
    snapshot: orderSnapshot(
      [order({ payment_collections: withSessions(session({ provider_id: "pp_system_default" })) })],
      { payers: {} }
    ),
    expected: run({ do: "open_session", collection_id: "pay_col_1" }),
  },
  {
    row: "session",
    when: "no session is left",
    snapshot: orderSnapshot([order({ payment_collections: withSessions() })]),
    expected: run({ do: "open_session", collection_id: "pay_col_1" }),
  },
  {
    row: "asks_otherwise",
    when: "no session is left, and the collection asks for something else",
    snapshot: orderSnapshot([
      order({ payment_collections: withSessions().map((each) => ({ ...each, amount: 12_000 })) }),
    ]),
    expected: tell("late_payment"),
  },
  {
    row: "session",
    when: "the only session of an order's collection without a cart is another provider's",
    snapshot: orderSnapshot(
      [order({ payment_collections: withSessions(session({ provider_id: "pp_system_default" })) })],
      { payers: {} }
    ),
    money: noCart,
    expected: run({ do: "open_session", collection_id: "pay_col_1" }),
  },
  {
    row: "asks_otherwise",
    when: "the customer has begun to pay with another provider",
    snapshot: orderSnapshot(
      [
        order({
          payment_collections: withSessions(
            session({ id: "payses_8", provider_id: "pp_system_default" }),
            session({ provider_id: "pp_stripe_stripe", status: "requires_more" })
          ),
        }),
      ],
      { payers: {} }
    ),
    expected: tell("late_payment"),
  },
  {
    row: "asks_otherwise",
    when: "core deleted the collection in which the order was to be paid",
    snapshot: orderSnapshot([order({ payment_collections: [] })], { payers: {} }),
    money: noCart,
    expected: tell("late_payment"),
  },
  {
    row: "rest",
    when: "the only session of an order's collection without a cart is other money's",
    snapshot: orderSnapshot([order()], {
      payers: { payses_1: "pcint_2" },
      attempts: [attempt(), secondAttempt()],
    }),
    money: noCart,
    expected: tell("duplicate_payment"),
  },
  {
    row: "rest",
    when: "a bare collection without a session",
    snapshot: bare({ collections: withSessions() }),
    money: noCart,
    expected: tell("paid_without_order"),
  },
  {
    row: "rest",
    when: "its collection is gone",
    snapshot: bare({ collections: [] }),
    money: noCart,
    expected: tell("paid_without_order"),
  },
]

describeTable("money that came for what is ordered, or has no cart", CASES, { rows: PAID, unpaid: null })

describe("whether an order stands that was paid with this money", () => {
  const pays = (snapshot: Parameters<typeof paysAnOrder>[1]["snapshot"]) =>
    paysAnOrder(MONEY, { snapshot, options: OPTIONS, now: LATER })

  it.each([
    ["the order has its captured payment", orderSnapshot([paidOrder()]), true],
    ["it was canceled since", orderSnapshot([paidOrder(CANCELED)]), false],
    ["the order has no payment of it", orderSnapshot([order()]), false],
    ["the cart is no order", cartSnapshot({ collections: withPayments(payment()) }), false],
    ["it cannot be read, and may be one", { unreadable: "a relation" }, true],
  ])("%s", (_, snapshot, expected) => expect(pays(snapshot)).toBe(expected))
})

describe("whether Medusa has a payment of this money", () => {
  it.each([
    ["in an order", orderSnapshot([paidOrder()]), true],
    ["in an order that was canceled since", orderSnapshot([paidOrder(CANCELED)]), true],
    ["where core made one, and no order", cartSnapshot({ collections: withPayments(payment()) }), true],
    ["not in an order without a payment", orderSnapshot([order()]), false],
    ["not where core took it back", cartSnapshot({ collections: withPayments(payment(takenBack)) }), false],
    ["perhaps where it cannot be read", { unreadable: "a relation" }, true],
  ])("%s", (_, snapshot, expected) =>
    expect(isInMedusa(MONEY, { snapshot, options: OPTIONS, now: LATER })).toBe(expected)
  )
})
