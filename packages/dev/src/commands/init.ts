import { basename, join, resolve } from "node:path"
import { type Command, isSafe, readAddresses, readArgs, UsageError } from "../command"
import { addToConfig } from "../config/add"
import { type Edit } from "../config/edit"
import { type EnvAddresses, missingLines, shopOrigin, shownLines, withLines } from "../config/env-file"
import { nextSteps } from "../next-steps"
import { NAME } from "../packages"
import { assertInstalled, runPlugin } from "../plugin"
import {
  asked,
  type Change,
  configFile,
  isCommitted,
  mayWrite,
  shownPath,
  textOfFile,
  writeFiles,
} from "../project"
import { COUNTRIES } from "../sandbox/base/catalogue"

const REGION_CODES = COUNTRIES.flatMap(({ code, operators }) =>
  operators.length > 0 ? code.toLowerCase() : []
)

const INIT_USAGE = `medusa-payment-paycollect-dev init [options]

Puts the plugin and its payment provider into the medusa-config of the store in this folder, and the variables it needs into .env, for the
simulator (medusa-payment-paycollect-dev sandbox). Shows what it is going to write and asks. What is there already stays; a second run changes
nothing. Ends with what the plugin's doctor finds, and with what is left to do.

  --yes                     ask nothing
  --dry-run                 show what would be written, and write nothing
  --region <country>        then sell there, by "medusa-payment-paycollect region", which says more; may be repeated
                            (${REGION_CODES.join(" ")})
  --rate <[currency:]currency=number>, --delivery-price <amount>
                            for that command; kes:eur=150 where the regions have several currencies
  --backend-url <address>   where browsers reach this Medusa server (default http://localhost:9000)
  --storefront-url <address|none>
                            the shop. Asked for without it (with --yes: the first origin of STORE_CORS, if something answers there).
                            none: customers see a page of this server after paying
  --cwd <folder>            the folder of the store

Ends with 0 when the store has what it needs, with 1 when something is left for you to do (it says what) or nothing could be changed, with
2 for a wrong option.`

export interface InitOptions extends EnvAddresses {
  yes: boolean
  dryRun: boolean
  cwd: string
  /** Arguments of the plugin's command; null without a region. */
  region: string[] | null
}

export const initCommand: Command = {
  name: "init",
  summary: "put the plugin into the store in this folder",
  usage: INIT_USAGE,
  async run(args) {
    const options = readOptions(args)
    const directory = resolve(options.cwd)
    const config = configFile(directory)
    assertInstalled(directory)
    // A wrong option is found before anything is written.
    const wrong = options.region && (await runRegion(directory, [...options.region, "--dry-run"]))
    if (wrong) return wrong
    const changes = await plannedChanges(directory, config, options)
    if (!changes) return 1
    if (changes.length > 0) {
      if (options.dryRun) return initDone("Nothing was written (--dry-run).")
      await warnOfSecrets(directory, changes)
      if (!(await mayWrite(directory, options.yes))) return 1
      writeFiles(changes)
      console.log(`Written: ${changes.map(({ file }) => basename(file)).join(", ")}.`)
    } else {
      console.log("medusa-config and .env have all that is needed. Nothing was changed.")
      if (options.dryRun) return 0
    }
    const { region, yes } = options
    const left = region ? await runRegion(directory, [...region, ...(yes ? ["--yes"] : [])]) : 0
    const { said } = await runPlugin(directory, ["doctor", "--json"], ["ignore", "pipe", "ignore"])
    console.log(nextSteps(said, textOfFile(join(directory, ".env"))))
    return left === 0 ? 0 : 1
  },
}

/** @returns the exit code of the plugin's command, whose question a person answers */
async function runRegion(directory: string, args: string[]): Promise<number> {
  const isCheck = args.includes("--dry-run")
  const { code } = await runPlugin(
    directory,
    ["region", ...args],
    isCheck ? ["ignore", "ignore", "inherit"] : "inherit"
  )
  return code ?? 1
}

const initDone = (text: string) => (console.log(text), 0)

/** @throws UsageError */
export function readOptions(args: string[]): InitOptions {
  const { values } = readArgs(args, {
    yes: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
    cwd: { type: "string", default: process.cwd() },
    "backend-url": { type: "string" },
    "storefront-url": { type: "string" },
    region: { type: "string", multiple: true, default: [] },
    rate: { type: "string", multiple: true, default: [] },
    "delivery-price": { type: "string" },
  })
  const { yes, cwd, "dry-run": dryRun, region: countries, rate, "delivery-price": price } = values
  const more = [...rate.map((one) => `--rate=${one}`), ...(price ? [`--delivery-price=${price}`] : [])]
  if (countries.length === 0 && more.length > 0)
    throw new UsageError("--rate and --delivery-price belong to --region")
  const region = countries.length > 0 ? [...countries, ...more] : null
  if (values["storefront-url"] !== "none") return { yes, cwd, dryRun, region, ...readAddresses(values) }
  const addresses = readAddresses({ "backend-url": values["backend-url"] })
  return { yes, cwd, dryRun, region, ...addresses, storefrontUrl: null }
}

const SHOP_MS = 2_000

/** Where the customers of this store are at home: as was said, or as a person says, or where a shop runs. A second run does not ask again. */
async function shopUrl(env: string, { storefrontUrl, yes, dryRun }: InitOptions): Promise<string | null> {
  if (storefrontUrl !== undefined) return storefrontUrl
  if (!missingLines(env, {}).some(({ name }) => name === "PAYCOLLECT_BACKEND_URL")) return null
  const origin = shopOrigin(env)
  const isThere =
    origin &&
    isSafe(origin) &&
    (await fetch(origin, { signal: AbortSignal.timeout(SHOP_MS) }).catch(() => null))
  const likely = isThere ? origin : null
  if (yes || dryRun || !process.stdin.isTTY) return likely
  const question =
    "Address of your shop, where customers are sent after paying (none: a page of this server)?"
  const answer = (await asked(`${question} [${likely ?? "none"}]`)) || likely
  return !answer || answer === "none"
    ? null
    : (readAddresses({ "storefront-url": answer }).storefrontUrl ?? null)
}

/** What is to be written, after it was shown; null where a person has to do it first: then nothing is. */
async function plannedChanges(
  directory: string,
  config: string,
  options: InitOptions
): Promise<Change[] | null> {
  const configText = textOfFile(config)
  const edit = await addToConfig(configText)
  const refused = refusalText(edit, basename(config), "init")
  if (refused) return (console.error(refused), null)

  const env = join(directory, ".env")
  const before = textOfFile(env)
  const lines = missingLines(before, { ...options, storefrontUrl: await shopUrl(before, options) })
  const changes: Change[] = []
  if (lines.length > 0) {
    changes.push({ file: env, before, after: withLines(before, lines), isPrivate: true })
    console.log(`--- .env\n+++ .env\n${shownLines(lines)}\n`)
  }
  if (edit.outcome === "changed") {
    const change = { file: config, before: configText, after: edit.text }
    changes.push(change)
    console.log(`${await shownPath(change)}\n`)
  }
  return changes
}

/** What a person has to do with a configuration that a command does not change; null where it does. */
export function refusalText(edit: Edit, file: string, command: "init" | "uninstall"): string | null {
  if (edit.outcome === "unreadable")
    return `${file} cannot be read: ${edit.because}. Nothing was changed. Repair it, then run this again.`
  if (edit.outcome !== "by_hand") return null
  const verb = command === "init" ? "Put these lines into" : "Take these out of"
  const again = `Nothing was changed. When it is done, run "${NAME} ${command}" again.`
  return `${file} is left to you: ${edit.because}. ${verb} it:\n\n${edit.lines}\n\n${again}`
}

async function warnOfSecrets(directory: string, changes: Change[]): Promise<void> {
  const secret = changes.find(({ isPrivate }) => isPrivate)
  if (secret && (await isCommitted(secret.file, directory)))
    console.log(
      "Warning: git does not ignore .env, which is going to hold keys. Add it to .gitignore before you commit."
    )
}
