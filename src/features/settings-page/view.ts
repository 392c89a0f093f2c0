import {
  type AdminPayCollectSettings,
  type PayCollectEnvironmentSettings,
  type PayCollectSecretSetting,
  type PayCollectSetting,
  type PayCollectSource,
} from "../../types/http"
import { type Environment } from "../../service/config"
import { type ActiveConfiguration } from "../../settings/active-configuration"
import { type Configuration } from "../../settings/configuration"
import { DEFAULT_RETURN_PATHS } from "../../payments/return-address"
import { valueAt, type SettingName } from "../../settings/fields"
import { masked } from "./body"

type SettingShown = Omit<AdminPayCollectSettings, "webhook_last_seen" | "changes" | "notifications"> & {
  notifications: Omit<AdminPayCollectSettings["notifications"], "has_provider">
}

/** One value, and one secret, with where they come from. */
function shownBy({ stored, raw }: Configuration, active: ActiveConfiguration) {
  const sourceOf = (name: string, value: unknown): PayCollectSource => {
    if (stored.has(name as SettingName)) return "dashboard"
    if (valueAt(raw, name) !== undefined) return "options"
    return value == null ? "unset" : "default"
  }
  return {
    setting: <T>(name: string): PayCollectSetting<T> => {
      const value = (valueAt(active.options, name) ?? null) as T
      return { value, source: sourceOf(name, value) }
    },
    secret: (name: SettingName, text: string | undefined): PayCollectSecretSetting => ({
      masked: text === undefined ? null : masked(text),
      source: sourceOf(name, text),
      ...(isLost(active, name) && { undecryptable: true }),
    }),
  }
}

/** The configuration as a merchant may see it: each value with its origin, secrets by their last characters. */
export function settingsView(configuration: Configuration, active: ActiveConfiguration): SettingShown {
  const { sealer } = configuration
  const { options } = active
  const { setting, secret } = shownBy(configuration, active)
  const environment = (name: Environment): PayCollectEnvironmentSettings => ({
    secret_key: secret(`${name}.secretKey`, options[name].secretKey),
    webhook_secrets: isLost(active, `${name}.webhookSecret`)
      ? [secret(`${name}.webhookSecret`, undefined)]
      : (options[name].webhookSecret ?? []).map((text) => secret(`${name}.webhookSecret`, text)),
    base_url: setting(`${name}.baseUrl`),
    checkout_url: setting(`${name}.checkoutUrl`),
  })
  const returnUrl = (name: "success" | "waiting" | "failure"): PayCollectSetting<string | null> => {
    const own = setting<string | null>(`returnUrls.${name}`)
    if (own.value !== null || !options.storefrontUrl) return own
    return { value: options.storefrontUrl + DEFAULT_RETURN_PATHS[name], source: "default" }
  }
  const undecryptable = active.problems.some(({ kind }) => kind === "undecryptable")
  return {
    editable: sealer.canSeal,
    read_only_reason: sealer.canSeal ? (undecryptable ? "undecryptable" : null) : "no_encryption_key",
    environment: setting("environment"),
    test: environment("test"),
    live: environment("live"),
    backend_url: setting("backendUrl"),
    storefront_url: setting("storefrontUrl"),
    return_urls: {
      success: returnUrl("success"),
      waiting: returnUrl("waiting"),
      failure: returnUrl("failure"),
    },
    service_dashboard_url: setting("service.dashboardUrl"),
    fee_bearer: setting("feeBearer"),
    pending_orders: setting("pendingOrders"),
    pending_order_expiry_hours: setting("pendingOrderExpiryHours"),
    refunds: setting("refunds"),
    description: setting("description"),
    notifications: {
      channel: setting("notifications.channel"),
      recipients: setting("notifications.recipients"),
      language: setting("notifications.language"),
      time_zone: setting("notifications.time_zone"),
      summary_hour: setting("notifications.summary_hour"),
    },
    support: {
      email: setting("support.email"),
      phone: setting("support.phone"),
      whatsapp: setting("support.whatsapp"),
    },
    webhook_url: options.backendUrl ? `${options.backendUrl}/hooks/paycollect` : null,
    missing: active.missing,
  }
}

function isLost(active: ActiveConfiguration, name: SettingName): boolean {
  return active.problems.some(({ option, kind }) => option === name && kind === "undecryptable")
}
