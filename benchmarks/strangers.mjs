import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { Children, endLeftovers } from "../scripts/lib/children.mjs"
import { endTogether } from "../scripts/lib/lifecycle.mjs"
import { stateDir } from "../scripts/lib/paths.mjs"
import { step } from "../scripts/lib/steps.mjs"
import { Bars } from "./lib/bars.mjs"
import { inParallel, quantile } from "./lib/numbers.mjs"
import { openShop } from "./lib/shop.mjs"

/**
 * Strangers who start payments as fast as they are answered, each time after a change of the cart's e-mail, and the customers and events
 * beside them. In real time, with the job and the service's own limits: an hour. Exits 1 when a bar is missed.
 *
 *   --parts few,many,flood   21 carts, 100 carts, starts that a full budget refuses
 *   --addresses 1,3          the carts come from so many addresses on loopback; each attack is run once for each number
 *   --kinds waits,events     what waits for the job and the look-ups; what events do
 *   --refused 10000          starts of the flood
 */
const { values } = parseArgs({
  options: {
    parts: { type: "string", default: "few,many,flood" },
    addresses: { type: "string", default: "1,3" },
    kinds: { type: "string", default: "waits,events" },
    refused: { type: "string", default: "10000" },
  },
})
const isAsked = (part) => values.parts.split(",").includes(part)
const [waits, tells] = ["waits", "events"].map((kind) => values.kinds.split(",").includes(kind))
const addresses = values.addresses.split(",").map(Number)
const REFUSED = Number(values.refused)
const PROVIDER = { id: "pp_paycollect_default" }
const MINUTE = 60_000
const AT_ONCE = 8
/** A start that was refused at once is tried again after this. */
const PAUSE_MS = 250
/** One cart may begin thirty payments. */
const FLOOD_CARTS = 100
const FLOOD_AT_ONCE = 24
const EVENTS = 12
/** A full minute's events and one more, all within it. */
const EVENTS_EVERY_MS = 4_000
const ATTACKS = {
  few: { carts: 21, title: "21 carts", foundWithin: 150_000 },
  many: { carts: 100, title: "100 carts", foundWithin: 8 * MINUTE },
}

const count = async (shop, table, where = {}) =>
  Number((await shop.database(table).where(where).count("* as rows"))[0].rows)

/** Payments of honest customers, made in a minute that is not measured. */
async function startQuietly(shop, number) {
  const started = []
  for (let each = 0; each < number; each++) {
    const cart = await shop.shopper.fillCart()
    await shop.database("paycollect_budget_entry").delete()
    started.push({ ...cart, session: await shop.shopper.start(cart, PROVIDER) })
  }
  await shop.database("paycollect_budget_entry").delete()
  return started
}

/** Carts that change their e-mail and start again, as fast as they are answered. @returns stop(), which tells what they were answered */
async function attack(shop, number, from) {
  const strangers = Array.from({ length: from }, (_, index) => shop.shopper.from(`127.0.0.${index + 2}`))
  const carts = []
  const fill = async (index) => {
    const shopper = strangers[index % from]
    carts.push({ shopper, cart: await shopper.fillCart() })
  }
  await inParallel(Array(number).keys(), fill, AT_ONCE)
  const answers = {}
  let isOver = false
  const again = async () => {
    for (let turn = 0; !isOver; turn++) {
      const next = carts.shift()
      const { shopper, cart } = next
      await shopper.changeEmail(cart, `stranger+${turn}.${Math.random()}@example.com`)
      const status = await shopper.knock("session", cart)
      answers[status] = (answers[status] ?? 0) + 1
      carts.push(next)
      if (status !== 200) await sleep(PAUSE_MS)
    }
  }
  const began = Date.now()
  const running = Promise.all(Array.from({ length: Math.min(AT_ONCE, number) }, again))
  return async () => {
    isOver = true
    await running
    const minutes = (Date.now() - began) / MINUTE
    console.log(`  starts were answered ${JSON.stringify(answers)} in ${minutes.toFixed(1)} min`)
  }
}

/** Until its order stands. @returns milliseconds; Infinity after `mostMs` */
async function untilOrder(shop, { cartId }, { from, mostMs }) {
  while (Date.now() - from < mostMs) {
    const row = await shop.database("order_cart").where({ cart_id: cartId }).first("order_id")
    if (row) return Date.now() - from
    await sleep(50)
  }
  return Infinity
}

/** An event as the service sends it, and again until it is taken. @returns how it was answered and when its order stood, in milliseconds */
async function tell(shop, payment) {
  const { control } = shop.service
  const reference = payment.session.merchant_reference
  const from = Date.now()
  control.moveState(reference, "succeeded", { webhook: false })
  const settled = untilOrder(shop, payment, { from, mostMs: 3 * MINUTE })
  await control.sendWebhook(reference, { url: `${shop.origin}/hooks/paycollect` })
  const answered = Date.now() - from
  return { answered, reference, settled: await settled }
}

/** A shop that gets events: places are kept for them since one was believed. Before the first they have the job's. */
async function believeOne(shop) {
  const [payment] = await startQuietly(shop, 1)
  const { settled } = await tell(shop, payment)
  if (settled === Infinity) throw new Error("The first event made no order.")
}

/**
 * Waits a minute: the places that the payments took are given back, and the attack has filled what is its own again.
 * @param payments that were started before; in a flood none is started
 */
async function events(shop, bars, title, payments) {
  payments ??= await startQuietly(shop, EVENTS + 1)
  await sleep(MINUTE + 5_000)
  const told = []
  for (const payment of payments) {
    told.push(tell(shop, payment))
    await sleep(EVENTS_EVERY_MS)
  }
  const results = await Promise.all(told)
  const [twelve, [last]] = [results.slice(0, EVENTS), results.slice(EVENTS)]
  const most = (values) => Math.max(...values)
  const deliveries = shop.service.control.deliveries()
  const refusals = ({ reference: of }) =>
    deliveries.find(({ reference }) => reference === of).attempts.filter((status) => status !== 200).length
  bars.add(
    `${title}: ${EVENTS} signed events, the slowest answer`,
    most(twelve.map(({ answered }) => answered)),
    {
      most: 2_000,
      unit: "ms",
    }
  )
  bars.add("the slowest order", most(twelve.map(({ settled }) => settled)), { most: 5_000, unit: "ms" })
  bars.add("answered 5xx", twelve.filter(refusals).length, { most: 0 })
  bars.add("the thirteenth's order", last.settled, { most: MINUTE, unit: "ms" })
  bars.add("most 5xx for one event", most(results.map(refusals)), { most: 1 })
}

/** A customer pays, closes the browser, and no event comes: only the job can find it. */
async function unseen(shop, { bars, title, mostMs }) {
  const [payment] = await startQuietly(shop, 1)
  shop.service.control.moveState(payment.session.merchant_reference, "succeeded", { webhook: false })
  const ms = await untilOrder(shop, payment, { from: Date.now(), mostMs: 2 * mostMs })
  bars.add(`${title}: a payment without event and return`, ms / 1_000, { most: mostMs / 1_000, unit: "s" })
}

/** What a storefront shows before a customer pays. @param known a cart whose fees were asked for before */
async function lookUps(shop, { bars, title, known }) {
  const answers = []
  const look = async (ask, cart) => {
    const from = Date.now()
    const { status, body } = await ask(cart)
    const inWords = status === 200 || (status === 429 && typeof body.message === "string")
    answers.push({ ms: Date.now() - from, inWords })
    return body
  }
  const [fees, methods] = [shop.shopper.fees, shop.shopper.methods].map((ask) => ask.bind(shop.shopper))
  let unknown = 0
  for (let each = 0; each < 8; each++) {
    const cart = await shop.shopper.fillCart()
    await look(methods, cart)
    await look(fees, cart)
    const rows = (await look(fees, known)).fees ?? []
    if (rows.length === 0 || rows.some(({ fee }) => fee === null)) unknown++
    await sleep(2_000)
  }
  const slowest = quantile(
    answers.map(({ ms }) => ms),
    1
  )
  bars.add(`${title}: fees and methods, the slowest answer`, slowest, { most: 15_000, unit: "ms" })
  const wordless = answers.filter(({ inWords }) => !inWords).length
  bars.add("answered neither 200 nor 429 in words", wordless, { most: 0 })
  bars.add("fees that were known and are not shown", unknown, { most: 0 })
}

async function withAttack(shop, bars, { carts, title, foundWithin }, from) {
  const name = `${title} from ${from} ${from === 1 ? "address" : "addresses"}`
  const known = await shop.shopper.fillCart()
  await shop.shopper.fees(known)
  const stop = await attack(shop, carts, from)
  await sleep(30_000)
  await Promise.all([
    unseen(shop, { bars, title: name, mostMs: foundWithin }),
    sleep(20_000).then(() => lookUps(shop, { bars, title: name, known })),
  ])
  await stop()
}

async function eventsUnderAttack(shop, bars, { carts, title, foundWithin }, from) {
  const stop = await attack(shop, carts, from)
  const name = `events beside ${title} from ${from}`
  await events(shop, bars, name)
  await unseen(shop, { bars, title: name, mostMs: foundWithin })
  await stop()
}

async function eventsAroundFlood(shop, bars) {
  const payments = await startQuietly(shop, EVENTS + 1)
  const carts = await cartsOf(shop, FLOOD_CARTS)
  const stop = await attack(shop, 21, 1)
  let isOver = false
  const from = Date.now()
  const flooding = knocking(shop, carts, () => isOver)
  await events(shop, bars, "events in a flood", payments)
  isOver = true
  const [statuses] = await Promise.all([flooding, stop()])
  console.log(
    `  starts of the flood: ${JSON.stringify(statuses)} in ${Math.round((Date.now() - from) / 1_000)} s`
  )
  await events(shop, bars, "events after the flood")
}

/** Starts by turns with each of the carts; what was begun is changed, so that the next one is another payment. @returns how they were answered */
async function knocking(shop, carts, isOver) {
  const queue = [...carts]
  const statuses = {}
  const knock = async () => {
    while (!isOver(statuses)) {
      const cart = queue.shift()
      const status = await shop.shopper.knock("session", cart)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 200) await shop.shopper.changeEmail(cart, `flood+${Math.random()}@example.com`)
      queue.push(cart)
    }
  }
  await Promise.all(Array.from({ length: FLOOD_AT_ONCE }, knock))
  return statuses
}

async function cartsOf(shop, number) {
  const carts = []
  await inParallel(Array(number).keys(), async () => carts.push(await shop.shopper.fillCart()), AT_ONCE)
  return carts
}

/**
 * Starts that find the budget full leave nothing behind, and no process waits for them afterwards. Beside the attack, whose 21 carts need a new payment
 * as soon as they have one.
 */
async function flood(shop, bars) {
  const carts = await cartsOf(shop, FLOOD_CARTS)
  const stop = await attack(shop, 21, 1)
  await sleep(20_000)
  const before = await count(shop, "paycollect_intent")
  const creations = () => shop.service.control.requests({ operation: "create_payment_intent" }).length
  const sent = creations()
  const refusedOf = (statuses) =>
    Object.values(statuses).reduce((sum, one) => sum + one, 0) - (statuses[200] ?? 0)
  const statuses = await knocking(shop, carts, (so) => refusedOf(so) >= REFUSED)
  await stop()
  const made = creations() - sent
  const rows = (await count(shop, "paycollect_intent")) - before
  console.log(`  starts were answered ${JSON.stringify(statuses)}; ${made} creates were sent`)
  bars.add(`rows of ${REFUSED} refused starts`, rows - made, { most: 0 })
  bars.add(
    "rows that wait for a request that never left",
    await count(shop, "paycollect_intent", { status: "creating" }),
    {
      most: 0,
    }
  )
  await unseen(shop, { bars, title: "after the flood", mostMs: ATTACKS.many.foundWithin })
}

async function main(children) {
  const bars = new Bars()
  const asked = Object.entries(ATTACKS).filter(([part]) => isAsked(part))
  const open = () =>
    openShop(children, { latencyMs: 30, budget: { standard: 60, creation: 20 }, events: true, job: true })
  const shop = await open()
  await shop.shopper.fillCart()
  const attacks = asked.flatMap(([, one]) => addresses.map((from) => [one, from]))
  if (waits) {
    for (const [one, from] of attacks)
      await step(`${one.title}, ${from} addresses`, () => withAttack(shop, bars, one, from))
    if (isAsked("flood")) await step("A flood", () => flood(shop, bars))
  }
  // Last: since the first event that was believed, places are kept for events.
  if (tells) {
    await believeOne(shop)
    for (const [one, from] of attacks)
      await step(`Events beside ${one.title}`, () => eventsUnderAttack(shop, bars, one, from))
    if (isAsked("flood")) await step("Events in a flood and after it", () => eventsAroundFlood(shop, bars))
  }
  if (!bars.print()) process.exitCode = 1
  await shop.close()
}

const record = join(stateDir, "run", `bench-${process.pid}.json`)
await endLeftovers(record)
const children = new Children(record, join(stateDir, "logs"))
const { end, fail } = endTogether(children, { signalCode: 130 })
await main(children).then(() => end(process.exitCode ?? 0), fail)
