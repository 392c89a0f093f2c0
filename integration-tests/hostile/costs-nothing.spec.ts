import { type AdminPayCollectLink } from "../../src/types/http"
import { CARD, MOBILE_MONEY } from "../http/support/customer"
import { MINUTE, withMerchant } from "../http/support/merchant"
import { OrderDesk } from "../http/support/orders"
import { BACKEND_URL, withStore } from "../http/support/store"

jest.setTimeout(300_000)

/** What strangers can have the store do as often as they like: nothing is asked for it, and nothing is kept. */
withStore({ options: { encryptionKey: "a".repeat(64) } }, (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  const filled = async () => {
    const guest = store.customer()
    await guest.fillCart()
    return guest
  }
  const linkOf = async (order_id: string) =>
    (await desk.accepted("/admin/paycollect/links", { order_id, convert_draft: true }))
      .link as AdminPayCollectLink
  const press = async ({ url }: AdminPayCollectLink, provider_id = MOBILE_MONEY) =>
    await store.api.post(url!.replace(BACKEND_URL, ""), new URLSearchParams({ provider_id }))
  const rows = async () =>
    (await store.db.raw("select count(*)::int as count from paycollect_intent")).rows[0].count as number
  const creations = (creation: number) =>
    merchant.configure({ service: { budget: { standard: 60, creation } } })

  it("a method that nobody heard of is not asked about, however many are made up", async () => {
    const guest = await filled()
    const path = `/store/paycollect/fee-preview?cart_id=${guest.cartId}`
    await guest.send("get", path)
    store.service.control.clearRequests()
    for (let made = 0; made < 30; made++) {
      const { status, data } = await guest.send("get", `${path}&payment_method=cowries_${made}`)
      expect([status, data.code]).toEqual([400, "paycollect_unknown_method"])
    }
    expect(store.calls()).toEqual([])
  })

  describe("a start for which there is no place leaves no row and sends nothing", () => {
    /** The one creation of this minute is used up. */
    const noPlaceLeft = async () => {
      await merchant.guestAtCheckout()
      creations(1)
      store.service.control.clearRequests()
      return await rows()
    }
    const nothingCame = async (before: number) =>
      expect([await rows(), store.calls("create_payment_intent")]).toEqual([before, []])

    it("by a payment session", async () => {
      const guest = await filled()
      const before = await noPlaceLeft()
      for (const provider of [MOBILE_MONEY, CARD]) expect((await guest.tryToPay(provider)).status).toBe(429)
      await nothingCame(before)
    })

    it("by the address of a checkout", async () => {
      const guest = await filled()
      const before = await noPlaceLeft()
      merchant.configure({ createIntent: "on_redirect" })
      const { checkout_url } = await guest.startPayment()
      for (let visits = 0; visits < 2; visits++) {
        const { status, headers } = await guest.goToPay(checkout_url!)
        expect([status, headers.location]).toEqual([303, expect.stringContaining("reason=busy")])
      }
      await nothingCame(before)
    })

    it("by a payment link", async () => {
      const link = await linkOf(await desk.draft(1_500))
      const before = await noPlaceLeft()
      for (const provider of [MOBILE_MONEY, CARD]) expect((await press(link, provider)).status).toBe(503)
      await nothingCame(before)
    })

    it("and of many at once each that was sent has one, and no other", async () => {
      const guests = await Promise.all(Array.from({ length: 8 }, filled))
      creations(2)
      store.service.control.clearRequests()
      const answers = await Promise.all(guests.map((guest) => guest.tryToPay()))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(6).fill(429)])
      expect([await rows(), store.calls("create_payment_intent")]).toEqual([
        2,
        Array(2).fill("create_payment_intent"),
      ])
    })
  })

  it("ten tabs on one link lead to one checkout", async () => {
    const link = await linkOf(await desk.draft(1_500))
    const answers = await Promise.all(Array.from({ length: 10 }, () => press(link)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303))
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1)
    expect([await rows(), store.calls("create_payment_intent").length]).toEqual([1, 1])
  })

  describe("the question of a link whose payment is open", () => {
    const ask = async (link: AdminPayCollectLink) => {
      const { status, headers } = await press(link, CARD)
      await store.api.get(link.url!.replace(BACKEND_URL, "") + headers.location)
      return [status, headers.location]
    }
    const starts = async () => {
      const guest = await filled()
      return { guest, reference: (await guest.startPayment()).merchant_reference }
    }
    /** By the return link, which only the service was given. */
    const pays = async ({ guest, reference }: Awaited<ReturnType<typeof starts>>) => {
      merchant.pay(reference)
      const { redirect_url } = store.service.control.intent(reference)!.request
      await guest.comeBack(redirect_url!.split("/").at(-1)!)
      expect(await guest.orders()).toHaveLength(1)
    }

    it("costs nothing, however often it is asked", async () => {
      const link = await linkOf(await desk.draft(1_500))
      await press(link)
      merchant.later(20_000)
      await ask(link)
      store.service.control.clearRequests()
      for (let pressed = 0; pressed < 40; pressed++) expect(await ask(link)).toEqual([303, "?ask=1&lang=en"])
      expect(store.calls()).toEqual([])
      await pays(await starts())
    })

    it("that is not asked any more after a quarter of an hour costs what all starts may together, and who has begun to pay is served beside", async () => {
      const links: AdminPayCollectLink[] = []
      for (let made = 0; made < 20; made++) links.push(await linkOf(await desk.draft(1_500 + made)))
      for (const link of links.slice(0, 19)) await press(link)
      const paying = await starts()
      merchant.later(16 * MINUTE)
      store.service.control.clearRequests()
      for (const link of [...links, ...links, ...links]) await press(link, CARD)
      expect(store.calls("verify_payment")).toHaveLength(8)
      expect(store.calls("create_payment_intent")).toHaveLength(20)
      await pays(paying)
    })
  })

  it.each(["10.1.2.3", "169.254.169.254", "[fe80::1]", "[::ffff:192.168.0.1]"])(
    "the dashboard's settings lead no request to %s",
    async (host) => {
      const test = { secret_key: store.service.testSecretKey, base_url: `https://${host}/v1` }
      const { status, data } = await merchant.post("/admin/paycollect/settings", {
        test,
        save_unchecked: true,
      })
      expect([status, JSON.stringify(data)]).toEqual([400, expect.stringContaining("private network")])
      const { data: kept } = await merchant.get("/admin/paycollect/settings")
      expect(JSON.stringify(kept)).not.toContain(host)
      expect(store.calls()).toEqual([])
    }
  )
})
