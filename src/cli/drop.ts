import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { OLD_MIGRATIONS } from "../features/health/payment-facts"

const MIGRATIONS_KNOWN = join(__dirname, "../modules/paycollect/migrations")

/** Of tables from before 0.1.0, whose other names are those of today. */
const OLD_FUNCTION = "paycollect_payment_number"

/**
 * SQL that drops everything the plugin's migrations made, and forgets that they ran, so that another installation makes it anew. Printed for
 * a person, never run.
 */
export function dropStatements(): string {
  const files = readdirSync(MIGRATIONS_KNOWN).filter((file) => /^Migration\d+\.[jt]s$/.test(file))
  const text = files.map((file) => readFileSync(join(MIGRATIONS_KNOWN, file), "utf8")).join("\n")
  const made = (what: string) => {
    const names = [...text.matchAll(new RegExp(`create ${what} \\\\?"(paycollect_\\w+)\\\\?"`, "gi"))]
    return [...new Set(names.map(([, name]) => name))].join(", ")
  }
  const names = [...OLD_MIGRATIONS, ...files.map((file) => file.replace(/\.[jt]s$/, ""))]
  const migrations = names.map((name) => `'${name}'`).join(", ")
  return [
    "BEGIN;",
    `DROP TABLE IF EXISTS ${made("table if not exists")};`,
    `DROP FUNCTION IF EXISTS ${made("or replace function")}, ${OLD_FUNCTION};`,
    `DELETE FROM mikro_orm_migrations WHERE name IN (${migrations});`,
    "COMMIT;",
  ].join("\n")
}
