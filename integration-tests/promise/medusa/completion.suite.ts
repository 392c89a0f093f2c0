import { Modules, PaymentEvents } from "@medusajs/framework/utils"
import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import {
  cancelOrderWorkflow,
  completeCartWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { providerInCore, soon } from "../../http/support/core"
import { CARD, MOBILE_MONEY } from "../../http/support/customer"
import { withHeard } from "../../http/support/events"
import { withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

const completeAsStep = createWorkflow("spec-complete-as-step", (input: { id: string }) => {
  return new WorkflowResponse(completeCartWorkflow.runAsStep({ input }))
})

/** What this plugin relies on while a cart becomes an order; see behaviour.suite.ts. */
export const completion: Suite = (store) => {
  const merchant = withMerchant(store)
  const heard = withHeard(store, [PaymentEvents.CAPTURED])
  const provider = () => providerInCore(store)
  const rows = async (sql: string) => (await store.db.raw(sql)).rows as Record<string, unknown>[]
  const setStock = async (quantity: number) =>
    await store.db.raw("update inventory_level set stocked_quantity = ?, raw_stocked_quantity = ?", [
      quantity,
      JSON.stringify({ value: String(quantity), precision: 20 }),
    ])
  const paidCart = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    return { guest, reference }
  }
  const placed = async () => {
    merchant.configure({ pendingOrders: "place" })
    const { guest, reference } = await merchant.guestAtCheckout()
    store.service.control.moveState(reference, "processing")
    const { data } = await guest.complete()
    return { guest, reference, orderId: data.order.id as string }
  }
  const captureBySession = async () => {
    const [session] = await rows("select id, amount from payment_session where deleted_at is null")
    const data = { session_id: session!.id as string, amount: Number(session!.amount) }
    await processPaymentWorkflow(store.container()).run({ input: { action: "captured", data } })
  }
  afterEach(() => jest.restoreAllMocks())

  it("the order, its link and the cart's completed_at are committed before authorizePayment is asked, which gets the session's id and no amount", async () => {
    const { guest } = await paidCart()
    const original = provider().authorizePayment.bind(provider())
    let committed: unknown[] = []
    const spy = jest.spyOn(provider(), "authorizePayment").mockImplementation(async (input) => {
      committed = await rows(
        `select c.completed_at from cart c join order_cart l on l.cart_id = c.id join "order" o on o.id = l.order_id`
      )
      return await original(input)
    })
    await guest.complete()
    expect(committed).toEqual([{ completed_at: expect.any(Date) }])
    const [input] = spy.mock.calls[0]!
    expect(input.context?.idempotency_key).toMatch(/^payses_/)
    expect(Object.keys(input)).not.toContain("amount")
  })

  it("returning captured books one capture of the session's amount; capturePayment is not asked, not even when the merchant captures", async () => {
    const { guest } = await paidCart()
    const captured = jest.spyOn(provider(), "capturePayment")
    await guest.complete()
    const [payment] = await rows("select id from payment")
    expect((await merchant.post(`/admin/payments/${payment!.id as string}/capture`)).status).toBe(200)
    const [session] = await rows("select amount from payment_session")
    expect(await rows("select amount from capture")).toEqual([{ amount: session!.amount }])
    expect(await rows("select status from payment_collection")).toEqual([{ status: "completed" }])
    expect(captured).not.toHaveBeenCalled()
  })

  it("returning pending_authorization makes the order and no payment; the collection waits", async () => {
    const { guest, orderId } = await placed()
    expect(await guest.orders()).toEqual([orderId])
    expect(await rows("select id from payment")).toEqual([])
    expect(await rows("select status from payment_collection")).toEqual([{ status: "awaiting" }])
    expect(await rows("select status from payment_session")).toEqual([{ status: "pending_authorization" }])
  })

  it("throwing a plain error makes complete answer 200 with the cart and core's payment_authorization_error", async () => {
    const { guest } = await paidCart()
    jest.spyOn(provider(), "authorizePayment").mockRejectedValueOnce(new Error("broken"))
    const { status, data } = await guest.complete()
    const error = { type: "payment_authorization_error", message: "Payment authorization failed" }
    expect([status, data.type, data.error]).toEqual([200, "cart", expect.objectContaining(error)])
  })

  it("a repeated completion answers with the order and asks the provider nothing", async () => {
    const { guest } = await paidCart()
    await guest.complete()
    const asked = jest.spyOn(provider(), "authorizePayment")
    const { data } = await guest.complete()
    expect(data).toMatchObject({ type: "order", order: { id: (await guest.orders())[0] } })
    expect(asked).not.toHaveBeenCalled()
  })

  it("a cart whose order has no payment, as a killed process leaves it, completes to that order, and nobody is asked for the money: ours looks first", async () => {
    const { guest, orderId } = await placed()
    await rows("update payment_session set status = 'pending'")
    const asked = jest.spyOn(provider(), "authorizePayment")
    const { result } = await completeCartWorkflow(store.container()).run({ input: { id: guest.cartId } })
    expect(result.id).toBe(orderId)
    expect(asked).not.toHaveBeenCalled()
    expect(await rows("select id from payment")).toEqual([])
  })

  it("a completion that fails before the payment leaves no payment and the session as it was", async () => {
    const { guest } = await paidCart()
    await setStock(0)
    expect((await guest.complete()).data.type).not.toBe("order")
    expect(await rows("select id from payment")).toEqual([])
    expect(await rows("select status from payment_session where deleted_at is null")).toEqual([
      { status: "pending" },
    ])
    await setStock(1000)
    expect((await guest.complete()).data.type).toBe("order")
  })

  it("a completion holds the cart's lock, for 120 s at most; as a step of another workflow it holds none", async () => {
    const locking = store.container().resolve(Modules.LOCKING)
    const held = jest.spyOn(locking, "acquire")
    // Changes of the cart hold it too, for 10 s at most.
    const ofCart = (id: string) =>
      held.mock.calls.filter(([key, options]) => key === id && (options?.expire ?? 0) > 10)
    const first = await paidCart()
    await completeCartWorkflow(store.container()).run({ input: { id: first.guest.cartId } })
    expect(ofCart(first.guest.cartId)).toMatchObject([[first.guest.cartId, { expire: 120 }]])
    const second = await paidCart()
    await completeAsStep(store.container()).run({ input: { id: second.guest.cartId } })
    expect(await second.guest.orders()).toHaveLength(1)
    expect(ofCart(second.guest.cartId)).toEqual([])
  })

  it("processPaymentWorkflow captures for a cart that cannot be completed: ours completes first", async () => {
    const { guest } = await paidCart()
    await setStock(0)
    await captureBySession()
    expect(await guest.orders()).toEqual([])
    expect(await rows("select id from capture")).not.toEqual([])
  })

  it("processPaymentWorkflow, three times at once on a placed order, captures once and asks no capturePayment", async () => {
    const { reference, orderId } = await placed()
    merchant.pay(reference)
    merchant.later(5_000)
    const asked = jest.spyOn(provider(), "authorizePayment")
    const captured = jest.spyOn(provider(), "capturePayment")
    await Promise.allSettled([captureBySession(), captureBySession(), captureBySession()])
    expect(asked).toHaveBeenCalledTimes(1)
    expect(captured).not.toHaveBeenCalled()
    expect(await rows("select id from capture where deleted_at is null")).toHaveLength(1)
    const { amount } = await merchant.intent(reference)
    expect(await store.moneyOf(orderId)).toMatchObject({ payment_status: "captured", captured: amount })
  })

  it("processPaymentWorkflow tells of a captured payment once more", async () => {
    const { reference } = await placed()
    merchant.pay(reference)
    merchant.later(5_000)
    for (const told of [1, 2]) {
      await captureBySession()
      await soon(() => heard.length >= told)
    }
    const [payment] = await rows("select id from payment")
    expect(heard.map(({ data }) => data)).toEqual([payment, payment])
  })

  it("processPaymentWorkflow captures on a canceled order without a word when the provider answers captured: ours looks first", async () => {
    const { reference, orderId } = await placed()
    await cancelOrderWorkflow(store.container()).run({ input: { order_id: orderId } })
    jest
      .spyOn(provider(), "authorizePayment")
      .mockResolvedValueOnce({ status: "captured", data: { merchant_reference: reference } })
    await captureBySession()
    expect(await rows("select id from capture")).toHaveLength(1)
    expect(await rows(`select status from "order"`)).toEqual([{ status: "canceled" }])
  })

  it("a cart can have two orders: order_cart takes them", async () => {
    const { guest } = await paidCart()
    await guest.complete()
    await rows(
      `insert into order_cart (id, cart_id, order_id) select 'ordcart_2', cart_id, 'order_2' from order_cart`
    )
    expect(await guest.orders()).toHaveLength(2)
  })

  describe("of two live sessions of a cart", () => {
    it.each([
      ["core authorizes the one with the smaller id", "pending", 0],
      ["core authorizes the other one when that one is dead", "error", 1],
    ])("%s, and ours has looked at the same one before", async (_, status, expected) => {
      const { guest } = await merchant.guestAtCheckout()
      const [{ id, payment_collection_id, amount }] = (await rows("select * from payment_session")) as [
        { id: string; payment_collection_id: string; amount: string },
      ]
      const second = await store
        .container()
        .resolve(Modules.PAYMENT)
        .createPaymentSession(payment_collection_id, {
          provider_id: CARD,
          amount: Number(amount),
          currency_code: "xaf",
          data: {},
        })
      // A row that is written again may lie behind the others: without an order, queries need not agree on the first.
      await rows(`update payment_session set status = '${status}' where id = '${id}'`)
      const sessionId = [id, second.id][expected]!
      const { merchant_reference } = (await merchant.paycollect().ledger.bySession(sessionId))!
      merchant.pay(merchant_reference)

      const asked: unknown[] = []
      for (const providerId of [MOBILE_MONEY, CARD]) {
        jest.spyOn(providerInCore(store, providerId), "authorizePayment").mockImplementation((input) => {
          asked.push(input.context?.idempotency_key)
          return Promise.reject(new Error("not now"))
        })
      }
      const looked = jest.spyOn(merchant.paycollect().verifier, "verify")
      await guest.complete()
      expect(asked).toEqual([sessionId])
      expect(looked.mock.calls).toMatchObject([
        [{ merchant_reference }, { by: "complete" }, expect.any(Number)],
      ])
    })
  })
}
