import type * as Http from "../../../types/http"

export type EnvironmentName = Http.AdminPayCollectSettings["environment"]["value"]

type PathBelow<T, Name extends string> = T extends { source: string } ? Name : `${Name}.${keyof T & string}`
/** `support.email`: of a setting in the answer and in the body; the server's errors name it so, too. */
type SettingPath =
  | {
      [Name in keyof Http.AdminPayCollectSettings]: PathBelow<Http.AdminPayCollectSettings[Name], Name>
    }[keyof Http.AdminPayCollectSettings]
  | `${EnvironmentName}.add_webhook_secret`

/** How it is edited. `fixed`: only by options. A list: the choices of a select, whose texts are below the last part of its name. */
type SettingKind = "text" | "address" | "secret" | "number" | "fixed" | readonly string[]

const keysOf = <Name extends EnvironmentName>(environment: Name) =>
  ({
    [`${environment}.secret_key`]: "secret",
    [`${environment}.add_webhook_secret`]: "secret",
    [`${environment}.base_url`]: "address",
    [`${environment}.checkout_url`]: "address",
  }) as const satisfies Record<string, SettingKind>

/** What belongs together on the page, and in one drawer. */
const SECTIONS = {
  keys_test: keysOf("test"),
  keys_live: keysOf("live"),
  behaviour: {
    fee_bearer: ["merchant", "customer"],
    pending_orders: ["wait", "place"],
    pending_order_expiry_hours: "number",
    refunds: ["off", "manual", "api"],
    description: "text",
  },
  amounts: {
    "amounts.paycollect-mobile-money": "text",
    "amounts.paycollect-card": "text",
    "amounts.paycollect": "text",
  },
  notifications: {
    "notifications.recipients": "text",
    "notifications.channel": "text",
    "notifications.language": ["en", "fr"],
    "notifications.time_zone": "text",
    "notifications.summary_hour": "number",
  },
  support: { "support.whatsapp": "text", "support.phone": "text", "support.email": "text" },
  addresses: {
    backend_url: "fixed",
    storefront_url: "address",
    "return_urls.success": "address",
    "return_urls.waiting": "address",
    "return_urls.failure": "address",
    service_dashboard_url: "fixed",
  },
} satisfies Record<string, Partial<Record<SettingPath, SettingKind>>>

export type SectionName = keyof typeof SECTIONS

/** A line of a section, and an input of its drawer. */
export interface FieldDefinition {
  name: string
  kind: SettingKind
  /** what is in force, and where it comes from; none for inputs that only add */
  setting?: Http.PayCollectSetting<string | number | string[] | null> | Http.PayCollectSecretSetting
}

export const fieldsOf = (settings: Http.AdminPayCollectSettings, section: SectionName): FieldDefinition[] =>
  Object.entries(SECTIONS[section]).map(([name, kind]) => ({
    name,
    kind,
    setting: settingAt(settings, name),
  }))

function settingAt(settings: object, path: string): FieldDefinition["setting"] {
  const [first = "", ...rest] = path.split(".")
  const found = (settings as Record<string, object | undefined>)[first]
  return rest.length > 0 && found ? settingAt(found, rest.join(".")) : (found as FieldDefinition["setting"])
}

/** What is in force, as text; empty when nothing is. */
export function inForce({ setting }: FieldDefinition): string {
  if (setting === undefined) return ""
  const value = "masked" in setting ? setting.masked : setting.value
  return Array.isArray(value) ? value.join(", ") : String(value ?? "")
}

/** What an input starts with: only what was set in the dashboard can be edited there, and a secret never comes back. */
export const initialValue = (field: FieldDefinition) =>
  field.setting?.source === "dashboard" && field.kind !== "secret" ? inForce(field) : ""

/** The fields that were changed, as the body of the request; an emptied one is removed. */
export function changedBody(
  fields: FieldDefinition[],
  values: Record<string, string>
): Http.AdminPayCollectSettingsBody {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const typed = (values[field.name] ?? "").trim()
    if (typed === initialValue(field)) continue
    const value = field.kind === "number" ? Number(typed) : typed
    put(body, field.name.split("."), typed === "" ? null : value)
  }
  return body as Http.AdminPayCollectSettingsBody
}

function put(target: Record<string, unknown>, [first, ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[first!] = value
  else put((target[first!] ??= {}) as Record<string, unknown>, rest, value)
}
