import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { redact } from "../client"
import { type Check } from "../domain/health"
import { PAYCOLLECT_MODULE } from "../modules/paycollect"
import { type ConnectionCheck } from "../modules/paycollect/connection"
import type PayCollectModuleService from "../modules/paycollect/service"
import { health } from "../workflows/health/health"
import { type Command, UsageError } from "./command"
import { loadMedusaApp } from "./medusa-app"

const USAGE = `medusa-payment-paycollect doctor [options]

Looks at the store in this folder: its configuration, its database and what happened there.

  --online         make one harmless authenticated call to the service; without it nobody is called
  --json           print one line of JSON
  --cwd <folder>   the folder of the store

Ends with 0 when all is well or there are only warnings, with 1 when there are errors or the store cannot be
loaded, with 2 for a wrong option.`

/** What `doctor --json` prints. */
export interface Diagnosis {
  ok: boolean
  environment: string | null
  checks: (Check | StoreNotLoaded)[]
  /** only with --online */
  connection: ConnectionCheck | null
}

/** The one finding that only this command can have. */
interface StoreNotLoaded {
  id: "store_not_loaded"
  status: "error"
  message: string
}

export const doctorCommand: Command = {
  name: "doctor",
  summary: "check the configuration and the health of the store in this folder",
  usage: USAGE,
  async run(args) {
    const { json, online, cwd } = readOptions(args)
    const print = (found: Diagnosis) => console.log(json ? JSON.stringify(found) : report(found))
    const diagnosis = await onItsOwn(
      () => diagnose(resolve(cwd), online),
      () => print(notLoaded(new Error(ENDED)))
    )
    print(diagnosis)
    return diagnosis.ok ? 0 : 1
  },
}

export function readOptions(args: string[]): { json: boolean; online: boolean; cwd: string } {
  try {
    return parseArgs({
      args,
      allowPositionals: false,
      options: {
        json: { type: "boolean", default: false },
        online: { type: "boolean", default: false },
        cwd: { type: "string", default: process.cwd() },
      },
    }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

async function diagnose(directory: string, online: boolean): Promise<Diagnosis> {
  let app
  try {
    app = await loadMedusaApp(directory)
  } catch (error) {
    return notLoaded(error)
  }
  try {
    const { connection } = app.container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
    const asked = online ? await connection.check() : null
    const { environment, checks } = await health(app.container)
    return { ok: checks.every(({ status }) => status !== "error"), environment, checks, connection: asked }
  } catch (error) {
    return notLoaded(error)
  } finally {
    await app.close().catch(() => undefined)
  }
}

/** The text may come from the store's own code or from the database: what looks like a secret or an address of a person goes. */
function notLoaded(error: unknown): Diagnosis {
  const text = error instanceof Error ? error.message : "unknown error"
  const said = redact(text.replace(/\w+:\/\/\S+/g, "[address]"))
  const message = `The store could not be looked at: ${said}`
  const checks: StoreNotLoaded[] = [{ id: "store_not_loaded", status: "error", message }]
  return { ok: false, environment: null, checks, connection: null }
}

/**
 * Modules greet and warn on standard output while they load, and Medusa ends the process when one of them cannot: the answer of this
 * command stands there alone, and always.
 */
async function onItsOwn<T>(work: () => Promise<T>, ended: () => void): Promise<T> {
  const { exit } = process
  const write = process.stdout.write
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write
  const restore = () => Object.assign(process, { exit }) && (process.stdout.write = write)
  process.exit = () => {
    restore()
    ended()
    return exit(1)
  }
  return await work().finally(restore)
}

const ENDED =
  "one of Medusa's modules did not load; standard error says why. In a new database, run: npx medusa db:migrate"

const MARKS: Record<Check["status"], string> = { ok: "ok     ", warning: "WARNING", error: "ERROR  " }

function report({ checks, environment, connection }: Diagnosis): string {
  const count = (status: Check["status"]) => checks.filter((one) => one.status === status).length
  const called = connection ? [`call     ${connection.code}: ${connection.message}`] : []
  return [
    `PayCollect in this store (${environment ?? "not loaded"})`,
    "",
    ...checks.map(({ status, message }) => `${MARKS[status]}  ${message}`),
    ...called,
    "",
    `${count("error")} errors, ${count("warning")} warnings`,
  ].join("\n")
}
