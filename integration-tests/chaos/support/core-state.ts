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
  sessionId: string | null
  amount: number
  currency_code: Currency
  data: Record<string, unknown>
  captured_at: number | null
  canceled_at: number | null
  refunds: { id: string; amount: number; note: string | null; created_at: number }[]
}

export interface Collection {
  id: string
  cartId: string | null
  orderId: string | null
  amount: number
  currency: Currency
  sessions: Session[]
  payments: Payment[]
}

export interface Order {
  id: string
  cartId: string
  status: "pending" | "canceled"
  amount: number
  currency: Currency
  created_at: number
}

export type Filters = Record<string, string> & { created_at?: { $gte: Date; $lte: Date } }

export type ProviderData = Record<string, unknown>

/** The tables of core that matter here. Every write is one statement, so it is there or it is not. */
export class CoreTables {
  readonly carts = new Map<string, Cart>()
  readonly collections = new Map<string, Collection>()
  readonly orders = new Map<string, Order>()
  readonly orderCarts: { order_id: string; cart_id: string }[] = []
  /** references that some customer was shown a checkout address for; browsers keep them when sessions go */
  readonly shown = new Set<string>()
  /** what must not happen at any moment, in words */
  readonly wrong: string[] = []
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

  orderIdOf(cartId: string): string | undefined {
    return this.orderCarts.find((link) => link.cart_id === cartId)?.order_id
  }

  /** `query.graph` for the shapes this plugin asks for; more fields than asked for do no harm. */
  graph(entity: string, filters: Filters): unknown[] {
    const all: Record<string, () => unknown[]> = {
      currency: () => [{ decimal_digits: DECIMALS[filters.code as Currency] }],
      order_cart: () =>
        this.orderCarts
          .filter(({ cart_id, order_id }) => cart_id === filters.cart_id || order_id === filters.order_id)
          .map((link) => this.viewLink(link)),
      cart: () => this.viewCart(filters.id!),
      payment_collection: () =>
        this.existing(this.collections.get(filters.id!), (row) => this.viewCollection(row)),
      payment: () => this.viewPayments(filters.payment_collection_id!),
      payment_session: () =>
        filters.id
          ? this.viewSession(filters.id)
          : structuredClone(this.collections.get(filters.payment_collection_id!)?.sessions ?? []),
      refund: () => (filters.id ? this.viewRefund(filters.id) : this.viewRefunds(filters.created_at!)),
      order: () => this.viewOrder(filters.id!),
    }
    const view = all[entity]
    if (!view) throw new Error(`the stand-in of core knows no ${entity}`)
    return structuredClone(view())
  }

  private existing<T>(row: T | undefined, view: (row: T) => unknown): unknown[] {
    return row ? [view(row)] : []
  }

  private viewLink(link: { order_id: string }) {
    const order = this.orders.get(link.order_id)
    if (!order) return link
    const collections = [...this.collections.values()].filter(({ orderId }) => orderId === link.order_id)
    return {
      ...link,
      order: {
        status: order.status,
        created_at: new Date(order.created_at),
        payment_collections: collections.map(({ id }) => ({ id })),
      },
    }
  }

  private viewCollection({ id, amount, currency }: Collection) {
    return { id, status: "not_paid", amount, currency_code: currency }
  }

  private viewPayments(collectionId: string) {
    return (this.collections.get(collectionId)?.payments ?? []).map((payment) => ({
      ...payment,
      payment_session_id: payment.sessionId,
      captures: payment.captured_at ? [{ amount: payment.amount }] : [],
    }))
  }

  private viewCart(id: string) {
    const cart = this.carts.get(id)
    if (!cart || cart.deleted) return []
    const collection = cart.collectionId ? this.collections.get(cart.collectionId) : undefined
    return [
      {
        id,
        email: cart.email,
        billing_address: { first_name: "Ama", last_name: "Nkeng" },
        items: [{ title: "Coffee", quantity: 1, subtotal: cart.amount }],
        shipping_methods: [],
        total: cart.amount,
        currency_code: cart.currency,
        tax_total: 0,
        discount_subtotal: 0,
        payment_collection: collection ? this.viewCollection(collection) : null,
      },
    ]
  }

  private viewSession(id: string) {
    const found = this.sessionById(id)
    if (!found) return []
    const { session, collection } = found
    const cart =
      collection.cartId && !this.carts.get(collection.cartId)?.deleted ? { id: collection.cartId } : null
    const order = collection.orderId && {
      id: collection.orderId,
      status: this.orders.get(collection.orderId)?.status,
      email: "ama@example.com",
      billing_address: { first_name: "Ama", last_name: "Nkeng" },
    }
    const cart_link = collection.cartId && { cart_id: collection.cartId }
    const { id: collectionId, amount } = collection
    return [{ ...session, payment_collection: { id: collectionId, amount, cart, cart_link, order } }]
  }

  private viewRefund(id: string) {
    for (const collection of this.collections.values()) {
      const refund = collection.payments
        .flatMap((payment) => payment.refunds)
        .find((entry) => entry.id === id)
      const order = collection.orderId ? { id: collection.orderId } : null
      if (refund) return [{ note: refund.note, payment: { payment_collection: { order } } }]
    }
    return []
  }

  private viewRefunds({ $gte, $lte }: { $gte: Date; $lte: Date }) {
    return this.payments().flatMap(({ refunds, data }) =>
      refunds
        .filter(({ created_at }) => created_at >= $gte.getTime() && created_at <= $lte.getTime())
        .map((refund) => ({ ...refund, payment: { data } }))
    )
  }

  private viewOrder(id: string) {
    const collections = [...this.collections.values()].filter((collection) => collection.orderId === id)
    const payment_collections = collections.map(({ id: collectionId, payments }) => ({
      id: collectionId,
      payments: payments.map(({ id: paymentId, amount, currency_code, captured_at, refunds }) => ({
        id: paymentId,
        provider_id: "pp_paycollect_default",
        currency_code,
        captures: captured_at ? [{ amount }] : [],
        refunds,
      })),
    }))
    return [{ id, status: this.orders.get(id)?.status, payment_collections }]
  }
}
