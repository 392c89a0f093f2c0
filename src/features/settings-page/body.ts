import { type PayCollectConnectionCheck } from "../../types/http"
import { fieldOf, isSecret, isSettingName, optionOf, SETTINGS, type SettingName } from "../../settings/fields"

export interface FieldError {
  /** as the admin API calls it: `test.secret_key` */
  field: string
  message: string
}

/** A save that was refused; nothing was changed. Names fields, never their values. */
export class SettingsRefused extends Error {
  override readonly name = "SettingsRefused"

  constructor(
    readonly type: "invalid_data" | "not_allowed",
    message: string,
    readonly errors: FieldError[] = [],
    /** what the service said of a key that was to be saved */
    readonly check?: PayCollectConnectionCheck
  ) {
    super(message)
  }
}

export function invalidSetting(errors: FieldError[]): SettingsRefused {
  const fields = [...new Set(errors.map(({ field }) => field))].join(", ")
  return new SettingsRefused("invalid_data", `Nothing was saved. Not accepted: ${fields}.`, errors)
}

/** What a body of `POST /admin/paycollect/settings` asks for. */
export interface WantedSettings {
  /** `null` removes; not checked yet */
  values: Map<SettingName, unknown>
  /** webhook secrets to add to those that are there */
  added: Map<"test.webhookSecret" | "live.webhookSecret", string>
  confirmLive: boolean
  /** no key is tried at the service first */
  saveUnchecked: boolean
}

const GROUPS = new Set(
  SETTINGS.filter((name) => name.includes(".")).map((name) => fieldOf(name.split(".")[0]!))
)

/** Only the form is looked at here; whether values are good is the business of the options' schema. @throws SettingsRefused */
export function readBody(body: unknown): WantedSettings {
  const wanted: WantedSettings = {
    values: new Map(),
    added: new Map(),
    confirmLive: false,
    saveUnchecked: false,
  }
  const errors: FieldError[] = []
  if (!isGroup(body)) throw invalidSetting([{ field: "body", message: "must be an object" }])
  for (const [field, value] of leavesOf(body)) {
    const problem = takeField(wanted, field, value)
    if (problem) errors.push({ field: shownName(field), message: problem })
  }
  for (const name of wanted.added.keys()) {
    if (wanted.values.has(name))
      errors.push({ field: fieldOf(name), message: "is replaced and added to at the same time" })
  }
  if (errors.length > 0) throw invalidSetting(errors)
  return wanted
}

function leavesOf(body: Record<string, unknown>): [string, unknown][] {
  return Object.entries(body).flatMap(([field, value]): [string, unknown][] => {
    if (!GROUPS.has(field)) return [[field, value]]
    if (!isGroup(value)) return [[field, NOT_A_GROUP]]
    return Object.entries(value).map(([inner, leaf]) => [`${field}.${inner}`, leaf])
  })
}

/** A body that was sent under a wrong content type becomes the name of one field, with the secrets in it. */
function shownName(field: string): string {
  const isName = /^[a-z][a-z_.]{0,63}$/i.test(field) && !/^(whsec|sk)_/.test(field)
  return isName ? field : "a field that is none of the settings"
}

const NOT_A_GROUP = Symbol("not a group")

function takeField(wanted: WantedSettings, field: string, value: unknown): string | null {
  if (value === NOT_A_GROUP) return "must be an object"
  if (field === "confirm_live" || field === "save_unchecked") {
    wanted[field === "confirm_live" ? "confirmLive" : "saveUnchecked"] = value === true
    return typeof value === "boolean" ? null : "must be true or false"
  }
  const text = typeof value === "string" ? value.trim() : asText(field, value)
  if (field === "test.add_webhook_secret" || field === "live.add_webhook_secret") {
    if (typeof text !== "string") return "must be of type string"
    wanted.added.set(field.startsWith("test") ? "test.webhookSecret" : "live.webhookSecret", text)
    return null
  }
  const name = optionOf(field)
  if (!isSettingName(name) || fieldOf(name) !== field) return "no such field"
  // The options also take a list of webhook secrets, which the database and this API hold as one text.
  if (isSecret(name) && text !== null && typeof text !== "string") return "must be of type string"
  wanted.values.set(name, text)
  return null
}

/** A list is kept as one text, as it is typed in the dashboard. */
function asText(field: string, value: unknown): unknown {
  const isList = field === fieldOf("notifications.recipients") && Array.isArray(value)
  return isList && value.every((one) => typeof one === "string") ? value.join(", ") : value
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** A body of `POST /admin/paycollect/settings/check`. @throws SettingsRefused */
export function readCheckBody(body: unknown): { environment?: "test" | "live" } {
  if (body === undefined || body === null) return {}
  if (!isGroup(body)) throw invalidSetting([{ field: "body", message: "must be an object" }])
  const { environment, ...others } = body
  const unknown = Object.keys(others).map((field) => ({ field, message: "no such field" }))
  if (unknown.length > 0) throw invalidSetting(unknown)
  if (environment === undefined || environment === "test" || environment === "live") return { environment }
  throw invalidSetting([{ field: "environment", message: "must be one of test, live" }])
}

/** Shorter than this, four characters would be too much of a secret. */
const MIN_LENGTH = 12
const SHOWN = 4

/** `sk_test_••••1a2b`: enough for a merchant to tell keys apart, useless to a thief. */
export function masked(secret: string): string {
  const prefix = /^(?:sk_test_|sk_live_|whsec_)/.exec(secret)?.[0] ?? ""
  const rest = secret.slice(prefix.length)
  return `${prefix}••••${rest.length < MIN_LENGTH ? "" : rest.slice(-SHOWN)}`
}
