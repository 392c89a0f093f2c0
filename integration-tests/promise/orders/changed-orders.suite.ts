import { type AxiosResponse } from "axios"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { providerInCore } from "../../http/support/core"
import { CARD, MOBILE_MONEY } from "../../http/support/customer"
import { withMerchant } from "../../http/support/merchant"
import { BACKEND_URL } from "../../http/support/store"
import { type Suite } from "../../http/support/suites"
import { type AdminPayCollectLink } from "../../../src/types/http"

const FIELDS = "+summary,+display_id,*items,*payment_collections"

interface Collection {
  id: string
  status: string
}
interface Order {
  display_id: number
  summary: { pending_difference: number }
  items: { id: string; quantity: number; created_at: string }[]
  payment_collections: Collection[]
}

/** Orders that change after they were paid: edits, exchanges and refunds, paid by links and found by what they are called. */
export const changedOrders: Suite = (store) => {
  const merchant = withMerchant(store)

  const accepted = async (path: string, body?: unknown) => {
    const { status, data } = await merchant.post(path, body)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
    return data
  }
  const orderOf = async (id: string) =>
    (await merchant.get(`/admin/orders/${id}?fields=${FIELDS}`)).data.order as Order
  const owed = async (id: string) => Math.round((await orderOf(id)).summary.pending_difference) || 0
  const unpaidCollection = async (id: string) =>
    (await orderOf(id)).payment_collections.find(({ status }) => status === "not_paid")!

  const pathOf = (address: string) => address.replace(BACKEND_URL, "")
  const linkOf = async (order_id: string, more: object = {}) =>
    (await accepted("/admin/paycollect/links", { order_id, ...more })).link as AdminPayCollectLink
  const shown = async (order_id: string) =>
    (await merchant.get(`/admin/paycollect/links?order_id=${order_id}`)).data.links as AdminPayCollectLink[]
  const press = async (
    link: Pick<AdminPayCollectLink, "url">,
    provider_id = MOBILE_MONEY,
    more: { anew?: "1" } = {}
  ) => await store.api.post(pathOf(link.url!), new URLSearchParams({ provider_id, ...more }))
  const referenceAt = ({ status, headers }: AxiosResponse) => {
    expect(status).toBe(303)
    const id = /\/checkout\/(pi_\w+)/.exec(headers.location)?.[1]
    return store.service.control.intents().find((each) => each.id === id)!.merchant_reference!
  }
  const paid = async (reference: string) => {
    merchant.pay(reference)
    await store.api.get(`/paycollect/return/${reference}`)
    return reference
  }
  const payByLink = async (orderId: string) => await paid(referenceAt(await press(await linkOf(orderId))))
  const refund = async (reference: string, amount: number) => {
    const { rows } = await store.db.raw("select id from payment where data->>'merchant_reference' = ?", [
      reference,
    ])
    return await merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount })
  }
  const found = async (query: Record<string, string>) => {
    const { status, data } = await merchant.get(`/admin/paycollect/intents?${new URLSearchParams(query)}`)
    expect(status).toBe(200)
    return (data.intents as { merchant_reference: string }[]).map((each) => each.merchant_reference)
  }

  const variantId = async () =>
    (await store.db.raw("select id from product_variant where sku = 'COFFEE-250'")).rows[0].id as string
  const custom = (unit_price: number) => ({ title: "By telephone", unit_price, quantity: 1 })
  /** Written down by telephone, and taxed. */
  const draft = async (items = [custom(1000)]) => {
    const address = { first_name: "Mireille", last_name: "Essomba", phone: "670123456", country_code: "cm" }
    const { draft_order } = await accepted("/admin/draft-orders", {
      region_id: store.regionId("xaf"),
      email: "mireille@example.com",
      shipping_address: address,
      billing_address: address,
      items,
      shipping_methods: [],
    })
    return draft_order.id as string
  }
  /** A cart's order, paid as ever. */
  const bought = async (quantity?: number) => {
    const { guest, reference } = await merchant.guestAtCheckout(quantity ? { quantity } : undefined)
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    return { guest, reference, orderId: orderId! }
  }
  const edited = async (orderId: string, path: string, change: object) => {
    await accepted("/admin/order-edits", { order_id: orderId })
    await accepted(`/admin/order-edits/${orderId}/items${path}`, change)
    await accepted(`/admin/order-edits/${orderId}/confirm`)
  }
  const addTo = async (orderId: string, quantity = 1) =>
    await edited(orderId, "", { items: [{ variant_id: await variantId(), quantity }] })
  /** Of the line that the order began with. */
  const setQuantity = async (orderId: string, quantity: number) => {
    const { items } = await orderOf(orderId)
    const [first] = items.sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    await edited(orderId, `/item/${first!.id}`, { quantity })
  }
  const fulfil = async (orderId: string) => {
    const { items } = await orderOf(orderId)
    await accepted(`/admin/orders/${orderId}/fulfillments`, {
      items: items.map(({ id, quantity }) => ({ id, quantity })),
    })
  }

  const twicePaid = async () => {
    const orderId = await draft()
    const link = await linkOf(orderId, { convert_draft: true })
    const first = referenceAt(await press(link))
    const second = referenceAt(await press(link, CARD, { anew: "1" }))
    await paid(second)
    store.service.control.moveState(first, "succeeded", { webhook: false, force: true })
    await merchant.advance(first)
    await merchant.oneItem(first, "duplicate_payment")
    return first
  }

  it("finds a link's payment by its order, from a cart's order with an edit", async () => {
    const { orderId, reference } = await bought()
    await addTo(orderId)
    const link = await payByLink(orderId)
    expect(await owed(orderId)).toBe(0)
    const { display_id } = await orderOf(orderId)
    const names: Record<string, string>[] = [
      { q: orderId },
      { q: `#${display_id}` },
      { order_id: orderId },
      { q: "mireille@example.com" },
      { q: "essomba" },
    ]
    for (const name of names) expect(await found(name)).toEqual(expect.arrayContaining([reference, link]))
  })

  it("finds a draft's payment by link by its order", async () => {
    const orderId = await draft()
    await accepted(`/admin/draft-orders/${orderId}/convert-to-order`)
    const link = await payByLink(orderId)
    expect(await found({ q: orderId })).toEqual([link])
  })

  it("asks again for what an edit adds after an overpaid part went back", async () => {
    merchant.configure({ refunds: "manual" })
    const orderId = await draft([custom(1000), custom(2000)])
    const link = await linkOf(orderId, { convert_draft: true })
    const reference = await paid(referenceAt(await press(link)))
    expect(await owed(orderId)).toBe(0)
    await setQuantity(orderId, 0)
    const less = await owed(orderId)
    expect(less).toBeLessThan(0)
    expect((await refund(reference, -less)).status).toBe(200)
    expect(await owed(orderId)).toBe(0)
    await addTo(orderId)
    const more = await owed(orderId)
    expect(more).toBeGreaterThan(0)
    expect((await shown(orderId))[0]).toMatchObject({ state: "payable", owed: String(more) })
  })

  it("takes the money of an open payment that is asked for anew, after an overpaid part went back", async () => {
    merchant.configure({ refunds: "manual" })
    const { orderId, reference } = await bought(4)
    await addTo(orderId, 1)
    await press(await linkOf(orderId))
    await setQuantity(orderId, 1)
    const less = await owed(orderId)
    expect(less).toBeLessThan(0)
    expect((await refund(reference, -less)).status).toBe(200)
    expect(await owed(orderId)).toBe(0)
    await addTo(orderId, 1)
    const link = await linkOf(orderId)
    // The page that was opened for the same sum before is open still.
    expect((await press(link)).headers.location).toContain("?ask=1")
    const again = referenceAt(await press(link, MOBILE_MONEY, { anew: "1" }))
    await paid(again)
    expect(await merchant.items(again)).toEqual([])
    expect(await owed(orderId)).toBe(0)
  })

  it("takes the money of a session that another provider took the place of", async () => {
    const { orderId } = await bought()
    await addTo(orderId, 1)
    const reference = referenceAt(await press(await linkOf(orderId)))
    const collection = await unpaidCollection(orderId)
    await store.customer().send("post", `/store/payment-collections/${collection.id}/payment-sessions`, {
      provider_id: "pp_system_default",
    })
    await paid(reference)
    expect(await merchant.items(reference)).toEqual([])
    expect(await owed(orderId)).toBe(0)
  })

  it("on_redirect: starts no payment of a session that asks for more than the order owes by now", async () => {
    const { orderId } = await bought()
    merchant.configure({ createIntent: "on_redirect" })
    await addTo(orderId, 2)
    const answer = await press(await linkOf(orderId))
    await setQuantity(orderId, 1)
    const calls = store.calls("create_payment_intent").length
    await store.api.get(pathOf(answer.headers.location))
    expect(store.calls("create_payment_intent")).toHaveLength(calls)
  })

  it("starts no payment at the storefront of what a canceled exchange asks for no more", async () => {
    const { orderId } = await bought()
    await fulfil(orderId)
    const { items } = await orderOf(orderId)
    const { exchange: made } = await accepted("/admin/exchanges", { order_id: orderId })
    await accepted(`/admin/exchanges/${made.id}/inbound/items`, {
      items: [{ id: items[0]!.id, quantity: 1 }],
    })
    await accepted(`/admin/exchanges/${made.id}/outbound/items`, {
      items: [{ variant_id: await variantId(), quantity: 3 }],
    })
    await accepted(`/admin/exchanges/${made.id}/request`)
    await accepted(`/admin/exchanges/${made.id}/cancel`)
    expect(await owed(orderId)).toBe(0)
    const collection = await unpaidCollection(orderId)
    await store.customer().send("post", `/store/payment-collections/${collection.id}/payment-sessions`, {
      provider_id: MOBILE_MONEY,
    })
    expect(store.calls("create_payment_intent")).toHaveLength(1)
  })

  it("asks a customer to decline what her canceled order asked for, and leads her to pay it no more", async () => {
    merchant.configure({ refunds: "manual" })
    const { guest, orderId } = await bought()
    await addTo(orderId)
    const { id } = await unpaidCollection(orderId)
    await guest.send("post", `/store/payment-collections/${id}/payment-sessions`, {
      provider_id: MOBILE_MONEY,
    })
    const statusOf = async () => (await guest.send("get", `/store/paycollect/carts/${id}/status`)).data
    const { under_way, payment_number } = await statusOf()
    expect(under_way).toMatchObject({ payment_number, state: "opened" })
    await accepted(`/admin/orders/${orderId}/cancel`)
    const canceled = await statusOf()
    expect(canceled).toMatchObject({ status: "failed", still_open: { payment_number } })
    expect(canceled).not.toHaveProperty("under_way")
    expect(canceled).not.toHaveProperty("checkout_url")
  })

  it("books money on a converted draft that owes just that, with its tax", async () => {
    const money = await twicePaid()
    const { id } = await merchant.intent(money)
    const orderId = await draft()
    await accepted(`/admin/draft-orders/${orderId}/convert-to-order`)
    const answer = await merchant.post(`/admin/paycollect/intents/${id}/assign`, { order_id: orderId })
    expect(answer.status).toBe(200)
    expect(await owed(orderId)).toBe(0)
  })

  describe("canceled while the plugin was out", () => {
    /** Core goes to the provider, does not find it, and books the money as returned all the same (promise/medusa/behaviour.suite.ts, fact 5). */
    const canceledWithout = async (orderId: string) => {
      const refund = jest
        .spyOn(providerInCore(store), "refundPayment")
        .mockRejectedValue(new Error("Could not find the provider"))
      await cancelOrderWorkflow(store.container()).run({ input: { order_id: orderId } })
      expect(refund).toHaveBeenCalledTimes(1)
      refund.mockRestore()
    }
    const days = (count: number) => count * 24 * 60 * 60_000

    it("a person is told of the money that nobody sent back, once, and can send it", async () => {
      const { reference, orderId } = await bought()
      const kept = await bought()
      // The job ran when the plugin was still there.
      await merchant.reconcile()
      await canceledWithout(orderId)
      merchant.later(days(300))
      expect(await merchant.items(reference)).toEqual([])
      await merchant.reconcile()
      const { applied_at, order_id } = await merchant.intent(reference)
      expect([applied_at, order_id]).toEqual([null, null])
      merchant.later(60_000)
      await merchant.reconcile()
      const item = await merchant.oneItem(reference, "paid_after_cancel")
      merchant.later(60_000)
      await merchant.reconcile()
      expect(await merchant.items(kept.reference)).toEqual([])
      expect((await merchant.intent(kept.reference)).order_id).toBe(kept.orderId)

      merchant.configure({ refunds: "api" })
      const answer = await merchant.post(`/admin/paycollect/intents/${item.intent_id}/refund`, {
        reason: "requested_by_customer",
      })
      expect([answer.status, answer.data]).toMatchObject([200, {}])
      expect(await merchant.items(reference)).toMatchObject([{ id: item.id, status: "resolved" }])
      expect((await merchant.intent(reference)).came).toBe((await merchant.intent(reference)).refunded)
    })

    it("a refund that was cut off before asks for no more than what was not refunded from the list since", async () => {
      const { reference, orderId } = await bought()
      await merchant.reconcile()
      await canceledWithout(orderId)
      merchant.later(days(1))
      await merchant.reconcile()
      merchant.later(60_000)
      await merchant.reconcile()
      const { intent_id } = await merchant.oneItem(reference, "paid_after_cancel")
      const { amount } = await merchant.intent(reference)
      merchant.configure({ refunds: "api" })
      const part = { amount: String(Number(amount) - 1_000), reason: "requested_by_customer" }
      await accepted(`/admin/paycollect/intents/${intent_id}/refund`, part)
      merchant.configure({ refunds: "manual" })
      await store.db.raw(
        `insert into refund (id, amount, raw_amount, payment_id, created_at)
         select 'ref_cut_off', 2000, '{"value":"2000"}', id, now() from payment where data->>'merchant_reference' = ?`,
        [reference]
      )
      for (let looks = 0; looks < 2; looks++) {
        merchant.later(16 * 60_000)
        await merchant.reconcile()
        const due = (await merchant.items(reference)).filter(({ reason }) => reason === "refund_due")
        expect(due).toMatchObject([{ data: { amount: "1000" } }])
        expect(await merchant.intent(reference)).toMatchObject({ came: amount, refunded: amount })
      }
    })

    it("a person is told of money that came by a link, too", async () => {
      const orderId = await draft()
      const link = await linkOf(orderId, { convert_draft: true })
      const reference = await paid(referenceAt(await press(link)))
      await merchant.reconcile()
      await canceledWithout(orderId)
      merchant.later(days(3))
      await merchant.reconcile()
      merchant.later(60_000)
      await merchant.reconcile()
      await merchant.oneItem(reference, "paid_after_cancel")
      merchant.later(60_000)
      await merchant.reconcile()
      expect((await merchant.intent(reference)).applied_at).toBeNull()
    })

    it("nobody is told where the refund was recorded", async () => {
      merchant.configure({ refunds: "api" })
      const { reference, orderId } = await bought()
      await accepted(`/admin/orders/${orderId}/cancel`)
      merchant.later(days(2))
      await merchant.reconcile()
      expect(await merchant.items(reference)).toEqual([])
      expect((await merchant.intent(reference)).order_id).toBe(orderId)
    })
  })
}
