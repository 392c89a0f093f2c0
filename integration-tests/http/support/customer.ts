import { type AxiosResponse } from "axios"
import { type PayCollectSessionData } from "../../../src/payments/session-data"
import { type Store } from "./store"

export const MOBILE_MONEY = "pp_paycollect-mobile-money_default"
export const CARD = "pp_paycollect-card_default"
export const ANY_METHOD = "pp_paycollect_default"

interface CartSetup {
  currency?: "xaf" | "xof" | "eur"
  country?: string
  sku?: string
  quantity?: number
  promo?: string
  email?: string | null
  address?: Record<string, unknown> | null
  metadata?: Record<string, unknown>
}

/** Marks a cart that nobody has taken yet. */
const SPARE = { spare: true }

export const ADDRESS = {
  first_name: "Mireille",
  last_name: "Essomba",
  address_1: "4 Avenue Kennedy",
  city: "Yaoundé",
  phone: "6 70 12 34 56",
}

let people = 0

/** Of somebody else each time: so many unpaid orders of one person are made and no more. */
export function nextPerson(): { email: string; phone: string } {
  people++
  return { email: `mireille+${people}@example.com`, phone: `6${70_000_000 + people}` }
}

const shippingOptions = new WeakMap<Store["api"], Map<string, string | undefined>>()

const COUNTRY = { xaf: "cm", xof: "ci", eur: "fr" }
type Currency = keyof typeof COUNTRY

/** Medusa lists the deliveries of a market in no order. Without this one, where a shop took it away, Medusa refuses the choice. */
function standardDelivery(options: { id: string; name: string }[]): string | undefined {
  return options.find(({ name }) => name === "Standard delivery")?.id
}

/** A customer with a browser: everything goes through the store API, as a storefront would. */
export class Customer {
  cartId = ""
  collectionId = ""
  private token: string | undefined

  constructor(private readonly store: Pick<Store, "api" | "db" | "publishableKey" | "regionId">) {}

  async logIn(email: string, password: string): Promise<void> {
    const { data } = await this.store.api.post("/auth/customer/emailpass", { email, password })
    this.token = data.token
  }

  logOut(): void {
    this.token = undefined
  }

  /** Without a `setup` one of the spare carts, as long as there are any: to fill one takes longer than to pay it. */
  async fillCart(setup?: CartSetup) {
    const spare = setup ? undefined : await this.spareCart()
    if (spare) this.cartId = spare
    else await this.fillNewCart(setup)
  }

  /** Fills a cart that the next customers take as it is. */
  async leaveSpareCart(): Promise<void> {
    await this.fillNewCart({ metadata: SPARE })
  }

  private async spareCart(): Promise<string | undefined> {
    const { rows } = await this.store.db.raw(
      `update cart set metadata = null
       where id = (select id from cart where metadata @> ? order by id limit 1 for update skip locked) returning id`,
      [JSON.stringify(SPARE)]
    )
    return (rows as { id: string }[])[0]?.id
  }

  private async fillNewCart({
    currency = "xaf",
    country,
    sku = "COFFEE-250",
    quantity = 2,
    promo,
    email,
    address,
    metadata,
  }: CartSetup = {}) {
    const country_code = country ?? COUNTRY[currency]
    const cart = await this.post("/store/carts", {
      region_id: this.store.regionId(currency),
      ...(email !== null && { email: email ?? "mireille@example.com" }),
      ...(address !== null && { shipping_address: { ...ADDRESS, ...address, country_code } }),
      items: [{ variant_id: await this.variantId(sku), quantity }],
      ...(promo && { promo_codes: [promo] }),
      ...(metadata && { metadata }),
    })
    this.cartId = cart.cart.id
    await this.post(`/store/carts/${this.cartId}/shipping-methods`, {
      option_id: await this.shippingOptionId(`${currency} ${country_code}`),
    })
  }

  /** The same in every test of a store: asked for once, for each request of a test costs it time. */
  private async shippingOptionId(market: string): Promise<string | undefined> {
    const known = shippingOptions.get(this.store.api) ?? new Map<string, string | undefined>()
    shippingOptions.set(this.store.api, known)
    if (!known.has(market)) {
      const { shipping_options } = await this.get(`/store/shipping-options?cart_id=${this.cartId}`)
      known.set(market, standardDelivery(shipping_options))
    }
    return known.get(market)
  }

  async cart() {
    return (
      await this.get(
        `/store/carts/${this.cartId}?fields=*items,*shipping_methods,*payment_collection.payment_sessions`
      )
    ).cart
  }

  async changeQuantity(quantity: number) {
    const cart = await this.cart()
    return await this.post(`/store/carts/${this.cartId}/line-items/${cart.items[0].id}`, { quantity })
  }

  /** Another country: its currency, its prices, and an address and a delivery, of which Medusa keeps neither. */
  async changeRegion(currency: Currency) {
    await this.post(`/store/carts/${this.cartId}`, { region_id: this.store.regionId(currency) })
    await this.enterDelivery()
  }

  async enterDelivery() {
    const { currency_code } = await this.cart()
    await this.post(`/store/carts/${this.cartId}`, {
      shipping_address: { ...ADDRESS, country_code: COUNTRY[currency_code as Currency] },
    })
    const { shipping_options } = await this.get(`/store/shipping-options?cart_id=${this.cartId}`)
    await this.post(`/store/carts/${this.cartId}/shipping-methods`, {
      option_id: standardDelivery(shipping_options),
    })
  }

  /** The raw answer of creating a session; `data` is what a dishonest browser may add. */
  async tryToPay(providerId = MOBILE_MONEY, data?: Record<string, unknown>): Promise<AxiosResponse> {
    const created = await this.post("/store/payment-collections", { cart_id: this.cartId })
    this.collectionId = created.payment_collection.id
    return await this.send("post", `/store/payment-collections/${this.collectionId}/payment-sessions`, {
      provider_id: providerId,
      ...(data && { data }),
    })
  }

  /** @returns the session's data, as the storefront reads it; its reference is null while nothing was started (`on_redirect`) */
  async startPayment(
    providerId?: string,
    data?: Record<string, unknown>
  ): Promise<PayCollectSessionData & { merchant_reference: string }> {
    const answer = await this.tryToPay(providerId, data)
    expect(answer.data).toMatchObject({
      payment_collection: { payment_sessions: [{ provider_id: providerId ?? MOBILE_MONEY }] },
    })
    return answer.data.payment_collection.payment_sessions[0].data
  }

  async complete(): Promise<AxiosResponse> {
    return await this.send("post", `/store/carts/${this.cartId}/complete`, {})
  }

  async status() {
    return await this.get(`/store/paycollect/carts/${this.cartId}/status`)
  }

  /** Follows the link that the hosted checkout leads back to, with the parameters it adds (U-24). */
  async comeBack(reference: string): Promise<AxiosResponse> {
    return await this.store.api.get(`/paycollect/return/${reference}?status=success&ref=added-by-the-service`)
  }

  /** Goes to pay at the address of the session, as a browser would. */
  async goToPay(checkoutUrl: string, headers: Record<string, string> = {}): Promise<AxiosResponse> {
    return await this.store.api.get(new URL(checkoutUrl).pathname, { headers })
  }

  async orders() {
    const { rows } = await this.store.db.raw(
      "select order_id from order_cart where cart_id = ? and deleted_at is null",
      [this.cartId]
    )
    return (rows as { order_id: string }[]).map((row) => row.order_id)
  }

  async send(
    method: "get" | "post" | "delete",
    path: string,
    body?: unknown,
    headers: Record<string, string> = {}
  ): Promise<AxiosResponse> {
    return await this.store.api.request({
      method,
      url: path,
      data: body,
      headers: {
        "x-publishable-api-key": this.store.publishableKey(),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...headers,
      },
    })
  }

  private async post(path: string, body: unknown) {
    return this.accepted(await this.send("post", path, body))
  }

  private async get(path: string) {
    return this.accepted(await this.send("get", path))
  }

  private accepted(answer: AxiosResponse) {
    if (answer.status >= 300)
      throw new Error(`${answer.config.url}: ${answer.status} ${JSON.stringify(answer.data)}`)
    return answer.data
  }

  private async variantId(sku: string): Promise<string> {
    const { rows } = await this.store.db.raw("select id from product_variant where sku = ?", [sku])
    return rows[0].id
  }
}
