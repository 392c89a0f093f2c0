import { balanceOf } from "../balance"
import { isPaymentOf, isTakenBack, paidBy, stands } from "../records/predicates"
import { isOurs } from "../records/providers"
import {
  type AttemptRecord,
  type CollectionRecord,
  type OrderRecord,
  type PaymentRecord,
  type SessionRecord,
  type Snapshot,
} from "../records/records"
import { type PlanEffect, type Findings } from "../next-step/types"
import { isUntouched } from "../../payments/attempts"

/** A process dies here: whatever it was about to do is not done, and nothing is written down of it. */
export class Killed extends Error {}

/** Next choice of the world's, from 0 to `below` - 1; 0 once the tape is over: then everything goes well. */
export type Tape = (below: number) => number

export interface Attempt extends AttemptRecord {
  amount: string
  /** null: its money came */
  unpaid: string | null
  /** how the looks at it ended: an order's id, or why a person was told */
  applied: string | null | undefined
  told: string | null
  tries: number
  assigned_collection_id?: string | null
  /** whether an employee ever gave it to the other order */
  given?: boolean
}

interface Order extends Omit<OrderRecord, "summary" | "payment_collections"> {
  total: number
  collectionIds: string[]
}

const OURS = "pp_paycollect_default"
const MINUTE = 60_000

/**
 * What each effect does to a store, and how it can go wrong: refused at once (a lock that was not free), done although it was reported as
 * failed, taken back by core, or cut off by a kill between any two of core's steps. Pure: it has no store, no clock and no database.
 */
export class Model {
  now = new Date("2026-01-01T12:00:00Z").getTime()
  cart: { total: number } | null = { total: 10_000 }
  collections: CollectionRecord[] = []
  orders: Order[] = []
  attempts: Attempt[] = []
  payers: Record<string, string> = {}
  /** what the merchant paid beside money that was captured and, by a kill, not booked yet: Medusa showed it as outstanding */
  paidBeside = 0
  /** somebody else's order, that an employee may give money to, with collections of its own */
  readonly target = new Target(this)
  /** what must never happen, in words */
  readonly wrong: string[] = []
  private ids = 0

  constructor(readonly tape: Tape) {}

  id(prefix: string): string {
    return `${prefix}_${++this.ids}`
  }

  snapshot(of?: Attempt): Snapshot {
    if (of?.assigned_order_id) return this.target.snapshot()
    const orders = this.orders.map(({ total, collectionIds, ...order }) => ({
      ...order,
      summary: { current_order_total: total },
      payment_collections: this.collections.filter(({ id }) => collectionIds.includes(id)),
    }))
    const cart = this.cart && {
      id: "cart_1",
      total: this.cart.total,
      currency_code: "xaf",
      payment_collection_id: "pay_col_1",
    }
    return structuredClone({
      cart: orders.length > 0 ? null : cart,
      orders,
      collections: this.collections,
      changes: [],
      attempts: this.attempts,
      payers: this.payers,
    })
  }

  private booked(orderId: string): number {
    const order = this.orders.find(({ id }) => id === orderId)!
    return order.transactions.reduce((sum, { amount }) => sum + Number(amount), 0)
  }

  get collection(): CollectionRecord {
    return this.collections.find(({ id }) => id === "pay_col_1")!
  }

  openSession(): void {
    const reused = this.attempts.find(
      (attempt) =>
        attempt.unpaid === null &&
        isUntouched(attempt) &&
        !attempt.assigned_order_id &&
        !this.isSpent(attempt) &&
        this.fits(attempt)
    )
    const id = this.id("payses")
    const { amount, currency_code } = this.collection
    this.collection.payment_sessions = [{ id, provider_id: OURS, status: "pending", amount, currency_code }]
    for (const payment of this.collection.payments) payment.payment_session_id = null
    if (reused) this.payers[id] = reused.id
  }

  private fits({ amount }: Attempt): boolean {
    return amount === String(this.collection.amount)
  }

  isSpent({ merchant_reference }: Attempt): boolean {
    return [...this.collections, ...this.target.collections]
      .flatMap(({ payments }) => payments)
      .some((payment) => payment.data?.merchant_reference === merchant_reference && stands(payment, 0))
  }

  /** One effect, with whatever goes wrong in it. @throws Killed, or what core would answer */
  run(effect: PlanEffect, attempt: Attempt): Findings {
    if (this.tape(12) === 1) throw new Error("the lock was not free")
    const findings = this.done(effect, attempt)
    if (this.tape(12) === 1) throw new Error("it was done, and the answer was lost")
    return findings
  }

  private done(effect: PlanEffect, attempt: Attempt): Findings {
    switch (effect.do) {
      case "link_session":
        this.payers[effect.session_id] = attempt.id
        return {}
      case "open_checkout":
        throw new Error("every cart has a collection here")
      case "open_session":
        if (attempt.assigned_order_id) this.target.openSession(effect.collection_id, attempt)
        else this.openSession()
        return {}
      case "complete_cart":
        this.complete()
        return {}
      case "capture":
        if (attempt.assigned_order_id) this.target.capture(effect.session_id, attempt)
        else this.capture(effect.session_id)
        return {}
      case "repair_order":
        this.repair(effect)
        return {}
      case "make_collection":
        this.target.make(attempt)
        return {}
      case "assign_collection":
        attempt.assigned_collection_id = effect.collection_id
        return {}
      case "undo_assignment":
        this.target.undo(effect, attempt)
        return {}
      case "ask_attempts":
        return { unpaid: Object.fromEntries(effect.ids.map((id) => [id, this.reasonOf(id)])) }
      case "end_leftover_changes":
        return {}
      case "cancel_order":
        return { ended: this.cancel(effect) }
    }
  }

  private reasonOf(id: string): string {
    const attempt = this.attempts.find((each) => each.id === id)!
    attempt.outcome = attempt.unpaid === null ? "paid" : "waiting"
    return attempt.unpaid ?? "paid"
  }

  point(): void {
    if (this.tape(10) === 1) throw new Killed()
  }

  private complete(): void {
    if (this.orders.length > 0) return
    if (!this.cart) throw new Error("the cart is gone")
    const order: Order = {
      id: this.id("order"),
      status: "pending",
      created_at: new Date(this.now),
      total: this.cart.total,
      transactions: [],
      credit_lines: [],
      fulfillments: [],
      collectionIds: [],
    }
    this.orders.push(order)
    this.point()
    order.collectionIds.push("pay_col_1")
    this.point()
    try {
      const session = this.collection.payment_sessions[0]
      if (!session) throw new Error("there is no session")
      const payment = this.authorize(session.id)
      this.point()
      this.book(order, payment)
      if (this.tape(6) === 1) throw new Error("a later step of the completion failed")
    } catch (error) {
      if (error instanceof Killed) throw error
      this.takeBack(order)
      throw error
    }
  }

  /** Core's compensation, in its order; a kill in between leaves the rest. */
  private takeBack(order: Order): void {
    const payments = this.collection.payments.filter((payment) => stands(payment, 0))
    for (const payment of payments) payment.canceled_at = new Date(this.now)
    this.point()
    this.orders = this.orders.filter((each) => each !== order)
    this.point()
    for (const payment of payments) {
      payment.refunds = [{ amount: payment.amount, created_by: null, refund_reason_id: null }]
      this.point()
      this.openSession()
    }
  }

  /** `authorizePayment` with its own look at the money: the last check there is. @throws Error when it does not pay for this */
  private authorize(sessionId: string): PaymentRecord {
    const session = this.collection.payment_sessions.find(({ id }) => id === sessionId)
    if (!session || !isOurs(session)) throw new Error("the session is gone")
    const attempt = this.attempts.find(({ id }) => id === this.payers[sessionId])
    const isMoney =
      attempt?.unpaid === null &&
      isUntouched(attempt) &&
      !attempt.assigned_order_id &&
      attempt.amount === String(session.amount)
    if (
      !attempt ||
      !isMoney ||
      this.isSpent(attempt) ||
      attempt.amount !== String(this.cart?.total ?? session.amount)
    )
      throw new Error("this is not paid")
    const payment = this.paymentOf(session, attempt)
    this.collection.payments.push(payment)
    return payment
  }

  paymentOf(
    { id, amount }: Pick<SessionRecord, "id" | "amount">,
    { merchant_reference }: Attempt
  ): PaymentRecord {
    return {
      id: this.id("pay"),
      provider_id: OURS,
      amount,
      currency_code: "xaf",
      captured_at: new Date(this.now),
      canceled_at: null,
      data: { merchant_reference },
      payment_session_id: id,
      captures: [{ id: this.id("capt"), amount, created_at: new Date(this.now) }],
      refunds: [],
    }
  }

  book(order: Order, { captures }: PaymentRecord): void {
    for (const { id, amount } of captures ?? [])
      if (!order.transactions.some(({ reference_id }) => reference_id === id))
        order.transactions.push({ amount, reference_id: id })
  }

  private capture(sessionId: string): void {
    const before = this.collection.payments.find(({ payment_session_id }) => payment_session_id === sessionId)
    if (before?.canceled_at) throw new Error("the payment has been canceled")
    const payment = before ?? this.authorize(sessionId)
    this.point()
    const order = this.orders.find(({ collectionIds }) => collectionIds.includes("pay_col_1"))
    if (order) this.book(order, payment)
  }

  /** As after each look, and as the job does. */
  balance(): void {
    for (const of of [undefined, ...this.attempts.filter(({ assigned_order_id }) => assigned_order_id)])
      for (const seen of this.snapshot(of).orders) this.mend(seen)
  }

  private mend(seen: OrderRecord, isCoreDone = false): void {
    const order = [...this.orders, this.target.order].find(({ id }) => id === seen.id)!
    const mend = balanceOf(seen, { exponent: 0, now: this.now, isCoreDone })
    if (mend?.do === "book")
      for (const { reference_id, amount } of mend.transactions)
        order.transactions.push({ reference_id, amount: Number(amount) })
    if (mend?.do !== "fit") return
    for (const { id, amount, paid } of mend.collections) {
      const collection = [...this.collections, ...this.target.collections].find((each) => each.id === id)!
      if (amount === null) collection.status = "canceled"
      else Object.assign(collection, { amount: Number(amount), ...(paid && { status: "completed" }) })
    }
  }

  private repair(effect: Extract<PlanEffect, { do: "repair_order" }>): void {
    const order = [...this.orders, this.target.order].find(({ id }) => id === effect.order_id)
    if (!order) return
    if (effect.link) order.collectionIds.push(effect.collection_id)
    this.point()
    for (const seen of [...this.snapshot().orders, ...this.target.snapshot().orders])
      if (seen.id === order.id) this.mend(seen, true)
    this.point()
    for (const payment of [...this.collections, ...this.target.collections].flatMap((each) => each.payments))
      if (effect.uncancel.includes(payment.id) && !isTakenBack(payment, 0)) payment.canceled_at = null
  }

  /** Core gives back whatever is captured, and cancels. */
  private cancel({ order_id, placed }: Extract<PlanEffect, { do: "cancel_order" }>): Findings["ended"] {
    const order = this.orders.find(({ id }) => id === order_id)!
    const payments = this.collections.flatMap((collection) => collection.payments)
    if (payments.some((payment) => stands(payment, 0)) || this.booked(order_id) !== 0)
      this.wrong.push("an order that holds money was canceled as unpaid")
    order.status = "canceled"
    if (this.tape(8) === 1) this.markAsPaid(order)
    return { order_id, placed }
  }

  /** By the merchant, beside every lock: through a payment collection of its own. */
  markAsPaid(order: Order): void {
    const amount = order.total - this.booked(order.id)
    if (amount <= 0) return
    const paid = paidBy(
      this.collections.flatMap(({ payments }) => payments),
      0
    )
    this.paidBeside += Math.max(0, Number(paid) + amount - order.total)
    const id = this.id("pay_col")
    const capture = { id: this.id("capt"), amount, created_at: new Date(this.now) }
    const money = { amount, currency_code: "xaf", provider_id: "pp_system_default" }
    this.collections.push({
      ...money,
      id,
      status: "completed",
      captured_amount: amount,
      payment_sessions: [],
      payments: [
        { ...money, id: this.id("pay"), captured_at: new Date(this.now), captures: [capture], refunds: [] },
      ],
    })
    order.collectionIds.push(id)
    order.transactions.push({ amount, reference_id: capture.id })
  }

  /** The merchant sends a part of listed money back, where that is allowed, and has the payment looked at once more. */
  sendBack(isAllowed: (attempt: Attempt) => boolean): void {
    for (const attempt of this.attempts) {
      if (!attempt.told || this.tape(6) !== 1 || !isAllowed(attempt)) continue
      Object.assign(attempt, { refunded: "1", told: null, tries: 0 })
    }
  }

  /** What others do between two looks. */
  disturb(): void {
    this.now += [0, MINUTE, 10 * MINUTE, 60 * MINUTE][this.tape(4)]!
    const standing = this.orders.find(({ status }) => status !== "canceled")
    switch (this.tape(18)) {
      case 1:
        if (standing) this.markAsPaid(standing)
        return
      case 2:
        if (this.cart && !standing) this.cart.total = 12_000
        return
      case 3:
        if (!standing) this.cart = null
        return
      case 4:
        for (const attempt of this.attempts) if (this.tape(2) === 1) attempt.unpaid = null
        return
      case 5:
      case 6:
      case 7:
        this.target.give()
        return
      case 8:
        this.target.disturb()
    }
  }
}

/**
 * Another customer's order, which owes something. An employee gives it money that came late or twice; the merchant takes money for it
 * elsewhere, or cancels it. Core captures in no lock, and a kill between two of its steps leaves the rest.
 */
export class Target {
  readonly order: Order = {
    id: "order_9",
    status: "pending",
    created_at: new Date("2026-01-01T11:00:00Z"),
    total: 10_000,
    transactions: [],
    credit_lines: [],
    fulfillments: [],
    collectionIds: [],
  }
  readonly collections: CollectionRecord[] = []

  constructor(private readonly model: Model) {}

  snapshot(): Snapshot {
    const { total, collectionIds: _, ...order } = this.order
    return structuredClone({
      cart: null,
      orders: [
        {
          ...order,
          summary: { current_order_total: total },
          payment_collections: this.collections,
        },
      ],
      collections: [...this.collections, ...this.model.collections],
      changes: [],
      attempts: this.model.attempts,
      payers: this.model.payers,
    })
  }

  private get owed(): number {
    return this.order.transactions.reduce((left, { amount }) => left - Number(amount), this.order.total)
  }

  /** As the route allows it: whole money that a person was told of, and that the order owes. */
  give(): void {
    const money = this.model.attempts.find(
      (each) =>
        each.unpaid === null &&
        each.applied === undefined &&
        !each.assigned_order_id &&
        isUntouched(each) &&
        ["late_payment", "duplicate_payment"].includes(each.told ?? "") &&
        !this.model.isSpent(each)
    )
    const isFree = this.model.attempts.every((each) => !each.assigned_order_id || each.applied !== undefined)
    if (!money || !isFree || this.order.status === "canceled" || this.owed < Number(money.amount)) return
    Object.assign(money, { assigned_order_id: this.order.id, told: null, tries: 0, given: true })
    if (this.model.tape(4) === 1) this.disturb()
  }

  make({ amount }: Attempt): void {
    this.collections.push(this.newCollection(Number(amount)))
    this.model.point()
  }

  openSession(collectionId: string, attempt: Attempt): void {
    const collection = this.collections.find(({ id }) => id === collectionId)!
    if (attempt.assigned_collection_id !== collectionId || String(collection.amount) !== attempt.amount)
      throw new Error("other money is booked here")
    const id = this.model.id("payses")
    const { amount, currency_code } = collection
    collection.payment_sessions = [{ id, provider_id: OURS, status: "pending", amount, currency_code }]
    for (const payment of collection.payments) payment.payment_session_id = null
    this.model.point()
    this.model.payers[id] = attempt.id
  }

  capture(sessionId: string, attempt: Attempt): void {
    const collection = this.collections.find((each) =>
      each.payment_sessions.some(({ id }) => id === sessionId)
    )
    const isPayer = this.model.payers[sessionId] === attempt.id
    if (!collection || !isPayer || this.model.isSpent(attempt) || this.order.status === "canceled")
      throw new Error("this is not paid")
    const payment = this.model.paymentOf(collection.payment_sessions[0]!, attempt)
    collection.payments.push(payment)
    collection.status = "completed"
    this.model.point()
    if (this.model.tape(8) === 1) {
      payment.canceled_at = new Date(this.model.now)
      throw new Error("a later step of the capture failed")
    }
    this.model.book(this.order, payment)
  }

  undo(effect: Extract<PlanEffect, { do: "undo_assignment" }>, attempt: Attempt): void {
    if (this.collections.some(({ payments }) => payments.some((each) => isPaymentOf(each, attempt))))
      this.model.wrong.push("a booking was undone whose money is there")
    for (const each of this.collections)
      each.payment_sessions = each.payment_sessions.filter(({ id }) => !effect.session_ids.includes(id))
    this.model.point()
    Object.assign(attempt, { assigned_order_id: null, assigned_collection_id: null, tries: 0 })
  }

  /** The merchant takes other money for it, adds to it, or cancels it, which gives back what is captured. */
  disturb(): void {
    if (this.order.status === "canceled") return
    const at = new Date(this.model.now)
    switch (this.model.tape(3)) {
      case 0: {
        const held = this.collections.flatMap(({ payments }) => payments).filter((each) => stands(each, 0))
        // Medusa shows captured money as outstanding that a kill kept from being booked.
        if (this.owed <= 0 || held.some(({ captures }) => captures!.some(({ id }) => !this.isKnown(id))))
          return
        const amount = Math.min(this.owed, 6_000)
        const capture = { id: this.model.id("capt"), amount, created_at: at }
        const payment = {
          id: this.model.id("pay"),
          provider_id: "pp_system_default",
          amount,
          currency_code: "xaf",
        }
        const paid = { ...payment, captured_at: at, captures: [capture], refunds: [] }
        this.collections.push({ ...this.newCollection(amount), status: "completed", payments: [paid] })
        this.order.transactions.push({ amount, reference_id: capture.id })
        return
      }
      case 1:
        this.order.total += 10_000
        this.collections.push(this.newCollection(10_000))
        return
      default:
        for (const payment of this.collections.flatMap(({ payments }) => payments))
          if (stands(payment, 0)) payment.refunds = [{ amount: payment.amount, created_by: "user_1" }]
        for (const each of this.collections) each.status = "canceled"
        this.order.status = "canceled"
    }
  }

  private isKnown(captureId: string): boolean {
    return this.order.transactions.some(({ reference_id }) => reference_id === captureId)
  }

  private newCollection(amount: number): CollectionRecord {
    const id = this.model.id("pay_col")
    return { id, status: "not_paid", amount, currency_code: "xaf", payment_sessions: [], payments: [] }
  }
}
