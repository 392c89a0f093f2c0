import { killOn, type Stop } from "./support/kill"
import { stateOf, violations, type CartState } from "./support/promise"
import { LIVES } from "./support/roads"
import { Shop } from "./support/shop"

jest.setTimeout(600_000)

let shop: Shop
beforeAll(async () => {
  shop = await Shop.open()
  shop.server = await shop.start()
})
afterAll(async () => await shop?.close())

const inWords = ({ orders, places, items }: CartState): string =>
  [
    ...orders.map(
      ({ status, payment_status, total, paid }) =>
        `order ${status} ${payment_status} ${Number(paid)}/${total}`
    ),
    ...places.map(({ kind, detail }) => `${kind} ${kind === "item" ? detail : ""}`),
    ...items,
  ].join(" · ")

describe.each(LIVES.map((roads) => ({ roads, names: roads.map(({ name }) => name).join(", ") })))(
  "kill -9 on the roads $names",
  ({ roads }) => {
    let stops: Stop[] = []
    beforeAll(async () => {
      stops = await killOn(shop, roads)
      shop.server = await shop.start()
      for (const stop of stops) {
        if (stop.road.options) await shop.server.configure(stop.road.options)
        await stop.road.comeBack(shop, stop)
      }
      await shop.heal()
      // The next ones come in their own time.
      await shop.server.kill()
      shop.server = await shop.start()
    })

    it.each(roads)("$name: $act", async (road) => {
      const found: Record<string, string[]> = {}
      for (const stop of stops.filter((each) => each.road === road)) {
        console.log(`${road.name}:${stop.effect}`, inWords(await stateOf(shop, stop.cartId)))
        const broken = await violations(shop, stop.cartId)
        if (broken.length) found[stop.effect] = broken
      }
      expect(found).toEqual({})
    })
  }
)
