import { type FeeBearer } from "../../payments/assess"
import { type Environment } from "../../service/config"
import { type Language } from "../../texts/language"
import { type WebhookResult } from "../../service/own-event"

/** Where a value comes from: the dashboard, the options of `medusa-config` or the environment's variables, or the default. */
export type PayCollectSource = "dashboard" | "options" | "default" | "unset"

export type PayCollectProviderName = "paycollect" | "paycollect-mobile-money" | "paycollect-card"

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
  /** which amounts each provider takes, as text: `XAF 100-500000 /5, EUR 1-` (from, to, multiple; in major units) */
  amounts: Record<PayCollectProviderName, PayCollectSetting<string | null>>
  /** who hears of items that need attention; recipients are personal data of the merchant's staff */
  notifications: {
    channel: PayCollectSetting<string>
    recipients: PayCollectSetting<string[]>
    language: PayCollectSetting<Language>
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
  /** of a save: what the service said of the key that was typed; null where none was, or where it was saved unchecked */
  check?: PayCollectConnectionCheck | null
}

/** What came of one harmless authenticated call. */
export interface PayCollectConnectionCheck {
  environment: Environment
  ok: boolean
  latency_ms: number | null
  /** `ok`, `not_configured`, `invalid_key`, `forbidden`, `rate_limited`, `unreachable`, `simulator`, `unexpected` */
  code: string
  /** the service's own words, redacted; never a key */
  message: string
  checked_at: string
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
 * or the default counts again. 400 with `{message, errors: [{field, message}]}`, and nothing changed, when a value is refused. A secret key
 * is tried at the service first: one that it does not take, or that cannot be tried now, is refused with `check`.
 */
export interface AdminPayCollectSettingsBody {
  environment?: Environment | null
  /** must be `true` to switch to live */
  confirm_live?: boolean
  /** `true` saves a secret key without trying it at the service first */
  save_unchecked?: boolean
  test?: EnvironmentSettingsBody
  live?: EnvironmentSettingsBody
  storefront_url?: string | null
  return_urls?: Partial<Record<"success" | "waiting" | "failure", string | null>>
  fee_bearer?: FeeBearer | null
  pending_orders?: "wait" | "place" | null
  pending_order_expiry_hours?: number | null
  refunds?: "off" | "manual" | "api" | null
  description?: string | null
  /** in the form of the answer */
  amounts?: Partial<Record<PayCollectProviderName, string | null>>
  notifications?: {
    channel?: string | null
    /** as a list or separated by commas; with an empty one no mail is sent, whatever the options say */
    recipients?: string | string[] | null
    language?: Language | null
    time_zone?: string | null
    summary_hour?: number | null
  }
  /** numbers with their country */
  support?: Partial<Record<"email" | "phone" | "whatsapp", string | null>>
}

/** What became of a signed event that the server sent itself by its public address. */
export interface PayCollectWebhookCheck {
  /**
   * `ok`: it came, and its signature fits; `nothing`: no answer; `other`: something else answers there, or a server with another secret; `changed`: its
   * content was changed on the way; `no_header`: its signature was taken out on the way
   */
  result: WebhookResult
  webhook_url: string
  checked_at: string
}

/** `POST /admin/paycollect/settings/webhook-check`: at most once a minute; the answer of then is given again. */
export interface AdminPayCollectWebhookCheckResponse {
  check: PayCollectWebhookCheck
}

/** `POST /admin/paycollect/settings/check` with `{environment?}`: one harmless authenticated call with what is in force. */
export interface AdminPayCollectCheckResponse {
  check: PayCollectConnectionCheck
}
