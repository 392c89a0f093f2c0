import { basename, resolve } from "node:path"
import { type Command, readArgs } from "../command"
import { removeFromConfig } from "../config/remove"
import { leftBehind, type LeftBehind, runPlugin } from "../plugin"
import { type Change, configFile, mayWrite, shownPath, textOfFile, writeFiles } from "../project"
import { refusalText } from "./init"

const UNINSTALL_USAGE = `medusa-payment-paycollect-dev uninstall [options]

Takes the plugin out of the store in this folder: says which money is still open, takes its providers out of the regions (both by
"medusa-payment-paycollect left-behind") and its lines out of the medusa-config. Shows what it is going to do and asks. Tables, .env and the
packages themselves stay; it says how they go.

  --yes           ask nothing
  --dry-run       show what would be done, and do nothing
  --leave-open    also while money is open that only the plugin looks after
  --config-only   do not look at the database: only the medusa-config is changed
  --cwd <folder>  the folder of the store

Ends with 0 when the plugin is out, with 1 when nothing was done (it says why), with 2 for a wrong option.`

export const uninstallCommand: Command = {
  name: "uninstall",
  summary: "take the plugin out of the store in this folder",
  usage: UNINSTALL_USAGE,
  async run(args) {
    const options = readOptions(args)
    const directory = resolve(options.cwd)
    const change = await removal(configFile(directory))
    if (typeof change === "string") return failed(change)
    const left = options["config-only"] ? null : await lookedAt(directory)
    if (typeof left === "string") return failed(left)
    return await leave(directory, options, { change, left })
  },
}

type UninstallOptions = ReturnType<typeof readOptions>

const failed = (text: string) => (console.error(text), 1)

const NOTHING: LeftBehind = { error: null, open: [], regions: [] }

async function leave(
  directory: string,
  options: UninstallOptions,
  { change, left }: { change: Change | null; left: LeftBehind | null }
): Promise<number> {
  const { open, regions } = left ?? NOTHING
  console.log(await planRemoval(left ?? NOTHING, change, left !== null))
  if (!change && regions.length === 0) return 0
  if (options["dry-run"]) return (console.log("Nothing was done (--dry-run)."), 0)
  if (open.length > 0 && !options["leave-open"])
    return failed("Nothing was done. End what is open first (docs/uninstall.md), or add --leave-open.")
  if (!(await mayWrite(directory, options.yes))) return 1
  // Regions first: without the lines in the configuration the store would offer a provider that it does not have.
  if (regions.length > 0 && !(await leaveRegions(directory, options)))
    return failed("The regions could not be changed. The medusa-config was left as it is.")
  if (change) writeFiles([change])
  const out = left ? "the regions and the medusa-config" : "the medusa-config; the regions were not looked at"
  console.log(`The package is out of ${out}. ${AFTER}`)
  return 0
}

async function leaveRegions(directory: string, options: UninstallOptions): Promise<boolean> {
  const open = options["leave-open"] ? ["--leave-open"] : []
  const { code } = await runPlugin(
    directory,
    ["left-behind", "--leave-regions", ...open],
    ["ignore", "ignore", "inherit"]
  )
  return code === 0
}

/** The change of the configuration; null when it has nothing of the package; words for the person where it is left to them. */
async function removal(file: string): Promise<Change | string | null> {
  const before = textOfFile(file)
  const edit = await removeFromConfig(before)
  return (
    refusalText(edit, basename(file), "uninstall") ??
    (edit.outcome === "changed" ? { file, before, after: edit.text } : null)
  )
}

/** What the database has of the plugin, or words for the person where it could not be looked at. */
async function lookedAt(directory: string): Promise<LeftBehind | string> {
  try {
    return await leftBehind(directory)
  } catch (error) {
    const left =
      "Nothing was done. --config-only takes out the lines of the medusa-config without looking at the database."
    return `What is open could not be looked at: ${(error as Error).message}\n${left}`
  }
}

async function planRemoval(
  { open, regions }: LeftBehind,
  change: Change | null,
  isLookedAt: boolean
): Promise<string> {
  const lines = regions.map(({ name, kept }) => {
    const rest =
      kept.length > 0 ? `keeps ${kept.join(", ")}` : "has no payment provider left: nobody can pay there"
    return `The region "${name}" ${rest}.`
  })
  const nothing = !change && regions.length === 0
  const clean = isLookedAt
    ? "Neither the regions nor the medusa-config have anything of this package."
    : "The medusa-config has nothing of this package; the regions were not looked at."
  return [
    ...open.map((text) => `OPEN  ${text}`),
    ...lines,
    ...(change ? [await shownPath(change)] : []),
    ...(nothing ? [`${clean} Nothing was changed.`] : []),
    "",
  ].join("\n")
}

const AFTER = `What stays, and how it goes:
  the package      npm uninstall medusa-payment-paycollect medusa-payment-paycollect-dev
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
    "config-only": { type: "boolean", default: false },
    cwd: { type: "string", default: process.cwd() },
  }).values
}
