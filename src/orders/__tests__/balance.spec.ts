import { balanceOf } from "../balance"
import { CORE_CUT_OFF_MS } from "../next-step/view"
import { type CollectionRecord, type OrderRecord } from "../records/records"
import {
  AT,
  collection,
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
