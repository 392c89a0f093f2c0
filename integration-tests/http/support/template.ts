import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { TestDatabaseUtils } from "@medusajs/test-utils"

/**
 * The first store of a run leaves its migrated and seeded database behind, and the stores of the other specs start from copies of it:
 * migrations take most of the time of a boot. A server that is there for one run has such a template, so that it never outlives the
 * code that made it; any other server has none.
 */
const template = process.env.PAYCOLLECT_SPEC_TEMPLATE

/** Before Medusa's runner looks for its database: one that is there it only brings up to date. */
export async function copyTemplate(database: string): Promise<void> {
  await onServer(async (server) => {
    if (await exists(server)) await server.raw(`create database "${database}" template "${template}"`)
  })
}

/**
 * Ends the connections to `database`, as Medusa's runner does before the first test.
 * @param prepare what only the first store does for all
 */
export async function keepAsTemplate(database: string, prepare: () => Promise<void>): Promise<void> {
  await onServer(async (server) => {
    if (await exists(server)) return
    await prepare()
    await server.raw(`alter database "${database}" with allow_connections false`)
    try {
      await server.raw("select pg_terminate_backend(pid) from pg_stat_activity where datname = ?", [database])
      await server.raw(`create database "${template}" template "${database}"`)
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

async function onServer(work: (server: Knex) => Promise<void>): Promise<void> {
  if (!template) return
  const server = ModulesSdkUtils.createPgConnection({
    clientUrl: TestDatabaseUtils.getDatabaseURL("postgres"),
  }) as Knex
  await work(server).finally(() => server.destroy())
}
