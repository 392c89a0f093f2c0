import { MedusaError } from "@medusajs/framework/utils"
import {
  cancelOrderWorkflow,
  completeCartWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { failAfterCapture, providerInCore } from "../http/support/core"
import { CARD } from "../http/support/customer"
import { withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"

jest.setTimeout(120_000)

/**
 * What this plugin relies on in Medusa, one test per fact: an upgrade that changes one turns it red. Where core's own behaviour would
 * hurt, the test says so, and the test of the remedy is elsewhere in this folder.
 */
withStore({}, (store) => {
  const merchant = withMerchant(store)
  const provider = () => providerInCore(store)
  afterEach(() => {
    jest.restoreAllMocks()
    failAfterCapture(0)
  })
  const paidCart = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    return { guest, reference }
  }
  const rows = async (sql: string) => (await store.db.raw(sql)).rows as Record<string, unknown>[]

  describe("fact 1: what authorizePayment may answer", () => {
    it.each(["pending", "requires_more", "error", "canceled"])(
      "returning %s makes complete answer 400 and no order",
      async (status) => {
        const { guest } = await paidCart()
        jest
          .spyOn(provider(), "authorizePayment")
          .mockResolvedValueOnce({ status: status as never, data: {} })
        expect((await guest.complete()).status).toBe(400)
        expect(await guest.orders()).toEqual([])
      }
    )

    it("throwing PAYMENT_REQUIRES_MORE_ERROR makes it answer 200 with the cart, and the session stays usable", async () => {
      const { guest } = await paidCart()
      const type = MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR
      jest.spyOn(provider(), "authorizePayment").mockRejectedValueOnce(new MedusaError(type, "wait"))
      const { status, data } = await guest.complete()
      expect([status, data.type, data.error.type]).toEqual([200, "cart", type])
      expect((await guest.complete()).data.type).toBe("order")
    })
  })

  it("fact 2: what the browser posts as data is kept beneath what the provider returns, and anybody may read it", async () => {
    const { guest } = await merchant.guestAtCheckout()
    const session = await guest.startPayment(CARD, { note: "from the browser", amount: "1" })
    expect(session).toMatchObject({ note: "from the browser", amount: expect.not.stringMatching(/^1$/) })
  })

  it("fact 3: completing by a session's id alone is core's; ours always answers not_supported", async () => {
    const { reference } = await paidCart()
    const answer = await provider().getWebhookActionAndData({
      data: { data: { merchant_reference: reference }, session_id: "payses_deleted" },
      rawData: "{}",
      headers: {},
    })
    expect(answer).toEqual({ action: "not_supported" })
  })

  it("fact 4: a completion that fails after the capture is refunded and its session made anew from the old data", async () => {
    const { guest } = await paidCart()
    const asked: string[] = []
    for (const method of ["cancelPayment", "refundPayment", "initiatePayment", "deletePayment"] as const) {
      const original = provider()[method].bind(provider()) as (input: never) => Promise<never>
      jest.spyOn(provider(), method).mockImplementation(async (input) => {
        asked.push(method)
        return await original(input as never)
      })
    }
    failAfterCapture(1)
    expect((await guest.complete()).data.type).not.toBe("order")
    expect(asked).toEqual(expect.arrayContaining(["refundPayment", "initiatePayment"]))
    expect(asked.indexOf("refundPayment")).toBeLessThan(asked.indexOf("initiatePayment"))
    expect(await rows("select note from refund")).toEqual([
      { note: "Refunded due to cart completion failure" },
    ])
  })

  it("fact 5: a refund that throws does not stop core from canceling the order and booking the money as returned", async () => {
    const { guest, reference } = await paidCart()
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    await cancelOrderWorkflow(store.container()).run({ input: { order_id: orderId! } })
    expect(await rows(`select status from "order"`)).toEqual([{ status: "canceled" }])
    expect(await rows("select id from refund where deleted_at is null")).toEqual([])
    expect(await rows("select id from order_transaction where amount < 0")).toHaveLength(1)
  })

  it("fact 6: core's webhook route answers 200 before anybody looked at the event", async () => {
    const { reference } = await paidCart()
    const heard = jest.spyOn(provider(), "getWebhookActionAndData")
    const body = { data: { merchant_reference: reference } }
    const answer = await store.api.post("/hooks/payment/paycollect-mobile-money_default", body)
    expect(answer.status).toBe(200)
    expect(heard).not.toHaveBeenCalled()
  })

  it("fact 7: core never asks for updatePayment, getPaymentStatus or retrievePayment", async () => {
    const names = ["updatePayment", "getPaymentStatus", "retrievePayment"] as const
    const spies = names.map((name) => jest.spyOn(provider(), name))
    const { guest, reference } = await paidCart()
    await guest.changeQuantity(3)
    const { merchant_reference } = await guest.startPayment()
    merchant.pay(merchant_reference)
    await guest.comeBack(merchant_reference)
    expect(await guest.orders()).toHaveLength(1)
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
    expect(await merchant.settle(reference)).toMatchObject({ status: "attention" })
  })

  it("the order and its link are committed before authorizePayment is asked, which gets the session's id and no amount", async () => {
    const { guest } = await paidCart()
    const original = provider().authorizePayment.bind(provider())
    let links: unknown[] = []
    const spy = jest.spyOn(provider(), "authorizePayment").mockImplementation(async (input) => {
      links = await rows("select order_id from order_cart")
      return await original(input)
    })
    await guest.complete()
    expect(links).toHaveLength(1)
    const [input] = spy.mock.calls[0]!
    expect(input.context?.idempotency_key).toMatch(/^payses_/)
    expect(Object.keys(input)).not.toContain("amount")
  })

  it("a session's row exists when initiatePayment is asked, and context.idempotency_key is its id", async () => {
    const guest = store.customer()
    await guest.fillCart()
    const original = provider().initiatePayment.bind(provider())
    let found: unknown[] = []
    jest.spyOn(provider(), "initiatePayment").mockImplementation(async (input) => {
      found = await rows(`select id from payment_session where id = '${input.context!.idempotency_key}'`)
      return await original(input)
    })
    await guest.startPayment()
    expect(found).toHaveLength(1)
  })

  it("a change of the total deletes the sessions; an order's cart is not unique in order_cart", async () => {
    const { guest } = await merchant.guestAtCheckout()
    await guest.changeQuantity(7)
    expect((await guest.cart()).payment_collection.payment_sessions).toEqual([])
    const unique = await rows(
      "select indexdef from pg_indexes where tablename = 'order_cart' and indexdef ilike '%unique%(cart_id)%'"
    )
    expect(unique).toEqual([])
  })

  it("five completions of one cart at once make one order and one authorize", async () => {
    const { guest } = await paidCart()
    const asked = jest.spyOn(provider(), "authorizePayment")
    await Promise.all(
      Array.from({ length: 5 }, () =>
        completeCartWorkflow(store.container()).run({ input: { id: guest.cartId } })
      )
    )
    expect(await guest.orders()).toHaveLength(1)
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it("processPaymentWorkflow captures on a canceled order without a word: settle has to look first", async () => {
    merchant.configure({ pendingOrders: "place" })
    const { guest, reference } = await merchant.guestAtCheckout()
    store.service.control.moveState(reference, "processing")
    const { data } = await guest.complete()
    await cancelOrderWorkflow(store.container()).run({ input: { order_id: data.order.id } })
    merchant.pay(reference)
    merchant.later(5_000)
    const [session] = await rows("select id, amount from payment_session")
    await processPaymentWorkflow(store.container()).run({
      input: {
        action: "captured",
        data: { session_id: session!.id as string, amount: Number(session!.amount) },
      },
    })
    expect(await rows("select id from capture")).toHaveLength(1)
    expect(await rows(`select status from "order"`)).toEqual([{ status: "canceled" }])
  })
})
