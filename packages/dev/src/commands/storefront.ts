import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { type Command, readAddresses, readArgs, UsageError } from "../command"
import { shownLines, withLines } from "../config/env-file"
import { VERSION } from "../packages"
import { type Change, mayWrite, shownPath, textOfFile, writeFiles } from "../project"
import { type Guide, readGuide } from "../storefront/guide"
import { KIT, type Storefront, storefrontIn } from "../storefront/project"
import { splice } from "../storefront/splice"
import { givenOtherwise, lacksKey, missingVariables, type Values } from "../storefront/variables"

const USAGE = `medusa-payment-paycollect-dev storefront [folder] [options]

Puts payment into Medusa's official Next.js storefront, the current one (dtc-starter) or the one before it, as docs/nextjs-starter.md says.
The folder is the storefront's (default: this one). Shows what it is going to write and asks. A second run changes nothing.

  --yes                       ask nothing
  --dry-run                   show what would be written, and write nothing
  --backend-url <address>     where browsers reach the Medusa server
  --storefront-url <address>  the shop
  --publishable-key <key>     for its .env.local, from the dashboard (Settings > Publishable API keys)
  --default-region <country>  for its .env.local
  --by-hand <file>            a file of the storefront that is left to you; may be repeated

Ends with 0 when the storefront has what it needs, with 1 when something is left for you to do (it says what), with 2 for a wrong option.`

export interface StorefrontOptions extends Values {
  folder: string
  yes: boolean
  dryRun: boolean
  /** Files of the starter, as paths below it, that a person changes. */
  byHand: string[]
}

export const storefrontCommand: Command = {
  name: "storefront",
  summary: "put payment into Medusa's official Next.js storefront",
  usage: USAGE,
  run: (args) => changeStorefront(readOptions(args)),
}

/** @throws UsageError */
export function readOptions(args: string[]): StorefrontOptions {
  const { values, words } = readArgs(
    args,
    {
      yes: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      "backend-url": { type: "string" },
      "storefront-url": { type: "string" },
      "publishable-key": { type: "string" },
      "default-region": { type: "string" },
      "by-hand": { type: "string", multiple: true, default: [] },
    },
    1
  )
  const { "publishable-key": publishableKey, "default-region": defaultRegion } = values
  if (publishableKey !== undefined && !/^pk_\w+$/.test(publishableKey))
    throw new UsageError("--publishable-key takes a publishable key, which begins with pk_")
  if (defaultRegion !== undefined && !/^[a-z]{2}$/.test(defaultRegion))
    throw new UsageError("--default-region takes a country as two small letters, for example cm")
  return {
    folder: resolve(words[0] ?? "."),
    yes: values.yes,
    dryRun: values["dry-run"],
    byHand: values["by-hand"],
    ...readAddresses(values),
    ...(publishableKey && { publishableKey }),
    ...(defaultRegion && { defaultRegion }),
  }
}

/** @returns the command's exit code @throws Error where the folder holds none of the official storefronts, UsageError for a file that is in no step */
async function changeStorefront(options: StorefrontOptions): Promise<number> {
  const storefront = storefrontIn(options.folder)
  const guide = readGuide()
  const unknown = options.byHand.find((name) => !guide.files.has(name) && !guide.changes.has(name))
  if (unknown !== undefined) throw new UsageError(`--by-hand: the steps have no file ${unknown}`)
  const { changes, kept, left } = planned(storefront, guide, options)
  if (left.length > 0) return (console.error(refusalToChange(left, guide)), 1)
  const lines = missingVariables(storefront.directory, guide, options)
  const env = join(storefront.directory, ".env.local")

  console.log(`${storefront.directory} is ${storefront.starter}, one of Medusa's official storefronts.\n`)
  for (const change of changes) console.log(`${await shownPath(change)}\n`)
  if (lines.length > 0) {
    changes.push({
      file: env,
      before: textOfFile(env),
      after: withLines(textOfFile(env), lines),
      name: ".env.local",
    })
    console.log(`--- .env.local\n+++ .env.local\n${shownLines(lines)}\n`)
  }
  for (const name of kept) console.log(`${name} is yours by now, and stays as it is.`)
  if (changes.length === 0) console.log("The storefront has all that is needed. Nothing was changed.")
  else if (options.dryRun) return (console.log("Nothing was written (--dry-run)."), 0)
  else if (!(await mayWrite(storefront.directory, options.yes))) return 1
  else {
    writeFiles(changes)
    console.log(`Written: ${changes.map(({ name }) => name).join(", ")}.`)
  }
  console.log(nextSteps(storefront, options))
  return 0
}

interface StorefrontPlan {
  changes: Change[]
  /** New files that were changed since. */
  kept: string[]
  /** Files that this command cannot change, and why. */
  left: { name: string; because: string }[]
}

function planned({ directory }: Storefront, guide: Guide, { byHand }: StorefrontOptions): StorefrontPlan {
  const plan: StorefrontPlan = { changes: [], kept: [], left: [] }
  for (const [name, text] of guide.files) {
    const file = join(directory, name)
    const before = textOfFile(file)
    if (!existsSync(file)) plan.changes.push({ file, name, before, after: text })
    else if (before.replaceAll("\r\n", "\n") === text) continue
    else if (byHand.includes(name) || /paycollect/i.test(before)) plan.kept.push(name)
    else plan.left.push({ name, because: "another file has this name" })
  }
  for (const [name, { hunks }] of guide.changes) {
    if (byHand.includes(name)) continue
    const file = join(directory, name)
    const before = textOfFile(file)
    const spliced = existsSync(file) ? splice(before, hunks) : { because: "it is not there" }
    if ("because" in spliced) plan.left.push({ name, because: spliced.because })
    else if (spliced.text !== before) plan.changes.push({ file, name, before, after: spliced.text })
  }
  return plan
}

function refusalToChange(left: StorefrontPlan["left"], guide: Guide): string {
  const files = left.map(({ name, because }) => {
    const block = guide.changes.get(name)?.block ?? guide.files.get(name)
    return `${name} is left to you: ${because}. What belongs into it:\n\n${block}`
  })
  const again = left.map(({ name }) => `--by-hand "${name}"`).join(" ")
  return `${files.join("\n")}\nNothing was changed. When it is done, run the same command again with ${again}`
}

function nextSteps({ directory, install }: Storefront, values: Values): string {
  const steps = [
    install && `${install} ${KIT}   in ${directory}`,
    install &&
      `  until the packages are on npm, the file that docs/install.md makes: ${install} <path to>/${KIT}-${VERSION}.tgz`,
    ...givenOtherwise(directory, values),
    !values.publishableKey &&
      lacksKey(directory) &&
      "NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY in .env.local: of the dashboard, Settings > Publishable API keys",
    "STORE_CORS and PAYCOLLECT_STOREFRONT_URL of the Medusa server name the address of the storefront, to which customers come back",
    "stop the storefront, delete .next/cache (it keeps regions and their payment providers), and start it again",
  ]
  return `\nNext, where it is not done yet:\n${steps.flatMap((step) => (step ? `  ${step}` : [])).join("\n")}`
}
