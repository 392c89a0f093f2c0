import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { TestDatabaseUtils } from "@medusajs/test-utils"

const root = join(__dirname, "../../..")
const medusa = join(root, "node_modules/@medusajs/cli/cli.js")

export interface SeededDatabase {
  url: string
  knex: Knex
  publishableKey: string
  regions: Record<string, string>
  close(): Promise<void>
}

/** A database with Medusa's and the plugin's migrations and the shop of the demo, made by the commands a merchant would use. */
export async function seededDatabase(): Promise<SeededDatabase> {
  const name = `paycollect_kill_${randomBytes(4).toString("hex")}`
  const url = TestDatabaseUtils.getDatabaseURL(name)
  await onServer((knex) => knex.raw(`create database ${name}`))
  const place = mkdtempSync(join(tmpdir(), "paycollect-kill-"))
  const outcome = join(place, "store.json")
  const env = { ...process.env, NODE_OPTIONS: "", DATABASE_URL: url, ADMIN_DISABLED: "true" }
  try {
    await run(["db:migrate", "--execute-safe-links"], env)
    await run(["exec", "./src/scripts/seed", outcome], env)
    const { publishable_key, regions } = JSON.parse(readFileSync(outcome, "utf8")) as {
      publishable_key: string
      regions: Record<string, string>
    }
    const knex = ModulesSdkUtils.createPgConnection({ clientUrl: url }) as Knex
    const close = async () => {
      await knex.destroy()
      await onServer((server) => server.raw(`drop database ${name} with (force)`))
    }
    return { url, knex, publishableKey: publishable_key, regions, close }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

async function onServer(work: (knex: Knex) => Promise<unknown>): Promise<void> {
  const knex = ModulesSdkUtils.createPgConnection({
    clientUrl: TestDatabaseUtils.getDatabaseURL("postgres"),
  }) as Knex
  await work(knex).finally(() => knex.destroy())
}

/** One command of Medusa in the demo's backend, whose modules are those of the stores of the tests. */
async function run(command: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [medusa, ...command], {
    cwd: join(root, "demo/backend"),
    env,
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (output = (output + text.toString()).slice(-4_000)))
  const code = await new Promise((resolve) => child.once("close", resolve))
  if (code !== 0) throw new Error(`medusa ${command[0]} ended with ${String(code)}\n${output}`)
}
