import { isPhoneOf, phoneCore, type Sought, type SoughtPerson } from "./sought"
import { DAY_MS } from "../../service/config"
import { spellings } from "../spelling"
import { askGraph, valuesOf, type Query } from "../../orders/records/query"

/** Carts and orders that the store knows under what an employee typed. */
interface NamedRecords {
  cart_ids: string[]
  order_ids: string[]
  /** of these orders: what is paid by a link, or for a draft or a change of an order, is known by its collection only */
  collection_ids: string[]
}

interface NamedPeople extends NamedRecords {
  /** more are called so than one look goes through: the newest were taken */
  more: boolean
}

/** Records of one kind that a look goes through: the newest. */
const MOST_RECORDS = 1_000
/** A cart is begun before it is paid, seldom longer. */
const BEGUN_BEFORE_MS = 30 * DAY_MS

/** By a name that only one customer or order has: a whole e-mail, an order's number or id. In all records, by their indexes. */
export async function recordsNamed(
  query: Query,
  { text, email, orderNumber }: Sought
): Promise<NamedRecords> {
  if (email) {
    const filters = { email: [...new Set([email, email.toLowerCase()])] }
    const owned = (entity: string) => newestRecords<OwnedBySearch>(query, entity, OWNED, filters)
    const [carts, orders] = await Promise.all([owned("cart"), owned("order")])
    return await stillKnown(query, carts, orders)
  }
  const typedId = /^order_\w+$/.test(text) ? [text] : []
  const orderIds = orderNumber === null ? typedId : await idsOf(query, "order", { display_id: orderNumber })
  if (orderIds.length === 0) return { cart_ids: [], order_ids: [], collection_ids: [] }
  // Attempts of the cart that came to nothing belong to the answer, too.
  const [cart_ids, collection_ids] = await Promise.all([
    valuesOf(query, "order_cart", "cart_id", { order_id: orderIds }),
    collectionsOfRecords(query, orderIds),
  ])
  return { cart_ids, order_ids: orderIds, collection_ids }
}

/** All that is a customer's by her record in Medusa, the newest of it. */
export async function recordsOfCustomer(query: Query, customer_id: string): Promise<NamedRecords> {
  const owned = (entity: string) => newestRecords<OwnedBySearch>(query, entity, OWNED, { customer_id })
  const [carts, orders] = await Promise.all([owned("cart"), owned("order")])
  return await stillKnown(query, carts, orders)
}

/** Under whose names the ledger has the money of orders that came for no cart. */
async function collectionsOfRecords(query: Query, order_id: string[]): Promise<string[]> {
  if (order_id.length === 0) return []
  return await valuesOf(query, "order_payment_collection", "payment_collection_id", { order_id })
}

/**
 * By a part of an e-mail, a name or a phone number, in Medusa's own carts, orders, addresses and customers, and nowhere else: what is
 * erased there is not found any more.
 * @param since payments made after it: older records are not looked through
 */
export async function peopleNamed(query: Query, person: SoughtPerson, since: Date): Promise<NamedPeople> {
  const created_at = { $gte: new Date(since.getTime() - BEGUN_BEFORE_MS) }
  const look = async <T>(entity: string, fields: string, any: object[], filters: object = { created_at }) =>
    any.length === 0 ? [] : await newestRecords<T>(query, entity, fields, { ...filters, $or: any })
  const owned = (entity: "cart" | "order", any: object[]) => look<OwnedBySearch>(entity, OWNED, any)
  const people = (entity: string, any: object[], filters?: object) =>
    look<FoundPerson>(entity, "id phone", any, filters)
  const byEmail = ofEmail(person)
  const residents = [...ofName(person), ...ofPhone(person)]
  const [cartsOfEmail, ordersOfEmail, cartAddresses, orderAddresses, customers] = await Promise.all([
    owned("cart", byEmail),
    owned("order", byEmail),
    people("address", residents),
    people("order_address", residents),
    people("customer", [...byEmail, ...residents], {}),
  ])
  const customer_id = idsOfPerson(customers, person)
  const ownersAt = (addresses: FoundPerson[]) => {
    const ids = idsOfPerson(addresses, person)
    const at = ids.length > 0 ? [{ shipping_address_id: ids }, { billing_address_id: ids }] : []
    return customer_id.length > 0 ? [...at, { customer_id }] : at
  }
  const [carts, orders] = await Promise.all([
    owned("cart", ownersAt(cartAddresses)),
    owned("order", ownersAt(orderAddresses)),
  ])
  const looks = [cartsOfEmail, ordersOfEmail, cartAddresses, orderAddresses, customers, carts, orders]
  return {
    ...(await stillKnown(query, [...cartsOfEmail, ...carts], [...ordersOfEmail, ...orders])),
    more: looks.some(({ length }) => length === MOST_RECORDS),
  }
}

interface OwnedBySearch {
  id: string
  customer_id?: string | null
}
interface FoundPerson {
  id: string
  phone?: string | null
}
const OWNED = "id customer_id"

const holding = (part: string) => ({ $ilike: `%${part.replace(/[\\%_]/g, "\\$&")}%` })

/** An e-mail has no spaces. */
const ofEmail = ({ words }: SoughtPerson) => (words.length === 1 ? [{ email: holding(words[0]!) }] : [])

/** "Ama Nkeng" and "nkeng ama", each word in either name, with accents or without. */
const ofName = ({ words }: SoughtPerson) =>
  words.length === 0 || words.some((word) => word.includes("@"))
    ? []
    : [
        {
          $and: words
            .map(spellings)
            .map(($re) => ({ $or: [{ first_name: { $re } }, { last_name: { $re } }] })),
        },
      ]

/** What the database can tell of a phone number, whatever stands between its digits; {@link isPhoneOf} tells the rest. */
const ofPhone = ({ digits }: SoughtPerson) =>
  digits ? [{ phone: { $re: [...phoneCore(digits)].join("[^0-9]*") } }] : []

function idsOfPerson(people: FoundPerson[], { digits, words }: SoughtPerson): string[] {
  const isMeant = ({ phone }: FoundPerson) => words.length > 0 || isPhoneOf(digits!, phone)
  return people.filter(isMeant).map(({ id }) => id)
}

/** A customer who was erased is not found by what her carts and orders still say of her. */
async function stillKnown(
  query: Query,
  carts: OwnedBySearch[],
  orders: OwnedBySearch[]
): Promise<NamedRecords> {
  const ids = [...new Set([...carts, ...orders].flatMap(({ customer_id }) => customer_id ?? []))]
  const known = new Set(ids.length === 0 ? [] : await idsOf(query, "customer", { id: ids }, ids.length))
  const isKnown = ({ customer_id }: OwnedBySearch) => !customer_id || known.has(customer_id)
  const of = (records: OwnedBySearch[]) => [...new Set(records.filter(isKnown).map(({ id }) => id))]
  const order_ids = of(orders)
  return { cart_ids: of(carts), order_ids, collection_ids: await collectionsOfRecords(query, order_ids) }
}

async function idsOf(query: Query, entity: string, filters: object, most?: number): Promise<string[]> {
  const records = await newestRecords<{ id: string }>(query, entity, "id", filters, most)
  return records.map(({ id }) => id)
}

/** Asked to skip records, were it none, `query` would count all that fit as well: as much work again. */
async function newestRecords<T>(
  query: Query,
  entity: string,
  fields: string,
  filters: object,
  take = MOST_RECORDS
): Promise<T[]> {
  return await askGraph<T>(query, entity, fields, filters, { take, order: { created_at: "DESC" } })
}
