import { createRequire } from "node:module"
import { readdirSync } from "node:fs"

const require = createRequire(import.meta.url)
const { knex } = require("@medusajs/framework/mikro-orm/knex")

/** What the build of the plugin exports, by its path below src. */
export const built = (path) => require(`../../.medusa/server/src/${path}`)

async function migrate(database) {
  const folder = new URL("../../.medusa/server/src/modules/paycollect/migrations/", import.meta.url)
  for (const file of readdirSync(folder)
    .filter((name) => /^Migration\d+\.js$/.test(name))
    .sort()) {
    const Migration = Object.values(built(`modules/paycollect/migrations/${file}`))[0]
    const migration = new Migration(undefined, { get: () => undefined })
    await migration.up()
    for (const sql of migration.getQueries()) await database.raw(String(sql))
  }
}

/** A new database of `server` with the module's tables. */
export async function openDatabase(server, name) {
  const admin = knex({ client: "pg", connection: server.url("postgres") })
  await admin.raw(`create database ${name}`)
  await admin.destroy()
  const database = knex({ client: "pg", connection: server.url(name) })
  await migrate(database)
  return database
}
