import {
  createCartCreditLinesWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/medusa/core-flows"
import { type Customer, nextPerson } from "../../http/support/customer"
import { type Merchant } from "../../http/support/merchant"
import { type Store } from "../../http/support/store"

/** What changes in Medusa beside a payment, by Medusa's own routes where it has one: at the cart, at its order, in the shop. */
export const CART_CHANGES = ["e_mail", "log_in", "delivery", "offer", "store_credit"] as const
export const ORDER_CHANGES = [
  ...(["dearer", "cheaper", "credit_line", "capture"] as const),
  ...(["archive", "complete", "transfer", "part_sent"] as const),
] as const
export const SHOP_CHANGES = ["goods", "delivery", "channel", "provider"] as const
export type CartChange = (typeof CART_CHANGES)[number]
export type OrderChange = (typeof ORDER_CHANGES)[number]
export type ShopChange = (typeof SHOP_CHANGES)[number]

/** Of a currency without decimals, and less than any cart costs. */
const CREDIT = 5

/** What the shop takes away, and how all of it is there again. */
const TAKEN: Record<ShopChange, { away: string; back: string }> = {
  goods: {
    away: "update product_variant set deleted_at = now() where sku = 'COFFEE-250'",
    back: "update product_variant set deleted_at = null where sku = 'COFFEE-250'",
  },
  delivery: {
    away: "update shipping_option set deleted_at = now() where deleted_at is null",
    back: "update shipping_option set deleted_at = null",
  },
  channel: {
    away: "update sales_channel set is_disabled = true",
    back: "update sales_channel set is_disabled = false",
  },
  provider: {
    away: "update region_payment_provider set deleted_at = now() where payment_provider_id like 'pp_paycollect%'",
    back: "update region_payment_provider set deleted_at = null where payment_provider_id like 'pp_paycollect%'",
  },
}

export async function takeAway({ db }: Store, what: ShopChange): Promise<void> {
  await db.raw(TAKEN[what].away)
}

export async function bringAllBack({ db }: Store): Promise<void> {
  for (const { back } of Object.values(TAKEN)) await db.raw(back)
}

interface Shop {
  store: Store
  merchant: Merchant
  customer: Customer
}

/** A part of what stands in the cart's order or about her changes; what the store refuses stays as it is. */
export async function changeCart(shop: Shop, how: CartChange): Promise<boolean> {
  const { customer } = shop
  const path = `/store/carts/${customer.cartId}`
  switch (how) {
    case "e_mail":
      return isDone(await customer.send("post", path, { email: nextPerson().email }))
    case "log_in":
      return await logIn(shop)
    case "delivery": {
      const { data } = await customer.send("get", `/store/shipping-options?cart_id=${customer.cartId}`)
      const option = (data.shipping_options as { id: string; name: string }[] | undefined)?.find(
        ({ name }) => name !== "Standard delivery"
      )
      return (
        !!option && isDone(await customer.send("post", `${path}/shipping-methods`, { option_id: option.id }))
      )
    }
    case "offer":
      return await offer(shop)
    case "store_credit":
      return await payByCredit(shop)
  }
}

async function logIn({ store, customer }: Shop): Promise<boolean> {
  const { email } = nextPerson()
  const credentials = { email: `member.${email}`, password: "a-password" }
  const { data } = await store.api.post("/auth/customer/emailpass/register", credentials)
  const headers = {
    "x-publishable-api-key": store.publishableKey(),
    authorization: `Bearer ${data.token}`,
  }
  await store.api.post("/store/customers", { email: credentials.email }, { headers })
  await customer.logIn(credentials.email, credentials.password)
  return isDone(await customer.send("post", `/store/carts/${customer.cartId}/customer`, {}))
}

/** Its own for each cart: the first time the cart gets it, the second time it is gone from the shop. */
async function offer({ store, merchant, customer }: Shop): Promise<boolean> {
  const code = `OF-${customer.cartId}`
  const { rows } = await store.db.raw("select id from promotion where code = ? and deleted_at is null", [
    code,
  ])
  if (rows[0]) return isDone(await merchant.delete(`/admin/promotions/${rows[0].id}`))
  const method = { type: "percentage", target_type: "items", allocation: "each", value: 20, max_quantity: 9 }
  const promotion = { code, type: "standard", status: "active", application_method: method }
  await merchant.post("/admin/promotions", promotion)
  const path = `/store/carts/${customer.cartId}/promotions`
  return isDone(await customer.send("post", path, { promo_codes: [code] }))
}

/** As a module of gift cards takes off what such a card pays. */
async function payByCredit({ store, customer }: Shop): Promise<boolean> {
  const { cartId: cart_id } = customer
  const { rows } = await store.db.raw(
    "select 1 from cart where id = ? and completed_at is null and deleted_at is null",
    [cart_id]
  )
  if (rows.length === 0) return false
  const line = { cart_id, amount: CREDIT, reference: "gift_card", reference_id: "card_1" }
  const run = async () => {
    await createCartCreditLinesWorkflow(store.container()).run({ input: [line as never] })
    await refreshPaymentCollectionForCartWorkflow(store.container()).run({ input: { cart_id } })
  }
  return await run().then(
    () => true,
    () => false
  )
}

/** Of an order that is paid, or asked for: its goods or its sum become other ones, or only what is said of it. */
export async function changeOrder(shop: Shop, id: string, how: OrderChange): Promise<boolean> {
  const { merchant, store } = shop
  const path = `/admin/orders/${id}`
  switch (how) {
    case "dearer":
    case "cheaper":
      return await edit(shop, id, how === "dearer" ? 4 : 1)
    case "credit_line": {
      const line = { amount: CREDIT, reference: "goodwill", reference_id: "1" }
      return isDone(await merchant.post(`${path}/credit-lines`, line))
    }
    case "capture": {
      const { rows } = await store.db.raw(
        `select p.id from payment p join order_payment_collection l
           on l.payment_collection_id = p.payment_collection_id where l.order_id = ? order by p.id`,
        [id]
      )
      let done = false
      for (const row of rows as { id: string }[])
        done = isDone(await merchant.post(`/admin/payments/${row.id}/capture`)) || done
      return done
    }
    case "archive":
    case "complete":
      return isDone(await merchant.post(`${path}/${how}`))
    case "transfer": {
      const { rows } = await store.db.raw("select id from customer where has_account order by id limit 1")
      return isDone(await merchant.post(`${path}/transfer`, { customer_id: rows[0].id }))
    }
    case "part_sent":
      return await sendPart(shop, id)
  }
}

async function edit({ merchant }: Shop, order_id: string, quantity: number): Promise<boolean> {
  if (!isDone(await merchant.post("/admin/order-edits", { order_id }))) return false
  const [item] = await linesOf(merchant, order_id)
  const path = `/admin/order-edits/${order_id}`
  await merchant.post(`${path}/items/item/${item!.id}`, { quantity })
  return isDone(await merchant.post(`${path}/confirm`))
}

/** Sends one piece, and finds it was the wrong one: what Medusa cancels then is not the order. */
async function sendPart({ merchant }: Shop, id: string): Promise<boolean> {
  const [item] = await linesOf(merchant, id)
  const path = `/admin/orders/${id}/fulfillments`
  const { status, data } = await merchant.post(path, { items: [{ id: item?.id, quantity: 1 }] })
  const sent = (data.order?.fulfillments as { id: string }[] | undefined)?.at(-1)
  if (sent) await merchant.post(`${path}/${sent.id}/cancel`)
  return status === 200
}

async function linesOf(merchant: Merchant, id: string): Promise<{ id: string }[]> {
  const { data } = await merchant.get(`/admin/orders/${id}?fields=id,*items`)
  return (data.order?.items ?? []) as { id: string }[]
}

const isDone = ({ status }: { status: number }) => status < 300
