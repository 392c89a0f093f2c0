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

/**
 * SQL that makes a payment number of the row number `n`, spread like drawn ones, and never the same twice: an odd factor moves each n to another
 * number of 40 bits, five a character.
 */
export const PAYMENT_NUMBER = `(select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
    ((n::bigint * 680939747741 >> 5 * place) & 31)::int + 1, 1), '' order by place desc) from generate_series(0, 7) place)`
