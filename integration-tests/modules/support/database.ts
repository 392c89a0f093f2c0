import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { loadModels, ModulesSdkUtils, toMikroOrmEntities } from "@medusajs/framework/utils"
import { TestDatabaseUtils } from "@medusajs/test-utils"

// A database of its own with all migrations, on a machine that runs other files at the same time.
jest.setTimeout(60_000)

export const MODULE_PATH = join(__dirname, "../../../src/modules/paycollect")
export const MIGRATIONS_PATH = join(MODULE_PATH, "migrations")

type Pool = { min: number; max: number }

export interface Database {
  knex: Knex
  /** connections of another process */
  connect(pool: Pool): Knex
  close(): Promise<void>
}

/**
 * A database of its own with the module's real migrations, and connections made as Medusa makes its own.
 * @param pool limits of the connection pool, where they matter
 */
export async function openDatabase(pool?: Pool): Promise<Database> {
  const name = `paycollect-ledger-${randomBytes(4).toString("hex")}`
  const clientUrl = TestDatabaseUtils.getDatabaseURL(name)
  const schema = TestDatabaseUtils.getMikroOrmWrapper({
    mikroOrmEntities: toMikroOrmEntities(loadModels(join(MODULE_PATH, "models"))),
    pathToMigrations: MIGRATIONS_PATH,
    clientUrl,
  })
  await schema.setupDatabase()
  const opened: Knex[] = []
  const connect = (limits?: Pool) => {
    const knex = ModulesSdkUtils.createPgConnection({ clientUrl, ...(limits && { pool: limits }) }) as Knex
    opened.push(knex)
    return knex
  }
  return {
    knex: connect(pool),
    connect,
    close: async () => {
      await Promise.all(opened.map((knex) => knex.destroy()))
      await schema.clearDatabase()
      await dropDatabase(name)
    },
  }
}

/** Empty it still takes 8 MB, in memory here: a run with mutants opens thousands. */
async function dropDatabase(name: string): Promise<void> {
  const server = ModulesSdkUtils.createPgConnection({
    clientUrl: TestDatabaseUtils.getDatabaseURL("postgres"),
  }) as Knex
  await server.raw("drop database ??", [name])
  await server.destroy()
}
