import { createHmac } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { admin } from "../../../demo/backend/src/scripts/seed/markets"
import { type PluginOptionsInput } from "../../../src/settings/options-schema"
import { startSandbox, type Sandbox, type SandboxOptions } from "../../../packages/dev/src/sandbox"
import { type DueRunNumbers } from "../../../src/orders/advance-due"
import { ADDRESS, CARD, Customer, MOBILE_MONEY, nextPerson } from "../../http/support/customer"
import { seededDatabase, type SeededDatabase } from "./database"
import { Server, type ServerSetup, type Visit } from "./server"

const STEPS_MS = [2, 6, 60, 26 * 60, 8 * 24 * 60].map((minutes) => minutes * 60_000)
const MOST_RUNS = 40

/** A shop whose servers come and go: the database and the service stay. */
export class Shop {
  server!: Server
  private token: string | undefined
  private shippingOption: string | undefined
  private variants: string[] | undefined
  private carts = 0
  private readonly folder = mkdtempSync(join(tmpdir(), "paycollect-shop-"))
  private readonly heardFile = join(this.folder, "heard")

  private constructor(
    readonly db: SeededDatabase,
    readonly service: Sandbox,
    private readonly options: PluginOptionsInput
  ) {}

  static async open(options: PluginOptionsInput = {}, sandbox: SandboxOptions = {}): Promise<Shop> {
    const service = await startSandbox({
      rateLimits: false,
      outcomeDelayMs: 0,
      requestLogSize: 100_000,
      ...sandbox,
    })
    const db = await seededDatabase()
    return new Shop(db, service, {
      test: {
        secretKey: service.testSecretKey,
        baseUrl: service.baseUrl,
        webhookSecret: [service.webhookSecret],
      },
      backendUrl: "https://backend.paycollect.example",
      storefrontUrl: "https://shop.paycollect.example",
      // Hundreds of customers come within a minute.
      service: { budget: { standard: 100_000, creation: 100_000 } },
      ...options,
    })
  }

  async close(): Promise<void> {
    await this.server?.kill()
    await this.service.close()
    await this.db.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** One more process of this shop. */
  async start(redisUrl?: string, allInRedis = false): Promise<Server> {
    return await this.startAs({ redisUrl, allInRedis })
  }

  /** ... with its own address of the database, for one */
  async startAs(setup: Partial<ServerSetup>): Promise<Server> {
    const { db, options, heardFile } = this
    return await Server.start({ databaseUrl: db.url, options, heardFile, ...setup })
  }

  /** A customer of `server`; with a visit, one who is watched. */
  customer(cartId = "", visit?: Visit, server = this.server): Customer {
    const customer = new Customer({
      api: visit ? server.as(visit) : server.api,
      db: this.db.knex,
      publishableKey: () => this.db.publishableKey,
      regionId: (currency) => this.db.regions[currency]!,
    })
    customer.cartId = cartId
    return customer
  }

  /** A cart that is ready to be paid; as few requests as possible. @returns its id */
  async filledCart(quantity = 1): Promise<string> {
    const variant_id = await this.nextVariant()
    const guest = this.customer()
    // Each cart has an e-mail of its own, too: an order that core did not link to its cart is known by it.
    const { email, phone } = nextPerson()
    const { data } = await guest.send("post", "/store/carts", {
      region_id: this.db.regions.xaf,
      email,
      shipping_address: { ...ADDRESS, phone, country_code: "cm" },
      items: [{ variant_id, quantity }],
    })
    const cartId = data.cart.id as string
    if (!this.shippingOption) {
      const options = await guest.send("get", `/store/shipping-options?cart_id=${cartId}`)
      this.shippingOption = options.data.shipping_options[0].id as string
    }
    const shipped = await guest.send("post", `/store/carts/${cartId}/shipping-methods`, {
      option_id: this.shippingOption,
    })
    if (shipped.status !== 200) throw new Error(`no cart: ${JSON.stringify(shipped.data)}`)
    return cartId
  }

  /** Everybody buys something else than the one before: whoever stands still may hold what he wanted to reserve. */
  private async nextVariant(): Promise<string> {
    this.variants ??= (
      await this.rows<{ id: string }>("select id from product_variant where manage_inventory order by sku")
    ).map(({ id }) => id)
    return this.variants[++this.carts % this.variants.length]!
  }

  /** @returns cart and reference of a customer who stands before the hosted checkout */
  async atCheckout(provider = MOBILE_MONEY): Promise<{ cartId: string; reference: string }> {
    const cartId = await this.filledCart()
    const { merchant_reference } = await this.customer(cartId).startPayment(provider)
    return { cartId, reference: merchant_reference }
  }

  /** Two attempts of one cart were paid: the first one is its order, the second one is on the list. */
  async paidTwice(): Promise<{ cartId: string; reference: string }> {
    const { cartId, reference: first } = await this.atCheckout()
    const { merchant_reference: reference } = await this.customer(cartId).startPayment(CARD)
    this.pay(first)
    this.pay(reference)
    await this.customer(cartId).comeBack(first)
    await this.advance(reference)
    return { cartId, reference }
  }

  /** @returns the id of an order that a merchant wrote down by telephone; it owes this much, where no tax is known */
  async phoneOrder(amount: number): Promise<string> {
    const address = { ...ADDRESS, country_code: "td" }
    const { data } = await this.asMerchant("/admin/draft-orders", {
      region_id: this.db.regions.xaf,
      email: nextPerson().email,
      shipping_address: address,
      billing_address: address,
      items: [{ title: "By telephone", unit_price: amount, quantity: 1 }],
      shipping_methods: [],
    })
    const { id } = data.draft_order as { id: string }
    const { status } = await this.asMerchant(`/admin/draft-orders/${id}/convert-to-order`, {})
    if (status !== 200) throw new Error(`no order: ${status}`)
    return id
  }

  /** @returns the id of a draft that a merchant wrote down in the dashboard, of goods with stock */
  async draftOrder(): Promise<string> {
    const { email, phone } = nextPerson()
    const address = { ...ADDRESS, phone, country_code: "cm" }
    const { data } = await this.asMerchant("/admin/draft-orders", {
      region_id: this.db.regions.xaf,
      email,
      shipping_address: address,
      billing_address: address,
      items: [{ variant_id: await this.nextVariant(), quantity: 1 }],
      shipping_methods: [],
    })
    return data.draft_order.id as string
  }

  /** What its employee presses. @returns the address of the order's payment link */
  async link(order_id: string, visit?: Visit): Promise<string> {
    const { status, data } = await this.asMerchant(
      "/admin/paycollect/links",
      { order_id, convert_draft: true },
      visit
    )
    if (status !== 200) throw new Error(`no link of ${order_id}: ${status} ${JSON.stringify(data)}`)
    return data.link.url as string
  }

  /** The button of a link's page. @returns the reference of the payment that its customer is shown */
  async press(address: string, visit?: Visit): Promise<string> {
    const { api } = this.server
    const answer = await (visit ? this.server.as(visit) : api).post(
      new URL(address).pathname,
      new URLSearchParams({ provider_id: MOBILE_MONEY })
    )
    const paid = this.service.control
      .intents()
      .find(({ checkout_url }) => checkout_url === answer.headers.location)
    if (!paid) throw new Error(`no payment by link: ${answer.status}`)
    return paid.merchant_reference
  }

  pay(reference: string): void {
    this.service.control.moveState(reference, "succeeded")
  }

  /** Delivers the service's event about this payment. */
  async deliver(reference: string, visit?: Visit, server = this.server) {
    const { id, payment_ref, status } = this.service.control.intent(reference)!
    const event_type = status === "succeeded" ? "payment.succeeded" : "payment.failed"
    const data = { id, payment_ref, metadata: { merchant_reference: reference } }
    const body = JSON.stringify({ event_type, resource_id: id, data })
    const signature = `sha256=${createHmac("sha256", this.service.webhookSecret).update(body).digest("hex")}`
    return await (visit ? server.as(visit) : server.api).post("/hooks/paycollect", body, {
      headers: { "content-type": "application/json", "x-service-signature": signature },
    })
  }

  async asMerchant(path: string, body: object, visit?: Visit) {
    // The same secret in every process: a login outlives them.
    this.token ??= (await this.server.api.post("/auth/user/emailpass", admin)).data.token as string
    const headers = { authorization: `Bearer ${this.token}` }
    return await (visit ? this.server.as(visit) : this.server.api).post(path, body, { headers })
  }

  async advance(reference: string, visit?: Visit): Promise<void> {
    await this.server.workflow("paycollect-advance-intent", { reference }, visit)
  }

  async reconcile(visit?: Visit): Promise<DueRunNumbers> {
    return await this.server.workflow<DueRunNumbers>("paycollect-advance-due", {}, visit)
  }

  /** Time passes, beyond every lease and across the whole schedule; nobody comes but the job. */
  async heal(): Promise<void> {
    for (const ms of STEPS_MS) await this.pass(ms)
    // What the last run applied is told of by the next.
    await this.server.later(STEPS_MS[0]!)
    await this.reconcile()
  }

  /** So much time passes, then the job runs until nothing is due. */
  async pass(ms: number): Promise<void> {
    await this.server.later(ms)
    for (let runs = 0; (await this.reconcile()).checked > 0; runs++)
      if (runs > MOST_RUNS) throw new Error("the job never comes to an end")
  }

  /** What the subscriber in the shop's own code heard of captures, by all processes: Medusa's payments, and who told it. */
  heard(): { id: string; by: "core" | "us" }[] {
    if (!existsSync(this.heardFile)) return []
    const lines = readFileSync(this.heardFile, "utf8").split("\n").filter(Boolean)
    return lines.map((line) => JSON.parse(line) as { id: string; by: "core" | "us" })
  }

  async rows<T = Record<string, unknown>>(sql: string, bindings: (string | string[])[] = []): Promise<T[]> {
    return ((await this.db.knex.raw(sql, bindings)) as { rows: T[] }).rows
  }
}
