import { CARD, type Customer } from "../support/customer"
import { MINUTE, withMerchant } from "../support/merchant"
import { BACKEND_URL, STOREFRONT_URL } from "../support/store"
import { type Suite } from "../support/suites"

export const checkoutLink: Suite = (store) => {
  const merchant = withMerchant(store)
  beforeEach(() => merchant.configure({ createIntent: "on_redirect" }))
  const creations = () => store.calls("create_payment_intent").length
  const atCheckout = async (setup?: Parameters<ReturnType<typeof store.customer>["fillCart"]>[0]) => {
    const guest = store.customer()
    await guest.fillCart(setup)
    const session = await guest.startPayment()
    return {
      guest,
      session,
      go: (headers?: Record<string, string>) => guest.goToPay(session.checkout_url!, headers),
    }
  }
  const hosted = (location: unknown) =>
    store.service.control.intents().find(({ checkout_url }) => checkout_url === location)
  const failurePage = (cartId: string, reason?: string) =>
    `${STOREFRONT_URL}/cm/checkout?step=payment&paycollect_status=failed&cart_id=${cartId}${reason ? `&paycollect_reason=${reason}` : ""}`

  it("starts the payment when the customer goes to pay, once, and makes one order of it", async () => {
    const { guest, session, go } = await atCheckout()
    const cart = await guest.cart()
    expect(session).toEqual({
      checkout_url: expect.stringMatching(
        new RegExp(`^${BACKEND_URL}/paycollect/checkout/payses_[0-9A-Z]+\\.${guest.collectionId}$`)
      ),
      merchant_reference: null,
      payment_ref: null,
      service_intent_id: null,
      payment_number: null,
      status: "requires_action",
      amount: String(Math.round(cart.total)),
      currency_code: "xaf",
      exponent: 0,
      fee: null,
      method: null,
      operator: null,
      environment: "test",
    })
    expect(await guest.status()).toMatchObject({ status: "none" })
    expect((await guest.complete()).data).toMatchObject({
      type: "cart",
      error: { type: "payment_requires_more_error", message: expect.stringContaining("not_started") },
    })
    expect(store.calls()).toEqual([])

    const answers = await Promise.all([go(), go()])
    const [location] = new Set(answers.map(({ headers }) => headers.location as string))
    const intent = hosted(location)!
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(answers[0].headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    })
    expect(intent.request).toMatchObject({
      merchant_reference: `${guest.cartId}-1`,
      redirect_url: expect.stringMatching(
        new RegExp(`^${BACKEND_URL}/paycollect/return/${guest.cartId}-1\\.[\\w-]{22}$`)
      ),
      payment_method_types: ["mobile_money"],
    })
    expect((await go()).headers.location).toBe(location)
    expect(await guest.status()).toMatchObject({ status: "waiting", checkout_url: location })

    store.service.control.moveState(`${guest.cartId}-1`, "succeeded")
    const back = await guest.comeBack(`${guest.cartId}-1`)
    const [orderId, ...more] = await guest.orders()
    expect(more).toEqual([])
    expect(back.headers.location).toContain(`/order/${orderId}/confirmed`)
    expect(await store.moneyOf(orderId!)).toEqual({
      payment_status: "captured",
      captured: session.amount,
      refunded: "0",
      total: session.amount,
    })
    expect(creations()).toBe(1)
    // The back button, to the link: nobody is asked twice for the same money.
    expect((await go()).headers.location).toBe(`${BACKEND_URL}/paycollect/return/${guest.cartId}-1`)
    expect(creations()).toBe(1)
  })

  it.each([
    ["Chrome's prefetch", { "sec-purpose": "prefetch;prerender" }],
    ["Safari's preview", { purpose: "prefetch" }],
    ["Firefox's prefetch", { "x-moz": "prefetch" }],
  ])("starts nothing for %s", async (_, headers) => {
    const { go } = await atCheckout()
    const { status, data } = await go(headers)
    expect({ status, data }).toEqual({ status: 204, data: "" })
    expect(creations()).toBe(0)
  })

  it("starts nothing for whoever asks for the head only", async () => {
    const { session } = await atCheckout()
    const { status } = await store.api.head(new URL(session.checkout_url!).pathname)
    expect(status).toBe(204)
    expect(creations()).toBe(0)
  })

  it("makes a session before there is an address, and leads back to the checkout while it is missing", async () => {
    const { guest, go } = await atCheckout({ address: null })
    const { status, headers } = await go()
    expect({ status, location: headers.location }).toEqual({
      status: 303,
      location: failurePage(guest.cartId),
    })
    expect(store.calls()).toEqual([])
  })

  it("leads back to the checkout when the service is out of reach, and to the next attempt afterwards", async () => {
    const { guest, go } = await atCheckout()
    await store.whileServiceIsDown(async () => {
      expect((await go()).headers.location).toBe(failurePage(guest.cartId, "unavailable"))
    })
    expect(hosted((await go()).headers.location)!.request).toMatchObject({
      merchant_reference: `${guest.cartId}-2`,
    })
  })

  it("says that too many pay at the moment, that the cart changed, and nothing of what the customer has to fill in", async () => {
    const { guest, go } = await atCheckout()
    store.service.control.injectFault({ operation: "create_payment_intent", kind: "rate_limit" })
    expect((await go()).headers.location).toBe(failurePage(guest.cartId, "busy"))
    const changed = await atCheckout()
    await store.db.raw(
      "update payment_session set amount = amount + 1, raw_amount = jsonb_build_object('value', (amount + 1)::text) where payment_collection_id = ?",
      [changed.guest.collectionId]
    )
    expect((await changed.go()).headers.location).toBe(failurePage(changed.guest.cartId, "cart_changed"))
    expect(store.calls("create_payment_intent")).toHaveLength(1)
  })

  it("charges nobody again whose money came before: another session reuses it", async () => {
    const { guest, go } = await atCheckout()
    await go()
    store.service.control.moveState(`${guest.cartId}-1`, "succeeded")
    await merchant.later(20_000)
    const again = await guest.startPayment(CARD)
    expect(again).toMatchObject({ merchant_reference: `${guest.cartId}-1`, status: "succeeded" })
    expect(
      (await guest.goToPay(`${BACKEND_URL}/paycollect/checkout/${await sessionOf(guest.collectionId)}`))
        .headers.location
    ).toBe(`${BACKEND_URL}/paycollect/return/${guest.cartId}-1`)
    expect((await guest.complete()).data).toMatchObject({ type: "order" })
    expect(creations()).toBe(1)
  })

  it("makes the order of money that came by the link of another tab, whichever session is completed", async () => {
    const { guest, go } = await atCheckout()
    await go()
    expect(await guest.startPayment(CARD)).toMatchObject({ merchant_reference: null })
    store.service.control.moveState(`${guest.cartId}-1`, "succeeded")
    expect((await guest.complete()).data).toMatchObject({ type: "order" })
    expect(await guest.orders()).toHaveLength(1)
    expect(creations()).toBe(1)
  })

  it("leads each of two ways that are pressed at once to its own checkout, once", async () => {
    const guest = store.customer()
    await guest.fillCart()
    const phone = (await guest.startPayment()).checkout_url!
    const revive = await store.db.raw(
      "select row_to_json(payment_session) as row from payment_session where payment_collection_id = ?",
      [guest.collectionId]
    )
    const card = (await guest.startPayment(CARD)).checkout_url!
    // What two tabs leave behind that start at once: each deletes only the sessions that it saw before.
    await store.db.raw(
      "insert into payment_session select * from json_populate_record(null::payment_session, ?::json)",
      [JSON.stringify(revive.rows[0].row)]
    )
    const answers = await Promise.all([phone, card, phone, card].map((address) => guest.goToPay(address)))
    const locations = answers.map(({ headers }) => headers.location as string)
    expect([locations[0], locations[1]]).toEqual([locations[2], locations[3]])
    const methods = locations.slice(0, 2).map((location) => hosted(location)!.request.payment_method_types)
    expect(methods).toEqual([["mobile_money"], ["card"]])
    expect(creations()).toBe(2)
    for (const [index, location] of locations.slice(0, 2).entries()) {
      const reference = hosted(location)!.request.merchant_reference
      merchant.pay(reference)
      await merchant.advance(reference)
      if (index === 1) await merchant.oneItem(reference, "duplicate_payment")
    }
    expect(await guest.orders()).toHaveLength(1)
  })

  describe("once another session took its place, it starts nothing and leads to", () => {
    const chosenAnew = async () => {
      const first = await atCheckout()
      const { checkout_url } = await first.guest.startPayment(CARD)
      return { ...first, card: `${first.guest.cartId}-1`, goByCard: () => first.guest.goToPay(checkout_url!) }
    }
    const address = (path: string, status: string, { cartId }: Customer) =>
      `${STOREFRONT_URL}/cm/${path}paycollect_status=${status}&cart_id=${cartId}`

    it("the checkout, where no payment was begun: after another way, and after the cart changed", async () => {
      const { guest, go } = await chosenAnew()
      expect((await go()).headers.location).toBe(failurePage(guest.cartId))
      const changed = await atCheckout()
      await changed.guest.changeQuantity(3)
      expect((await changed.go()).headers.location).toBe(failurePage(changed.guest.cartId))
      expect(creations()).toBe(0)
    })

    it("the payment of the way that was chosen, which waits", async () => {
      const { guest, go, goByCard } = await chosenAnew()
      await goByCard()
      const { status, headers } = await go()
      expect([status, headers.location]).toEqual([303, address("checkout/waiting?", "waiting", guest)])
      expect(headers["cache-control"]).toBe("no-store")
      expect(creations()).toBe(1)
    })

    it("the order that the chosen way paid", async () => {
      const { guest, go, goByCard, card } = await chosenAnew()
      await goByCard()
      merchant.pay(card)
      await merchant.advance(card)
      const [orderId] = await guest.orders()
      const paid = address(`order/${orderId}/confirmed?`, "success", guest)
      expect((await go()).headers.location).toBe(`${paid}&order_id=${orderId}`)
      expect(creations()).toBe(1)
    })

    it("where its money is looked at, and again to the checkout where it failed", async () => {
      const held = await chosenAnew()
      await held.goByCard()
      await held.guest.changeQuantity(3)
      merchant.pay(held.card)
      await merchant.advance(held.card)
      expect((await held.go()).headers.location).toBe(address("checkout/waiting?", "waiting", held.guest))
      const { guest, go, goByCard, card } = await chosenAnew()
      await goByCard()
      store.service.control.moveState(card, "failed", { webhook: false })
      await merchant.advance(card)
      expect((await go()).headers.location).toBe(failurePage(guest.cartId))
      expect(creations()).toBe(2)
    })

    it("a page in her language where the shop has no storefront", async () => {
      const { go } = await chosenAnew()
      merchant.configure({ createIntent: "on_redirect", storefrontUrl: undefined, returnUrls: {} })
      const { status, data } = await go({ "accept-language": "fr" })
      expect([status, data]).toEqual([200, expect.stringContaining("Le paiement n’a pas abouti")])
    })
  })

  it("has nothing to pay for a deleted cart, and an order that is canceled or given back", async () => {
    merchant.configure({ refunds: "manual" })
    const deleted = await atCheckout()
    const replaced = await atCheckout()
    await replaced.guest.startPayment(CARD)
    await store.db.raw("update cart set deleted_at = now() where id = ?", [replaced.guest.cartId])
    await store.db.raw("update cart set deleted_at = now() where id = ?", [deleted.guest.cartId])
    const paid = async () => {
      const buyer = await atCheckout()
      await buyer.go()
      store.service.control.moveState(`${buyer.guest.cartId}-1`, "succeeded")
      await buyer.guest.comeBack(`${buyer.guest.cartId}-1`)
      return buyer
    }
    const canceled = await paid()
    const [orderId] = await canceled.guest.orders()
    await store.db.raw(`update "order" set status = 'canceled' where id = ?`, [orderId!])
    const givenBack = await paid()
    const { rows } = await store.db.raw("select id from payment where payment_collection_id = ?", [
      givenBack.guest.collectionId,
    ])
    expect((await merchant.post(`/admin/payments/${rows[0].id}/refund`)).status).toBe(200)
    const before = creations()

    for (const { go } of [replaced, deleted, canceled, givenBack]) {
      const { status, headers, data } = await go({ "accept-language": "fr" })
      expect(status).toBe(404)
      expect(headers["content-type"]).toContain("text/html")
      expect(data).toContain("Paiement introuvable")
    }
    const strange = [
      ["payses_of_nobody", 404],
      ["payses_%27", 404],
      ["payses_gone.pay_col_of_nobody", 404],
      ["payses_gone.%27", 404],
      ["x".repeat(5_000), 404],
      ["%00", 400],
    ] as const
    for (const [id, expected] of strange) {
      const { status } = await store.api.get(`/paycollect/checkout/${id}`)
      expect([id.slice(0, 20), status]).toEqual([id.slice(0, 20), expected])
    }
    expect(creations()).toBe(before)
  })

  it("leads to the waiting page while money that came is being looked up: nothing more is charged", async () => {
    const { guest, go } = await atCheckout()
    await go()
    const reference = `${guest.cartId}-1`
    merchant.pay(reference)
    await merchant.paycollect().verifier.verify(await merchant.intent(reference), { by: "status" })
    merchant.later(61 * MINUTE)
    const silent = { operation: "verify_payment", kind: "status", status: 503, times: 50 } as const
    store.service.control.injectFault(silent)
    expect((await go()).headers.location).toBe(
      `${STOREFRONT_URL}/cm/checkout/waiting?paycollect_status=waiting&cart_id=${guest.cartId}`
    )
    expect(creations()).toBe(1)
  })

  it("asks first where a corrected name would make another payment beside the one that is open", async () => {
    const { guest, go } = await atCheckout()
    await go()
    const asking = { ask_first: true }
    const again = await guest.startPayment(undefined, asking)
    expect(again).toMatchObject({ merchant_reference: null })
    const name = { first_name: "Other", last_name: "Name", country_code: "cm" }
    await guest.send("post", `/store/carts/${guest.cartId}`, { billing_address: name })
    const { status, data } = await guest.tryToPay(undefined, asking)
    expect([status, data.code]).toEqual([400, "paycollect_payment_open"])
    expect((await guest.startPayment()).merchant_reference).toBeNull()
  })

  const sessionOf = async (collectionId: string) => {
    const { rows } = await store.db.raw(
      "select id from payment_session where payment_collection_id = ? and deleted_at is null",
      [collectionId]
    )
    return (rows as { id: string }[])[0]!.id
  }
}
