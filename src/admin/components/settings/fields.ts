import type {
  AdminPayCollectSettings,
  AdminPayCollectSettingsBody,
  PayCollectSecretSetting,
  PayCollectSetting,
} from "../../../types/http"

export type EnvironmentName = AdminPayCollectSettings["environment"]["value"]

/** One input of a settings drawer. `name` is the path in the body, and what the server calls the field in its errors. */
export interface FieldDefinition {
  name: string
  kind: "text" | "secret" | "number" | "select"
  /** of a select; their texts are below the last part of its name */
  choices?: string[]
  /** what is in force, and where it comes from; none for inputs that only add */
  setting?: PayCollectSetting<string | number | string[] | null> | PayCollectSecretSetting
}

/** Chosen where nothing shall be set in the dashboard. */
export const INHERIT = "inherit"

const isSecretField = (setting: FieldDefinition["setting"]): setting is PayCollectSecretSetting =>
  setting !== undefined && "masked" in setting

/** What is in force, as text; empty when nothing is. */
export function inForce({ setting }: FieldDefinition): string {
  if (setting === undefined) return ""
  const value = isSecretField(setting) ? setting.masked : setting.value
  return Array.isArray(value) ? value.join(", ") : String(value ?? "")
}

/** What an input starts with: only what was set in the dashboard can be edited there, and a secret never comes back. */
export function initialValue(field: FieldDefinition): string {
  const fromHere = field.setting?.source === "dashboard" && field.kind !== "secret"
  if (field.kind === "select") return fromHere ? inForce(field) : INHERIT
  return fromHere ? inForce(field) : ""
}

/** The fields that were changed, as the body of the request; an emptied one is removed. */
export function changedBody(
  fields: FieldDefinition[],
  values: Record<string, string>
): AdminPayCollectSettingsBody {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const typed = (values[field.name] ?? "").trim()
    if (typed === initialValue(field)) continue
    put(body, field.name.split("."), valueOfField(field, typed))
  }
  return body as AdminPayCollectSettingsBody
}

function valueOfField({ kind }: FieldDefinition, typed: string): string | number | null {
  if (typed === "" || typed === INHERIT) return null
  return kind === "number" ? Number(typed) : typed
}

function put(target: Record<string, unknown>, [first, ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[first!] = value
  else put((target[first!] ??= {}) as Record<string, unknown>, rest, value)
}

export function keyFields(
  settings: AdminPayCollectSettings,
  environment: EnvironmentName
): FieldDefinition[] {
  const { secret_key, base_url, checkout_url } = settings[environment]
  return [
    { name: `${environment}.secret_key`, kind: "secret", setting: secret_key },
    { name: `${environment}.add_webhook_secret`, kind: "secret" },
    { name: `${environment}.base_url`, kind: "text", setting: base_url },
    { name: `${environment}.checkout_url`, kind: "text", setting: checkout_url },
  ]
}

export const addressFields = ({
  storefront_url,
  return_urls: { success, waiting, failure },
}: AdminPayCollectSettings): FieldDefinition[] => [
  { name: "storefront_url", kind: "text", setting: storefront_url },
  { name: "return_urls.success", kind: "text", setting: success },
  { name: "return_urls.waiting", kind: "text", setting: waiting },
  { name: "return_urls.failure", kind: "text", setting: failure },
]

export const behaviourFields = (settings: AdminPayCollectSettings): FieldDefinition[] => [
  { name: "fee_bearer", kind: "select", choices: ["merchant", "customer"], setting: settings.fee_bearer },
  { name: "pending_orders", kind: "select", choices: ["wait", "place"], setting: settings.pending_orders },
  { name: "pending_order_expiry_hours", kind: "number", setting: settings.pending_order_expiry_hours },
  { name: "refunds", kind: "select", choices: ["off", "manual", "api"], setting: settings.refunds },
  { name: "description", kind: "text", setting: settings.description },
]

export const supportFields = ({
  support: { email, phone, whatsapp },
}: AdminPayCollectSettings): FieldDefinition[] => [
  { name: "support.whatsapp", kind: "text", setting: whatsapp },
  { name: "support.phone", kind: "text", setting: phone },
  { name: "support.email", kind: "text", setting: email },
]

export const notificationFields = ({
  notifications: { channel, recipients, language, time_zone, summary_hour },
}: AdminPayCollectSettings): FieldDefinition[] => [
  { name: "notifications.recipients", kind: "text", setting: recipients },
  { name: "notifications.channel", kind: "text", setting: channel },
  { name: "notifications.language", kind: "select", choices: ["en", "fr"], setting: language },
  { name: "notifications.time_zone", kind: "text", setting: time_zone },
  { name: "notifications.summary_hour", kind: "number", setting: summary_hour },
]
