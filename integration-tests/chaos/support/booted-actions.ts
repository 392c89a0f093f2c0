import fc from "fast-check"
import { ANY_METHOD, CARD, MOBILE_MONEY } from "../../http/support/customer"
import { DAY, HOUR, MINUTE } from "../../http/support/merchant"
import { type FaultSpec } from "../../../packages/dev/src/sandbox"
import {
  CART_CHANGES,
  type CartChange,
  ORDER_CHANGES,
  type OrderChange,
  SHOP_CHANGES,
  type ShopChange,
} from "./booted-changes"
import { AMISS, type Amiss, VISITORS } from "./booted-links"
import { MONEY_ANSWERS, type MoneyAnswer } from "../../../src/payments/attention-reasons"

export const METHODS = [MOBILE_MONEY, CARD, ANY_METHOD]

/** Faults that the sandbox can be told. */
export const FAULTS = [
  { kind: "drop_before_processing" },
  { kind: "drop_after_processing" },
  { kind: "status", status: 500 },
  { kind: "status", status: 503 },
  { kind: "malformed" },
  { kind: "rate_limit", retryAfter: 1 },
] as const satisfies Partial<FaultSpec>[]
/** Those of which nobody knows whether the service did it. */
const CUT_OFF = FAULTS.filter(({ kind }) => kind === "drop_after_processing" || kind === "malformed")
export const OPERATIONS = ["create_payment_intent", "verify_payment", "create_refund"] as const
export const LIES = {
  too_little: { amount: "1" },
  other_currency: { currency: "USD" },
  no_amount: { amount: null },
} as const

/** What somebody does who can reach the shop over HTTP, or who runs it. `n` picks among the cart's payments at the service. */
export type Act =
  | { do: "start"; method: number }
  | { do: "pay"; method: number; comesBack: boolean }
  | { do: "change_total"; quantity: number }
  | { do: "change_region"; currency: (typeof CURRENCIES)[number] }
  | { do: "discount"; off: (typeof DISCOUNTS)[number] }
  | { do: "complete" | "poll" | "job" | "delete_cart" | "break_late" }
  | { do: "at_service"; n: number; status: "succeeded" | "processing" | "failed" | "canceled" }
  | { do: "come_back" | "webhook" | "forged_webhook" | "core_webhook" | "check_now"; n: number }
  | { do: "wait"; ms: number }
  | { do: "stock"; quantity: number }
  | { do: "fault"; operation: (typeof OPERATIONS)[number]; fault: (typeof FAULTS)[number]; times: number }
  | { do: "lie"; n: number; lie: keyof typeof LIES }
  | { do: "refund" | "refund_unapplied"; amount: number | null }
  | { do: "cancel_order" | "assign" | "make_order" | "rush" | "restore" }
  | { do: "resolve"; money: MoneyAnswer | null }
  | { do: "two_employees"; one: Click; other: Click }
  | { do: "change_cart"; how: CartChange }
  | { do: "change_order"; how: OrderChange }
  | { do: "take_away"; what: ShopChange }
  | { do: "refuse_key"; status: 401 | 403; ms: number }
  | { do: "switch"; to: "test" | "live" }
  | { do: "silence" }
  | { do: "make_link"; n: number; of: "draft" | "cart"; days: number }
  | { do: "show_link" | "revoke_link" | "take_cash"; n: number }
  | { do: "open_link"; n: number; as: (typeof VISITORS)[number] }
  | { do: "pay_by_link"; n: number; method: number; comesBack: boolean }
  | { do: "pay_by_link_amiss"; n: number; method: number; how: Amiss }
  | { do: "edit_order"; n: number; quantity: number }
  | { do: "change_goods"; how: (typeof GOODS)[number] }
  | { do: "reverse"; n: number; amount: string | null }
  | { do: "lose_row" | "win_back"; n: number }
  | { do: "clock"; ahead: number }

/** What the codes take off that a customer enters; with "nothing" she takes them back. */
export const DISCOUNTS = ["a_tenth", "everything", "nothing"] as const

/** What is asked for at the cart's order once its goods are sent. */
export const GOODS = ["return", "received", "exchange", "claim"] as const

/** What an employee presses at money that no order stands for, or at its order. */
export const CLICKS = {
  look: { do: "check_now", n: 0 },
  book: { do: "assign" },
  make: { do: "make_order" },
  send: { do: "refund_unapplied", amount: null },
  send_part: { do: "refund_unapplied", amount: 100 },
  close: { do: "resolve", money: null },
  keep: { do: "resolve", money: "kept" },
  cancel: { do: "cancel_order" },
  refund: { do: "refund", amount: 100 },
} as const satisfies Record<string, Act>
export type Click = keyof typeof CLICKS
const clicks = Object.keys(CLICKS) as Click[]

export const ACTS = [
  ...[
    "start",
    "pay",
    "change_total",
    "change_region",
    "discount",
    "complete",
    "poll",
    "job",
    "delete_cart",
    "break_late",
  ],
  ...["at_service", "come_back", "webhook", "forged_webhook", "core_webhook", "check_now", "wait", "stock"],
  ...[
    "fault",
    "lie",
    "refund",
    "refund_unapplied",
    "cancel_order",
    "resolve",
    "assign",
    "make_order",
    "silence",
  ],
  ...["make_link", "show_link", "revoke_link", "open_link", "pay_by_link", "pay_by_link_amiss"],
  ...["edit_order", "take_cash", "change_goods", "reverse", "win_back", "lose_row", "clock"],
  ...["rush", "two_employees", "change_cart", "change_order", "take_away", "refuse_key", "switch", "restore"],
]

const CURRENCIES = ["xaf", "xof", "eur"] as const

export interface Shop {
  createIntent: "on_session" | "on_redirect"
  pendingOrders: "wait" | "place"
  refunds: "off" | "manual" | "api"
}

const n = fc.nat(2)
const one = <T extends Act["do"]>(...names: T[]) => fc.constantFrom<T[]>(...names)
const method = fc.nat(METHODS.length - 1)

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: one("start"), method }) },
  { weight: 10, arbitrary: fc.record({ do: one("pay"), method, comesBack: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: one("change_total"), quantity: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one("change_region"), currency: fc.constantFrom(...CURRENCIES) }),
  },
  { weight: 3, arbitrary: fc.record({ do: one("discount"), off: fc.constantFrom(...DISCOUNTS) }) },
  { weight: 10, arbitrary: fc.record({ do: one("complete", "complete", "poll", "job") }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: one("at_service"),
      n,
      status: fc.constantFrom("succeeded", "succeeded", "processing", "failed", "canceled"),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: one("come_back", "webhook", "forged_webhook", "core_webhook", "check_now"),
      n,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one("wait"), ms: fc.constantFrom(5_000, MINUTE, HOUR, DAY) }) },
  {
    weight: 11,
    arbitrary: fc.record({
      do: one("fault"),
      operation: fc.constantFrom(...OPERATIONS, "verify_payment"),
      fault: fc.constantFrom(...FAULTS, ...CUT_OFF),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one("lie"),
      n,
      lie: fc.constantFrom(...(Object.keys(LIES) as (keyof typeof LIES)[])),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one("make_order", "make_order", "make_order", "silence") }) },
  { weight: 2, arbitrary: fc.record({ do: one("stock"), quantity: fc.constantFrom(0, 0, 1_000) }) },
  { weight: 3, arbitrary: fc.record({ do: one("delete_cart", "break_late") }) },
  {
    weight: 7,
    arbitrary: fc.record({ do: one("refund", "refund_unapplied"), amount: fc.constantFrom(null, 100) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ do: one("cancel_order", "cancel_order", "assign", "assign", "rush") }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: one("resolve"), money: fc.constantFrom(null, ...MONEY_ANSWERS) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: one("two_employees"),
      one: fc.constantFrom(...clicks),
      other: fc.constantFrom(...clicks),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: one("change_cart"), how: fc.constantFrom(...CART_CHANGES) }) },
  { weight: 6, arbitrary: fc.record({ do: one("change_order"), how: fc.constantFrom(...ORDER_CHANGES) }) },
  { weight: 4, arbitrary: fc.record({ do: one("take_away"), what: fc.constantFrom(...SHOP_CHANGES) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one("refuse_key"),
      status: fc.constantFrom(401, 403),
      ms: fc.constantFrom(MINUTE, HOUR, DAY),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one("switch"), to: fc.constantFrom("live", "live", "test") }) },
  { weight: 3, arbitrary: fc.record({ do: one("restore") }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: one("make_link"),
      n,
      of: fc.constantFrom("draft", "cart"),
      days: fc.constantFrom(1, 7),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one("show_link", "revoke_link", "take_cash"), n }) },
  { weight: 4, arbitrary: fc.record({ do: one("open_link"), n, as: fc.constantFrom(...VISITORS) }) },
  { weight: 8, arbitrary: fc.record({ do: one("pay_by_link"), n, method, comesBack: fc.boolean() }) },
  {
    weight: 12,
    arbitrary: fc.record({ do: one("pay_by_link_amiss"), n, method, how: fc.constantFrom(...AMISS) }),
  },
  { weight: 3, arbitrary: fc.record({ do: one("edit_order"), n, quantity: fc.constantFrom(1, 3, 4) }) },
  { weight: 6, arbitrary: fc.record({ do: one("change_goods"), how: fc.constantFrom(...GOODS) }) },
  { weight: 4, arbitrary: fc.record({ do: one("reverse"), n, amount: fc.constantFrom(null, "100") }) },
  { weight: 6, arbitrary: fc.record({ do: one("lose_row", "win_back"), n }) },
  { weight: 2, arbitrary: fc.record({ do: one("clock"), ahead: fc.constantFrom(-95_000, -20_000, 95_000) }) }
)

/** Each turn's acts happen at once: other tabs, the service's webhook, the job. */
export const turns = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 7 })

export const shop: fc.Arbitrary<Shop> = fc.record({
  createIntent: fc.constantFrom("on_session", "on_session", "on_redirect"),
  pendingOrders: fc.constantFrom("wait", "place"),
  refunds: fc.constantFrom("off", "manual", "api"),
})
