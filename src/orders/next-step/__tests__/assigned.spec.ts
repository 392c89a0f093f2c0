import {
  attempt,
  AT,
  collection,
  order,
  orderSnapshot,
  paidOrder,
  payment,
  refund,
  session,
  takenBack,
} from "../../records/__tests__/records"
import { type CollectionRecord, type OrderRecord, type Snapshot } from "../../records/records"
import { PAID } from "../paid"
import { type Undone } from "../../../payments/ledger/assignments"
import { CANCELED, describeTable, live, run, applied, tell, wait, type Case } from "./table"

/** An employee gave the 10,000 XAF of `cart_1-1` to `order_9`; `pay_col_9` is its collection there. */
const TARGET = "order_9"
const made = (facts: Partial<CollectionRecord> = {}) =>
  collection({ id: "pay_col_9", payment_sessions: [], ...facts })
const mine = { payment_sessions: [session({ id: "payses_9" })] }
const captured = payment({ id: "pay_9", payment_session_id: "payses_9" })
const paidThere = made({ ...mine, payments: [captured], status: "completed" })

const target = (facts: Partial<OrderRecord> = {}) => order({ id: TARGET, payment_collections: [], ...facts })
const capturedThere = (facts: Partial<OrderRecord> = {}) =>
  paidOrder({ id: TARGET, payment_collections: [paidThere], ...facts })

/** The old cart's collection is read, too: the money may be spent there. */
const at = (
  there: OrderRecord | null,
  old: Partial<CollectionRecord> = {},
  facts: Partial<Snapshot> = {}
): Snapshot => {
  const snapshot = orderSnapshot(there ? [there] : [], {
    attempts: [attempt({ assigned_order_id: TARGET })],
    payers: { payses_1: "pcint_1", payses_9: "pcint_1" },
  })
  return { ...snapshot, collections: [...snapshot.collections, collection(old)], ...facts }
}
const given = { assigned_order_id: TARGET, assigned_collection_id: null }
const assigned = { assigned_order_id: TARGET, assigned_collection_id: "pay_col_9" }
const undo = (because: Undone, more: { session_ids?: string[] } = {}) =>
  run({ do: "undo_assignment", because, session_ids: [], ...more })

const CASES: Case[] = [
  {
    row: "collection",
    when: "the order has no collection, and the money's row was lost long after it was begun",
    snapshot: at(target()),
    money: { ...given, recovered: "store" },
    expected: run({ do: "make_collection", order_id: TARGET }),
  },
  {
    row: "collection",
    when: "the order has no collection",
    snapshot: at(target()),
    money: given,
    expected: run({ do: "make_collection", order_id: TARGET }),
  },
  ...[
    ["another sum", made({ amount: 10_001 })],
    ["another currency", made({ currency_code: "xof" })],
    ["a session", made(mine)],
    ["a payment", made({ payments: [payment({ data: null, amount: 1 })] })],
    ["another state", made({ status: "canceled" })],
  ].map(([what, there]): Case => ({
    row: "collection",
    when: `its only collection has ${what as string}`,
    snapshot: at(
      target({
        total: 30_000,
        payment_collections: [there as CollectionRecord],
      })
    ),
    money: given,
    expected: run({ do: "make_collection", order_id: TARGET }),
  })),
  {
    row: "collection",
    when: "one asks for just this, made by a process that died",
    snapshot: at(target({ payment_collections: [made()] })),
    money: given,
    expected: run({ do: "assign_collection", collection_id: "pay_col_9" }),
  },
  {
    row: "session",
    when: "nothing is begun in it",
    snapshot: at(target({ payment_collections: [made()] })),
    money: assigned,
    expected: run({ do: "open_session", collection_id: "pay_col_9" }),
  },
  {
    row: "session",
    when: "its session is another payment's",
    snapshot: at(target({ payment_collections: [made(mine)] }), {}, { payers: { payses_9: "pcint_7" } }),
    money: assigned,
    expected: run({ do: "open_session", collection_id: "pay_col_9" }),
  },
  {
    row: "session",
    when: "its session is used up",
    snapshot: at(
      target({
        payment_collections: [made({ ...mine, payments: [{ ...captured, ...takenBack }] })],
      })
    ),
    money: assigned,
    expected: run({ do: "open_session", collection_id: "pay_col_9" }),
  },
  {
    row: "pay",
    when: "its session is this money's",
    snapshot: at(target({ payment_collections: [made(mine)] })),
    money: assigned,
    expected: run({ do: "capture", session_id: "payses_9" }),
  },
  {
    row: "pay",
    when: "the order owes more",
    snapshot: at(
      target({
        total: 10_001,
        payment_collections: [made(mine)],
      })
    ),
    money: assigned,
    expected: run({ do: "capture", session_id: "payses_9" }),
  },
  {
    row: "captured",
    when: "it is captured, and booked on the order",
    snapshot: at(capturedThere()),
    money: assigned,
    expected: applied(TARGET),
  },
  {
    row: "captured",
    when: "a part was given back by the shop since",
    snapshot: at(
      capturedThere({
        payment_collections: [made({ ...mine, payments: [{ ...captured, refunds: [refund(10)] }] })],
      })
    ),
    money: assigned,
    expected: applied(TARGET),
  },
  {
    row: "fresh_capture",
    when: "core may still be at it",
    snapshot: at(target({ payment_collections: [paidThere] })),
    money: assigned,
    now: AT.getTime() + 30_000,
    expected: wait("core_is_recording", AT.getTime() + 60_000),
  },
  {
    row: "unfinished",
    when: "a process died before its capture was booked on the order",
    snapshot: at(target({ payment_collections: [paidThere] })),
    money: assigned,
    expected: run({
      do: "repair_order",
      order_id: TARGET,
      collection_id: "pay_col_9",
      link: false,
      uncancel: [],
    }),
  },
  {
    row: "unfinished",
    when: "the money is marked as canceled",
    snapshot: at(
      capturedThere({ payment_collections: [{ ...paidThere, payments: [{ ...captured, canceled_at: AT }] }] })
    ),
    money: assigned,
    expected: run({
      do: "repair_order",
      order_id: TARGET,
      collection_id: "pay_col_9",
      link: false,
      uncancel: [captured.id],
    }),
  },
  ...[
    ["asks for just what is left", made({ id: "pay_col_8", amount: 700 })],
    ["has a session, which its customer may be paying", made({ id: "pay_col_8", ...mine })],
    ["is canceled", made({ id: "pay_col_8", status: "canceled" })],
    ["was paid into", made({ id: "pay_col_8", payments: [payment({ id: "pay_8", data: null })] })],
  ].map(([what, there]): Case => ({
    row: "captured",
    when: `another collection ${what as string}`,
    snapshot: at(
      capturedThere({
        total: 10_700,
        transactions: [{ amount: 10_000, reference_id: "capt_1" }],
        payment_collections: [paidThere, there as CollectionRecord],
      })
    ),
    money: assigned,
    expected: applied(TARGET),
  })),
  {
    row: "canceled",
    when: "the order was canceled since, and the shop gave it back",
    snapshot: at(
      capturedThere({
        ...CANCELED,
        payment_collections: [made({ ...mine, payments: [{ ...captured, refunds: [refund(10_000)] }] })],
      })
    ),
    money: assigned,
    expected: applied(TARGET),
  },
  {
    row: "canceled",
    when: "it was captured, and not given back",
    snapshot: at(capturedThere(CANCELED)),
    money: assigned,
    expected: tell("paid_after_cancel"),
  },

  {
    row: "gone",
    when: "core made a payment of it for the old cart",
    snapshot: at(target({ payment_collections: [made(mine)] }), { payments: [payment()] }),
    money: assigned,
    expected: undo("spent", { session_ids: ["payses_9"] }),
  },
  {
    row: "pay",
    when: "core took back what it had made of it for the old cart",
    snapshot: at(target({ payment_collections: [made(mine)] }), { payments: [payment(takenBack)] }),
    money: assigned,
    expected: run({ do: "capture", session_id: "payses_9" }),
  },
  {
    row: "refunded",
    when: "the service took a part of it back before it was booked",
    snapshot: at(target({ payment_collections: [made(mine)] })),
    money: { ...assigned, reversed: "1" },
    expected: undo("reversed", { session_ids: ["payses_9"] }),
  },
  { row: "gone", when: "the order is not there", snapshot: at(null), money: given, expected: undo("gone") },
  {
    row: "gone",
    when: "its collection still is: nobody knows what the order owed",
    snapshot: at(null, {}, { collections: [made(), collection()] }),
    money: assigned,
    expected: undo("gone"),
  },
  {
    row: "gone",
    when: "nothing was captured",
    snapshot: at(target({ ...CANCELED, payment_collections: [made({ ...mine, status: "canceled" })] })),
    money: assigned,
    expected: undo("order_canceled", { session_ids: ["payses_9"] }),
  },
  {
    row: "gone",
    when: "its collection is canceled, too, and another one still asks for money",
    snapshot: at(
      target({
        ...CANCELED,
        payment_collections: [made({ status: "canceled" }), made({ id: "pay_col_8" })],
      })
    ),
    money: assigned,
    expected: undo("order_canceled"),
  },
  {
    row: "test",
    when: "the store went live meanwhile",
    snapshot: at(target()),
    money: given,
    options: live,
    expected: undo("test_money"),
  },
  {
    row: "asks_otherwise",
    when: "somebody paid a part; its own collection asks for too much now",
    snapshot: at(
      target({
        total: 9_999,
        payment_collections: [made(mine)],
      })
    ),
    money: assigned,
    expected: undo("owes_less", { session_ids: ["payses_9"] }),
  },
  {
    row: "asks_otherwise",
    when: "a process died before it bound the collection that it had made",
    snapshot: at(
      target({
        total: 0,
        payment_collections: [made()],
      })
    ),
    money: given,
    expected: undo("owes_less"),
  },
  {
    row: "asks_otherwise",
    when: "another provider's authorization will pay it",
    snapshot: at(
      target({
        payment_collections: [
          collection({
            id: "pay_col_8",
            payments: [payment({ id: "pay_8", data: null, captured_at: null, captures: [] })],
          }),
        ],
      })
    ),
    money: given,
    expected: undo("owes_less"),
  },
  {
    row: "asks_otherwise",
    when: "it is gone",
    snapshot: at(target()),
    money: assigned,
    expected: undo("collection_changed"),
  },
  {
    row: "asks_otherwise",
    when: "an edit has core ask for something else in it",
    snapshot: at(
      target({
        total: 12_000,
        payment_collections: [made({ amount: 12_000 })],
      })
    ),
    money: assigned,
    expected: undo("collection_changed"),
  },
  {
    row: "asks_otherwise",
    when: "other money was paid into it",
    snapshot: at(
      target({
        total: 20_000,
        transactions: [{ amount: 10_000, reference_id: "capt_1" }],
        payment_collections: [made({ payments: [payment({ id: "pay_8", data: null })] })],
      })
    ),
    money: assigned,
    expected: undo("collection_changed"),
  },
  {
    row: "unheard",
    when: "the service has been silent for a week; its session goes with it",
    snapshot: at(target({ payment_collections: [made(mine)] })),
    money: { ...assigned, unheard: "for_good" },
    expected: undo("unheard", { session_ids: ["payses_9"] }),
  },
  {
    row: "unheard",
    when: "it has been silent for a week, before a collection was made",
    snapshot: at(target()),
    money: { ...given, unheard: "for_good" },
    expected: undo("unheard"),
  },
  {
    row: "failed",
    when: "three looks failed; the order still owes what the collection asks for",
    snapshot: at(target({ payment_collections: [made(mine)] })),
    money: { ...assigned, advance_attempts: 3 },
    expected: undo("failed", { session_ids: ["payses_9"] }),
  },
  {
    row: "failed",
    when: "three looks failed; a canceled collection asks for nothing",
    snapshot: at(target({ payment_collections: [made(), made({ id: "pay_col_8", status: "canceled" })] })),
    money: { ...assigned, advance_attempts: 3 },
    expected: undo("failed"),
  },
  {
    row: "failed",
    when: "three looks failed: sessions of other money stay, and one that core made a payment of, with its collection",
    snapshot: at(
      target({
        payment_collections: [
          made({
            payment_sessions: [
              session({ id: "payses_9" }),
              session({ id: "payses_8" }),
              session({ id: "payses_7" }),
            ],
            payments: [{ ...captured, ...takenBack }],
          }),
          made({ id: "pay_col_8", amount: 20_000 }),
        ],
      }),
      {},
      { payers: { payses_9: "pcint_1", payses_8: "pcint_8", payses_7: "pcint_1" } }
    ),
    money: { ...assigned, advance_attempts: 3 },
    expected: undo("failed", { session_ids: ["payses_7"] }),
  },
  {
    row: "failed",
    when: "three looks failed, and another collection asks for the same money",
    snapshot: at(target({ payment_collections: [made(), made({ id: "pay_col_8" })] })),
    money: { ...assigned, advance_attempts: 3 },
    expected: undo("failed"),
  },
  {
    row: "pay",
    when: "the service has been silent for less than a week",
    snapshot: at(target({ payment_collections: [made(mine)] })),
    money: { ...assigned, unheard: "for_now" },
    expected: run({ do: "capture", session_id: "payses_9" }),
  },
  {
    row: "pay",
    when: "two looks failed",
    snapshot: at(target({ payment_collections: [made(mine)] })),
    money: { ...assigned, advance_attempts: 2 },
    expected: run({ do: "capture", session_id: "payses_9" }),
  },
]

describeTable("money that an employee gave to an order", CASES, { rows: PAID, unpaid: null })
