import { type RequestRecord } from "../../packages/dev/src/sandbox"
import { adminRoutes } from "../http/support/admin-routes"
import { type Customer } from "../http/support/customer"
import { BACKEND_URL, withStore } from "../http/support/store"
import { Pace, VERIFY_PAUSE_MS } from "./support/rules"
import { type DOORS, Stranger, type Bait } from "./support/untrusted-visitor"

jest.setTimeout(300_000)

withStore({ options: { service: { budget: { standard: 100_000, creation: 100_000 } } } }, (store) => {
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

  describe("who opens a return link over and over", () => {
    const openMany = async (reference: string) =>
      await stranger.priceOf(async () => {
        for (let visits = 0; visits < 20; visits++) await store.customer().comeBack(reference)
      })

    it.each([404, 500])("has the service asked once, while it answers %d", async (status) => {
      const [bait] = await stranger.bait(1)
      const times = 1_000
      store.service.control.injectFault({ operation: "verify_payment", kind: "status", status, times })
      expect(await openMany(bait!.reference)).toHaveLength(1)
    })

    it("has it asked about no payment whose create was refused, and rarely about one that came to nothing", async () => {
      const priceAfter = async (status: number) => {
        const guest = store.customer()
        await guest.fillCart()
        store.service.control.injectFault({
          operation: "create_payment_intent",
          kind: "status",
          status,
          times: 2,
        })
        store.service.control.injectFault({
          operation: "verify_payment",
          kind: "status",
          status: 500,
          times: 999,
        })
        await guest.tryToPay()
        const asked = await openMany(`${guest.cartId}-1`)
        store.service.control.clearFaults()
        return asked.length
      }
      expect(await priceAfter(400)).toBe(0)
      expect(await priceAfter(502)).toBeLessThanOrEqual(1)
    })

    it("has none asked at once by a link that she has made up", async () => {
      const [bait] = await stranger.bait(1)
      const { reference } = bait!
      await store.customer().comeBack(reference)
      const link = new URL(store.service.control.intent(reference)!.request.redirect_url!)
      const [, proof = ""] = link.pathname.split(".")
      const madeUp = [
        `${reference}.${"A".repeat(22)}`,
        `${reference}.${[...proof].reverse().join("")}`,
        reference,
      ]
      const asked = await stranger.priceOf(async () => {
        for (const segment of madeUp) {
          const { status } = await store.customer().comeBack(segment)
          expect(status).toBe(303)
        }
      })
      expect(asked).toEqual([])
      // The one that the service was given is news, once.
      const byTheLink = await stranger.priceOf(async () => {
        for (let visits = 0; visits < 5; visits++) await store.customer().comeBack(`${reference}.${proof}`)
      })
      expect(byTheLink).toHaveLength(1)
    })
  })

  it("spends twelve requests, by completing four unpaid carts every second for half a minute", async () => {
    const baits = await stranger.bait(CARTS)
    const asked = await stranger.priceOf(async () => {
      // By the clock: on a slow machine thirty turns reach the next question of the schedule.
      for (const end = Date.now() + 29_000; Date.now() < end;) {
        const pause = new Promise((resolve) => setTimeout(resolve, 1_000))
        await stranger.storm(baits, { doors: ["complete"] })
        await pause
      }
    })
    // At once, and 3 and 13 seconds later.
    expect(asked.length).toBeLessThanOrEqual(3 * CARTS)
  })

  describe("who changes a cart all the time", () => {
    /** Another amount each time: no payment that was started before fits. */
    const startAnew = async (guest: Customer, quantity: number) => {
      await guest.changeQuantity(quantity)
      const { status, data } = await guest.tryToPay()
      expect(status).toBe(200)
      return data.payment_collection.payment_sessions[0]
    }
    const creations = (asked: RequestRecord[]) =>
      asked.filter(({ operation }) => operation === "create_payment_intent").length

    it("has six payments created a minute, and still gets a session that her customer can pay", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const sessions: { id: string; data: { checkout_url: string; merchant_reference: string | null } }[] = []
      const asked = await stranger.priceOf(async () => {
        for (let quantity = 1; quantity <= 9; quantity++) sessions.push(await startAnew(guest, quantity))
      })
      expect(creations(asked)).toBe(6)
      const { id, data } = sessions.at(-1)!
      expect(data).toMatchObject({
        checkout_url: `${BACKEND_URL}/paycollect/checkout/${id}.${guest.collectionId}`,
        merchant_reference: null,
      })
      expect((await guest.complete()).data).toMatchObject({
        type: "cart",
        error: { type: "payment_requires_more_error" },
      })

      const price = await stranger.priceOf(async () => {
        const [first, second] = [
          await guest.goToPay(data.checkout_url),
          await guest.goToPay(data.checkout_url),
        ]
        expect(first.headers.location).toBe(store.service.control.intent(`${guest.cartId}-7`)!.checkout_url)
        expect(second.headers.location).toBe(first.headers.location)
      })
      expect(creations(price)).toBe(1)
    })

    it("has three of her attempts asked about by one session", async () => {
      const guest = store.customer()
      await guest.fillCart()
      for (let quantity = 1; quantity <= 6; quantity++) await startAnew(guest, quantity)
      await store.db.raw(
        "update paycollect_intent set created_at = created_at - interval '2 minutes', asked_at = asked_at - interval '2 minutes'"
      )
      const asked = await stranger.priceOf(() => startAnew(guest, 7))
      expect(asked.filter(({ operation }) => operation === "verify_payment")).toHaveLength(3)
    })
  })

  it("opens no route of the dashboard, and has nothing asked", async () => {
    const [{ guest }] = (await stranger.bait(1)) as [Bait]
    const { rows } = await store.db.raw("select id from paycollect_intent where cart_id = ?", [guest.cartId])
    const asked = await stranger.priceOf(async () => {
      for (const { method, path } of adminRoutes())
        for (const headers of [{}, { authorization: "Bearer of.nobody.known" }]) {
          const url = path.replace(/:\w+/g, rows[0].id)
          const data = method === "GET" ? undefined : {}
          const { status } = await store.api.request({ method, url, data, headers })
          expect([method, path, status]).toEqual([method, path, 401])
        }
    })
    expect(asked).toEqual([])
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
