import { ContainerRegistrationKeys, ModulesSdkUtils } from "@medusajs/framework/utils"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { TestDatabaseUtils } from "@medusajs/test-utils"
import { type Store } from "./store"

/**
 * What happens to one statement: `cut`: its connection is ended before it runs; `lost`: after it ran, and nobody hears of it; a number is the code of
 * the error that the database answers instead. Of this one and all after it: `away`: they find no database; `read-only`: one that takes no writes; `full`:
 * who has no connection gets none.
 */
export type Fault = "cut" | "lost" | `${number}${string}` | "away" | "read-only" | "full"

interface Statement {
  sql: string
}
interface Connection {
  processID: number
  database: string
  query(sql: string): Promise<unknown>
}
type Query = (connection: Connection, statement: Statement) => Promise<unknown>

/** Ends connections of the store at the statements that a test names. */
export class FailingDatabase {
  private readonly server: Knex
  /** all that ran since the last `during`, those that failed, too */
  statements: string[] = []
  private hit: ((sql: string, index: number) => Fault | undefined) | undefined
  /** of all statements from one on */
  private lasting: Fault | undefined
  private readonly readOnly = new WeakSet<Connection>()

  constructor(store: Store) {
    this.server = ModulesSdkUtils.createPgConnection({
      clientUrl: TestDatabaseUtils.getDatabaseURL("postgres"),
    }) as Knex
    const { client } = store.container().resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
    const acquire = client.acquireConnection as () => Promise<Connection>
    client.acquireConnection = async () => {
      if (this.lasting === "full")
        throw new Error("Timeout acquiring a connection. The pool is probably full.")
      return await acquire.call(client)
    }
    this.name = new URL(client.config.connection.connectionString as string).pathname.slice(1)
    this.pool = client.pool
    const driver = Object.getPrototypeOf(client) as { _query: Query }
    const run = driver._query
    const befall = async (pass: () => Promise<unknown>, connection: Connection, sql: string) => {
      const { processID, database } = connection
      const fault = this.hit && database !== "postgres" ? this.faultOf(sql) : undefined
      await this.makeReadOnly(connection, fault === "read-only")
      if (!fault || fault === "read-only" || fault === "full") return await pass()
      if (/^\d/.test(fault)) {
        // A commit that fails ends its transaction.
        if (/^commit/i.test(sql)) await connection.query("rollback")
        return await connection.query(`do $$begin raise 'by the test' using errcode = '${fault}'; end$$`)
      }
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
      client.acquireConnection = acquire
      await this.server.destroy()
    }
  }

  private readonly pool: { free: { resource: { __knex__disposed?: unknown } }[] }
  readonly name: string
  readonly stop: () => Promise<void>

  private faultOf(sql: string): Fault | undefined {
    const index = this.statements.push(sql) - 1
    if (this.lasting) return this.lasting
    const fault = this.hit!(sql, index)
    if (fault === "away" || fault === "read-only" || fault === "full") this.lasting = fault
    return fault
  }

  /** A transaction that is under way, too, as after the server was demoted. */
  private async makeReadOnly(connection: Connection, isReadOnly: boolean): Promise<void> {
    if (this.readOnly.has(connection) === isReadOnly) return
    const change = isReadOnly ? "set transaction_read_only = on" : "select 1"
    const isDone = await connection
      .query(`set default_transaction_read_only = ${isReadOnly ? "on" : "off"}; ${change}`)
      .then(
        () => true,
        () => false
      )
    if (!isDone) return
    if (isReadOnly) this.readOnly.add(connection)
    else this.readOnly.delete(connection)
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
    this.lasting = undefined
    this.hit = hit
    try {
      return await work()
    } finally {
      this.hit = undefined
      this.lasting = undefined
    }
  }
}
