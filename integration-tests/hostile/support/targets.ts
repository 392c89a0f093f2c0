import fc from "fast-check"
import { type OperationName } from "../../../packages/dev/src/sandbox"
import { type Known, anyJson, bodyOf, idOf, known, nasty, oneOf } from "./inputs"
import { SECRETS, type KnownName } from "./world"

/** Who may call a route: by nothing, the shop's publishable key, a login, or the service's signature. */
export type Who = "anybody" | "shopper" | "customer" | "admin" | "service"

export interface Target {
  /** method and path, with `:name` for parameters */
  route: string
  who: Who
  /** what a parameter of the path may truly be */
  params?: Record<string, KnownName[]>
  query?: Record<string, fc.Arbitrary<Known | string>>
  body?: fc.Arbitrary<unknown>
  /**
   * What the service may be asked because of a request by somebody who may call the route; nothing is asked for anybody else, and nothing
   * ever about a payment that the store does not have.
   */
  asks?: OperationName[]
  /**
   * So many requests are enough for one that is taken; a hundred unless said. Infinite where this store has nothing that may be done: no
   * order that owes, no refunds. What is done there is seen in the promise ring.
   */
  enough?: number
  /** may go on asking behind its answer */
  behind?: true
  /** of Medusa: what it answers by itself is its own */
  core?: true
}

const country = oneOf("CM", "fr", "ZZ")
const method = oneOf("mobile_money", "card", "mtn", "nobody")
const cardType = oneOf("local", "international")
const page = oneOf("0", "1", "20", "1000000")

/** The filters of the list and of the export. */
const filters: Target["query"] = {
  q: oneOf(
    known("reference_paid", "cart_waiting", "order_paid"),
    "#1",
    "mireille@example.com",
    "mireille",
    "4 968",
    "+237 6 70 12",
    "JZ1D-7K9P"
  ),
  people_since: oneOf("1970-01-01", "2026-01-31T12:00:00Z"),
  status: oneOf("succeeded", "rejected"),
  "status[]": oneOf("succeeded"),
  environment: oneOf("test", "live"),
  provider_id: oneOf("pp_paycollect_default"),
  currency_code: oneOf("xaf", "EUR"),
  cart_id: idOf("cart_paid"),
  order_id: idOf("order_paid"),
  needs_attention: oneOf("true", "false"),
  "created_at[$gte]": oneOf("2026-01-31", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00+01:00"),
  "created_at[$lt]": oneOf("2030-01-31"),
  "created_at[$ne]": nasty,
  created_at: nasty,
  order: oneOf("-created_at", "amount", "verified_at"),
  fields: oneOf("id,amount", "+events", "-amount", "*attention"),
  limit: page,
  offset: page,
}

const takings: Target["query"] = {
  from: oneOf("2026-01-31", "2026-02-30", "1900-01-01"),
  to: oneOf("2026-01-31", "2099-12-31"),
  days: oneOf("7", "366", "0", "1e9"),
  bucket: oneOf("day", "week", "month"),
  period: oneOf("today", "last_month"),
  compare: oneOf("true"),
  dialect: oneOf("fr"),
  time_zone: oneOf("Africa/Douala", "Mars/Olympus", "UTC+3"),
  environment: oneOf("test", "live"),
  currency_code: oneOf("xaf", "EUR"),
  "provider_id[]": oneOf("pp_paycollect_default"),
}

const settings = bodyOf({
  environment: oneOf("test", "live"),
  confirm_live: fc.boolean(),
  test: bodyOf({
    secret_key: oneOf(SECRETS.savedKey, "sk_live_of_a_stranger"),
    base_url: oneOf(
      "https://service.invalid/v1",
      "http://127.0.0.1.evil.example/v1",
      "https://u:p@service.invalid/v1"
    ),
    checkout_url: oneOf("https://service.invalid", "javascript://localhost/"),
    webhook_secret: oneOf(SECRETS.savedWebhookSecret),
    add_webhook_secret: oneOf(SECRETS.savedWebhookSecret),
  }),
  live: anyJson,
  storefront_url: oneOf("https://shop.paycollect.example", "https://evil.example"),
  return_urls: bodyOf({
    success: oneOf("https://evil.example/{order_id}", "https://shop.paycollect.example/{cart_id}"),
  }),
  fee_bearer: oneOf("customer"),
  pending_orders: oneOf("place"),
  pending_order_expiry_hours: fc.oneof(fc.integer(), fc.double()),
  refunds: oneOf("manual", "api"),
  description: oneOf("Order {reference}", "Payment {payment_number}"),
  amounts: bodyOf({
    paycollect: oneOf("XAF /5", "XAF 1-999999999", "XAF 9-1"),
    "paycollect-card": fc.oneof(oneOf("EUR 0.50-"), anyJson),
  }),
  notifications: bodyOf({
    channel: oneOf("email", "sms", "feed"),
    recipients: fc.oneof(oneOf("owner@paycollect.example", "owner@paycollect.example, x"), fc.array(nasty)),
    language: oneOf("fr"),
    time_zone: oneOf("Africa/Douala", "Africa/Nowhere"),
    summary_hour: fc.oneof(fc.integer(), fc.double()),
  }),
  support: bodyOf({
    email: oneOf("shop@paycollect.example", "x@y", "javascript:alert(1)"),
    phone: oneOf("+237670000009", "670000009"),
    whatsapp: oneOf("+237670000009", "https://wa.me/237670000009"),
  }),
})

const event = bodyOf({
  event_type: oneOf("payment.succeeded", "payout.failed"),
  resource_id: idOf("service_id_waiting"),
  data: bodyOf({
    id: idOf("service_id_waiting", "service_id_paid"),
    payment_ref: idOf("payment_ref_waiting"),
    merchant_reference: idOf("reference_waiting", "reference_paid", "reference_discrepancy"),
    metadata: bodyOf({ merchant_reference: idOf("reference_waiting"), shop_id: oneOf("shop_of_a_stranger") }),
    amount: oneOf("1"),
  }),
})

const session = { who: "customer", path: "/store/paycollect/customer-session" } as const

/** Everything of the store that strangers, customers, the service and staff can send to, each with what it makes sense of. */
export const TARGETS: Target[] = [
  {
    // Early: what Medusa does with it comes seconds later.
    route: "POST /hooks/payment/:provider",
    who: "anybody",
    core: true,
    behind: true,
    body: event,
  },
  {
    route: "POST /hooks/paycollect",
    who: "service",
    body: event,
    asks: ["verify_payment"],
  },
  {
    route: "GET /paycollect/return/:reference",
    who: "anybody",
    params: { reference: ["reference_waiting", "reference_paid", "reference_discrepancy"] },
    query: { status: oneOf("success"), ref: nasty },
    asks: ["verify_payment"],
    behind: true,
  },
  {
    route: "GET /paycollect/checkout/:session_id",
    who: "anybody",
    params: { session_id: ["session_waiting"] },
    asks: ["verify_payment", "create_payment_intent"],
  },
  {
    route: "GET /paycollect/receipt/:token",
    who: "anybody",
    params: { token: ["receipt_token"] },
    query: { lang: oneOf("fr", "en") },
    asks: [],
  },
  {
    route: "GET /paycollect/pay/:token",
    who: "anybody",
    params: { token: ["link_token"] },
    query: { lang: oneOf("fr", "en"), open: oneOf("1"), notice: nasty },
    asks: ["list_payment_methods", "calculate_fee"],
  },
  {
    route: "POST /paycollect/pay/:token",
    who: "anybody",
    params: { token: ["link_token"] },
    body: bodyOf({
      provider_id: oneOf("pp_paycollect_default", "pp_paycollect-card_default", "pp_system_default"),
      anew: oneOf("1"),
    }),
    asks: ["verify_payment", "create_payment_intent", "list_payment_methods", "calculate_fee"],
  },
  {
    route: "GET /store/paycollect/carts/:id/status",
    who: "shopper",
    params: { id: ["cart_waiting", "cart_paid", "cart_idle"] },
    asks: ["verify_payment"],
    behind: true,
  },
  {
    route: "POST /store/carts/:id/complete",
    who: "shopper",
    core: true,
    params: { id: ["cart_waiting", "cart_paid", "cart_idle"] },
    body: anyJson,
    asks: ["verify_payment"],
    behind: true,
  },
  {
    route: "POST /store/payment-collections/:id/payment-sessions",
    who: "shopper",
    core: true,
    params: { id: ["collection_waiting", "collection_idle"] },
    body: bodyOf({
      provider_id: oneOf("pp_paycollect_default", "pp_paycollect-mobile-money_default", "pp_system_default"),
      data: bodyOf({
        session_id: idOf("session_waiting"),
        merchant_reference: idOf("reference_paid"),
        amount: anyJson,
        status: oneOf("succeeded"),
        checkout_url: oneOf("https://evil.example/"),
      }),
    }),
    asks: ["verify_payment", "create_payment_intent"],
  },
  {
    route: "GET /store/paycollect/fee-preview",
    who: "shopper",
    query: { cart_id: idOf("cart_idle", "cart_waiting"), payment_method: method, card_type: cardType },
    asks: ["list_payment_methods", "calculate_fee"],
  },
  {
    route: "GET /store/paycollect/payment-methods",
    who: "shopper",
    query: { country_code: country },
    asks: ["list_payment_methods"],
  },
  { route: `POST ${session.path}`, who: session.who, body: anyJson, asks: ["create_session"] },
  { route: `GET ${session.path}`, who: session.who, asks: ["validate_session"] },
  { route: `DELETE ${session.path}`, who: session.who, asks: ["validate_session", "revoke_session"] },
  { route: "GET /admin/paycollect/intents", who: "admin", query: filters },
  { route: "GET /admin/paycollect/intents/export", who: "admin", query: filters },
  {
    route: "GET /admin/paycollect/refunds",
    who: "admin",
    query: { kind: oneOf("refund", "reversal"), limit: page, offset: page },
  },
  { route: "GET /admin/paycollect/today", who: "admin", query: { time_zone: takings.time_zone! } },
  { route: "GET /admin/paycollect/takings", who: "admin", query: takings },
  { route: "GET /admin/paycollect/takings/export", who: "admin", query: takings },
  {
    route: "GET /admin/paycollect/intents/:id",
    who: "admin",
    params: { id: ["intent_waiting", "intent_paid", "intent_discrepancy"] },
  },
  {
    route: "POST /admin/paycollect/intents/:id/verify",
    who: "admin",
    params: { id: ["intent_waiting", "intent_paid", "intent_discrepancy"] },
    body: anyJson,
    asks: ["verify_payment"],
  },
  {
    route: "POST /admin/paycollect/intents/:id/resolve",
    who: "admin",
    params: { id: ["intent_discrepancy", "intent_paid"] },
    body: bodyOf({ attention_id: idOf("item_open"), note: oneOf("Sent back"), money: oneOf("kept") }),
    enough: 1_000,
  },
  {
    route: "GET /admin/paycollect/attention",
    who: "admin",
    query: {
      status: oneOf("open", "resolved"),
      reason: oneOf("amount_discrepancy", "constructor"),
      "category[]": oneOf("money"),
      environment: oneOf("test", "live"),
      intent_id: idOf("intent_discrepancy", "intent_paid"),
      limit: page,
      offset: page,
    },
  },
  {
    route: "POST /admin/paycollect/attention/resolve",
    who: "admin",
    body: bodyOf({
      ids: fc.oneof(fc.array(idOf("item_open"), { maxLength: 60 }), nasty),
      note: oneOf("Sent back"),
      money: oneOf("returned", "kept", "sent", "not_sent"),
    }),
    enough: 1_000,
  },
  {
    route: "GET /admin/paycollect/intents/:id/assignable-orders",
    who: "admin",
    params: { id: ["intent_discrepancy", "intent_paid"] },
    query: { q: oneOf(known("order_paid"), "#1", "mireille@example.com") },
  },
  {
    route: "POST /admin/paycollect/intents/:id/assign",
    who: "admin",
    params: { id: ["intent_discrepancy", "intent_paid"] },
    body: bodyOf({ order_id: idOf("order_paid") }),
    enough: Infinity,
  },
  ...(["GET", "POST"] as const).map((method) => ({
    route: `${method} /admin/paycollect/intents/:id/new-order`,
    who: "admin" as const,
    params: { id: ["intent_discrepancy", "intent_paid"] as KnownName[] },
    enough: Infinity,
  })),
  {
    route: "GET /admin/paycollect/links",
    who: "admin",
    query: { order_id: idOf("order_owing", "order_paid"), cart_id: idOf("cart_idle", "cart_paid") },
  },
  {
    route: "POST /admin/paycollect/links",
    who: "admin",
    body: bodyOf({
      order_id: idOf("order_owing", "order_paid"),
      cart_id: idOf("cart_idle", "cart_paid", "cart_waiting"),
      days: fc.oneof(fc.integer(), fc.double()),
      convert_draft: fc.boolean(),
    }),
    enough: 1_000,
  },
  {
    route: "POST /admin/paycollect/links/:id/revoke",
    who: "admin",
    params: { id: ["link_payable", "link_revoked"] },
    body: anyJson,
  },
  {
    route: "POST /admin/paycollect/links/:id/mail",
    who: "admin",
    params: { id: ["link_payable", "link_revoked"] },
    body: anyJson,
  },
  {
    route: "POST /admin/paycollect/intents/:id/order",
    who: "admin",
    params: { id: ["intent_waiting", "intent_paid", "intent_discrepancy"] },
    body: anyJson,
    asks: ["verify_payment"],
  },
  {
    route: "POST /admin/paycollect/intents/:id/refund",
    enough: Infinity,
    who: "admin",
    params: { id: ["intent_discrepancy", "intent_paid", "intent_waiting"] },
    body: bodyOf({
      amount: fc.oneof(oneOf("1", "0.5"), fc.integer(), fc.double(), nasty),
      currency_code: oneOf("XAF", "eur"),
      reason: oneOf("duplicate", "other"),
      note: nasty,
      attention_id: idOf("item_open"),
      key: oneOf("the-same-key-again"),
    }),
    asks: ["create_refund", "verify_payment"],
  },
  {
    route: "GET /admin/paycollect/fee-preview",
    who: "admin",
    query: {
      amount: oneOf("12500", "19.99"),
      currency_code: oneOf("XAF", "eur", "ZZZ"),
      payment_method: method,
      country_code: country,
      card_type: cardType,
    },
    asks: ["list_payment_methods", "calculate_fee"],
    // Each parameter has to be right at once.
    enough: 1_000,
  },
  {
    route: "GET /admin/paycollect/payment-methods",
    who: "admin",
    query: { country_code: country },
    asks: ["list_payment_methods"],
  },
  {
    route: "GET /admin/paycollect/customers",
    who: "admin",
    query: { q: oneOf("Mireille", "670"), limit: page, offset: page, page },
    asks: ["list_customers"],
  },
  {
    route: "GET /admin/paycollect/customers/:id",
    who: "admin",
    params: { id: ["service_customer"] },
    asks: ["retrieve_customer"],
  },
  {
    route: "GET /admin/paycollect/transactions/:id",
    who: "admin",
    params: { id: ["service_id_paid", "reference_paid", "payment_ref_waiting"] },
    asks: ["retrieve_transaction"],
  },
  {
    route: "POST /admin/paycollect/orphans",
    who: "admin",
    body: bodyOf({
      pasted: fc.oneof(idOf("reference_waiting", "reference_paid", "cart_idle"), nasty),
      since: oneOf("2026-01-31", "2100-01-01"),
    }),
    asks: ["verify_payment"],
  },
  { route: "GET /admin/paycollect/connection", who: "admin" },
  { route: "GET /admin/paycollect/health", who: "admin" },
  { route: "GET /admin/paycollect/settings", who: "admin" },
  { route: "POST /admin/paycollect/settings", who: "admin", body: settings, asks: ["list_customers"] },
  {
    route: "POST /admin/paycollect/settings/check",
    who: "admin",
    body: bodyOf({ environment: oneOf("test", "live") }),
    asks: ["list_customers"],
  },
  { route: "POST /admin/paycollect/settings/webhook-check", who: "admin", body: anyJson },
  {
    route: "POST /admin/orders/:id/cancel",
    who: "admin",
    core: true,
    params: { id: ["order_paid"] },
    body: anyJson,
  },
  {
    route: "POST /admin/orders/:id/payment-sessions/authorize",
    who: "admin",
    core: true,
    params: { id: ["order_paid"] },
    body: bodyOf({ payment_session_id: nasty }),
    // No order here waits for a session to be authorized.
    enough: Infinity,
  },
  {
    route: "POST /admin/payments/:id/refund",
    who: "admin",
    core: true,
    params: { id: ["payment_paid"] },
    body: bodyOf({
      amount: fc.oneof(fc.integer(), fc.double(), nasty),
      note: nasty,
      refund_reason_id: idOf("order_paid"),
    }),
  },
]

/** Doors of Medusa that lead to our provider without a middleware of ours. */
export const CORE_DOORS = ["POST /hooks/payment/:provider"]
