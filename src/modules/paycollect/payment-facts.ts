import { readdirSync } from "node:fs"
import { join } from "node:path"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Readings } from "../../telemetry"
import { type Clock } from "./clock"

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

export async function paymentFacts(knex: Knex, clock: Clock): Promise<PaymentFacts> {
  const [[due], [open], paid] = await Promise.all([
    knex("paycollect_intent")
      .whereNull("deleted_at")
      .where("due_at", "<", new Date(clock.now()))
      .select(knex.raw("count(*)::int as count, min(due_at) as since")),
    knex("paycollect_attention")
      .whereNull("deleted_at")
      .where({ status: "open" })
      .select(knex.raw("count(*)::int as count, min(created_at) as since")),
    knex("paycollect_intent")
      .whereNull("deleted_at")
      .where({ outcome: "paid" })
      .orderBy("created_at", "desc")
      .first("verified_at"),
  ])
  return {
    due: due.count,
    dueSince: dateOf(due.since),
    open: open.count,
    openSince: dateOf(open.since),
    lastPaidAt: dateOf(paid?.verified_at),
  }
}

/** Counts for the operators' metrics: one statement, over the indexes of what is open. */
export async function backlog(
  knex: Knex,
  clock: Clock
): Promise<Pick<Readings, "waiting" | "due" | "dueAge" | "attention">> {
  const now = new Date(clock.now())
  const intents = () => knex("paycollect_intent").whereNull("deleted_at").whereNotNull("due_at")
  const [row] = await knex.select({
    waiting: intents().whereIn("outcome", ["none", "waiting"]).select(knex.raw("count(*)::int")),
    due: intents().where("due_at", "<", now).select(knex.raw("count(*)::int")),
    since: intents().where("due_at", "<", now).select(knex.raw("min(due_at)")),
    attention: knex("paycollect_attention")
      .whereNull("deleted_at")
      .where({ status: "open" })
      .select(knex.raw("count(*)::int")),
  })
  const { waiting, due, since, attention } = row
  return { waiting, due, dueAge: since ? (+now - +new Date(since)) / 1_000 : 0, attention }
}

const UNDEFINED_TABLE = "42P01"
const MIGRATIONS = readdirSync(join(__dirname, "migrations"))
  .map((file) => /^(Migration\d+)\.[jt]s$/.exec(file)?.[1])
  .filter((name) => name !== undefined)

/** Migrations of the plugin that the database has not seen; all of them in a database that was never migrated. */
export async function pendingMigrations(knex: Knex): Promise<string[]> {
  const done = await knex("mikro_orm_migrations")
    .whereIn("name", MIGRATIONS)
    .select("name")
    .catch((error: { code?: string }) => {
      if (error.code === UNDEFINED_TABLE) return []
      throw error
    })
  const names = new Set(done.map(({ name }: { name: string }) => name))
  return MIGRATIONS.filter((name) => !names.has(name))
}

function dateOf(value: unknown): Date | null {
  return value ? new Date(value as string | Date) : null
}
