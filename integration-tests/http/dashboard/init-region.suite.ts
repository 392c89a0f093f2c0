import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { makeRegion } from "../../../src/cli/region/make-region"
import { readOrders, type RegionOrder } from "../../../src/cli/region/orders"
import { leaveRegions, leavingOf } from "../../../src/cli/left-behind"
import { withMerchant } from "../support/merchant"
import { type Suite } from "../support/suites"

export const initRegion: Suite = (store) => {
  const merchant = withMerchant(store)
  const order = (country: string, rates: string[] = [], price?: string) =>
    readOrders([country], rates, price)[0]!
  const make = (wanted: RegionOrder) => makeRegion(store.container(), wanted)
  const variants = async () => {
    const { data } = await store
      .container()
      .resolve(ContainerRegistrationKeys.QUERY)
      .graph({
        entity: "variant",
        fields: ["id", "price_set.prices.currency_code", "price_set.prices.amount"],
      })
    return data as { id: string; price_set: { prices: { currency_code: string; amount: number }[] } }[]
  }
  const amounts = async (currency: string) =>
    (await variants()).map(({ price_set }) =>
      price_set.prices.filter(({ currency_code }) => currency_code === currency).map(({ amount }) => amount)
    )

  it("makes all that a cart in that country needs to be paid, and the second time nothing", async () => {
    const taxes = async () =>
      (
        await store
          .container()
          .resolve(Modules.PRICING)
          .listPricePreferences({ attribute: ["currency_code"] })
      )
        .map(({ value, is_tax_inclusive }) => `${value} ${is_tax_inclusive}`)
        .filter((text) => !text.startsWith("kes"))
        .sort()
    const [before, first] = [await taxes(), await make(order("ke", ["eur=150"], "300"))]
    expect(before).toContain("xaf true")
    expect(await taxes()).toEqual(before)
    expect(first.open).toEqual([])
    expect(first.made).toEqual([
      "The store sells in KES.",
      'The region "Kenya" with pp_paycollect_default.',
      expect.stringContaining("A tax region for Kenya"),
      "A service zone for Kenya.",
      expect.stringContaining("Standard delivery in Kenya for 300 KES"),
      expect.stringMatching(/^Prices in KES for \d+ variants \(1 EUR = 150 KES\)/),
    ])
    const [euros, shillings] = [await amounts("eur"), await amounts("kes")]
    expect(shillings).toEqual(euros.map(([euro]) => [euro! * 150]))

    const { data } = await merchant.get("/admin/regions?fields=id,currency_code,*countries&limit=50")
    const region = data.regions.find((one: { currency_code: string }) => one.currency_code === "kes")
    const [variant] = await variants()
    const shopper = { headers: { "x-publishable-api-key": store.publishableKey() } }
    const post = async (path: string, body: object) => (await store.api.post(path, body, shopper)).data
    const address = {
      first_name: "Wanjiru",
      last_name: "Kamau",
      address_1: "Moi Avenue 1",
      city: "Nairobi",
      country_code: "ke",
      phone: "+254712345678",
    }
    const { cart } = await post("/store/carts", {
      region_id: region.id,
      email: "guest@example.com",
      shipping_address: address,
      billing_address: address,
      items: [{ variant_id: variant!.id, quantity: 2 }],
    })
    const { data: options } = await store.api.get(`/store/shipping-options?cart_id=${cart.id}`, shopper)
    expect(options.shipping_options).toMatchObject([{ name: "Standard delivery", amount: 300 }])
    await post(`/store/carts/${cart.id}/shipping-methods`, { option_id: options.shipping_options[0].id })
    const { payment_collection } = await post("/store/payment-collections", { cart_id: cart.id })
    const paid = await post(`/store/payment-collections/${payment_collection.id}/payment-sessions`, {
      provider_id: "pp_paycollect_default",
    })
    const [session] = paid.payment_collection.payment_sessions
    merchant.pay(session.data.merchant_reference)
    const completed = await post(`/store/carts/${cart.id}/complete`, {})
    expect(completed).toMatchObject({ type: "order", order: { currency_code: "kes" } })
    expect(completed.order.total).toBe((await amounts("kes"))[0]![0]! * 2 + 300)

    expect(await make(order("ke", ["eur=150"], "300"))).toEqual({ made: [], open: [] })
    expect(await amounts("kes")).toEqual(shillings)
  })

  it("makes no price of a rate that nobody said", async () => {
    const before = await variants()
    const { open } = await make(order("gh"))
    expect(open).toEqual([
      expect.stringMatching(/^\d+ variants have a price in \w+ and none in GHS, .*--rate/),
    ])
    expect(await variants()).toEqual(before)
    const { made, open: left } = await make(order("gh", ["eur=12.5"]))
    expect([made.length, left]).toEqual([1, []])
  })

  it("lets a region that is there be paid in, and leaves its own delivery and prices", async () => {
    const id = store.regionId("xaf")
    const update = { payment_providers: ["pp_system_default"] }
    await merchant.post(`/admin/regions/${id}`, update)
    const prices = await variants()
    expect(await make(order("cm"))).toEqual({
      made: ['pp_paycollect_default in the region "Cameroon".'],
      open: [],
    })
    const { data } = await merchant.get(`/admin/regions/${id}?fields=*payment_providers`)
    const offered = data.region.payment_providers.map((one: { id: string }) => one.id)
    expect(offered.sort()).toEqual(["pp_paycollect_default", "pp_system_default"])
    expect(await variants()).toEqual(prices)
  })

  it("refuses a country of a region with another currency, before anything is written", async () => {
    await merchant.post(`/admin/regions/${store.regionId("eur")}`, { countries: ["fr", "sn"] })
    const stores = store.container().resolve(Modules.STORE)
    const before = await stores.listStores({}, { relations: ["supported_currencies"] })
    await expect(make(order("sn"))).rejects.toThrow(
      /belongs to the region "Europe", which sells in EUR.*Nothing was changed/
    )
    expect(await stores.listStores({}, { relations: ["supported_currencies"] })).toEqual(before)
  })

  it("says what is open, and leaves the regions of the store", async () => {
    const before = await leavingOf(store.container())
    expect(before.regions.map(({ currency_code }) => currency_code).sort()).toEqual(["eur", "xaf", "xof"])
    const { reference } = await merchant.guestAtCheckout()
    const { open } = await leavingOf(store.container())
    const count = before.open.length > 0 ? parseInt(before.open[0]!) + 1 : 1
    const payments = count === 1 ? "payment is" : "payments are"
    expect(open).toContain(`${count} ${payments} not ended: money that still comes makes no order any more.`)
    expect(open.at(-1)).toMatch(new RegExp(`dashboard finds what is not ended as ${reference}[,.]`))

    await leaveRegions(store.container(), before.regions)
    expect((await leavingOf(store.container())).regions).toEqual([])
    const { data } = await merchant.get("/admin/regions?fields=*payment_providers&limit=50")
    const left = data.regions.flatMap((region: { payment_providers: { id: string }[] }) =>
      region.payment_providers.map(({ id }) => id)
    )
    expect(left.filter((id: string) => id.startsWith("pp_paycollect"))).toEqual([])
    expect((await merchant.intent(reference)).applied_at).toBeNull()
  })
}
