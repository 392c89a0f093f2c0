import { type PayCollectClient } from "../../service/client"
import { type Environment } from "../../service/config"
import { type PayCollectConnectionCheck } from "../../types/http"
import { type OptionProblem } from "../../settings/options"
import { isProduction, liveIsOnLoopback, type ActiveOptions } from "../../settings/active-configuration"
import { type Configuration } from "../../settings/configuration"
import { readBody, type WantedSettings, invalidSetting, SettingsRefused, type FieldError } from "./body"
import { fieldOf, valueAt, type SettingName } from "../../settings/fields"
import {
  type SettingChanges,
  type SettingsChange,
  type SettingsStore,
  type StoredSettings,
} from "../../settings/store"

const ENVIRONMENTS = ["test", "live"] as const

interface Save {
  stored: StoredSettings
  changes: SettingChanges
}

/** What the merchant sets in the dashboard. Reading shows no secret; saving checks everything before it writes anything. */
export class Settings {
  constructor(
    private readonly configuration: Configuration,
    private readonly tryOut: (
      client: PayCollectClient,
      environment: Environment
    ) => Promise<PayCollectConnectionCheck>
  ) {}

  /**
   * Tries each secret key that `body` sets at the service, one harmless call with what would be in force. Saves nothing.
   * @returns what the service said; null where no key is set, none could be used yet, or `save_unchecked` says so
   * @throws SettingsRefused with the service's word when it takes a key not; and whatever {@link save} would refuse
   */
  async tryKeys(body: unknown): Promise<PayCollectConnectionCheck | null> {
    const wanted = readBody(body)
    if (wanted.saveUnchecked || !this.configuration.sealer.canSeal) return null
    await this.configuration.current()
    const { stored } = this.configuration
    const after = overlaid(stored, this.decide(wanted, stored))
    let check: PayCollectConnectionCheck | null = null
    for (const environment of ENVIRONMENTS) {
      const isTyped = !!wanted.values.get(`${environment}.secretKey`)
      const client = isTyped ? this.configuration.trial(after, environment) : null
      check = client ? await this.tryOut(client, environment) : check
      if (check && !check.ok) throw notTaken(check)
    }
    return check
  }

  /**
   * Saves the fields that `body` names, for all instances: here at once, elsewhere within seconds.
   * @param actorId who saves; kept with the names of the fields
   * @returns what was written down of it, null when nothing is different now
   * @throws SettingsRefused naming each field, never its value; nothing was changed then
   */
  async save(body: unknown, actorId: string | null): Promise<SettingsChange | null> {
    const store = this.store()
    if (!this.configuration.sealer.canSeal)
      throw new SettingsRefused(
        "not_allowed",
        "Nothing was saved: without an encryption key settings cannot be kept here. Set PAYCOLLECT_ENCRYPTION_KEY (`openssl rand -base64 32` makes one) and start the server again."
      )
    const wanted = readBody(body)
    const change = await store.save(actorId, (stored) => this.decide(wanted, stored))
    await this.configuration.reload()
    return change && asShown(change)
  }

  /** Newest first: who changed which fields, by the names of the admin API. */
  async changes(limit: number): Promise<SettingsChange[]> {
    const changes = await this.store().changes(limit)
    return changes.map(asShown)
  }

  /** Under the lock of a save. @throws SettingsRefused */
  private decide(wanted: WantedSettings, stored: StoredSettings): SettingChanges {
    const before = this.configuration.preview(stored)
    const changes = new Map(wanted.values)
    const errors: FieldError[] = []
    for (const [name, secret] of wanted.added) {
      const lost = before.problems.some(({ option }) => option === name)
      if (lost) errors.push(wrong(name, "cannot be read any more: replace all of it"))
      const there = (valueAt(before.options, name) as string[] | undefined) ?? []
      changes.set(name, [...new Set([...there, secret])].join(","))
    }
    const after = this.configuration.preview(overlaid(stored, changes))
    const problems = after.problems.filter(
      ({ option }) =>
        changes.has(option as SettingName) || !before.problems.some((old) => old.option === option)
    )
    errors.push(
      ...asErrors(problems, changes),
      ...addressErrors(before.options, after.options, { stored, changes }),
      ...simulatorErrors(after.options, changes),
      ...liveErrors(before.options, after.options, { changes, confirmed: wanted.confirmLive })
    )
    if (errors.length > 0) throw invalidSetting(errors)
    return changes
  }

  private store(): SettingsStore {
    if (!this.configuration.store) throw new Error("The settings need a database")
    return this.configuration.store
  }
}

const SAVE_ALL_THE_SAME = "To save it all the same, send save_unchecked: true."

/** The key that is in force stays in force. */
function notTaken(check: PayCollectConnectionCheck): SettingsRefused {
  const isRefused = check.code === "invalid_key" || check.code === "forbidden"
  const message = isRefused
    ? "is not taken by the service: look for a typing error, or copy it anew from the service's dashboard"
    : `could not be tried at the service (${check.code})`
  const field = `${check.environment}.secret_key`
  const text = `Nothing was saved: ${field} ${message}. ${SAVE_ALL_THE_SAME}`
  return new SettingsRefused("invalid_data", text, [{ field, message }], check)
}

function asShown(change: SettingsChange): SettingsChange {
  return { ...change, fields: change.fields.map(fieldOf) }
}

function overlaid(stored: StoredSettings, changes: SettingChanges): StoredSettings {
  const after = new Map(stored)
  for (const [name, value] of changes) {
    if (value === null) after.delete(name)
    else after.set(name, { value })
  }
  return after
}

const wrong = (option: string, message: string): FieldError => ({ field: fieldOf(option), message })

/** What is wrong with the fields of this save; only when none of them is to blame, with others. */
function asErrors(problems: OptionProblem[], changes: SettingChanges): FieldError[] {
  const own = problems.filter(({ option }) => changes.has(option as SettingName))
  return (own.length > 0 ? own : problems).map(({ option, message }) => wrong(option, message))
}

/**
 * A key of the dashboard goes to no other address than the one it was entered for, neither by a new address, nor by the removal of one,
 * nor by a key that wakes an address of an older version: the employee who moves a key has to know it.
 */
function addressErrors(before: ActiveOptions, after: ActiveOptions, { stored, changes }: Save): FieldError[] {
  return ENVIRONMENTS.filter((environment) => {
    const [key, address] = [`${environment}.secretKey`, `${environment}.baseUrl`] as const
    const isHere = changes.has(key) ? changes.get(key) !== null : stored.has(key)
    const together = !!changes.get(key) && changes.has(address)
    return isHere && !together && after[environment].baseUrl !== before[environment].baseUrl
  }).map((environment) =>
    wrong(
      `${environment}.baseUrl`,
      "would send the secret key that is set here to another address: enter the secret key again together with it"
    )
  )
}

/** No setting may make a simulator of the service that takes real money. */
function simulatorErrors(after: ActiveOptions, changes: SettingChanges): FieldError[] {
  if (!changes.has("live.baseUrl") || !isProduction() || !liveIsOnLoopback(after)) return []
  const message = "leads to this machine, where only a simulator can listen: enter the service's own address"
  return [wrong("live.baseUrl", message)]
}

/** Real money: asked for twice, and only with what live payments need. */
function liveErrors(
  before: ActiveOptions,
  after: ActiveOptions,
  { changes, confirmed }: { changes: SettingChanges; confirmed: boolean }
): FieldError[] {
  if (after.environment !== "live") return []
  const missing = (["live.secretKey", "live.baseUrl"] as const).filter((name) => !valueAt(after, name))
  if (before.environment === "live")
    return missing
      .filter((name) => changes.get(name) === null)
      .map((name) => wrong(name, "cannot be removed while payments are live; switch to test first"))
  const errors = missing.map((name) => wrong(name, "is needed before payments can be live"))
  if (!confirmed)
    errors.push(wrong("confirm_live", "must be true to switch to live: customers then pay real money"))
  return errors
}
