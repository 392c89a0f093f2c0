import { createHmac } from "node:crypto"
import { EVENT_SECRET } from "../../http/support/events"
import { DAY, MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { loseRowOf, startElsewhere } from "../../http/support/orphans"
import { type Suite } from "../../http/support/suites"

export const orphanRows: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  beforeEach(() => {
    const { test } = merchant.paycollect().configuration.given.options
    merchant.configure({ test: { ...test, webhookSecret: [EVENT_SECRET] } })
  })

  const send = async (event: unknown, signature?: string) => {
    const body = JSON.stringify(event)
    const right = createHmac("sha256", EVENT_SECRET).update(body).digest("hex")
    const { status } = await store.api.post("/hooks/paycollect", body, {
      headers: { "content-type": "application/json", "x-service-signature": signature ?? `sha256=${right}` },
    })
    return status
  }
  /** As the service tells it (U-07): what the creation named, and nothing that anybody believes. */
  const event = (reference: string, data: object = {}) => {
    const { id, payment_ref, request } = store.service.control.intent(reference)!
    return { event_type: "payment.succeeded", data: { id, payment_ref, metadata: request.metadata, ...data } }
  }
  const loseRow = async (reference: string) => await loseRowOf(store, await merchant.intent(reference))
  const elsewhere = async (reference: string, metadata?: object) =>
    await startElsewhere(store, reference, metadata)
  const rows = async (reference: string) =>
    (await store.db.raw("select id from paycollect_intent where merchant_reference = ?", [reference])).rows
  const verifies = () => store.calls("verify_payment").length
  const feed = async () => {
    const { rows: notes } = await store.db.raw("select data from notification where channel = 'feed'")
    return (notes as { data: { title: string } }[]).map(({ data }) => data.title)
  }

  describe("a payment whose row was lost", () => {
    it("becomes its order by a signed event, by one question, and once whatever comes twice", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      const { amount, payment_number } = await merchant.intent(reference)
      await loseRow(reference)
      merchant.pay(reference)
      const statuses = await Promise.all([1, 2, 3].map(() => send(event(reference, { amount: "1" }))))
      expect(statuses).toEqual([200, 200, 200])
      expect(await guest.orders()).toHaveLength(1)
      expect(await rows(reference)).toHaveLength(1)
      expect(verifies()).toBe(1)
      const row = await merchant.intent(reference)
      expect(row).toMatchObject({
        amount,
        payment_number,
        recovered: "store",
        outcome: "paid",
        attempt: 1,
        cart_id: guest.cartId,
      })
      expect(row.applied_at).not.toBeNull()
      expect((await merchant.history(reference)).slice(0, 2)).toEqual(["recovered", "verified"])
      expect(await merchant.items(reference)).toEqual([])
      const [orderId] = await guest.orders()
      expect(await store.moneyOf(orderId!)).toMatchObject({ captured: amount, total: amount })
    })

    it("becomes its order where its session was lost, too", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await loseRow(reference)
      await store.db.raw("delete from payment_session")
      merchant.pay(reference)
      expect(await send(event(reference))).toBe(200)
      expect(await guest.orders()).toHaveLength(1)
      expect(store.calls("create_payment_intent")).toEqual([])
    })

    it("is written down with the order that it paid before, which stays the only one", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await guest.comeBack(reference)
      const [orderId] = await guest.orders()
      await loseRow(reference)
      expect(await send(event(reference))).toBe(200)
      expect(await guest.orders()).toEqual([orderId])
      expect(await merchant.intent(reference)).toMatchObject({ order_id: orderId, recovered: "store" })
      expect(await merchant.items(reference)).toEqual([])
    })

    it.each([
      ["its order", {}, true, "paid"],
      ["its order", { amount: "300" }, false, "paid"],
      ["the order that it was given to", {}, false, "paid"],
      ["the order that it was given to", { amount: "300" }, true, "paid"],
      ["its order", {}, false, "reversedTo"],
      ["its order", { amount: "300" }, true, "reversedTo"],
      ["the order that it was given to", {}, false, "reversedTo"],
    ] as const)(
      "is %s's where its process died before it judged what is gone of it (%j, told once more: %s, in %s)",
      async (whose, part, byEvent, step) => {
        const isGiven = whose !== "its order"
        const { reference, amount, ...money } = await (isGiven ? desk.lateMoney() : desk.bought())
        const orderId = "orderId" in money ? money.orderId : await desk.byTelephone(amount)
        if (!("orderId" in money)) expect((await desk.assign(money.id, orderId)).status).toBe(200)
        await loseRow(reference)
        const whole = { status: "charged_back" } as const
        store.service.control.reverse(reference, { ...("amount" in part ? part : whole), webhook: false })
        const killed = jest.spyOn(merchant.paycollect().ledger, step)
        killed.mockRejectedValueOnce(new Error("killed"))
        expect(await send(event(reference))).toBe(500)
        killed.mockRestore()
        const left = step === "paid" ? { outcome: "waiting", came: "0" } : { outcome: "paid", reversed: "0" }
        expect(await merchant.intent(reference)).toMatchObject(left)

        merchant.later(2 * MINUTE)
        if (byEvent) expect(await send(event(reference))).toBe(200)
        await merchant.reconcile()
        await merchant.reconcile()
        expect(await merchant.intent(reference)).toMatchObject({
          ...{ outcome: "paid", order_id: orderId, came: String(amount) },
          reversed: "amount" in part ? part.amount : String(amount),
        })
        expect(await desk.openReasons(reference)).toEqual(["reversed"])
        expect(await desk.owed(orderId)).toBe(0)
      }
    )

    it("late_payment: is one item where its cart costs something else now", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await loseRow(reference)
      await guest.changeQuantity(3)
      merchant.pay(reference)
      expect(await send(event(reference))).toBe(200)
      expect(await guest.orders()).toEqual([])
      await merchant.oneItem(reference, "late_payment")
    })

    it("pays with the customer's fee on top, as it would have", async () => {
      merchant.configure({ feeBearer: "customer" })
      const { guest, reference } = await merchant.guestAtCheckout()
      const { amount } = await merchant.intent(reference)
      await loseRow(reference)
      store.service.control.overrideVerify(reference, { amount: String(Number(amount) + 100) })
      merchant.pay(reference)
      expect(await send(event(reference))).toBe(200)
      expect(await guest.orders()).toHaveLength(1)
      expect(await merchant.intent(reference)).toMatchObject({ amount, fee: "100" })
    })

    it("is watched again while it is not paid, and asked for before the customer pays anew", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await loseRow(reference)
      expect(await send(event(reference, { status: "succeeded" }))).toBe(200)
      expect(await merchant.intent(reference)).toMatchObject({ outcome: "waiting", recovered: "store" })
      expect(await guest.orders()).toEqual([])
      merchant.pay(reference)
      merchant.later(2 * MINUTE)
      expect(await merchant.reconcile()).toMatchObject({ outcomes: { succeeded: 1 } })
      expect(await guest.orders()).toHaveLength(1)
    })

    it("comes again (503) while the service cannot be asked, and is not written down meanwhile", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await loseRow(reference)
      merchant.pay(reference)
      store.service.control.injectFault({ operation: "verify_payment", kind: "status", status: 500 })
      expect(await send(event(reference))).toBe(503)
      expect(await rows(reference)).toEqual([])
      expect(await send(event(reference))).toBe(200)
      expect(await guest.orders()).toHaveLength(1)
    })

    describe("and whose reference an attempt got that was refused", () => {
      /** Late money that an employee gave to an order, its row lost; its cart is paid anew, and the service does not take that. */
      const refusedAnew = async () => {
        const { guest, reference, id, amount } = await desk.lateMoney()
        const orderId = await desk.byTelephone(amount)
        expect((await desk.assign(id, orderId)).status).toBe(200)
        await loseRow(reference)
        store.service.control.injectFault({ operation: "create_payment_intent", kind: "status", status: 400 })
        expect((await guest.tryToPay()).status).toBe(400)
        expect(await merchant.intent(reference)).toMatchObject({ status: "rejected", outcome: "none" })
        return { guest, reference, orderId }
      }
      const isWhereItWas = async ({ guest, reference, orderId }: Awaited<ReturnType<typeof refusedAnew>>) => {
        expect(await guest.orders()).toEqual([])
        expect(await merchant.intent(reference)).toMatchObject({
          ...{ outcome: "paid", recovered: "store", order_id: orderId, assigned_order_id: orderId },
        })
        expect(await rows(reference)).toHaveLength(1)
        expect(await merchant.items(reference)).toEqual([])
        expect(await desk.owed(orderId)).toBe(0)
      }

      it("stays in the order that it was given to, when events tell of it", async () => {
        const lost = await refusedAnew()
        const statuses = await Promise.all([1, 2].map(() => send(event(lost.reference))))
        expect(statuses).toContain(200)
        await isWhereItWas(lost)
        await merchant.reconcile()
        await isWhereItWas(lost)
      })

      it.each([
        ["is silent", { kind: "status", status: 500, times: 3 }],
        ["does not know it for a moment", { kind: "status", status: 404 }],
      ] as const)("comes again (503) while the service %s", async (_, fault) => {
        const lost = await refusedAnew()
        store.service.control.injectFault({ operation: "verify_payment", ...fault })
        expect(await send(event(lost.reference))).toBe(503)
        expect(await merchant.intent(lost.reference)).toMatchObject({ status: "rejected", outcome: "none" })
        expect(await send(event(lost.reference))).toBe(200)
        await isWhereItWas(lost)
      })

      it("is found by the job, where the event was noted; which looks once where the service knows nothing", async () => {
        const lost = await refusedAnew()
        const note = async () =>
          await store.db.raw(
            "update paycollect_intent set told_at = ?, next_step_at = ? where status = 'rejected'",
            [new Date(merchant.paycollect().clock.now()), new Date(merchant.paycollect().clock.now())]
          )
        await note()
        store.service.control.injectFault({ operation: "verify_payment", kind: "status", status: 404 })
        await merchant.reconcile()
        expect(await merchant.intent(lost.reference)).toMatchObject({ status: "rejected", told_at: null })
        merchant.later(MINUTE)
        await note()
        store.service.control.injectFault({ operation: "verify_payment", kind: "status", status: 500 })
        await merchant.reconcile()
        expect(await merchant.intent(lost.reference)).toMatchObject({ told_at: expect.any(Date) })
        merchant.later(4 * MINUTE)
        await merchant.reconcile()
        await isWhereItWas(lost)
      })

      it("pays for its cart where the service made the attempt after all", async () => {
        const { guest, reference } = await merchant.guestAtCheckout()
        await store.db.raw("update paycollect_intent set status = 'rejected', outcome = 'none'")
        merchant.pay(reference)
        expect(await send(event(reference))).toBe(200)
        expect(await guest.orders()).toHaveLength(1)
        expect(await merchant.intent(reference)).toMatchObject({ outcome: "paid", recovered: null })
      })
    })

    describe("and whose reference an attempt got of which nobody knows whether it was made", () => {
      type Lost = Awaited<ReturnType<typeof lostAnew>>
      const lostAnew = async () => {
        const { guest, reference, id, amount } = await desk.lateMoney()
        const orderId = await desk.byTelephone(amount)
        expect((await desk.assign(id, orderId)).status).toBe(200)
        await guest.changeQuantity(2)
        await loseRow(reference)
        return { guest, reference, orderId }
      }
      const silent = (operation: "create_payment_intent" | "verify_payment", times = 1) =>
        store.service.control.injectFault({ operation, kind: "status", status: 500, times })
      const killed = async ({ guest }: Lost) => {
        const dies = jest.spyOn(merchant.paycollect().ledger, "rejected")
        dies.mockRejectedValueOnce(new Error("killed"))
        store.service.control.injectFault({ operation: "create_payment_intent", kind: "status", status: 400 })
        await guest.tryToPay()
        dies.mockRestore()
        merchant.later(2 * MINUTE)
      }
      const unknown = async ({ guest, reference }: Lost) => {
        silent("create_payment_intent", 2)
        silent("verify_payment")
        expect((await guest.tryToPay()).status).toBe(503)
        expect(await merchant.intent(reference)).toMatchObject({ status: "unknown" })
        merchant.later(2 * MINUTE)
      }
      const paysAnew = async ({ guest }: Lost) => {
        expect(await guest.startPayment()).toMatchObject({ merchant_reference: `${guest.cartId}-2` })
        await guest.complete()
      }

      it.each<[string, (lost: Lost) => Promise<void>]>([
        [
          "its customer tries again",
          async (lost) => {
            silent("create_payment_intent")
            expect((await lost.guest.tryToPay()).status).toBe(503)
            await paysAnew(lost)
          },
        ],
        ["the job looks", unknown],
        ["its start was killed, and the job looks", killed],
        [
          "its start was killed, and an event tells of it",
          async (lost) => {
            await killed(lost)
            expect(await send(event(lost.reference))).toBe(200)
          },
        ],
        [
          "its start was killed, and the next one gets the older payment",
          async (lost) => {
            await killed(lost)
            await paysAnew(lost)
          },
        ],
        [
          "the next start asks for it",
          async (lost) => {
            await unknown(lost)
            await paysAnew(lost)
          },
        ],
        [
          "its cart is completed",
          async (lost) => {
            await unknown(lost)
            await lost.guest.complete()
            expect(await lost.guest.orders()).toEqual([])
          },
        ],
      ])("stays in the order that it was given to: %s", async (_, happens) => {
        const lost = await lostAnew()
        await happens(lost)
        merchant.later(2 * MINUTE)
        await merchant.reconcile()
        expect(await lost.guest.orders()).toEqual([])
        expect(await merchant.intent(lost.reference)).toMatchObject({
          ...{ outcome: "paid", recovered: "store", order_id: lost.orderId, assigned_order_id: lost.orderId },
        })
        expect(await rows(lost.reference)).toHaveLength(1)
        expect(await merchant.items(lost.reference)).toEqual([])
        expect(await desk.owed(lost.orderId)).toBe(0)
      })

      it("reversed: is an item of that order's where the attempt was refused, and an event tells of it", async () => {
        const lost = await lostAnew()
        store.service.control.injectFault({ operation: "create_payment_intent", kind: "status", status: 400 })
        await lost.guest.tryToPay()
        store.service.control.reverse(lost.reference, { status: "charged_back", webhook: false })
        expect(await send({ ...event(lost.reference), event_type: "payment.reversed" })).toBe(200)
        expect(await lost.guest.orders()).toEqual([])
        expect(await merchant.intent(lost.reference)).toMatchObject({
          outcome: "paid",
          recovered: "store",
          order_id: lost.orderId,
        })
        await merchant.reconcile()
        expect(await desk.openReasons(lost.reference)).toEqual(["reversed"])
      })

      it("late_payment: is listed, days old, where a person had closed it by hand and the attempt was refused", async () => {
        const { guest, reference } = await desk.lateMoney()
        const [item] = await desk.openItems(reference)
        await merchant.resolve(item!, "Given back in cash")
        await guest.changeQuantity(2)
        await loseRow(reference)
        merchant.later(2 * DAY)
        store.service.control.injectFault({ operation: "create_payment_intent", kind: "status", status: 400 })
        expect((await guest.tryToPay()).status).toBe(400)
        expect(await send(event(reference))).toBe(200)
        expect(await guest.orders()).toEqual([])
        expect(await desk.openReasons(reference)).toEqual(["late_payment"])
      })
    })

    it("reference_discrepancy: is no second payment where the service names another one's transaction", async () => {
      const first = await merchant.guestAtCheckout()
      merchant.pay(first.reference)
      await first.guest.comeBack(first.reference)
      const { transaction_id } = await merchant.intent(first.reference)
      const { guest, reference } = await merchant.guestAtCheckout()
      await loseRow(reference)
      merchant.pay(reference)
      store.service.control.overrideVerify(reference, { id: transaction_id })
      expect(await send(event(reference))).toBe(200)
      expect(await guest.orders()).toEqual([])
      expect(await merchant.items(reference)).toMatchObject([
        { reason: "reference_discrepancy", status: "open" },
      ])
    })
  })

  describe("of a payment that nothing in the store is left of", () => {
    it("unknown_payment: one item, where the service repeats the shop's own name", async () => {
      const shop_id = await merchant.paycollect().ledger.shop.id()
      const reference = await elsewhere("cart_01LOSTINTHEBACKUP00000000-1", { shop_id })
      merchant.pay(reference)
      expect(await Promise.all([send(event(reference)), send(event(reference))])).toEqual([200, 200])
      expect(await rows(reference)).toHaveLength(1)
      expect(verifies()).toBe(1)
      const row = { amount: "4200", currency_code: "xaf", recovered: "event", payment_collection_id: "" }
      expect(await merchant.intent(reference)).toMatchObject(row)
      await merchant.oneItem(reference, "unknown_payment")
      const { data } = await merchant.get(`/admin/paycollect/intents?q=${reference}`)
      expect(data.intents).toMatchObject([{ merchant_reference: reference, recovered: "event" }])
    })

    it("unknown_payment: also without a cart, and only once its money came", async () => {
      const shop_id = await merchant.paycollect().ledger.shop.id()
      const reference = await elsewhere("pay_col_01LOSTINTHEBACKUP000-2", { shop_id })
      expect(await send(event(reference))).toBe(200)
      expect(await merchant.items(reference)).toEqual([])
      merchant.pay(reference)
      merchant.later(2 * MINUTE)
      await merchant.reconcile()
      await merchant.oneItem(reference, "unknown_payment")
    })

    it("nothing but a count for another shop's, which nobody asks about, and one note a day", async () => {
      const of = [{}, { shop_id: "shop_of_somebody_else" }]
      const references = await Promise.all(
        of.map((metadata, n) => elsewhere(`cart_01ANOTHERSHOP-${n + 1}`, metadata))
      )
      for (const reference of references) {
        merchant.pay(reference)
        expect(await send(event(reference))).toBe(200)
        expect(await rows(reference)).toEqual([])
      }
      expect(verifies()).toBe(0)
      expect(await feed()).toHaveLength(1)
      const { data } = await merchant.get("/admin/paycollect/health")
      expect(data.health.webhook.foreign_events).toMatchObject({ today: 2, total: 2 })
      expect(data.health.checks).toContainEqual(
        expect.objectContaining({ id: "foreign_events", status: "warning" })
      )
      expect(data.health.needs_attention_count).toBe(0)

      merchant.later(DAY)
      expect(await send(event(references[0]!))).toBe(200)
      expect(await feed()).toHaveLength(2)
    })
  })

  describe("whoever wants to make the shop look for what never was", () => {
    it("needs the service's signature", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await loseRow(reference)
      merchant.pay(reference)
      expect(await send(event(reference), `sha256=${"0".repeat(64)}`)).toBe(401)
      const { test } = merchant.paycollect().configuration.given.options
      merchant.configure({ test: { ...test, webhookSecret: [] } })
      expect(await send(event(reference))).toBe(404)
      expect([verifies(), await rows(reference), await guest.orders()]).toEqual([0, [], []])
    })

    it("costs one question and changes nothing, with a number that their own cart never had", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      store.service.control.clearRequests()
      const forged = { data: { metadata: { merchant_reference: `${guest.cartId}-7`, shop_id: "shop_1" } } }
      expect(await send(forged)).toBe(503)
      expect(verifies()).toBe(1)
      expect(await rows(`${guest.cartId}-7`)).toEqual([])
      expect(await merchant.intent(reference)).toMatchObject({ outcome: "waiting" })
    })

    it.each(["invoice-12", "cart_01-0", "cart_01-1-1", "order_01ABC-1", "../../cart_01-1"])(
      "is not heard with a reference of another form: %s",
      async (merchant_reference) => {
        const shop_id = await merchant.paycollect().ledger.shop.id()
        expect(await send({ data: { merchant_reference, metadata: { merchant_reference, shop_id } } })).toBe(
          200
        )
        expect(verifies()).toBe(0)
        const { data } = await merchant.get("/admin/paycollect/health")
        expect(data.health.webhook.foreign_events).toBeNull()
      }
    )
  })
}
