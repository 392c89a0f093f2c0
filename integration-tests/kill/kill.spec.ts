import { EVERY, killOn, type Stop } from "./support/kill"
import { notHeardOnce, stateOf, violations } from "./support/promise"
import { LIVES, payByLink } from "./support/scenarios"
import { Shop } from "./support/shop"
import { keep, movedPoints, resultOf, tableOf, undocumented, type Measured } from "./support/table"

jest.setTimeout(600_000)

/**
 * `kill -9` between every pair of side effects. Each scenario is walked once in peace, which names its effects; then by one visitor for
 * each of them, who stands still right after it, until the process kills itself with all of them. A new process starts on the same
 * database, time passes, and nobody's money may be lost, doubled or missing.
 */
describe("a server killed with SIGKILL and started again", () => {
  let shop: Shop
  const measured: Measured[] = []

  beforeAll(async () => {
    shop = await Shop.open()
    shop.server = await shop.start()
    // What a shop and a process write once belongs to no scenario: who walks it next would never get there.
    await shop.atCheckout()
  })
  afterAll(async () => await shop?.close())

  describe.each(
    LIVES.map((scenarios) => ({ scenarios, names: scenarios.map(({ name }) => name).join(", ") }))
  )("on $names", ({ scenarios }) => {
    let stops: Stop[] = []
    beforeAll(async () => {
      stops = await killOn(shop, scenarios)
      shop.server = await shop.start()
      for (const stop of stops) {
        await shop.server.configure(stop.scenario.options ?? {})
        await stop.scenario.comeBack(shop, stop)
      }
      await shop.heal()
      for (const stop of stops) measured.push({ ...stop, result: resultOf(await stateOf(shop, stop)) })
      // Kept after each life: what the next one fails at must not hide this one.
      keep(tableOf(measured))
    })

    it.each(scenarios)("keeps the promise when $act", async (scenario) => {
      const found: Record<string, string[]> = {}
      const mine = stops.filter((stop) => stop.scenario === scenario)
      expect(mine.length).toBeGreaterThan(0)
      for (const stop of mine) {
        const broken = [...(await violations(shop, stop)), ...(await notHeardOnce(shop, stop))]
        if (broken.length) found[stop.effect] = broken
      }
      expect(found).toEqual({})
    })

    it("blocks nobody: a cart without an order and an order without its money are paid now", async () => {
      const blocked: string[] = []
      await shop.server.configure({ pendingOrders: "wait" })
      for (const stop of stops) {
        const { cartId, scenario, effect } = stop
        const { orders, items } = await stateOf(shop, stop)
        const isUnpaid = orders.some(({ total, paid }) => Number(paid) < Number(total))
        if (items.length || (stop.linkOrderId ? !isUnpaid : orders.length)) continue
        if (stop.linkOrderId) {
          await payByLink(shop, stop).catch(() => undefined)
          const [order] = (await stateOf(shop, stop)).orders
          if (order?.payment_status !== "completed") blocked.push(`${scenario.name}:${effect}`)
          continue
        }
        const { merchant_reference } = await shop.customer(cartId).startPayment()
        shop.pay(merchant_reference)
        await shop.customer(cartId).comeBack(merchant_reference)
        if ((await shop.customer(cartId).orders()).length !== 1) blocked.push(`${scenario.name}:${effect}`)
      }
      expect(blocked).toEqual([])
    })

    // The next ones come in a time of their own.
    afterAll(async () => await shop.server.today())
  })

  it("ends as points.md says", () => {
    const table = tableOf(measured)
    const file = keep(table)
    console.info(`killed at ${measured.length} points; the table is in ${file}`)
    expect(undocumented(table)).toEqual([])
    if (EVERY === 1) expect(movedPoints(table)).toEqual([])
  })
})
