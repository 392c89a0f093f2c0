import { EVERY, quiet, standOn, type Stop } from "./support/kill"
import { violations } from "./support/promise"
import { LIVES } from "./support/scenarios"
import { type Server } from "./support/server"
import { Shop } from "./support/shop"

jest.setTimeout(600_000)

const MINUTE = 60_000
/** The job comes by after so much time each: beyond the leases, core's own moments, and the deadlines of a refund that is under way. */
const LOOKS_MS = [2, 6, 12].map((minutes) => minutes * MINUTE)
const STOOD_MS = LOOKS_MS.reduce((sum, ms) => sum + ms)
/** Who goes on may wait for a lock of core. */
const GOES_ON_MS = 45_000
/** Nobody waits for the end of those who will come to none. */
const DIES_MS = 12_000
/** A server that hung is often killed once it moves again. In a run that has to be short it is not. */
const ENDS = [
  { ends: "goes on", dies: false },
  ...(EVERY === 1 ? [{ ends: "goes on, and dies a few steps later", dies: true }] : []),
]
/** The steps that they are left, one after the other. */
const MOST_STEPS = 7

/** Who stands may hold a lock of the database: a request that needs it waits until he goes on, and its customer does not wait so long. */
function giveUp(error: { code?: string }): void {
  if (error.code !== "ECONNABORTED") throw error
}

/**
 * A machine that is suspended, or a process that gets no time, between every pair of side effects: each visitor stands still right
 * after one of them, for longer than any lease. Another process does meanwhile what it does after a death (it cannot tell the two
 * apart), and then the first one goes on where it stood. Nobody's money may be lost, doubled or missing.
 */
describe("a server that stood still for minutes and", () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await Shop.open()
    shop.server = await shop.start()
    await shop.atCheckout()
  })
  afterAll(async () => await shop?.close())

  describe.each(
    LIVES.flatMap((scenarios) =>
      ENDS.map((end) => ({ ...end, scenarios, names: scenarios.map(({ name }) => name).join(", ") }))
    )
  )("$ends, on $names", ({ scenarios, dies }) => {
    let stops: Stop[] = []
    beforeAll(async () => {
      stops = await standOn(shop, scenarios, true)
      const suspended = shop.server
      shop.server = await shop.start()
      for (const stop of stops) {
        await shop.server.configure(stop.scenario.options ?? {})
        await stop.scenario.comeBack(shop, stop).catch(giveUp)
      }
      for (const ms of LOOKS_MS) await shop.pass(ms)
      await suspended.later(STOOD_MS)
      for (const scenario of scenarios)
        await goOn(
          suspended,
          scenario.options ?? {},
          stops.filter((stop) => stop.scenario === scenario)
        )
      await suspended.kill()
      await shop.heal()
    })

    async function goOn(server: Server, options: object, mine: Stop[]) {
      await server.configure(options)
      const names = mine.map(({ name }) => name)
      await server.goOn(names, dies ? names.map((_, n) => 1 + (n % MOST_STEPS)) : undefined)
      await Promise.race([
        Promise.all(mine.map(({ over }) => over)),
        new Promise((resolve) => setTimeout(resolve, dies ? DIES_MS : GOES_ON_MS).unref()),
      ])
      await Promise.all(mine.map(({ name }) => quiet(server, name)))
    }

    it.each(scenarios)("keeps the promise when $act", async (scenario) => {
      const found: Record<string, string[]> = {}
      const mine = stops.filter((stop) => stop.scenario === scenario)
      expect(mine.length).toBeGreaterThan(0)
      for (const stop of mine) {
        const broken = await violations(shop, stop)
        if (broken.length > 0) found[stop.effect] = broken
      }
      expect(found).toEqual({})
    })

    // The next ones come in a time of their own.
    afterAll(async () => await shop.server.today())
  })
})
