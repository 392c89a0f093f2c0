import { makeRegion } from "../../../src/cli/region/make-region"
import { readOrders } from "../../../src/cli/region/orders"
import { ADDRESS, ANY_METHOD, MOBILE_MONEY, nextPerson, type Customer } from "../../http/support/customer"
import { withMerchant } from "../../http/support/merchant"
import { orderFaults, type OrderMoney } from "../../http/support/order-money"
import { OrderDesk } from "../../http/support/orders"
import { BACKEND_URL } from "../../http/support/store"
import { type Suite } from "../../http/support/suites"

const MONEY_FIELDS = [
  ...["id", "status", "total", "payment_status", "+summary", "*items", "*transactions"],
  ...["*payment_collections", "*payment_collections.payments"],
  ...["*payment_collections.payments.captures", "*payment_collections.payments.refunds"],
].join()

/** Several currencies in one store, and sums with fractions that no customer can pay. */
export const currencies: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)

  const rows = async (sql: string, bindings: string[] = []) =>
    (await store.db.raw(sql, bindings)).rows as Record<string, string>[]
  const variant = async (sku: string) =>
    (await rows("select id, product_id from product_variant where sku = ?", [sku]))[0]!
  const priceTo = async (amount: number, currency_code: string, sku = "COFFEE-250") => {
    const { id, product_id } = await variant(sku)
    const prices = [{ currency_code, amount }]
    await desk.accepted(`/admin/products/${product_id}/variants/${id}`, { prices })
  }
  const percent = async (code: string, value: number, limits: object = {}) => {
    const method = { type: "percentage", target_type: "items", allocation: "across", value }
    const promotion = { code, type: "standard", status: "active", application_method: method, ...limits }
    await desk.accepted("/admin/promotions", promotion)
  }
  const faultsOf = async (id: string, exponent = 0) => {
    const { data } = await merchant.get(`/admin/orders/${id}?fields=${MONEY_FIELDS}`)
    return orderFaults(data.order as OrderMoney, exponent)
  }
  /** Her only order. */
  const paid = async (guest: Customer, reference: string) => {
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [id, ...others] = await guest.orders()
    expect([others, id]).toEqual([[], expect.any(String)])
    return id!
  }
  const accepted = async (guest: Customer, path: string, body: object) => {
    const { status, data } = await guest.send("post", path, body)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
    return data
  }
  /** A cart in XAF that costs as many XOF since its customer chose another country. */
  const moved = async (guest: Customer) => {
    const { total } = await guest.cart()
    await guest.changeRegion("xof")
    const { total: costs, shipping_total } = await guest.cart()
    await percent("SAME", ((costs - total) / (costs - shipping_total)) * 100)
    await accepted(guest, `/store/carts/${guest.cartId}/promotions`, { promo_codes: ["SAME"] })
    expect(await guest.cart()).toMatchObject({ total, currency_code: "xof" })
  }
  /** All payments of a store by their currency, as they were asked for. */
  const asked = () => store.service.control.intents().map(({ amount, currency }) => `${amount} ${currency}`)

  it("takes and gives back a total of half a unit, of which core writes down a hair less", async () => {
    merchant.configure({ refunds: "api" })
    await priceTo(813, "xaf")
    await percent("HALF", 50)
    const guest = store.customer()
    await guest.fillCart({ quantity: 3, promo: "HALF" })
    const { merchant_reference: reference } = await guest.startPayment()
    const [written] = await rows("select raw_amount->>'value' as value from payment_collection")
    if (!written!.value!.startsWith("2419.4999")) throw new Error(`core wrote down ${written!.value}`)
    const id = await paid(guest, reference)
    const taken = { payment_status: "captured", captured: "2420", total: "2420" }
    expect(await store.moneyOf(id)).toMatchObject(taken)
    expect([await desk.owed(id), await faultsOf(id)]).toEqual([0, []])
    await desk.accepted(`/admin/orders/${id}/cancel`)
    expect(desk.refundsAtService(reference)).toEqual({ refunded: "2420", asked: 1 })
  })

  it("does not lead by a cart's link to a payment of as many units of another currency", async () => {
    const guest = store.customer()
    await guest.fillCart({ quantity: 2 })
    const { link } = await desk.accepted("/admin/paycollect/links", { cart_id: guest.cartId })
    const first = (await desk.press(link))!
    await moved(guest)
    expect(await desk.press(link)).toBeNull()
    const path = link.url.replace(BACKEND_URL, "")
    expect((await store.api.get(`${path}?ask=1`)).data).not.toContain("Go on by mobile money")
    await store.api.post(path, new URLSearchParams({ provider_id: MOBILE_MONEY, anew: "1" }))
    expect(asked()).toEqual(["8400 XAF", "8400 XOF"])
    const [second] = await rows(
      "select merchant_reference from paycollect_intent where currency_code = 'xof'"
    )
    const id = await paid(guest, second!.merchant_reference!)
    expect(await store.moneyOf(id)).toMatchObject({ payment_status: "captured", total: "8400" })
    merchant.pay(first)
    await merchant.advance(first)
    await merchant.oneItem(first, "duplicate_payment")
  })

  it("makes a new order of lines whose fractions are more, rounded one by one, than what came", async () => {
    const skus = ["COFFEE-250", "COFFEE-1000", "BASKET-S"]
    const guest = store.customer()
    for (const sku of skus) await priceTo(1003, "xof", sku)
    await guest.fillCart({ currency: "xof", quantity: 1 })
    for (const sku of skus.slice(1)) {
      const line = { variant_id: (await variant(sku)).id, quantity: 1 }
      await accepted(guest, `/store/carts/${guest.cartId}/line-items`, line)
    }
    expect((await guest.cart()).total).toBe(6382.62)
    const { merchant_reference: reference } = await guest.startPayment()
    await guest.changeQuantity(4)
    merchant.pay(reference)
    await merchant.advance(reference)
    await merchant.oneItem(reference, "late_payment")
    const { id } = await merchant.intent(reference)
    const path = `/admin/paycollect/intents/${id}/new-order`
    const { data } = await merchant.get(path)
    expect(data).toMatchObject({ by_name: false, total: "6383", delivery: [{ price: "2832" }] })
    expect(data.lines.map(({ price }: { price: string }) => price)).toEqual(["1183", "1183", "1183", "2"])
    const { result } = await desk.accepted(path)
    const money = { payment_status: "captured", captured: "6383", total: "6383" }
    expect(await store.moneyOf(result.order_id)).toMatchObject(money)
  })

  it("keeps money apart of a cart that costs as many units of another currency now", async () => {
    const { guest, reference } = await merchant.guestAtCheckout({ quantity: 2 })
    await moved(guest)
    merchant.pay(reference)
    await guest.comeBack(reference)
    await merchant.oneItem(reference, "late_payment")
    expect(await guest.orders()).toEqual([])
    expect((await guest.tryToPay()).data.code).toBe("paycollect_paid_already")
    const { merchant_reference: anew } = await guest.startPayment(MOBILE_MONEY, { pay_anew: true })
    const id = await paid(guest, anew)
    expect(await store.moneyOf(id)).toMatchObject({ payment_status: "captured", captured: "8400" })
    expect((await guest.status()).payments).toMatchObject([
      { currency_code: "xof", outcome: "applied" },
      { currency_code: "xaf", outcome: "held" },
    ])
    const other = await desk.byTelephone(8400, { currency: "xof", country_code: "sn" })
    const { id: late } = await merchant.intent(reference)
    expect((await desk.assign(late, other)).data.code).toBe("paycollect_assignment_other_currency")
    const { totals } = (await merchant.get("/admin/paycollect/takings")).data
    expect(totals).toMatchObject([
      { currency_code: "xaf", paid: 1, net: "8400" },
      { currency_code: "xof", paid: 1, net: "8400" },
    ])
  })

  it.each([
    ["limit", { limit: 1 }],
    ["budget", { campaign: { name: "C", campaign_identifier: "c", budget: { type: "usage", limit: 1 } } }],
  ])("lists the money of a cart whose promotion another used up to its %s", async (_, limits) => {
    await percent("ONCE", 10, limits)
    const first = await merchant.guestAtCheckout({ promo: "ONCE" })
    const { guest, reference } = await merchant.guestAtCheckout({ promo: "ONCE" })
    await paid(first.guest, first.reference)
    desk.silently(reference, "succeeded")
    for (let looks = 0; looks < 3; looks++) await merchant.advance(reference)
    expect(await desk.openReasons(reference)).toEqual(["paid_without_order"])
    expect(await guest.orders()).toEqual([])
    const { id, amount } = await merchant.intent(reference)
    const { result } = await desk.accepted(`/admin/paycollect/intents/${id}/new-order`)
    expect(await store.moneyOf(result.order_id)).toMatchObject({ captured: amount, total: amount })
    expect(await desk.openItems(reference)).toEqual([])
  })

  describe("of an order with fractions neither side owes a unit in the end: ", () => {
    const cartIn = async (country: string, rate: string, delivery: string) => {
      const [order] = readOrders([country], [`eur=${rate}`], delivery)
      await makeRegion(store.container(), order!)
      const [region] = await rows("select id from region where currency_code = ?", [order!.currency])
      const [tax] = await rows("select id from tax_region where country_code = ?", [country])
      const vat = { tax_region_id: tax!.id, name: "VAT", code: "vat", rate: 13.333, is_default: true }
      await desk.accepted("/admin/tax-rates", vat)
      const guest = store.customer()
      const { cart } = await accepted(guest, "/store/carts", {
        region_id: region!.id,
        email: nextPerson().email,
        shipping_address: { ...ADDRESS, phone: "+254712345678", country_code: country },
        items: [{ variant_id: (await variant("COFFEE-250")).id, quantity: 7 }],
        promo_codes: ["THIRD"],
      })
      guest.cartId = cart.id
      const { data } = await guest.send("get", `/store/shipping-options?cart_id=${cart.id}`)
      const option_id = data.shipping_options[0].id
      await accepted(guest, `/store/carts/${cart.id}/shipping-methods`, { option_id })
      return guest
    }

    it.each([
      ["ug", "4001", "2999", 0],
      ["ke", "150.37", "299.5", 2],
    ])("edited up and down, and paid and given back in between, in %s", async (...of) => {
      merchant.configure({ refunds: "api" })
      await percent("THIRD", 33.333)
      const [country, rate, delivery, exponent] = of
      const guest = await cartIn(country, rate, delivery)
      const { merchant_reference: reference } = await guest.startPayment(ANY_METHOD)
      const id = await paid(guest, reference)
      await desk.edit(id, 8)
      const more = (await desk.press(await desk.linkOf(id), ANY_METHOD))!
      desk.silently(more, "succeeded")
      await merchant.advance(more)
      expect([(await desk.read(id)).payment_status, await faultsOf(id, exponent)]).toEqual(["captured", []])
      await desk.edit(id, 5)
      const back = Number((-(await desk.owed(id))).toFixed(exponent))
      expect((await desk.refund(reference, back)).status).toBe(200)
      const off = Math.abs(await desk.owed(id))
      expect(off).toBeLessThan(0.5 / 10 ** exponent)
      expect(await faultsOf(id, exponent)).toEqual([])
      const refunded = String(Math.round(back * 10 ** exponent))
      expect(desk.refundsAtService(reference)).toEqual({ refunded, asked: 1 })
    })

    it("returned piece by piece", async () => {
      merchant.configure({ refunds: "api" })
      await priceTo(1003, "xof")
      await percent("THIRD", 33.333)
      const guest = store.customer()
      await guest.fillCart({ currency: "xof", quantity: 3, promo: "THIRD" })
      const { merchant_reference: reference } = await guest.startPayment()
      const id = await paid(guest, reference)
      const item = (await desk.read(id)).items[0]!.id
      await desk.accepted(`/admin/orders/${id}/fulfillments`, { items: [{ id: item, quantity: 3 }] })
      const [location] = await rows("select id from stock_location")
      const items = [{ id: item, quantity: 1 }]
      const sent: number[] = []
      for (let pieces = 0; pieces < 3; pieces++) {
        const order = { order_id: id, location_id: location!.id }
        const { return: back } = await desk.accepted("/admin/returns", order)
        await desk.accepted(`/admin/returns/${back.id}/request-items`, { items })
        await desk.accepted(`/admin/returns/${back.id}/request`)
        await desk.accepted(`/admin/returns/${back.id}/receive`)
        await desk.accepted(`/admin/returns/${back.id}/receive-items`, { items })
        await desk.accepted(`/admin/returns/${back.id}/receive/confirm`)
        sent.push(Math.round(-(await desk.owed(id))))
        expect((await desk.refund(reference, sent.at(-1)!)).status).toBe(200)
        expect(await faultsOf(id)).toEqual([])
      }
      // Of 789.031 each.
      expect(sent).toEqual([789, 789, 789])
      expect(desk.refundsAtService(reference)).toEqual({ refunded: "2367", asked: 3 })
      expect(Math.abs(await desk.owed(id))).toBeLessThan(0.5)
    })
  })

  it("asks a draft's customer for thousandths where the currency has them, and gives just those back", async () => {
    merchant.configure({ refunds: "api" })
    const { stores } = (await merchant.get("/admin/stores?fields=id,*supported_currencies")).data
    type Supported = { currency_code: string; is_default: boolean }
    const known = (stores[0].supported_currencies as Supported[]).map(({ currency_code, is_default }) => ({
      currency_code,
      is_default,
    }))
    const supported_currencies = [...known, { currency_code: "tnd", is_default: false }]
    await desk.accepted(`/admin/stores/${stores[0].id}`, { supported_currencies })
    const place = { name: "Tunisia", currency_code: "tnd", countries: ["tn"] }
    const { region } = await desk.accepted("/admin/regions", { ...place, payment_providers: [MOBILE_MONEY] })
    const address = { first_name: "Awa", last_name: "Essomba", phone: "+21620123456", country_code: "tn" }
    const { draft_order } = await desk.accepted("/admin/draft-orders", {
      ...{ region_id: region.id, email: nextPerson().email },
      ...{ shipping_address: address, billing_address: address },
      items: [{ title: "By telephone", unit_price: 12.3456, quantity: 3 }],
      shipping_methods: [],
    })
    const wanted = { order_id: draft_order.id, convert_draft: true }
    const { link } = await desk.accepted("/admin/paycollect/links", wanted)
    expect((await store.api.get(link.url.replace(BACKEND_URL, ""))).data).toContain("37.037")
    const reference = (await desk.press(link))!
    expect(asked()).toEqual(["37037 TND"])
    desk.silently(reference, "succeeded")
    await merchant.advance(reference)
    const { id } = draft_order
    expect([(await desk.read(id)).payment_status, await faultsOf(id, 3)]).toEqual(["captured", []])
    expect((await desk.refund(reference, 1.0005)).status).toBe(400)
    expect((await desk.refund(reference, 1.001)).status).toBe(200)
    const { totals } = (await merchant.get("/admin/paycollect/takings")).data
    expect(totals).toMatchObject([{ amount: "37.037", refunded: "1.001", net: "36.036" }])
    await desk.accepted(`/admin/orders/${id}/cancel`)
    expect(desk.refundsAtService(reference)).toEqual({ refunded: "37037", asked: 2 })
  })
}
