import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Children, endLeftovers } from "../scripts/lib/children.mjs"
import { endTogether } from "../scripts/lib/lifecycle.mjs"
import { stateDir } from "../scripts/lib/paths.mjs"
import { step } from "../scripts/lib/steps.mjs"
import { Bars } from "./lib/bars.mjs"
import { costsOf, printCosts, rateOf, printRushes } from "./lib/checkout-tables.mjs"
import { printProfiles, Profile } from "./lib/profiles.mjs"
import { openShop } from "./lib/shop.mjs"
import { printTrace } from "./lib/trace.mjs"

/**
 * What a checkout costs with our provider, with Stripe's and with Medusa's own, which asks nobody: SQL statements, requests to the
 * service, time, and checkouts a second. All of them in one store, taking turns, each service answering after the same time, because
 * machines differ: what counts are the ratios.
 *
 *   --rounds 30      checkouts of each kind that are measured one by one
 *   --checkouts 48   of each kind for each number of customers at once
 *   --latency 30     ms that each answer of a service takes
 *   --trace          instead of all that: the statements of one checkout of each kind, by who makes them
 *   --cpu            instead of all that: what the processor did in so many checkouts of each kind as --checkouts says, by file of ours and by
 *                    package, beside Stripe's
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "30" },
    checkouts: { type: "string", default: "48" },
    latency: { type: "string", default: "30" },
    trace: { type: "boolean", default: false },
    cpu: { type: "boolean", default: false },
  },
})
const [rounds, checkouts, latencyMs] = [values.rounds, values.checkouts, values.latency].map(Number)
const WARM_UP = 5
const CUSTOMERS = [1, 4]
const LEAST_OF_A_TURN = 4
const A_TURN_PROFILED = 8
/** Statements of ours, BEGIN and COMMIT included. */
const LIMITS = { start: 32, complete: 145, return: 160 }

/** The roads from a cart to an order: who takes the money, and what makes the order. */
function roadsOf({ providers, shopper }) {
  const complete = (cart, _session, options) => shopper.complete(cart, options)
  const comeBack = (_cart, session, options) => shopper.comeBack(session, options)
  const roads = providers.map((provider) => ({ ...provider, provider, end: "complete", order: complete }))
  return [...roads, { ...roads.at(-1), name: "paycollect, return", end: "return", order: comeBack }]
}

/** Another one comes first each time. */
const inTurn = (roads, turn) => roads.map((_, index) => roads[(index + turn) % roads.length])

const fillCarts = (shop, count) => Promise.all(Array.from({ length: count }, () => shop.shopper.fillCart()))

/** One action alone in the store. */
async function measured({ statements, calls, cpuSeconds }, work) {
  await statements.reset()
  const [called, used, began] = [calls(), cpuSeconds(), performance.now()]
  const result = await work()
  const ms = performance.now() - began
  const counted = await statements.count()
  return { result, cost: { ms, ...counted, calls: calls() - called, cpu: cpuSeconds() - used } }
}

/**
 * @param trace name under which the actions are traced
 * @returns costs by action
 */
async function checkOut(shop, { provider, end, order }, cart, trace) {
  const traced = (action) => ({ trace: trace && `${trace}: ${action}` })
  // The first request after 2 s asks whether settings were saved: this one does, on a slow machine, too.
  await shop.shopper.methods()
  const start = await measured(shop, () => shop.shopper.start(cart, { id: provider.id, ...traced("start") }))
  provider.pay(start.result)
  const ended = await measured(shop, () => order(cart, start.result, traced(end)))
  return { start: start.cost, [end]: ended.cost }
}

async function costs(shop, roads) {
  const seen = roads.map((road) => ({ ...road, costs: [] }))
  for (let round = -WARM_UP; round < rounds; round++) {
    const carts = await fillCarts(shop, seen.length)
    for (const road of inTurn(seen, round + WARM_UP)) {
      const cost = await checkOut(shop, road, carts.pop())
      if (round >= 0) road.costs.push(cost)
    }
  }
  return seen
}

/** So many customers at once, each paying one cart after the other. @returns seconds until all `carts` are orders, CPU seconds of the store */
async function rush(shop, { provider, order }, { carts, customers }) {
  const [began, used] = [performance.now(), shop.cpuSeconds()]
  const customer = async () => {
    for (let cart = carts.pop(); cart; cart = carts.pop()) {
      const session = await shop.shopper.start(cart, { id: provider.id })
      provider.pay(session)
      await order(cart, session, {})
    }
  }
  await Promise.all(Array.from({ length: customers }, customer))
  const seconds = (performance.now() - began) / 1_000
  // What it left to do is part of its cost, and must not be part of the next one's.
  await shop.statements.count()
  return { seconds, cpu: shop.cpuSeconds() - used }
}

/** Short turns: a machine that is busy for a while is so for all of them. @returns each road with its turns */
async function rushes(shop, roads, customers) {
  const seen = roads.map((road) => ({ ...road, turns: [] }))
  const each = Math.max(LEAST_OF_A_TURN, 2 * customers)
  for (let turn = 0; turn < checkouts / each; turn++) {
    for (const road of inTurn(seen, turn)) {
      const carts = []
      while (carts.length < each) carts.push(...(await fillCarts(shop, 4)))
      await shop.statements.count()
      road.turns.push({ checkouts: each, ...(await rush(shop, road, { carts, customers })) })
    }
  }
  return seen
}

/** Of ours, for a cart that another provider is paid for. */
const MOST_BESIDE_OTHERS = 2

async function traced(shop, roads, file) {
  const bars = new Bars()
  for (const turn of [0, 1]) {
    for (const road of roads) {
      const [cart] = await fillCarts(shop, 1)
      const counted = await checkOut(shop, road, cart, turn ? road.name : undefined)
      if (!turn) continue
      const ours = printTrace(readFileSync(file, "utf8"), { name: road.name, counted })
      if (road.name === "system")
        bars.add("of ours beside another provider", ours, { most: MOST_BESIDE_OTHERS })
    }
  }
  rmSync(file)
  if (!bars.print()) process.exitCode = 1
}

/** What each road costs the processor, start and end apart, in short turns. */
async function profiled(shop, roads) {
  const told = async (door) => await (await fetch(`${shop.origin}/_profile/${door}`)).json()
  const during = async (profile, action, work) => {
    await told("start")
    await work()
    await shop.statements.count()
    profile.add(action, await told("stop"))
  }
  const seen = roads.map((road) => ({ ...road, profile: new Profile() }))
  for (let turn = 0; turn < checkouts / A_TURN_PROFILED; turn++) {
    for (const { provider, end, order, profile } of inTurn(seen, turn)) {
      const carts = await fillCarts(shop, A_TURN_PROFILED)
      const sessions = []
      await shop.statements.count()
      await during(profile, "start", async () => {
        for (const cart of carts) sessions.push(await shop.shopper.start(cart, { id: provider.id }))
      })
      sessions.forEach((session) => provider.pay(session))
      await during(profile, end, async () => {
        for (const [index, cart] of carts.entries()) await order(cart, sessions[index], {})
      })
      profile.checkouts += carts.length
    }
  }
  printProfiles(seen)
}

async function main(children) {
  const trace = values.trace ? join(stateDir, `bench-trace-${process.pid}.jsonl`) : undefined
  const shop = await openShop(children, { latencyMs, trace, profile: values.cpu })
  const roads = roadsOf(shop)
  if (trace) await traced(shop, roads, trace)
  else if (values.cpu) await profiled(shop, roads)
  else {
    const seen = await step("Checkouts one by one", () => costs(shop, roads))
    printCosts(seen)
    const bars = new Bars()
    for (const { action, statements, p50, p95 } of costsOf(seen, "paycollect")) {
      bars.add(`${action}: statements`, statements, { most: LIMITS[action] })
      bars.add(`${action}: half of them, to Stripe's`, p50)
      bars.add(`${action}: 95 of 100, to Stripe's`, p95)
    }
    for (const customers of CUSTOMERS) {
      const turns = await step(`${customers} at once`, () => rushes(shop, roads, customers))
      printRushes(turns, customers)
      bars.add(`checkouts a second, ${customers} at once, to Stripe's`, rateOf(turns, "paycollect"))
    }
    if (!bars.print()) process.exitCode = 1
  }
  await shop.close()
}

const record = join(stateDir, "run", `bench-${process.pid}.json`)
await endLeftovers(record)
const children = new Children(record, join(stateDir, "logs"))
const { end, fail } = endTogether(children, { signalCode: 130 })
await main(children).then(() => end(process.exitCode ?? 0), fail)
