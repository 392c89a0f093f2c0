import { availableParallelism, loadavg } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { Children, endLeftovers } from "../scripts/lib/children.mjs"
import { endTogether } from "../scripts/lib/lifecycle.mjs"
import { stateDir } from "../scripts/lib/paths.mjs"
import { step } from "../scripts/lib/steps.mjs"
import { Bars } from "./lib/bars.mjs"
import { inParallel, mostInAMinute } from "./lib/numbers.mjs"
import { openShop } from "./lib/shop.mjs"

/**
 * What strangers and crowds cost the request budget (60 a minute, 20 creations), by the log of the simulator, and whether customers still
 * get through. In real time: half an hour. Exits 1 when a bar is missed.
 *
 *   --customers 100   who wait at the same time
 *   --parts phone,strangers,waiting,events
 */
const { values } = parseArgs({
  options: {
    customers: { type: "string", default: "100" },
    parts: { type: "string", default: "phone,strangers,waiting,events" },
  },
})
const customers = Number(values.customers)
const isAsked = (part) => values.parts.split(",").includes(part)
const PROVIDER = { id: "pp_paycollect_default" }
const DOORS = ["return", "complete", "status", "session"]
const VISITS = 1_000
const CARTS = 20
const MINUTE = 60_000
/** The visits begin within this, so that a machine with other work has answered the last one within the minute, too. */
const VISITS_MS = 56_000
/** The questions of so many customers, eight a minute: no job is there to ask besides. */
const WATCH_MS = 13 * MINUTE
const SPREAD_MS = 30_000
/** A customer whose order an event brings; twenty a minute find places beside everybody else's questions. */
const EVENT_EVERY_MS = 3_000
const UNTIL_ORDER_MS = 30_000

/** What is done here is no part of the minute that is measured. */
async function outsideTheBudget({ database }, work) {
  let over = false
  const freed = (async () => {
    while (!over) {
      await database("paycollect_budget_entry").delete()
      await sleep(100)
    }
    await database("paycollect_budget_entry").delete()
  })()
  const result = await work().finally(() => (over = true))
  await freed
  return result
}

async function startMany(shop, count) {
  const started = []
  await outsideTheBudget(shop, () =>
    inParallel(Array(count).keys(), async () => {
      const cart = await shop.shopper.fillCart()
      started.push({ ...cart, session: await shop.shopper.start(cart, PROVIDER) })
    })
  )
  return started
}

const linkOf = ({ service }, reference) => service.control.intent(reference).request.redirect_url

/** One read for all who wait for an order: a read for each of them would be most of what the machine has to do. */
class Orders {
  #database
  #known = new Map()

  constructor({ database }) {
    this.#database = database
  }

  async follow(isOver) {
    while (!isOver()) {
      const carts = await this.#database("order_cart").pluck("cart_id")
      for (const cart of carts) if (!this.#known.has(cart)) this.#known.set(cart, Date.now())
      await sleep(25)
    }
  }

  /** @returns epoch ms; undefined as long as it does not stand */
  at({ cartId }) {
    return this.#known.get(cartId)
  }
}

/** How much of the time that something takes is the machine's: missed bars of an overloaded one say nothing. */
async function withLoad(shop, work) {
  const [began, cpu] = [Date.now(), shop.cpuSeconds()]
  await work()
  const seconds = (Date.now() - began) / 1_000
  console.log(
    `  the store took ${(shop.cpuSeconds() - cpu).toFixed(0)} s of processor time in ${seconds.toFixed(0)} s; load of the machine ` +
      `${loadavg()[0].toFixed(1)} over the last minute, on ${availableParallelism()} cores`
  )
}

/** From an empty checkout to the order page. @returns milliseconds, and requests to the service */
async function newCustomer(shop) {
  const cart = await shop.shopper.fillCart()
  const began = Date.now()
  const session = await shop.shopper.start(cart, PROVIDER)
  const reference = session.merchant_reference
  shop.service.control.moveState(reference, "succeeded", { webhook: false })
  const location = await shop.shopper.open(linkOf(shop, reference))
  if (!location?.includes("paycollect_status=success")) throw new Error(`no order: ${location}`)
  return { ms: Date.now() - began, calls: shop.service.control.requests({ reference }).length, reference }
}

/** The waiting page of the kit, as far as it asks. @returns when it saw the order, in epoch ms; null when it was closed before */
async function watch(shop, cart, isClosed) {
  while (!isClosed()) {
    const { status, retry_after_ms } = await shop.shopper.status(cart)
    if (status === "succeeded") return Date.now()
    for (let rest = retry_after_ms; rest > 0 && !isClosed(); rest -= 500) await sleep(Math.min(rest, 500))
  }
  return null
}

/** A customer comes back to a page that waits, and confirms on the phone after twenty seconds. */
async function phone(shop, bars) {
  const [waiting] = await startMany(shop, 1)
  const reference = waiting.session.merchant_reference
  const { control } = shop.service
  control.moveState(reference, "processing", { webhook: false })
  await shop.shopper.open(linkOf(shop, reference))
  const page = watch(shop, waiting, () => false)
  await sleep(20_000)
  const confirmed = Date.now()
  control.moveState(reference, "succeeded", { webhook: false })
  bars.add("a phone confirmed after 20 s: seen after", (await page) - confirmed, { most: 10_000, unit: "ms" })
}

/** A thousand visits within a minute, and a customer beside them. */
async function storm(shop, bars) {
  const { control } = shop.service
  const baits = await startMany(shop, CARTS)
  control.clearRequests()
  const began = Date.now()
  const visits = Array.from({ length: VISITS }, (_, index) => ({
    at: began + (index * VISITS_MS) / VISITS,
    door: DOORS[index % DOORS.length],
    bait: baits[Math.floor(index / DOORS.length) % CARTS],
  }))
  const statuses = {}
  const knock = async ({ at, door, bait }) => {
    await sleep(Math.max(0, at - Date.now()))
    const status = await shop.shopper.knock(door, bait)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const customer = sleep(MINUTE / 3).then(() => newCustomer(shop))
  await inParallel(visits, knock)
  const seconds = (Date.now() - began) / 1_000
  await sleep(1_000)
  const { ms, calls, reference } = await customer
  const asked = control.requests().filter((request) => request.reference !== reference)
  console.log(`${VISITS} visits in ${seconds.toFixed(0)} s, answered ${JSON.stringify(statuses)}`)
  const known = new Set()
  const repeated = asked.filter(({ reference: of }) => known.has(of) || !known.add(of))
  bars.add(`${VISITS} visits, all answered after`, seconds, { most: MINUTE / 1_000, unit: "s" })
  bars.add(`${VISITS} visits over ${CARTS} unpaid carts: requests in any minute`, mostInAMinute(asked), {
    most: 20,
  })
  bars.add("of them questions asked before", mostInAMinute(repeated), { most: 8 })
  bars.add("a new customer beside them: start to order", ms, { most: 5_000, unit: "ms" })
  bars.add("her requests", calls, { most: 2 })
}

/** Everybody has come back once and holds a phone; no event tells. */
async function withoutEvents(shop, waiting, bars) {
  const { control } = shop.service
  const began = Date.now()
  // People do not open their pages at the same moment, and so do not reload them at the same moment.
  const pages = waiting.map(async (cart, index) => {
    await sleep((index * SPREAD_MS) / waiting.length)
    await watch(shop, cart, () => Date.now() - began > WATCH_MS)
  })
  const customer = sleep(MINUTE).then(() => newCustomer(shop))
  const [{ ms, reference }] = await Promise.all([customer, ...pages])
  const asked = control.requests().filter((request) => request.at >= began && request.reference !== reference)
  const at = new Map()
  for (const request of asked) if (!at.has(request.reference)) at.set(request.reference, request.at)
  const unasked = waiting.filter(({ session }) => !at.has(session.merchant_reference)).length
  const slowest = (Math.max(...at.values()) - began) / 1_000
  bars.add(`${waiting.length} wait without events: not asked about within 13 minutes`, unasked, { most: 0 })
  bars.add("the last one asked about after", slowest, { most: WATCH_MS / 1_000, unit: "s" })
  bars.add("requests in any minute", mostInAMinute(asked), { most: 8 })
  bars.add("a new customer beside them: start to order", ms, { most: 5_000, unit: "ms" })
}

/** The same, and an event tells of each payment when it is confirmed. */
async function withEvents(shop, waiting, bars) {
  const { control } = shop.service
  control.setWebhookUrl(`${shop.origin}/hooks/paycollect`)
  let isOver = false
  const orders = new Orders(shop)
  const following = orders.follow(() => isOver)
  const pages = waiting.map(async (cart, index) => {
    await sleep((index * SPREAD_MS) / waiting.length)
    await watch(shop, cart, () => isOver)
  })
  const customer = sleep(20_000).then(() => newCustomer(shop))
  const times = []
  const tell = async (cart) => {
    const told = Date.now()
    control.moveState(cart.session.merchant_reference, "succeeded")
    while (!orders.at(cart) && Date.now() - told < UNTIL_ORDER_MS) await sleep(25)
    const ordered = orders.at(cart) ?? Date.now()
    const asked = control
      .requests({ operation: "verify_payment", reference: cart.session.merchant_reference })
      .find(({ at }) => at >= told)
    times.push({ total: ordered - told, untilAsked: (asked?.at ?? ordered) - told })
  }
  const told = []
  for (const cart of waiting) {
    told.push(tell(cart))
    await sleep(EVENT_EVERY_MS)
  }
  await Promise.all(told)
  isOver = true
  const [{ ms }] = await Promise.all([customer, following, ...pages])
  times.sort((one, other) => one.total - other.total)
  const [half, slowest] = [times[Math.floor(times.length / 2)], times.at(-1)]
  console.log(
    `  half of the orders stood ${half.total} ms after their events; of the slowest one's ${slowest.total} ms, ` +
      `${slowest.untilAsked} ms passed before the service was asked; ${times.filter(({ total }) => total > 2_000).length} took longer than 2 s`
  )
  bars.add(`${waiting.length} wait with events: slowest order after its event`, slowest.total, {
    most: 2_000,
    unit: "ms",
  })
  bars.add("a new customer beside them: start to order", ms, { most: 5_000, unit: "ms" })
}

/** Customers who hold their phones, each asked about once: that is outside of what is repeated. */
async function gather(shop, count) {
  const waiting = await startMany(shop, count)
  await outsideTheBudget(shop, () =>
    inParallel(waiting, async ({ session: { merchant_reference } }) => {
      shop.service.control.moveState(merchant_reference, "processing", { webhook: false })
      await shop.shopper.open(linkOf(shop, merchant_reference))
    })
  )
  return waiting
}

async function main(children) {
  const shop = await openShop(children, {
    latencyMs: 30,
    budget: { standard: 60, creation: 20 },
    events: true,
  })
  const bars = new Bars()
  await shop.shopper.fillCart()
  if (isAsked("phone")) await step("A phone", () => phone(shop, bars))
  if (isAsked("strangers")) await step("Strangers", () => withLoad(shop, () => storm(shop, bars)))
  if (isAsked("waiting") || isAsked("events")) {
    const waiting = await step(`${customers} customers start`, () => gather(shop, customers))
    if (isAsked("waiting"))
      await step("They wait without events", () => withLoad(shop, () => withoutEvents(shop, waiting, bars)))
    if (isAsked("events"))
      await step("They wait with events", () => withLoad(shop, () => withEvents(shop, waiting, bars)))
  }
  if (!bars.print()) process.exitCode = 1
  await shop.close()
}

const record = join(stateDir, "run", `bench-${process.pid}.json`)
await endLeftovers(record)
const children = new Children(record, join(stateDir, "logs"))
const { end, fail } = endTogether(children, { signalCode: 130 })
await main(children).then(() => end(process.exitCode ?? 0), fail)
