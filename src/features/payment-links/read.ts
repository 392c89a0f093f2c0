import { type MedusaContainer } from "@medusajs/framework/types"
import { cartLinkState, linkState, type LinkRecord, type LinkState } from "./rules"
import { cartLacks } from "./cart-rules"
import { paymentCustomer } from "../../payments/customer"
import { type PayCollectCartLack } from "../../types/http"
import { mayPayFor } from "../../payments/attempts"
import { type ActiveConfiguration } from "../../settings/active-configuration"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type LinkRow } from "../../modules/paycollect/models/link"
import { decimalsOf } from "../../orders/records/query"
import { linkCart, type LinkCart } from "./cart"
import { linkOrder, type LinkFacts, type LinkOrder } from "./order"
import { orderOfCart, subjectsOfOrder } from "../../orders/records/lookups"
import { total } from "../../orders/records/predicates"
import { moduleOf, queryOf } from "../../payments/module"
import { type LinksModule } from "./rows"

/** What a link is bound to: a cart's link follows the cart into its order. */
export type LinkSubjectIds = Pick<LinkRow, "order_id" | "cart_id">

/** A link as it stands at this moment: everything that its page and its merchant are shown. */
export interface LinkReading {
  state: LinkState
  /** why it cannot be paid, where its customer could do something about it */
  lacks: PayCollectCartLack[]
  /** of the order, or of the cart that has none; null: it is gone */
  facts: LinkFacts | null
  order: LinkOrder | null
  /** null once there is an order of it */
  cart: LinkCart | null
  exponent: number
  /** of the order or the cart, whatever they were made for, without what a person dealt with or gave to another order; newest first */
  payments: IntentRow[]
  /** cart and collections that these payments are of */
  subjects: string[]
  active: ActiveConfiguration
}

/** Of a subject that was read once, for several links of it. */
type Judge = (link: LinkRecord) => LinkReading

/** Reads and judges; writes nothing and asks nothing of the service. */
export async function readLink(
  container: MedusaContainer,
  link: LinkRecord & LinkSubjectIds
): Promise<LinkReading> {
  return (await readLinkSubject(container, link))(link)
}

export async function readLinkSubject(container: MedusaContainer, subject: LinkSubjectIds): Promise<Judge> {
  const orderId = await orderOfLink(container, subject)
  return orderId ? await readOrder(container, orderId) : await readCart(container, subject.cart_id!)
}

/** null: a cart of which there is no order, or not yet */
export async function orderOfLink(
  container: MedusaContainer,
  { order_id, cart_id }: LinkSubjectIds
): Promise<string | null> {
  if (order_id || !cart_id) return order_id
  return (await orderOfCart(queryOf(container), cart_id))?.id ?? null
}

async function readOrder(container: MedusaContainer, orderId: string): Promise<Judge> {
  const { assignments } = moduleOf<LinksModule>(container)
  const query = queryOf(container)
  const [facts, subjects, assigned] = await Promise.all([
    linkOrder(query, orderId),
    subjectsOfOrder(query, orderId),
    assignments.onOrder(orderId),
  ])
  const read = await readPayments(container, facts, { subjects, orderId })
  const { isReadable, ...moment } = read.moment
  const order = isReadable ? (facts?.order ?? null) : null
  const named = facts && paymentCustomer(facts.customer, read.reading.active.options.fallbackCustomerName)
  const lacks = named && !named.ok ? named.missing : []
  return (link) => ({
    ...read.reading,
    state: linkState(link, { ...moment, order, lacks, busy: assigned !== null }),
    lacks,
    facts,
    order: facts,
    cart: null,
  })
}

async function readCart(container: MedusaContainer, cartId: string): Promise<Judge> {
  const cart = await linkCart(queryOf(container), cartId)
  const { reading, moment } = await readPayments(container, cart, { subjects: [cartId] })
  const { isReadable, exponent } = moment
  const { fallbackCustomerName } = reading.active.options
  const lacks = cart ? cartLacks(cart.needs, fallbackCustomerName) : []
  const costs = cart &&
    isReadable && {
      total: total([cart.total], exponent),
      isCompleted: cart.completed_at !== null,
      lacks,
    }
  return (link) => ({
    ...reading,
    state: cartLinkState(link, { ...moment, cart: costs || null }),
    lacks,
    facts: cart,
    order: null,
    cart,
  })
}

async function readPayments(
  container: MedusaContainer,
  facts: LinkFacts | null,
  { subjects, orderId }: { subjects: string[]; orderId?: string }
) {
  const { ledger, configuration, clock } = moduleOf<LinksModule>(container)
  const active = await configuration.current()
  const attempts = await Promise.all(subjects.map((subject) => ledger.ofSubject(subject)))
  const payments = attempts
    .flat()
    .filter((payment) => mayPayFor(payment, orderId))
    .sort((one, other) => +new Date(other.created_at) - +new Date(one.created_at))
  const decimals = facts && (await decimalsOf(facts.currency_code, queryOf(container), active.options))
  // Of a currency that Medusa does not know nothing was ever paid.
  const exponent = decimals ?? 0
  return {
    reading: { exponent, payments, subjects, active },
    moment: { payments, exponent, now: clock.now(), isReadable: decimals !== null },
  }
}
