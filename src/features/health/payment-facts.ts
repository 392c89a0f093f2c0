import { readdirSync } from "node:fs"
import { join } from "node:path"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Readings } from "../../service/telemetry"
import { type Clock } from "../../service/config"
import { mayNow } from "../../payments/phase"
import { ATTENTION, columns, INTENT, rowsOf } from "../../tables"
import { openItems } from "../reading"

const intents = columns(INTENT)

/** Numbers about all payments, for the health page. */
export interface PaymentFacts {
  /** rows that the job should have looked at by now, and the time the first of them waits since */
  due: number
  dueSince: Date | null
  /** open items of the "needs attention" list */
  open: number
  openSince: Date | null
  lastPaidAt: Date | null
}

interface Since {
  count: number
  since: Date | null
}

export async function readPaymentFacts(knex: Knex, clock: Clock): Promise<PaymentFacts> {
  const [[due], [open], paid] = await Promise.all([
    rowsOf(knex, INTENT)
      .where("next_step_at", "<", new Date(clock.now()))
      .select<Since[]>(knex.raw(`count(*)::int as count, min(${intents.next_step_at}) as since`)),
    openItems(knex).select<Since[]>(
      knex.raw(`count(*)::int as count, min(${columns(ATTENTION).created_at}) as since`)
    ),
    rowsOf(knex, INTENT).where({ outcome: "paid" }).orderBy("created_at", "desc").first("paid_at"),
  ])
  return {
    due: due!.count,
    dueSince: due!.since,
    open: open!.count,
    openSince: open!.since,
    lastPaidAt: paid?.paid_at ?? null,
  }
}

/** Counts for the operators' metrics: one statement, over the indexes of what is open. */
export async function backlog(
  knex: Knex,
  clock: Clock
): Promise<Pick<Readings, "waiting" | "due" | "dueAge" | "attention">> {
  const now = new Date(clock.now())
  const looked = () => rowsOf(knex, INTENT).whereNotNull("next_step_at")
  const count = () => knex.raw("count(*)::int")
  const [row] = await knex.select({
    waiting: looked().whereRaw(mayNow("watch")).select(count()),
    due: looked().where("next_step_at", "<", now).select(count()),
    since: looked()
      .where("next_step_at", "<", now)
      .select(knex.raw(`min(${intents.next_step_at})`)),
    attention: openItems(knex).select(count()),
  })
  const { waiting, due, since, attention } = row
  return { waiting, due, dueAge: since ? (+now - +new Date(since)) / 1_000 : 0, attention }
}

const UNDEFINED_TABLE = "42P01"
const MIGRATIONS_TABLE = readdirSync(join(__dirname, "../../modules/paycollect/migrations"))
  .map((file) => /^(Migration\d+)\.[jt]s$/.exec(file)?.[1])
  .filter((name) => name !== undefined)

/** Every database of a version before 0.1.0 has it. */
const FIRST_OLD = "Migration20261120233332"
/** What made the tables of those versions, none of which was released: forgotten when such tables are dropped. */
export const OLD_MIGRATIONS = [
  FIRST_OLD,
  ...(
    "20261121001301 20261121023700 20261121024535 20261122033448 20261122093000 20261122101301 20261122101302 " +
    "20261122120000 20261122130000 20261122130001 20261122140000 20261122150000 20261122160000 20261122170000 " +
    "20261122180000 20261122190000 20261122200000 20261122210000 20261122220000"
  )
    .split(" ")
    .map((time) => `Migration${time}`),
]

/** How the plugin's tables stand; a database that was never migrated has seen no migration. */
export interface Migrated {
  /** migrations that the database has not seen, by name */
  pending: string[]
  /** its tables were made by a version before 0.1.0 */
  isOld: boolean
}

/** Only such tables are read. */
export const isCurrent = ({ pending, isOld }: Migrated) => pending.length === 0 && !isOld

export async function migrated(knex: Knex): Promise<Migrated> {
  const done = await knex("mikro_orm_migrations")
    .whereIn("name", [...MIGRATIONS_TABLE, FIRST_OLD])
    .select("name")
    .catch((error: { code?: string }) => {
      if (error.code === UNDEFINED_TABLE) return []
      throw error
    })
  const names = new Set(done.map(({ name }: { name: string }) => name))
  return {
    pending: MIGRATIONS_TABLE.filter((name) => !names.has(name)),
    isOld: names.has(FIRST_OLD),
  }
}
