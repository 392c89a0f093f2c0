import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { Children, endLeftovers } from "../scripts/lib/children.mjs"
import { endTogether } from "../scripts/lib/lifecycle.mjs"
import { stateDir } from "../scripts/lib/paths.mjs"
import { redisServer, startRedis } from "../scripts/lib/redis.mjs"
import { Failure, step } from "../scripts/lib/steps.mjs"
import { Bars } from "./lib/bars.mjs"
import { inParallel, median, mostInAMinute, quantile } from "./lib/numbers.mjs"
import { Places } from "./lib/places.mjs"
import { openSeveral } from "./lib/several.mjs"
import { openShop } from "./lib/shop.mjs"

/**
 * Several servers and a worker on one database and one Redis, as docs/deploy.md says: customers start, pay, and come back, ask by themselves or never
 * come again; some events are lost, and one server is killed in the middle. Exits 1 when a bar is missed.
 *
 *   --servers 4                    of some 400 MB each, and a worker beside them
 *   --checkouts 500 --customers 50 at once
 *   --lost 0.1                     events that the service never sends
 *   --standard 150 --creation 50   requests a minute that shop and service agreed on: less than these processes could use
 *   --seed 1
 */
const { values } = parseArgs({
  options: {
    servers: { type: "string", default: "4" },
    checkouts: { type: "string", default: "500" },
    customers: { type: "string", default: "50" },
    lost: { type: "string", default: "0.1" },
    standard: { type: "string", default: "150" },
    creation: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
  },
})
const [servers, checkouts, customers, lost, standard, creation, seed] =
  "servers checkouts customers lost standard creation seed".split(" ").map((name) => Number(values[name]))
const budget = { standard, creation }
const PROVIDER = { id: "pp_paycollect_default" }
const ENDS = ["comes back", "asks", "stays away"]
const PAUSE_MS = 1_000
/** A customer tries for as long as a dead server's lock of her cart may stand, and as long again. */
const PATIENCE_MS = 240_000
const UNTIL_SETTLED_MS = 600_000

/** Numbers below 1, the same for each seed (mulberry32). */
function seeded(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What became of the customers: times in milliseconds, and how often which step had to be tried again because of what. */
class Diary {
  starts = []
  orders = []
  gaveUp = 0
  again = new Map()

  /** Whatever she is answered, a customer tries again. @returns what `work` answers; `undefined` is nothing yet */
  async until(what, work) {
    const began = Date.now()
    while (Date.now() - began < PATIENCE_MS) {
      const found = await work().catch((error) => this.#note(what, error))
      if (found !== undefined) return found
      await sleep(PAUSE_MS)
    }
    this.gaveUp++
    throw new Error(`${what}: gave up`)
  }

  #note(what, error) {
    const why = `${what}: ${error.message.replaceAll(/(?:cart|pay_col|payses|order)_\w+/g, "…").slice(0, 200)}`
    this.again.set(why, (this.again.get(why) ?? 0) + 1)
  }
}

/** Until her order stands, as far as she wants to know. */
async function afterwards({ shopper, service }, diary, { cart, reference, end }) {
  const paid = Date.now()
  if (end === "stays away") return
  if (end === "comes back") {
    const link = service.control.intent(reference).request.redirect_url
    await diary.until("return", () => shopper.open(link))
    await diary.until("status", async () => (await shopper.status(cart)).order_id ?? undefined)
  } else await diary.until("complete", () => shopper.complete(cart, {}).then(() => true))
  diary.orders.push(Date.now() - paid)
}

async function buy(shop, diary, { end, isLost }) {
  const { shopper, service } = shop
  const cart = await diary.until("cart", () => shopper.fillCart())
  const began = Date.now()
  const { merchant_reference: reference } = await diary.until("start", () => shopper.start(cart, PROVIDER))
  diary.starts.push(Date.now() - began)
  service.control.moveState(reference, "succeeded", { webhook: !isLost })
  await afterwards(shop, diary, { cart, reference, end })
}

/** @returns seconds that all took */
async function rush(shop, several, { diary, random }) {
  const fates = Array.from({ length: checkouts }, (_, index) => ({
    end: ENDS[index % ENDS.length],
    isLost: random() < lost,
  }))
  const began = Date.now()
  let left = Math.floor(checkouts / 2)
  const customer = async (fate) => {
    if (left-- === 0) {
      const underWay = several.kill(several.processes[0])
      console.log(`  the first server was killed; it was at work on ${underWay} requests`)
    }
    await buy(shop, diary, fate).catch((error) => console.log(`  a customer: ${error.message}`))
  }
  await inParallel(fates, customer, customers)
  return (Date.now() - began) / 1_000
}

async function untilSettled(places) {
  const began = Date.now()
  let unsettled = await places.unsettled()
  while (unsettled.length > 0 && Date.now() - began < UNTIL_SETTLED_MS) {
    await sleep(2_000)
    unsettled = await places.unsettled()
  }
  for (const payment of unsettled.slice(0, 10)) console.log(`  unsettled: ${JSON.stringify(payment)}`)
  return { unsettled, seconds: (Date.now() - began) / 1_000 }
}

/** The most connections that the store holds at the database, looked at each second. */
function countConnections({ database }) {
  let most = 0
  const looking = setInterval(async () => {
    const { rows } = await database.raw(
      "select count(*)::int from pg_stat_activity where datname = current_database()"
    )
    most = Math.max(most, rows[0].count)
  }, 1_000)
  return () => {
    clearInterval(looking)
    return most
  }
}

async function judge(shop, places, { bars, unsettled, diary }) {
  const none = { most: 0 }
  const requests = shop.service.control.requests()
  bars.add("payments that succeeded", shop.service.control.intents({ status: "succeeded" }).length)
  bars.add("of them neither one order with its money nor one open item", unsettled.length, none)
  bars.add("of them as open items", await places.items())
  bars.add("carts with two orders", await places.cartsWithTwoOrders(), none)
  bars.add("customers whose money stands on two orders", await places.paidTwice(), none)
  bars.add("unpaid orders that the kill cut off from their carts", await places.cutOff())
  bars.add("customers who gave up", diary.gaveUp, none)
  bars.add("requests in any minute", mostInAMinute(requests), { most: standard })
  const creations = requests.filter(({ operation }) => operation === "create_payment_intent")
  bars.add("creations in any minute", mostInAMinute(creations), { most: creation })
  bars.add("requests that the service refused", requests.filter(({ status }) => status === 429).length, none)
  bars.add("leases that run", await places.leases(), none)
  bars.add("locks in Redis", await places.locks(), none)
  bars.add("payments that are overdue for the job", await places.overdue(), none)
}

function times(bars, { seconds, connections, cpu, settled, diary }) {
  bars.add("checkouts a second", checkouts / seconds)
  bars.add("processor time of a checkout, all processes", (1_000 * cpu) / checkouts, { unit: "ms" })
  bars.add("start, half of them", median(diary.starts), { unit: "ms" })
  bars.add("start, the slowest", quantile(diary.starts, 1), { unit: "ms" })
  bars.add("paid to order, half of those who wait", median(diary.orders), { unit: "ms" })
  bars.add("paid to order, the slowest", quantile(diary.orders, 1), { unit: "ms" })
  bars.add("the last order after the last customer", settled, { unit: "s" })
  bars.add("connections to the database at most", connections)
}

async function main(children) {
  if (!redisServer)
    throw new Failure("Several processes need Redis (REDIS_SERVER_PATH, or one of the usual places).")
  const random = seeded(seed)
  const redisUrl = await step("Starting Redis", () => startRedis(children))
  const several = await openSeveral(children, { servers, redisUrl, random: seeded(seed + 1) })
  const shop = await openShop(children, {
    latencyMs: 30,
    budget,
    rateLimits: budget,
    events: true,
    job: true,
    front: several,
  })
  shop.service.control.setWebhookUrl(`${shop.origin}/hooks/paycollect`)
  const [places, diary, bars] = [new Places(shop, redisUrl), new Diary(), new Bars()]
  const connectionsSoFar = countConnections(shop)
  const cpuBefore = shop.cpuSeconds()
  const seconds = await step(`${checkouts} checkouts, ${customers} at once`, () =>
    rush(shop, several, { diary, random })
  )
  const cpu = shop.cpuSeconds() - cpuBefore
  const { unsettled, seconds: settled } = await step("What the job finishes", () => untilSettled(places))
  await step("Leases and locks of the dead server", () => places.untilNothingIsHeld())
  for (const [why, count] of diary.again) console.log(`  tried again ${count} x: ${why}`)
  await judge(shop, places, { bars, unsettled, diary })
  times(bars, { seconds, connections: connectionsSoFar(), cpu, settled, diary })
  if (!bars.print()) process.exitCode = 1
  console.log(`Logs: ${several.processes.map(({ log }) => log).join(" ")}`)
  await places.close()
  await shop.close()
  several.close()
}

const record = join(stateDir, "run", `bench-many-${process.pid}.json`)
await endLeftovers(record)
const children = new Children(record, join(stateDir, "logs"))
const { end, fail } = endTogether(children, { signalCode: 130 })
await main(children).then(() => end(process.exitCode ?? 0), fail)
