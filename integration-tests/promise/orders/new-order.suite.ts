import { Modules } from "@medusajs/framework/utils"
import { CARD } from "../../http/support/customer"
import { DAY, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"
import { type Purchase } from "../../../src/payments/purchase"

export const newOrder: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  afterEach(() => jest.restoreAllMocks())

  const rows = async (sql: string, bindings: (string | number)[] = []) =>
    (await store.db.raw(sql, bindings)).rows as Record<string, unknown>[]
  const stockTo = async (stocked: number) =>
    await rows("update inventory_level set stocked_quantity = ?, raw_stocked_quantity = ?", [
      stocked,
      JSON.stringify({ value: String(stocked), precision: 20 }),
    ])

  /** Paid for a cart that costs something else now. */
  const lateMoney = async () => {
    const { guest, reference, id, amount: came } = await desk.lateMoney()
    const amount = String(came)
    return { guest, reference, id, amount, orderId: `order_${id.split("_")[1]}` }
  }
  const path = (id: string) => `/admin/paycollect/intents/${id}/new-order`
  const make = async (id: string) => await merchant.post(path(id))
  const orders = async () => await rows('select id, is_draft_order from "order" where deleted_at is null')
  const reserved = async () =>
    await rows("select quantity, line_item_id from reservation_item where deleted_at is null")
  const captures = async () => await rows("select id from capture where deleted_at is null")
  /** One order that has the money, and reserved its goods once. */
  const isDone = async ({ reference, orderId, amount }: Awaited<ReturnType<typeof lateMoney>>) => {
    expect(await orders()).toEqual([{ id: orderId, is_draft_order: false }])
    expect(await store.moneyOf(orderId)).toMatchObject({
      ...{ payment_status: "captured", captured: amount, total: amount, refunded: "0" },
    })
    expect(await captures()).toHaveLength(1)
    expect(await reserved()).toHaveLength(1)
    expect(await merchant.items(reference)).toMatchObject([{ status: "resolved", resolved_by: "paycollect" }])
    expect((await merchant.history(reference)).filter((type) => type === "order_made")).toHaveLength(1)
  }

  it("makes one order of late money, as the preview said, and a repeat answers with the same", async () => {
    const late = await lateMoney()
    const charges = store.calls("create_payment_intent").length
    const preview = (await merchant.get(path(late.id))).data
    expect(preview).toMatchObject({ order_id: null, by_name: false, total: late.amount })
    expect(preview.lines).toMatchObject([{ quantity: expect.any(Number), short: false }])
    const sum = [...preview.lines, ...preview.delivery].reduce(
      (all, { price, quantity = 1 }) => all + BigInt(price) * BigInt(quantity),
      0n
    )
    expect(sum.toString()).toBe(late.amount)
    expect(await orders()).toEqual([])

    for (const _ of [1, 2]) {
      const { status, data } = await make(late.id)
      expect([status, data.result]).toMatchObject([200, { status: "succeeded", order_id: late.orderId }])
    }
    await isDone(late)
    expect(store.calls("create_payment_intent")).toHaveLength(charges)
    const order = (await merchant.get(`/admin/orders/${late.orderId}`)).data.order
    expect(order.items).toMatchObject([
      { quantity: preview.lines[0].quantity, variant_id: expect.any(String) },
    ])
    expect(order).toMatchObject({
      shipping_address: { city: "Yaoundé" },
      shipping_methods: [expect.any(Object)],
    })
    expect(await rows('select email from "order"')).toEqual([{ email: "mireille@example.com" }])
  })

  it("sends it where the customer said last, also where she pays the payment that was begun before; the preview shows it", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const { shipping_address } = (await guest.send("get", `/store/carts/${guest.cartId}`)).data.cart
    const { first_name, last_name, phone, country_code } = shipping_address
    const moved = {
      ...{ first_name, last_name, phone, country_code },
      ...{ address_1: "Rue Joffre", city: "Douala", postal_code: "1234" },
    }
    const before = await merchant.intent(reference)
    await guest.send("post", `/store/carts/${guest.cartId}`, { shipping_address: moved })
    expect((await guest.startPayment()).merchant_reference).toBe(reference)
    expect((await merchant.intent(reference)).fingerprint).toBe(before.fingerprint)
    await guest.changeQuantity(5)
    merchant.pay(reference)
    await merchant.advance(reference)

    expect((await merchant.get(path(before.id))).data).toMatchObject({
      email: "mireille@example.com",
      shipping_address: moved,
    })
    const { order_id } = (await make(before.id)).data.result
    const { order } = (await merchant.get(`/admin/orders/${order_id}`)).data
    expect(order.shipping_address).toMatchObject(moved)
  })

  it("takes the order back where its money went elsewhere while it was made, and says so", async () => {
    const late = await lateMoney()
    const { ledger } = merchant.paycollect()
    const record = ledger.record.bind(ledger)
    jest.spyOn(ledger, "record").mockImplementation(async (id, event) => {
      await record(id, event)
      // What the service says of it at that moment.
      if (event.type === "order_made") await ledger.reversedTo(await ledger.byId(id), 1n)
    })
    const { status, data } = await make(late.id)
    expect([status, data.code]).toEqual([400, "paycollect_assignment_order_canceled"])
    expect(await rows('select id, status from "order"')).toEqual([{ id: late.orderId, status: "canceled" }])
    expect(await reserved()).toEqual([])
    expect(await merchant.items(late.reference)).toMatchObject([{ status: "open" }])
    expect(await merchant.history(late.reference)).toContain("order_canceled")
  })

  it("makes none of money that its cart took a moment ago", async () => {
    const late = await lateMoney()
    await rows("update paycollect_intent set used_by_session_id = 'payses_1', updated_at = ? where id = ?", [
      new Date(merchant.paycollect().clock.now()).toISOString(),
      late.id,
    ])
    expect((await make(late.id)).data.code).toBe("paycollect_assignment_in_progress")
    expect(await orders()).toEqual([])
    await rows("update paycollect_intent set used_by_session_id = null where id = ?", [late.id])
  })

  it("says that it stands unpaid where it could not be paid yet, and goes on with it the next time", async () => {
    const late = await lateMoney()
    jest.spyOn(merchant.paycollect().assignments, "begin").mockResolvedValueOnce(null)
    const { status, data } = await make(late.id)
    expect([status, data.code]).toEqual([400, "paycollect_assignment_order_stands"])
    expect(await orders()).toEqual([{ id: late.orderId, is_draft_order: false }])
    expect((await make(late.id)).data.result).toMatchObject({ order_id: late.orderId })
    await isDone(late)
  })

  it("makes one of two clicks at once", async () => {
    const late = await lateMoney()
    const answers = await Promise.all([make(late.id), make(late.id)])
    for (const { status, data } of answers)
      expect([status, data.code ?? data.result.order_id]).toEqual(
        status === 200 ? [200, late.orderId] : [400, "paycollect_assignment_in_progress"]
      )
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    await isDone(late)
  })

  it("goes on with the order where it was cut off before the booking: unpaid until then, and listed", async () => {
    const late = await lateMoney()
    const { assignments } = merchant.paycollect()
    jest.spyOn(assignments, "begin").mockRejectedValueOnce(new Error("killed"))
    expect((await make(late.id)).status).toBe(500)
    expect(await orders()).toEqual([{ id: late.orderId, is_draft_order: false }])
    expect(await store.moneyOf(late.orderId)).toMatchObject({ payment_status: "not_paid", captured: "0" })
    expect(await merchant.items(late.reference)).toMatchObject([{ status: "open" }])

    await stockTo(0)
    const preview = (await merchant.get(path(late.id))).data
    expect([preview.order_id, preview.lines[0].short]).toEqual([late.orderId, false])
    expect((await make(late.id)).data.result).toMatchObject({ order_id: late.orderId })
    await isDone(late)
  })

  describe("takes the order back that was cut off before it had its money, which", () => {
    type Late = Awaited<ReturnType<typeof lateMoney>>
    const killed = async ({ id }: Late, draft: boolean) => {
      if (draft)
        jest
          .spyOn(store.container().resolve(Modules.ORDER), "updateOrders")
          .mockRejectedValueOnce(new Error("killed") as never)
      else jest.spyOn(merchant.paycollect().ledger, "record").mockRejectedValueOnce(new Error("killed"))
      // Of a killed process nothing is compensated.
      const kept = jest.spyOn(store.container().resolve(Modules.INVENTORY), "deleteReservationItems")
      kept.mockResolvedValue(undefined)
      expect((await make(id)).status).not.toBe(200)
      kept.mockRestore()
    }
    const givenAway = async ({ id, amount }: Late) =>
      await desk.assign(id, await desk.byTelephone(Number(amount)))
    const givenBack = async ({ reference }: Late) =>
      await merchant.resolve((await merchant.items(reference))[0]!, "by hand")
    const reversed = async ({ id, reference }: Late) => {
      store.service.control.reverse(reference, { webhook: false })
      merchant.later(DAY)
      return await merchant.post(`/admin/paycollect/intents/${id}/verify`)
    }
    const statusOf = async ({ orderId }: Late) =>
      (await rows('select status from "order" where id = ?', [orderId]))[0]!.status

    describe.each([
      ["was made", false],
      ["is a draft, whose goods are free then,", true],
    ])("%s and", (_, draft) => {
      it.each<[string, (money: Late) => Promise<{ status: number }>]>([
        ["is refunded from the list", ({ id }) => desk.refundFromList(id)],
        ["is refunded from the list in part", ({ id }) => desk.refundFromList(id, { amount: "100" })],
        ["a person gave back by hand", givenBack],
        ["is given to another order", givenAway],
        ["the service took back", reversed],
      ])("%s", async (_, goesElsewhere) => {
        merchant.configure({ refunds: "manual" })
        const late = await lateMoney()
        await killed(late, draft)
        expect(await orders()).toEqual([{ id: late.orderId, is_draft_order: draft }])
        expect(await reserved()).toHaveLength(1)
        expect((await goesElsewhere(late)).status).toBe(200)
        const [made] = await rows('select status from "order" where id = ?', [late.orderId])
        expect([made, await reserved()]).toEqual([{ status: draft ? "draft" : "canceled" }, []])
        expect((await make(late.id)).status).toBe(400)
      })
    })

    it.each([
      ["a person gave back by hand", givenBack],
      ["is given to another order", givenAway],
    ])("%s, also where core was kept from it at first", async (_, goesElsewhere) => {
      const late = await lateMoney()
      await killed(late, false)
      jest
        .spyOn(store.container().resolve(Modules.ORDER), "cancel")
        .mockRejectedValueOnce(new Error("Timed-out acquiring lock.") as never)
      await goesElsewhere(late)
      const [item] = await merchant.items(late.reference)
      expect([await statusOf(late), item]).toMatchObject(["pending", { status: "open" }])
      if (goesElsewhere === givenBack) expect((await givenBack(late)).status).toBe(200)
      else await merchant.advance(late.reference)
      expect(await merchant.items(late.reference)).toMatchObject([{ status: "resolved" }])
      expect([await statusOf(late), await reserved()]).toEqual(["canceled", []])
    })

    it("pays its cart after all", async () => {
      const late = await lateMoney()
      await killed(late, false)
      await late.guest.changeQuantity(2)
      expect((await late.guest.startPayment()).merchant_reference).toBe(late.reference)
      expect((await late.guest.complete()).data.type).toBe("order")
      await merchant.advance(late.reference)
      const [own] = await late.guest.orders()
      expect(await merchant.intent(late.reference)).toMatchObject({ order_id: own })
      expect([await statusOf(late), await reserved()]).toMatchObject(["canceled", [{}]])
      expect(await captures()).toHaveLength(1)
    })

    it.each<[string, (orderId: string) => Promise<unknown>]>([
      [
        "was paid otherwise and asks for more since",
        async (orderId) => {
          await desk.payAtTheCounter(orderId)
          await desk.edit(orderId, 20)
        },
      ],
      ["has a payment link", (orderId) => desk.linkOf(orderId)],
    ])("but none that %s", async (_, happens) => {
      const late = await lateMoney()
      await killed(late, false)
      await happens(late.orderId)
      const { captured, refunded } = await store.moneyOf(late.orderId)
      expect((await givenBack(late)).status).toBe(200)
      expect(await rows('select status from "order"')).toEqual([{ status: "pending" }])
      expect(await store.moneyOf(late.orderId)).toMatchObject({ captured, refunded })
      expect(await desk.owed(late.orderId)).toBeGreaterThanOrEqual(Number(late.amount))
    })
  })

  it("goes on with a draft that was cut off between its reservation and its conversion, and reserves once", async () => {
    const late = await lateMoney()
    const module = store.container().resolve(Modules.ORDER)
    // Of a killed process nothing is compensated.
    const kept = jest.spyOn(store.container().resolve(Modules.INVENTORY), "deleteReservationItems")
    kept.mockResolvedValue(undefined)
    jest.spyOn(module, "updateOrders").mockRejectedValueOnce(new Error("killed") as never)
    expect((await make(late.id)).status).not.toBe(200)
    kept.mockRestore()
    expect(await orders()).toEqual([{ id: late.orderId, is_draft_order: true }])
    expect(await reserved()).toHaveLength(1)

    expect((await make(late.id)).data.result).toMatchObject({ order_id: late.orderId })
    await isDone(late)
  })

  it("shows what the stock lacks, and makes nothing of it", async () => {
    const late = await lateMoney()
    await stockTo(0)
    expect((await merchant.get(path(late.id))).data.lines).toMatchObject([{ available: 0, short: true }])
    const { status, data } = await make(late.id)
    expect([status, data.code]).toEqual([400, "paycollect_assignment_short"])
    expect(await orders()).toEqual([])
    expect(await merchant.items(late.reference)).toMatchObject([{ status: "open" }])
  })

  it("makes one without what was deleted since: by her e-mail, in another region of the currency, in the shop's channel", async () => {
    const late = await lateMoney()
    const purchase = (await merchant.intent(late.reference)).purchase as unknown as Purchase
    const gone = {
      ...{ customer_id: "cus_gone", region_id: "reg_gone", sales_channel_id: "sc_gone" },
      delivery: purchase.delivery.map(([, ...each]) => ["so_gone", ...each]),
    }
    const changed = JSON.stringify({ ...purchase, ...gone })
    await rows("update paycollect_intent set purchase = ? where id = ?", [changed, late.id])
    expect((await merchant.get(path(late.id))).data.lines).toMatchObject([{ short: false }])
    expect((await make(late.id)).data.result).toMatchObject({ order_id: late.orderId })
    await isDone(late)
    const { order } = (await merchant.get(`/admin/orders/${late.orderId}`)).data
    expect(order).toMatchObject({ region_id: store.regionId("xaf") })
    expect(await rows('select email from "order"')).toEqual([{ email: "mireille@example.com" }])
  })

  it("says what to do where no region sells in its currency any more, and makes nothing", async () => {
    const late = await lateMoney()
    await rows(
      "update region set currency_code = 'usd', deleted_at = case when currency_code = 'xaf' then now() end"
    )
    for (const { status, data } of [await merchant.get(path(late.id)), await make(late.id)])
      expect([status, data.code, data.message]).toEqual([
        400,
        "paycollect_assignment_no_region",
        expect.stringContaining("make a region of it"),
      ])
    expect(await orders()).toEqual([])
    expect(await merchant.items(late.reference)).toMatchObject([{ status: "open" }])
  })

  it("makes one line of a payment of which nothing was written down, and says so before", async () => {
    const late = await lateMoney()
    await rows("update paycollect_intent set purchase = null where id = ?", [late.id])
    const name = expect.stringMatching(/^Payment \w{4}-\w{4}$/)
    expect((await merchant.get(path(late.id))).data).toMatchObject({
      by_name: true,
      lines: [{ name, quantity: 1, price: late.amount, available: null }],
    })
    expect((await make(late.id)).data.result).toMatchObject({ order_id: late.orderId })
    expect(await store.moneyOf(late.orderId)).toMatchObject({
      payment_status: "captured",
      total: late.amount,
    })
    const { items } = (await merchant.get(`/admin/orders/${late.orderId}`)).data.order
    expect(items).toMatchObject([{ title: name, quantity: 1 }])
  })

  it("makes one of the second of two payments, and leaves the first one's as it is", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const second = (await guest.startPayment(CARD)).merchant_reference
    for (const each of [reference, second]) merchant.pay(each)
    for (const each of [reference, second]) await guest.comeBack(each)
    const { id } = await merchant.intent(second)
    const { status, data } = await make(id)
    expect([status, data.result.order_id]).toEqual([200, `order_${id.split("_")[1]}`])
    const [own] = await guest.orders()
    expect(await merchant.intent(reference)).toMatchObject({ order_id: own })
    expect(await orders()).toHaveLength(2)
    expect(await captures()).toHaveLength(2)
  })

  it.each(["manual", "api"] as const)(
    "makes one of what was bought where a refund of all of it was not sent after all (refunds: %s)",
    async (refunds) => {
      merchant.configure({ refunds })
      const late = await lateMoney()
      const { purchase } = await merchant.intent(late.reference)
      const fault = { operation: "create_refund", kind: "drop_after_processing" }
      if (refunds === "api") store.service.control.injectFault(fault as never)
      expect((await desk.refundFromList(late.id)).status).toBe(200)
      expect(await merchant.intent(late.reference)).toMatchObject({ closed_at: expect.any(Date) })
      const [sent] = await desk.openItems(late.reference)
      expect((await merchant.resolve(sent!, "It never left", "not_sent")).status).toBe(200)
      expect(await desk.openReasons(late.reference)).toEqual(["late_payment"])
      expect(await merchant.intent(late.reference)).toMatchObject({ purchase, closed_at: null })
      expect((await merchant.get(path(late.id))).data).toMatchObject({ by_name: false, total: late.amount })
      expect((await make(late.id)).data.result).toMatchObject({ order_id: late.orderId })
      expect(await orders()).toEqual([{ id: late.orderId, is_draft_order: false }])
      expect(await reserved()).toHaveLength(1)
    }
  )

  it("keeps nothing of what was bought once the refunds of all of it are certain", async () => {
    merchant.configure({ refunds: "manual" })
    const late = await lateMoney()
    for (const amount of ["100", undefined]) await desk.refundFromList(late.id, { amount })
    const purchase = async () => (await merchant.intent(late.reference)).purchase
    const [first, second] = await desk.openItems(late.reference)
    await merchant.resolve(first!, "Sent by hand")
    expect(await purchase()).not.toBeNull()
    await merchant.resolve(second!, "Sent by hand", "returned")
    expect(await purchase()).toBeNull()
  })

  it("makes one of money that came after its order was canceled, and leaves that as it is", async () => {
    const { reference, orderId: canceled } = await desk.placed()
    await desk.accepted(`/admin/orders/${canceled}/cancel`)
    merchant.pay(reference)
    await merchant.advance(reference)
    await merchant.oneItem(reference, "paid_after_cancel")
    const { id, amount } = await merchant.intent(reference)
    const orderId = `order_${id.split("_")[1]}`
    for (const _ of [1, 2])
      expect((await make(id)).data.result).toMatchObject({ status: "succeeded", order_id: orderId })
    expect(await store.moneyOf(orderId)).toMatchObject({
      ...{ payment_status: "captured", captured: amount, total: amount, refunded: "0" },
    })
    expect(await store.moneyOf(canceled)).toMatchObject({ captured: "0" })
    expect((await merchant.get(`/admin/orders/${canceled}`)).data.order.status).toBe("canceled")
    expect([await orders(), await captures(), await reserved()].map(({ length }) => length)).toEqual([
      2, 1, 1,
    ])
    expect(await merchant.items(reference)).toMatchObject([{ status: "resolved", resolved_by: "paycollect" }])
  })

  it("names the line in the merchant's language", async () => {
    const late = await lateMoney()
    const { notifications } = (await merchant.paycollect().configuration.current()).options
    merchant.configure({ notifications: { ...notifications, language: "fr" } })
    await rows("update paycollect_intent set purchase = null where id = ?", [late.id])
    const { lines } = (await merchant.get(path(late.id))).data
    expect(lines).toMatchObject([{ name: expect.stringMatching(/^Paiement \w{4}-\w{4}$/) }])
  })

  it("cannot write a second order of a payment, whatever else fails: core keeps to the id", async () => {
    const late = await lateMoney()
    await make(late.id)
    const again = {
      id: late.orderId,
      currency_code: "xaf",
      items: [{ title: "Twice", quantity: 1, unit_price: 1 }],
    }
    const module = store.container().resolve(Modules.ORDER)
    await expect(module.createOrders(again as never)).rejects.toThrow()
    await isDone(late)
  })

  it("makes none of money that is not listed as late or double, or was given to another order", async () => {
    const late = await lateMoney()
    const other = await lateMoney()
    await make(late.id)
    const given = await merchant.post(`/admin/paycollect/intents/${other.id}/assign`, {
      order_id: late.orderId,
    })
    expect(given.data.code).toBe("paycollect_assignment_owes_less")
    const { id } = await merchant.intent((await merchant.guestAtCheckout()).reference)
    for (const { status, data } of [await make(id), await merchant.get(path(id))])
      expect([status, data.code]).toEqual([400, "paycollect_assignment_no_item"])
    await rows("update paycollect_intent set assigned_order_id = 'order_other' where id = ?", [other.id])
    expect((await make(other.id)).data.code).toBe("paycollect_assignment_assigned")
    expect(await orders()).toHaveLength(1)
    await rows("update paycollect_intent set assigned_order_id = null where id = ?", [other.id])
  })
}
