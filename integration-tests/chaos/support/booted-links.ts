import { type AxiosResponse } from "axios"
import { ANY_METHOD, CARD, MOBILE_MONEY, nextPerson } from "../../http/support/customer"
import { type Merchant } from "../../http/support/merchant"
import { BACKEND_URL, type Store } from "../../http/support/store"
import { toMinorUnits } from "../../../src/payments/money"
import { type AdminPayCollectLink } from "../../../src/types/http"

export const LINK_METHODS = [MOBILE_MONEY, CARD, ANY_METHOD]
/** What may happen between the moment a customer opens the hosted page and the moment she pays there. */
export const AMISS = [
  "revoked",
  "expired",
  "edited_up",
  "edited_down",
  "canceled",
  "counter",
  "two_phones",
  // While its money is captured.
  "edited_at_capture",
  "canceled_at_capture",
  "counter_at_capture",
] as const
export type Amiss = (typeof AMISS)[number]
/** Who opens the address of a link, and by what. */
export const VISITORS = ["phone", "robot", "head"] as const

const PHONE = "Mozilla/5.0 (Linux; Android 13; TECNO) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36"
const ROBOT = "WhatsApp/2.23.20.0 A"
/** Of one scenario: every link act costs the store some requests. */
const MOST_ORDERS = 2
const PRICE = 1_000
/** Between what a look at the money reads and what it writes, somebody else may change the order: nothing locks it for both. */
const ONE_LOOK_MS = 3_000

interface LinkOrder {
  id: string
  /** the address of its open link; also of one that was revoked, for its customer has it still */
  url: string
  linkId: string
  days: number
  /** of the scenario's own cart: no edit and no cash there */
  ofCart: boolean
  /** what it cost, and from when to when; a change is both from when it was asked for until its answer */
  costs: { total: bigint; from: number; until: number }[]
}

interface Moved {
  /** null: cash */
  reference: string | null
  /** in smallest units; refunds have a minus */
  amount: bigint
  at: number
}

/**
 * Payment links of one scenario: orders that the merchant wrote down by telephone, and the order of the scenario's cart. What is paid by
 * them are the scenario's payments, like those of its cart; here is only what links add.
 */
export class BootedLinks {
  /** nobody else does anything at this moment */
  isAlone = true
  private readonly orders: LinkOrder[] = []
  /** cash that was taken while others were at the order, by when they could know of it */
  private readonly cashAtOnce: { order_id: string; until: number }[] = []

  constructor(
    private readonly store: Store,
    private readonly merchant: Merchant,
    private readonly scenario: {
      count(name: string): void
      later(ms: number): void
      ordersOfCart(): Promise<string[]>
      /** pays at the hosted page, unless the payment has ended */
      pay(reference: string): void
      wrong(what: string): void
    }
  ) {}

  orderIds(): string[] {
    return this.orders.map(({ id }) => id)
  }

  /** A backup is restored of when there were only so many. */
  forget(known: number): void {
    this.orders.length = Math.min(known, this.orders.length)
  }

  /** Nobody changed what they cost. */
  unedited(): string[] {
    return this.orders.filter(({ costs, ofCart }) => costs.length === 1 && !ofCart).map(({ id }) => id)
  }

  /** Made for a new draft, which is converted, or for the cart's order; where there is one, shown again and renewed under its address. */
  async make({ n, of, days }: { n: number; of: "draft" | "cart"; days: number }): Promise<void> {
    const [ofCart] = of === "cart" ? await this.scenario.ordersOfCart() : []
    const known = ofCart
      ? this.orders.find(({ id }) => id === ofCart)
      : this.orders.length >= MOST_ORDERS
        ? this.pick(n)
        : undefined
    const id = known?.id ?? ofCart ?? (await this.draft())
    const link = id && (await this.ask(id, days))
    if (!link) return
    if (known) return void Object.assign(known, { url: link.url, linkId: link.id, days })
    const costs = [{ total: await this.totalOf(id), from: 0, until: Infinity }]
    this.orders.push({ id, url: link.url!, linkId: link.id, days, ofCart: id === ofCart, costs })
  }

  /** What it says is what the order owes, where nobody changes that at this moment. */
  async show({ n }: { n: number }): Promise<void> {
    const order = this.pick(n)
    if (!order) return
    const links = await this.linksOf(order)
    for (const { state } of links) this.scenario.count(`link shown: ${state}`)
    const { data } = await this.merchant.get(`/admin/orders/${order.id}?fields=id,total,+summary`)
    const pending = Math.round(Number(data.order.summary.pending_difference))
    const now = this.merchant.paycollect().clock.now()
    for (const { id, state, owed, revoked_at, expires_at } of this.isAlone ? links : []) {
      const isOpen = !revoked_at && +new Date(expires_at) > now
      if (state === "payable" && Number(owed) !== pending)
        this.scenario.wrong(`${id} asks for ${owed} while its order owes ${pending}`)
      if (isOpen && (state === "paid" || state === "nothing_owed") && pending > 0)
        this.scenario.wrong(`${id} is ${state} while its order owes ${pending}`)
    }
  }

  async revoke({ n }: { n: number }): Promise<void> {
    const order = this.pick(n)
    if (order) await this.revokeOf(order)
  }

  /** A robot and a browser that looks ahead must neither start a payment nor be offered one. */
  async open({ n, as }: { n: number; as: (typeof VISITORS)[number] }): Promise<void> {
    const order = await this.some(n)
    if (!order) return
    const path = pathOf(order.url)
    const headers = { "user-agent": as === "robot" ? ROBOT : PHONE, "accept-language": "en" }
    const { status, data } = await (as === "head"
      ? this.store.api.head(path, { headers })
      : this.store.api.get(path, { headers }))
    if (status !== 200 && status !== 410) throw new Error(`the page of ${order.linkId}: ${status}`)
    this.scenario.count(`link opened by ${as}: ${status}`)
    if (as !== "phone" && String(data).includes("<form"))
      this.scenario.wrong(`${as} was offered to pay by ${order.linkId}`)
  }

  async pay({ n, method, comesBack }: { n: number; method: number; comesBack: boolean }): Promise<void> {
    const order = await this.some(n)
    const reference = order && (await this.press(order, LINK_METHODS[method]!))
    if (!reference) return
    this.scenario.pay(reference)
    if (comesBack) await this.comeBack(reference)
  }

  /** Something happens while the hosted page is open; then she pays there. */
  async payAmiss({ n, method, how }: { n: number; method: number; how: Amiss }): Promise<void> {
    const order = await this.some(n)
    const first = order && (await this.press(order, LINK_METHODS[method]!))
    if (!first) return
    const references = [first]
    const happens = this.inBetween.bind(this, order, how, async (other) => {
      const second = await this.press(order, LINK_METHODS[(method + other) % LINK_METHODS.length]!)
      if (second && second !== first) references.push(second)
    })
    const isAtCapture = how.endsWith("_at_capture")
    this.isAlone &&= !isAtCapture
    if (!isAtCapture) await happens()
    this.scenario.count(`link paid amiss: ${how}`)
    for (const reference of references) this.scenario.pay(reference)
    const comeBack = async () => {
      for (const reference of references) await this.comeBack(reference)
    }
    await Promise.all([comeBack(), isAtCapture && happens()])
  }

  private async inBetween(order: LinkOrder, how: Amiss, pressAgain: (n: number) => Promise<void>) {
    switch (how) {
      case "revoked":
        return await this.revokeOf(order)
      case "expired":
        return this.scenario.later(order.days * 24 * 3_600_000)
      case "edited_up":
      case "edited_at_capture":
        return await this.editOf(order, 3)
      case "edited_down":
        return await this.editOf(order, 1)
      case "canceled":
      case "canceled_at_capture":
        return await this.cancelOf(order)
      case "counter":
      case "counter_at_capture":
        return await this.takeCashOf(order)
      case "two_phones":
        return await pressAgain(1)
    }
  }

  async edit({ n, quantity }: { n: number; quantity: number }): Promise<void> {
    const order = this.pick(n)
    if (order) await this.editOf(order, quantity)
  }

  async takeCash({ n }: { n: number }): Promise<void> {
    const order = this.pick(n)
    if (order) await this.takeCashOf(order)
  }

  async cancel(): Promise<void> {
    for (const order of this.orders) if (!order.ofCart) await this.cancelOf(order)
  }

  /**
   * No order took in more by its link than it cost at that moment beyond what it had: what is too much has to be on the list, and not in the
   * order. And a link knows that it was paid by.
   */
  async violations(): Promise<string[]> {
    const found: string[] = []
    for (const order of this.orders.filter(({ ofCart }) => !ofCart)) {
      let had = 0n
      for (const { reference, amount, at } of await this.movedOf(order.id)) {
        const most = mostAt(order, at)
        const isOfOneLook = this.cashAtOnce.some(
          ({ order_id, until }) => order_id === order.id && at <= until
        )
        if (reference !== null && amount > 0n && had + amount > most && !isOfOneLook)
          found.push(`${order.id} of ${most} had ${had}, and took in ${amount} more by ${reference}`)
        had += amount
      }
    }
    const { rows } = await this.store.db.raw(
      `select i.merchant_reference as reference, l.id from paycollect_intent i
       join paycollect_link_collection c on c.id = i.payment_collection_id join paycollect_link l on l.id = c.link_id
       where i.applied_at is not null and i.assigned_order_id is null and l.paid_at is null and l.order_id = any(?)`,
      [this.orderIds()]
    )
    for (const { reference, id } of rows as { reference: string; id: string }[])
      found.push(`${reference} was paid by ${id}, which does not know of it`)
    return found
  }

  /** Afterwards a customer pays what an order still owes, by the link she is sent, unless a person has to decide first. */
  async blocked(letJobsRun: () => Promise<void>): Promise<string[]> {
    const found: string[] = []
    for (const order of this.orders) {
      const { status, data } = await this.request(order.id, 7)
      if (status !== 200) {
        if (!(await this.mayRefuse(order, data.code as string)))
          found.push(`no link for ${order.id}: ${status} ${JSON.stringify([data, await this.shown(order)])}`)
        continue
      }
      const link = data.link as AdminPayCollectLink
      const reference = await this.pressAny({ ...order, url: link.url! })
      if (!reference) {
        found.push(`${order.id} owes ${link.owed}, is ${link.state}, and its link cannot be paid`)
        continue
      }
      this.scenario.pay(reference)
      await this.comeBack(reference)
      await letJobsRun()
      const [after] = await this.linksOf(order)
      if (after!.state !== "paid" && after!.state !== "attention")
        found.push(`${order.id} was paid by ${reference}, and its link is ${after!.state}`)
    }
    return found
  }

  private async mayRefuse({ id }: LinkOrder, code: string): Promise<boolean> {
    if (code === "attention") return true
    const { status, summary } = await this.shown({ id })
    if (code === "canceled") return status === "canceled"
    return code === "nothing_owed" && Number(summary.pending_difference) < 0.5
  }

  /** What Medusa's dashboard has of it. */
  private async shown({
    id,
  }: Pick<LinkOrder, "id">): Promise<{ status: string; summary: Record<string, unknown> }> {
    const fields = "id,status,total,+summary,+items.return_requested_total,+transactions.amount"
    const { data } = await this.merchant.get(`/admin/orders/${id}?fields=${fields}`)
    return data.order
  }

  async tally(): Promise<void> {
    for (const { id, ofCart } of this.orders) {
      const own = (await this.movedOf(id)).filter(({ reference }) => reference !== null)
      if (own.length > 0)
        this.scenario.count(ofCart ? "orders of carts with money by link" : "orders with money by link")
    }
  }

  private async linksOf({ id }: LinkOrder): Promise<AdminPayCollectLink[]> {
    const { status, data } = await this.merchant.get(`/admin/paycollect/links?order_id=${id}`)
    if (status !== 200) throw new Error(`links of ${id}: ${status} ${JSON.stringify(data)}`)
    return data.links as AdminPayCollectLink[]
  }

  private async ask(orderId: string, days: number): Promise<AdminPayCollectLink | null> {
    const { status, data } = await this.request(orderId, days)
    if (status >= 500) throw new Error(`no link of ${orderId}: ${status} ${JSON.stringify(data)}`)
    this.scenario.count(status === 200 ? "link: made" : `link: refused, ${data.code ?? status}`)
    return status === 200 ? (data.link as AdminPayCollectLink) : null
  }

  private async request(order_id: string, days: number): Promise<AxiosResponse> {
    return await this.merchant.post("/admin/paycollect/links", { order_id, days, convert_draft: true })
  }

  /** With the tax of the country, and so with fractions of what can be paid. @returns undefined where the shop's channel is gone */
  private async draft(): Promise<string | undefined> {
    const { phone } = nextPerson()
    const address = { first_name: "Awa", last_name: "Essomba", phone, country_code: "cm" }
    const { data } = await this.merchant.post("/admin/draft-orders", {
      region_id: this.store.regionId("xaf"),
      email: "mireille@example.com",
      shipping_address: address,
      billing_address: address,
      items: [{ title: "By link", unit_price: PRICE, quantity: 2 }],
      shipping_methods: [],
    })
    return data.draft_order?.id as string | undefined
  }

  /** @returns the reference of the payment whose page she is shown */
  private async press({ url, linkId }: LinkOrder, provider_id: string): Promise<string | undefined> {
    const headers = { "user-agent": PHONE, "accept-language": "en" }
    const post = async (more: { anew?: "1" } = {}) =>
      await this.store.api.post(pathOf(url), new URLSearchParams({ provider_id, ...more }), { headers })
    let answer = await post()
    this.scenario.count(`link pressed: ${answer.status}`)
    if (String(answer.headers.location).startsWith("?ask=1")) answer = await post({ anew: "1" })
    if (![303, 409, 410, 503].includes(answer.status))
      throw new Error(`the button of ${linkId}: ${answer.status} ${JSON.stringify(answer.data)}`)
    if (answer.status !== 303) return undefined
    let address = String(answer.headers.location)
    if (address.startsWith(`${BACKEND_URL}/paycollect/checkout/`))
      address = String((await this.store.api.get(pathOf(address), { headers })).headers.location)
    return this.store.service.control
      .intents()
      .find(
        ({ checkout_url, merchant_reference }) =>
          checkout_url === address || address.includes(`/return/${merchant_reference}`)
      )?.merchant_reference
  }

  /** A payment that was begun and waits for its customer is gone on with by its own method. */
  private async pressAny(order: LinkOrder): Promise<string | undefined> {
    for (const method of [ANY_METHOD, MOBILE_MONEY, CARD]) {
      const reference = await this.press(order, method)
      if (reference) return reference
    }
    return undefined
  }

  private async comeBack(reference: string): Promise<void> {
    const headers = { "user-agent": PHONE }
    const { status } = await this.store.api.get(`/paycollect/return/${reference}`, { headers })
    if (status >= 500) throw new Error(`the return of ${reference}: ${status}`)
  }

  private async revokeOf({ linkId }: LinkOrder): Promise<void> {
    const { status } = await this.merchant.post(`/admin/paycollect/links/${linkId}/revoke`)
    if (status !== 200) throw new Error(`revoking ${linkId}: ${status}`)
    this.scenario.count("link: revoked")
  }

  private async cancelOf({ id }: LinkOrder): Promise<void> {
    const { status } = await this.merchant.post(`/admin/orders/${id}/cancel`)
    this.scenario.count(status === 200 ? "link's order: canceled" : "link's order: cancel refused")
  }

  /** So many pieces instead of those that were agreed on. */
  private async editOf(order: LinkOrder, quantity: number): Promise<void> {
    if (order.ofCart) return
    const { id } = order
    const from = Date.now()
    const { merchant } = this
    const begun = await merchant.post("/admin/order-edits", { order_id: id })
    if (begun.status !== 200) return this.scenario.count("link's order: edit refused")
    const { data } = await merchant.get(`/admin/orders/${id}?fields=id,*items`)
    const path = `/admin/order-edits/${id}`
    await merchant.post(`${path}/items/item/${data.order.items[0].id}`, { quantity })
    const confirmed = await merchant.post(`${path}/confirm`)
    this.scenario.count(confirmed.status === 200 ? "link's order: edited" : "link's order: edit refused")
    order.costs.at(-1)!.until = Date.now() + this.slack()
    order.costs.push({ total: await this.totalOf(id), from, until: Infinity })
  }

  /** "Mark as paid" at the order, as its page in the dashboard does it. */
  private async takeCashOf({ id, ofCart }: LinkOrder): Promise<void> {
    if (ofCart) return
    const { data } = await this.merchant.get(
      `/admin/orders/${id}?fields=id,status,+summary,*payment_collections`
    )
    const owed = Number(data.order.summary.pending_difference)
    if (owed < 1 || data.order.status === "canceled") return
    const open = (data.order.payment_collections as { id: string; status: string; amount: number }[]).find(
      ({ status, amount }) => status === "not_paid" && Number(amount) === owed
    )
    const collection =
      open?.id ??
      (await this.merchant.post("/admin/payment-collections", { order_id: id, amount: owed })).data
        .payment_collection?.id
    if (!collection) return
    if (!this.isAlone) this.cashAtOnce.push({ order_id: id, until: Date.now() + 2 * ONE_LOOK_MS })
    const { status } = await this.merchant.post(`/admin/payment-collections/${collection}/mark-as-paid`, {
      order_id: id,
    })
    this.scenario.count(status === 200 ? "link's order: paid at the counter" : "link's order: cash refused")
  }

  /** Money in and out of the order, oldest first, in its smallest units; what no reference names is cash. */
  private async movedOf(orderId: string): Promise<Moved[]> {
    const { rows } = await this.store.db.raw(
      `select p.data->>'merchant_reference' as reference, x.amount, x.at from payment p
       join order_payment_collection l on l.payment_collection_id = p.payment_collection_id
       join lateral (
         select c.amount, c.created_at as at from capture c where c.payment_id = p.id and c.deleted_at is null
         union all select -r.amount, r.created_at from refund r where r.payment_id = p.id and r.deleted_at is null
       ) x on true
       where l.order_id = ? and p.deleted_at is null order by x.at, p.id`,
      [orderId]
    )
    return (rows as { reference: string | null; amount: string; at: string }[]).map((row) => ({
      reference: row.reference,
      amount: toMinorUnits(row.amount, 0),
      at: +new Date(row.at),
    }))
  }

  private slack(): number {
    return this.isAlone ? 0 : ONE_LOOK_MS
  }

  private async totalOf(orderId: string): Promise<bigint> {
    return BigInt((await this.store.moneyOf(orderId)).total)
  }

  /** Where there is none yet, the merchant makes one: its customer has telephoned. */
  private async some(n: number): Promise<LinkOrder | undefined> {
    if (this.orders.length === 0) await this.make({ n, of: "draft", days: 1 })
    return this.pick(n)
  }

  private pick(n: number): LinkOrder | undefined {
    return this.orders[n % Math.max(1, this.orders.length)]
  }
}

/** The most it cost around that moment. */
function mostAt({ costs }: LinkOrder, at: number): bigint {
  const inForce = costs.filter(({ from, until }) => from <= at && at <= until)
  return inForce.reduce((most, { total }) => (total > most ? total : most), 0n)
}

const pathOf = (address: string) => address.replace(BACKEND_URL, "")
