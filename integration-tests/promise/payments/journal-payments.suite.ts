import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import { CARD } from "../../http/support/customer"
import { withSignedEvents } from "../../http/support/events"
import { aWhileFor, holdNextCall } from "../../http/support/hold-call"
import { loseRowOf } from "../../http/support/orphans"
import { DAY, HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"
import { type AdminPayCollectTakingsResponse } from "../../../src/types/http"

const TAKINGS = "/admin/paycollect/takings"

/** What must be so about where a payment's money is, and is not yet. */
export const journalPayments: Suite = (store) => {
  const merchant = withMerchant(store)
  const sendEvent = withSignedEvents(store, merchant)
  const desk = new OrderDesk(store, merchant)
  const loseRow = async (reference: string) => await loseRowOf(store, await merchant.intent(reference))
  const reverse = (reference: string, reversal: { amount?: string; status?: "charged_back" }) =>
    void store.service.control.reverse(reference, { ...reversal, webhook: false })
  /** All of it, unless a part is named. */
  const chargeBack = async (reference: string, amount?: string) => {
    reverse(reference, amount ? { amount } : { status: "charged_back" })
    merchant.later(2 * MINUTE)
    if ((await sendEvent(reference, "payment.reversed")) !== 200) throw new Error("the event was not taken")
  }
  const ordersPaidBy = async (reference: string) => {
    const { rows } = await store.db.raw(
      `select l.order_id from payment p join order_payment_collection l on l.payment_collection_id = p.payment_collection_id
       where p.data->>'merchant_reference' = ? and p.deleted_at is null`,
      [reference]
    )
    return (rows as { order_id: string }[]).map(({ order_id }) => order_id)
  }

  const net = async () => {
    const { data } = await merchant.get(TAKINGS)
    return (data as AdminPayCollectTakingsResponse).totals.map((each) => each.net)
  }
  const netOfFile = async () => {
    const { data } = await merchant.get(`${TAKINGS}/export`)
    const [columns, ...lines] = String(data)
      .trim()
      .split("\r\n")
      .map((line) => line.replaceAll(`"`, "").split(","))
    // A name may hold a comma: from the end.
    const place = columns!.indexOf("net") - columns!.length
    return lines.reduce((sum, line) => sum + Number(line.at(place)), 0)
  }

  describe("late money that was assigned, and whose row was lost, is found in its order", () => {
    const lost = async () => {
      const money = await desk.lateMoney()
      const orderId = await desk.byTelephone(money.amount)
      if ((await desk.assign(money.id, orderId)).status !== 200) throw new Error("it was not assigned")
      return { ...money, orderId }
    }

    it("and stands beside it as no open item", async () => {
      const { reference, orderId } = await lost()
      await loseRow(reference)
      expect(await sendEvent(reference)).toBe(200)
      const { order_id } = await merchant.intent(reference)
      expect({ open: await desk.openReasons(reference), order_id }).toEqual({ open: [], order_id: orderId })
    })

    it("and makes no second order of its cart, which costs the same again", async () => {
      const { guest, reference, orderId } = await lost()
      await guest.changeQuantity(2)
      await loseRow(reference)
      expect(await sendEvent(reference)).toBe(200)
      expect({ ofCart: await guest.orders(), paid: await ordersPaidBy(reference) }).toEqual({
        ofCart: [],
        paid: [orderId],
      })
    })

    it("and its customer, who pays once more before the service tells of it, gets another payment and no order of it", async () => {
      const { guest, reference, orderId } = await lost()
      await guest.changeQuantity(2)
      await loseRow(reference)
      store.service.control.setVariant({ reuse: "conflict" })
      const next = await guest.startPayment()
      store.service.control.setVariant()
      await guest.complete()
      expect({ ofCart: await guest.orders(), paid: await ordersPaidBy(reference) }).toEqual({
        ofCart: [],
        paid: [orderId],
      })
      expect([next.merchant_reference, next.status]).toEqual([`${guest.cartId}-2`, "requires_action"])
      expect(await merchant.intent(reference)).toMatchObject({
        assigned_order_id: orderId,
        recovered: "store",
      })
    })

    it("and is not refunded from the list while that order stands", async () => {
      merchant.configure({ refunds: "api" })
      const { reference } = await lost()
      await loseRow(reference)
      await sendEvent(reference)
      merchant.later(2 * MINUTE)
      await desk.refundFromList((await merchant.intent(reference)).id)
      expect(desk.refundsAtService(reference)).toEqual({ refunded: "0", asked: 0 })
    })
  })

  it("money that went back in part is told of where another process has just applied it", async () => {
    const { reference } = await merchant.guestAtCheckout()
    desk.silently(reference, "succeeded")
    const held = holdNextCall(merchant.paycollect().ledger, "applied")
    const applied = merchant.advance(reference)
    await Promise.race([held.reached, applied])
    reverse(reference, { amount: "300" })
    merchant.later(70_000)
    const told = sendEvent(reference, "payment.reversed")
    await aWhileFor(told)
    held.go()
    expect([(await applied).status, await told]).toEqual(["succeeded", 200])
    expect(await desk.openReasons(reference)).toEqual(["reversed"])
    merchant.later(DAY)
    await merchant.reconcile()
    expect(await desk.openReasons(reference)).toEqual(["reversed"])
  })

  it("what an event told of, and no key can ask about, is looked at no more often than other payments", async () => {
    const { reference } = await merchant.guestAtCheckout()
    const { clock } = merchant.paycollect()
    merchant.later(HOUR)
    const change = "update paycollect_intent set environment = 'live', told_at = ?, next_step_at = ?"
    await store.db.raw(change, [new Date(clock.now()), new Date(clock.now())])
    await merchant.reconcile()
    const { told_at, next_step_at } = await merchant.intent(reference)
    expect(told_at).not.toBeNull()
    expect(+new Date(next_step_at!) - clock.now()).toBeGreaterThan(5 * MINUTE)
  })

  it("money that a person closed by hand, and whose row was lost, makes no order a day later: it is listed", async () => {
    const { guest, reference } = await desk.lateMoney()
    const [item] = await desk.openItems(reference)
    await merchant.resolve(item!, "Given back in cash")
    await guest.changeQuantity(2)
    await loseRow(reference)
    merchant.later(2 * DAY)
    await sendEvent(reference)
    const open = await desk.openItems(reference)
    expect({ orders: await guest.orders(), listed: open.length }).toEqual({ orders: [], listed: 1 })
  })

  it("money of which no answer says any more whether it is there is listed after a week", async () => {
    const { reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await merchant.paycollect().verifier.verify(await merchant.intent(reference), { by: "job" })
    desk.silently(reference, "processing")
    for (let day = 0; day < 7; day++) {
      merchant.later(DAY)
      await merchant.reconcile()
    }
    expect(await desk.openReasons(reference)).toEqual([])
    for (let day = 0; day < 2; day++) {
      merchant.later(DAY)
      await merchant.reconcile()
    }
    expect(await desk.openReasons(reference)).toEqual(["paid_without_order"])
    expect(await merchant.history(reference)).toContain("verify_failed")
  })

  it("money of the list stays a person's to deal with where the service does not answer who looks", async () => {
    const { guest, reference, id } = await desk.lateMoney()
    merchant.later(DAY)
    const silent = { operation: "verify_payment", kind: "status", status: 503, times: 200 } as const
    store.service.control.injectFault(silent)
    const { data } = await merchant.post(`/admin/paycollect/intents/${id}/verify`)
    expect(data.result).toMatchObject({ status: "attention", reason: "no_answer" })
    await guest.comeBack(reference)
    merchant.later(DAY)
    await merchant.reconcile()
    const [item] = await desk.openItems(reference)
    expect((await merchant.resolve(item!, "Given back in cash")).status).toBe(200)
    store.service.control.clearFaults()
  })

  describe("money that was charged back since pays for nothing:", () => {
    it("the event that tells of it makes no order while the store still tries", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      const fails = jest
        .spyOn(store.container().resolve(Modules.ORDER), "createOrders")
        .mockRejectedValue(new Error("no stock"))
      merchant.pay(reference)
      await merchant.advance(reference)
      fails.mockRestore()
      merchant.later(3 * MINUTE)
      await chargeBack(reference)
      const orders = await guest.orders()
      expect({ orders, open: await desk.openReasons(reference) }).toEqual({ orders: [], open: ["reversed"] })
    })

    it("the job gives an order nothing by an assignment that was cut off days ago", async () => {
      const { reference, id, amount } = await desk.lateMoney()
      const orderId = await desk.byTelephone(amount)
      await merchant.paycollect().assignments.begin(id, orderId, "user_1")
      reverse(reference, { status: "charged_back" })
      merchant.later(3 * DAY)
      await merchant.reconcile()
      const owed = await desk.owed(orderId)
      expect({ owed, open: await desk.openReasons(reference) }).toEqual({ owed: amount, open: ["reversed"] })
    })

    it("no cart reuses it five days later", async () => {
      const { guest, reference } = await desk.lateMoney()
      reverse(reference, { status: "charged_back" })
      merchant.later(5 * DAY)
      await guest.changeQuantity(2)
      await guest.startPayment()
      await guest.complete()
      await merchant.reconcile()
      expect(await guest.orders()).toEqual([])
    })
  })

  describe("an answer that once named 300 less is replaced by the next final one:", () => {
    const answeredLess = async () => {
      merchant.configure({ refunds: "api" })
      const money = await desk.lateMoney()
      const orderId = await desk.byTelephone(money.amount)
      const { control } = store.service
      control.overrideVerify(money.reference, { amount: String(money.amount - 300) })
      merchant.later(2 * MINUTE)
      await desk.assign(money.id, orderId)
      control.overrideVerify(money.reference)
      merchant.later(2 * HOUR)
      return { ...money, orderId }
    }

    it("all that came goes back to the customer", async () => {
      const { reference, id, amount } = await answeredLess()
      await desk.refundFromList(id)
      expect(desk.refundsAtService(reference)).toMatchObject({ refunded: String(amount) })
    })

    it("the whole payment can be assigned", async () => {
      const { id, orderId } = await answeredLess()
      expect(await desk.assign(id, orderId)).toMatchObject({ status: 200 })
      expect(await desk.owed(orderId)).toBe(0)
    })
  })

  describe("an answer that names another sum, or another currency,", () => {
    const answered = async (
      says: (amount: number) => Parameters<typeof store.service.control.overrideVerify>[1]
    ) => {
      merchant.configure({ refunds: "api" })
      const { guest, reference } = await merchant.guestAtCheckout()
      const { id, amount } = await merchant.intent(reference)
      store.service.control.overrideVerify(reference, says(Number(amount)))
      merchant.pay(reference)
      await merchant.advance(reference)
      return { guest, reference, id, amount }
    }
    const askedAgain = async (reference: string) => {
      merchant.later(2 * MINUTE)
      await sendEvent(reference, "payment.updated")
    }

    it.each([
      ["600 more", (amount: number) => ({ amount: String(amount + 600) })],
      ["euros", () => ({ amount: "1250000", currency: "EUR" })],
    ])(
      "is replaced by the next one, of just what was asked for, and nothing is gone then: %s",
      async (_, says) => {
        const { guest, reference, amount } = await answered(says)
        expect(await desk.openReasons(reference)).toEqual([expect.stringContaining("_discrepancy")])
        store.service.control.overrideVerify(reference)
        await askedAgain(reference)
        merchant.later(2 * DAY)
        await merchant.reconcile()
        expect(await guest.orders()).toHaveLength(1)
        expect(await merchant.intent(reference)).toMatchObject({ came: amount, reversed: "0" })
        expect({
          open: await desk.openReasons(reference),
          net: await net(),
          file: await netOfFile(),
        }).toEqual({
          ...{ open: [], net: [amount], file: Number(amount) },
        })
      }
    )

    it("is not taken for another payment once what was too much is refunded: it is in no takings, and gone when it is", async () => {
      const { reference, id, amount } = await answered((asked) => ({ amount: String(asked + 600) }))
      expect((await desk.refundFromList(id, { amount: "600" })).status).toBe(200)
      store.service.control.overrideVerify(reference, { amount })
      await askedAgain(reference)
      const came = { outcome: "discrepancy", came: String(Number(amount) + 600), refunded: "600" }
      expect(await merchant.intent(reference)).toMatchObject({ ...came, reversed: "0" })
      expect({ open: await desk.openReasons(reference), net: await net(), file: await netOfFile() }).toEqual({
        ...{ open: ["amount_discrepancy"], net: ["0"], file: 0 },
      })
      store.service.control.overrideVerify(reference, { status: "failed" })
      await askedAgain(reference)
      expect(await desk.openReasons(reference)).toEqual(["reversed"])
      expect(await merchant.intent(reference)).toMatchObject({ ...came, reversed: amount })
    })
  })

  it.each(["api", "manual"] as const)(
    "an order whose charged back payment a person closed is canceled, and nothing goes a second time (refunds: %s)",
    async (refunds) => {
      merchant.configure({ refunds })
      const { reference, orderId } = await desk.bought()
      await chargeBack(reference)
      const [item] = await desk.openItems(reference)
      await merchant.resolve(item!, "A chargeback. I cancel the order.")
      await desk.accepted(`/admin/orders/${orderId}/cancel`)
      const { refunded } = desk.refundsAtService(reference)
      expect({ refunded, open: await desk.openReasons(reference) }).toEqual({ refunded: "0", open: [] })
    }
  )

  it("a part that was charged back and that a person closed is no part of what can be refunded", async () => {
    merchant.configure({ refunds: "api" })
    const { reference, amount } = await desk.bought()
    await chargeBack(reference, "300")
    const [item] = await desk.openItems(reference)
    await merchant.resolve(item!, "Seen")
    await desk.refund(reference, amount)
    expect(Number(desk.refundsAtService(reference).refunded)).toBeLessThanOrEqual(amount - 300)
  })

  describe("takings count what was reversed:", () => {
    it("a part that a refund in Medusa books", async () => {
      merchant.configure({ refunds: "api" })
      const { reference, amount } = await desk.bought()
      await chargeBack(reference, "300")
      expect(await desk.refund(reference, 300)).toMatchObject({ status: 200 })
      expect({ net: await net(), file: await netOfFile() }).toEqual({
        net: [String(amount - 300)],
        file: amount - 300,
      })
    })

    it("all of an order that was canceled for it", async () => {
      merchant.configure({ refunds: "api" })
      const { reference, orderId } = await desk.bought()
      await chargeBack(reference)
      await desk.accepted(`/admin/orders/${orderId}/cancel`)
      expect({ net: await net(), file: await netOfFile() }).toEqual({ net: ["0"], file: 0 })
    })

    it("money of the list, in part", async () => {
      const { reference, amount } = await desk.lateMoney()
      await chargeBack(reference, "300")
      expect({ net: await net(), file: await netOfFile() }).toEqual({
        net: [String(amount - 300)],
        file: amount - 300,
      })
    })

    it("money of the list, all of it", async () => {
      const { reference } = await desk.lateMoney()
      await chargeBack(reference)
      expect({ net: await net(), file: await netOfFile() }).toEqual({ net: ["0"], file: 0 })
    })
  })

  it("money of another amount than was asked for, charged back since, is asked about before it is refunded", async () => {
    merchant.configure({ refunds: "api" })
    const { reference } = await merchant.guestAtCheckout()
    const { id, amount } = await merchant.intent(reference)
    const { control } = store.service
    control.overrideVerify(reference, { amount: String(Number(amount) - 100) })
    merchant.pay(reference)
    await merchant.advance(reference)
    if (!(await desk.openReasons(reference)).includes("amount_discrepancy")) throw new Error("it is no other")
    control.overrideVerify(reference)
    reverse(reference, { status: "charged_back" })
    merchant.later(DAY)
    await desk.refundFromList(id)
    expect(desk.refundsAtService(reference)).toEqual({ refunded: "0", asked: 0 })
  })

  it.each([0.4, 1000.5])("a refund of %s XAF, which has no decimals, is refused", async (amount) => {
    merchant.configure({ refunds: "api" })
    const { reference } = await desk.bought()
    const { status } = await desk.refund(reference, amount)
    expect({ status, ...desk.refundsAtService(reference) }).toEqual({ status: 400, refunded: "0", asked: 0 })
  })

  describe("of a cart whose total has a fraction of an XAF there goes back", () => {
    const bought = async () => {
      merchant.configure({ refunds: "api" })
      const code = randomUUID()
      const application_method = {
        ...{ type: "percentage", target_type: "items", allocation: "across" },
        ...{ value: 0.01, currency_code: "xaf" },
      }
      const promotion = { code, type: "standard", status: "active", application_method }
      await desk.accepted("/admin/promotions", promotion)
      const made = await desk.bought({ promo: code })
      const paymentId = await desk.paymentOf(made.reference)
      const { rows } = await store.db.raw("select amount::float8 as total from payment where id = ?", [
        paymentId,
      ])
      const { total } = rows[0] as { total: number }
      if (Number.isInteger(total)) throw new Error(`the total is ${total}`)
      return { ...made, total, paymentId }
    }
    const refundedInMedusa = async (paymentId: string) => {
      const { rows } = await store.db.raw(
        "select sum(amount)::float8 as sum from refund where payment_id = ? and deleted_at is null",
        [paymentId]
      )
      return rows[0].sum
    }

    it("what was charged, by its last refund only", async () => {
      const { reference, paymentId, total, amount } = await bought()
      expect(await desk.refund(reference, 500.4)).toMatchObject({ status: 400 })
      expect(await desk.refund(reference, 500)).toMatchObject({ status: 200 })
      const rest = Number((total - 500).toFixed(6))
      expect(await desk.refund(reference, rest)).toMatchObject({ status: 200 })
      expect(await refundedInMedusa(paymentId)).toBe(total)
      expect(desk.refundsAtService(reference).refunded).toBe(String(amount))
    })

    it("all of it when it is canceled", async () => {
      const { reference, orderId, paymentId, total, amount } = await bought()
      await desk.accepted(`/admin/orders/${orderId}/cancel`)
      expect(await refundedInMedusa(paymentId)).toBe(total)
      expect(desk.refundsAtService(reference).refunded).toBe(String(amount))
    })
  })

  describe("a payment that the service called failed, and that was debited all the same,", () => {
    /** The page of its customer had it asked about before. */
    const failed = async (tell: (reference: string) => Promise<unknown>) => {
      const { guest, reference } = await merchant.guestAtCheckout()
      desk.silently(reference, "processing")
      await merchant.advance(reference)
      desk.silently(reference, "failed")
      merchant.later(4_000)
      await tell(reference)
      expect(await merchant.intent(reference)).toMatchObject({ outcome: "failed" })
      return { guest, reference }
    }

    it("is asked about once more 5 s later, before its customer is charged again, where events come", async () => {
      // A process remembers for some seconds whether events come.
      merchant.later(HOUR)
      const { guest, reference } = await failed((each) => sendEvent(each, "payment.failed"))
      desk.silently(reference, "succeeded")
      merchant.later(5_000)
      const before = desk.charges()
      await guest.tryToPay(CARD)
      expect(desk.charges()).toBe(before)
    })

    it.each([
      ["5", 6],
      ["30", 25],
    ])("is found by the job after %s minutes", async (after, minutes) => {
      const { guest, reference } = await failed((each) => merchant.advance(each))
      if (after === "30") {
        merchant.later(6 * MINUTE)
        await merchant.reconcile()
      }
      desk.silently(reference, "succeeded")
      merchant.later(minutes * MINUTE)
      await merchant.reconcile()
      expect(await guest.orders()).toHaveLength(1)
    })
  })
}
