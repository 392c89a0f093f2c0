import { Modules } from "@medusajs/framework/utils"
import { deletePaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { type AxiosResponse } from "axios"
import { type AdminPayCollectLink } from "../../../src/types/http"
import { CARD, MOBILE_MONEY, type Customer } from "../../http/support/customer"
import { withHeard } from "../../http/support/events"
import { DAY, MINUTE, withMerchant } from "../../http/support/merchant"
import { BACKEND_URL } from "../../http/support/store"
import { type Suite } from "../../http/support/suites"

const PHONE = {
  "user-agent": "Mozilla/5.0 (Linux; Android 13; TECNO) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36",
  "accept-language": "en",
}

export const payLinkCart: Suite = (store) => {
  const merchant = withMerchant(store)
  const told = withHeard(store, ["paycollect.link.created", "paycollect.link.paid"])

  const sql = async (query: string, bindings: (string | number)[] = []) =>
    (await store.db.raw(query, bindings)).rows as Record<string, never>[]
  /** Its customer filled it at the storefront, and went. */
  const leftBehind = async (setup: Parameters<Customer["fillCart"]>[0] = {}) => {
    const guest = store.customer()
    await guest.fillCart(setup)
    return guest
  }
  const ask = async ({ cartId }: Customer, more: object = {}) =>
    await merchant.post("/admin/paycollect/links", { cart_id: cartId, ...more })
  const linkOf = async (guest: Customer, more: object = {}) => {
    const { status, data } = await ask(guest, more)
    if (status !== 200) throw new Error(`no link: ${status} ${JSON.stringify(data)}`)
    return data.link as AdminPayCollectLink
  }
  const shown = async (subject: string) =>
    (await merchant.get(`/admin/paycollect/links?${subject}`)).data.links as AdminPayCollectLink[]
  const pathOf = (address: string) => address.replace(BACKEND_URL, "")
  type Opened = Pick<AdminPayCollectLink, "url">
  const open = async ({ url }: Opened) => await store.api.get(pathOf(url!), { headers: PHONE })
  const press = async (
    { url }: Opened,
    provider_id = MOBILE_MONEY,
    { headers = PHONE, ...more }: { anew?: "1"; headers?: Record<string, string> } = {}
  ) => await store.api.post(pathOf(url!), new URLSearchParams({ provider_id, ...more }), { headers })
  const referenceAt = (answer: AxiosResponse) => {
    if (answer.status !== 303) throw new Error(`${answer.status} ${answer.data}`)
    const id = /\/checkout\/(pi_\w+)/.exec(answer.headers.location)?.[1]
    return store.service.control.intents().find((each) => each.id === id)!.merchant_reference!
  }
  const comeBack = async (reference: string) =>
    (await store.api.get(`/paycollect/return/${reference}`, { headers: PHONE })).headers.location as string
  const writes = async () =>
    await sql(
      "select (select count(*) from payment_session) as sessions, (select count(*) from payment_collection) as collections, (select count(*) from paycollect_intent) as intents, (select count(*) from paycollect_link_collection) as collections_of_links"
    )
  const soldOut = async () =>
    await sql("update inventory_level set stocked_quantity = 0, raw_stocked_quantity = ?", ['{"value": "0"}'])

  it("that was left behind is paid by its link, and becomes exactly one order", async () => {
    const guest = await leftBehind()
    const link = await linkOf(guest)
    expect(link).toMatchObject({ cart_id: guest.cartId, order_id: null, state: "payable", missing: [] })
    expect(link.owed).toBe(link.amount)
    expect(link.customer.email).toBe("mireille@example.com")

    const page = await open(link)
    expect(page.status).toBe(200)
    expect(page.data).toContain("Hello Mireille,")
    expect(page.data).toContain("×\u00A02")
    expect(page.data).not.toMatch(/Essomba|example\.com|cart_|Order /)
    const reference = referenceAt(await press(link))
    expect(await merchant.intent(reference)).toMatchObject({
      amount: link.owed,
      cart_id: guest.cartId,
      provider_id: MOBILE_MONEY,
    })
    expect(await sql("select id from account_holder")).toEqual([])
    merchant.pay(reference)
    expect(pathOf(await comeBack(reference))).toBe(pathOf(link.url!))
    const orders = await guest.orders()
    expect(orders).toHaveLength(1)
    expect((await open(link)).data).toContain("Payment received")
    expect(await shown(`cart_id=${guest.cartId}`)).toMatchObject([
      { id: link.id, state: "paid", order_id: orders[0], paid_at: expect.any(String) },
    ])
    // The order's page shows it, too.
    expect((await shown(`order_id=${orders[0]}`)).map(({ id }) => id)).toEqual([link.id])
    expect(told.map(({ name }) => name)).toEqual(["paycollect.link.created", "paycollect.link.paid"])
    expect(told[0]!.data).toMatchObject({ id: link.id, cart_id: guest.cartId, order_id: null })
    expect(told[1]!.data).toMatchObject({ id: link.id, cart_id: guest.cartId, order_id: orders[0] })
    expect(JSON.stringify(told)).not.toContain(link.url!.slice(-32))
    await merchant.advance(reference)
    await merchant.reconcile()
    expect(await guest.orders()).toEqual(orders)
    expect(await merchant.items(reference)).toEqual([])
    // Nobody is asked for a paid cart again.
    expect((await ask(guest)).data.code).toBe("nothing_owed")
  })

  it("is not mailed by a store that has no provider for e-mails: said before and when it is asked", async () => {
    const link = await linkOf(await leftBehind())
    expect(link).toMatchObject({ mail: "no_provider", mailed_at: null })
    const { status, data } = await merchant.post(`/admin/paycollect/links/${link.id}/mail`)
    expect([status, data.code]).toEqual([409, "no_provider"])
  })

  it("is made an order by the job alone, also after the link has expired", async () => {
    const guest = await leftBehind()
    const link = await linkOf(guest, { days: 1 })
    const reference = referenceAt(await press(link))
    merchant.pay(reference)
    merchant.later(2 * DAY)
    await merchant.reconcile()
    expect(await guest.orders()).toHaveLength(1)
    expect((await open(link)).data).toContain("Payment received")
  })

  it("goes on with the payment that its customer had begun, in any language, and two tabs begin one", async () => {
    const { guest, reference } = await merchant.guestAtCheckout({})
    const link = await linkOf(guest)
    const french = { headers: { ...PHONE, "accept-language": "fr-CM" } }
    const answers = await Promise.all([press(link), press(link)])
    answers.push(await press(link, MOBILE_MONEY, french))
    expect(new Set(answers.map(referenceAt))).toEqual(new Set([reference]))
    expect(store.calls("create_payment_intent")).toHaveLength(1)
    merchant.pay(reference)
    await comeBack(reference)
    expect(await guest.orders()).toHaveLength(1)
  })

  it("asks before a payment is begun beside its customer's own, and goes on with that, back to the link's page", async () => {
    const { guest, reference } = await merchant.guestAtCheckout({})
    const link = await linkOf(guest)
    const { headers } = await press(link, CARD)
    const question = await store.api.get(pathOf(link.url!) + headers.location, { headers: PHONE })
    expect(question.data).toContain("A payment of this is already open")
    const forms = [...question.data.matchAll(/<form.*?<\/form>/g)].map(([form]) => form as string)
    expect(forms[0]).toContain("Go on by mobile money")
    expect(forms[0]).toContain(`value="${MOBILE_MONEY}"`)
    expect(question.data).not.toContain(guest.cartId)

    expect(referenceAt(await press(link, MOBILE_MONEY, { anew: "1" }))).toBe(reference)
    expect(store.calls("create_payment_intent")).toHaveLength(1)
    merchant.pay(reference)
    expect(pathOf(await comeBack(reference))).toBe(pathOf(link.url!))
    expect(await guest.orders()).toHaveLength(1)
    expect(await merchant.items(reference)).toEqual([])
  })

  it("leads back to the link's page who goes on there with her own payment that is being confirmed", async () => {
    const { guest, reference } = await merchant.guestAtCheckout({})
    const link = await linkOf(guest)
    store.service.control.moveState(reference, "processing", { webhook: false })
    await merchant.advance(reference)
    expect(referenceAt(await press(link))).toBe(reference)
    merchant.pay(reference)
    merchant.later(MINUTE)
    expect(pathOf(await comeBack(reference))).toBe(pathOf(link.url!))
    expect(await guest.orders()).toHaveLength(1)
  })

  it("waits without naming cart or payment, and advances by the page's own token", async () => {
    const guest = await leftBehind()
    const link = await linkOf(guest)
    const reference = referenceAt(await press(link))
    store.service.control.moveState(reference, "processing", { webhook: false })
    await merchant.advance(reference)
    const waiting = await open(link)
    expect(waiting.data).toContain("Your payment is being confirmed")
    expect(waiting.data).not.toContain(guest.cartId)
    const token = link.url!.slice(-32)
    expect(waiting.data).toContain(`url=${BACKEND_URL}/paycollect/return/${token}?lang=en`)
    expect(referenceAt(await press(link))).toBe(reference)
    store.service.control.moveState(reference, "succeeded", { webhook: false })
    merchant.later(60_000)
    const { headers } = await store.api.get(`/paycollect/return/${token}?lang=fr`, { headers: PHONE })
    expect(pathOf(headers.location)).toBe(`${pathOf(link.url!)}?lang=fr`)
    expect(await guest.orders()).toHaveLength(1)
  })

  it("leads a customer who pays at the storefront after all back to the storefront", async () => {
    const guest = await leftBehind()
    const link = await linkOf(guest)
    const reference = referenceAt(await press(link))
    expect((await guest.startPayment()).merchant_reference).toBe(reference)
    merchant.pay(reference)
    expect(String(await comeBack(reference))).not.toContain("/paycollect/pay/")
    expect(await guest.orders()).toHaveLength(1)
    expect((await open(link)).data).toContain("Payment received")
  })

  describe("has no link", () => {
    const refused = async (answer: AxiosResponse, status: number, facts: object) => {
      expect([answer.status, answer.data]).toMatchObject([status, facts])
      expect(answer.data.message).toContain("No link was made and nothing was changed.")
      expect(await sql("select id from paycollect_link")).toEqual([])
    }

    it("when it is not there", async () => {
      const answer = await merchant.post("/admin/paycollect/links", { cart_id: "cart_none" })
      await refused(answer, 404, { code: "no_cart" })
    })
    it("while it lacks contact and delivery: each is named", async () => {
      const { data } = await store.customer().send("post", "/store/carts", {
        region_id: store.regionId("xaf"),
        items: [
          {
            variant_id: (await sql("select id from product_variant where sku = 'COFFEE-250'"))[0]!.id,
            quantity: 1,
          },
        ],
      })
      const answer = await merchant.post("/admin/paycollect/links", { cart_id: data.cart.id })
      await refused(answer, 409, {
        code: "cart_lacks",
        missing: ["first_name", "last_name", "email or phone", "delivery_address", "delivery_method"],
        message: expect.stringContaining("a way of delivery for all of its goods"),
      })
    })
    it("while its goods are sold out: which ones is said", async () => {
      const guest = await leftBehind()
      await soldOut()
      const answer = await ask(guest)
      await refused(answer, 409, { code: "cart_lacks", missing: ["stock"], short: [expect.any(String)] })
      expect(answer.data.message).toContain(answer.data.short[0])
    })
    it("while a payment of it is under way, or its money is examined", async () => {
      const { guest, reference } = await merchant.guestAtCheckout({})
      store.service.control.moveState(reference, "processing", { webhook: false })
      await merchant.advance(reference)
      await refused(await ask(guest), 409, { code: "under_way" })
      await guest.changeQuantity(5)
      merchant.pay(reference)
      await merchant.advance(reference)
      expect(await merchant.items(reference)).toMatchObject([{ reason: "late_payment" }])
      await refused(await ask(guest), 409, { code: "attention" })
    })
    it("where its region offers none of our providers", async () => {
      const guest = await leftBehind()
      await sql(
        "update region_payment_provider set deleted_at = now() where payment_provider_id like 'pp_paycollect%'"
      )
      await refused(await ask(guest), 409, { code: "no_provider" })
    })
    it.each([
      ["cart and order", { cart_id: "cart_1", order_id: "order_1" }],
      ["neither", {}],
      ["a cart of no name", { cart_id: "" }],
    ])("of a body with %s", async (_, body) => {
      expect((await merchant.post("/admin/paycollect/links", body)).status).toBe(400)
      const query = new URLSearchParams(body as Record<string, string>).toString()
      expect((await merchant.get(`/admin/paycollect/links?${query}`)).status).toBe(400)
    })
  })

  it("asks for the prices of now: refreshed when the link is made, and shown before they are charged", async () => {
    const guest = await leftBehind()
    const raise = async (by: number) =>
      await sql(
        `update price set amount = amount + ?::int, raw_amount = jsonb_build_object('value', (amount + ?::int)::text, 'precision', 20) where currency_code = 'xaf'`,
        [by, by]
      )
    const before = BigInt((await linkOf(guest)).owed!)
    await raise(1_000)
    const link = await linkOf(guest)
    expect(BigInt(link.owed!)).toBeGreaterThan(before)
    await raise(500)
    const stale = await press(link)
    expect([stale.status, stale.data]).toEqual([409, expect.stringContaining("has changed")])
    expect(store.calls("create_payment_intent")).toHaveLength(0)
    const [now] = await shown(`cart_id=${guest.cartId}`)
    expect(BigInt(now!.owed!)).toBeGreaterThan(BigInt(link.owed!))
    const reference = referenceAt(await press(link))
    expect(await merchant.intent(reference)).toMatchObject({ amount: now!.owed })
  })

  it("names the currency in which it can be paid where its customer went to another country, and that of her payment", async () => {
    const guest = await leftBehind()
    const link = await linkOf(guest)
    await guest.changeRegion("eur")
    const { total } = await guest.cart()
    const page = (await open(link)).data
    expect(page).toContain(`<p class="sum">€${total.toFixed(2)}</p>`)
    expect(page).toContain("The amount has changed since this link was made.")
    expect(page).not.toContain("XAF")
    const owed = String(total * 100)
    const sums = { owed, amount: owed, currency_code: "eur", exponent: 2 }
    expect(await shown(`cart_id=${guest.cartId}`)).toMatchObject([sums])

    await guest.changeRegion("xaf")
    const reference = referenceAt(await press(link))
    store.service.control.moveState(reference, "processing", { webhook: false })
    await merchant.advance(reference)
    await guest.changeRegion("eur")
    const waits = (await open(link)).data
    expect(waits).toContain("being confirmed")
    expect(waits).toMatch(/<dd>XAF\s[\d,]+<\/dd>/)
    const asked = { owed: null, amount: link.amount, currency_code: "xaf", exponent: 0 }
    expect(await shown(`cart_id=${guest.cartId}`)).toMatchObject([asked])
  })

  it("of which some goods have no price any more has no link, and is not charged by the one that it had", async () => {
    const guest = await leftBehind()
    const link = await linkOf(guest)
    await sql("update price set deleted_at = now() where currency_code = 'xaf'")
    expect((await ask(guest)).data).toMatchObject({ code: "cart_lacks", missing: ["stock"] })
    const { status, data } = await press(link)
    expect([status, data]).toEqual([409, expect.stringContaining("Nothing was charged")])
    expect(store.calls("create_payment_intent")).toHaveLength(0)
  })

  describe("is gone or changed since its link was made:", () => {
    it("other goods: the page says so, and asks for what they cost", async () => {
      const guest = await leftBehind()
      const link = await linkOf(guest)
      await guest.changeQuantity(4)
      const page = await open(link)
      expect([page.status, page.data]).toEqual([200, expect.stringContaining("The amount has changed")])
      const reference = referenceAt(await press(link))
      const [now] = await shown(`cart_id=${guest.cartId}`)
      expect(await merchant.intent(reference)).toMatchObject({ amount: now!.owed })
      expect(now!.owed).not.toBe(link.owed)
    })
    it("sold out: nothing can be paid until it can be had again", async () => {
      const guest = await leftBehind()
      const link = await linkOf(guest)
      await soldOut()
      const page = await open(link)
      expect([page.status, page.data]).toEqual([200, expect.stringContaining("This cannot be paid just now")])
      expect(page.data).not.toContain("<form")
      const before = await writes()
      expect((await press(link)).status).toBe(409)
      expect(await writes()).toEqual(before)
      expect(await shown(`cart_id=${guest.cartId}`)).toMatchObject([
        { state: "lacking", missing: ["stock"], owed: null },
      ])
      await sql("update inventory_level set stocked_quantity = 100, raw_stocked_quantity = ?", [
        '{"value": "100"}',
      ])
      expect((await press(link)).status).toBe(303)
    })
    it("deleted: 410, and nothing can be paid", async () => {
      const guest = await leftBehind()
      const link = await linkOf(guest)
      await store.container().resolve(Modules.CART).deleteCarts([guest.cartId])
      const page = await open(link)
      expect([page.status, page.data]).toEqual([410, expect.stringContaining("not there any more")])
      expect((await press(link)).status).toBe(410)
      expect(await shown(`cart_id=${guest.cartId}`)).toMatchObject([{ state: "gone" }])
    })
    it("ordered by another way of payment: the link is the order's, and asks for what that owes", async () => {
      const guest = await leftBehind()
      const link = await linkOf(guest)
      const payment_providers = [MOBILE_MONEY, "pp_system_default"]
      await merchant.post(`/admin/regions/${store.regionId("xaf")}`, { payment_providers })
      expect((await guest.tryToPay("pp_system_default")).status).toBe(200)
      expect((await guest.complete()).data.type).toBe("order")
      const [orderId] = await guest.orders()
      // Authorized and not captured: the customer gives the money at the door.
      const [asked] = await shown(`order_id=${orderId}`)
      expect(asked).toMatchObject({ id: link.id, order_id: orderId, state: "nothing_owed" })
      expect((await press(link)).status).toBe(409)
      await merchant.post(`/admin/orders/${orderId}/cancel`)
      expect((await open(link)).status).toBe(410)
      expect((await ask(guest)).data.code).toBe("canceled")
    })
    it("placed and not paid: the order is asked for by the same link, and by no second one", async () => {
      merchant.configure({ pendingOrders: "place" })
      const { guest, reference: first } = await merchant.guestAtCheckout({})
      const link = await linkOf(guest)
      store.service.control.moveState(first, "processing", { webhook: false })
      expect((await guest.complete()).data.type).toBe("order")
      const [order_id] = await guest.orders()
      store.service.control.moveState(first, "failed", { webhook: false })
      await merchant.advance(first)
      const { data } = await merchant.post("/admin/paycollect/links", { order_id })
      expect(data.link).toMatchObject({ id: link.id, url: link.url, order_id, state: "payable" })
      expect(await sql("select id from paycollect_link")).toHaveLength(1)
      const reference = referenceAt(await press(link, CARD))
      expect(reference).not.toContain(guest.cartId)
      merchant.pay(reference)
      await comeBack(reference)
      expect((await open(link)).data).toContain("Payment received")
      expect(await guest.orders()).toEqual([order_id])
    })
  })

  it("is never paid by another provider, nor without an open session of its own afterwards", async () => {
    const guest = await leftBehind()
    const link = await linkOf(guest)
    const before = await writes()
    for (const provider of ["pp_system_default", "pp_paycollect_nobody", "", "__proto__"])
      expect((await press(link, provider)).status).toBe(409)
    expect(await writes()).toEqual(before)
    const reference = referenceAt(await press(link))
    const { payment_collection } = await guest.cart()
    await deletePaymentSessionsWorkflow(store.container()).run({
      input: { ids: payment_collection.payment_sessions.map(({ id }: { id: string }) => id) },
    })
    merchant.pay(reference)
    await comeBack(reference)
    expect(await guest.orders()).toHaveLength(1)
    expect((await open(link)).data).toContain("Payment received")
  })
}
