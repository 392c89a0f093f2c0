import { basename, resolve } from "node:path"
import { redact } from "../client"
import { type Command, readArgs } from "./command"
import { removeFromConfig } from "./config/remove"
import { dropStatements } from "./drop"
import { ENDED, onItsOwn } from "./doctor"
import { refusalOf } from "./init"
import { keptIn, leaveRegions, type Leaving, leavingOf } from "./leaving"
import { loadMedusaApp, type MedusaApp } from "./medusa-app"
import { type Change, configFile, mayWrite, shown, textOf, write } from "./project"

const USAGE = `medusa-payment-paycollect uninstall [options]

Takes the package out of the store in this folder: says which money is still open, takes its providers out of the regions and its lines out
of the medusa-config. Shows what it is going to do and asks. Tables, .env and the package itself stay; it says how they go.

  --yes           ask nothing
  --dry-run       show what would be done, and do nothing
  --leave-open    also while money is open that only the package looks after
  --config-only   do not look at the database: only the medusa-config is changed
  --drop-sql      only print the SQL that drops the plugin's tables
  --cwd <folder>  the folder of the store

Ends with 0 when the package is out, with 1 when nothing was done (it says why), with 2 for a wrong option.`

export const uninstallCommand: Command = {
  name: "uninstall",
  summary: "take the plugin out of the store in this folder",
  usage: USAGE,
  async run(args) {
    const options = readOptions(args)
    if (options["drop-sql"]) return (console.log(dropStatements()), 0)
    const directory = resolve(options.cwd)
    const change = await removal(configFile(directory))
    if (typeof change === "string") return failed(change)
    const app = options["config-only"] ? null : await loaded(directory)
    if (typeof app === "string") return failed(app)
    try {
      return await leave(directory, options, { change, app })
    } finally {
      await app?.close().catch(() => undefined)
    }
  },
}

type Options = ReturnType<typeof readOptions>

const failed = (text: string) => (console.error(text), 1)

async function leave(
  directory: string,
  options: Options,
  { change, app }: { change: Change | null; app: MedusaApp | null }
): Promise<number> {
  const leaving = app ? await leavingOf(app.container) : { open: [], regions: [] }
  console.log(await plan(leaving, change, app !== null))
  if (!change && leaving.regions.length === 0) return 0
  if (options["dry-run"]) return (console.log("Nothing was done (--dry-run)."), 0)
  if (leaving.open.length > 0 && !options["leave-open"])
    return failed("Nothing was done. End what is open first (docs/uninstall.md), or add --leave-open.")
  if (!(await mayWrite(directory, options.yes))) return 1
  // Regions first: without the lines in the configuration the store would offer a provider that it does not have.
  if (app) await leaveRegions(app.container, leaving.regions)
  if (change) write([change])
  const out = app ? "the regions and the medusa-config" : "the medusa-config; the regions were not looked at"
  console.log(`The package is out of ${out}. ${AFTER}`)
  return 0
}

/** The change of the configuration; null when it has nothing of the package; words for the person where it is left to them. */
async function removal(file: string): Promise<Change | string | null> {
  const before = textOf(file)
  const edit = await removeFromConfig(before)
  return (
    refusalOf(edit, basename(file), "uninstall") ??
    (edit.outcome === "changed" ? { file, before, after: edit.text } : null)
  )
}

async function loaded(directory: string): Promise<MedusaApp | string> {
  const left =
    "Nothing was done. --config-only takes out the lines of the medusa-config without looking at the database."
  try {
    return await onItsOwn(
      () => loadMedusaApp(directory),
      () => console.error(`What is open could not be looked at: ${ENDED}\n${left}`)
    )
  } catch (error) {
    const said = redact((error as Error).message.replace(/\w+:\/\/\S+/g, "[address]"))
    return `What is open could not be looked at: ${said}\n${left}`
  }
}

async function plan({ open, regions }: Leaving, change: Change | null, lookedAt: boolean): Promise<string> {
  const lines = regions.map((region) => {
    const kept = keptIn(region)
    const rest =
      kept.length > 0 ? `keeps ${kept.join(", ")}` : "has no payment provider left: nobody can pay there"
    return `The region "${region.name}" ${rest}.`
  })
  const nothing = !change && regions.length === 0
  const clean = lookedAt
    ? "Neither the regions nor the medusa-config have anything of this package."
    : "The medusa-config has nothing of this package; the regions were not looked at."
  return [
    ...open.map((text) => `OPEN  ${text}`),
    ...lines,
    ...(change ? [await shown(change)] : []),
    ...(nothing ? [`${clean} Nothing was changed.`] : []),
    "",
  ].join("\n")
}

const AFTER = `What stays, and how it goes:
  the package      npm uninstall medusa-payment-paycollect
  .env             the lines that begin with PAYCOLLECT_
  the storefront   its pay button and waiting page (docs/nextjs-starter.md, at its end)
  the tables       paycollect_...: the record of every payment. Keep them as long as your books need them (docs/uninstall.md)
Restart the store. Refunds and cancels of orders paid with it are done at the service from now on.`

/** @throws UsageError */
export function readOptions(args: string[]) {
  return readArgs(args, {
    yes: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
    "leave-open": { type: "boolean", default: false },
    "drop-sql": { type: "boolean", default: false },
    "config-only": { type: "boolean", default: false },
    cwd: { type: "string", default: process.cwd() },
  })
}
