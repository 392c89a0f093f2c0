import { Modules } from "@medusajs/framework/utils"
import { MOBILE_MONEY, type Customer } from "../../http/support/customer"
import { withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"

/** What the shop changes in Medusa, by Medusa's own routes, while a payment is under way. */
export const storeChanges: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  afterEach(() => jest.restoreAllMocks())

  const rows = async (sql: string, bindings: string[] = []) =>
    (await store.db.raw(sql, bindings)).rows as Record<string, string>[]
  const collectionOf = async (orderId: string) => {
    const sql = "select payment_collection_id id from order_payment_collection where order_id = ?"
    return (await rows(sql, [orderId]))[0]!.id!
  }
  const bargain = async (code: string, target_type: "items" | "shipping_methods", value: number) => {
    const method = { type: "percentage", target_type, allocation: "each", value, max_quantity: 100 }
    const promotion = { code, type: "standard", status: "active", application_method: method }
    return (await desk.accepted("/admin/promotions", promotion)).promotion.id as string
  }
  const FREE = { promo_codes: ["GOODS", "DELIVERY"] }
  const change = async (guest: Customer, method: "post" | "delete", body: object) =>
    (await guest.send(method, `/store/carts/${guest.cartId}/promotions`, body)).data.cart.total as number
  const makeFree = async (guest: Customer) => {
    await bargain("GOODS", "items", 100)
    await bargain("DELIVERY", "shipping_methods", 100)
    expect(await change(guest, "post", FREE)).toBe(0)
  }

  describe("money of what costs nothing any more is late, for nobody paid before: ", () => {
    it("a cart that a promotion made free while its customer paid", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await makeFree(guest)
      expect((await guest.complete()).data.type).toBe("order")
      const [orderId] = await guest.orders()
      expect(await guest.status()).toMatchObject({ status: "succeeded", still_open: { amount: "8400" } })
      merchant.pay(reference)
      await guest.comeBack(reference)
      await merchant.oneItem(reference, "late_payment")
      expect(await guest.orders()).toEqual([orderId])
      expect(await store.moneyOf(orderId!)).toMatchObject({ captured: "0", total: "0" })
    })

    it.each([
      ["an edit took all of it off", async (orderId: string) => await desk.edit(orderId, 0)],
      [
        "a credit line is as much",
        async (orderId: string) => {
          const line = { amount: 5000, reference: "goodwill", reference_id: "1" }
          await desk.accepted(`/admin/orders/${orderId}/credit-lines`, line)
        },
      ],
    ])("an order that a link asks for: %s", async (_, takeOff) => {
      const orderId = await desk.byTelephone(5000)
      const reference = await desk.atLink(orderId)
      const id = await collectionOf(orderId)
      await takeOff(orderId)
      const path = `/store/payment-collections/${id}/payment-sessions`
      const { status, data } = await store.customer().send("post", path, { provider_id: MOBILE_MONEY })
      // It may be, by the payment that is open.
      expect([status, "charged" in data]).toEqual([400, false])
      desk.silently(reference, "succeeded")
      await merchant.advance(reference)
      await merchant.oneItem(reference, "late_payment")
    })
  })

  it("a free cart that costs something again takes the money that its customer paid before", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await makeFree(guest)
    expect((await guest.tryToPay()).status).toBe(400)
    expect(await change(guest, "delete", FREE)).toBe(8400)
    merchant.pay(reference)
    await guest.comeBack(reference)
    expect((await guest.complete()).data.type).toBe("order")
    const [orderId, ...others] = await guest.orders()
    expect([others, desk.charges()]).toEqual([[], 1])
    expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured", captured: "8400" })
  })

  it("a draft asks for nothing yet: who starts a payment in its collection does not hear that it is paid", async () => {
    const order_id = await desk.draft(5000)
    const made = await desk.accepted("/admin/payment-collections", { order_id, amount: 5000 })
    const path = `/store/payment-collections/${made.payment_collection.id}/payment-sessions`
    const { status, data } = await store.customer().send("post", path, { provider_id: MOBILE_MONEY })
    expect([status, data.charged, desk.charges()]).toEqual([400, false, 0])
    expect(data.message).toContain("nothing to pay here")
  })

  describe("money whose cart cannot become its order any more", () => {
    const deleted = async (sql: string, path: (row: Record<string, string>) => string) => {
      for (const row of await rows(sql)) await desk.removed(path(row))
    }
    const stranded = async (lose: () => Promise<void>, before?: (guest: Customer) => Promise<void>) => {
      const guest = store.customer()
      await guest.fillCart()
      await before?.(guest)
      const { merchant_reference: reference } = await guest.startPayment()
      await lose()
      desk.silently(reference, "succeeded")
      for (let looks = 0; looks < 3; looks++) await merchant.advance(reference)
      expect(await desk.openReasons(reference)).toEqual(["paid_without_order"])
      const { id, amount } = await merchant.intent(reference)
      return { guest, reference, id, amount }
    }
    const coffee = "select id, product_id from product_variant where sku = 'COFFEE-250'"
    const tenPercent = "select id from promotion where code = 'TEN'"
    const lower = async (guest: Customer) => {
      await bargain("TEN", "items", 10)
      await change(guest, "post", { promo_codes: ["TEN"] })
    }

    it.each([
      {
        lost: "its goods were deleted",
        lose: () => deleted(coffee, ({ id, product_id }) => `/admin/products/${product_id}/variants/${id}`),
      },
      {
        lost: "a promotion that it has was deleted",
        before: (guest: Customer) => lower(guest),
        lose: () => deleted(tenPercent, ({ id }) => `/admin/promotions/${id}`),
      },
      {
        lost: "its delivery was deleted",
        lose: () => deleted("select id from shipping_option", ({ id }) => `/admin/shipping-options/${id}`),
      },
    ])("makes an order of it when the merchant says so: $lost", async ({ lose, before }) => {
      const { guest, reference, id, amount } = await stranded(lose, before)
      const path = `/admin/paycollect/intents/${id}/new-order`
      const { status, data } = await merchant.get(path)
      expect([status, data.total ?? data]).toEqual([200, amount])
      const { result } = await desk.accepted(path)
      const paid = { payment_status: "captured", captured: amount, total: amount }
      expect(await store.moneyOf(result.order_id)).toMatchObject(paid)
      expect(await desk.openItems(reference)).toEqual([])
      // Her old cart has none of it.
      await guest.complete()
      expect(await guest.orders()).toEqual([])
    })

    it("pays the order that its link asked for, where Medusa's collection of it was deleted", async () => {
      merchant.configure({ refunds: "manual" })
      const orderId = await desk.byTelephone(5000)
      const reference = await desk.atLink(orderId)
      await desk.removed(`/admin/payment-collections/${await collectionOf(orderId)}`)
      desk.silently(reference, "succeeded")
      await merchant.advance(reference)
      expect(await desk.openReasons(reference)).toEqual(["paid_without_order"])
      const { id } = await merchant.intent(reference)
      expect((await desk.assign(id, orderId)).status).toBe(200)
      expect(await desk.openItems(reference)).toEqual([])
      expect(await store.moneyOf(orderId)).toMatchObject({ payment_status: "captured", captured: "5000" })
    })

    it("makes no second order of it while the one that was placed stands unpaid; that takes it", async () => {
      const { reference, orderId } = await desk.placed()
      const payments = store.container().resolve(Modules.PAYMENT)
      const fails = jest
        .spyOn(payments, "authorizePaymentSession")
        .mockRejectedValue(new Error("no database"))
      desk.silently(reference, "succeeded")
      for (let looks = 0; looks < 3; looks++) await merchant.advance(reference)
      fails.mockRestore()
      expect(await desk.openReasons(reference)).toEqual(["paid_without_order"])
      const { id } = await merchant.intent(reference)
      const { status, data } = await merchant.post(`/admin/paycollect/intents/${id}/new-order`)
      expect([status, data.code]).toEqual([400, "paycollect_assignment_order_stands"])
      expect((await desk.assign(id, orderId)).status).toBe(200)
      expect(await desk.openItems(reference)).toEqual([])
      expect(await store.moneyOf(orderId)).toMatchObject({ payment_status: "captured", captured: "8400" })
    })
  })
}
