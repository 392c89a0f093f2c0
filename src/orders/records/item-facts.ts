import { contactForService, type ServiceContact, type CustomerFacts } from "../../payments/customer"
import { askGraph, recordsById, type Query } from "./query"
import { PERSON_FIELDS } from "./session-facts"

/** What a person needs to deal with an item: whose money it is, and which order stands for the cart that it was paid for. */
export interface ItemFacts {
  /** read of the store's records each time, and kept nowhere else */
  customer: ServiceContact
  customer_id: string | null
  /** of the payment, its cart or its collection; one that stands before one that was canceled */
  order: StoreOrder | null
}

export interface StoreOrder {
  id: string
  display_id: number | null
  canceled: boolean
}

interface OwnedItem {
  order_id: string | null
  cart_id: string | null
  payment_collection_id: string
}

interface PersonRecord extends CustomerFacts {
  id: string
  customer_id?: string | null
}

type ItemOrder = PersonRecord & { display_id?: number; status?: string }

const ITEM_FIELDS = ["id", "customer_id", ...PERSON_FIELDS]

/** One question for each kind of record, however many payments. @returns in the order of `payments` */
export async function itemFacts(query: Query, payments: readonly OwnedItem[]): Promise<ItemFacts[]> {
  const [ofCarts, ofCollections] = await Promise.all([
    ordersBy(query, { entity: "order_cart", name: "cart_id" }, cartsOf(payments)),
    ordersBy(
      query,
      { entity: "order_payment_collection", name: "payment_collection_id" },
      collectionsOfItems(payments)
    ),
  ])
  const named = payments.map(({ order_id, cart_id, payment_collection_id }) => [
    ...(order_id ? [order_id] : []),
    ...((cart_id && ofCarts.get(cart_id)) || []),
    ...(ofCollections.get(payment_collection_id) ?? []),
  ])
  const [orders, carts] = await Promise.all([
    recordsById<ItemOrder>(query, "order", [...ITEM_FIELDS, "display_id", "status"], named.flat()),
    recordsById<PersonRecord>(
      query,
      "cart",
      ITEM_FIELDS,
      cartsOf(payments.filter((_, index) => named[index]!.length === 0))
    ),
  ])
  return payments.map(({ cart_id }, index) => {
    const found = named[index]!.flatMap((id) => orders.get(id) ?? [])
    const order = found.find((each) => !isCanceledOrder(each)) ?? found[0]
    const person = order ?? carts.get(cart_id ?? "")
    return {
      customer: contactForService(person ?? {}),
      customer_id: person?.customer_id ?? null,
      order: order
        ? { id: order.id, display_id: order.display_id ?? null, canceled: isCanceledOrder(order) }
        : null,
    }
  })
}

const isCanceledOrder = ({ status }: ItemOrder) => status === "canceled"

const cartsOf = (payments: readonly OwnedItem[]) => payments.flatMap(({ cart_id }) => cart_id ?? [])

/** Of money that belongs to no cart: a collection of a cart's order is found by that cart. */
const collectionsOfItems = (payments: readonly OwnedItem[]) =>
  payments.flatMap(({ cart_id, payment_collection_id }) => (cart_id ? [] : payment_collection_id))

async function ordersBy(
  query: Query,
  { entity, name }: { entity: string; name: string },
  ids: string[]
): Promise<Map<string, string[]>> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const links = await askGraph<Record<string, string>>(query, entity, [name, "order_id"], { [name]: unique })
  return new Map(unique.map((id) => [id, links.flatMap((link) => (link[name] === id ? link.order_id! : []))]))
}
