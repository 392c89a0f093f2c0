import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { redact } from "../../service/redact"
import { medusaCheck } from "../../features/health/checks"
import { medusaVersion } from "../../features/health/medusa"
import { type Command, readArgs, UsageError } from "../command"
import { SERVER_ENDED, onItsOwn } from "../doctor"
import { lacksPackages, loadMedusaApp, reachStore, StoreNotReady } from "../medusa-app"
import { makeRegion } from "./make-region"
import { readOrders, REGION_CODES, type RegionOrder } from "./orders"

const USAGE = `medusa-payment-paycollect region <country> ... [options]

Lets the store in this folder sell in a country: runs the migrations (medusa db:migrate), then makes currency, region with the provider, tax
region, delivery and prices in the store's database. Asks first. What is there already stays; a second run changes nothing.
Countries: ${REGION_CODES.join(" ")}

  --yes                      ask nothing
  --dry-run                  only read these options, and change nothing
  --rate <currency=number>   prices are made of those in this currency: what one unit of it costs in the region's (eur=655.957 is known
                             for XAF and XOF); may be repeated. With countries of several currencies, say whose: kes:eur=150
  --delivery-price <amount>  of the delivery that is made (default 0)
  --cwd <folder>             the folder of the store

Ends with 0 when the store has what it needs, with 1 when something is left for you to do (it says what) or nothing could be changed, with
2 for a wrong option.`

export const regionCommand: Command = {
  name: "region",
  summary: "make a region that can be paid in, in the store in this folder",
  usage: USAGE,
  async run(args) {
    const { values, words } = readArgs(
      args,
      {
        yes: { type: "boolean", default: false },
        "dry-run": { type: "boolean", default: false },
        cwd: { type: "string", default: process.cwd() },
        rate: { type: "string", multiple: true, default: [] },
        "delivery-price": { type: "string" },
      },
      Infinity
    )
    if (words.length === 0) throw new UsageError("Name a country, for example cm")
    const orders = readOrders(words, values.rate, values["delivery-price"])
    const names = orders.map(heading).join(", ")
    if (values["dry-run"]) return (console.log(`Nothing was made for ${names} (--dry-run).`), 0)
    return (await made(resolve(values.cwd), names, { orders, yes: values.yes })) ? 0 : 1
  },
}

/** @returns whether nothing of them is left to do */
async function made(
  directory: string,
  names: string,
  { orders, yes }: { orders: RegionOrder[]; yes: boolean }
): Promise<boolean> {
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

/** A question on the terminal; without an answer, as in a script, the answer is no. */
async function agreed(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await new Promise<string>((resolve) => {
    lines.question(`${question} [y/N] `, resolve)
    lines.once("close", () => resolve(""))
  })
  lines.close()
  return /^\s*(y|yes|o|oui)\s*$/i.test(answer)
}

/** Medusa's own command, of the store's own copy; without a person to ask, links that would lose records stay. */
async function migrated(directory: string, yes: boolean): Promise<boolean> {
  const lacking = lacksPackages(directory)
  if (lacking) throw new Error(lacking)
  const medusa = medusaCheck(medusaVersion(directory))
  if (medusa.status === "error") throw new Error(medusa.message)
  // Medusa says it with the driver's whole answer. What else is wrong it says better.
  await onItsOwn(
    () => reachStore(directory),
    () => console.error(SERVER_ENDED)
  ).catch((error) => {
    if (error instanceof StoreNotReady) throw error
  })
  console.log("Running the migrations (medusa db:migrate) ...")
  const command = createRequire(join(directory, "package.json")).resolve("@medusajs/cli/cli.js")
  const child = spawn(process.execPath, [command, "db:migrate", ...(yes ? ["--execute-safe-links"] : [])], {
    cwd: directory,
    env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "warn" },
    stdio: [yes ? "ignore" : "inherit", "inherit", "inherit"],
  })
  return await new Promise((resolve) => {
    child.once("exit", (code) => resolve(code === 0)).once("error", () => resolve(false))
  })
}

/**
 * Makes the regions in the database of the store in `directory`, and says what was made and what is left.
 * @returns whether nothing is left to do
 */
async function makeRegions(directory: string, orders: RegionOrder[]): Promise<boolean> {
  const said: string[] = []
  const work = async () => {
    const app = await loadMedusaApp(directory)
    try {
      let isWhole = true
      for (const order of orders) {
        const { made, open } = await makeRegion(app.container, order)
        said.push(
          heading(order),
          ...(made.length > 0 ? made : ["Has all that is needed. Nothing was changed."]).map(bullet)
        )
        said.push(...open.map((text) => bullet(`LEFT TO DO: ${text}`)))
        isWhole &&= open.length === 0
      }
      return isWhole
    } finally {
      await app.close().catch(() => undefined)
    }
  }
  try {
    return await onItsOwn(work, () => console.error(`No region was made: ${SERVER_ENDED}`))
  } finally {
    if (said.length > 0) console.log(`\n${said.join("\n")}\n`)
  }
}

const heading = ({ name, currency }: RegionOrder) => `${name} (${currency.toUpperCase()})`
const bullet = (text: string) => `  ${text}`
