import { type AdminPayCollectSettings, type PayCollectSource } from "../../types/http"
import { type ActiveConfiguration } from "../../settings/active-configuration"
import { amountsText, type AmountRules } from "../../settings/amount-options"
import { type Configuration } from "../../settings/configuration"
import { DEFAULT_RETURN_PATHS } from "../../payments/return-address"
import { fieldOf, isSecret, SETTINGS, type SettingName, valueAt, withValue } from "../../settings/fields"
import { masked } from "./body"

type SettingShown = Omit<AdminPayCollectSettings, "webhook_last_seen" | "changes" | "notifications"> & {
  notifications: Omit<AdminPayCollectSettings["notifications"], "has_provider">
}

/** The configuration as a merchant may see it: each value with its origin, secrets by their last characters. */
export function settingsView(configuration: Configuration, active: ActiveConfiguration): SettingShown {
  const { canSeal } = configuration.sealer
  const { backendUrl } = active.options
  const { setting, fieldFor } = shownBy(configuration, active)
  const undecryptable = active.problems.some(({ kind }) => kind === "undecryptable")
  const shown = {
    editable: canSeal,
    read_only_reason: canSeal ? (undecryptable ? "undecryptable" : null) : "no_encryption_key",
    backend_url: setting("backendUrl"),
    service_dashboard_url: setting("service.dashboardUrl"),
    webhook_url: backendUrl ? `${backendUrl}/hooks/paycollect` : null,
    missing: active.missing,
  }
  return SETTINGS.reduce<object>(
    (all, name) => withValue({ ...all }, ...fieldFor(name)),
    shown
  ) as SettingShown
}

/** A value, and a setting's field with what is shown of it, each with where it comes from. */
function shownBy({ stored, raw }: Configuration, { options, problems }: ActiveConfiguration) {
  const sourceOf = (name: string, value: unknown): PayCollectSource => {
    if (stored.has(name as SettingName)) return "dashboard"
    if (valueAt(raw, name) !== undefined) return "options"
    return value == null ? "unset" : "default"
  }
  const setting = (name: string) => {
    const value = valueAt(options, name) ?? null
    return { value, source: sourceOf(name, value) }
  }
  const returnUrl = (name: string) => {
    const own = setting(name)
    if (own.value !== null || !options.storefrontUrl) return own
    const path = valueAt({ returnUrls: DEFAULT_RETURN_PATHS }, name) as string
    return { value: options.storefrontUrl + path, source: "default" }
  }
  const isLost = (name: string) =>
    problems.some(({ option, kind }) => option === name && kind === "undecryptable")
  const secret = (name: SettingName, text?: string) => ({
    masked: text === undefined ? null : masked(text),
    source: sourceOf(name, text),
    ...(isLost(name) && { undecryptable: true }),
  })
  const fieldFor = (name: SettingName): [field: string, shown: unknown] => {
    const field = fieldOf(name)
    if (name === "test.webhookSecret" || name === "live.webhookSecret") {
      const all = (valueAt(options, name) ?? []) as string[]
      return [`${field}s`, isLost(name) ? [secret(name)] : all.map((text) => secret(name, text))]
    }
    if (isSecret(name)) return [field, secret(name, valueAt(options, name) as string | undefined)]
    if (name.startsWith("amounts."))
      return [field, { ...setting(name), value: amountsText(valueAt(options, name) as AmountRules) }]
    return [field, name.startsWith("returnUrls.") ? returnUrl(name) : setting(name)]
  }
  return { setting, fieldFor }
}
