import { type AxiosResponse } from "axios"
import { type AdminPayCollectLink } from "../../../src/types/http"
import { MOBILE_MONEY, nextPerson, type Customer } from "./customer"
import { type Merchant } from "./merchant"
import { BACKEND_URL, type Store } from "./store"

interface OrderRead {
  status: string
  payment_status: string
  total: number
  summary: { pending_difference: number }
  items: { id: string }[]
}

/** Where nobody has told the store of a tax, and where somebody has. */
export const [UNTAXED, TAXED] = ["td", "cm"]

interface DraftSetup {
  currency?: "xaf" | "xof"
  country_code?: string
  email?: string
}

type CartSetup = Parameters<Customer["fillCart"]>[0]

const ORDER_FIELDS = "+summary,total,status,payment_status,*items"

/** Orders as employees make, change and read them, and payments as their customers leave them. Sums are in XAF, which has no decimals. */
export class OrderDesk {
  constructor(
    private readonly store: Store,
    private readonly merchant: Merchant
  ) {}

  /** @throws Error for anything but 200: a test whose set-up failed shows nothing */
  async accepted(path: string, body?: unknown) {
    const { status, data } = await this.merchant.post(path, body)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
    return data
  }

  /** @throws Error as {@link accepted} does */
  async removed(path: string): Promise<void> {
    const { status, data } = await this.merchant.delete(path)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
  }

  /** At the service, and no event tells of it. */
  silently(reference: string, status: "processing" | "failed" | "succeeded"): void {
    this.store.service.control.moveState(reference, status, { webhook: false, force: true })
  }

  /** An order of a cart, paid as ever. */
  async bought(setup?: CartSetup) {
    const { guest, reference } = await this.merchant.guestAtCheckout(setup)
    this.merchant.pay(reference)
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    const { amount } = await this.merchant.intent(reference)
    return { guest, reference, orderId: orderId!, amount: Number(amount) }
  }

  /** An order that was placed before its money came. */
  async placed(status: "processing" | "failed" = "processing") {
    this.merchant.configure({ pendingOrders: "place" })
    const { guest, reference } = await this.merchant.guestAtCheckout()
    this.silently(reference, "processing")
    const { data } = await guest.complete()
    if (data.type !== "order") throw new Error(`no order was placed: ${JSON.stringify(data)}`)
    if (status === "failed") {
      this.silently(reference, "failed")
      await this.merchant.advance(reference)
    }
    return { guest, reference, orderId: data.order.id as string }
  }

  /** Agreed on by telephone, of one line of this price, and nothing is paid. */
  async byTelephone(price: number, of: DraftSetup = {}): Promise<string> {
    const id = await this.draft(price, of)
    await this.accepted(`/admin/draft-orders/${id}/convert-to-order`)
    return id
  }

  /** The same while it is a draft. */
  async draft(price: number, { currency = "xaf", country_code = UNTAXED, email }: DraftSetup = {}) {
    const person = nextPerson()
    const address = { first_name: "Awa", last_name: "Essomba", phone: person.phone, country_code }
    const { draft_order } = await this.accepted("/admin/draft-orders", {
      region_id: this.store.regionId(currency),
      email: email ?? person.email,
      shipping_address: address,
      billing_address: address,
      items: [{ title: "By telephone", unit_price: price, quantity: 1 }],
      shipping_methods: [],
    })
    return draft_order.id as string
  }

  /** Money on the list: its customer changed her cart before she paid. `id` is of its row. */
  async lateMoney() {
    const { guest, reference } = await this.merchant.guestAtCheckout()
    await guest.changeQuantity(5)
    this.merchant.pay(reference)
    await this.merchant.advance(reference)
    const items = await this.merchant.items(reference)
    if (items.map(({ reason, status }) => `${status} ${reason}`).join() !== "open late_payment")
      throw new Error(`${reference} did not come late`)
    const { id, amount } = await this.merchant.intent(reference)
    return { guest, reference, id, amount: Number(amount) }
  }

  /** An employee gives money of the list to an order. */
  async assign(id: string, order_id: string): Promise<AxiosResponse> {
    return await this.merchant.post(`/admin/paycollect/intents/${id}/assign`, { order_id })
  }

  /** All that is left of a payment, from the list. */
  async refundFromList(id: string, more: { amount?: string } = {}): Promise<AxiosResponse> {
    return await this.merchant.post(`/admin/paycollect/intents/${id}/refund`, {
      reason: "duplicate",
      ...more,
    })
  }

  /** In Medusa, at the order. */
  async refund(reference: string, amount: number): Promise<AxiosResponse> {
    return await this.merchant.post(`/admin/payments/${await this.paymentOf(reference)}/refund`, { amount })
  }

  async read(id: string): Promise<OrderRead> {
    return (await this.merchant.get(`/admin/orders/${id}?fields=${ORDER_FIELDS}`)).data.order
  }

  async owed(id: string): Promise<number> {
    return Math.round((await this.read(id)).summary.pending_difference * 1000) / 1000 || 0
  }

  /** Of the order's first line. @returns what confirms it, when it is wanted */
  async beginEdit(orderId: string, quantity: number): Promise<() => Promise<AxiosResponse>> {
    const { items } = await this.read(orderId)
    const edit = `/admin/order-edits/${orderId}`
    await this.accepted("/admin/order-edits", { order_id: orderId })
    await this.accepted(`${edit}/items/item/${items[0]!.id}`, { quantity })
    return async () => await this.merchant.post(`${edit}/confirm`)
  }

  async edit(orderId: string, quantity: number): Promise<void> {
    const { status, data } = await (await this.beginEdit(orderId, quantity))()
    if (status !== 200) throw new Error(`the edit of ${orderId}: ${status} ${JSON.stringify(data)}`)
  }

  async payAtTheCounter(order_id: string): Promise<AxiosResponse> {
    const amount = await this.owed(order_id)
    const { payment_collection } = await this.accepted("/admin/payment-collections", { order_id, amount })
    const path = `/admin/payment-collections/${payment_collection.id}/mark-as-paid`
    const answer = await this.merchant.post(path, { order_id })
    // Subscribers hear of it behind the answer.
    for (let looks = 0; looks < 20 && (await this.read(order_id)).payment_status !== "captured"; looks++)
      await new Promise((resolve) => setTimeout(resolve, 50))
    return answer
  }

  async linkOf(order_id: string): Promise<AdminPayCollectLink> {
    return (await this.accepted("/admin/paycollect/links", { order_id })).link
  }

  /** What the button of a link's page does. @returns the reference of the payment whose page its customer is shown, or null */
  async press({ url }: AdminPayCollectLink, provider_id = MOBILE_MONEY): Promise<string | null> {
    const path = url!.replace(BACKEND_URL, "")
    const { headers } = await this.store.api.post(path, new URLSearchParams({ provider_id }))
    const id = /\/checkout\/(pi_\w+)/.exec(headers.location)?.[1]
    const found = this.store.service.control.intents().find((each) => each.id === id)
    return found?.merchant_reference ?? null
  }

  /** @returns the reference of a payment that its customer is about to make by a new link */
  async atLink(orderId: string): Promise<string> {
    const reference = await this.press(await this.linkOf(orderId))
    if (!reference) throw new Error(`the link of ${orderId} leads to no payment`)
    return reference
  }

  async payByLink(orderId: string): Promise<string> {
    const reference = await this.atLink(orderId)
    this.silently(reference, "succeeded")
    await this.merchant.advance(reference)
    return reference
  }

  async openItems(reference: string) {
    return (await this.merchant.items(reference)).filter(({ status }) => status === "open")
  }

  async openReasons(reference: string): Promise<string[]> {
    return (await this.openItems(reference)).map(({ reason }) => reason)
  }

  /** Medusa's payment of this money. */
  async paymentOf(reference: string): Promise<string> {
    const { rows } = await this.store.db.raw(
      "select id from payment where data->>'merchant_reference' = ? and deleted_at is null",
      [reference]
    )
    return rows[0].id
  }

  /** What the service gave back by refunds of ours, and how often it was asked to. */
  refundsAtService(reference: string) {
    const { refunded } = this.store.service.control.intent(reference)!
    return { refunded, asked: this.store.calls("create_refund").length }
  }

  charges(): number {
    return this.store.calls("create_payment_intent").length
  }
}
