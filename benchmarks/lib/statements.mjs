import { setTimeout as passing } from "node:timers/promises"

/** Settings of a server that counts. Of a function one statement is counted, as it makes one way to the server. */
export const COUNTING = [
  "shared_preload_libraries=pg_stat_statements",
  "pg_stat_statements.track=top",
  "pg_stat_statements.track_utility=on",
]

const TRANSACTION = /^\s*(begin|start transaction|commit|rollback|savepoint|release)\b/i
/** What a new connection of the pool begins with belongs to no request. */
export const OPENING = /^\s*(select version\(\)|set\b|show\b)/i
const QUIET_MS = 40

/** The statements of a database, counted by the server itself (`pg_stat_statements`), whichever driver or pool they came by. */
export class Statements {
  #server
  #database

  /** @param server a knex on another database of the same server, which counts for itself */
  constructor(server, database) {
    this.#server = server
    this.#database = database
  }

  async open() {
    await this.#server.raw("create extension if not exists pg_stat_statements")
  }

  async reset() {
    await this.#server.raw(
      "select pg_stat_statements_reset(0, (select oid from pg_database where datname = ?), 0)",
      [this.#database]
    )
  }

  /** Once nothing has come for a moment: what a request leaves to do behind its answer counts, too. @returns all, transaction */
  async count() {
    let rows = await this.#rows()
    for (let before = -1; before !== total(rows);) {
      before = total(rows)
      await passing(QUIET_MS)
      rows = await this.#rows()
    }
    const own = rows.filter(({ query }) => !OPENING.test(query))
    return { all: total(own), transaction: total(own.filter(({ query }) => TRANSACTION.test(query))) }
  }

  async #rows() {
    const { rows } = await this.#server.raw(
      `select query, calls::int from pg_stat_statements
       where dbid = (select oid from pg_database where datname = ?)`,
      [this.#database]
    )
    return rows
  }
}

const total = (rows) => rows.reduce((sum, { calls }) => sum + calls, 0)
