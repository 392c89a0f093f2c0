import { spawn, type SpawnOptions } from "node:child_process"
import { createRequire } from "node:module"
import { basename, join, resolve } from "node:path"
import { redact } from "../client"
import { isSafeAddress } from "../options"
import { type Command, readArgs, UsageError } from "./command"
import { addToConfig } from "./config/add"
import { type Edit } from "./config/edit"
import { missingLines, shownLines, withLines } from "./config/env-file"
import { lacksPackages } from "./packages"
import {
  agreed,
  assertInstalled,
  type Change,
  configFile,
  isCommitted,
  mayWrite,
  shown,
  textOf,
  write,
} from "./project"
import { readOrders, REGION_CODES, type RegionOrder } from "./region/orders"
import { makeRegions } from "./region/run"
import { initStorefront, type StorefrontOptions } from "./storefront/run"

const USAGE = `medusa-payment-paycollect init [options]

Puts the plugin and its payment provider into the medusa-config of the store in this folder, and the variables it needs into .env, for the
simulator (medusa-payment-paycollect sandbox). Shows what it is going to write and asks. What is there already stays; a second run changes
nothing. Ends with the doctor.

  --yes                     ask nothing
  --dry-run                 show what would be written, and write nothing
  --region <country>        sell there too: runs the migrations (medusa db:migrate), then makes currency, region with the provider, tax
                            region, delivery and prices in the store's database; may be repeated
                            (${REGION_CODES.join(" ")})
  --rate <currency=number>  prices are made of those in this currency: what one unit of it costs in the region's (eur=655.957 is known
                            for XAF and XOF); may be repeated
  --delivery-price <amount>  of the delivery that is made (default 0)
  --backend-url <address>   where browsers reach this Medusa server (default http://localhost:9000)
  --storefront-url <address>  the shop (default: the first origin of STORE_CORS, or http://localhost:8000)
  --cwd <folder>            the folder of the store

  --storefront <folder>     of the storefront instead of the store: puts payment into Medusa's official Next.js storefront, the current one
                            (dtc-starter) or the one before it, as docs/nextjs-starter.md says
  --publishable-key <key>   for its .env.local, from the dashboard (Settings > Publishable API keys)
  --default-region <country>  for its .env.local
  --by-hand <file>          a file of the storefront that is left to you; may be repeated

Ends with 0 when the store has what it needs, with 1 when something is left for you to do (it says what) or nothing could be changed, with
2 for a wrong option.`

export interface InitOptions {
  yes: boolean
  dryRun: boolean
  cwd: string
  backendUrl?: string
  storefrontUrl?: string
  orders: RegionOrder[]
  /** Where it is given, the store is left alone. */
  storefront?: StorefrontOptions
}

export const initCommand: Command = {
  name: "init",
  summary: "put the plugin into the store in this folder",
  usage: USAGE,
  async run(args) {
    const options = readOptions(args)
    if (options.storefront) return await initStorefront(options.storefront)
    const directory = resolve(options.cwd)
    const changes = await plannedChanges(directory, options)
    if (!changes) return 1
    if (changes.length > 0) {
      if (options.dryRun) return done("Nothing was written (--dry-run).")
      if (!(await mayWrite(directory, options.yes))) return 1
      write(changes)
      console.log(`Written: ${changes.map(({ file }) => basename(file)).join(", ")}.`)
      await warnOfSecrets(directory, changes)
    } else {
      console.log("medusa-config and .env have all that is needed. Nothing was changed.")
      if (options.dryRun) return 0
    }
    const isWhole = await madeRegions(directory, options)
    await runDoctor(directory)
    console.log(NEXT)
    return isWhole ? 0 : 1
  },
}

/** @returns whether nothing of them is left to do */
async function madeRegions(directory: string, { orders, yes }: InitOptions): Promise<boolean> {
  if (orders.length === 0) return true
  const names = orders.map(({ name, currency }) => `${name} (${currency.toUpperCase()})`).join(", ")
  const what = `what is missing to sell in ${names}, in this store's database`
  if (!yes && !(await agreed(`Run the migrations (medusa db:migrate) and make ${what}?`))) return false
  try {
    if (!(await migrated(directory, yes))) throw new Error("the migrations did not run through.")
    return await makeRegions(directory, orders)
  } catch (error) {
    console.error(`Not all was made for ${names}: ${redact((error as Error).message)}`)
    console.error("When that is mended, run the same command again: what was made stays.")
    return false
  }
}

const NEXT = `
Next, where it is not done yet:
  npx medusa-payment-paycollect init --region cm   its tables, and a region that can be paid in: Cameroon (or ci, sn, ke, ...)
  npx medusa-payment-paycollect sandbox            the simulator, in a terminal of its own
  npx medusa develop                               the store`

const done = (text: string) => (console.log(text), 0)

/** @throws UsageError */
export function readOptions(args: string[]): InitOptions {
  const values = parse(args)
  const { yes, cwd, "dry-run": dryRun, "backend-url": backendUrl, "storefront-url": storefrontUrl } = values
  for (const [option, value] of Object.entries({
    "--backend-url": backendUrl,
    "--storefront-url": storefrontUrl,
  }))
    if (value !== undefined && !isSafeAddress(value))
      throw new UsageError(`${option} takes an https address, or http on this machine`)
  const addresses = { ...(backendUrl && { backendUrl }), ...(storefrontUrl && { storefrontUrl }) }
  const storefront = readStorefront(values, { yes, dryRun, ...addresses })
  const orders = readOrders(values.region, values.rate, values["delivery-price"])
  return { yes, cwd, dryRun, orders, ...addresses, ...(storefront && { storefront }) }
}

/** @throws UsageError for an option that is of the storefront without one, or of the store with one */
function readStorefront(
  values: ReturnType<typeof parse>,
  common: Omit<StorefrontOptions, "folder" | "byHand">
): StorefrontOptions | null {
  const { storefront, cwd, "publishable-key": publishableKey, "default-region": defaultRegion } = values
  const byHand = values["by-hand"]
  if (storefront === undefined) {
    if (publishableKey ?? defaultRegion ?? byHand[0])
      throw new UsageError("--publishable-key, --default-region and --by-hand belong to --storefront")
    return null
  }
  if (values.region[0] ?? values.rate[0] ?? values["delivery-price"])
    throw new UsageError("Regions are the store's: run init --region without --storefront")
  if (publishableKey !== undefined && !/^pk_\w+$/.test(publishableKey))
    throw new UsageError("--publishable-key takes a publishable key, which begins with pk_")
  if (defaultRegion !== undefined && !/^[a-z]{2}$/.test(defaultRegion))
    throw new UsageError("--default-region takes a country as two small letters, for example cm")
  const folder = resolve(cwd, storefront)
  return {
    ...common,
    folder,
    byHand,
    ...(publishableKey && { publishableKey }),
    ...(defaultRegion && { defaultRegion }),
  }
}

function parse(args: string[]) {
  return readArgs(args, {
    yes: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
    cwd: { type: "string", default: process.cwd() },
    "backend-url": { type: "string" },
    "storefront-url": { type: "string" },
    region: { type: "string", multiple: true, default: [] },
    rate: { type: "string", multiple: true, default: [] },
    "delivery-price": { type: "string" },
    storefront: { type: "string" },
    "publishable-key": { type: "string" },
    "default-region": { type: "string" },
    "by-hand": { type: "string", multiple: true, default: [] },
  })
}

/** What is to be written, after it was shown; null where a person has to do it first: then nothing is. */
async function plannedChanges(directory: string, options: InitOptions): Promise<Change[] | null> {
  const config = configFile(directory)
  assertInstalled(directory)
  const before = textOf(config)
  const edit = await addToConfig(before)
  const refused = refusalOf(edit, basename(config), "init")
  if (refused) return (console.error(refused), null)

  const env = join(directory, ".env")
  const lines = missingLines(textOf(env), options)
  const changes: Change[] = []
  if (lines.length > 0) {
    changes.push({ file: env, before: textOf(env), after: withLines(textOf(env), lines) })
    console.log(`--- .env\n+++ .env\n${shownLines(lines)}\n`)
  }
  if (edit.outcome === "changed") {
    const change = { file: config, before, after: edit.text }
    changes.push(change)
    console.log(`${await shown(change)}\n`)
  }
  return changes
}

/** What a person has to do with a configuration that a command does not change; null where it does. */
export function refusalOf(edit: Edit, file: string, command: "init" | "uninstall"): string | null {
  if (edit.outcome === "unreadable")
    return `${file} cannot be read: ${edit.because}. Nothing was changed. Repair it, then run this again.`
  if (edit.outcome !== "by_hand") return null
  const verb = command === "init" ? "Put these lines into" : "Take these out of"
  const again = `Nothing was changed. When it is done, run "medusa-payment-paycollect ${command}" again.`
  return `${file} is left to you: ${edit.because}. ${verb} it:\n\n${edit.lines}\n\n${again}`
}

async function warnOfSecrets(directory: string, changes: Change[]): Promise<void> {
  const env = changes.find(({ file }) => basename(file) === ".env")
  if (env && (await isCommitted(env.file, directory)))
    console.log(
      "Warning: git does not ignore .env, which holds a key now. Add it to .gitignore before you commit."
    )
}

/** In a process of its own: a store is loaded once per process, and this one may have loaded it under another configuration. */
async function runDoctor(directory: string): Promise<void> {
  await ended([join(__dirname, "index.js"), "doctor", "--cwd", directory], {
    stdio: ["ignore", "inherit", "ignore"],
  })
}

/** Medusa's own command, of the store's own copy; without a person to ask, links that would lose records stay. */
async function migrated(directory: string, yes: boolean): Promise<boolean> {
  const lacking = lacksPackages(directory)
  if (lacking) throw new Error(lacking)
  console.log("Running the migrations (medusa db:migrate) ...")
  const medusa = createRequire(join(directory, "package.json")).resolve("@medusajs/cli/cli.js")
  const code = await ended([medusa, "db:migrate", ...(yes ? ["--execute-safe-links"] : [])], {
    cwd: directory,
    env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "warn" },
    stdio: [yes ? "ignore" : "inherit", "inherit", "inherit"],
  })
  return code === 0
}

/** @returns the exit code of node with these arguments; null where it was killed or did not start */
const ended = (args: string[], options: SpawnOptions): Promise<number | null> =>
  new Promise((resolve) => {
    spawn(process.execPath, args, options)
      .once("exit", resolve)
      .once("error", () => resolve(null))
  })
