import { type Scenario, type Walker } from "./scenarios"
import { type Server } from "./server"
import { type Shop } from "./shop"

export interface Stop extends Walker {
  scenario: Scenario
  effect: string
  /** as the server knows the visitor */
  name: string
  /** resolves when the visitor has gone on and was answered, or the server is dead */
  over: Promise<void>
}

const VISITORS = 4
/** `KILL_EVERY=3`: the first and every third point of each scenario, for a run that has to be short. */
export const EVERY = Number(process.env.KILL_EVERY ?? 1)

/** Everybody walks, each stands still at a point of its own; when the last one stands, the server kills itself. */
export async function killOn(shop: Shop, scenarios: Scenario[]): Promise<Stop[]> {
  const stops = await standOn(shop, scenarios)
  const signal = await shop.server.dieWhenStanding(stops.length)
  if (signal !== "SIGKILL") throw new Error(`the server ended by ${String(signal)}`)
  return stops
}

/** Everybody walks, each stands still at a point of its own. @param goesOn they will be told to go on */
export async function standOn(shop: Shop, scenarios: Scenario[], goesOn = false): Promise<Stop[]> {
  const points: { scenario: Scenario; effect: string }[] = []
  for (const scenario of scenarios) {
    await shop.server.configure(scenario.options ?? {})
    const effects = await effectsOf(shop, scenario)
    const taken = effects.filter((_, index) => index % EVERY === 0)
    for (const effect of taken) points.push({ scenario, effect })
  }
  // Core reserves stock beside these writes: who stands still there may keep the lock of his article, so these come last.
  points.sort((one, other) => Number(isBesideReserving(one.effect)) - Number(isBesideReserving(other.effect)))
  const stops: Stop[] = []
  for (const { scenario, effect } of points) {
    await shop.server.configure(scenario.options ?? {})
    stops.push(await standAt(shop, scenario, effect, goesOn))
  }
  return stops
}

/** Which of core's side-by-side writes fall into one effect changes from walk to walk: who walks past its point is followed by another. */
export async function standAt(shop: Shop, scenario: Scenario, effect: string, goesOn = false): Promise<Stop> {
  for (let visitor = 1; ; visitor++) {
    const walker = await scenario.prepare(shop).catch(async (error: unknown) => {
      throw new Error(`nobody gets to ${scenario.name}:${effect}: ${String(error)}\n${await whatHangs(shop)}`)
    })
    const name = `${scenario.name}:${effect}${visitor > 1 ? `#${visitor}` : ""}`
    let isOver = false
    // One who stands still does not come back by itself.
    const over = scenario
      .walk(shop, walker, { name, stopAfter: effect, goesOn })
      .catch(() => undefined)
      .then(() => void (isOver = true))
    const until = Date.now() + 45_000
    while (!shop.server.standing.includes(name) && Date.now() < until && !isOver) await pause(10)
    if (isOver) await quiet(shop.server, name)
    if (shop.server.standing.includes(name)) return { ...walker, scenario, effect, name, over }
    const happened = (await shop.server.effects(name)).join(", ")
    if (!isOver || visitor === VISITORS)
      throw new Error(`${name} is not reached; happened: ${happened}\n${shop.server.tail()}`)
  }
}

/** Who stands where, and which statements wait for what: one who stands still may hold what everybody needs. */
async function whatHangs(shop: Shop): Promise<string> {
  const rows = await shop.rows(
    `select pid, state, wait_event, pg_blocking_pids(pid) as blocked_by, left(query, 160) as query from pg_stat_activity
      where datname = current_database() and state <> 'idle'`
  )
  return [`standing: ${shop.server.standing.join(" ")}`, ...rows.map((row) => JSON.stringify(row))].join("\n")
}

const isBesideReserving = (effect: string) =>
  /^(order-cart|order-payment-collection|cart)$|reservation-item/.test(effect)

/** What the server does on this scenario when nothing cuts it off. */
async function effectsOf(shop: Shop, scenario: Scenario): Promise<string[]> {
  const walker = await scenario.prepare(shop)
  await scenario.walk(shop, walker, { name: scenario.name })
  await quiet(shop.server, scenario.name)
  const effects = await shop.server.effects(scenario.name)
  return scenario.cut ? scenario.cut(effects) : effects
}

/** Events are handled after the answer. */
export async function quiet(server: Server, name: string): Promise<void> {
  for (let before = -1, now = 0; now !== before;) {
    before = now
    await pause(300)
    now = (await server.effects(name)).length
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
