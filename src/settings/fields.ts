/** Options that the dashboard can override, by their names with dots. Everything else is set by the options alone. */
export const SETTINGS = [
  "environment",
  "test.secretKey",
  "test.baseUrl",
  "test.checkoutUrl",
  "test.webhookSecret",
  "live.secretKey",
  "live.baseUrl",
  "live.checkoutUrl",
  "live.webhookSecret",
  "storefrontUrl",
  "returnUrls.success",
  "returnUrls.waiting",
  "returnUrls.failure",
  "feeBearer",
  "pendingOrders",
  "pendingOrderExpiryHours",
  "refunds",
  "description",
  "amounts.paycollect",
  "amounts.paycollect-mobile-money",
  "amounts.paycollect-card",
  "notifications.channel",
  "notifications.recipients",
  "notifications.language",
  "notifications.time_zone",
  "notifications.summary_hour",
  "support.email",
  "support.phone",
  "support.whatsapp",
] as const

export type SettingName = (typeof SETTINGS)[number]

export function isSettingName(name: string): name is SettingName {
  return (SETTINGS as readonly string[]).includes(name)
}

/** Encrypted in the database and never sent out. */
export function isSecret(name: string): boolean {
  return /\.(secretKey|webhookSecret)$/.test(name)
}

/** Where money, keys, customers and news of money go: colleagues are told when one of these changes. Takes either spelling. */
export function leadsSomewhere(name: string): boolean {
  const option = optionOf(name)
  return isSecret(option) || /Url$|^returnUrls\.|^support\.|\.recipients$|^environment$/.test(option)
}

/** `test.secretKey` as the admin API calls it: `test.secret_key`. */
export function fieldOf(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The inverse of {@link fieldOf}; a name that is no field of a setting stays as it is. */
export function optionOf(field: string): string {
  return SETTINGS.find((name) => fieldOf(name) === field) ?? field
}

/** The value of `test.secretKey` in `{test: {secretKey: ...}}`. */
export function valueAt(options: object, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], options)
}

/** A copy with `test.secretKey` set; `undefined` removes it. */
export function withValue(
  options: Record<string, unknown>,
  name: string,
  value: unknown
): Record<string, unknown> {
  const [key = "", inner] = name.split(".")
  if (!inner) return { ...options, [key]: value }
  return { ...options, [key]: { ...(options[key] as object | undefined), [inner]: value } }
}
