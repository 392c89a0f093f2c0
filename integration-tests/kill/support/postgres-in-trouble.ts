import { setTimeout as passing } from "node:timers/promises"
import { createServer, connect, type Socket } from "node:net"
import { randomBytes } from "node:crypto"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { TestDatabaseUtils } from "@medusajs/test-utils"
import { type SeededDatabase } from "./database"

/** The way from a store to its database, and a role of its own there, as a store at a host of databases has them. */
export interface OwnRole {
  url: string
  /** at the server, by its administrator; `role` and `database` are their names */
  admin: Knex
  role: string
  database: string
  /** its connections end, and the store has noticed */
  terminate(): Promise<void>
  /** no connection is taken, those that are open end */
  die(): void
  comeBack(): Promise<void>
  /** what is sent gets no answer, until `goOn` */
  hang(): void
  goOn(): void
  close(): Promise<void>
}

export async function ownRole(db: SeededDatabase): Promise<OwnRole> {
  const admin = ModulesSdkUtils.createPgConnection({
    clientUrl: TestDatabaseUtils.getDatabaseURL("postgres"),
  }) as Knex
  const target = new URL(db.url)
  const database = target.pathname.slice(1)
  const role = `shop_${randomBytes(4).toString("hex")}`
  await admin.raw(`create role ${role} login password 'of-the-tests'`)
  await db.knex.raw(`grant all on schema public to ${role}`)
  await db.knex.raw(`grant all on all tables in schema public to ${role}`)
  await db.knex.raw(`grant all on all sequences in schema public to ${role}`)

  const open = new Set<Socket>()
  let hangs = false
  const take = (socket: Socket) => {
    const server = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [socket, server],
      [server, socket],
    ] as const) {
      open.add(from)
      from.on("error", () => undefined)
      from.on("close", () => {
        open.delete(from)
        to.destroy()
      })
      from.on("data", (bytes) => to.write(bytes))
      if (hangs) from.pause()
    }
  }
  let door = createServer(take)
  const listen = async (port: number) =>
    await new Promise<void>((resolve) => door.listen(port, "127.0.0.1", resolve))
  await listen(0)
  const { port } = door.address() as { port: number }
  const url = new URL(db.url)
  Object.assign(url, { port: String(port), hostname: "127.0.0.1", username: role, password: "of-the-tests" })
  return {
    url: url.href,
    admin,
    role,
    database,
    async terminate() {
      const ended = [...open]
      await admin.raw("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = ?", [
        role,
      ])
      while (ended.some((socket) => open.has(socket))) await passing(20)
      // It hears of the last one a moment later.
      await passing(200)
    },
    die() {
      door.close()
      for (const socket of open) socket.destroy()
    },
    async comeBack() {
      door = createServer(take)
      await listen(port)
    },
    hang() {
      hangs = true
      for (const socket of open) socket.pause()
    },
    goOn() {
      hangs = false
      for (const socket of open) socket.resume()
    },
    async close() {
      door.close()
      for (const socket of open) socket.destroy()
      await db.knex.raw(`drop owned by ${role}`)
      await admin.raw(`drop role ${role}`)
      await admin.destroy()
    },
  }
}
