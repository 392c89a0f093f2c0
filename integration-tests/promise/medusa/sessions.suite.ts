import { refreshPaymentCollectionForCartWorkflow } from "@medusajs/medusa/core-flows"
import { providerInCore } from "../../http/support/core"
import { CARD, MOBILE_MONEY } from "../../http/support/customer"
import { withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

/** What this plugin relies on while sessions are made and go; see behaviour.suite.ts. */
export const sessions: Suite = (store) => {
  const merchant = withMerchant(store)
  const provider = (id = MOBILE_MONEY) => providerInCore(store, id)
  const sessions = async () =>
    (
      await store.db.raw(
        "select id, provider_id, data from payment_session where deleted_at is null order by created_at"
      )
    ).rows as { id: string; provider_id: string; data: Record<string, unknown> }[]
  afterEach(() => jest.restoreAllMocks())

  it("a body with more than provider_id and data is refused", async () => {
    const { guest } = await merchant.guestAtCheckout()
    const path = `/store/payment-collections/${guest.collectionId}/payment-sessions`
    const { status } = await guest.send("post", path, { provider_id: MOBILE_MONEY, amount: 1 })
    expect(status).toBe(400)
  })

  it("initiatePayment gets the amount in major units, the currency in small letters, and nobody's name for a guest", async () => {
    const guest = store.customer()
    await guest.fillCart()
    const cart = await guest.cart()
    const asked = jest.spyOn(provider(), "initiatePayment")
    await guest.startPayment()
    const [input] = asked.mock.calls[0]!
    expect(Number(input.amount)).toBe(cart.total)
    expect(input.currency_code).toBe("xaf")
    expect(input.data?.session_id).toBe(input.context?.idempotency_key)
    expect(input.context?.customer).toBeUndefined()
    expect(JSON.stringify(input)).not.toContain("mireille")
  })

  it("a session's row exists when initiatePayment is asked, and context.idempotency_key is its id", async () => {
    const guest = store.customer()
    await guest.fillCart()
    const original = provider().initiatePayment.bind(provider())
    let found: unknown[] = []
    const asked = jest.spyOn(provider(), "initiatePayment").mockImplementation(async (input) => {
      found = await sessions()
      return await original(input)
    })
    await guest.startPayment()
    expect(found).toMatchObject([{ id: asked.mock.calls[0]![0].context!.idempotency_key }])
  })

  it("a new session takes the place of the old one: its initiatePayment and the old one's deletePayment run at once", async () => {
    const { guest } = await merchant.guestAtCheckout()
    const begin: (() => void)[] = []
    const begun = Array.from({ length: 2 }, () => new Promise<void>((resolve) => begin.push(resolve)))
    const original = provider(CARD).initiatePayment.bind(provider(CARD))
    // Neither comes to an end before the other has begun: one after the other they would never end.
    jest.spyOn(provider(CARD), "initiatePayment").mockImplementation(async (input) => {
      begin[0]!()
      await begun[1]
      return await original(input)
    })
    jest.spyOn(provider(), "deletePayment").mockImplementation(async ({ data }) => {
      begin[1]!()
      await begun[0]
      return { data }
    })
    await guest.startPayment(CARD)
    expect(await sessions()).toMatchObject([{ provider_id: CARD }])
  })

  it("initiatePayment throws: the new session is gone, and the old one is made anew from its old data", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const [before] = await sessions()
    const again = jest.spyOn(provider(), "initiatePayment")
    jest.spyOn(provider(CARD), "initiatePayment").mockRejectedValueOnce(new Error("not now"))
    expect((await guest.tryToPay(CARD)).status).toBe(500)
    const [after, ...more] = await sessions()
    expect(more).toEqual([])
    expect(after).toMatchObject({ provider_id: MOBILE_MONEY, data: { merchant_reference: reference } })
    expect(after!.id).not.toBe(before!.id)
    expect(again).toHaveBeenCalledTimes(1)
    expect(again.mock.calls[0]![0].data).toMatchObject({ merchant_reference: reference })
    expect(store.calls("create_payment_intent")).toHaveLength(1)
  })

  it("deletePayment throws for the old session: 500, the new session is taken back and the old one stays", async () => {
    const { guest } = await merchant.guestAtCheckout()
    const [before] = await sessions()
    jest.spyOn(provider(), "deletePayment").mockRejectedValueOnce(new Error("not now"))
    const { status, data } = await guest.tryToPay(CARD)
    expect([status, data.message]).toEqual([500, "Could not delete all payment sessions"])
    expect(await sessions()).toEqual([before])
  })

  it("deletePayment throws for the new session too, when core takes it back: both sessions stay", async () => {
    const { guest } = await merchant.guestAtCheckout()
    const [before] = await sessions()
    const thrown = jest.spyOn(provider(), "deletePayment").mockRejectedValue(new Error("not now"))
    expect((await guest.tryToPay()).status).toBe(500)
    expect(await sessions()).toMatchObject([before, { provider_id: MOBILE_MONEY }])
    expect(thrown).toHaveBeenCalledTimes(2)
  })

  describe("a change of the cart", () => {
    it("deletes the sessions when its total changes", async () => {
      const { guest } = await merchant.guestAtCheckout()
      const deleted = jest.spyOn(provider(), "deletePayment")
      await guest.changeQuantity(7)
      expect(await sessions()).toEqual([])
      expect(deleted).toHaveBeenCalledTimes(1)
    })

    it("deletes the sessions when its region changes, and the collection takes the new currency", async () => {
      const { guest } = await merchant.guestAtCheckout()
      const { status } = await guest.send("post", `/store/carts/${guest.cartId}`, {
        region_id: store.regionId("xof"),
      })
      expect(status).toBe(200)
      expect(await sessions()).toEqual([])
      const { rows } = await store.db.raw("select currency_code from payment_collection")
      expect(rows).toEqual([{ currency_code: "xof" }])
    })

    it("keeps the sessions while total and currency stay, and deletes them for another currency of the same total", async () => {
      const { guest } = await merchant.guestAtCheckout()
      const before = await sessions()
      const refresh = async () =>
        await refreshPaymentCollectionForCartWorkflow(store.container()).run({
          input: { cart_id: guest.cartId },
        })
      await refresh()
      expect(await sessions()).toEqual(before)
      await store.db.raw("update payment_collection set currency_code = 'xof'")
      await refresh()
      expect(await sessions()).toEqual([])
    })
  })

  it("refundPayment gets the refund's id and a precise amount; core removes the refund when it throws", async () => {
    merchant.configure({ refunds: "manual" })
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await guest.comeBack(reference)
    const { rows } = await store.db.raw("select id from payment")
    const asked = jest.spyOn(provider(), "refundPayment").mockRejectedValueOnce(new Error("not now"))
    const path = `/admin/payments/${rows[0].id}/refund`
    expect((await merchant.post(path, { amount: 100 })).status).toBe(500)
    expect((await store.db.raw("select id from refund where deleted_at is null")).rows).toEqual([])
    const [input] = asked.mock.calls[0]!
    expect(input.context?.idempotency_key).toMatch(/^ref_/)
    expect(input.amount).toMatchObject({ value: "100" })
  })
}
