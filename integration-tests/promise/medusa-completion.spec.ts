import { Modules } from "@medusajs/framework/utils"
import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { completeCartWorkflow, processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { providerInCore } from "../http/support/core"
import { withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"

jest.setTimeout(120_000)

const completeAsStep = createWorkflow("spec-complete-as-step", (input: { id: string }) => {
  return new WorkflowResponse(completeCartWorkflow.runAsStep({ input }))
})

/** What this plugin relies on while a cart becomes an order; see medusa-behaviour.spec.ts. */
withStore({}, (store) => {
  const merchant = withMerchant(store)
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

  it("returning captured books one capture of the session's amount, and capturePayment is not asked", async () => {
    const { guest } = await paidCart()
    const captured = jest.spyOn(provider(), "capturePayment")
    await guest.complete()
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

  it("throwing a plain error makes complete answer 200 with the cart", async () => {
    const { guest } = await paidCart()
    jest.spyOn(provider(), "authorizePayment").mockRejectedValueOnce(new Error("broken"))
    const { status, data } = await guest.complete()
    expect([status, data.type, data.error.type]).toEqual([200, "cart", "payment_authorization_error"])
  })

  it("a repeated completion answers with the order and asks the provider nothing", async () => {
    const { guest } = await paidCart()
    await guest.complete()
    const asked = jest.spyOn(provider(), "authorizePayment")
    const { data } = await guest.complete()
    expect(data).toMatchObject({ type: "order", order: { id: (await guest.orders())[0] } })
    expect(asked).not.toHaveBeenCalled()
  })

  it("a completion that a killed process left behind the order is answered 200 order, unpaid: ours looks first", async () => {
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

  it("processPaymentWorkflow, three times at once on a placed order, captures once", async () => {
    const { reference, orderId } = await placed()
    merchant.pay(reference)
    merchant.later(5_000)
    const asked = jest.spyOn(provider(), "authorizePayment")
    await Promise.allSettled([captureBySession(), captureBySession(), captureBySession()])
    expect(asked).toHaveBeenCalledTimes(1)
    expect(await rows("select id from capture where deleted_at is null")).toHaveLength(1)
    const { amount } = await merchant.intent(reference)
    expect(await store.moneyOf(orderId)).toMatchObject({ payment_status: "captured", captured: amount })
  })
})
