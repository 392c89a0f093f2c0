import { type OptionProblem } from "../../../options"
import { type ActiveOptions } from "../active-configuration"
import { type Configuration } from "../configuration"
import { readBody, type WantedSettings } from "./body"
import { fieldOf, valueAt, type SettingName } from "./fields"
import { invalid, SettingsRefused, type FieldError } from "./refused"
import { type SettingChanges, type SettingsChange, type SettingsStore, type StoredSettings } from "./store"

/** What the merchant sets in the dashboard. Reading shows no secret; saving checks everything before it writes anything. */
export class Settings {
  constructor(private readonly configuration: Configuration) {}

  /**
   * Saves the fields that `body` names, for all instances: here at once, elsewhere within seconds.
   * @param actorId who saves; kept with the names of the fields
   * @throws SettingsRefused naming each field, never its value; nothing was changed then
   */
  async save(body: unknown, actorId: string | null): Promise<void> {
    const store = this.store()
    if (!this.configuration.sealer.canSeal)
      throw new SettingsRefused(
        "not_allowed",
        "Nothing was saved: without an encryption key settings cannot be kept here. Set PAYCOLLECT_ENCRYPTION_KEY (`openssl rand -base64 32` makes one) and start the server again."
      )
    const wanted = readBody(body)
    await store.save(actorId, (stored) => this.decide(wanted, stored))
    await this.configuration.reload()
  }

  /** Newest first: who changed which fields, by the names of the admin API. */
  async changes(limit: number): Promise<SettingsChange[]> {
    const changes = await this.store().changes(limit)
    return changes.map((change) => ({ ...change, fields: change.fields.map(fieldOf) }))
  }

  /** Under the lock of a save. @throws SettingsRefused */
  private decide(wanted: WantedSettings, stored: StoredSettings): SettingChanges {
    const before = this.configuration.preview(stored)
    const changes = new Map(wanted.values)
    const errors: FieldError[] = []
    for (const [name, secret] of wanted.added) {
      const lost = before.problems.some(({ option }) => option === name)
      if (lost) errors.push({ field: fieldOf(name), message: "cannot be read any more: replace all of it" })
      const there = (valueAt(before.options, name) as string[] | undefined) ?? []
      changes.set(name, [...new Set([...there, secret])].join(","))
    }
    const after = this.configuration.preview(overlaid(stored, changes))
    const problems = after.problems.filter(
      ({ option }) =>
        changes.has(option as SettingName) || !before.problems.some((old) => old.option === option)
    )
    errors.push(...asErrors(problems, changes))
    errors.push(...addressErrors(before.options, after.options, changes))
    errors.push(...liveErrors(before.options, after.options, { changes, confirmed: wanted.confirmLive }))
    if (errors.length > 0) throw invalid(errors)
    return changes
  }

  private store(): SettingsStore {
    if (!this.configuration.store) throw new Error("The settings need a database")
    return this.configuration.store
  }
}

function overlaid(stored: StoredSettings, changes: SettingChanges): StoredSettings {
  const after = new Map(stored)
  for (const [name, value] of changes) {
    if (value === null) after.delete(name)
    else after.set(name, { value })
  }
  return after
}

/** What is wrong with the fields of this save; only when none of them is to blame, with others. */
function asErrors(problems: OptionProblem[], changes: SettingChanges): FieldError[] {
  const own = problems.filter(({ option }) => changes.has(option as SettingName))
  return (own.length > 0 ? own : problems).map(({ option, message }) => ({ field: fieldOf(option), message }))
}

/** A key that is there already goes to no other server than the one it was meant for: whoever enters the address has to know the key. */
function addressErrors(before: ActiveOptions, after: ActiveOptions, changes: SettingChanges): FieldError[] {
  return (["test", "live"] as const)
    .filter((environment) => {
      const { secretKey, baseUrl } = before[environment]
      const entered = changes.get(`${environment}.baseUrl`)
      const keyIsKept = !!secretKey && !changes.get(`${environment}.secretKey`)
      return keyIsKept && !!entered && originOf(after[environment].baseUrl) !== originOf(baseUrl)
    })
    .map((environment) => ({
      field: fieldOf(`${environment}.baseUrl`),
      message: "leads to another server: enter the secret key again together with it",
    }))
}

function originOf(address: string | undefined): string | null {
  return address === undefined ? null : new URL(address).origin
}

/** Real money: asked for twice, and only with what live payments need. */
function liveErrors(
  before: ActiveOptions,
  after: ActiveOptions,
  { changes, confirmed }: { changes: SettingChanges; confirmed: boolean }
): FieldError[] {
  if (after.environment !== "live") return []
  const switched = before.environment !== "live"
  const missing = (["live.secretKey", "live.baseUrl"] as const).filter((name) => !valueAt(after, name))
  if (!switched) {
    return missing
      .filter((name) => changes.get(name) === null)
      .map((name) => ({
        field: fieldOf(name),
        message: "cannot be removed while payments are live; switch to test first",
      }))
  }
  return [
    ...missing.map((name) => ({ field: fieldOf(name), message: "is needed before payments can be live" })),
    ...(confirmed
      ? []
      : [
          { field: "confirm_live", message: "must be true to switch to live: customers then pay real money" },
        ]),
  ]
}
