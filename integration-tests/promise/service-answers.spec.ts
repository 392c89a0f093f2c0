import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { providerInCore, soon } from "../http/support/core"
import { CARD } from "../http/support/customer"
import { DAY, MINUTE, withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"

jest.setTimeout(120_000)

/** Where the interface is silent: each of these answers is one that a service may give. */
withStore({ options: { service: { confirmPath: "/payment-intents/{id}/confirm" } } }, (store) => {
  const merchant = withMerchant(store)
  afterEach(() => jest.restoreAllMocks())

  describe("a verify that answers with the transaction's id (U-23)", () => {
    it("is a payment like any other, and no two payments are paid by one transaction", async () => {
      const [one, two] = [await merchant.guestAtCheckout(), await merchant.guestAtCheckout()]
      for (const { reference } of [one, two]) {
        merchant.pay(reference)
        store.service.control.overrideVerify(reference, { id: "trn_1" })
      }
      expect((await one.guest.comeBack(one.reference)).headers.location).toContain(
        "paycollect_status=success"
      )
      expect(await one.guest.orders()).toHaveLength(1)
      expect(await merchant.intent(one.reference)).toMatchObject({ transaction_id: "trn_1" })

      await two.guest.comeBack(two.reference)
      expect(await two.guest.orders()).toEqual([])
      await merchant.oneItem(two.reference, "reference_discrepancy")
    })
  })

  it("a confirmation by the shop, with the customer's fee in what verify names, makes the order (U-13, U-21)", async () => {
    merchant.configure({ confirmationMethod: "manual", feeBearer: "customer" })
    const guest = store.customer()
    await guest.fillCart()
    const { merchant_reference: reference, checkout_url } = await guest.startPayment(CARD)
    const address = new URL(checkout_url!)
    address.pathname += "/pay"
    const card = {
      method: "card",
      card_number: "4242424242424242",
      card_expiry: "12/40",
      card_cvc: "123",
      card_name: "M E",
    }
    const body = new URLSearchParams(card)
    expect((await fetch(address, { method: "POST", body, redirect: "manual" })).status).toBe(303)

    expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=success")
    expect(await guest.orders()).toHaveLength(1)
    expect(Number((await merchant.intent(reference)).fee)).toBeGreaterThan(0)
  })

  describe("a create that says the reference is used (U-03)", () => {
    const used = { operation: "create_payment_intent", kind: "status", status: 409 } as const

    it("the customer pays the next attempt, and what stands under the first is watched", async () => {
      store.service.control.injectFault(used)
      const { guest, reference } = await merchant.guestAtCheckout()
      const first = `${guest.cartId}-1`
      expect(reference).toBe(`${guest.cartId}-2`)
      expect(await merchant.intent(first)).toMatchObject({ status: "unknown", request: null })
      merchant.pay(reference)
      await guest.comeBack(reference)
      expect(await guest.orders()).toHaveLength(1)

      merchant.later(MINUTE)
      expect(await merchant.reconcile()).toMatchObject({ checked: 1 })
      expect((await merchant.intent(first)).next_step_at).not.toBeNull()
    })

    it("what stands there is this very payment, paid: it makes the order, and nothing more is charged", async () => {
      const guest = store.customer()
      await guest.fillCart()
      // The answer to the send was lost on the way, and another process finds the reference used.
      store.service.control.injectFault({ ...used, kind: "drop_after_processing", times: 2 })
      expect((await guest.tryToPay()).status).toBe(503)
      const reference = `${guest.cartId}-1`
      const { id } = await merchant.intent(reference)
      await merchant.paycollect().ledger.change(id, { status: "creating" })
      merchant.pay(reference)
      merchant.later(4_000)
      store.service.control.injectFault(used)
      expect(await guest.startPayment()).toMatchObject({ merchant_reference: reference, status: "succeeded" })
      expect((await guest.complete()).data.type).toBe("order")
      expect(await guest.orders()).toHaveLength(1)
    })
  })

  describe("a payment that failed, and was paid later at the same page (U-15)", () => {
    const failed = async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      store.service.control.moveState(reference, "failed")
      expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=failed")
      return { guest, reference }
    }
    const paysAfterAll = (reference: string) => {
      store.service.control.moveState(reference, "succeeded", { force: true })
      merchant.later(4_000)
    }
    const creates = () => store.calls("create_payment_intent").length

    it("serves the cart when the customer starts anew: no second charge", async () => {
      const { guest, reference } = await failed()
      paysAfterAll(reference)
      expect(await guest.startPayment(CARD)).toMatchObject({
        merchant_reference: reference,
        status: "succeeded",
      })
      expect((await guest.complete()).data.type).toBe("order")
      expect(await guest.orders()).toHaveLength(1)
      expect(creates()).toBe(1)
    })

    it("also at the address that starts a payment only when the customer goes there", async () => {
      merchant.configure({ createIntent: "on_redirect" })
      const guest = store.customer()
      await guest.fillCart()
      const first = await guest.startPayment()
      await guest.goToPay(first.checkout_url!)
      const reference = `${guest.cartId}-1`
      store.service.control.moveState(reference, "failed")
      await guest.comeBack(reference)
      paysAfterAll(reference)
      const second = await guest.startPayment(CARD)
      const { headers } = await guest.goToPay(second.checkout_url!)
      expect(headers.location).toContain(`/paycollect/return/${reference}`)
      await guest.comeBack(reference)
      expect(await guest.orders()).toHaveLength(1)
      expect(creates()).toBe(1)
    })

    it("is found while she watches, by one question, however often the page asks", async () => {
      const { guest, reference } = await failed()
      const asked = () => store.calls("verify_payment").length
      const watches = async () => {
        for (let poll = 0; poll < 4; poll++) {
          merchant.later(15_000)
          await guest.status()
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }
      const before = asked()
      await watches()
      expect(asked()).toBe(before + 1)

      const another = await failed()
      paysAfterAll(another.reference)
      merchant.later(10_000)
      expect(await another.guest.status()).toMatchObject({ status: "failed", reason: "declined" })
      await soon(() => merchant.told("paycollect.intent.applied", another.reference).length > 0)
      expect(await another.guest.status()).toMatchObject({ status: "succeeded" })
      expect(await another.guest.orders()).toHaveLength(1)
      expect(await guest.status()).toMatchObject({ status: "failed" })
      expect((await merchant.intent(reference)).outcome).toBe("failed")
    })
  })

  it("an order that a program made for a payment whose create was refused, and was killed before it asked, is ended", async () => {
    const guest = store.customer()
    await guest.fillCart()
    store.service.control.injectFault({ operation: "create_payment_intent", kind: "status", status: 400 })
    expect((await guest.tryToPay()).status).toBe(400)
    const reference = `${guest.cartId}-1`
    expect(await merchant.intent(reference)).toMatchObject({ status: "rejected" })

    // The session as core saw it while that payment was being started, and the order that core commits before it asks.
    const provider = providerInCore(store)
    jest.spyOn(provider, "initiatePayment").mockResolvedValueOnce({ id: "started", data: {} })
    await guest.startPayment()
    const placed = { status: PaymentSessionStatus.PENDING_AUTHORIZATION, data: {} }
    jest.spyOn(provider, "authorizePayment").mockResolvedValueOnce(placed)
    await completeCartWorkflow(store.container()).run({ input: { id: guest.cartId } })
    await store.db.raw("update payment_session set status = 'pending', authorized_at = null")
    await store.db.raw("update payment_collection set status = 'not_paid'")
    const [orderId] = await guest.orders()
    const order = async () => (await merchant.get(`/admin/orders/${orderId}`)).data.order.status as string

    merchant.later(2 * MINUTE)
    await merchant.reconcile()
    expect(await order()).toBe("pending")
    merchant.later(3 * MINUTE)
    await merchant.reconcile()
    expect(await order()).toBe("canceled")
    await merchant.oneItem(reference, "order_without_payment")
    expect(await merchant.intent(reference)).toMatchObject({ status: "rejected", next_step_at: null })
    expect(store.calls("verify_payment")).toEqual([])
  })

  it("a payment whose create was refused is looked at once, in the store only, and leaves the schedule", async () => {
    const guest = store.customer()
    await guest.fillCart()
    store.service.control.injectFault({ operation: "create_payment_intent", kind: "status", status: 400 })
    await guest.tryToPay()
    merchant.later(5 * MINUTE)
    expect(await merchant.reconcile()).toMatchObject({ checked: 1, outcomes: { failed: 1 } })
    expect(await merchant.intent(`${guest.cartId}-1`)).toMatchObject({
      status: "rejected",
      next_step_at: null,
    })
    expect(merchant.told("paycollect.intent.failed", `${guest.cartId}-1`)).toEqual([])
    merchant.later(DAY)
    expect(await merchant.reconcile()).toMatchObject({ checked: 0 })
    expect(store.calls("verify_payment")).toEqual([])
  })
})
