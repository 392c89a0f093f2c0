import { resolve } from "node:path"
import { text } from "node:stream/consumers"
import { redact } from "../service/redact"
import { type Check } from "../settings/health-checks"
import { paycollectOf } from "../modules/paycollect"
import { type PayCollectConnectionCheck } from "../types/http"
import { findOrphans, type OrphanFinding, type OrphanReport } from "../features/recovery/recover"
import { health } from "../features/health/health"
import { type Command, readArgs, UsageError, counted } from "./command"
import { loadMedusaApp } from "./medusa-app"

const DOCTOR_USAGE = `medusa-payment-paycollect doctor [options]

Looks at the store in this folder: its configuration, its database and what happened there.

  --online         make one harmless authenticated call to the service; without it nobody is called
  --since <date>   after a restored backup: look for payments without a record, among what the store asked for
                   since then (2026-01-31) and among references on standard input. With --online the service is
                   asked, 20 at a time, and records are made anew; the server's job brings the store in line
  --all-ours       with --since: all references on standard input are this shop's
  --json           print one line of JSON
  --cwd <folder>   the folder of the store

Ends with 0 when all is well or there are only warnings, with 1 when there are errors or the store cannot be
loaded, with 2 for a wrong option.`

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/
/** What one run may take of the minute's budget. */
const ASK_ONLINE = { most: 20, withinMs: 60_000 }

/** What `doctor --json` prints. */
export interface Diagnosis {
  ok: boolean
  environment: string | null
  checks: (Check | StoreNotLoaded)[]
  /** only with --online */
  connection: PayCollectConnectionCheck | null
  /** only with --since */
  orphans: OrphanReport | null
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
  usage: DOCTOR_USAGE,
  async run(args) {
    const { json, cwd, ...how } = readOptions(args)
    const pasted = how.since && !process.stdin.isTTY ? await text(process.stdin) : ""
    const print = (found: Diagnosis) => console.log(json ? JSON.stringify(found) : report(found))
    const diagnosis = await onItsOwn(
      () => diagnose(resolve(cwd), { ...how, pasted }),
      () => print(notLoaded(new Error(SERVER_ENDED)))
    )
    print(diagnosis)
    return diagnosis.ok ? 0 : 1
  },
}

export interface DoctorOptions {
  json: boolean
  online: boolean
  cwd: string
  since: Date | null
  allOurs: boolean
}

/** @throws UsageError */
export function readOptions(args: string[]): DoctorOptions {
  const { since, "all-ours": allOurs, ...rest } = parseDoctor(args)
  const date = since === undefined ? null : new Date(since)
  if (date && (!ISO_DATE.test(since!) || Number.isNaN(date.getTime())))
    throw new UsageError("--since takes a date such as 2026-01-31 or 2026-01-31T12:00:00Z")
  if (allOurs && !date) throw new UsageError("--all-ours goes with --since")
  return { ...rest, since: date, allOurs }
}

function parseDoctor(args: string[]) {
  return readArgs(args, {
    json: { type: "boolean", default: false },
    online: { type: "boolean", default: false },
    cwd: { type: "string", default: process.cwd() },
    since: { type: "string" },
    "all-ours": { type: "boolean", default: false },
  }).values
}

async function diagnose(
  directory: string,
  { online, since, allOurs, pasted }: Omit<DoctorOptions, "json" | "cwd"> & { pasted: string }
): Promise<Diagnosis> {
  let app
  try {
    app = await loadMedusaApp(directory)
  } catch (error) {
    return notLoaded(error, "The store could not be looked at, and nothing was changed")
  }
  try {
    const { connection } = paycollectOf(app.container)
    const asked = online ? await connection.check() : null
    const { environment, checks } = await health(app.container)
    const orphans =
      since &&
      (await findOrphans(app.container, { pasted, since, allOurs, ...(online && { ask: ASK_ONLINE }) }))
    const ok = checks.every(({ status }) => status !== "error")
    return { ok, environment, checks, connection: asked, orphans }
  } catch (error) {
    return notLoaded(error)
  } finally {
    await app.close().catch(() => undefined)
  }
}

/** The text may come from the store's own code or from the database: what looks like a secret or an address of a person goes. */
function notLoaded(error: unknown, what = "The store could not be looked at"): Diagnosis {
  const text = error instanceof Error ? error.message : "unknown error"
  const said = redact(text.replace(/\w+:\/\/\S+/g, "[address]"))
  const message = `${what}: ${said}`
  const checks: StoreNotLoaded[] = [{ id: "store_not_loaded", status: "error", message }]
  return { ok: false, environment: null, checks, connection: null, orphans: null }
}

/**
 * Modules greet and warn on standard output while they load, and Medusa ends the process when one of them cannot: the answer of this
 * command stands there alone, and always.
 */
export async function onItsOwn<T>(work: () => Promise<T>, ended: () => void): Promise<T> {
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

export const SERVER_ENDED =
  "one of Medusa's modules did not load; standard error says why. In a new database, run: npx medusa db:migrate"

const MARKS: Record<Check["status"], string> = { ok: "ok     ", warning: "WARNING", error: "ERROR  " }

const FOUND: Record<OrphanFinding["found"], string> = {
  recovered: "on record again; the server's job brings the store in line within minutes",
  foreign: "nothing in this store is of it: another shop's, or add --all-ours",
  not_found: "the service knows no such payment",
  not_asked: "the service, or the store, could not be asked: try again",
  left: "lost; add --online, again and again, to have its record made anew",
}

function orphanLines(orphans: OrphanReport | null): string[] {
  if (!orphans) return []
  const { checked, known, findings } = orphans
  return [
    "",
    `${checked} references looked at, ${known} on record`,
    ...findings.map(({ reference, payment_number, found }) =>
      [reference, payment_number, FOUND[found]].filter(Boolean).join("  ")
    ),
  ]
}

function report({ checks, environment, connection, orphans }: Diagnosis): string {
  const count = (status: Check["status"]) => checks.filter((one) => one.status === status).length
  const called = connection ? [`call     ${connection.code}: ${connection.message}`] : []
  return [
    `PayCollect in this store (${environment ?? "not loaded"})`,
    "",
    ...checks.map(({ status, message }) => `${MARKS[status]}  ${message}`),
    ...called,
    ...orphanLines(orphans),
    "",
    `${counted(count("error"), "error")}, ${counted(count("warning"), "warning")}`,
  ].join("\n")
}
