import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { Children, endLeftovers } from "../scripts/lib/children.mjs"
import { endTogether } from "../scripts/lib/lifecycle.mjs"
import { stateDir } from "../scripts/lib/paths.mjs"
import { step } from "../scripts/lib/steps.mjs"
import { Bars } from "./lib/bars.mjs"
import { median, quantile } from "./lib/numbers.mjs"
import { openShop } from "./lib/shop.mjs"

/**
 * From an event to the order; the memory of a store, idle and busy; what a payment takes in the database.
 *
 *   --events 40       orders that an event brings, one after the other
 *   --checkouts 160   by four customers at once, for the memory of a busy store; the same with Medusa's own provider, for comparison
 *   --rows 100000     payments in the database
 */
const { values } = parseArgs({
  options: {
    events: { type: "string", default: "40" },
    checkouts: { type: "string", default: "160" },
    rows: { type: "string", default: "100000" },
  },
})
const [events, checkouts, rows] = [values.events, values.checkouts, values.rows].map(Number)
const OURS = { id: "pp_paycollect_default" }
const SYSTEM = { id: "pp_system_default" }
const CUSTOMERS = 4
const UNTIL_ORDER_MS = 30_000
const SETTLED_MS = 3_000
const MB = 1024 * 1024

/** One customer who has paid and gone; the event alone makes the order. @returns milliseconds until it stands */
async function fromEvent({ shopper, service, database }) {
  const cart = await shopper.fillCart()
  const { merchant_reference } = await shopper.start(cart, OURS)
  const told = performance.now()
  service.control.moveState(merchant_reference, "succeeded")
  while (performance.now() - told < UNTIL_ORDER_MS) {
    const order = await database("order_cart").where({ cart_id: cart.cartId }).first()
    if (order) return performance.now() - told
    await sleep(5)
  }
  throw new Error(`no order within ${UNTIL_ORDER_MS / 1_000} s of the event`)
}

/** Resident memory of a process now, or the most since it began; not a number where there is no /proc. */
function memory(pid, field = "VmRSS") {
  try {
    return (
      Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024
    )
  } catch {
    return NaN
  }
}

async function buy({ shopper, service }, provider) {
  const cart = await shopper.fillCart()
  const session = await shopper.start(cart, provider)
  if (provider === OURS)
    service.control.moveState(session.merchant_reference, "succeeded", { webhook: false })
  await shopper.complete(cart, {})
}

/** @returns MB that the store holds at most while they buy, looked at ten times a second */
async function busy(shop, provider) {
  let [left, most] = [checkouts, 0]
  const looking = setInterval(() => (most = Math.max(most, memory(shop.pid))), 100)
  const customer = async () => {
    while (left-- > 0) await buy(shop, provider)
  }
  await Promise.all(Array.from({ length: CUSTOMERS }, customer))
  clearInterval(looking)
  return most
}

/** What an applied payment may take, rows and indexes together: with its history, its entries, and what was bought by it. */
const MOST_BYTES = 6_144
const PAYMENT_TABLES = "intent intent_event intent_session entry"
  .split(" ")
  .map((name) => `paycollect_${name}`)
/** What no two rows may share, and what leads from one to another. */
const IDENTIFIERS = new Set(
  "id intent_id merchant_reference payment_number subject_id cart_id payment_collection_id service_intent_id transaction_id payment_ref order_id".split(
    " "
  )
)

async function bytes(database) {
  await database.raw("vacuum analyze")
  const { rows: sizes } = await database.raw(
    "select sum(pg_table_size(name::regclass))::bigint as heap, sum(pg_indexes_size(name::regclass))::bigint as indexes from unnest(?::text[]) name",
    [PAYMENT_TABLES]
  )
  return { heap: Number(sizes[0].heap), indexes: Number(sizes[0].indexes) }
}

/** The payments that were really applied here, over and over: the last characters of their identifiers are numbers, each copy is older. */
async function multiply(database) {
  const { rows: applied } = await database.raw(
    "select id from paycollect_intent where outcome = 'paid' and order_id is not null order by id"
  )
  const copies = Math.ceil(rows / applied.length)
  const own = applied.map(({ id }) => id)
  const before = await bytes(database)
  for (const table of PAYMENT_TABLES) {
    const columns = Object.entries(await database(table).columnInfo())
    const values = columns.map(([name, { type }]) => {
      if (name === "payment_number") return "lpad(upper(to_hex(original * 1048576 + n)), 8, '0')"
      if (IDENTIFIERS.has(name))
        return `overlay(${name} placing lpad(to_hex(n), 5, '0') from length(${name}) - 4)`
      if (type.startsWith("timestamp")) return `${name} - n * interval '7 minutes'`
      return name
    })
    const owner = table === "paycollect_intent" ? "id" : "intent_id"
    await database.raw(
      `insert into ${table} (${columns.map(([name]) => name).join(", ")})
       select ${values.join(", ")} from (select *, array_position(?::text[], ${owner}) as original from ${table} where ${owner} = any(?)) payments,
         generate_series(1, ?) n`,
      [own, own, copies]
    )
  }
  const after = await bytes(database)
  const count = copies * own.length
  return {
    heap: (after.heap - before.heap) / count,
    indexes: (after.indexes - before.indexes) / count,
    count,
  }
}

async function main(children) {
  const shop = await openShop(children, { latencyMs: 30, events: true })
  shop.service.control.setWebhookUrl(`${shop.origin}/hooks/paycollect`)
  const bars = new Bars()

  await sleep(SETTLED_MS)
  bars.add("memory of an idle store, all of Medusa", memory(shop.pid), { unit: "MB" })
  const times = []
  await step(`${events} orders by events`, async () => {
    for (let done = -5; done < events; done++) {
      const took = await fromEvent(shop)
      if (done >= 0) times.push(took)
    }
  })
  bars.add("event to order, half of them", median(times), { unit: "ms" })
  bars.add("event to order, 95 of 100", quantile(times, 0.95), { unit: "ms" })

  const system = await step(`${checkouts} checkouts with Medusa's own provider`, () => busy(shop, SYSTEM))
  const ours = await step(`${checkouts} checkouts with ours`, () => busy(shop, OURS))
  bars.add("memory at most, busy with Medusa's own provider", system, { unit: "MB" })
  bars.add("memory at most, busy with ours, afterwards", ours, { unit: "MB" })

  const size = await step(`${rows.toLocaleString("en")} payments in the database`, () =>
    multiply(shop.database)
  )
  bars.add("an applied payment in the database, rows", size.heap, { unit: "bytes" })
  bars.add("an applied payment in the database, indexes", size.indexes, { unit: "bytes" })
  bars.add("an applied payment in the database", size.heap + size.indexes, {
    unit: "bytes",
    most: MOST_BYTES,
  })
  bars.add("a year of 100 payments a day", ((size.heap + size.indexes) * 36_500) / MB, { unit: "MB" })

  if (!bars.print()) process.exitCode = 1
  await shop.close()
}

const record = join(stateDir, "run", `bench-footprint-${process.pid}.json`)
await endLeftovers(record)
const children = new Children(record, join(stateDir, "logs"))
const { end, fail } = endTogether(children, { signalCode: 130 })
await main(children).then(() => end(process.exitCode ?? 0), fail)
