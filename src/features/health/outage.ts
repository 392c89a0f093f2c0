import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { MINUTE_MS, type Clock, type Environment } from "../../service/config"
import { type PayCollectErrorCode } from "../../service/errors"
import { type SharedState } from "../../service/shared-state"
import { type PayCollectConnectionCheck } from "../../types/http"
import { columns, INTENT, rowsOf, STATE, table } from "../../tables"

const facts = columns(STATE)
const OUTAGE = { test: "outage_test", live: "outage_live" } as const

/** Starts of payments that fail, as any process saw them; an outage for the merchant once `lost_at` is there. Moments in ISO 8601. */
export interface Outage {
  environment: Environment
  /** of {@link PayCollectConnectionCheck}: what the last failure was */
  code: string
  since: string
  last: string
  count: number
  lost_at?: string
  /** the service answered a harmless call then, and starts failed all the same */
  starts_only?: true
}

interface OutageNews {
  kind: "connection_lost" | "connection_restored"
  outage: Outage
}

const KEY_REFUSED = ["invalid_key", "forbidden", "not_configured"]
/** What a customer's own token, ended or made up, may be refused for. */
const OF_TOKENS = ["create_session", "validate_session", "revoke_session"]
/** What fails for every customer; an answer that says no to one of them is none of these. */
const FAILURES = [...KEY_REFUSED, "unreachable", "simulator", "unexpected"]
/** Why the row of such a start was closed at once; one whose answer is not known is `unknown`. */
const NEVER_MADE: readonly PayCollectErrorCode[] = ["unauthorized", "unavailable", "simulator"]
const FEWEST = 3
const LASTING_MS = 2 * MINUTE_MS
/** Whose own question goes unanswered for minutes is away: in a shop of a few payments a day no customer may try for hours. */
const FEWEST_AWAY = 2
/** No customer tried since, and the service answers: of one failure that was not repeated nothing is known. */
const FORGOTTEN_MS = 15 * MINUTE_MS
const WRITE_EVERY_MS = 1_000

interface OutageFacts {
  now: number
  /** a payment was started at the service after the first failure, or, once it is an outage, after the last one */
  started: boolean
  /** starts of more than one cart and contact failed since the first failure */
  several: boolean
  /** a harmless call just now */
  check: PayCollectConnectionCheck
}

/**
 * Pure: what is to be said of starts that failed. A single failure is never an outage, whatever failed; a refused key is one at once. Where the
 * service fails our own question it is away, and two customers are enough, however far apart; where it answers, one visitor's failures may be of
 * what she wrote, however often she tries.
 */
export function judgeOutage(
  outage: Outage,
  { now, started, several, check }: OutageFacts
): "wait" | "forget" | OutageNews["kind"] {
  const [since, last] = [Date.parse(outage.since), Date.parse(outage.last)]
  if (outage.lost_at) {
    if (started) return "connection_restored"
    return check.ok && !outage.starts_only ? "connection_restored" : "wait"
  }
  if (started) return "forget"
  if (KEY_REFUSED.includes(outage.code)) {
    if (check.ok) return "forget"
    return KEY_REFUSED.includes(check.code) ? "connection_lost" : "wait"
  }
  const isAway = FAILURES.includes(check.code)
  if (!isAway && now - last > FORGOTTEN_MS) return "forget"
  const isSeveral = outage.count >= FEWEST || (isAway && several && outage.count >= FEWEST_AWAY)
  if (!isSeveral || now - since < LASTING_MS) return "wait"
  if (isAway) return "connection_lost"
  return several && last - since >= LASTING_MS ? "connection_lost" : "wait"
}

/** Whether customers can pay at all, seen by what becomes of the payments that are started. One fact of each environment, for all processes. */
export class Outages {
  private writtenAt = -Infinity

  constructor(
    private readonly knex: Knex,
    private readonly state: SharedState,
    private readonly clock: Clock
  ) {}

  /** Any call of this process. A key that is refused concerns all operations; other failures count where a payment is started. */
  observe(operation: string, { environment, code }: Pick<Outage, "environment" | "code">): void {
    const counts =
      operation === "create_payment_intent"
        ? FAILURES.includes(code)
        : code === "invalid_key" && !OF_TOKENS.includes(operation)
    const now = this.clock.now()
    // A clock that was set back keeps nothing from being written.
    const age = now - this.writtenAt
    if (!counts || (age >= 0 && age < WRITE_EVERY_MS)) return
    this.writtenAt = now
    // Nothing waits for it: where the database is away, the job that would tell of it does not run either.
    void this.note({ environment, code }).catch(() => undefined)
  }

  /** A key that the dashboard held cannot be used any more: no call is made that could show it. */
  async noteLostKey(environment: Environment): Promise<void> {
    await this.note({ environment, code: "not_configured" })
  }

  /** What the merchant's pages say; null: customers can pay, as far as is known. */
  async current(environment: Environment): Promise<Outage | null> {
    const outage = await this.state.get<Outage>(OUTAGE[environment])
    return outage?.lost_at ? outage : null
  }

  /**
   * What is to be told now. Sends one harmless call where starts failed, and nothing else ever. `settle` it after telling: of a process
   * that dies in between, the next run tells it again under the same name.
   */
  async news(
    environment: Environment,
    check: () => Promise<PayCollectConnectionCheck>
  ): Promise<OutageNews | null> {
    const outage = await this.state.get<Outage>(OUTAGE[environment])
    if (!outage) return null
    const started = await this.hasStarted(environment, outage.lost_at ? outage.last : outage.since)
    const several = await this.failedForSeveral(outage)
    const seen = { now: this.clock.now(), started, several, check: await check() }
    const kind = judgeOutage(outage, seen)
    if (kind === "forget") await this.rowOf(outage).delete()
    if (kind === "forget" || kind === "wait") return null
    const { ok, code } = seen.check
    const told = ok ? { ...outage, starts_only: true as const } : { ...outage, code }
    return { kind, outage: kind === "connection_lost" ? told : outage }
  }

  /** It was told. @returns whether this process was the first to say so; another outage that began meanwhile stays */
  async settle({ kind, outage }: OutageNews): Promise<boolean> {
    const known = this.rowOf(outage)
    if (kind === "connection_restored") return (await known.delete()) > 0
    const now = new Date(this.clock.now())
    const lost = { ...outage, lost_at: now.toISOString() }
    const unsaid = known.whereRaw(`${facts.value}->>'lost_at' is null`)
    return (await unsaid.update({ value: JSON.stringify(lost), updated_at: now })) > 0
  }

  private async note(failed: Pick<Outage, "environment" | "code">): Promise<void> {
    const now = new Date(this.clock.now())
    const at = now.toISOString()
    const first: Outage = { ...failed, since: at, last: at, count: 1 }
    const [old, fresh] = [`${STATE}.${facts.value}`, `excluded.${facts.value}`]
    await table(this.knex, STATE)
      .insert({
        id: OUTAGE[first.environment],
        value: JSON.stringify(first),
        created_at: now,
        updated_at: now,
      })
      .onConflict("id")
      .merge({
        value: this.knex.raw(
          `${old} || jsonb_build_object('last', ${fresh}->'last', 'code', ${fresh}->'code', 'count', (${old}->>'count')::int + 1)`
        ),
        updated_at: now,
      })
  }

  private rowOf({ since, environment }: Outage) {
    const row = table(this.knex, STATE).where({ id: OUTAGE[environment] })
    return row.whereRaw(`${facts.value}->>'since' = ?`, [since])
  }

  /** By the rows of those starts, which are written before the service is asked. One contact with many carts is one customer. */
  private async failedForSeveral({ environment, since }: Outage): Promise<boolean> {
    const { subject_id, contact } = columns(INTENT)
    const many = (what: string) => `count(distinct ${what})`
    const [found] = await rowsOf(this.knex, INTENT)
      .where({ environment })
      .where("created_at", ">=", new Date(Date.parse(since) - LASTING_MS))
      .andWhere((failed) => failed.where({ status: "unknown" }).orWhereIn("outcome_reason", NEVER_MADE))
      .select<{ several: boolean }[]>(
        this.knex.raw(
          `${many(subject_id)} > 1 and ${many(`${contact}->>'email'`)} <> 1 and ${many(`${contact}->>'phone'`)} <> 1 as several`
        )
      )
    return found!.several
  }

  private async hasStarted(environment: Environment, after: string): Promise<boolean> {
    const started = await rowsOf(this.knex, INTENT)
      .where({ environment })
      .whereNotNull("service_intent_id")
      .where("created_at", ">", after)
      .first("id")
    return started !== undefined
  }
}
