import {
  AT,
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
} from "../../../store/__tests__/records"
import { type Snapshot } from "../../../store/records"
import { PAID } from "../paid"
import { plan, planBy } from "../plan"
import { type Effect, type Findings, type Plan, type PlannedPayment, type PlanOptions } from "../types"
import { ABANDONED_MS, IN_DOUBT_MS, UNPAID } from "../unpaid"
import { CUT_OFF_MS, type Rows } from "../view"

const HOUR = 3_600_000
const LATER = AT.getTime() + 30 * 24 * HOUR
const OPTIONS: PlanOptions = { environment: "test", pendingOrders: "wait", pendingOrderExpiryHours: 24 }
const MONEY: PlannedPayment = {
  id: "pcint_1",
  merchant_reference: "cart_1-1",
  cart_id: "cart_1",
  payment_collection_id: "pay_col_1",
  environment: "test",
  amount: "10000",
  currency_code: "xaf",
  exponent: 0,
  unpaid: null,
}

interface Case {
  row: string
  when: string
  snapshot: Snapshot & Findings
  expected: Plan
  money?: Partial<PlannedPayment>
  options?: Partial<PlanOptions>
  now?: number
}

const run = (effect: Effect): Plan => ({ kind: "effect", effect })
const tell = (reason: string, more: object = {}) => ({ kind: "tell", reason, ...more }) as Plan
const settled = (order_id: string | null = "order_1"): Plan => ({ kind: "settled", order_id })
const wait = (because: string, until: number | null = null): Plan => ({ kind: "wait", because, until })
const repair = (more: object): Plan =>
  run({
    do: "repair_order",
    order_id: "order_1",
    collection_id: "pay_col_1",
    link: false,
    captures: [],
    uncancel: [],
    ...more,
  })

const CANCELED = { status: "canceled" }
const takenBack = { canceled_at: AT, refunds: [refund(10_000, { created_by: null })] }
const withPayments = (...payments: ReturnType<typeof payment>[]) => [collection({ payments })]
const withSessions = (...payment_sessions: ReturnType<typeof session>[]) => [collection({ payment_sessions })]
const other = { amount: 9_000 }
const noCart = { cart_id: null }
const bare = (facts: Partial<Snapshot> = {}) => cartSnapshot({ cart: null, ...facts })
const live = { environment: "live" as const }

const MONEY_CAME: Case[] = [
  {
    row: "unknown",
    when: "nothing here is of it",
    snapshot: bare({ collections: [] }),
    money: { rebuilt: "event", payment_collection_id: "" },
    expected: tell("unknown_payment"),
  },
  {
    row: "unknown",
    when: "nothing here is of it, not even a collection without a cart",
    snapshot: bare({ collections: [] }),
    money: { ...noCart, rebuilt: "event" },
    expected: tell("unknown_payment"),
  },
  {
    row: "no_cart",
    when: "its row was rebuilt from the store, which has lost the cart since",
    snapshot: bare({ collections: [] }),
    money: { rebuilt: "store" },
    expected: tell("paid_without_order"),
  },
  {
    row: "complete",
    when: "its cart is back, which was not there when the row was rebuilt",
    snapshot: cartSnapshot(),
    money: { rebuilt: "event", payment_collection_id: "" },
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },
  {
    row: "test_booked",
    when: "an order was made of it before",
    snapshot: orderSnapshot([paidOrder()]),
    options: live,
    expected: settled(),
  },
  {
    row: "test_booked",
    when: "it was captured without a cart",
    snapshot: bare({ collections: withPayments(payment()) }),
    money: noCart,
    options: live,
    expected: settled(null),
  },
  {
    row: "test_money",
    when: "no order was made of it",
    snapshot: cartSnapshot(),
    options: live,
    expected: tell("environment_mismatch"),
  },
  {
    row: "test_money",
    when: "core took back what was made of it",
    snapshot: cartSnapshot({ collections: withPayments(payment(takenBack)) }),
    options: live,
    expected: tell("environment_mismatch"),
  },
  {
    row: "complete",
    when: "live money in a store that went back to test",
    snapshot: cartSnapshot(),
    money: live,
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },

  {
    row: "returned",
    when: "the shop gave it back",
    snapshot: orderSnapshot([
      paidOrder({ ...CANCELED, payment_collections: withPayments(payment({ refunds: [refund(10_000)] })) }),
    ]),
    expected: settled(),
  },
  {
    row: "returned",
    when: "the shop gave it back, of an order edit",
    snapshot: orderSnapshot([
      paidOrder({ ...CANCELED, payment_collections: withPayments(payment({ refunds: [refund(10_000)] })) }),
    ]),
    money: noCart,
    expected: settled(null),
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
    when: "only core booked it back",
    snapshot: orderSnapshot([order({ ...CANCELED, payment_collections: withPayments(payment(takenBack)) })]),
    expected: tell("paid_after_cancel"),
  },

  { row: "no_cart", when: "the cart is gone", snapshot: bare(), expected: tell("paid_without_order") },
  {
    row: "no_cart",
    when: "the cart has no collection",
    snapshot: cartSnapshot({ cart: { ...cartSnapshot().cart!, payment_collection_id: null } }),
    expected: tell("paid_without_order"),
  },
  {
    row: "other_price",
    when: "another total",
    snapshot: cartSnapshot({ cart: { ...cartSnapshot().cart!, total: 10_001 } }),
    expected: tell("late_payment"),
  },
  {
    row: "other_price",
    when: "another currency",
    snapshot: cartSnapshot({ cart: { ...cartSnapshot().cart!, currency_code: "xof" } }),
    expected: tell("late_payment"),
  },
  {
    row: "other_session",
    when: "a session of another total",
    snapshot: cartSnapshot({ collections: withSessions(session(other)) }),
    expected: tell("late_payment"),
  },
  {
    row: "free_session",
    when: "another attempt's, which brought nothing",
    snapshot: cartSnapshot({
      payers: { payses_1: "pcint_2" },
      attempts: [attempt(), secondAttempt({ outcome: "waiting" })],
    }),
    expected: run({ do: "link_session", session_id: "payses_1" }),
  },
  {
    row: "free_session",
    when: "another attempt's, which a person dealt with",
    snapshot: cartSnapshot({
      payers: { payses_1: "pcint_2" },
      attempts: [attempt(), secondAttempt({ released_at: AT })],
    }),
    expected: run({ do: "link_session", session_id: "payses_1" }),
  },
  {
    row: "free_session",
    when: "nobody's",
    snapshot: cartSnapshot({ payers: {} }),
    expected: run({ do: "link_session", session_id: "payses_1" }),
  },
  {
    row: "complete",
    when: "its own session",
    snapshot: cartSnapshot(),
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },
  {
    row: "complete",
    when: "the session of other money that came",
    snapshot: cartSnapshot({ payers: { payses_1: "pcint_2" }, attempts: [attempt(), secondAttempt()] }),
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },
  {
    row: "complete",
    when: "a fraction the currency does not have",
    snapshot: cartSnapshot({ cart: { ...cartSnapshot().cart!, total: "10000.25" } }),
    expected: run({ do: "complete_cart", cart_id: "cart_1" }),
  },
  {
    row: "other_collection",
    when: "the sessions are gone and the collection costs something else",
    snapshot: cartSnapshot({ collections: [collection({ ...other, payment_sessions: [] })] }),
    expected: tell("late_payment"),
  },
  {
    row: "no_session",
    when: "the sessions are gone",
    snapshot: cartSnapshot({ collections: withSessions() }),
    expected: run({ do: "open_session", collection_id: "pay_col_1" }),
  },
  {
    row: "no_session",
    when: "the session was used up",
    snapshot: cartSnapshot({ collections: withPayments(payment(takenBack)) }),
    expected: run({ do: "open_session", collection_id: "pay_col_1" }),
  },
  {
    row: "no_session",
    when: "the session is another provider's",
    snapshot: cartSnapshot({ collections: withSessions(session({ provider_id: "pp_system_default" })) }),
    expected: run({ do: "open_session", collection_id: "pay_col_1" }),
  },

  {
    row: "fresh_capture",
    when: "core may still be at it",
    snapshot: orderSnapshot([order({ payment_collections: withPayments(payment()) })]),
    money: noCart,
    now: AT.getTime() + CUT_OFF_MS - 1,
    expected: wait("core_is_booking", AT.getTime() + CUT_OFF_MS),
  },
  {
    row: "unfinished",
    when: "a capture without a cart was cut off",
    snapshot: orderSnapshot([order({ payment_collections: withPayments(payment()) })]),
    money: noCart,
    now: AT.getTime() + CUT_OFF_MS,
    expected: repair({ captures: payment().captures }),
  },
  {
    row: "unfinished",
    when: "a cart's capture was cut off: core's lock says when",
    snapshot: orderSnapshot([order({ payment_collections: withPayments(payment()) })]),
    now: AT.getTime(),
    expected: repair({ captures: payment().captures }),
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
    expected: repair({ link: true, captures: payment().captures }),
  },
  {
    row: "unfinished",
    when: "the money is marked as canceled",
    snapshot: orderSnapshot([paidOrder({ payment_collections: withPayments(payment({ canceled_at: AT })) })]),
    expected: repair({ uncancel: ["pay_1"] }),
  },
  {
    row: "booked",
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
    expected: settled(),
  },
  {
    row: "booked",
    when: "beside it a canceled one, which is the same money",
    snapshot: orderSnapshot([
      paidOrder({
        payment_collections: withPayments(payment({ id: "pay_0", canceled_at: AT, captures: [] }), payment()),
      }),
    ]),
    expected: settled(),
  },
  { row: "booked", when: "all is there", snapshot: orderSnapshot([paidOrder()]), expected: settled() },
  {
    row: "booked",
    when: "it was refunded since",
    snapshot: orderSnapshot([
      paidOrder({ payment_collections: withPayments(payment({ refunds: [refund(10_000)] })) }),
    ]),
    expected: settled(),
  },
  {
    row: "booked",
    when: "its payment names nothing, its session does",
    snapshot: orderSnapshot([paidOrder({ payment_collections: withPayments(payment({ data: null })) })]),
    expected: settled(),
  },
  {
    row: "booked",
    when: "an order edit's",
    snapshot: orderSnapshot([paidOrder()]),
    money: noCart,
    expected: settled(null),
  },
  {
    row: "booked",
    when: "of a bare collection",
    snapshot: bare({ collections: withPayments(payment()) }),
    money: noCart,
    expected: settled(null),
  },
  {
    row: "booked",
    when: "a canceled order stands beside the one that was made again",
    snapshot: orderSnapshot([order({ ...CANCELED, id: "order_0", payment_collections: [] }), paidOrder()]),
    expected: settled(),
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
    when: "another collection of the order paid it",
    snapshot: orderSnapshot([order({ summary: { pending_difference: 0, current_order_total: 10_000 } })]),
    expected: tell("duplicate_payment"),
  },
  {
    row: "paid_for",
    when: "0.25 of what XAF does not have is left",
    snapshot: orderSnapshot([
      order({ summary: { pending_difference: "0.25", current_order_total: "10000.25" } }),
    ]),
    expected: tell("duplicate_payment"),
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
    snapshot: orderSnapshot([order()], { attempts: [attempt(), secondAttempt({ refunded: "1" })] }),
    expected: tell("duplicate_payment"),
  },
  {
    row: "mine",
    when: "an attempt of an earlier, canceled order was given back",
    snapshot: orderSnapshot([order()], {
      attempts: [attempt(), secondAttempt({ refunded: "1", order_id: "order_0" })],
    }),
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
    row: "other_mine",
    when: "its session asks for something else",
    snapshot: orderSnapshot([order({ payment_collections: withSessions(session(other)) })]),
    expected: tell("late_payment"),
  },
  {
    row: "other_mine",
    when: "the free session asks for something else",
    snapshot: orderSnapshot([order({ payment_collections: withSessions(session(other)) })], { payers: {} }),
    expected: tell("late_payment"),
  },
  {
    row: "mine",
    when: "the order waits for it",
    snapshot: orderSnapshot([order()]),
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "mine",
    when: "an order edit waits for it",
    snapshot: orderSnapshot([order()]),
    money: noCart,
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "mine",
    when: "its session is in another collection of the order",
    snapshot: orderSnapshot([
      order({ payment_collections: [collection({ payment_sessions: [] }), collection({ id: "pay_col_2" })] }),
    ]),
    expected: run({ do: "capture", session_id: "payses_1" }),
  },
  {
    row: "mine",
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
    row: "free",
    when: "the session that no money came for",
    snapshot: orderSnapshot([order()], {
      payers: { payses_1: "pcint_2" },
      attempts: [attempt(), secondAttempt({ outcome: "failed" })],
    }),
    expected: run({ do: "link_session", session_id: "payses_1" }),
  },
  {
    row: "second",
    when: "the only session is other money's",
    snapshot: orderSnapshot([order()], {
      payers: { payses_1: "pcint_2" },
      attempts: [attempt(), secondAttempt()],
    }),
    expected: tell("duplicate_payment"),
  },
  {
    row: "second",
    when: "no session is left",
    snapshot: orderSnapshot([order({ payment_collections: withSessions() })]),
    expected: tell("duplicate_payment"),
  },
  {
    row: "nothing",
    when: "a bare collection without a session",
    snapshot: bare({ collections: withSessions() }),
    money: noCart,
    expected: tell("paid_without_order"),
  },
  {
    row: "nothing",
    when: "its collection is gone",
    snapshot: bare({ collections: [] }),
    money: noCart,
    expected: tell("paid_without_order"),
  },
]

const WAITING = attempt({ outcome: "waiting", status: "requires_action" })
const unpaidSnapshot = (orders: ReturnType<typeof order>[], facts: Partial<Snapshot & Findings> = {}) =>
  orderSnapshot(orders, { attempts: [WAITING], ...facts }) as Snapshot & Findings
const two = [WAITING, secondAttempt({ outcome: "failed", status: "failed" })]
const change = (facts: object = {}) => ({
  id: "ordch_1",
  order_id: "order_1",
  change_type: "edit",
  created_at: AT,
  ...facts,
})
const ended = (placed: boolean) => ({ ended: { order_id: "order_1", placed } })
const authorized = (amount: number) =>
  payment({ amount, data: null, captured_at: null, captures: [], payment_session_id: null })
const cancel = (placed = false): Plan => run({ do: "cancel_order", order_id: "order_1", placed })
const kept = (tie: string): Plan =>
  tell("unpaid_order_kept", { data: { order_id: "order_1", tie }, once: true })

const NO_MONEY: Case[] = [
  {
    row: "money_appeared",
    when: "somebody marked the order as paid while we canceled it",
    snapshot: unpaidSnapshot([paidOrder(CANCELED)], ended(true)),
    expected: tell("order_without_payment", { data: { order_id: "order_1", money_appeared: true } }),
  },
  {
    row: "ended",
    when: "a process had left it behind",
    snapshot: unpaidSnapshot([order(CANCELED)], ended(false)),
    expected: tell("order_without_payment", { data: { order_id: "order_1" } }),
  },
  {
    row: "no_order",
    when: "it had waited on purpose",
    snapshot: unpaidSnapshot([order(CANCELED)], ended(true)),
    expected: wait("no_order"),
  },
  {
    row: "no_order",
    when: "there is none",
    snapshot: cartSnapshot({ attempts: [WAITING] }),
    expected: wait("no_order"),
  },
  {
    row: "no_order",
    when: "it is canceled",
    snapshot: unpaidSnapshot([order(CANCELED)]),
    expected: wait("no_order"),
  },
  {
    row: "no_order",
    when: "an order edit",
    snapshot: unpaidSnapshot([order()]),
    money: noCart,
    expected: wait("no_order"),
  },
  {
    row: "owes_nothing",
    when: "a full discount",
    snapshot: unpaidSnapshot([order({ summary: { pending_difference: 0, current_order_total: 0 } })]),
    expected: wait("owes_nothing"),
  },
  {
    row: "owes_nothing",
    when: "it was paid through another collection",
    snapshot: unpaidSnapshot([
      paidOrder({
        payment_collections: [
          collection(),
          collection({ id: "pay_col_2", payments: [payment({ data: null })] }),
        ],
      }),
    ]),
    expected: wait("owes_nothing"),
  },
  {
    row: "paid_elsewhere",
    when: "another provider authorized all of it",
    snapshot: unpaidSnapshot([order({ payment_collections: withPayments(authorized(10_000)) })]),
    expected: wait("paid_elsewhere"),
  },
  {
    row: "too_early",
    when: "core may still be at it",
    snapshot: unpaidSnapshot([order()]),
    now: AT.getTime() + ABANDONED_MS - 1,
    expected: wait("too_early", AT.getTime() + ABANDONED_MS),
  },
  {
    row: "too_early",
    when: "it was placed to wait",
    snapshot: unpaidSnapshot([order()]),
    options: { pendingOrders: "place" },
    now: AT.getTime() + 24 * HOUR - 1,
    expected: wait("too_early", AT.getTime() + 24 * HOUR),
  },
  {
    row: "too_early",
    when: "it was placed before the option changed",
    snapshot: unpaidSnapshot([
      order({ payment_collections: withSessions(session({ status: "pending_authorization" })) }),
    ]),
    now: AT.getTime() + 24 * HOUR - 1,
    expected: wait("too_early", AT.getTime() + 24 * HOUR),
  },
  ...["no_answer", "incomplete_answer", "unknown_status", "foreign_answer"].map((unpaid): Case => ({
    row: "in_doubt",
    when: unpaid,
    snapshot: unpaidSnapshot([order()]),
    money: { unpaid },
    expected: wait("in_doubt", LATER + IN_DOUBT_MS),
  })),
  {
    row: "other_paid",
    when: "another attempt brought the money",
    snapshot: unpaidSnapshot([order()], { attempts: [WAITING, secondAttempt()] }),
    expected: wait("other_paid"),
  },
  {
    row: "unasked",
    when: "another attempt was not asked",
    snapshot: unpaidSnapshot([order()], { attempts: two }),
    expected: run({ do: "ask_attempts", ids: ["pcint_2"] }),
  },
  {
    row: "other_in_doubt",
    when: "nobody answered about another attempt",
    snapshot: unpaidSnapshot([order()], { attempts: two, unpaid: { pcint_2: "no_answer" } }),
    expected: wait("in_doubt", LATER + IN_DOUBT_MS),
  },
  {
    row: "leftover",
    when: "a cancel of core's was cut off",
    snapshot: unpaidSnapshot([order()], {
      changes: [
        change({ change_type: "credit_line" }),
        change({ id: "ordch_2", order_id: "order_2", change_type: "credit_line" }),
      ],
    }),
    expected: run({ do: "end_leftover_changes", ids: ["ordch_1"] }),
  },
  {
    row: "tied",
    when: "money of ours is a part of it",
    snapshot: unpaidSnapshot([
      order({
        payment_collections: withPayments(
          payment({ amount: 4_000, data: null, captures: [{ id: "capt_1", amount: 4_000, created_at: AT }] })
        ),
      }),
    ]),
    expected: kept("money"),
  },
  {
    row: "tied",
    when: "another provider authorized a part",
    snapshot: unpaidSnapshot([order({ payment_collections: withPayments(authorized(9_999)) })]),
    expected: kept("money"),
  },
  {
    row: "tied",
    when: "money in a collection that core did not link",
    snapshot: unpaidSnapshot([order({ payment_collections: [] })], {
      collections: withPayments(payment({ data: null, captured_at: AT })),
    }),
    expected: kept("money"),
  },
  {
    row: "tied",
    when: "another collection has another provider's session",
    snapshot: unpaidSnapshot([
      order({
        payment_collections: [
          collection(),
          collection({
            id: "pay_col_2",
            payment_sessions: [session({ id: "payses_2", provider_id: "pp_system_default" })],
          }),
        ],
      }),
    ]),
    expected: kept("other_provider"),
  },
  {
    row: "tied",
    when: "a credit line",
    snapshot: unpaidSnapshot([order({ credit_lines: [{ amount: 1 }] })]),
    expected: kept("credit"),
  },
  {
    row: "tied",
    when: "an edit is open",
    snapshot: unpaidSnapshot([order()], { changes: [change()] }),
    expected: kept("change"),
  },
  {
    row: "tied",
    when: "core's credit line is being confirmed",
    snapshot: unpaidSnapshot([order()], {
      changes: [change({ change_type: "credit_line", created_at: new Date(LATER) })],
    }),
    expected: kept("change"),
  },
  {
    row: "tied",
    when: "goods are on their way",
    snapshot: unpaidSnapshot([order({ fulfillments: [{ canceled_at: null }] })]),
    expected: kept("goods"),
  },
  ...["requires_action", "processing", "failed", "canceled", "not_found", "rejected"].map((unpaid): Case => ({
    row: "unpaid",
    when: unpaid,
    snapshot: unpaidSnapshot([order()]),
    money: { unpaid },
    expected: cancel(),
  })),
  {
    row: "unpaid",
    when: "the others are surely unpaid",
    snapshot: unpaidSnapshot([order()], { attempts: two, unpaid: { pcint_2: "failed" } }),
    expected: cancel(),
  },
  {
    row: "unpaid",
    when: "others were refused, are a person's, or were dealt with",
    snapshot: unpaidSnapshot([order()], {
      attempts: [
        WAITING,
        secondAttempt({ status: "rejected", outcome: "none" }),
        secondAttempt({ id: "pcint_3", outcome: "mismatch" }),
        secondAttempt({ id: "pcint_4", released_at: AT }),
      ],
    }),
    expected: cancel(),
  },
  {
    row: "unpaid",
    when: "an open change is another order's",
    snapshot: unpaidSnapshot([order()], { changes: [change({ order_id: "order_2" })] }),
    expected: cancel(),
  },
  {
    row: "unpaid",
    when: "the tie is a canceled order's",
    snapshot: unpaidSnapshot([
      order(),
      order({
        ...CANCELED,
        id: "order_0",
        payment_collections: [
          collection({ id: "pay_col_0", payment_sessions: [session({ provider_id: "pp_system_default" })] }),
        ],
      }),
    ]),
    expected: cancel(),
  },
  {
    row: "unpaid",
    when: "it was placed, and its time is over",
    snapshot: unpaidSnapshot([order()]),
    options: { pendingOrders: "place" },
    now: AT.getTime() + 24 * HOUR,
    expected: cancel(true),
  },
]

const moment = ({ snapshot, options, now = LATER }: Case) => ({
  snapshot,
  options: { ...OPTIONS, ...options },
  now,
})
const moneyOf = (each: Case, unpaid: string | null): PlannedPayment => ({ ...MONEY, unpaid, ...each.money })

describe.each([
  ["money that came", MONEY_CAME, PAID as Rows, null],
  ["no money", NO_MONEY, UNPAID as Rows, "requires_action"],
])("plan: %s", (_, cases, rows, unpaid) => {
  it.each(cases.map((each) => [`${each.row}: ${each.when}`, each] as const))("%s", (_name, each) => {
    const { snapshot, options, now } = moment(each)
    expect(plan(moneyOf(each, unpaid), snapshot, options, now)).toEqual(each.expected)
  })

  it.each(Object.keys(rows))("needs its row %s", (row) => {
    const own = cases.filter((each) => each.row === row)
    const less = Object.fromEntries(Object.entries(rows).filter(([name]) => name !== row))
    const differ = own.filter((each) => {
      try {
        return (
          JSON.stringify(planBy(less, moneyOf(each, unpaid), moment(each))) !== JSON.stringify(each.expected)
        )
      } catch {
        return true
      }
    })
    expect(differ.length).toBeGreaterThan(0)
  })

  it("names no row that does not exist", () => {
    expect(cases.map(({ row }) => row).filter((row) => !(row in rows))).toEqual([])
  })

  it("concludes nothing from what cannot be read", () => {
    expect(plan({ ...MONEY, unpaid }, { unreadable: "a relation" }, OPTIONS, LATER)).toEqual(
      wait("unreadable")
    )
  })
})
