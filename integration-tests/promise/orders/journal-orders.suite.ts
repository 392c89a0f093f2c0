import { Modules } from "@medusajs/framework/utils"
import { providerInCore } from "../../http/support/core"
import { CARD } from "../../http/support/customer"
import { aWhileFor, holdKeptSum, holdNextCall } from "../../http/support/hold-call"
import { DAY, MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"

/** By so much the clock of another server is ahead. */
const AHEAD_MS = 95_000

/** What must be so about an order's money, and is not yet: what it owes, what it shows, and what it takes in. */
export const journalOrders: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  const orderModule = () => store.container().resolve(Modules.ORDER)
  const amountOf = async (reference: string | null) =>
    reference && Number((await merchant.intent(reference)).amount)

  describe("an order of 2,000 that is edited to 6,000 while its payment of 2,000 is captured", () => {
    /** Core reads its kept sum before the edit and writes it after it, for the version of before. */
    const editedAtCapture = async () => {
      const orderId = await desk.byTelephone(2_000)
      const link = await desk.linkOf(orderId)
      const reference = (await desk.press(link))!
      desk.silently(reference, "succeeded")
      const confirm = await desk.beginEdit(orderId, 3)
      const held = holdKeptSum(store)
      const applied = merchant.advance(reference)
      await Promise.race([held.reached, applied])
      const confirmed = confirm()
      await aWhileFor(confirmed)
      held.go()
      await applied
      if ((await confirmed).status !== 200) await confirm()
      return { orderId, link }
    }

    it("asks nobody for more than the 4,000 that are open", async () => {
      const { link } = await editedAtCapture()
      expect([null, 4_000]).toContain(await amountOf(await desk.press(link)))
    })

    it("owes 4,000 a minute later, and asks for them", async () => {
      const { orderId, link } = await editedAtCapture()
      merchant.later(MINUTE)
      await merchant.reconcile()
      const asked = await amountOf(await desk.press(link))
      expect({ owed: await desk.owed(orderId), asked }).toEqual({ owed: 4_000, asked: 4_000 })
    })
  })

  describe("an order's payment status", () => {
    it("is `captured` where the link of a placed order was paid in full", async () => {
      const { orderId } = await desk.placed("failed")
      await desk.payByLink(orderId)
      expect(await desk.owed(orderId)).toBe(0)
      expect(await desk.read(orderId)).toMatchObject({ payment_status: "captured" })
    })

    it("is `captured` where the counter was paid beside an open link", async () => {
      const orderId = await desk.byTelephone(5_000)
      await desk.atLink(orderId)
      await desk.payAtTheCounter(orderId)
      expect(await desk.owed(orderId)).toBe(0)
      expect(await desk.read(orderId)).toMatchObject({ payment_status: "captured" })
    })

    it("is not `captured` while assigned money leaves something owed", async () => {
      const { id, amount } = await desk.lateMoney()
      const orderId = await desk.byTelephone(amount + 700)
      await desk.assign(id, orderId)
      expect(await desk.owed(orderId)).toBe(700)
      expect(await desk.read(orderId)).toMatchObject({ payment_status: "partially_captured" })
    })
  })

  describe("an order takes in its money once, and what is too much is told,", () => {
    it("where the counter is paid while a link's payment is captured", async () => {
      const orderId = await desk.byTelephone(5_000)
      const reference = await desk.atLink(orderId)
      desk.silently(reference, "succeeded")
      const held = holdNextCall(providerInCore(store), "authorizePayment")
      const applied = merchant.advance(reference)
      await Promise.race([held.reached, applied])
      const counter = desk.payAtTheCounter(orderId)
      await aWhileFor(counter)
      held.go()
      await applied
      const told = (await counter).status === 200 ? 1 : 0
      expect(await desk.owed(orderId)).toBe(0)
      expect(await desk.openItems(reference)).toHaveLength(told)
    })

    it("where a till books money on it that Medusa had not asked for", async () => {
      const { reference, orderId } = await desk.bought()
      const price = (await merchant.intent(reference)).amount
      const reference_id = "capt_of_a_till"
      await orderModule().addOrderTransactions([
        {
          order_id: orderId,
          amount: Number(price),
          currency_code: "xaf",
          reference: "capture",
          reference_id,
        },
      ])
      for (let looks = 0; looks < 2; looks++) {
        await merchant.reconcile()
        const owed = await desk.owed(orderId)
        expect({ owed, open: await desk.openReasons(reference) }).toEqual({
          owed: -Number(price),
          open: ["order_overpaid"],
        })
      }
      const [item] = await desk.openItems(reference)
      await merchant.resolve(item!, "Given back in cash")
      await merchant.reconcile()
      expect(await desk.openReasons(reference)).toEqual([])
    })

    it("where the lease of one server ends by the clock of another", async () => {
      const { reference: late, id, amount } = await desk.lateMoney()
      const orderId = await desk.byTelephone(amount)
      const reference = await desk.atLink(orderId)
      desk.silently(reference, "succeeded")
      const held = holdNextCall(providerInCore(store), "authorizePayment")
      const assigned = desk.assign(id, orderId)
      await Promise.race([held.reached, assigned])
      merchant.runAhead(AHEAD_MS)
      await merchant.advance(reference)
      held.go()
      await assigned
      merchant.later(MINUTE)
      await merchant.reconcile()
      const told = [...(await desk.openItems(late)), ...(await desk.openItems(reference))]
      expect({ owed: await desk.owed(orderId), told: told.length }).toEqual({ owed: 0, told: 1 })
    })

    it("where another order is authorized by its session while money is being assigned to it", async () => {
      const { id, amount } = await desk.lateMoney()
      const other = await desk.byTelephone(amount)
      const { guest, reference, orderId } = await desk.placed()
      const [session] = (await guest.cart()).payment_collection.payment_sessions
      desk.silently(reference, "succeeded")
      merchant.later(4_000)
      const held = holdNextCall(providerInCore(store), "authorizePayment")
      const assigned = desk.assign(id, orderId)
      await Promise.race([held.reached, assigned])
      const path = `/admin/orders/${other}/payment-sessions/authorize`
      const authorized = merchant.post(path, { payment_session_id: session.id })
      await aWhileFor(authorized)
      held.go()
      await Promise.all([assigned, authorized])
      expect(await desk.owed(orderId)).toBe(0)
    })
  })

  describe("a refund that a killed server left half done is finished: the order owes what it owed before", () => {
    const looks = async () => {
      for (const ms of [2 * MINUTE, 16 * MINUTE, DAY]) {
        merchant.later(ms)
        await merchant.reconcile()
      }
    }
    const refundAlone = async (reference: string, amount: number) => {
      const payment_id = await desk.paymentOf(reference)
      const payments = store.container().resolve(Modules.PAYMENT)
      const { refunds } = await payments.refundPayment({ payment_id, amount, created_by: "user_1" })
      return refunds!.at(-1)!.id
    }

    it("before its transaction was written", async () => {
      merchant.configure({ refunds: "api" })
      const { reference, orderId } = await desk.bought({ quantity: 4 })
      await desk.edit(orderId, 3)
      await refundAlone(reference, -(await desk.owed(orderId)))
      await looks()
      expect(await desk.owed(orderId)).toBe(0)
    })

    it("before its credit line was written", async () => {
      merchant.configure({ refunds: "api" })
      const { reference, orderId } = await desk.bought()
      const reference_id = await refundAlone(reference, 500)
      await orderModule().addOrderTransactions([
        { order_id: orderId, amount: -500, currency_code: "xaf", reference: "refund", reference_id },
      ])
      await looks()
      expect(await desk.owed(orderId)).toBe(0)
    })

    it("is told of while a change of the order keeps it from being balanced, and balanced then", async () => {
      merchant.configure({ refunds: "api" })
      const { reference, orderId } = await desk.bought()
      await refundAlone(reference, 500)
      await desk.beginEdit(orderId, 3)
      merchant.later(2 * MINUTE)
      await merchant.reconcile()
      await merchant.reconcile()
      expect(await desk.openReasons(reference)).toEqual(["order_unbalanced"])
      const [change] = await orderModule().listOrderChanges({ order_id: orderId, status: ["pending"] })
      await orderModule().cancelOrderChange(change!.id)
      merchant.later(MINUTE)
      await merchant.reconcile()
      expect(await desk.owed(orderId)).toBe(0)
      expect(await desk.openReasons(reference)).toEqual([])
    })
  })

  it("a refund that no open change lets balance is told of beside money that is too much", async () => {
    merchant.configure({ refunds: "api" })
    const { reference, orderId } = await desk.bought()
    const booked = { order_id: orderId, amount: 5_000, currency_code: "xaf", reference: "capture" }
    await orderModule().addOrderTransactions([{ ...booked, reference_id: "capt_of_a_till" }])
    await merchant.reconcile()
    expect(await desk.openReasons(reference)).toEqual(["order_overpaid"])
    const payment_id = await desk.paymentOf(reference)
    const payments = store.container().resolve(Modules.PAYMENT)
    await payments.refundPayment({ payment_id, amount: 6_000, created_by: "user_1" })
    await desk.beginEdit(orderId, 3)
    merchant.later(2 * MINUTE)
    await merchant.reconcile()
    expect((await desk.openReasons(reference)).sort()).toEqual(["order_overpaid", "order_unbalanced"])
    const [change] = await orderModule().listOrderChanges({ order_id: orderId, status: ["pending"] })
    await orderModule().cancelOrderChange(change!.id)
    merchant.later(MINUTE)
    await merchant.reconcile()
    expect(await desk.owed(orderId)).toBe(0)
    expect(await desk.openReasons(reference)).toEqual(["order_overpaid"])
  })

  describe("a server that was only suspended in the middle of what core does, and goes on after the job came by,", () => {
    const comesBy = async () => {
      for (const ms of [2 * MINUTE, 16 * MINUTE]) {
        merchant.later(ms)
        await merchant.reconcile()
      }
    }
    const creditLines = async (orderId: string) => {
      const { data } = await merchant.get(`/admin/orders/${orderId}?fields=credit_lines.*`)
      const lines = data.order.credit_lines as { reference: string; amount: number }[]
      return lines.map(({ reference, amount }) => [reference, amount]).sort()
    }
    /** @param more as the dashboard sends it. Core has booked the refund, and stands before its credit line. */
    const suspendedRefund = async (reference: string, orderId: string, more: object) => {
      const held = holdNextCall(orderModule(), "createOrderChange")
      const path = `/admin/payments/${await desk.paymentOf(reference)}/refund`
      const refunded = merchant.post(path, { amount: 500, ...more })
      await Promise.race([held.reached, refunded])
      await comesBy()
      return async () => {
        held.go()
        const { status } = await refunded
        // Of the event of the refund it is balanced.
        for (let looks = 0; looks < 50 && (await desk.owed(orderId)) !== 0; looks++)
          await new Promise((resolve) => setTimeout(resolve, 100))
        return status
      }
    }
    const reasons = async () => {
      const [reason] = await store
        .container()
        .resolve(Modules.PAYMENT)
        .createRefundReasons([{ label: "Came broken", code: "broken" }])
      return { refund_reason_id: reason!.id }
    }

    it.each<[string, string, () => Promise<object>]>([
      ["", "payment_collection", () => Promise.resolve({})],
      [" with a reason", "Came broken", reasons],
    ])("refunds%s, and balances it once", async (_, named, more) => {
      merchant.configure({ refunds: "api" })
      const { reference, orderId } = await desk.bought()
      const goOn = await suspendedRefund(reference, orderId, await more())
      expect({ owed: await desk.owed(orderId), lines: await creditLines(orderId) }).toEqual({
        owed: 0,
        lines: [["refund", 500]],
      })
      expect(await goOn()).toBe(200)
      expect({ owed: await desk.owed(orderId), lines: await creditLines(orderId) }).toEqual({
        owed: 0,
        lines: [
          [named, 500],
          ["refund", -500],
          ["refund", 500],
        ],
      })
      expect(await desk.openReasons(reference)).toEqual([])
      await comesBy()
      expect(await desk.owed(orderId)).toBe(0)
    })

    it("marks no payment as canceled of which an order was made meanwhile", async () => {
      const { reference, orderId } = await desk.bought()
      const id = await desk.paymentOf(reference)
      const payments = store.container().resolve(Modules.PAYMENT)
      await payments.cancelPayment(id)
      merchant.later(2 * 60 * MINUTE)
      await merchant.reconcile()
      const { canceled_at } = (await payments.retrievePayment(id)) as { canceled_at?: unknown }
      expect({ canceled_at, owed: await desk.owed(orderId) }).toEqual({ canceled_at: null, owed: 0 })
      expect(await desk.read(orderId)).toMatchObject({ payment_status: "captured" })
    })
  })

  it("the shop asks for what is open where a placed order was edited up and paid in part", async () => {
    const { guest, reference, orderId } = await desk.placed()
    await desk.edit(orderId, 3)
    desk.silently(reference, "succeeded")
    await merchant.advance(reference)
    const open = await desk.owed(orderId)
    const { status, data } = await guest.tryToPay()
    const [session] = data.payment_collection?.payment_sessions ?? []
    expect({ status, amount: session?.amount, said: data.message }).toMatchObject({
      status: 200,
      amount: open,
    })
  })

  it("what goods that come back take off is asked for again where they stay after all", async () => {
    const orderId = await desk.byTelephone(5_000)
    await desk.edit(orderId, 2)
    const [line] = (await desk.read(orderId)).items
    await desk.accepted(`/admin/orders/${orderId}/fulfillments`, { items: [{ id: line!.id, quantity: 2 }] })
    const { return: back } = await desk.accepted("/admin/returns", { order_id: orderId })
    const items = [{ id: line!.id, quantity: 1 }]
    await desk.accepted(`/admin/returns/${back.id}/request-items`, { items })
    await desk.accepted(`/admin/returns/${back.id}/request`)
    expect((await desk.linkOf(orderId)).owed).toBe("5000")
    const first = await desk.payByLink(orderId)
    await desk.accepted(`/admin/returns/${back.id}/cancel`)
    expect((await desk.linkOf(orderId)).owed).toBe("5000")
    const second = await desk.payByLink(orderId)
    expect(await desk.owed(orderId)).toBe(0)
    expect([...(await merchant.items(first)), ...(await merchant.items(second))]).toEqual([])
  })

  it("an order that is archived takes what its link and late money bring", async () => {
    const { id, reference, amount } = await desk.lateMoney()
    const orderId = await desk.byTelephone(amount + 5_000)
    for (const step of ["complete", "archive"]) await desk.accepted(`/admin/orders/${orderId}/${step}`)
    expect((await desk.assign(id, orderId)).status).toBe(200)
    const rest = await desk.payByLink(orderId)
    expect(await desk.read(orderId)).toMatchObject({ status: "archived", payment_status: "captured" })
    expect(await desk.owed(orderId)).toBe(0)
    for (const each of [reference, rest]) expect(await desk.openReasons(each)).toEqual([])
  })

  it("a second payment of an edited order is no duplicate as long as the order owes so much", async () => {
    const { guest, reference: first } = await merchant.guestAtCheckout()
    const { merchant_reference: second } = await guest.startPayment(CARD)
    merchant.pay(second)
    await guest.comeBack(second)
    const [orderId] = await guest.orders()
    await desk.edit(orderId!, 6)
    const { amount } = await merchant.intent(first)
    if ((await desk.owed(orderId!)) < Number(amount)) throw new Error("the edit adds too little")
    desk.silently(first, "succeeded")
    await merchant.advance(first)
    expect(await desk.openReasons(first)).not.toContain("duplicate_payment")
  })

  it("a transfer to another customer is named where it keeps an order from being canceled or given money", async () => {
    const { id } = await desk.lateMoney()
    const { orderId } = await desk.placed("failed")
    const customers = store.container().resolve(Modules.CUSTOMER)
    const { id: customer_id } = await customers.createCustomers({
      email: "other@example.com",
      has_account: true,
    })
    await desk.accepted(`/admin/orders/${orderId}/transfer`, { customer_id })
    const canceled = await merchant.post(`/admin/orders/${orderId}/cancel`)
    const assigned = await desk.assign(id, orderId)
    const named = expect.stringMatching(/transfer/i)
    expect([canceled.data.message, assigned.data.message]).toEqual([named, named])
  })
}
