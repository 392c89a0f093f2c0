import { type AttentionCategory, type AttentionReason, type ItemResolution } from "../domain/attention"
import { type NotPayable } from "../domain/booking"
import { type Environment, type FeeBearer } from "../domain/decide"
import { type CheckId } from "../domain/health"
import { type NoticeLanguage } from "../domain/notify"

/**
 * What the routes of this plugin take and answer, for callers of `@medusajs/js-sdk`:
 * `sdk.client.fetch<AdminPayCollectIntentsResponse>("/admin/paycollect/intents")`. Dates are ISO 8601 strings.
 */

// ---------------------------------------------------------------------------------------------------------------- payments

export type PayCollectIntentStatus =
  "creating" | "unknown" | "rejected" | "requires_action" | "processing" | "succeeded" | "failed" | "canceled"
/** As people call it: money that went back outranks that it came, and money that is not what was asked for is never called paid. */
export type PayCollectPaymentState = PayCollectIntentStatus | "mismatch" | "refunded" | "partly_refunded"
export type PayCollectIntentOutcome = "none" | "waiting" | "paid" | "failed" | "mismatch"

/** One PaymentIntent the store asked for. `amount`, `fee` and `refunded` in the smallest unit; `exponent` tells its decimals. */
export interface AdminPayCollectIntent {
  id: string
  /** what people call it: `JZ1D-7K9P` */
  payment_number: string
  merchant_reference: string
  /** the service's own names of the payment */
  intent_id: string | null
  payment_ref: string | null
  subject_id: string
  attempt: number
  cart_id: string | null
  payment_collection_id: string
  provider_id: string
  environment: Environment
  amount: string
  currency_code: string
  exponent: number
  fee_bearer: FeeBearer
  /** what the customer paid on top of `amount`, once paid */
  fee: string | null
  /** sum of what went back or is on its way; in the currency that came, where that is another one */
  refunded: string
  /** what may go back of it from here; null where nothing may, as of an order, whose refunds go through Medusa */
  refundable: AdminPayCollectRefundable | null
  /** its record was lost, and made anew of the store's records or of the service's word alone */
  rebuilt: "store" | "event" | null
  /** as the service calls it */
  status: PayCollectIntentStatus
  state: PayCollectPaymentState
  outcome: PayCollectIntentOutcome
  outcome_reason: string | null
  /** the last answer of verify, reduced to what decides */
  verified: Record<string, string> | null
  verified_at: string | null
  /** when the store first heard that its money came */
  paid_at: string | null
  settled_at: string | null
  released_at: string | null
  due_at: string | null
  settle_attempts: number
  order_id: string | null
  /** the order that an employee gave this money to; until it is settled, the booking goes on */
  booking_order_id: string | null
  /** in lists and details: what a merchant calls the order, and whose it is, read from the store when it is there */
  order_display_id?: number | null
  customer_id?: string | null
  customer_email?: string | null
  /** in lists and details: the payment in the service's own dashboard, where the option `serviceDashboardUrl` is set */
  service_dashboard_url?: string | null
  created_at: string
  updated_at: string
  attention: AdminPayCollectAttention[]
}

/** Money that came and that no order stands for. Amounts in the smallest unit. */
export interface AdminPayCollectRefundable {
  /** for the goods: without the fee that the customer bore */
  came: string
  left: string
  /** of what came: of a mismatch it may be another one than was asked for */
  currency_code: string
  /** null where its decimals are not known: only all of it can go back then */
  exponent: number | null
  /** the setting: sent to the service, put on the list for a person to send, or refused */
  mode: "off" | "manual" | "api"
}

export interface AdminPayCollectAttention {
  id: string
  category: AttentionCategory
  reason: AttentionReason
  status: "open" | "resolved"
  data: Record<string, unknown> | null
  note: string | null
  resolved_by: string | null
  resolved_at: string | null
  /** when its message was made, or it was found that no recipient is set; null: not yet */
  told_at: string | null
  /** the message it was told with */
  notice: string | null
  created_at: string
  /** what happened, what it means for the money, what to do: in English; the dashboard translates by `reason` */
  explanation?: { happened: string; money: string; action: string }
}

/** One line of the timeline. */
export interface AdminPayCollectIntentEvent {
  id: string
  type: string
  cause: string | null
  data: Record<string, unknown> | null
  created_at: string
}

export interface AdminPayCollectIntentDetail extends AdminPayCollectIntent {
  /** oldest first */
  events: AdminPayCollectIntentEvent[]
}

/** The last two are of payments that the service calls succeeded, which find them, too. */
export type PayCollectListedStatus = PayCollectIntentStatus | "refunded" | "partly_refunded"

/** `GET /admin/paycollect/intents` and, without paging and as a file, `GET /admin/paycollect/intents/export`. */
export interface AdminPayCollectIntentsQuery {
  /**
   * what a customer may quote, at most 128 characters: the payment's number, any reference or its beginning or end (from four characters
   * on), a cart or order id, the order's number (`#12`, `12`), an exact amount in major units as people write it (`4 968`, `4,968.50`), an
   * e-mail; or a part of an e-mail, a name (both from three characters on) or a phone number (from four digits on)
   */
  q?: string
  /** ISO 8601: parts of e-mails, names and phone numbers are looked for in payments since then; 90 days ago without it */
  people_since?: string
  status?: PayCollectListedStatus | PayCollectListedStatus[]
  environment?: Environment
  provider_id?: string | string[]
  currency_code?: string | string[]
  cart_id?: string
  order_id?: string
  needs_attention?: "true" | "false"
  created_at?: { $gte?: string; $lte?: string; $gt?: string; $lt?: string }
  /** 1 to 200, default 20 */
  limit?: number
  offset?: number
  /** `created_at`, `amount` (in major units), `verified_at`, `settled_at`; `-` for descending. The file is by date whatever it says. */
  order?: string
  /** Medusa's field selection: `id,amount`, `-attention`; of a relation always the whole. The file has all its columns. */
  fields?: string
}

export interface AdminPayCollectIntentsResponse {
  intents: AdminPayCollectIntent[]
  /** of all that fit; with `q` 10,000 at most */
  count: number
  offset: number
  limit: number
  needs_attention_count: number
  /** with a `q` that may be a part of an e-mail, a name or a phone number */
  people?: AdminPayCollectPeopleSearch
}

/** How customers were looked for, in Medusa's own carts, orders, addresses and customers. */
export interface AdminPayCollectPeopleSearch {
  /** in payments since then */
  since: string
  /** more than a thousand records of a kind match: the newest were looked through, and the answer may lack some */
  more: boolean
}

export interface AdminPayCollectIntentResponse {
  intent: AdminPayCollectIntentDetail
}

/** `POST /admin/paycollect/intents/:id/verify` */
export interface AdminPayCollectVerifyResponse extends AdminPayCollectIntentResponse {
  result: {
    status: string
    reason: string | null
    cart_id: string | null
    order_id: string | null
    /** in the store's own words, why it could make no order just now */
    said?: string
  }
}

/** `POST /admin/paycollect/intents/:id/order`: one more try to make the order of money that came. Refused with 400 and the `code` `paycollect_order_no_item` where none is missing. */
export type AdminPayCollectOrderNowResponse = AdminPayCollectVerifyResponse

/** `POST /admin/paycollect/intents/:id/book`. Refused with 400, or 404 for `_no_order`, and a `code` `paycollect_booking_...`; nothing changed then. */
export interface AdminPayCollectBookBody {
  /** of the currency of the payment, owing at least as much */
  order_id: string
}
/** `result.status` is `succeeded`, or `waiting` while the job finishes it */
export type AdminPayCollectBookResponse = AdminPayCollectVerifyResponse

/** `GET /admin/paycollect/intents/:id/bookable-orders` */
export interface AdminPayCollectBookableOrdersQuery {
  /** an order's number (`#12` or `12`) or id, or a customer's e-mail: then also orders that the money may not be booked on */
  q?: string
}

/** `total` and `open` (what the order still asks for) in the smallest unit of the payment's currency. */
export interface AdminPayCollectBookableOrder {
  id: string
  display_id: number | null
  created_at: string
  email: string | null
  customer_name: string | null
  total: string
  open: string
  same_customer: boolean
  /** why the money may not be booked there; null when it may */
  hindrance: NotPayable | null
}

/** At most 20, the same customer's first, then the newest. */
export interface AdminPayCollectBookableOrdersResponse {
  orders: AdminPayCollectBookableOrder[]
}

/** `POST /admin/paycollect/intents/:id/resolve` */
export interface AdminPayCollectResolveBody {
  attention_id: string
  /** 1 to 1,000 characters; stays in the history */
  note: string
}

// --------------------------------------------------------------------------------------------------------- needs attention

/** `GET /admin/paycollect/attention`: items, newest first. */
export interface AdminPayCollectAttentionQuery {
  status?: "open" | "resolved"
  reason?: AttentionReason | AttentionReason[]
  category?: AttentionCategory | AttentionCategory[]
  /** of the payment */
  environment?: Environment
  intent_id?: string | string[]
  /** 1 to 100, default 20 */
  limit?: number
  offset?: number
}

/** An item with its payment and what a person needs to deal with it, read from the store's records when it is asked for. */
export interface AdminPayCollectAttentionItem extends AdminPayCollectAttention {
  payment: Omit<AdminPayCollectIntent, "attention">
  /** what came, in the smallest unit; null where nothing did that can be read, and for decimals of a currency the store does not know */
  paid: { amount: string; currency_code: string; exponent: number | null } | null
  customer: {
    id: string | null
    name: string | null
    email: string | null
    /** as it is written between countries, or as it was typed */
    phone: string | null
    /** for `tel:+` and `https://wa.me/`; null where the number cannot be called */
    phone_digits: string | null
  }
  /** of the payment's cart or collection: the one that is paid already, where the money came twice */
  order: { id: string; display_id: number | null; canceled: boolean } | null
}

export interface AdminPayCollectAttentionResponse {
  attention: AdminPayCollectAttentionItem[]
  count: number
  offset: number
  limit: number
}

/** `POST /admin/paycollect/attention/resolve` */
export interface AdminPayCollectResolveItemsBody {
  /** 1 to 50 items */
  ids: string[]
  /** 1 to 1,000 characters; stays in the history of each payment */
  note: string
}

export interface PayCollectResolveResult {
  id: string
  result: ItemResolution
}

export interface AdminPayCollectResolveItemsResponse {
  /** one for each id */
  results: PayCollectResolveResult[]
}

// ----------------------------------------------------------------------------------------------------------------- takings

/**
 * `GET /admin/paycollect/takings` and, as a file with a line for each payment, `GET /admin/paycollect/takings/export`. Dates are days there
 * (`2026-01-31`), both included, 366 at most.
 */
export interface AdminPayCollectTakingsQuery {
  from?: string
  /** default: today */
  to?: string
  /** instead of `from`: so many days up to `to`, 30 by default */
  days?: number
  /** default `day`; a week begins on Monday. The file has no buckets. */
  bucket?: "day" | "week" | "month"
  /** IANA name such as `Africa/Douala`; default: that of the settings */
  time_zone?: string
  /** default: the one in which payments are made now */
  environment?: Environment
  currency_code?: string | string[]
  provider_id?: string | string[]
}

/** Amounts in major units as decimal strings, exact. Never of two currencies, nor of test and real money. */
export interface AdminPayCollectTakingsSums {
  currency_code: string
  provider_id: string
  /** payments started in that time, without those that the service refused; of them: */
  started: number
  /** the money came, then or later */
  succeeded: number
  /** `succeeded` of `started`, 0 to 1; null where none was started */
  success_rate: number | null
  /** may still be paid */
  waiting: number
  /** have an open item on the "needs attention" list */
  attention: number
  /** payments whose money came in that time, whenever they were started */
  paid: number
  /** what they were asked for: without fees that the customer bore, and before fees that the service takes from the merchant's share */
  amount: string
  /** what customers paid on top */
  fees: string
  /** what went back in that time, of whichever payments */
  refunded: string
  /** `amount` less `refunded`; may be negative */
  net: string
}

export interface AdminPayCollectTakings extends AdminPayCollectTakingsSums {
  /** its first day */
  bucket: string
}

/** Seconds from the start of a payment to its money, which half and nine tenths of the payments paid in that time do not exceed. */
export interface PayCollectSpeed {
  median_seconds: number | null
  p90_seconds: number | null
}

export type AdminPayCollectTakingsTotal = AdminPayCollectTakingsSums & PayCollectSpeed

export interface AdminPayCollectTakingsResponse extends PayCollectSpeed {
  from: string
  to: string
  bucket: "day" | "week" | "month"
  time_zone: string
  environment: Environment
  /** all of the range; `takings` leaves out those in which nothing happened */
  buckets: string[]
  takings: AdminPayCollectTakings[]
  /** of the whole range */
  totals: AdminPayCollectTakingsTotal[]
  /** of all methods of a currency; beside it, in the answer itself, of all currencies */
  speeds: (PayCollectSpeed & { currency_code: string })[]
}

export type PayCollectRefundReason = "requested_by_customer" | "duplicate" | "fraudulent" | "other"

/** `POST /admin/paycollect/intents/:id/refund` */
export interface AdminPayCollectRefundBody {
  /** major units; absent: all that is left */
  amount?: string | number
  /** what the employee was shown: refused where another currency came */
  currency_code?: string
  reason: PayCollectRefundReason
  /** 1 to 1,000 characters; stays in the history, the service is not told */
  note?: string
  /** the item that it was asked for at: refused where that is not open any more */
  attention_id?: string
  /** 8 to 128 characters, made once for each refund that is meant: the same one is never sent twice, and answers with the first result */
  key?: string
}

export interface AdminPayCollectRefundResponse extends AdminPayCollectIntentResponse {
  refund: {
    id: string
    /** smallest unit */
    amount: string
    currency_code: string
    /** `to_send`: a person sends it; `pending`, `unknown`: a person looks, an item says so */
    status: "to_send" | "sent" | "pending" | "unknown"
    reason: PayCollectRefundReason
    created_at: string
  }
}

// ------------------------------------------------------------------------------------------------------------------- links

/** What the customer of a payment link sees now; `payable`: it can be paid. */
export type PayCollectLinkState =
  "payable" | "waiting" | "attention" | "paid" | "nothing_owed" | "canceled" | "revoked" | "expired"

/** An address at which what an order owes can be paid. Amounts in the smallest unit. */
export interface AdminPayCollectLink {
  id: string
  order_id: string
  /** who has it can pay; null once nothing can be paid by it and nothing was */
  url: string | null
  state: PayCollectLinkState
  /** what it asks for now; null unless it is payable */
  owed: string | null
  /** what the order owed when it was last asked for */
  amount: string
  currency_code: string
  exponent: number
  /** whom it can be sent to; null where the order does not say */
  customer: { email: string | null; phone_digits: string | null }
  /** when it was made, or renewed */
  asked_at: string
  expires_at: string
  /** when money first came by it */
  paid_at: string | null
  created_by: string | null
  created_at: string
  revoked_at: string | null
  revoked_by: string | null
}

/** `GET /admin/paycollect/links` */
export interface AdminPayCollectLinksQuery {
  order_id: string
}

/** Newest first. */
export interface AdminPayCollectLinksResponse {
  links: AdminPayCollectLink[]
}

/** `POST /admin/paycollect/links` */
export interface AdminPayCollectLinkBody {
  order_id: string
  /** how long it can be paid by: 1 to 90, 7 unless said */
  days?: number
  /** a draft is made an order first, which reserves its goods; without it a draft is refused (409, `draft`) */
  convert_draft?: boolean
}

/** Made, renewed or revoked. */
export interface AdminPayCollectLinkResponse {
  link: AdminPayCollectLink
}

// ---------------------------------------------------------------------------------------------------------------- settings

/** Where a value comes from: the dashboard, the options of `medusa-config` or the environment's variables, or the default. */
export type PayCollectSource = "dashboard" | "options" | "default" | "unset"

export interface PayCollectSetting<T> {
  value: T
  source: PayCollectSource
}

/** A secret is never sent out: `masked` is its prefix and last four characters, `null` when none is set. */
export interface PayCollectSecretSetting {
  masked: string | null
  source: PayCollectSource
  /** stored in the dashboard, but none of the encryption keys opens it: it counts as not set until it is entered anew or removed */
  undecryptable?: true
}

export interface PayCollectEnvironmentSettings {
  secret_key: PayCollectSecretSetting
  /** all that are accepted while rotating */
  webhook_secrets: PayCollectSecretSetting[]
  base_url: PayCollectSetting<string | null>
  checkout_url: PayCollectSetting<string | null>
}

export interface AdminPayCollectSettings {
  /** `false`: nothing can be saved, for want of an encryption key */
  editable: boolean
  /**
   * `no_encryption_key`: set one and start the server again. `undecryptable`: secrets that were entered here are opened by none of
   * the encryption keys; the page stays editable, so that they can be entered anew or removed
   */
  read_only_reason: "no_encryption_key" | "undecryptable" | null
  environment: PayCollectSetting<Environment>
  test: PayCollectEnvironmentSettings
  live: PayCollectEnvironmentSettings
  /** set by options only */
  backend_url: PayCollectSetting<string | null>
  storefront_url: PayCollectSetting<string | null>
  return_urls: Record<"success" | "waiting" | "failure", PayCollectSetting<string | null>>
  /** set by options only: where a payment is in the service's own dashboard */
  service_dashboard_url: PayCollectSetting<string | null>
  fee_bearer: PayCollectSetting<FeeBearer>
  pending_orders: PayCollectSetting<"wait" | "place">
  pending_order_expiry_hours: PayCollectSetting<number>
  refunds: PayCollectSetting<"off" | "manual" | "api">
  description: PayCollectSetting<string>
  /** who hears of items that need attention; recipients are personal data of the merchant's staff */
  notifications: {
    channel: PayCollectSetting<string>
    recipients: PayCollectSetting<string[]>
    language: PayCollectSetting<NoticeLanguage>
    /** IANA name; of the summary and of every time in a message */
    time_zone: PayCollectSetting<string>
    /** 0 to 23, by the clock of that zone */
    summary_hour: PayCollectSetting<number>
    /** whether the store's Notification Module has a provider for the channel; null: its configuration does not tell */
    has_provider: boolean | null
  }
  /** how customers reach the shop; told to those whose money is being looked at */
  support: Record<"email" | "phone" | "whatsapp", PayCollectSetting<string | null>>
  /** the address to give to the service, when `backend_url` is set */
  webhook_url: string | null
  webhook_last_seen: { at: string; known: boolean } | null
  /** names of options without which no payment can be taken in the active environment; empty when all are there */
  missing: string[]
  /** newest first, at most 20: who changed which fields, never a value */
  changes: { at: string; actor_id: string | null; actor: string | null; fields: string[] }[]
}

export interface AdminPayCollectSettingsResponse {
  settings: AdminPayCollectSettings
}

interface EnvironmentSettingsBody {
  secret_key?: string | null
  base_url?: string | null
  checkout_url?: string | null
  /** replaces all; several separated by commas while rotating */
  webhook_secret?: string | null
  /** keeps those that are there */
  add_webhook_secret?: string
}

/**
 * `POST /admin/paycollect/settings`: only the fields that are sent change; `null` removes the dashboard's value, so that the option's
 * or the default counts again. 400 with `{message, errors: [{field, message}]}`, and nothing changed, when a value is refused.
 */
export interface AdminPayCollectSettingsBody {
  environment?: Environment | null
  /** must be `true` to switch to live */
  confirm_live?: boolean
  test?: EnvironmentSettingsBody
  live?: EnvironmentSettingsBody
  storefront_url?: string | null
  return_urls?: Partial<Record<"success" | "waiting" | "failure", string | null>>
  fee_bearer?: FeeBearer | null
  pending_orders?: "wait" | "place" | null
  pending_order_expiry_hours?: number | null
  refunds?: "off" | "manual" | "api" | null
  description?: string | null
  notifications?: {
    channel?: string | null
    /** as a list or separated by commas; an empty one tells nobody, whatever the options say */
    recipients?: string | string[] | null
    language?: NoticeLanguage | null
    time_zone?: string | null
    summary_hour?: number | null
  }
  /** numbers with their country */
  support?: Partial<Record<"email" | "phone" | "whatsapp", string | null>>
}

/** `POST /admin/paycollect/settings/check` with `{environment?}`: one harmless authenticated call with what is in force. */
export interface AdminPayCollectCheckResponse {
  check: {
    environment: Environment
    ok: boolean
    latency_ms: number | null
    /** `ok`, `not_configured`, `invalid_key`, `forbidden`, `rate_limited`, `unreachable`, `unexpected` */
    code: string
    /** the service's own words, redacted; never a key */
    message: string
    checked_at: string
  }
}

// ------------------------------------------------------------------------------------------------------------- fee preview

/** `GET /admin/paycollect/fee-preview`. `amount` in major units, as everywhere in Medusa. */
export interface AdminPayCollectFeePreviewQuery {
  amount: string
  currency_code: string
  /** without it one row per active method of `country_code` */
  payment_method?: string
  country_code?: string
  card_type?: "local" | "international"
}

/**
 * Amounts in major units as decimal strings; `null` where the service gives no number: none is invented. Rows of the store routes have
 * empty `details`.
 */
export interface PayCollectFee {
  payment_method: string
  /** as the service names it */
  name: string
  card_type?: "local" | "international"
  currency_code: string
  amount: string
  fee: string | null
  /**
   * the service's sum of amount and fee: what the customer pays where `fee_bearer` is `customer`. Where it is `merchant`, the customer
   * pays `amount`, and the fee is taken from the payout.
   */
  total: string | null
  fee_bearer: FeeBearer
  /** what else the service says, as it comes */
  details: Record<string, unknown>
  /** what the service said up to a day ago: it cannot be asked at the moment */
  stale?: true
  error?: { code: string; message: string; retry_after_ms?: number }
}

/** 429 with `Retry-After` and `{message, retry_after_ms}` when the budget leaves no room for any row. */
export interface AdminPayCollectFeePreviewResponse {
  fees: PayCollectFee[]
}

// --------------------------------------------------------------------------------------------------------- service records

export interface PayCollectPaymentMethod {
  code: string
  name: string
  type?: string
  currencies?: string[]
  countries?: string[]
  logo?: string
}

/** `GET /admin/paycollect/payment-methods?country_code=` */
export interface AdminPayCollectPaymentMethodsResponse {
  payment_methods: PayCollectPaymentMethod[]
}

export interface AdminPayCollectCustomer {
  id: string
  firstname?: string
  lastname?: string
  email?: string
  phone?: string
  /** whole smallest units; the service names no currency */
  balance?: string
  active?: boolean
  created_at: string | null
}

/**
 * `GET /admin/paycollect/customers?limit=&offset=&page=`: what the service lists; it documents no count (U-17). With `?q=` those whose name,
 * e-mail or phone has that in it, among the newest.
 */
export interface AdminPayCollectCustomersResponse {
  customers: AdminPayCollectCustomer[]
  /** with `q`: how many were looked through */
  searched?: number
}

/** `GET /admin/paycollect/customers/:id` */
export interface AdminPayCollectCustomerResponse {
  customer: AdminPayCollectCustomer & {
    billing: {
      name?: string
      email?: string
      phone?: string
      address?: { line1?: string; city?: string; country?: string }
    }[]
  }
}

/** `GET /admin/paycollect/transactions/:id`: by whatever the service calls it (U-23). For display; only verify decides. */
export interface AdminPayCollectTransactionResponse {
  transaction: {
    id: string
    /** smallest unit */
    amount?: string
    currency?: string
    /** decimals of that currency in this store; null where the service names none, or the store does not know it */
    exponent: number | null
    status?: string
    merchant_reference?: string
    payment_ref?: string
    description?: string
    /** how it was paid, and why it was not, as the service writes it where it tells (U-27) */
    method?: string
    operator?: string
    declined?: string
    created_at: string | null
    customer?: { firstname?: string; lastname?: string; email?: string; phone?: string }
    /** our own record of it, when there is one */
    paycollect_intent_id: string | null
  }
}

// ------------------------------------------------------------------------------------------------------------------ health

/** One line of the health page and of `npx medusa-payment-paycollect doctor`. The dashboard translates by `id`. */
export interface PayCollectCheck {
  id: CheckId
  status: "ok" | "warning" | "error"
  /** in English, for operators and logs */
  message: string
  /** facts for the translated text */
  values?: Record<string, string | number>
}

/** `GET /admin/paycollect/health`. No secrets. */
export interface AdminPayCollectHealthResponse {
  health: {
    /** of this plugin */
    version: string
    environment: Environment
    missing_options: string[]
    checks: PayCollectCheck[]
    /** last answer to any call of this process, and the last *Check connection* */
    connection: AdminPayCollectCheckResponse["check"] | null
    budget: {
      rate_class: "standard" | "creation"
      used: number
      limit: number
      paused_until: string | null
      breaker: string
    }[]
    reconcile: {
      enabled: boolean
      last_run: {
        started_at: string
        duration_ms: number
        looked_at: number
        outcomes: Record<string, number>
        more: boolean
      } | null
    }
    webhook: {
      enabled: boolean
      last_seen: { at: string; known: boolean } | null
      /** signed events about payments that nothing in this store is of: of another shop, or of records that are gone */
      strangers: { day: string; today: number; total: number; at: string } | null
    }
    needs_attention_count: number
  }
}

/** `POST /admin/paycollect/lost-payments`: one of `pasted` and `since` at least. */
export interface AdminPayCollectLostPaymentsBody {
  /** any text with merchant references in it, at most 50,000 characters */
  pasted?: string
  /** ISO 8601: also what the store's own payment sessions since then were given */
  since?: string
  /** that all references are this shop's, also those that nothing in the store is of */
  all_ours?: boolean
}

export interface AdminPayCollectLostPaymentsResponse {
  looked_at: number
  /** how many of them are on record */
  known: number
  /** the others */
  payments: {
    reference: string
    /**
     * `rebuilt`: on record again; `strange`: nothing here is of it; `not_found`: the service knows no such payment; `not_asked`: the service
     * or the store could not be asked; `lost`: ours, left for the next request
     */
    found: "rebuilt" | "strange" | "not_found" | "not_asked" | "lost"
    intent_id: string | null
    /** the one it has now that it is on record again: `JZ1D-7K9P` */
    payment_number: string | null
    /** what settling came to */
    status: "waiting" | "failed" | "succeeded" | "attention" | "unknown_reference" | null
  }[]
}

// ------------------------------------------------------------------------------------------------------------------- store

/** `GET /store/paycollect/payment-methods?country_code=`; `logo` only when it is an https address. */
export interface StorePayCollectPaymentMethodsResponse {
  payment_methods: PayCollectPaymentMethod[]
}

/** `GET /store/paycollect/fee-preview?cart_id=&payment_method=&card_type=`; the amount is the cart's total. */
export interface StorePayCollectFeePreviewResponse {
  fees: PayCollectFee[]
}

/** What a customer may know of a payment; nothing of it is personal. */
export interface StorePayCollectPaymentFacts {
  payment_number?: string
  amount?: string
  currency_code?: string
  plus_fee?: true
  since?: string
}

/** `GET /store/paycollect/carts/:id/status` */
export interface StorePayCollectCartStatusResponse {
  status: "none" | "waiting" | "succeeded" | "failed" | "attention"
  /** only with `failed` */
  reason?: "declined" | "canceled" | "expired" | "not_started"
  order_id?: string
  /** what the customer may call the payment: `JZ1D-7K9P`; not with `none` */
  payment_number?: string
  /** of the money that came all, or a part, went back to the customer or is on its way */
  refunded?: "all" | "part"
  /** major units: what the customer pays or paid, with the fee on top once it is known */
  amount?: string
  currency_code?: string
  /** a fee that the customer bears comes on top of `amount`; it is not known before the money comes */
  plus_fee?: true
  /** ISO 8601: when the payment was started or, once its money came, when the shop heard of it */
  since?: string
  /**
   * a payment that pays for the cart as it is now, and that a change of the cart would take its purpose: `processing` where its money may be
   * under way, `opened` less than 15 minutes ago
   */
  under_way?: StorePayCollectPaymentFacts & { state: "processing" | "opened" }
  /** only with `attention`: how to reach the shop, as far as the merchant set it */
  support?: { email?: string; phone?: string; whatsapp?: string }
  checkout_url?: string
  retry_after_ms: number
}

/** `POST /store/paycollect/customer-session`, for the logged-in customer only. The token is not stored anywhere. */
export interface StorePayCollectCustomerSessionResponse {
  customer_session: { session_token: string; expires_at?: string }
}

/** `GET /store/paycollect/customer-session` with the header `x-paycollect-session: <token>`; `false` also for another customer's token. */
export interface StorePayCollectCustomerSessionValidResponse {
  customer_session: { valid: boolean; expires_at?: string }
}

/** `DELETE` with the same header; `id` is the customer's, because a session has no name but its token. 404 for another customer's. */
export interface StorePayCollectCustomerSessionDeleteResponse {
  id: string
  object: "customer_session"
  deleted: boolean
}
