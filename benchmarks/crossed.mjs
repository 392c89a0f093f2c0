import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { Children, endLeftovers } from "../scripts/lib/children.mjs"
import { endTogether } from "../scripts/lib/lifecycle.mjs"
import { root, stateDir } from "../scripts/lib/paths.mjs"
import { step } from "../scripts/lib/steps.mjs"
import { Bars } from "./lib/bars.mjs"
import { lengthsOf } from "../scripts/lib/lengths.mjs"
import { openShop } from "./lib/shop.mjs"

/**
 * How much code a payment runs through: the plugin's files and functions that V8 saw called (precise coverage) in a booted store while a payment was
 * started, its customer came back, a page asked for its status, a signed event told of it, and the job found it. Each is done five times
 * after two that warm up; what counts ran in most of the five, with what the answer leaves to do behind it. A function without a name is a part of
 * the one that it stands in: it is listed and not counted. Exits 1 when a bar is missed.
 *
 *   --list   the files and functions of each, by their lines in the source; `:30` has no name
 */
const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } })

const MOST = {
  start: { files: 42, functions: 160 },
  return: { files: 52, functions: 210 },
  status: { files: 14 },
}
const MOST_LINES = { file: 300, function: 60 }

const [WARM_UP, GOES] = [2, 5]
/** Whatever a store keeps for a while (settings 2 s, who else waits 5 s) is as old in each go as between any two customers. */
const REST_MS = 2_200
/** The scheduled jobs begin with a minute; a go lies between two of them. */
const MINUTE = 60_000
const [AFTER_JOBS_MS, BEFORE_JOBS_MS] = [3_000, 5_000]
const UNTIL_ORDER_MS = 30_000
const OURS = { id: "pp_paycollect_default" }
const report = join(root, "artifacts/crossed.json")

async function awayFromJobs() {
  const since = Date.now() % MINUTE
  if (since < AFTER_JOBS_MS) await sleep(AFTER_JOBS_MS - since)
  if (since > MINUTE - BEFORE_JOBS_MS) await sleep(MINUTE - since + AFTER_JOBS_MS)
}

/** What the store is asked about itself. */
async function told({ origin }, door) {
  const answer = await fetch(`${origin}/_coverage/${door}`)
  if (!answer.ok) throw new Error(`${door}: ${await answer.text()}`)
  return await answer.json()
}

/** One action alone in the store. @returns its result, and what ran until nothing came any more */
async function covered(shop, work) {
  await shop.statements.count()
  await sleep(REST_MS)
  await awayFromJobs()
  await told(shop, "called")
  const result = await work()
  await shop.statements.count()
  return { result, ran: await told(shop, "called") }
}

async function begun(shop) {
  const cart = await shop.shopper.fillCart()
  return { cart, start: () => shop.shopper.start(cart, OURS) }
}

const pay = ({ service }, { merchant_reference }, webhook = false) =>
  service.control.moveState(merchant_reference, "succeeded", { webhook })

/** Paid at the service, of which the store has not heard. */
async function paidUnseen(shop) {
  const { cart, start } = await begun(shop)
  const session = await start()
  pay(shop, session)
  return { cart, session }
}

async function ordered({ database }, { cartId }) {
  for (const until = Date.now() + UNTIL_ORDER_MS; Date.now() < until; await sleep(20))
    if (await database("order_cart").where({ cart_id: cartId }).first()) return
  throw new Error(`no order of ${cartId} within ${UNTIL_ORDER_MS / 1_000} s`)
}

/** One customer who starts, looks at the page once and comes back by the link that the service was given. */
async function customer(shop) {
  const { cart, start } = await begun(shop)
  const started = await covered(shop, start)
  const polled = await covered(shop, () => shop.shopper.status(cart))
  if (polled.result.status !== "waiting") throw new Error(`status: ${JSON.stringify(polled.result)}`)
  pay(shop, started.result)
  const { redirect_url: link } = shop.service.control.intent(started.result.merchant_reference).request
  const returned = await covered(shop, () => shop.shopper.open(link))
  if (!returned.result?.includes("paycollect_status=success")) throw new Error(`no order: ${returned.result}`)
  return { start: started.ran, return: returned.ran, status: polled.ran }
}

async function event(shop) {
  const { cart, start } = await begun(shop)
  const session = await start()
  const { ran } = await covered(shop, async () => {
    pay(shop, session, true)
    await ordered(shop, cart)
  })
  return { event: ran }
}

/** One payment is due. */
async function job(shop) {
  const { cart, session } = await paidUnseen(shop)
  const { ran } = await covered(shop, async () => {
    await shop
      .database("paycollect_intent")
      .where({ merchant_reference: session.merchant_reference })
      .update({ next_step_at: new Date() })
    await told(shop, "job")
    await ordered(shop, cart)
  })
  return { job: ran }
}

/** The functions that ran in most of the goes, in the order of their places. */
function usual(goes) {
  const seen = new Map()
  for (const entry of goes.flat()) {
    const key = `${entry.file}:${entry.at}`
    seen.set(key, { ...entry, times: (seen.get(key)?.times ?? 0) + 1 })
  }
  return [...seen.values()]
    .filter(({ times }) => times > goes.length / 2)
    .sort((a, b) => (a.file === b.file ? a.at - b.at : a.file < b.file ? -1 : 1))
}

const isNamed = ({ name }) => name !== ""

function byFile(functions) {
  const files = {}
  for (const { file, name, line } of functions) (files[file] ??= []).push(`${name}:${line}`)
  return files
}

async function measure(shop) {
  const ran = { start: [], return: [], status: [], event: [], job: [] }
  for (let go = -WARM_UP; go < GOES; go++) {
    const all = { ...(await customer(shop)), ...(await event(shop)), ...(await job(shop)) }
    if (go >= 0) for (const [name, functions] of Object.entries(all)) ran[name].push(functions)
  }
  return ran
}

function printList(name, files) {
  console.log(`\n${name}`)
  for (const [file, functions] of Object.entries(files)) {
    const named = functions.filter((name) => !name.startsWith(":"))
    console.log(`  ${file} (${named.length})`)
    console.log(`    ${functions.join(", ")}`)
  }
}

function addLengths(bars) {
  for (const [what, all] of Object.entries(lengthsOf(join(root, "src")))) {
    const most = MOST_LINES[what]
    bars.add(`longest ${what} of src`, all[0].lines, { most, unit: "lines" })
    for (const { name, lines } of all) if (lines > most) console.log(`    ${lines} lines: ${name}`)
  }
}

async function main(children) {
  const shop = await openShop(children, { latencyMs: 1, events: true, job: true, coverage: true })
  shop.service.control.setWebhookUrl(`${shop.origin}/hooks/paycollect`)
  const ran = await step("What runs", () => measure(shop))
  const bars = new Bars()
  const written = {}
  for (const [name, goes] of Object.entries(ran)) {
    const functions = usual(goes)
    const named = functions.filter(isNamed)
    const counts = { files: new Set(named.map(({ file }) => file)).size, functions: named.length }
    const files = byFile(functions)
    written[name] = { ...counts, most: MOST[name], unnamed: functions.length - named.length, ran: files }
    for (const [what, count] of Object.entries(counts))
      bars.add(`${name}: ${what}`, count, { most: MOST[name]?.[what] })
    if (values.list) printList(name, files)
  }
  addLengths(bars)
  mkdirSync(join(root, "artifacts"), { recursive: true })
  writeFileSync(report, `${JSON.stringify(written, null, 2)}\n`)
  if (!bars.print()) process.exitCode = 1
  await shop.close()
}

const record = join(stateDir, "run", `bench-crossed-${process.pid}.json`)
await endLeftovers(record)
const children = new Children(record, join(stateDir, "logs"))
const { end, fail } = endTogether(children, { signalCode: 130 })
await main(children).then(() => end(process.exitCode ?? 0), fail)
