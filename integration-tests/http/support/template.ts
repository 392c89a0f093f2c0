import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { TestDatabaseUtils } from "@medusajs/test-utils"
import type seed from "../../../demo/backend/src/scripts/seed"

/**
 * The first store of a run leaves its migrated and seeded database behind, and the stores of the other specs start from copies of it:
 * migrations take most of the time of a boot. A server that is there for one run has such a template, so that it never outlives the
 * code that made it; any other server has none.
 */
const template = process.env.PAYCOLLECT_SPEC_TEMPLATE

/** What the seed of a store tells. */
export type Seeded = Awaited<ReturnType<typeof seed>>

/**
 * Before Medusa's runner looks for its database: one that is there it only brings up to date.
 * @returns what the template was seeded with; undefined without a template
 */
export async function copyTemplate(database: string): Promise<Seeded | undefined> {
  return await onServer(async (server) => {
    if (!(await exists(server))) return
    await server.raw(`create database "${database}" template "${template}"`)
    const { rows } = await server.raw<{ rows: { told: string | null }[] }>(
      "select shobj_description(oid, 'pg_database') as told from pg_database where datname = ?",
      [template!]
    )
    return rows[0]?.told ? (JSON.parse(rows[0].told) as Seeded) : undefined
  })
}

/**
 * Ends the connections to `database`, as Medusa's runner does before the first test.
 * @param prepare what only the first store does for all
 */
export async function keepAsTemplate(
  database: string,
  seeded: Seeded,
  prepare: () => Promise<void>
): Promise<void> {
  await onServer(async (server) => {
    if (await exists(server)) return
    await prepare()
    await server.raw(`alter database "${database}" with allow_connections false`)
    try {
      await server.raw("select pg_terminate_backend(pid) from pg_stat_activity where datname = ?", [database])
      await server.raw(`create database "${template}" template "${database}"`)
      await server.raw(
        `comment on database "${template}" is '${JSON.stringify(seeded).replaceAll("'", "''")}'`
      )
    } catch (error) {
      // Another worker was first.
      if (!(await exists(server))) throw error
    } finally {
      await server.raw(`alter database "${database}" with allow_connections true`)
    }
  })
}

const exists = async (server: Knex) => {
  const { rows } = await server.raw<{ rows: unknown[] }>("select 1 from pg_database where datname = ?", [
    template!,
  ])
  return rows.length > 0
}

async function onServer<T>(work: (server: Knex) => Promise<T>): Promise<T | undefined> {
  if (!template) return
  const server = ModulesSdkUtils.createPgConnection({
    clientUrl: TestDatabaseUtils.getDatabaseURL("postgres"),
  }) as Knex
  return await work(server).finally(() => server.destroy())
}
