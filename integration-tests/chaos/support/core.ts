import { MedusaError } from "@medusajs/framework/utils"
import { PayCollectError } from "../../../src/service/errors"
import { type PayCollectProvider } from "../../../src/providers/paycollect/provider"
import {
  type Cart,
  type Collection,
  type CoreTables,
  type Currency,
  DECIMALS,
  type Filters,
  type Payment,
  type ProviderData,
  type Session,
} from "./core-state"
import { COMPENSATION_NOTE } from "../../http/support/compensation"
import { newBooks, OrderBooks, owedBy, Refused } from "./core-books"
import { type ServerProcess, type VirtualClock } from "./process"

const PROCESSABLE = ["pending", "requires_more", "authorized", "captured", "pending_authorization"]

const REFUSALS = [Refused, PayCollectError, MedusaError]

/** @throws what is no honest refusal: a crash of ours */
export function takeRefusal(error: unknown): void {
  if (REFUSALS.some((refusal) => error instanceof refusal)) return
  throw error
}

/**
 * Core's payment workflows as one process runs them, step by step in the order and with the compensations of the pinned version
 * (complete-cart, process-payment, create-payment-session, refresh-payment-collection, cancel-order). Between any two steps the
 * process may die. `integration-tests/http` pins the same behaviours on the real thing.
 */
export class Core {
  readonly books: OrderBooks

  constructor(
    readonly tables: CoreTables,
    private readonly clock: VirtualClock,
    private readonly process: ServerProcess,
    private readonly provider: () => PayCollectProvider,
    /** the end of its workflow, which its completion of a cart has none of */
    private readonly tellCaptured: (payment: Payment) => Promise<void>
  ) {
    this.books = new OrderBooks(tables, clock, process)
  }

  async graph({ entity, filters }: { entity: string; filters: Filters }) {
    await this.process.point(`query ${entity}`)
    return { data: this.tables.graph(entity, filters) }
  }

  /** POST /store/payment-collections and its payment-sessions; a tab that was left open knows its collection, and core asks no more. */
  async startPayment(cartId: string, providerId: string): Promise<Session> {
    const cart = this.tables.carts.get(cartId)
    if (!cart) throw new Refused("the cart is gone")
    if (!cart.collectionId) {
      if (cart.deleted || cart.completedAt) throw new Refused("the cart is gone or complete")
      const id = this.tables.id("pay_col")
      this.tables.collections.set(id, {
        id,
        status: "not_paid",
        cartId,
        orderId: null,
        amount: cart.amount,
        currency: cart.currency,
        created_at: this.clock.now(),
        sessions: [],
        payments: [],
      })
      cart.collectionId = id
      await this.process.pause("collection created")
    }
    return await this.createPaymentSession(cart.collectionId, providerId)
  }

  async createPaymentSession(
    collectionId: string,
    providerId: string,
    data: ProviderData = {}
  ): Promise<Session> {
    const collection = this.collection(collectionId)
    const old = [...collection.sessions]
    await this.process.pause("payment collection read")
    const [created, deleted] = await Promise.allSettled([
      this.moduleCreateSession(collection, { provider_id: providerId, data }),
      this.moduleDeleteSessions(collection, old),
    ])
    if (created.status === "fulfilled" && deleted.status === "fulfilled") return created.value
    if (created.status === "fulfilled") await this.moduleDeleteSessions(collection, [created.value])
    // Compensation of the deletion: every session is made again, under a new id, with its old data.
    if (deleted.status === "fulfilled")
      for (const session of deleted.value)
        await this.moduleCreateSession(collection, session).catch(() => undefined)
    throw created.status === "rejected" ? created.reason : (deleted as PromiseRejectedResult).reason
  }

  /**
   * A cart whose total changed: refreshPaymentCollectionForCartWorkflow. `cutOff`: it never came to that, by a full queue or a dead
   * process, and the sessions of the old total stay.
   */
  async changeTotal(cartId: string, amount: number, { cutOff = false } = {}): Promise<void> {
    const cart = this.tables.carts.get(cartId)
    if (!cart || cart.deleted || cart.completedAt) return
    cart.amount = amount
    if (cutOff) return
    await this.locked(cartId, { timeout: 2_000, ttl: 10_000 }, () => this.refreshCollection(cart))
  }

  /**
   * A cart that moves to another region: updateCartWorkflow. Its currency changes first, then its prices, then its payment collection.
   * `cutOff`: the process died after the first or the second of these.
   */
  async changeRegion(
    cartId: string,
    { currency, amount }: { currency: Currency; amount: number },
    { cutOff }: { cutOff?: "prices" | "collection" | null } = {}
  ): Promise<void> {
    await this.locked(cartId, { timeout: 2_000, ttl: 10_000 }, async () => {
      const cart = this.tables.carts.get(cartId)
      if (!cart || cart.deleted || cart.completedAt) throw new Refused("the cart is gone or complete")
      cart.currency = currency
      await this.process.pause("region changed")
      if (cutOff === "prices") return
      cart.amount = amount
      await this.process.pause("prices changed")
      if (cutOff !== "collection") await this.refreshCollection(cart)
    })
  }

  private async refreshCollection(cart: Cart): Promise<void> {
    const collection = cart.collectionId ? this.collection(cart.collectionId) : null
    const { amount, currency } = cart
    if (!collection || (collection.amount === amount && collection.currency === currency)) return
    await this.process.pause("cart read for refresh")
    await Promise.all([
      this.moduleDeleteSessions(collection, [...collection.sessions]),
      this.process.pause("collection updated").then(() => Object.assign(collection, { amount, currency })),
    ])
  }

  async completeCart(cartId: string): Promise<{ id: string }> {
    return await this.locked(cartId, { timeout: 30_000, ttl: 120_000 }, async () => {
      await this.process.pause("cart locked")
      const existing = this.tables.orderIdOf(cartId)
      const cart = this.tables.carts.get(cartId)
      if (!cart || cart.deleted) throw new Refused("cart not found")
      const collection = cart.collectionId ? this.collection(cart.collectionId) : null
      const session = collection?.sessions.find(({ status }) => PROCESSABLE.includes(status))
      if (!collection || !session) throw new Refused("Payment sessions are required to complete cart")
      return { id: existing ?? (await this.placeOrder(cartId, collection, session.id)) }
    })
  }

  /** Order, links and `completed_at` are there before the payment is authorized; undone in reverse when a step fails. */
  private async placeOrder(cartId: string, collection: Collection, sessionId: string): Promise<string> {
    const cart = this.tables.carts.get(cartId)!
    const undo: (() => Promise<void>)[] = [() => this.compensatePayment(cartId, collection, sessionId)]
    try {
      const id = this.tables.id("order")
      const order = {
        id,
        cartId,
        status: "pending" as const,
        amount: cart.amount,
        currency: cart.currency,
        created_at: this.clock.now(),
        byLink: false,
        isDraft: false,
        most: cart.amount,
        wasMadeCheaper: false,
        books: newBooks(),
      }
      this.tables.orders.set(id, order)
      undo.push(async () => void this.tables.orders.delete(id))
      await this.process.pause("order created")
      // Another process linked one while this stood still: neither collection nor cart is linked then (`rare-states.suite.ts`).
      if (collection.orderId) throw new Refused("Cannot create multiple links between 'order' and 'payment'")
      const link = { order_id: id, cart_id: cartId }
      this.tables.orderCarts.push(link)
      collection.orderId = id
      cart.completedAt = this.clock.now()
      undo.push(async () => {
        this.tables.orderCarts.splice(this.tables.orderCarts.indexOf(link), 1)
        // Each order has a link of its own with it: another one's stays.
        if (collection.orderId === id) collection.orderId = null
        cart.completedAt = null
        await this.process.pause("order unlinked")
      })
      await this.process.pause("order linked")
      if (!cart.inStock) throw new Refused("not enough inventory")
      const payment = await this.authorizeStep(sessionId)
      if (payment) undo.push(() => this.moduleCancelPayment(payment))
      await this.process.pause("payment authorized")
      if (payment) await this.books.book(id, [capture(payment)])
      if (payment) undo.push(() => this.books.unbook(id, [capture(payment).reference_id]))
      if (cart.breaksLate) throw new Refused("a step after the payment failed")
      return id
    } catch (error) {
      for (const step of undo.reverse()) {
        await this.process.pause("compensating")
        await step()
      }
      throw error
    }
  }

  /** The captured payment of a failed completion is booked back and its session made anew. */
  private async compensatePayment(cartId: string, collection: Collection, sessionId: string): Promise<void> {
    const payment = this.tables.paymentOf(sessionId)
    const session = collection.sessions.find((entry) => entry.id === sessionId)
    if (!session || !payment?.captured_at || this.tables.orderIdOf(cartId)) return
    try {
      await this.refund(payment, { amount: payment.amount, created_by: null, note: COMPENSATION_NOTE })
      await this.createPaymentSession(collection.id, session.provider_id, session.data)
    } catch {
      // Core only logs it.
    }
  }

  async processPayment(sessionId: string): Promise<void> {
    await this.process.pause("process payment")
    const found = this.tables.sessionById(sessionId)
    if (!found) throw new Refused("payment session not found")
    const cartId = found.collection.cartId
    const order = cartId ? this.tables.orderIdOf(cartId) : undefined
    const payment = this.tables.paymentOf(sessionId)
    const pay = async () => {
      if (payment?.canceled_at) throw new Refused("the payment has been canceled")
      // Core tells of it again.
      if (payment?.captured_at) return await this.tellCaptured(payment)
      const captured = payment ?? (await this.authorizeStep(sessionId))
      if (!captured) return
      captured.captured_at ??= this.clock.now()
      await this.process.pause("payment captured")
      await this.books.book(found.collection.orderId, [capture(captured)])
      await this.tellCaptured(captured)
    }
    if (!cartId) return await pay()
    await this.locked(cartId, { timeout: 30_000, ttl: 120_000 }, pay)
    if (!order) await this.completeCart(cartId).catch(() => undefined)
  }

  /** An order without a cart: a draft of the merchant's, converted at once. */
  orderByTelephone(amount: number, currency: Currency, { isDraft = false } = {}): string {
    const id = this.tables.id("order")
    this.tables.orders.set(id, {
      id,
      cartId: null,
      status: "pending",
      amount,
      currency,
      created_at: this.clock.now(),
      byLink: isDraft,
      isDraft,
      most: amount,
      wasMadeCheaper: false,
      books: newBooks(),
    })
    return id
  }

  async convertDraft(id: string): Promise<void> {
    await this.process.pause("draft is converted")
    this.tables.orders.get(id)!.isDraft = false
    await this.process.pause("draft converted")
  }

  /** Brings one collection that nobody paid in into line, and leaves its sessions, which ask for what the order cost before. */
  async editOrder(id: string, amount: number): Promise<void> {
    const order = this.tables.orders.get(id)
    if (!order || order.isDraft || order.status === "canceled") throw new Refused("no such order is edited")
    const change = this.books.begin(id, "edit")
    await this.process.pause("edit begun")
    order.wasMadeCheaper ||= amount < order.amount
    await this.books.confirm(change.id, amount)
    // By a server that stood still, when the turn that began it is forgotten.
    order.most = Math.max(order.most, amount)
    const owed = owedBy(order)
    const unpaid = [...this.tables.collections.values()].find(
      ({ orderId, status, payments }) => orderId === id && status === "not_paid" && payments.length === 0
    )
    if (unpaid && owed >= 0) unpaid.amount = owed
    if (!unpaid && owed > 0) await this.createOrderPaymentCollection(id, owed)
  }

  /** "Mark as paid", of all that the order owes, in a collection of its own. */
  async takeCash(orderId: string, amount: number): Promise<void> {
    const [{ id }] = await this.createOrderPaymentCollection(orderId, amount)
    const collection = this.collection(id)
    const payment: Payment = {
      id: this.tables.id("pay"),
      provider_id: null,
      sessionId: null,
      amount,
      currency_code: collection.currency,
      data: {},
      captured_at: this.clock.now(),
      canceled_at: null,
      refunds: [],
    }
    collection.payments.push(payment)
    await this.process.pause("cash captured")
    await this.books.book(orderId, [capture(payment)])
  }

  /** Takes any amount. The collection is there before it is linked with its order. */
  async createOrderPaymentCollection(orderId: string, amount: number): Promise<[Collection]> {
    const order = this.tables.orders.get(orderId)
    if (!order) throw new Refused("the order is gone")
    const id = this.tables.id("pay_col")
    const collection: Collection = {
      id,
      status: "not_paid",
      cartId: null,
      orderId: null,
      amount,
      currency: order.currency,
      created_at: this.clock.now(),
      sessions: [],
      payments: [],
    }
    this.tables.collections.set(id, collection)
    await this.process.pause("order's collection created")
    collection.orderId = orderId
    await this.process.pause("order's collection linked")
    return [collection]
  }

  /** The payment module's own, which no workflow is around. */
  async updateCollection(
    id: string,
    { status, amount }: { status?: "canceled" | "completed"; amount?: string }
  ): Promise<void> {
    await this.process.pause("collection is changed")
    const collection = this.collection(id)
    if (status === "canceled") collection.status = status
    if (amount) collection.amount = Number(amount)
  }

  async deleteSession(id: string): Promise<void> {
    const found = this.tables.sessionById(id)
    if (!found) throw new Refused("payment session not found")
    await this.moduleDeleteSessions(found.collection, [found.session])
  }

  /** Core's Locking Module, by which the plugin excludes core. */
  async execute<T>(
    keys: string | string[],
    work: () => Promise<T>,
    { timeout }: { timeout: number }
  ): Promise<T> {
    const [key, ...more] = [keys].flat()
    const next = more.length > 0 ? () => this.execute(more, work, { timeout }) : work
    return await this.locked(key!, { timeout: timeout * 1_000, ttl: 120_000 }, next)
  }

  listPayments({ id }: { id: string[] }): Promise<object[]> {
    const all = [...this.tables.collections.values()].flatMap((each) => this.tables.viewPayments(each))
    return Promise.resolve(all.filter((each) => id.includes(each.id)))
  }

  updatePayment({ id, canceled_at }: Pick<Payment, "id" | "canceled_at">): Promise<void> {
    Object.assign(this.tables.paymentById(id)!, { canceled_at })
    return Promise.resolve()
  }

  async updateRefund({ id, amount }: { id: string; amount: number }): Promise<void> {
    await this.process.pause("refund is changed")
    this.tables
      .payments()
      .flatMap(({ refunds }) => refunds)
      .find((each) => each.id === id)!.amount = amount
  }

  async deleteRefunds(ids: string[]): Promise<void> {
    await this.process.pause("refund is deleted")
    for (const payment of this.tables.payments())
      payment.refunds = payment.refunds.filter(({ id }) => !ids.includes(id))
  }

  /** Core cancels even when the provider refuses to give captured money back. */
  async cancelOrder(orderId: string, canceledBy: string | null = null): Promise<void> {
    await this.process.pause("cancel order")
    const order = this.tables.orders.get(orderId)
    if (!order || order.isDraft || order.status === "canceled")
      throw new Refused("the order is canceled or gone")
    const collections = [...this.tables.collections.values()].filter((entry) => entry.orderId === orderId)
    for (const payment of collections.flatMap((entry) => entry.payments)) {
      if (payment.canceled_at) continue
      if (!payment.captured_at) await this.moduleCancelPayment(payment)
      else if (remaining(payment) > 0)
        await this.refund(payment, { amount: remaining(payment), created_by: canceledBy }).catch(
          () => undefined
        )
    }
    await this.process.pause("payments dealt with")
    order.status = "canceled"
  }

  private async authorizeStep(sessionId: string): Promise<Payment | null> {
    const found = this.tables.sessionById(sessionId)
    if (!found) throw new MedusaError(MedusaError.Types.NOT_FOUND, "payment session not found")
    const { session, collection } = found
    const before = this.tables.paymentOf(sessionId)
    if (before) return before
    const { status, data } = await this.provider().authorizePayment({
      data: session.data,
      context: { idempotency_key: sessionId },
    })
    await this.process.pause("provider authorized")
    if (status === "pending_authorization") {
      Object.assign(session, { status, data })
      return null
    }
    // Of two processes that do this at once, the database refuses the second one: a session has one payment.
    if (!collection.sessions.includes(session) || this.tables.paymentOf(sessionId)) {
      await this.provider().cancelPayment({ data })
      throw new MedusaError(MedusaError.Types.NOT_FOUND, "payment session not found")
    }
    Object.assign(session, { status: "authorized", data })
    const payment: Payment = {
      id: this.tables.id("pay"),
      provider_id: "pp_paycollect_default",
      sessionId,
      amount: session.amount,
      currency_code: session.currency_code,
      data: data ?? {},
      captured_at: this.clock.now(),
      canceled_at: null,
      refunds: [],
    }
    collection.payments.push(payment)
    this.assertRoomIn(collection.orderId)
    return payment
  }

  /** Of an order that is paid by link: what is too much has to be on the list. By two that both looked before their leases ended it comes twice, and is told. */
  private assertRoomIn(orderId: string | null): void {
    const order = this.tables.orders.get(orderId ?? "")
    if (!order || order.cartId) return
    const held = this.tables.heldBy(order.id)
    if (held > order.most && !this.tables.outlasts)
      this.tables.wrong.push(`${order.id} of ${order.most} took in ${held}`)
  }

  private async moduleCreateSession(
    collection: Collection,
    { provider_id, data }: { provider_id: string; data?: ProviderData }
  ): Promise<Session> {
    const session: Session = {
      id: this.tables.id("payses"),
      provider_id,
      status: "pending",
      amount: collection.amount,
      currency_code: collection.currency,
      data: data ?? {},
    }
    collection.sessions.push(session)
    await this.process.pause("session row created")
    try {
      const initiated = await this.provider().initiatePayment({
        amount: session.amount,
        currency_code: session.currency_code,
        data: { ...data, session_id: session.id },
        context: { idempotency_key: session.id },
      })
      await this.process.pause("provider initiated")
      session.data = { ...data, ...initiated.data }
      const { amount, currency_code } = session.data
      if (amount !== String(smallestUnits(session)) || currency_code !== session.currency_code)
        this.tables.wrong.push(
          `a session of ${session.amount} ${session.currency_code} was given a payment of ${String(amount)} ${String(currency_code)}`
        )
      if (session.data.merchant_reference) this.tables.shown.add(String(session.data.merchant_reference))
      return session
    } catch (error) {
      this.drop(collection, session)
      throw error
    }
  }

  private async moduleDeleteSessions(collection: Collection, sessions: Session[]): Promise<Session[]> {
    for (const session of sessions) {
      await this.provider().deletePayment({ data: session.data })
      await this.process.pause("session is deleted")
      this.drop(collection, session)
    }
    return sessions
  }

  private async moduleCancelPayment(payment: Payment): Promise<void> {
    await this.provider().cancelPayment({ data: payment.data, context: { idempotency_key: payment.id } })
    await this.process.pause("provider canceled")
    payment.canceled_at = this.clock.now()
  }

  /** POST /hooks/payment/:provider, which anybody can reach */
  async paymentHook(body: Record<string, unknown>): Promise<void> {
    await this.process.pause("core's hook")
    await this.provider().getWebhookActionAndData({ data: body, rawData: "", headers: {} })
  }

  /** POST /admin/payments/:id/refund */
  async refundPayment(paymentId: string, amount: number): Promise<void> {
    const payment = this.tables.paymentById(paymentId)
    if (!payment?.captured_at || amount > remaining(payment)) throw new Refused("more than was captured")
    await this.refund(payment, { amount, created_by: "user_1" })
  }

  private async refund(
    payment: Payment,
    { amount, created_by, note = null }: { amount: number; created_by: string | null; note?: string | null }
  ): Promise<void> {
    const overpaid = this.books.overpaidBefore(this.orderIdOf(payment))
    const refund = { id: this.tables.id("ref"), amount, created_by, note, created_at: this.clock.now() }
    payment.refunds.push(refund)
    await this.process.pause("refund row created")
    try {
      if (payment.provider_id !== null)
        await this.provider().refundPayment({
          data: payment.data,
          amount,
          context: { idempotency_key: refund.id },
        })
    } catch (error) {
      payment.refunds.splice(payment.refunds.indexOf(refund), 1)
      throw error
    }
    await this.process.pause("provider refunded")
    await this.books.bookRefund(this.orderIdOf(payment), refund, overpaid)
  }

  private orderIdOf(payment: Payment): string | null {
    const collections = [...this.tables.collections.values()]
    return collections.find(({ payments }) => payments.includes(payment))?.orderId ?? null
  }

  /** Its payment keeps the id. */
  private drop(collection: Collection, session: Session): void {
    collection.sessions = collection.sessions.filter((entry) => entry !== session)
  }

  private collection(id: string): Collection {
    const collection = this.tables.collections.get(id)
    if (!collection) throw new Refused("payment collection not found")
    return collection
  }

  /** A killed owner keeps the lock until it runs out, as with locks in Redis. */
  private async locked<T>(
    key: string,
    { timeout, ttl }: { timeout: number; ttl: number },
    work: () => Promise<T>
  ): Promise<T> {
    const deadline = this.clock.now() + timeout
    for (
      let held = this.tables.locks.get(key);
      held && held.until > this.clock.now();
      held = this.tables.locks.get(key)
    ) {
      if (this.clock.now() >= deadline) throw new Refused(`timed out acquiring lock of ${key}`)
      await this.clock.sleep(500)
      await this.process.point("waiting for the cart lock")
    }
    const owner = Symbol(key)
    this.tables.locks.set(key, { until: this.clock.now() + ttl, owner })
    try {
      return await work()
    } finally {
      if (this.tables.locks.get(key)?.owner === owner) this.tables.locks.delete(key)
    }
  }
}

const capture = ({ id, amount }: Payment) => ({ amount, reference_id: `capt_${id}` })

export function smallestUnits(money: { amount: number; currency_code: Currency }): number {
  return money.amount * 10 ** DECIMALS[money.currency_code]
}

function remaining({ amount, refunds }: Payment): number {
  return refunds.reduce((left, refund) => left - refund.amount, amount)
}
