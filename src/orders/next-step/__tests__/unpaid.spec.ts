import {
  AT,
  attempt,
  cartSnapshot,
  collection,
  order,
  orderSnapshot,
  paidOrder,
  payment,
  secondAttempt,
  session,
  withPayments,
  withSessions,
} from "../../records/__tests__/records"
import { type Snapshot } from "../../records/records"
import { type Findings, type Plan } from "../types"
import { ABANDONED_MS, IN_DOUBT_MS, isLeftover, UNPAID } from "../unpaid"
import { CANCELED, describeTable, HOUR, LATER, noCart, run, tell, wait, type Case } from "./table"

const WAITING = attempt({ outcome: "waiting", status: "requires_action" })
const unpaidSnapshot = (orders: ReturnType<typeof order>[], facts: Partial<Snapshot & Findings> = {}) =>
  orderSnapshot(orders, { attempts: [WAITING], ...facts }) as Snapshot & Findings
const two = [WAITING, secondAttempt({ outcome: "failed", status: "failed" })]
const paidBefore = (facts: object) =>
  secondAttempt({ outcome: "paid", status: "succeeded", applied_at: AT, order_id: "order_1", ...facts })
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
const kept = (blocker: string): Plan =>
  tell("unpaid_order_kept", { data: { order_id: "order_1", blocker }, once: true })

const CASES: Case[] = [
  {
    row: "ended",
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
    row: "owes_nothing",
    when: "it had waited on purpose",
    snapshot: unpaidSnapshot([order(CANCELED)], ended(true)),
    expected: wait("no_order"),
  },
  {
    row: "owes_nothing",
    when: "there is none",
    snapshot: cartSnapshot({ attempts: [WAITING] }),
    expected: wait("no_order"),
  },
  {
    row: "owes_nothing",
    when: "it is canceled",
    snapshot: unpaidSnapshot([order(CANCELED)]),
    expected: wait("no_order"),
  },
  {
    row: "owes_nothing",
    when: "an order edit",
    snapshot: unpaidSnapshot([order()]),
    money: noCart,
    expected: wait("no_order"),
  },
  {
    row: "owes_nothing",
    when: "a full discount",
    snapshot: unpaidSnapshot([order({ total: 0 })]),
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
    row: "owes_nothing",
    when: "another try of its cart paid it, and an exchange made it dearer since",
    snapshot: unpaidSnapshot(
      [order({ total: 30_000, payment_collections: [collection({ payments: [payment()] })] })],
      { attempts: [WAITING, paidBefore({})] }
    ),
    expected: wait("other_paid"),
  },
  ...[{ order_id: "order_2" }, { payment_collection_id: "pay_col_2" }, { refunded: "1" }].map(
    (facts): Case => ({
      row: "blocked",
      when: `a try of its cart paid something else of it: ${JSON.stringify(facts)}`,
      snapshot: unpaidSnapshot(
        [order({ total: 30_000, payment_collections: [collection({ payments: [payment()] })] })],
        { attempts: [WAITING, paidBefore(facts)] }
      ),
      expected: kept("money"),
    })
  ),
  {
    row: "owes_nothing",
    when: "another provider authorized all of it",
    snapshot: unpaidSnapshot([order({ payment_collections: withPayments(authorized(10_000)) })]),
    expected: wait("paid_elsewhere"),
  },
  {
    row: "owes_nothing",
    when: "a link brought all of it, and core has not booked the capture yet",
    snapshot: unpaidSnapshot([
      order({ payment_collections: [collection(), collection({ id: "pay_col_2", payments: [payment()] })] }),
    ]),
    expected: wait("paid_elsewhere"),
  },
  {
    row: "blocked",
    when: "a link brought a part of it, and core has not booked the capture yet",
    snapshot: unpaidSnapshot([
      order({
        payment_collections: [
          collection(),
          collection({
            id: "pay_col_2",
            payments: [
              payment({ amount: 4_000, captures: [{ id: "capt_1", amount: 4_000, created_at: AT }] }),
            ],
          }),
        ],
      }),
    ]),
    expected: kept("money"),
  },
  {
    row: "patience",
    when: "core may still be at it",
    snapshot: unpaidSnapshot([order()]),
    now: AT.getTime() + ABANDONED_MS - 1,
    expected: wait("too_early", AT.getTime() + ABANDONED_MS),
  },
  {
    row: "patience",
    when: "it was placed to wait",
    snapshot: unpaidSnapshot([order()]),
    options: { pendingOrders: "place" },
    now: AT.getTime() + 24 * HOUR - 1,
    expected: wait("too_early", AT.getTime() + 24 * HOUR),
  },
  {
    row: "patience",
    when: "it was placed to wait, and the customer has started anew since",
    snapshot: unpaidSnapshot([
      order({
        payment_collections: withSessions(
          session({ id: "payses_0", status: "pending_authorization" }),
          session()
        ),
      }),
    ]),
    now: AT.getTime() + 24 * HOUR - 1,
    expected: wait("too_early", AT.getTime() + 24 * HOUR),
  },
  {
    row: "patience",
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
    row: "patience",
    when: "a payment link asks for it for days",
    snapshot: unpaidSnapshot([order()], { askedUntil: new Date(LATER + 24 * HOUR) }),
    expected: wait("asked_by_link", LATER + IN_DOUBT_MS),
  },
  {
    row: "patience",
    when: "the link ends within the hour",
    snapshot: unpaidSnapshot([order()], { askedUntil: new Date(LATER + 1) }),
    expected: wait("asked_by_link", LATER + 1),
  },
  {
    row: "unpaid",
    when: "the link has ended",
    snapshot: unpaidSnapshot([order()], { askedUntil: new Date(LATER) }),
    expected: cancel(),
  },
  {
    row: "others",
    when: "another attempt brought the money",
    snapshot: unpaidSnapshot([order()], { attempts: [WAITING, secondAttempt()] }),
    expected: wait("other_paid"),
  },
  {
    row: "others",
    when: "an employee books another attempt's money on this very order",
    snapshot: unpaidSnapshot([order()], {
      attempts: [WAITING, secondAttempt({ assigned_order_id: "order_1" })],
    }),
    expected: wait("other_paid"),
  },
  {
    row: "unpaid",
    when: "an employee gave another attempt's money to another order",
    snapshot: unpaidSnapshot([order()], {
      attempts: [WAITING, secondAttempt({ assigned_order_id: "order_9" })],
    }),
    expected: run({ do: "cancel_order", order_id: "order_1", placed: false }),
  },
  {
    row: "unpaid",
    when: "what another attempt brought is booked, and went back",
    snapshot: unpaidSnapshot([order()], { attempts: [WAITING, secondAttempt({ applied_at: AT })] }),
    expected: cancel(),
  },
  {
    row: "unpaid",
    when: "what another attempt brought went back before an order had it",
    snapshot: unpaidSnapshot([order()], { attempts: [WAITING, secondAttempt({ reversed: "10000" })] }),
    expected: cancel(),
  },
  {
    row: "others",
    when: "another attempt was not asked",
    snapshot: unpaidSnapshot([order()], { attempts: two }),
    expected: run({ do: "ask_attempts", ids: ["pcint_2"] }),
  },
  {
    row: "others",
    when: "nobody answered about another attempt",
    snapshot: unpaidSnapshot([order()], { attempts: two, unpaid: { pcint_2: "no_answer" } }),
    expected: wait("in_doubt", LATER + IN_DOUBT_MS),
  },
  {
    row: "core",
    when: "core's credit line is being confirmed",
    snapshot: unpaidSnapshot([order()], {
      changes: [
        change({ change_type: "credit_line", created_at: new Date(LATER - 2) }),
        change({ id: "ordch_2", change_type: "credit_line", created_at: new Date(LATER - 1) }),
        change({
          id: "ordch_3",
          order_id: "order_2",
          change_type: "credit_line",
          created_at: new Date(LATER),
        }),
      ],
    }),
    expected: wait("core_is_canceling", LATER - 1 + 60_000),
  },
  {
    row: "core",
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
    row: "blocked",
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
    row: "blocked",
    when: "half of it is captured, which the order does not owe any more",
    snapshot: unpaidSnapshot([
      order({
        transactions: [{ amount: 5_000, reference_id: "capt_1" }],
        payment_collections: withPayments(
          payment({ amount: 5_000, data: null, captures: [{ id: "capt_1", amount: 5_000, created_at: AT }] })
        ),
      }),
    ]),
    expected: kept("money"),
  },
  {
    row: "blocked",
    when: "another provider authorized a part",
    snapshot: unpaidSnapshot([order({ payment_collections: withPayments(authorized(9_999)) })]),
    expected: kept("money"),
  },
  {
    row: "blocked",
    when: "money in a collection that core did not link",
    snapshot: unpaidSnapshot([order({ payment_collections: [] })], {
      collections: withPayments(payment({ data: null, captured_at: AT })),
    }),
    expected: kept("money"),
  },
  {
    row: "blocked",
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
    row: "blocked",
    when: "a credit line",
    snapshot: unpaidSnapshot([order({ credit_lines: [{ amount: 1 }] })]),
    expected: kept("credit"),
  },
  {
    row: "blocked",
    when: "an edit is open",
    snapshot: unpaidSnapshot([order()], { changes: [change()] }),
    expected: kept("change"),
  },
  {
    row: "blocked",
    when: "an edit is open beside an old credit line of nothing",
    snapshot: unpaidSnapshot([order({ credit_lines: [{ amount: 0 }] })], { changes: [change()] }),
    expected: kept("change"),
  },
  {
    row: "blocked",
    when: "goods are on their way",
    snapshot: unpaidSnapshot([order({ fulfillments: [{ canceled_at: null }] })]),
    expected: kept("goods"),
  },
  {
    row: "transfer",
    when: "another customer asked to have it",
    snapshot: unpaidSnapshot([order()], { changes: [change({ change_type: "transfer" })] }),
    expected: run({ do: "end_leftover_changes", ids: ["ordch_1"] }),
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
    when: "it has no collection at all",
    snapshot: unpaidSnapshot([order({ payment_collections: [] })]),
    expected: cancel(),
  },
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
        secondAttempt({ id: "pcint_3", outcome: "discrepancy" }),
        secondAttempt({ id: "pcint_4", closed_at: AT }),
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
    when: "the blocker is a canceled order's",
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

describeTable("no money", CASES, { rows: UNPAID, unpaid: "requires_action" })

describe("plan: times", () => {
  it("leaves an unpaid order to core for longer than core may hold its cart, which is 120 s", () => {
    expect([ABANDONED_MS, IN_DOUBT_MS]).toEqual([180_000, HOUR])
  })

  it("takes core's credit line for left behind after a minute, and nothing that a person began", () => {
    const open = change({ change_type: "credit_line" })
    expect(isLeftover(open, AT.getTime() + 60_000)).toBe(false)
    expect(isLeftover(open, AT.getTime() + 60_001)).toBe(true)
    expect(isLeftover(change(), LATER)).toBe(false)
    expect(isLeftover(change({ change_type: null }), LATER)).toBe(false)
  })
})
