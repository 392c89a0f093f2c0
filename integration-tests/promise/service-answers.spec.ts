import { CARD } from "../http/support/customer"
import { withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"

jest.setTimeout(120_000)

/** Where the interface is silent: each of these answers is one that a service may give. */
withStore({ options: { confirmPath: "/payment-intents/{id}/confirm" } }, (store) => {
  const merchant = withMerchant(store)

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
      await merchant.oneItem(two.reference, "reference_mismatch")
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
})
