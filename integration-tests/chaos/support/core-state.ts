/** Decimals of the currencies of this shop's regions. */
export const DECIMALS = { xaf: 0, eur: 2 } as const
export type Currency = keyof typeof DECIMALS

export interface Cart {
  id: string
  amount: number
  currency: Currency
  email: string
  collectionId: string | null
  completedAt: number | null
  deleted: boolean
  /** false: reserving inventory fails, after the order was written and before the payment is authorized */
  inStock: boolean
  /** true: the last steps of completion fail, after the payment was authorized */
  breaksLate: boolean
}

export interface Session {
  id: string
  provider_id: string
  status: string
  amount: number
  currency_code: Currency
  data: Record<string, unknown>
}

export interface Payment {
  id: string
  /** null: taken at the counter */
  provider_id: string | null
  sessionId: string | null
  amount: number
  currency_code: Currency
  data: Record<string, unknown>
  captured_at: number | null
  canceled_at: number | null
  refunds: {
    id: string
    amount: number
    created_by: string | null
    note: string | null
    created_at: number
  }[]
}

export interface Collection {
  id: string
  /** core's own count of what was paid is not played: only that nothing may be paid any more */
  status: "not_paid" | "canceled"
  created_at: number
  cartId: string | null
  orderId: string | null
  amount: number
  currency: Currency
  sessions: Session[]
  payments: Payment[]
}

export interface Order {
  id: string
  /** null: the merchant wrote it down by telephone */
  cartId: string | null
  status: "pending" | "canceled"
  amount: number
  currency: Currency
  created_at: number
  /** the merchant asks for its money by a payment link */
  byLink: boolean
  isDraft: boolean
  /** the most it may have taken in, as long as somebody may be at work who looked at it before it changed */
  most: number
  /** an employee made it cheaper: what it owes its customer since is no mistake */
  wasMadeCheaper: boolean
  /** what core was about to credit after a refund was paid once more before, at the counter: Medusa shows that it is to be given back */
  wasPaidBetween?: boolean
  books: Books
}

/** What core writes of an order's money, one step after the other: a process that dies in between leaves the rest undone. */
export interface Books {
  /** each change of the order begins a new one */
  version: number
  transactions: { id: string; amount: number; reference_id: string; version: number; created_at: Date }[]
  /** what core keeps of the transactions' sum, by version */
  kept: Record<number, number>
  credits: (CreditLine & { metadata: { created_in_version: number } })[]
}

/** With which a refund is balanced. */
export interface CreditLine {
  amount: number
  reference: string
  reference_id: string
}

/** An edit that nobody confirmed yet, or a credit line that core is about to make. */
export interface OrderChange {
  id: string
  order_id: string
  change_type: "edit" | "credit_line"
  created_at: Date
  credits: CreditLine[]
}

export type Filters = Record<string, string> & {
  created_at?: { $gte: Date; $lte: Date }
  data?: { merchant_reference: string }
}

export type ProviderData = Record<string, unknown>

const PERSON = { email: "ama@example.com", billing_address: { first_name: "Ama", last_name: "Nkeng" } }
const REGION = {
  id: "reg_1",
  countries: [{ iso_2: "cm" }],
  payment_providers: [{ id: "pp_paycollect_default" }, { id: "pp_paycollect-card_default" }],
}

export type OrderView = NonNullable<ReturnType<CoreTables["viewOrder"]>>

/** The tables of core that matter here. Every write is one statement, so it is there or it is not. */
export class CoreTables {
  readonly carts = new Map<string, Cart>()
  readonly collections = new Map<string, Collection>()
  readonly orders = new Map<string, Order>()
  readonly orderCarts: { order_id: string; cart_id: string }[] = []
  /** not confirmed yet */
  readonly changes = new Map<string, OrderChange>()
  /** references that some customer was shown a checkout address for; browsers keep them when sessions go */
  readonly shown = new Set<string>()
  /** what must not happen at any moment, in words */
  readonly wrong: string[] = []
  /** more time passes in this turn, while others are at work, than any lease lasts: what looked at an order before captures after it */
  outlasts = false
  readonly locks = new Map<string, { until: number; owner: symbol }>()
  private lastId = 0

  id(prefix: string): string {
    return `${prefix}_${++this.lastId}`
  }

  sessionById(id: string): { session: Session; collection: Collection } | null {
    for (const collection of this.collections.values()) {
      const session = collection.sessions.find((entry) => entry.id === id)
      if (session) return { session, collection }
    }
    return null
  }

  paymentOf(sessionId: string): Payment | undefined {
    for (const collection of this.collections.values()) {
      const payment = collection.payments.find((entry) => entry.sessionId === sessionId)
      if (payment) return payment
    }
    return undefined
  }

  paymentById(id: string): Payment | undefined {
    return this.payments().find((payment) => payment.id === id)
  }

  payments(): Payment[] {
    return [...this.collections.values()].flatMap(({ payments }) => payments)
  }

  paymentsOfOrder(orderId: string): Payment[] {
    return this.collectionsWhere((each) => each.orderId === orderId).flatMap(({ payments }) => payments)
  }

  orderIdOf(cartId: string): string | undefined {
    return this.orderCarts.find((link) => link.cart_id === cartId)?.order_id
  }

  /** `query.graph` for the shapes this plugin asks for; more fields than asked for do no harm. */
  graph(entity: string, filters: Filters): unknown[] {
    const all: Record<string, () => unknown[]> = {
      currency: () => [{ decimal_digits: DECIMALS[filters.code as Currency] }],
      order_cart: () =>
        this.orderCarts
          .filter(
            ({ cart_id, order_id }) =>
              [filters.cart_id].flat().includes(cart_id) || order_id === filters.order_id
          )
          .map((link) => ({ ...link, order: this.viewOrder(link.order_id) })),
      order_payment_collection: () =>
        this.collectionsWhere(
          ({ id, orderId }) =>
            !!orderId && (id === filters.payment_collection_id || orderId === filters.order_id)
        ).map(({ id, orderId }) => ({
          order_id: orderId,
          payment_collection_id: id,
          order: this.viewOrder(orderId!),
        })),
      cart_payment_collection: () =>
        this.collectionsWhere(
          ({ id, cartId }) => !!cartId && (cartId === filters.cart_id || id === filters.payment_collection_id)
        ).map((each) => ({
          cart_id: each.cartId,
          payment_collection: this.viewCollection(each),
        })),
      order_change: () =>
        [...this.changes.values()].filter(({ order_id }) => [filters.order_id].flat().includes(order_id)),
      region: () => [REGION],
      cart: () => this.viewCart(filters.id!),
      // Their number alone is asked for.
      line_item: () => [],
      payment_collection: () =>
        this.collectionsWhere(({ id }) => [filters.id].flat().includes(id)).map((each) =>
          this.viewCollection(each)
        ),
      payment: () => this.viewPaymentsWhere(filters),
      payment_session: () =>
        filters.id
          ? this.viewSession(filters.id)
          : this.sessionsWith(filters.status!).flatMap((id) => this.viewSession(id)),
      refund: () => (filters.id ? this.viewRefund(filters.id) : this.viewRefunds(filters.created_at!)),
      order: () =>
        (filters.updated_at ? [...this.orders.keys()] : [filters.id!].flat())
          .map((id) => this.viewOrder(id))
          .filter((order) => order !== null),
    }
    const view = all[entity]
    if (!view) throw new Error(`the stand-in of core knows no ${entity}`)
    return structuredClone(view())
  }

  /** What the order holds: captured, and neither canceled nor given back. */
  heldBy(orderId: string): number {
    return this.collectionsWhere((each) => each.orderId === orderId)
      .flatMap(({ payments }) => payments)
      .filter(({ captured_at, canceled_at }) => captured_at && !canceled_at)
      .reduce(
        (sum, payment) => payment.refunds.reduce((left, { amount }) => left - amount, sum + payment.amount),
        0
      )
  }

  private collectionsWhere(holds: (collection: Collection) => boolean): Collection[] {
    return [...this.collections.values()].filter(holds)
  }

  viewOrder(id: string) {
    const order = this.orders.get(id)
    if (!order) return null
    const { version, transactions, kept, credits } = order.books
    const total = credits.reduce((left, { amount }) => left - amount, order.amount)
    return {
      id,
      status: order.isDraft ? "draft" : order.status,
      is_draft_order: order.isDraft,
      region_id: REGION.id,
      ...PERSON,
      currency_code: order.currency,
      created_at: new Date(order.created_at),
      total,
      summary: { current_order_total: total, transaction_total: kept[version] },
      version,
      transactions,
      credit_lines: credits,
      fulfillments: [],
      payment_collections: this.collectionsWhere(({ orderId }) => orderId === id).map((each) =>
        this.viewCollection(each)
      ),
    }
  }

  private viewCollection(collection: Collection) {
    const { id, status, amount, currency, created_at, sessions, payments } = collection
    const captured = payments.filter(({ captured_at }) => captured_at)
    return {
      id,
      status,
      amount,
      created_at: new Date(created_at),
      currency_code: currency,
      captured_amount:
        captured.length > 0 ? captured.reduce((sum, payment) => sum + payment.amount, 0) : null,
      payment_sessions: sessions,
      payments: this.viewPayments(collection),
    }
  }

  /** Of a collection, of a session, of one id, or of what our provider wrote down in it. */
  private viewPaymentsWhere({ id, payment_collection_id, payment_session_id, data, ...others }: Filters) {
    if (Object.keys(others).length > 0)
      throw new Error("the stand-in of core knows no such filter of payments")
    return this.collectionsWhere((each) => !payment_collection_id || each.id === payment_collection_id)
      .flatMap((each) => {
        const order = each.orderId ? this.viewOrder(each.orderId) : null
        const payment_collection = { id: each.id, order }
        return this.viewPayments(each).map((payment) => ({ ...payment, payment_collection }))
      })
      .filter((payment) => !id || payment.id === id)
      .filter(({ sessionId }) => !payment_session_id || sessionId === payment_session_id)
      .filter(({ data: own }) => !data || own.merchant_reference === data.merchant_reference)
  }

  viewPayments({ payments }: Collection) {
    return payments.map((payment) => ({
      ...payment,
      provider_id: payment.provider_id ?? "pp_system_default",
      payment_session_id: payment.sessionId,
      captures: payment.captured_at
        ? [{ id: `capt_${payment.id}`, amount: payment.amount, created_at: new Date(payment.captured_at) }]
        : [],
    }))
  }

  private viewCart(id: string) {
    const cart = this.carts.get(id)
    if (!cart || cart.deleted) return []
    const collection = cart.collectionId ? this.collections.get(cart.collectionId) : undefined
    return [
      {
        id,
        ...PERSON,
        email: cart.email,
        items: [
          {
            title: "Coffee",
            quantity: 1,
            is_tax_inclusive: true,
            original_total: cart.amount,
            discount_total: 0,
          },
        ],
        shipping_methods: [],
        total: cart.amount,
        currency_code: cart.currency,
        payment_collection: collection ? this.viewCollection(collection) : null,
      },
    ]
  }

  private sessionsWith(status: string): string[] {
    return [...this.collections.values()].flatMap(({ sessions }) =>
      sessions.filter((session) => session.status === status).map(({ id }) => id)
    )
  }

  private viewSession(id: string) {
    const found = this.sessionById(id)
    if (!found) return []
    const { session, collection } = found
    const [cart = null] = collection.cartId ? this.viewCart(collection.cartId) : []
    const order = collection.orderId && {
      id: collection.orderId,
      status: this.orders.get(collection.orderId)?.status,
      created_at: new Date(this.orders.get(collection.orderId)?.created_at ?? 0),
      ...PERSON,
    }
    const cart_link = collection.cartId && { cart_id: collection.cartId }
    const { id: collectionId, amount } = collection
    return [{ ...session, payment_collection: { id: collectionId, amount, cart, cart_link, order } }]
  }

  private viewRefund(id: string) {
    return this.refundsWhere((refund) => refund.id === id)
  }

  private viewRefunds({ $gte, $lte }: { $gte: Date; $lte: Date }) {
    return this.refundsWhere(({ created_at }) => created_at >= $gte.getTime() && created_at <= $lte.getTime())
  }

  private refundsWhere(holds: (refund: Payment["refunds"][number]) => boolean) {
    return [...this.collections.values()].flatMap(({ payments, cartId, orderId }) => {
      const order = this.orders.get(orderId ?? "")
      const payment_collection = {
        cart_link: cartId ? { cart_id: cartId } : null,
        order: order ? { created_at: new Date(order.created_at) } : null,
      }
      return payments.flatMap(({ refunds, data }) =>
        refunds.filter(holds).map((refund) => ({ ...refund, payment: { data, payment_collection } }))
      )
    })
  }
}
