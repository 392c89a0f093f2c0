import { type AdminPayCollectIntent, type AdminPayCollectLink } from "../../../src/types/http"
import { queryOf } from "../../../src/payments/module"
import { MOBILE_MONEY, nextPerson } from "../../http/support/customer"
import { MINUTE, withMerchant } from "../../http/support/merchant"
import { BACKEND_URL } from "../../http/support/store"
import { type Suite } from "../../http/support/suites"

type Payments = Partial<AdminPayCollectIntent>[]
interface Answer {
  data: { id: string; paycollect_payments?: Payments }[]
}

/** No columns, and guessed all the same. */
const GUESSED = ["client_secret", "token", "phone", "email", "customer_email", "customer_name"]

/** The read-only links of `src/links`. */
export const linkedPayments: Suite = (store) => {
  const merchant = withMerchant(store)
  const paymentsOf = async (entity: "order" | "cart", id: string, fields = ["paycollect_payments.*"]) => {
    const asked = { entity, fields: ["id", ...fields], filters: { id } }
    const { data } = (await queryOf(store.container()).graph(asked)) as unknown as Answer
    return data[0]!.paycollect_payments ?? []
  }
  const referencesOf = async (orderId: string) =>
    (await paymentsOf("order", orderId)).map(({ merchant_reference }) => merchant_reference)
  const accepted = async (path: string, body?: unknown) => {
    const { status, data } = await merchant.post(path, body)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
    return data
  }
  const bought = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    return { guest, reference, orderId: orderId! }
  }
  const converted = async (unit_price: number) => {
    const address = { first_name: "Awa", last_name: "Essomba", phone: nextPerson().phone, country_code: "td" }
    const { draft_order } = await accepted("/admin/draft-orders", {
      region_id: store.regionId("xaf"),
      email: "mireille@example.com",
      shipping_address: address,
      billing_address: address,
      items: [{ title: "By telephone", unit_price, quantity: 1 }],
      shipping_methods: [],
    })
    await accepted(`/admin/draft-orders/${draft_order.id}/convert-to-order`)
    return draft_order.id as string
  }
  const paidByLink = async (order_id: string) => {
    const { link } = (await accepted("/admin/paycollect/links", { order_id })) as {
      link: AdminPayCollectLink
    }
    const form = new URLSearchParams({ provider_id: MOBILE_MONEY })
    const { headers } = await store.api.post(link.url!.replace(BACKEND_URL, ""), form)
    const id = /\/checkout\/(pi_\w+)/.exec(headers.location)?.[1]
    const reference = store.service.control.intents().find((each) => each.id === id)!.merchant_reference!
    merchant.pay(reference)
    await store.api.get(`/paycollect/return/${reference}`)
    return reference
  }
  const lateMoney = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await guest.changeQuantity(5)
    merchant.pay(reference)
    await merchant.advance(reference)
    return await merchant.intent(reference)
  }

  /** Fields of the dashboard's list that only the store knows. */
  const ofStore = ["refundable", "order_display_id", "customer_id", "customer_name", "customer_email"]
  /** What the relation of an order gives: what the list says of the ledger. */
  const givenOf = async (orderId: string) => {
    const { data } = await merchant.get(`/admin/paycollect/intents?order_id=${orderId}`)
    const fields = Object.entries(data.intents[0] as AdminPayCollectIntent)
    return Object.fromEntries(fields.filter(([name]) => !ofStore.includes(name)))
  }

  it("give an order's and a cart's payments: the ledger's fields of the list, and no others", async () => {
    const { guest, reference, orderId } = await bought()
    const listed = (await merchant.get(`/admin/paycollect/intents?order_id=${orderId}`)).data.intents[0]
    const expected = await givenOf(orderId)
    expect(listed.merchant_reference).toBe(reference)
    expect(await paymentsOf("order", orderId)).toEqual([expected])
    expect(await paymentsOf("cart", guest.cartId)).toEqual([expected])
    const some = ["paycollect_payments.amount", "paycollect_payments.state"]
    const { amount, state, order_id } = listed
    expect(await paymentsOf("order", orderId, some)).toEqual([{ amount, state, order_id }])
    const byId = {
      entity: "paycollect_payment",
      fields: ["id", "merchant_reference"],
      filters: { order_id: [orderId] },
    }
    const root = await queryOf(store.container()).graph(byId as never)
    expect(root.data).toEqual([{ id: listed.id, merchant_reference: reference }])
  })

  it("give them by whatever way the order was paid: cart, link, assignment, placed; and none of another's", async () => {
    const { orderId, reference, guest } = await bought()
    expect(await referencesOf(orderId)).toEqual([reference])

    const byLink = await converted(1_500)
    expect(await referencesOf(byLink)).toEqual([])
    const linked = await paidByLink(byLink)
    expect(await referencesOf(byLink)).toEqual([linked])
    expect(await merchant.intent(linked)).toMatchObject({ cart_id: null, order_id: byLink })

    const late = await lateMoney()
    const given = await converted(Number(late.amount))
    await accepted(`/admin/paycollect/intents/${late.id}/assign`, { order_id: given })
    expect(await referencesOf(given)).toEqual([late.merchant_reference])

    merchant.configure({ pendingOrders: "place" })
    const placed = await merchant.guestAtCheckout()
    store.service.control.moveState(placed.reference, "processing", { webhook: false })
    merchant.later(MINUTE)
    expect((await placed.guest.complete()).data.type).toBe("order")
    const [placedId] = await placed.guest.orders()
    expect(await referencesOf(placedId!)).toEqual([])
    expect(await paymentsOf("cart", placed.guest.cartId)).toMatchObject([{ outcome: "waiting" }])
    merchant.pay(placed.reference)
    await merchant.advance(placed.reference)
    expect(await referencesOf(placedId!)).toEqual([placed.reference])
    expect(await referencesOf(orderId)).toEqual([reference])
    expect(await paymentsOf("cart", guest.cartId)).toHaveLength(1)
  })

  it("give no forbidden column, asked for by its name, by all, or as a filter", async () => {
    const { reference, orderId } = await bought()
    const secret = (await merchant.intent(reference)).checkout_url!
    expect(secret).toMatch(/./)
    const given = Object.keys(await givenOf(orderId)).sort()
    const { rows } = await store.db.raw(
      "select column_name from information_schema.columns where table_name = 'paycollect_intent'"
    )
    const columns = rows.map(({ column_name }: { column_name: string }) => column_name) as string[]
    const forbidden = [...columns.filter((column) => !given.includes(column)), ...GUESSED]
    expect(forbidden).toEqual(expect.arrayContaining(["checkout_url", "contact", "request", "came"]))
    const route = `/admin/orders/${orderId}?fields=`
    const all = await merchant.get(`${route}*paycollect_payments`)
    expect(all.data.order.paycollect_payments).toMatchObject([{ merchant_reference: reference }])
    for (const alias of ["paycollect_payments", "paycollect_payment"]) {
      const asked: [string, string[]][] = [
        [`*${alias}`, given],
        [`${alias}.*`, given],
        ...forbidden.map((column): [string, string[]] => [`+${alias}.${column}`, ["order_id"]]),
      ]
      for (const [fields, names] of asked) {
        const { status, data } = await merchant.get(route + encodeURIComponent(fields))
        expect([fields, status]).toEqual([fields, 200])
        const [payment] = data.order[alias]
        expect(payment.order_id).toBe(orderId)
        expect([fields, Object.keys(payment).sort()]).toEqual([fields, names])
        expect(JSON.stringify(data.order[alias])).not.toContain(secret)
      }
    }
    for (const column of forbidden) {
      const found = await paymentsOf("order", orderId, [`paycollect_payments.${column}`])
      expect(found).toEqual([{ order_id: orderId }])
      const filters = { paycollect_payments: { [column]: { $like: "%" } } } as never
      const { data } = await queryOf(store.container()).graph({ entity: "order", fields: ["id"], filters })
      expect([column, data]).toEqual([column, []])
      const filtered = { order_id: orderId, [column]: secret }
      const byColumn = { entity: "paycollect_payments", fields: ["id"], filters: filtered }
      await expect(queryOf(store.container()).graph(byColumn as never)).rejects.toThrow("none was read")
    }
    const every = { entity: "paycollect_payments", fields: ["id"] }
    await expect(queryOf(store.container()).graph(every as never)).rejects.toThrow("none was read")
  })

  it("give customers nothing, at any route", async () => {
    const { guest, orderId } = await bought()
    const { guest: another } = await merchant.guestAtCheckout()
    const headers = { "x-publishable-api-key": store.publishableKey() }
    const asked = [
      "*paycollect_payments",
      "+paycollect_payments.checkout_url",
      "paycollect_payments.*",
      "*paycollect_payment",
    ]
    const deeper = ["*region.orders.paycollect_payments", "+items.cart.paycollect_payments.amount"]
    for (const fields of [...asked, ...deeper])
      for (const path of [
        `orders/${orderId}`,
        `carts/${guest.cartId}`,
        `carts/${another.cartId}`,
        "regions",
        "products",
      ]) {
        const { data } = await store.api.get(`/store/${path}?fields=${encodeURIComponent(fields)}`, {
          headers,
        })
        expect(JSON.stringify(data)).not.toContain("paycollect_payment")
      }
  })
}
