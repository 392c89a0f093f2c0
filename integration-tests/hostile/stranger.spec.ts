import { withStore } from "../http/support/store"
import { Pace, VERIFY_PAUSE_MS } from "./support/rules"
import { type DOORS, Stranger, type Bait } from "./support/stranger"

jest.setTimeout(120_000)

withStore({ options: { budget: { standard: 100_000, creation: 100_000 } } }, (store) => {
  const stranger = new Stranger(store)
  const CARTS = 4

  const statusesOf = async (baits: Bait[], door: (typeof DOORS)[number]) =>
    Object.keys(await stranger.storm(baits, { doors: [door] }))

  it("has the service asked nothing about what the store does not have, whatever is tried", async () => {
    const [bait] = await stranger.bait(1)
    const { guest } = bait!
    const invented = ["1", "cart_01", `${guest.cartId}-2`, `${guest.cartId}-1x`, guest.cartId].map(
      (reference) => ({
        guest: Object.assign(store.customer(), {
          cartId: `${guest.cartId}x`,
          collectionId: guest.collectionId,
        }),
        reference,
        sessionId: `${bait!.sessionId}x`,
      })
    )
    const asked = await stranger.priceOf(async () => {
      await stranger.storm(invented, { doors: ["return", "checkout", "status", "complete"], times: 25 })
    })
    expect(asked).toEqual([])
  })

  it("cannot have the service asked twice about a payment within three seconds, by 400 requests to four carts", async () => {
    const baits = await stranger.bait(CARTS)
    const asked = await stranger.priceOf(() => stranger.storm(baits, { times: 20 }))
    expect(new Set(asked.map(({ operation }) => operation))).toEqual(new Set(["verify_payment"]))
    expect(new Pace(VERIFY_PAUSE_MS).tooSoon(asked)).toEqual([])
    // Nothing was started anew, either: an unchanged cart keeps its payment.
    expect(store.service.control.intents()).toHaveLength(CARTS)
  })

  it("is answered like everybody else, and never with a fault of the store", async () => {
    const baits = await stranger.bait(2)
    expect(await statusesOf(baits, "return")).toEqual(["303"])
    expect(await statusesOf(baits, "checkout")).toEqual(["303"])
    expect(await statusesOf(baits, "status")).toEqual(["200"])
    expect(await statusesOf(baits, "complete")).toEqual(["200"])
    expect(await statusesOf(baits, "session")).toEqual(["200"])
  })
})
