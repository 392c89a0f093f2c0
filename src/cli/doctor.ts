import { resolve } from "node:path"
import { text } from "node:stream/consumers"
import { isOnThisMachine } from "../service/address"
import { type Environment } from "../service/config"
import { redact } from "../service/redact"
import { type Check } from "../settings/health-checks"
import { paycollectIfThere, paycollectOf } from "../modules/paycollect"
import { DASHBOARD } from "../texts"
import { type PayCollectConnectionCheck, type PayCollectWebhookCheck } from "../types/http"
import { findOrphans, type OrphanFinding, type OrphanReport } from "../features/recovery/recover"
import { health } from "../features/health/health"
import { type Command, readArgs, UsageError, counted } from "./command"
import { loadMedusaApp, StoreNotReady } from "./medusa-app"

const DOCTOR_USAGE = `medusa-payment-paycollect doctor [options]

Looks at the store in this folder: its configuration, its database and what happened there.

  --online         make one harmless authenticated call to the service, look whether the shop's address answers, and send
                   the running server a signed event by its public address; without it nobody outside is called
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
  checks: (Check | StoreNotLoaded | StorefrontSilent)[]
  /** only with --online */
  connection: PayCollectConnectionCheck | null
  /** only with --online, a public address and a webhook secret */
  webhook: PayCollectWebhookCheck | null
  /** only with --since */
  orphans: OrphanReport | null
}

/** Only this command can find these two. */
interface StoreNotLoaded {
  id: "store_not_loaded"
  status: "error"
  message: string
  /** the command that mends it, where it is one */
  next: string | null
}

interface StorefrontSilent {
  id: "storefront_silent"
  status: "warning"
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

interface DoctorOptions {
  json: boolean
  online: boolean
  cwd: string
  since: Date | null
  allOurs: boolean
}

/** @throws UsageError */
function readOptions(args: string[]): DoctorOptions {
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
    if (!paycollectIfThere(app.container)) return notLoaded(notInConfig())
    const { connection, configuration, webhooks } = paycollectOf(app.container)
    const { options } = await configuration.current()
    const asked = online ? silentSimulator(await connection.check(), options) : null
    const webhook = online ? await webhooks.check() : null
    const { environment, checks } = await health(app.container)
    const orphans =
      since &&
      (await findOrphans(app.container, { pasted, since, allOurs, ...(online && { ask: ASK_ONLINE }) }))
    const ok = checks.every(({ status }) => status !== "error")
    const silent = await silentStorefront(options.storefrontUrl, online)
    return { ok, environment, checks: [...checks, ...silent], connection: asked, webhook, orphans }
  } catch (error) {
    return notLoaded(error)
  } finally {
    await app.close().catch(() => undefined)
  }
}

/** What a store says before `init`, and after `uninstall`. */
const notInConfig = () =>
  new StoreNotReady("Its medusa-config does not have the plugin.", "npx medusa-payment-paycollect-dev init")

/** Where only a simulator can listen, it is more often not started than broken. */
export function silentSimulator(
  asked: PayCollectConnectionCheck,
  options: Record<Environment, { baseUrl?: string }>
): PayCollectConnectionCheck {
  const { baseUrl } = options[asked.environment]
  if (asked.code !== "unreachable" || !baseUrl || !isOnThisMachine(baseUrl)) return asked
  const message = `Nothing answers at ${baseUrl}, an address of this machine. No money is involved. Start the simulator: npx medusa-payment-paycollect-dev sandbox`
  return { ...asked, message }
}

const STOREFRONT_MS = 3_000

/** Customers are sent there after paying: an address of this machine is looked at always, another one when it may be called. */
export async function silentStorefront(
  url: string | undefined,
  online: boolean
): Promise<StorefrontSilent[]> {
  if (!url || !(online || isOnThisMachine(url))) return []
  const asked = { redirect: "manual", signal: AbortSignal.timeout(STOREFRONT_MS) } as const
  const isThere = await fetch(url, asked).then(
    () => true,
    () => false
  )
  const message = `Nobody answers at ${url}, where customers are sent after paying: they see an error of their browser, and their orders are made all the same. Start the shop, set its address in the dashboard or as storefrontUrl, or take it out: a page of this server is shown then.`
  return isThere ? [] : [{ id: "storefront_silent", status: "warning", message }]
}

/** The text may come from the store's own code or from the database: what looks like a secret or an address of a person goes. */
function notLoaded(error: unknown, what = "The store could not be looked at"): Diagnosis {
  const text = error instanceof Error ? error.message : "unknown error"
  const message = `${what}: ${oneSentence(text)}`
  const next = error instanceof StoreNotReady ? error.next : null
  const checks: StoreNotLoaded[] = [{ id: "store_not_loaded", status: "error", message, next }]
  return { ok: false, environment: null, checks, connection: null, webhook: null, orphans: null }
}

/** Its first paragraph: Medusa's next one is an address of its documents. */
export const oneSentence = (text: string) =>
  redact(text.split("\n\n")[0]!.replace(/\w+:\/\/\S+/g, "[address]"))

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

const MARKS: Record<Check["status"], string> = {
  ok: "ok     ",
  choice: "choose ",
  warning: "WARNING",
  error: "ERROR  ",
}

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

function report({ checks, environment, connection, webhook, orphans }: Diagnosis): string {
  const count = (status: Check["status"]) => checks.filter((one) => one.status === status).length
  const called = connection ? [`call     ${connection.code}: ${connection.message}`] : []
  const said = DASHBOARD.en.webhook_check
  if (webhook)
    called.push(
      `event    ${webhook.result}: to ${webhook.webhook_url}. ${said[webhook.result]} ${said.beside}`
    )
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
