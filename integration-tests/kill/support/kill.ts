import { type Road, type Walker } from "./roads"
import { type Shop } from "./shop"

export interface Stop extends Walker {
  road: Road
  effect: string
}

/** Everybody walks, each stands still at a point of its own; when the last one stands, the server kills itself. */
export async function killOn(shop: Shop, roads: Road[]): Promise<Stop[]> {
  const points: { road: Road; effect: string }[] = []
  for (const road of roads) {
    await shop.server.configure(road.options ?? {})
    for (const effect of await effectsOf(shop, road)) points.push({ road, effect })
  }
  // Core reserves stock beside these writes: who stands still there may keep the lock of his article, so these come last.
  points.sort((one, other) => Number(besideReserving(one)) - Number(besideReserving(other)))
  const stops: Stop[] = []
  for (const { road, effect } of points) {
    await shop.server.configure(road.options ?? {})
    const walker = await road.prepare(shop)
    const name = `${road.name}:${effect}`
    // It never comes back; that it stood still is what is waited for.
    road.walk(shop, walker, { name, stopAfter: effect }).catch(() => undefined)
    await stands(shop, name)
    stops.push({ ...walker, road, effect })
  }
  const signal = await shop.server.dieWhenStanding(stops.length)
  if (signal !== "SIGKILL") throw new Error(`the server ended by ${String(signal)}`)
  return stops
}

const besideReserving = ({ effect }: { effect: string }) =>
  /^(order-cart|order-payment-collection|cart)$|reservation-item/.test(effect)

/** What the server does on this road when nothing cuts it off. */
async function effectsOf(shop: Shop, road: Road): Promise<string[]> {
  const walker = await road.prepare(shop)
  await road.walk(shop, walker, { name: road.name })
  await quiet(shop, road.name)
  const effects = await shop.server.effects(road.name)
  return road.cut ? road.cut(effects) : effects
}

/** Events are handled after the answer. */
async function quiet(shop: Shop, name: string): Promise<void> {
  for (let before = -1, now = 0; now !== before;) {
    before = now
    await pause(300)
    now = (await shop.server.effects(name)).length
  }
}

async function stands(shop: Shop, name: string): Promise<void> {
  const until = Date.now() + 45_000
  while (!shop.server.standing.includes(name)) {
    if (Date.now() > until)
      throw new Error(
        `${name} is not reached; happened: ${(await shop.server.effects(name)).join(", ")}\n${shop.server.tail()}`
      )
    await pause(10)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
