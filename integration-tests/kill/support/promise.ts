import { COMPENSATION_NOTE } from "../../http/support/compensation"
import { journalFaults } from "../../http/support/journal"
import { ordersAstray } from "./order-money"
import { type Shop } from "./shop"

interface Place {
  reference: string
  kind: "captured" | "returned" | "item" | "closed"
  detail: string
}

interface OrderState {
  id: string
  status: string
  payment_status: string
  total: string
  paid: string
}

/** Whose money it is: a cart's, or that of an order that is paid by its link. */
export interface Subject {
  cartId: string
  linkOrderId?: string
}

/** Where one cart, or one order with a link, stands once everything has calmed down. */
export interface CartState {
  orders: OrderState[]
  /** where each sum that the service got is accounted for */
  places: Place[]
  /** open items, of every category */
  items: string[]
  /** payments that the service says succeeded */
  paid: string[]
  /** who knows of a refund: "Medusa", "ledger", "service" */
  refund: string[]
  /** payments that the service knows of it */
  asked: number
  /** orders that core wrote and did not link to the cart before it died; nothing connects them with any money */
  unlinked: number
  /** open orders whose stock core did not reserve before it died */
  unreserved: number
}

/** All is paid in francs here. */
const EXPONENT = 0
const FUTURE = ["create_lease_until", "verify_lease_until", "advance_lease_until"] as const

/** Under which names the ledger has its payments. */
async function subjectsOf(shop: Shop, { cartId, linkOrderId }: Subject): Promise<string[]> {
  if (!linkOrderId) return [cartId]
  const collections = await shop.rows<{ id: string }>(
    "select payment_collection_id as id from order_payment_collection where order_id = ?",
    [linkOrderId]
  )
  return collections.map(({ id }) => id)
}

export async function stateOf(shop: Shop, subject: Subject): Promise<CartState> {
  const { cartId, linkOrderId = "" } = subject
  const subjects = await subjectsOf(shop, subject)
  const payments = await shop.rows<{
    id: string
    reference: string
    captured: boolean
    returned: string
    order_status: string | null
  }>(
    `select p.id, p.data->>'merchant_reference' as reference,
            (p.captured_at is not null and p.canceled_at is null) as captured,
            coalesce((select sum(r.amount) from refund r where r.payment_id = p.id and r.deleted_at is null), 0)::text as returned,
            o.status as order_status
       from payment p
       left join cart_payment_collection l on l.payment_collection_id = p.payment_collection_id and l.deleted_at is null
       left join order_payment_collection opc on opc.payment_collection_id = p.payment_collection_id and opc.deleted_at is null
       left join "order" o on o.id = opc.order_id and o.deleted_at is null
      where p.deleted_at is null
        and (l.cart_id = ? or o.id = ?
          or p.data->>'merchant_reference' in (select merchant_reference from paycollect_intent where subject_id = any(?)))`,
    [cartId, linkOrderId, subjects]
  )
  const intents = await shop.rows<{
    id: string
    merchant_reference: string
    closed_at: string | null
    refunded: string
  }>("select id, merchant_reference, closed_at, refunded from paycollect_intent where subject_id = any(?)", [
    subjects,
  ])
  const items = await shop.rows<{ reference: string; reason: string; category: string }>(
    `select i.merchant_reference as reference, a.reason, a.category
       from paycollect_attention a join paycollect_intent i on i.id = a.intent_id
      where i.subject_id = any(?) and a.status = 'open' order by a.reason`,
    [subjects]
  )
  const notes = await shop.rows<{ payment_id: string }>(
    "select payment_id from refund where note is distinct from ? and deleted_at is null",
    [COMPENSATION_NOTE]
  )
  const givenBack = (id: string) => notes.some(({ payment_id }) => payment_id === id)
  const places: Place[] = [
    ...payments
      .filter(({ captured, order_status }) => captured && order_status && order_status !== "canceled")
      .filter(({ id, returned }) => Number(returned) === 0 || givenBack(id))
      .map(({ reference, id }) => ({ reference, kind: "captured" as const, detail: id })),
    ...payments
      .filter(({ id, order_status }) => givenBack(id) && order_status === "canceled")
      .map(({ reference, id }) => ({ reference, kind: "returned" as const, detail: id })),
    ...items
      .filter(({ category }) => category === "money")
      .map(({ reference, reason }) => ({ reference, kind: "item" as const, detail: reason })),
    ...intents
      .filter(({ closed_at }) => closed_at)
      .map(({ merchant_reference: reference }) => ({ reference, kind: "closed" as const, detail: "" })),
  ]
  const orders = await shop.rows<OrderState>(
    `select o.id, o.status,
            coalesce((select pc.status from order_payment_collection l join payment_collection pc on pc.id = l.payment_collection_id
                       where l.order_id = o.id and l.deleted_at is null order by pc.status = 'completed' desc limit 1), 'none') as payment_status,
            (select (s.totals->>'current_order_total') from order_summary s where s.order_id = o.id and s.deleted_at is null order by s.version desc limit 1) as total,
            coalesce((select sum(t.amount) from order_transaction t where t.order_id = o.id and t.deleted_at is null), 0)::text as paid
       from "order" o
      where o.deleted_at is null
        and (o.id in (select order_id from order_cart where cart_id = ? and deleted_at is null)
          or o.id = ? or o.id in (select assigned_order_id from paycollect_intent where subject_id = any(?)))`,
    [cartId, linkOrderId, subjects]
  )
  const ofCart = shop.service.control
    .intents()
    .filter(({ merchant_reference }) => subjects.some((each) => merchant_reference.startsWith(`${each}-`)))
  const [counted] = await shop.rows<{ unlinked: string; unreserved: string }>(
    `select count(*) filter (where o.order_id is null) as unlinked,
            count(*) filter (where o.order_id is not null and o.status <> 'canceled' and not exists (
              select 1 from order_item i join reservation_item r on r.line_item_id = i.item_id and r.deleted_at is null
               where i.order_id = o.id)) as unreserved
       from (
         select o.id, o.status, l.order_id from cart c join "order" o on o.email = c.email and o.deleted_at is null
           left join order_cart l on l.order_id = o.id and l.deleted_at is null where c.id = ?
         union all select id, status, id from "order" where id = ?
       ) o`,
    [cartId, linkOrderId]
  )
  const refund = [
    ...(payments.some(({ id }) => givenBack(id)) ? ["Medusa"] : []),
    ...(intents.some(({ refunded }) => refunded !== "0") ? ["ledger"] : []),
    ...(ofCart.some(({ refunded }) => refunded !== "0") ? ["service"] : []),
  ]
  return {
    orders,
    refund,
    places,
    items: items.map(({ reason }) => reason),
    paid: ofCart
      .filter(({ status }) => status === "succeeded")
      .map(({ merchant_reference }) => merchant_reference),
    asked: ofCart.length,
    unlinked: Number(counted!.unlinked),
    unreserved: Number(counted!.unreserved),
  }
}

/** Everything about this cart or order that breaks the promise, in words; empty when it holds. */
export async function violations(shop: Shop, subject: Subject): Promise<string[]> {
  const { orders, places, paid } = await stateOf(shop, subject)
  const subjects = await subjectsOf(shop, subject)
  const found: string[] = []
  for (const reference of paid) {
    const where = places.filter((place) => place.reference === reference)
    if (where.length !== 1)
      found.push(
        `money of ${reference} is in ${where.length} places: ${where.map(({ kind, detail }) => `${kind} ${detail}`).join(", ")}`
      )
  }
  for (const { reference, kind } of places)
    if (!paid.includes(reference)) found.push(`${reference} is ${kind}, but the service got no money for it`)
  const open = orders.filter(({ status }) => status !== "canceled")
  if (open.length > 1) found.push(`${open.length} orders stand for ${subject.cartId}`)
  const captured = places.filter(({ kind }) => kind === "captured")
  for (const { id, payment_status, total, paid } of open) {
    if (captured.length !== 1)
      found.push(`order ${id} (${payment_status}) stands for ${captured.length} payments`)
    else if (payment_status !== "completed") found.push(`order ${id} is paid and shown as ${payment_status}`)
    else if (Number(total) !== Number(paid)) found.push(`order ${id} is paid, and owes ${total} less ${paid}`)
  }
  const ids = open.map(({ id }) => id)
  found.push(...(await ordersAstray(shop, ids, EXPONENT)))
  const stuck = await shop.rows<Record<string, string>>(
    `select i.* from paycollect_intent i where i.subject_id = any(?) and i.outcome = 'paid' and i.applied_at is null and i.closed_at is null
        and not exists (select 1 from paycollect_attention a where a.intent_id = i.id and a.status = 'open' and a.category = 'money')`,
    [subjects]
  )
  for (const row of stuck) {
    found.push(
      `${row.merchant_reference} is paid and neither applied nor on the list (due ${row.next_step_at ?? "never"})`
    )
    for (const lease of FUTURE)
      if (row[lease]) found.push(`${row.merchant_reference} still has ${lease} ${row[lease]}`)
  }
  const ofSubjects = new RegExp(`^(${subjects.join("|")})-`)
  const journal = (await journalFaults(shop.db.knex)).filter((fault) => ofSubjects.test(fault))
  return [...found, ...journal, ...(await refundsAstray(shop, subjects))]
}

/**
 * Captures that subscribers did not hear of once, in words: whatever was killed, the job tells what nobody told. That both tell (docs/events.md) takes
 * a kill between core's event and our note of it: none of the ring's points lies between them.
 */
export async function notHeardOnce(shop: Shop, subject: Subject): Promise<string[]> {
  const { places } = await stateOf(shop, subject)
  return places.flatMap(({ reference, kind, detail }) => {
    const told = shop.heard().flatMap(({ id, by }) => (id === detail ? by : []))
    if (kind !== "captured" || told.length === 1) return []
    return `the capture of ${reference} was told ${told.length} times: ${told.join(", ")}`
  })
}

/** Each refund was asked for once, whatever was killed; the ledger counts what the service sent, and a person knows of what is not certain. */
async function refundsAstray(shop: Shop, subjects: string[]): Promise<string[]> {
  const found: string[] = []
  const refunds = await shop.rows<{ id: string; reference: string; status: string; listed: boolean }>(
    `select r.id, i.merchant_reference as reference, r.status,
            exists (select 1 from paycollect_attention a where a.intent_id = i.id and a.key = r.id) as listed
       from paycollect_refund r join paycollect_intent i on i.id = r.intent_id where i.subject_id = any(?)`,
    [subjects]
  )
  for (const { id, reference, status, listed } of refunds) {
    const isCertain = status === "sent" || status === "not_sent"
    if (status === "begun") found.push(`refund ${id} of ${reference} was begun and never ended`)
    else if (listed === isCertain) found.push(`refund ${id} of ${reference} is ${status}, listed: ${listed}`)
  }
  const counted = await shop.rows<{ reference: string; refunded: string; amount: string }>(
    "select merchant_reference as reference, refunded, amount from paycollect_intent where subject_id = any(?)",
    [subjects]
  )
  for (const { reference, refunded, amount } of counted) {
    const asked = shop.service.control
      .requests()
      .filter((each) => each.operation === "create_refund" && each.reference === reference)
    if (asked.length > 1) found.push(`a refund of ${reference} was sent ${asked.length} times`)
    const back = shop.service.control.intent(reference)?.refunded ?? "0"
    if (BigInt(back) > BigInt(refunded))
      found.push(`${back} of ${reference} went back, counted are ${refunded}`)
    if (BigInt(refunded) > BigInt(amount)) found.push(`${refunded} of ${amount} of ${reference} went back`)
  }
  return found
}
