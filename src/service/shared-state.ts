import { randomBytes } from "node:crypto"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { columns, STATE, table } from "../tables"

const facts = columns(STATE)

interface Tally {
  /** of the last one, in UTC: YYYY-MM-DD */
  day: string
  today: number
  total: number
  /** the last one, ISO 8601 */
  at: string
}

/** By which a secret is of no use to who only reads the database; bound to the name of the fact. */
interface Sealing {
  readonly canSeal: boolean
  seal(name: string, text: string): string
  open(name: string, sealed: string): { text: string | null }
}

/** Small facts that all processes share, by name. */
export class SharedState {
  /** @param sealing of {@link SharedSecret}; without it, or without a key, secrets stand in clear */
  constructor(
    private readonly knex: Knex,
    readonly sealing?: () => Sealing
  ) {}

  async get<T>(id: string): Promise<T | null> {
    const row = await table(this.knex, STATE).where({ id }).first("value")
    return (row?.value as T | undefined) ?? null
  }

  /** The last writer wins. */
  async set(id: string, value: object): Promise<void> {
    const now = new Date()
    await table(this.knex, STATE)
      .insert({ id, value: JSON.stringify(value), created_at: now, updated_at: now })
      .onConflict("id")
      .merge(["value", "updated_at"])
  }

  /** The value that stays for ever: of several processes that come with one of their own, the first one's. */
  async once<T extends object>(id: string, value: T): Promise<T> {
    const now = new Date()
    await table(this.knex, STATE)
      .insert({ id, value: JSON.stringify(value), created_at: now, updated_at: now })
      .onConflict("id")
      .ignore()
    return (await this.get<T>(id))!
  }

  /** One more of something, in all and on this day; each call of any process counts. @returns the numbers with it */
  async tally(id: string, at: Date): Promise<Tally> {
    const first = { day: at.toISOString().slice(0, 10), today: 1, total: 1, at: at.toISOString() }
    const [row] = await table(this.knex, STATE)
      .insert({ id, value: JSON.stringify(first), created_at: at, updated_at: at })
      .onConflict("id")
      .merge({
        value: this.knex.raw(
          `excluded.${facts.value} || jsonb_build_object(
            'total', (${STATE}.${facts.value}->>'total')::int + 1,
            'today', case when ${STATE}.${facts.value}->>'day' = excluded.${facts.value}->>'day' then (${STATE}.${facts.value}->>'today')::int + 1 else 1 end
          )`
        ),
        updated_at: at,
      })
      .returning("value")
    return row!.value as unknown as Tally
  }

  /** Of two times (epoch ms) that any processes set, the later one stays, unless a clock that runs ahead set it: more than `farMs` later. */
  async extend(id: string, value: { until: number }, farMs: number): Promise<void> {
    const now = new Date()
    await table(this.knex, STATE)
      .insert({ id, value: JSON.stringify(value), created_at: now, updated_at: now })
      .onConflict("id")
      .merge(["value", "updated_at"])
      .whereRaw(
        `coalesce((${STATE}.${facts.value}->>'until')::float8, 0) - (excluded.${facts.value}->>'until')::float8 not between 0 and ?`,
        [farMs]
      )
  }
}

/** One process at a time, until its transaction ends. */
export async function lockState(trx: Knex, id: string): Promise<void> {
  const now = new Date()
  await table(trx, STATE)
    .insert({ id, value: "{}", created_at: now, updated_at: now })
    .onConflict("id")
    .merge(["updated_at"])
}

const SECRET_BYTES = 32

/** A random text that all processes share, made by the first who asks, and sealed as the dashboard's keys are. Its owner reads it once. */
export class SharedSecret {
  private known: string | undefined

  constructor(
    private readonly state: SharedState,
    private readonly name: string
  ) {}

  /**
   * What reads it seals nothing anew: a command may run with other keys than the store (`SettingsStore.renewSeals` does it).
   * @returns null: none of the keys opens it, and no other takes its place
   */
  async text(): Promise<string | null> {
    if (this.known) return this.known
    const made = this.written(randomBytes(SECRET_BYTES).toString("base64url"))
    const kept: { secret?: string; sealed?: string } = await this.state.once(this.name, made)
    const text = kept.sealed ? this.state.sealing?.().open(this.name, kept.sealed).text : kept.secret
    if (!text) return null
    return (this.known = text)
  }

  private written(text: string): { secret: string } | { sealed: string } {
    const sealing = this.state.sealing?.()
    return sealing?.canSeal ? { sealed: sealing.seal(this.name, text) } : { secret: text }
  }
}
