import { type Customer } from "../../http/support/customer"
import { HOUR, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"

/** What a customer does with her account, and a shop with what it knows of her, beside a payment of hers. */
export const customers: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)

  const rows = async (sql: string, bindings: string[] = []) =>
    (await store.db.raw(sql, bindings)).rows as Record<string, string | null>[]
  const ownerOf = async (orderId: string) =>
    (await rows('select email, customer_id from "order" where id = ?', [orderId]))[0]

  let accounts = 0
  const registers = async (customer: Customer) => {
    const credentials = { email: `member${++accounts}@example.com`, password: "a-password" }
    const { data } = await store.api.post("/auth/customer/emailpass/register", credentials)
    const key = { "x-publishable-api-key": store.publishableKey() }
    const headers = { ...key, authorization: `Bearer ${data.token}` }
    const { email } = credentials
    const made = await store.api.post("/store/customers", { email }, { headers })
    await customer.logIn(email, credentials.password)
    return { customer_id: made.data.customer.id as string, email }
  }
  /** What storefronts do at a log-in. */
  const takesCart = async (customer: Customer) => {
    const { status } = await customer.send("post", `/store/carts/${customer.cartId}/customer`, {})
    expect(status).toBe(200)
  }
  const logsIn = async (customer: Customer) => {
    const account = await registers(customer)
    await takesCart(customer)
    return account
  }
  const filled = async () => {
    const customer = store.customer()
    await customer.fillCart({})
    return customer
  }
  const isPaidOnce = async (customer: Customer) => {
    const [orderId, ...others] = await customer.orders()
    expect(others).toEqual([])
    expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured", captured: "8400" })
    expect(await customer.status()).toMatchObject({ status: "succeeded", order_id: orderId })
    return orderId!
  }

  describe("a guest who logs in has her order in her account, paid once: ", () => {
    it("while her payment is open, and told of it when she starts another", async () => {
      const { guest, reference } = await merchant.guestAtCheckout({})
      const account = await logsIn(guest)
      expect((await guest.startPayment()).merchant_reference).not.toBe(reference)
      const { payment_number } = await merchant.intent(reference)
      const stillOpen = (await guest.status()).still_open.payment_number as string
      expect(stillOpen.replace("-", "")).toBe(payment_number)
      merchant.pay(reference)
      await guest.comeBack(reference)
      expect(await ownerOf(await isPaidOnce(guest))).toEqual(account)
    })

    it("between her payment and her return", async () => {
      const { guest, reference } = await merchant.guestAtCheckout({})
      desk.silently(reference, "succeeded")
      const account = await logsIn(guest)
      await guest.comeBack(reference)
      expect(await ownerOf(await isPaidOnce(guest))).toEqual(account)
    })

    it("as her order is made", async () => {
      const { guest, reference } = await merchant.guestAtCheckout({})
      desk.silently(reference, "succeeded")
      const account = await registers(guest)
      await Promise.all([takesCart(guest), guest.complete(), guest.comeBack(reference)])
      await merchant.advance(reference)
      await takesCart(guest)
      const orderId = await isPaidOnce(guest)
      expect([{ ...account }, await guestOf(orderId)]).toContainEqual(await ownerOf(orderId))
    })
    const guestOf = async (orderId: string) => {
      const [guest] = await rows(
        'select c.email, c.id customer_id from customer c join "order" o on o.email = c.email and not c.has_account where o.id = ?',
        [orderId]
      )
      return guest
    }
  })

  it("money that a customer paid pays for the cart that another account took over, and for nothing else", async () => {
    const customer = await filled()
    await logsIn(customer)
    const { merchant_reference: reference } = await customer.startPayment()
    const other = await logsIn(customer)
    const { merchant_reference: second } = await customer.startPayment()
    for (const each of [reference, second]) desk.silently(each, "succeeded")
    for (const each of [reference, second]) await merchant.advance(each)
    expect(await ownerOf(await isPaidOnce(customer))).toEqual(other)
    const reasons = [await desk.openReasons(reference), await desk.openReasons(second)]
    expect(reasons.flat()).toEqual(["duplicate_payment"])
  })

  it("an order that changes hands while it is paid, and asks for its owner's word, is paid once", async () => {
    const { guest, reference, orderId } = await desk.placed()
    const heir = store.customer()
    const { customer_id } = await registers(heir)
    const transfer = `/store/orders/${orderId}/transfer`
    expect((await heir.send("post", `${transfer}/request`, {})).status).toBe(200)
    desk.silently(reference, "succeeded")
    await merchant.advance(reference)
    const action = "select details->>'token' token from order_change_action where order_id = ?"
    const [{ token }] = (await rows(action, [orderId])) as [{ token: string }]
    expect((await heir.send("post", `${transfer}/accept`, { token })).status).toBe(200)
    await merchant.advance(reference)
    expect(await isPaidOnce(guest)).toBe(orderId)
    expect((await ownerOf(orderId))!.customer_id).toBe(customer_id)
    expect(await desk.owed(orderId)).toBe(0)
  })

  it("an order that nobody pays ends by its time, although another account asked to have it", async () => {
    const { guest, reference, orderId } = await desk.placed()
    const heir = store.customer()
    await registers(heir)
    expect((await heir.send("post", `/store/orders/${orderId}/transfer/request`, {})).status).toBe(200)
    for (const hours of [1, 24]) {
      merchant.later(hours * HOUR)
      await merchant.reconcile()
    }
    const { status } = await desk.read(orderId)
    expect({ status, open: await desk.openReasons(reference) }).toEqual({ status: "canceled", open: [] })
    expect(await guest.status()).toMatchObject({ status: "failed" })
  })

  it("what a link took of an order counts as charged at its cart, too", async () => {
    const { guest, orderId } = await desk.placed("failed")
    await desk.payByLink(orderId)
    await desk.edit(orderId, 4)
    expect(await guest.status()).toMatchObject({ status: "failed", charged: true })
  })

  describe("a customer who was erased", () => {
    const deleted = async (id: string) => {
      await desk.removed(`/admin/customers/${id}`)
      // Subscribers hear of it behind the answer.
      for (let looks = 0; looks < 100 && (await ofPerson()).length > 0; looks++)
        await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const ofPerson = async () =>
      await rows(
        "select id from paycollect_intent where jsonb_exists_any(purchase, array['email', 'to', 'billed', 'customer_id'])"
      )
    /** What a shop empties in Medusa, which keeps it when an account is deleted. */
    const emptied = async () => {
      const all = ["first_name", "last_name", "phone", "address_1", "city"].map((each) => `${each} = null`)
      await rows("update cart set email = null")
      await rows('update "order" set email = null')
      await rows(`update cart_address set ${all.join()}`)
      await rows(`update order_address set ${all.join()}`)
      await rows("update customer set email = null, first_name = null, last_name = null, phone = null")
    }
    const ours = async (text: string) =>
      (await store.tablesThatHold(text)).filter((table) => table.startsWith("paycollect"))
    const isForgotten = async ({ email }: { email: string }) => {
      for (const text of [email, "Mireille", "Essomba", "6 70 12 34 56", "Kennedy"])
        expect([text, await ours(text)]).toEqual([text, []])
    }
    const buys = async () => {
      const customer = await filled()
      const account = await logsIn(customer)
      const { merchant_reference: reference } = await customer.startPayment()
      return { customer, account, reference }
    }

    it("has the order of a payment that was open, of nobody, and stands nowhere in our records", async () => {
      const { customer, account, reference } = await buys()
      await deleted(account.customer_id)
      await emptied()
      desk.silently(reference, "succeeded")
      for (let looks = 0; looks < 2; looks++) await merchant.advance(reference)
      expect(await ownerOf(await isPaidOnce(customer))).toEqual({ email: null, customer_id: null })
      await isForgotten(account)
    })

    it("has the order that was placed before its money came, and stands nowhere in our records", async () => {
      merchant.configure({ pendingOrders: "place" })
      const { customer, account, reference } = await buys()
      desk.silently(reference, "processing")
      expect((await customer.complete()).data.type).toBe("order")
      await deleted(account.customer_id)
      await emptied()
      desk.silently(reference, "succeeded")
      await merchant.advance(reference)
      await isPaidOnce(customer)
      await isForgotten(account)
    })

    const listed = async () => {
      const bought = await buys()
      await bought.customer.changeQuantity(5)
      desk.silently(bought.reference, "succeeded")
      await merchant.advance(bought.reference)
      expect(await desk.openReasons(bought.reference)).toEqual(["late_payment"])
      const { id } = await merchant.intent(bought.reference)
      return { ...bought, id, path: `/admin/paycollect/intents/${id}/new-order` }
    }

    it("is told so where she starts a payment with the token of her account", async () => {
      const customer = await filled()
      const { customer_id } = await logsIn(customer)
      await desk.removed(`/admin/customers/${customer_id}`)
      const { status, data } = await customer.tryToPay()
      expect([status, data]).toMatchObject([
        401,
        { message: expect.stringContaining("account"), charged: false },
      ])
      const asked = await customer.tryToPay(undefined, { answer_refusal: true })
      expect(asked.data).toMatchObject({ refusal: { status: 401 } })
    })

    it("is asked for no money by the link of an order that names nobody any more", async () => {
      const orderId = await desk.byTelephone(5_000)
      const { id, state } = await desk.linkOf(orderId)
      expect(state).toBe("payable")
      await emptied()
      const { data } = await merchant.get(`/admin/paycollect/links?order_id=${orderId}`)
      expect(data.links).toMatchObject([
        { id, state: "lacking", missing: ["first_name", "last_name", "email or phone"] },
      ])
    })

    it("is named by no order that is made of her money later", async () => {
      const { account, path, reference } = await listed()
      await deleted(account.customer_id)
      await emptied()
      await isForgotten(account)
      expect((await merchant.get(path)).data).toMatchObject({ by_name: false, total: "8400" })
      const { result } = await desk.accepted(path)
      expect(await store.moneyOf(result.order_id)).toMatchObject({ captured: "8400", total: "8400" })
      expect((await ownerOf(result.order_id))!.email).toBeNull()
      expect(await desk.openItems(reference)).toEqual([])
      await isForgotten(account)
    })

    it("whose account alone was deleted has her goods sent where her cart says", async () => {
      const { account, path } = await listed()
      await deleted(account.customer_id)
      await isForgotten(account)
      const shown = (await merchant.get(path)).data
      expect(shown).toMatchObject({ email: account.email, shipping_address: { city: "Yaoundé" } })
      const { result } = await desk.accepted(path)
      expect((await ownerOf(result.order_id))!.email).toBe(account.email)
    })
  })
}
