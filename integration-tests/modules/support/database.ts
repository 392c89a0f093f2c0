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

/** Migrated once for a spec file: of it each of its databases is a copy. */
let migrated: Promise<string> | undefined
afterAll(async () => migrated && dropDatabase(await migrated))

/**
 * A database of its own with the module's real migrations, and connections made as Medusa makes its own.
 * @param pool limits of the connection pool, where they matter
 */
export async function openDatabase(pool?: Pool): Promise<Database> {
  migrated ??= migrate()
  const name = newName()
  await onServer("create database ?? template ??", [name, await migrated])
  const opened: Knex[] = []
  const connect = (limits?: Pool) => {
    const knex = connectTo(name, limits)
    opened.push(knex)
    return knex
  }
  return {
    knex: connect(pool),
    connect,
    close: async () => {
      await Promise.all(opened.map((knex) => knex.destroy()))
      await dropDatabase(name)
    },
  }
}

async function migrate(): Promise<string> {
  const name = newName()
  const schema = TestDatabaseUtils.getMikroOrmWrapper({
    mikroOrmEntities: toMikroOrmEntities(loadModels(join(MODULE_PATH, "models"))),
    pathToMigrations: MIGRATIONS_PATH,
    clientUrl: TestDatabaseUtils.getDatabaseURL(name),
  })
  await schema.setupDatabase()
  await schema.getOrm().close()
  return name
}

const newName = () => `paycollect-ledger-${randomBytes(4).toString("hex")}`

function connectTo(name: string, pool?: Pool): Knex {
  const clientUrl = TestDatabaseUtils.getDatabaseURL(name)
  return ModulesSdkUtils.createPgConnection({ clientUrl, ...(pool && { pool }) }) as Knex
}

/** Empty it still takes 8 MB, in memory here: a run with mutants opens thousands. */
const dropDatabase = (name: string) => onServer("drop database ??", [name])

async function onServer(statement: string, names: string[]): Promise<void> {
  const server = connectTo("postgres")
  await server.raw(statement, names)
  await server.destroy()
}
