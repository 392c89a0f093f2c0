import { admin, shopper } from "../../../demo/backend/src/scripts/seed/markets"
import { ADDRESS, MOBILE_MONEY } from "../../http/support/customer"
import { type Merchant } from "../../http/support/merchant"
import { BACKEND_URL, STOREFRONT_URL, type Store } from "../../http/support/store"

export const SECRETS = {
  webhookSecret: "whsec_of_the_hostile_ring",
  encryptionKey: "k".repeat(43),
  /** of medusa-config.ts */
  jwt: "secret-of-the-tests",
  /** that an employee may save */
  savedKey: "sk_test_saved_by_an_employee",
  savedWebhookSecret: "whsec_saved_by_an_employee",
}

/** What is in the store before the first hostile request, under the names that inputs use. */
export interface World {
  /** ids and references, by name */
  known: Record<KnownName, string>
  tokens: { admin: string; customer: string; publishableKey: string }
  /** a payment of the store is called by one of these, or by one of its carts and a number */
  subjects: string[]
  /** texts that no answer may hold */
  secrets: string[]
  /** of customers: for merchants only */
  personal: string[]
  /** the places that an answer may send a browser to */
  origins: string[]
}

export const KNOWN = [
  "cart_waiting",
  "cart_paid",
  "cart_idle",
  "collection_waiting",
  "collection_idle",
  "reference_waiting",
  "reference_paid",
  "reference_discrepancy",
  "payment_ref_waiting",
  "service_id_waiting",
  "service_id_paid",
  "service_customer",
  "session_waiting",
  "intent_waiting",
  "intent_paid",
  "intent_discrepancy",
  "item_open",
  "order_paid",
  "payment_paid",
  "order_owing",
  "link_payable",
  "link_token",
  "receipt_token",
  "link_revoked",
] as const
export type KnownName = (typeof KNOWN)[number]

/** A shop with somebody before the hosted checkout, an order that is paid, money that a person has to look at, and an untouched cart. */
export async function openWorld(store: Store, merchant: Merchant): Promise<World> {
  const { control } = store.service
  const waiting = await merchant.guestAtCheckout()
  const [session] = (await waiting.guest.cart()).payment_collection.payment_sessions

  const paid = await merchant.guestAtCheckout()
  merchant.pay(paid.reference)
  await paid.guest.comeBack(paid.reference)
  const [order = ""] = await paid.guest.orders()
  const { rows: payments } = await store.db.raw("select id from payment")

  const discrepancy = await merchant.guestAtCheckout()
  control.overrideVerify(discrepancy.reference, { amount: "1" })
  merchant.pay(discrepancy.reference)
  await discrepancy.guest.comeBack(discrepancy.reference)
  const [item] = await merchant.items(discrepancy.reference)

  const idle = store.customer()
  await idle.fillCart()
  const collection = await idle.send("post", "/store/payment-collections", { cart_id: idle.cartId })

  const link = await linkOf(store, merchant)
  const revoked = await linkOf(store, merchant)
  await merchant.post(`/admin/paycollect/links/${revoked.id}/revoke`)

  const intents = [waiting, paid, discrepancy].map(({ reference }) => control.intent(reference)!)
  const rows = await Promise.all(
    [waiting, paid, discrepancy].map(({ reference }) => merchant.intent(reference))
  )
  const customers = await fetch(`${store.service.baseUrl}/customers`, {
    headers: { authorization: `Bearer ${store.service.testSecretKey}` },
  })
  const [customer] = ((await customers.json()) as { data: { id: string }[] }).data
  control.clearRequests()

  const logIn = async (actor: "user" | "customer", { email, password }: typeof admin) =>
    (await store.api.post(`/auth/${actor}/emailpass`, { email, password })).data.token as string
  const tokens = {
    admin: await logIn("user", admin),
    customer: await logIn("customer", shopper),
    publishableKey: store.publishableKey(),
  }
  const carts = [waiting, paid, discrepancy].map(({ guest }) => guest.cartId)
  return {
    known: {
      cart_waiting: waiting.guest.cartId,
      cart_paid: paid.guest.cartId,
      cart_idle: idle.cartId,
      collection_waiting: waiting.guest.collectionId,
      collection_idle: collection.data.payment_collection.id,
      reference_waiting: waiting.reference,
      reference_paid: paid.reference,
      reference_discrepancy: discrepancy.reference,
      payment_ref_waiting: intents[0]!.payment_ref,
      service_id_waiting: intents[0]!.id,
      service_id_paid: intents[1]!.id,
      service_customer: customer!.id,
      session_waiting: session.id,
      intent_waiting: rows[0]!.id,
      intent_paid: rows[1]!.id,
      intent_discrepancy: rows[2]!.id,
      item_open: item!.id,
      order_paid: order,
      payment_paid: payments[0].id,
      order_owing: link.order_id,
      link_payable: link.id,
      link_token: link.token,
      receipt_token: (await merchant.paycollect().returnProofs.receipt(rows[1]!.id))!,
      link_revoked: revoked.id,
    },
    tokens,
    subjects: [...carts, idle.cartId, collection.data.payment_collection.id, link.collection],
    secrets: [
      ...Object.values(SECRETS),
      store.service.testSecretKey,
      tokens.admin,
      tokens.customer,
      admin.password,
    ],
    personal: [
      "mireille@example.com",
      "237670123456",
      shopper.email,
      // Of payments that are over: to whom would their checkout be shown?
      ...intents.slice(1).map(({ checkout_url }) => new URL(checkout_url).search),
    ],
    origins: [BACKEND_URL, STOREFRONT_URL, store.service.origin],
  }
}

/** A draft that was made an order by its link, and whose customer has pressed the button once. */
async function linkOf(store: Store, merchant: Merchant) {
  const address = { ...ADDRESS, country_code: "cm" }
  const { data: drafted } = await merchant.post("/admin/draft-orders", {
    region_id: store.regionId("xaf"),
    email: "mireille@example.com",
    shipping_address: address,
    billing_address: address,
    items: [{ title: "By telephone", unit_price: 700, quantity: 1 }],
    shipping_methods: [],
  })
  const order_id = drafted.draft_order.id as string
  const { data } = await merchant.post("/admin/paycollect/links", { order_id, convert_draft: true })
  const { id, url } = data.link as { id: string; url: string }
  await store.api.post(url.replace(BACKEND_URL, ""), { provider_id: MOBILE_MONEY })
  const { rows } = await store.db.raw("select id from paycollect_link_collection where link_id = ?", [id])
  return { id, order_id, token: url.slice(url.lastIndexOf("/") + 1), collection: rows[0].id as string }
}
