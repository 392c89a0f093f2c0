import { Modules } from "@medusajs/framework/utils"
import { CARD, nextPerson } from "../../http/support/customer"
import { plain, withMails } from "../../http/support/mails"
import { DAY, HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { messageCustomers } from "../../../src/features/messages/send"
import { formatPaymentNumber } from "../../../src/payments/names"
import { type PluginOptions } from "../../../src/settings/options-schema"
import { type Suite } from "../../http/support/suites"

export const customerMessages: Suite = (store) => {
  const merchant = withMerchant(store)
  beforeEach(() => merchant.configure({ refunds: "manual" }))
  const { mails, job } = withMails(store, merchant)
  const tell = (more: Partial<PluginOptions["messages"]> = {}) =>
    merchant.configure({
      messages: { received: true, returned: true, receipt: true, channel: "email", ...more },
    })
  const kinds = () => mails().map(({ data }) => data.kind)
  const rows = async () =>
    (await store.db.raw("select kind, outcome from paycollect_notice order by created_at")).rows as {
      kind: string
      outcome: string
    }[]

  /** Everybody is somebody else: three messages a day are all that one has. */
  const atCheckout = async (setup: Parameters<typeof merchant.guestAtCheckout>[0] = {}) => {
    const { email, phone } = nextPerson()
    const found = await merchant.guestAtCheckout({ email, address: { phone }, ...setup })
    return { ...found, email, phone }
  }
  const bought = async (setup?: Parameters<typeof atCheckout>[0]) => {
    const purchase = await atCheckout(setup)
    merchant.pay(purchase.reference)
    await purchase.guest.comeBack(purchase.reference)
    expect(await purchase.guest.orders()).toHaveLength(1)
    return purchase
  }
  const latePayment = async (setup?: Parameters<typeof atCheckout>[0]) => {
    const purchase = await atCheckout(setup)
    await purchase.guest.changeQuantity(5)
    merchant.pay(purchase.reference)
    await merchant.advance(purchase.reference)
    return purchase
  }

  it("says nothing unless the shop wants it, and then only what happened within the hour", async () => {
    await bought()
    await latePayment()
    await job()
    expect(mails()).toEqual([])
    merchant.later(HOUR + MINUTE)
    tell()
    await job()
    expect(mails()).toEqual([])
  })

  it("sends a receipt to the contact that the service was given, once, with a page that shows nothing of her", async () => {
    tell()
    const { email, phone, guest, reference } = await bought()
    await Promise.all([job(), job()])
    await job()
    expect(mails()).toHaveLength(1)
    const [mail] = mails()
    const { payment_number, amount } = await merchant.intent(reference)
    const number = formatPaymentNumber(payment_number)
    expect(mail).toMatchObject({
      to: email,
      channel: "email",
      template: "paycollect-receipt",
      data: {
        kind: "receipt",
        language: "en",
        payment_number: number,
        first_name: "Mireille",
        amount: { minor: amount },
      },
    })
    const { display_id } = (await merchant.get(`/admin/orders/${(await guest.orders())[0]}`)).data.order
    expect(mail!.data.order_number).toBe(display_id)
    expect(plain(mail!.text)).toContain(`Payment number: ${number}`)
    const url = String(mail!.data.url)
    const page = await store.api.get(new URL(url).pathname)
    expect(page.status).toBe(200)
    expect(page.data).toContain(number)
    expect(page.data).toContain(`#${display_id}`)
    for (const personal of [email, "Essomba", "Kennedy", "+237", phone, guest.cartId]) {
      expect(page.data).not.toContain(personal)
      expect(url).not.toContain(personal)
    }
    const another = new URL(url).pathname.replace(/.$/, (last) => (last === "A" ? "B" : "A"))
    expect((await store.api.get(another)).status).toBe(404)
    const [orderId] = await guest.orders()
    expect((await merchant.post(`/admin/orders/${orderId}/cancel`)).status).toBe(200)
    const canceled = (await store.api.get(new URL(url).pathname)).data as string
    expect(canceled).toContain("The order was canceled")
    expect(canceled).toContain("Refunded: ")
    expect(canceled).not.toContain("If you paid before")
    expect(await rows()).toEqual([{ kind: "receipt", outcome: "sent" }])
    expect(await store.tablesThatHold(email.replace("@", "%40"))).toEqual([])
  })

  it.each([
    ["by the service's dashboard", "sent"],
    ["another way", "returned"],
  ] as const)("says that money is being looked at, and later that it was given back %s", async (_, money) => {
    tell()
    const { guest, reference, email } = await latePayment()
    await job()
    expect(mails()).toMatchObject([
      { to: email, template: "paycollect-payment-received", data: { url: null, order_number: null } },
    ])
    const { id, amount } = await merchant.intent(reference)
    const wish = { reason: "other", key: "spec-messages" }
    expect((await merchant.post(`/admin/paycollect/intents/${id}/refund`, wish)).status).toBe(200)
    await job()
    expect(kinds()).toEqual(["payment_received"])
    const due = (await merchant.items(reference)).find(({ category }) => category === "refund")!
    await merchant.resolve(due, "Sent from the till", money)
    await job()
    await job()
    expect(kinds()).toEqual(["payment_received", "payment_returned"])
    expect(mails()[1]).toMatchObject({
      template: "paycollect-payment-returned",
      data: { amount: { minor: amount } },
    })
    expect(await guest.orders()).toEqual([])
  })

  it("says that the fee which she bore is not given back", async () => {
    tell()
    merchant.configure({ feeBearer: "customer" })
    const { guest, reference } = await atCheckout()
    await guest.changeQuantity(5)
    merchant.pay(reference)
    const { amount } = await merchant.intent(reference)
    store.service.control.overrideVerify(reference, { amount: String(Number(amount) + 40) })
    await merchant.advance(reference)
    await job()
    await merchant.resolve(await merchant.oneItem(reference, "late_payment"), "From the till", "returned")
    await job()
    expect(mails()).toMatchObject([
      { data: { kind: "payment_received", amount: { minor: String(Number(amount) + 40) } } },
      { data: { kind: "payment_returned", amount: { minor: amount } } },
    ])
    for (const { text } of mails())
      expect(plain(text)).toContain("The fee went to the payment service and is not given back.")
    expect((await guest.status()).payments).toMatchObject([
      { outcome: "returned", amount, without_fee: true },
    ])
  })

  it("says nothing of a refund that was not sent: the money is on the list again, and may be refunded anew", async () => {
    tell()
    const { reference } = await latePayment()
    const { id, amount } = await merchant.intent(reference)
    const refund = async (key: string) =>
      (await merchant.post(`/admin/paycollect/intents/${id}/refund`, { reason: "other", key })).data.refund
    const open = async () => (await merchant.items(reference)).filter(({ status }) => status === "open")
    expect(await refund("spec-not-sent")).toMatchObject({ status: "due" })
    const [due] = await open()
    const said = await merchant.post(`/admin/paycollect/intents/${id}/resolve`, {
      ...{ attention_id: due!.id, note: "It failed at the service" },
    })
    expect([said.status, said.data.message]).toEqual([
      400,
      expect.stringContaining("sent, not_sent, returned;"),
    ])
    expect((await merchant.resolve(due!, "It failed at the service", "not_sent")).status).toBe(200)
    expect(await open()).toMatchObject([{ category: "money", reason: "late_payment" }])
    const told = merchant.told("paycollect.attention.opened", reference)
    expect(told.map(({ data }) => data.reason)).toEqual(["late_payment", "refund_due", "late_payment"])
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "0", closed_at: null })
    await job()
    expect(kinds()).toEqual(["payment_received"])
    expect(await refund("spec-anew")).toMatchObject({ status: "due", amount })
    expect(await merchant.intent(reference)).toMatchObject({ refunded: amount })
    await merchant.resolve((await open())[0]!, "Sent at the service", "sent")
    await job()
    expect(kinds()).toEqual(["payment_received", "payment_returned"])
  })

  it.each([
    ["returned", ["payment_received", "payment_returned"]],
    ["kept", ["payment_received"]],
  ] as const)(
    "of money that was closed as %s: %j, and no more of what comes to it later",
    async (money, told) => {
      tell()
      const { reference, email } = await latePayment()
      const { id, amount } = await merchant.intent(reference)
      await job()
      await merchant.resolve(
        await merchant.oneItem(reference, "late_payment"),
        "Given back at the till",
        money
      )
      await Promise.all([job(), job()])
      // As where the service says later that more came, or that what it had taken back is there again; and takes that back.
      await store.db.raw(
        `insert into paycollect_entry (intent_id, key, from_account, to_account, amount, currency_code)
       values (:id, 'came:more', 'service', :place, '5', 'xaf'), (:id, 'came:less', :place, 'service', '5', 'xaf')`,
        { id, place: money }
      )
      await job()
      expect(kinds()).toEqual(told)
      expect(mails().at(-1)).toMatchObject({ to: email, data: { amount: { minor: amount } } })
    }
  )

  it("names money of another currency with its decimals, and says nothing of what has none that are known", async () => {
    tell()
    const came = async (currency: string, amount: string) => {
      const { reference } = await atCheckout()
      merchant.pay(reference)
      store.service.control.overrideVerify(reference, { currency, amount })
      await merchant.advance(reference)
      return reference
    }
    const reference = await came("EUR", "1500")
    await came("QQQ", "1500")
    await job()
    const amount = { minor: "1500", currency_code: "eur", exponent: 2 }
    expect(mails()).toMatchObject([{ data: { kind: "payment_received", amount } }])
    expect(plain(mails()[0]!.text)).toContain("15.00")
    const { id } = await merchant.intent(reference)
    const wish = { reason: "other", key: "spec-currency" }
    expect((await merchant.post(`/admin/paycollect/intents/${id}/refund`, wish)).status).toBe(200)
    const due = (await merchant.items(reference)).find(({ category }) => category === "refund")!
    await merchant.resolve(due, "Sent from the till")
    await job()
    expect(mails().slice(1)).toMatchObject([{ data: { kind: "payment_returned", amount } }])
    expect(await rows()).toHaveLength(2)
  })

  it("tells those who stand behind more than are read at once that were told, within the same minute", async () => {
    tell()
    const { reference } = await bought()
    await job()
    const { id } = await merchant.intent(reference)
    await store.db.raw(
      `insert into paycollect_entry (intent_id, key, from_account, to_account, amount, currency_code, created_at, updated_at)
       select intent_id, key || ':' || copy, from_account, to_account, '0', currency_code, created_at, updated_at
       from paycollect_entry, generate_series(1, 100) as copy where intent_id = ? and to_account like 'order:%'`,
      [id]
    )
    await bought()
    await job()
    expect(kinds()).toEqual(["receipt", "receipt"])
  })

  it("tells those who stand behind more than are read at once whom nothing can be told", async () => {
    tell()
    const { reference } = await bought()
    await store.db.raw("update paycollect_intent set contact = null where merchant_reference = ?", [
      reference,
    ])
    const { id } = await merchant.intent(reference)
    await store.db.raw(
      `insert into paycollect_entry (intent_id, key, from_account, to_account, amount, currency_code, created_at, updated_at)
       select intent_id, key || ':' || copy, from_account, to_account, '0', currency_code, created_at, updated_at
       from paycollect_entry, generate_series(1, 250) as copy where intent_id = ? and to_account like 'order:%'`,
      [id]
    )
    const { email } = await bought()
    await job()
    expect(mails()).toMatchObject([{ to: email, data: { kind: "receipt" } }])
  })

  it("goes on behind a payment that cannot be told of, and stops behind a provider that does not answer", async () => {
    tell()
    for (let customers = 0; customers < 3; customers++) await bought()
    const { returnProofs } = merchant.paycollect()
    const read = jest.spyOn(returnProofs, "markOf").mockRejectedValueOnce(new Error("one that is broken"))
    const sending = jest.spyOn(store.container().resolve(Modules.NOTIFICATION), "createNotifications")
    sending.mockImplementationOnce(() => new Promise<never>(() => undefined))
    await messageCustomers(store.container(), { allMs: 30_000, oneMs: 100 })
    expect(sending).toHaveBeenCalledTimes(1)
    expect(await rows()).toEqual([{ kind: "receipt", outcome: "cut_off" }])
    await messageCustomers(store.container(), { allMs: 0, oneMs: 100 })
    expect(sending).toHaveBeenCalledTimes(1)
    await job()
    expect(kinds()).toEqual(["receipt", "receipt"])
    for (const spy of [read, sending]) spy.mockRestore()
  })

  it("speaks French to the customer of a French cart", async () => {
    tell()
    const { guest, reference } = await atCheckout()
    await guest.send("post", `/store/carts/${guest.cartId}`, { locale: "fr-CM" })
    merchant.pay(reference)
    await guest.comeBack(reference)
    await job()
    expect(mails()).toMatchObject([{ data: { kind: "receipt", language: "fr" } }])
    expect(plain(mails()[0]!.text)).toContain("Numéro de paiement :")
  })

  it("never to a contact that was changed since, nor of a payment that did not succeed", async () => {
    tell()
    const changed = await atCheckout()
    await changed.guest.changeQuantity(5)
    await changed.guest.send("post", `/store/carts/${changed.guest.cartId}`, { email: "victim@example.com" })
    merchant.pay(changed.reference)
    await merchant.advance(changed.reference)
    expect(await merchant.items(changed.reference)).toMatchObject([{ reason: "late_payment" }])
    const declined = await atCheckout()
    store.service.control.moveState(declined.reference, "failed")
    await merchant.advance(declined.reference)
    const open = await atCheckout()
    await merchant.advance(open.reference)
    await job()
    expect(mails()).toEqual([])
  })

  it("sends one contact three a day, however many payments it is put into", async () => {
    tell()
    const { email, phone } = nextPerson()
    for (let carts = 0; carts < 4; carts++) await bought({ email, address: { phone } })
    await job()
    await job()
    expect(kinds()).toEqual(["receipt", "receipt", "receipt"])
    merchant.later(DAY + MINUTE)
    await bought({ email, address: { phone } })
    await job()
    expect(mails()).toHaveLength(4)
  })

  it("loses what was cut off while it was sent, and never sends it twice", async () => {
    tell()
    await bought()
    const module = store.container().resolve(Modules.NOTIFICATION)
    const { messages } = merchant.paycollect()
    const ended = jest.spyOn(messages, "ended").mockRejectedValueOnce(new Error("killed"))
    await job()
    ended.mockRestore()
    expect(mails()).toHaveLength(1)
    const sending = jest.spyOn(module, "createNotifications")
    await job()
    expect(sending).not.toHaveBeenCalled()
    expect(await rows()).toEqual([{ kind: "receipt", outcome: "cut_off" }])
    sending.mockRejectedValueOnce(new Error("refused"))
    await bought()
    await job()
    await job()
    expect(mails()).toHaveLength(1)
    expect((await rows())[1]).toEqual({ kind: "receipt", outcome: "failed" })
    sending.mockRestore()
  })

  it("by telephone only to numbers of the countries that the shop sells in", async () => {
    tell({ channel: "sms" })
    const { phone } = await bought()
    await bought({ address: { phone: "+1 212 555 0123" } })
    await job()
    expect(mails()).toMatchObject([{ to: `+237${phone}`, channel: "sms", data: { kind: "receipt" } }])
  })

  it("tells of a second payment that it is being looked at, and of the first one its receipt", async () => {
    tell()
    const { guest, reference } = await atCheckout()
    const { merchant_reference: second } = await guest.startPayment(CARD)
    for (const each of [reference, second]) merchant.pay(each)
    for (const each of [reference, second]) await guest.comeBack(each)
    await job()
    expect(kinds().sort()).toEqual(["payment_received", "receipt"])
  })

  it("says nothing for 10,000 carts with made-up contacts that nobody paid", async () => {
    tell()
    const { guest, reference } = await atCheckout()
    const { id } = await merchant.intent(reference)
    const began = merchant.paycollect().clock.now()
    const copied = async (table: string, changes: string, where: string, key: string) =>
      (
        await store.db.raw(
          `insert into ${table} select made.* from ${table} as one, generate_series(1, 10000) as copy,
           jsonb_populate_record(one, ${changes}) as made where one.${where} = ?`,
          [key]
        )
      ).rowCount as number
    const madeUp = "'made-up-' || copy || '@example.com'"
    const isOwn = `'id', one.id || '-' || copy`
    const cart = `jsonb_build_object(${isOwn}, 'email', ${madeUp})`
    const payment = `jsonb_build_object(${isOwn}, 'merchant_reference', one.merchant_reference || '-' || copy,
      'subject_id', one.subject_id || '-' || copy, 'cart_id', one.cart_id || '-' || copy, 'payment_number', lpad(copy::text, 8, '0'),
      'contact', jsonb_build_object('email', md5(${madeUp}), 'phone', null))`
    expect(await copied("cart", cart, "id", guest.cartId)).toBe(10_000)
    expect(await copied("paycollect_intent", payment, "id", id)).toBe(10_000)
    await job()
    expect(mails()).toEqual([])
    expect(await rows()).toEqual([])
    expect(merchant.paycollect().clock.now() - began).toBeLessThan(30_000)
  })
}
