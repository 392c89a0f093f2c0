import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { isSecret, isSettingName, type SettingName } from "./fields"
import { columns, SETTING, SETTING_CHANGE, STATE, rowsOf, table } from "../tables"
import { type Sealer } from "./seal"

const facts = columns(STATE)

/** A value as a merchant set it. `undecryptable`: it is there, but none of the encryption keys opens it. */
export type StoredSetting = { value: unknown } | { undecryptable: true }
export type StoredSettings = ReadonlyMap<SettingName, StoredSetting>

/** New values by name; `null` removes. */
export type SettingChanges = ReadonlyMap<SettingName, unknown>

export interface SettingsChange {
  id: string
  at: Date
  actor_id: string | null
  fields: string[]
}

const VERSION_ID = "settings_version"
const NO_SUCH_TABLE = "42P01"

interface SettingRow {
  id: string
  value: unknown
  sealed: string | null
}

/**
 * The settings in the database. A version counts every save: a process that wants to know whether anything changed reads one row. Saves run
 * one after the other under the lock on that row.
 */
export class SettingsStore {
  constructor(
    private readonly knex: Knex,
    private readonly sealer: Sealer
  ) {}

  /** @returns 0 before the first save, null while the plugin's tables are not there (before `medusa db:migrate`) */
  async version(): Promise<number | null> {
    try {
      const row = await table(this.knex, STATE).where({ id: VERSION_ID }).first("value")
      return Number((row?.value as { version?: number } | undefined)?.version ?? 0)
    } catch (error) {
      if ((error as { code?: string }).code === NO_SUCH_TABLE) return null
      throw error
    }
  }

  /** What is stored, opened. */
  async read(): Promise<StoredSettings> {
    return this.opened((await rowsOf(this.knex, SETTING).select("id", "value", "sealed")) as SettingRow[])
  }

  /**
   * Secrets that an older key sealed are sealed anew with the first one, the dashboard's and those of links and returns; the latter also where they
   * stand in clear, as those of a shop that had no key. For the server only: a command may run with other keys than the store, which would then
   * open nothing. Guarded by what was read: a save in between wins. The values stay the same, so no other process has to be told.
   * @returns how many
   */
  async renewSeals(): Promise<number> {
    let renewed = 0
    for (const { id, sealed } of await rowsOf(this.knex, SETTING).select("id", "sealed")) {
      const anew = this.sealedAnew(id, sealed)
      if (!anew) continue
      const row = table(this.knex, SETTING).where({ id, sealed })
      renewed += await row.update({ sealed: anew, updated_at: new Date() })
    }
    for (const { id, value } of await rowsOf(this.knex, STATE).select("id", "value")) {
      const { sealed, secret } = value as { sealed?: string; secret?: string }
      const anew = secret && this.sealer.canSeal ? this.sealer.seal(id, secret) : this.sealedAnew(id, sealed)
      if (!anew) continue
      const row = table(this.knex, STATE)
        .where({ id })
        .whereRaw(`${facts.value} = ?::jsonb`, [JSON.stringify(value)])
      renewed += await row.update({ value: JSON.stringify({ sealed: anew }), updated_at: new Date() })
    }
    return renewed
  }

  /**
   * One save: `decide` sees what is stored, under the lock, and names what to write; whatever it throws undoes everything.
   * Only values that differ are written and recorded.
   * @returns what was recorded, null when no value differs
   */
  async save(
    actorId: string | null,
    decide: (stored: StoredSettings) => SettingChanges
  ): Promise<SettingsChange | null> {
    return await this.knex.transaction(async (trx) => {
      await lockAndCount(trx)
      const stored = this.opened((await rowsOf(trx, SETTING).select("id", "value", "sealed")) as SettingRow[])
      const changes = [...decide(stored)].filter(([name, value]) => differs(stored.get(name), value))
      for (const [name, value] of changes) await this.write(trx, name, value)
      if (changes.length === 0) return null
      const [id, at, fields] = [generateEntityId("", "pcset"), new Date(), changes.map(([name]) => name)]
      const row = { id, actor_id: actorId, fields: JSON.stringify(fields), created_at: at, updated_at: at }
      await table(trx, SETTING_CHANGE).insert(row)
      return { id, at, actor_id: actorId, fields }
    })
  }

  /** Newest first. */
  async changes(limit: number): Promise<SettingsChange[]> {
    const rows = await rowsOf(this.knex, SETTING_CHANGE)
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(limit)
      .select("id", "created_at", "actor_id", "fields")
    return rows.map(({ id, created_at, actor_id, fields }) => ({
      id,
      at: new Date(created_at),
      actor_id,
      fields: fields as unknown as string[],
    }))
  }

  private async write(trx: Knex.Transaction, name: SettingName, value: unknown): Promise<void> {
    if (value === null) return void (await table(trx, SETTING).where({ id: name }).delete())
    const now = new Date()
    const content = isSecret(name)
      ? { value: null, sealed: this.sealer.seal(name, String(value)) }
      : { value: JSON.stringify(value), sealed: null }
    await table(trx, SETTING)
      .insert({ id: name, ...content, created_at: now, updated_at: now })
      .onConflict("id")
      .merge(["value", "sealed", "updated_at"])
  }

  private opened(rows: SettingRow[]): StoredSettings {
    const entries = rows.flatMap(({ id, value, sealed }): [SettingName, StoredSetting][] => {
      // A row of a later version of the plugin, after a way back.
      if (!isSettingName(id)) return []
      if (!isSecret(id)) return [[id, { value }]]
      const { text } = this.sealer.open(id, sealed ?? "")
      return [[id, text === null ? { undecryptable: true } : { value: text }]]
    })
    return new Map(entries)
  }

  private sealedAnew(id: string, sealed: string | null | undefined): string | null {
    const { text, current } = this.sealer.open(id, sealed ?? "")
    return text === null || current ? null : this.sealer.seal(id, text)
  }
}

async function lockAndCount(trx: Knex.Transaction): Promise<void> {
  await trx.raw(
    `insert into ${STATE} (${facts.id}, ${facts.value}) values (?, '{"version": 1}')
     on conflict (${facts.id}) do update
     set ${facts.value} = jsonb_build_object('version', (${STATE}.${facts.value}->>'version')::int + 1), ${facts.updated_at} = now()`,
    [VERSION_ID]
  )
}

function differs(stored: StoredSetting | undefined, value: unknown): boolean {
  if (value === null) return stored !== undefined
  return !stored || !("value" in stored) || stored.value !== value
}
