import { ContainerRegistrationKeys, ModulesSdkUtils } from "@medusajs/framework/utils"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { TestDatabaseUtils } from "@medusajs/test-utils"
import { type Store } from "./store"

/**
 * What happens to one statement: `cut`: its connection is ended before it runs; `lost`: after it ran, and nobody hears of it; `away`: this one and all
 * after it find no database.
 */
export type Fault = "cut" | "lost" | "away"

interface Statement {
  sql: string
}
interface Connection {
  processID: number
  database: string
}
type Query = (connection: Connection, statement: Statement) => Promise<unknown>

/** Ends connections of the store at the statements that a test names. */
export class FailingDatabase {
  private readonly server: Knex
  /** all that ran since the last `during`, those that failed, too */
  statements: string[] = []
  private hit: ((sql: string, index: number) => Fault | undefined) | undefined
  private isAway = false

  constructor(store: Store) {
    this.server = ModulesSdkUtils.createPgConnection({
      clientUrl: TestDatabaseUtils.getDatabaseURL("postgres"),
    }) as Knex
    const { client } = store.container().resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
    this.name = new URL(client.config.connection.connectionString as string).pathname.slice(1)
    this.pool = client.pool
    const driver = Object.getPrototypeOf(client) as { _query: Query }
    const run = driver._query
    const befall = async (pass: () => Promise<unknown>, { processID, database }: Connection, sql: string) => {
      const fault = this.hit && database !== "postgres" ? this.faultOf(sql) : undefined
      if (!fault) return await pass()
      if (fault === "lost") await pass()
      await this.server.raw("select pg_terminate_backend(?, 5000)", [processID])
      if (fault !== "lost") return await pass()
      throw new Error("Connection terminated unexpectedly")
    }
    driver._query = async function (this: unknown, connection, statement) {
      return await befall(() => run.call(this, connection, statement), connection, statement.sql)
    }
    this.stop = async () => {
      driver._query = run
      await this.server.destroy()
    }
  }

  private readonly pool: { free: { resource: { __knex__disposed?: unknown } }[] }
  readonly name: string
  readonly stop: () => Promise<void>

  private faultOf(sql: string): Fault | undefined {
    const index = this.statements.push(sql) - 1
    if (this.isAway) return "away"
    const fault = this.hit!(sql, index)
    this.isAway = fault === "away"
    return fault
  }

  /** The store finds no connection until `work` is over, and loses those that it has. */
  async whileAway<T>(work: () => Promise<T>): Promise<T> {
    const change = `alter database "${this.name}" with allow_connections`
    await this.server.raw(`${change} false`)
    await this.server.raw("select pg_terminate_backend(pid) from pg_stat_activity where datname = ?", [
      this.name,
    ])
    // Until the pool knows, a request may meet one that has ended, and hears of it at once.
    const isKnown = () => this.pool.free.every(({ resource }) => resource.__knex__disposed)
    while (!isKnown()) await new Promise((resolve) => setTimeout(resolve, 20))
    try {
      return await work()
    } finally {
      await this.server.raw(`${change} true`)
    }
  }

  async during<T>(hit: NonNullable<typeof this.hit>, work: () => Promise<T>): Promise<T> {
    this.statements = []
    this.isAway = false
    this.hit = hit
    try {
      return await work()
    } finally {
      this.hit = undefined
    }
  }
}
