import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import { COMPENSATION_NOTE } from "../../../src/providers/paycollect/compensation"
import { ATTENTION_REASONS } from "../../../src/domain/attention"
import { reconcile } from "../../../src/workflows/settle/reconcile"
import { settle } from "../../../src/workflows/settle/settle"
import { type Collection, type Payment } from "./core-state"
import { type World } from "./world"

const MINUTE = 60_000
/** Beyond every lease, lock and retry; then across the ladder until it ends (design, decision 11). */
const STEPS = [2 * MINUTE, 6 * MINUTE, 60 * MINUTE, 26 * 60 * MINUTE, 8 * 24 * 60 * MINUTE]
const MOST_RUNS = 40

/** The accidents end: faults are gone, servers run, nobody comes back but the job. */
export async function heal(world: World): Promise<void> {
  world.service.clearFaults()
  for (const [index, { process }] of world.servers.entries()) if (!process.alive) world.restart(index)
  for (const step of STEPS) {
    world.clock.advance(step)
    let runs = 0
    while (await anythingDue(world)) {
      if (++runs > MOST_RUNS) throw new Error("the job never comes to an end")
      await reconcile(world.servers[0]!.container)
    }
  }
}

async function anythingDue({ knex, clock }: World): Promise<boolean> {
  const now = new Date(clock.now())
  return !!(await knex("paycollect_intent").where("due_at", "<=", now).first("id"))
}

/** Everything that breaks the promise, in words; empty when it holds. */
export async function violations(world: World): Promise<string[]> {
  const intents = await world.intents()
  const items = await world.knex<AttentionRow>("paycollect_attention")
  const found: string[] = []
  const byReference = new Map(intents.map((intent) => [intent.merchant_reference, intent]))

  for (const [reference, { status }] of world.service.intents) {
    const intent = byReference.get(reference)
    if (!intent) {
      found.push(`${reference} exists at the service and not in the ledger`)
      continue
    }
    const payments = paymentsOf(world, reference)
    const standing = payments.filter(({ payment, collection }) => stands(world, payment, collection))
    const returned = payments.filter(({ payment }) =>
      payment.refunds.some(({ note }) => note !== COMPENSATION_NOTE)
    )
    const open = items.filter(
      (item) => item.intent_id === intent.id && item.status === "open" && item.category === "money"
    )
    if (status === "succeeded") {
      const places = [
        ...standing.map(({ payment }) => `captured payment ${payment.id}`),
        ...returned.map(({ payment }) => `returned payment ${payment.id}`),
        ...open.map(({ reason }) => `open item ${reason}`),
        ...(intent.released_at ? ["released by the merchant"] : []),
      ]
      if (places.length !== 1)
        found.push(`money of ${reference} is in ${places.length} places: ${places.join(", ")}`)
    } else {
      if (standing.length > 0) found.push(`${reference} is shown as paid and is ${status}`)
      if (open.length > 0) found.push(`${reference} is ${status} and has an open item ${open[0]!.reason}`)
    }
    if (intent.settled_at && standing.length + returned.length === 0)
      found.push(`${reference} is settled without a payment`)
  }
  for (const [id, cart] of world.tables.carts) {
    // Core writes the order and links it in two steps: killed in between, an unpaid order is left that nothing connects with the cart.
    const linked = new Set(
      world.tables.orderCarts.filter((link) => link.cart_id === id).map((link) => link.order_id)
    )
    const orders = [...world.tables.orders.values()].filter((order) => linked.has(order.id))
    const open = orders.filter((order) => order.status !== "canceled")
    if (open.length > 1) found.push(`${id} has ${open.length} orders`)
    for (const order of open) {
      const collection = world.tables.collections.get(cart.collectionId ?? "")
      const money = (collection?.payments ?? [])
        // A merchant who gives money back may leave the order standing; core then shows it as refunded.
        .filter((payment) => stands(world, payment, collection!) || isReturned(payment))
        .reduce((sum, payment) => sum + payment.amount, 0)
      if (money !== order.amount) found.push(`${order.id} of ${order.amount} stands with ${money} of money`)
    }
  }
  for (const item of items)
    if (!(item.reason in ATTENTION_REASONS)) found.push(`item of unknown reason ${item.reason}`)
  for (const intent of intents)
    for (const lease of ["create_lease_until", "verify_lease_until", "settle_lease_until"] as const)
      if (intent[lease] && new Date(intent[lease]).getTime() > world.clock.now())
        found.push(`${intent.merchant_reference} still holds ${lease}`)
  return found
}

/** A customer who comes to each cart without an order afterwards, pays and gets one, unless a person has to decide first. */
export async function blockedCarts(world: World): Promise<string[]> {
  const found: string[] = []
  const { core, container } = world.servers[0]!
  for (const cart of world.tables.carts.values()) {
    if (cart.deleted || world.tables.orderIdOf(cart.id)) continue
    Object.assign(cart, { inStock: true, breaksLate: false })
    const open = await world
      .knex("paycollect_attention as item")
      .join("paycollect_intent as intent", "intent.id", "item.intent_id")
      .where({ "item.status": "open", "item.category": "money", "intent.cart_id": cart.id })
      .first("item.id")
    if (open) continue
    try {
      // Any change of a cart makes core bring its payment collection in line.
      await core.changeTotal(cart.id, cart.amount)
      const session = await core.startPayment(cart.id, "pp_paycollect_default")
      const reference = String(session.data.merchant_reference)
      world.service.move(reference, "succeeded")
      world.clock.advance(10_000)
      const { status } = await settle(container, { reference, cause: "return" })
      if (status !== "succeeded") found.push(`${cart.id} is blocked: its payment ends as ${status}`)
    } catch (error) {
      found.push(`${cart.id} is blocked: ${String(error)}`)
    }
  }
  return found
}

function paymentsOf(world: World, reference: string): { payment: Payment; collection: Collection }[] {
  return [...world.tables.collections.values()].flatMap((collection) =>
    collection.payments
      .filter((payment) => payment.data.merchant_reference === reference)
      .map((payment) => ({ payment, collection }))
  )
}

/** Given back by the merchant, not booked back by core. */
function isReturned(payment: Payment): boolean {
  return payment.refunds.some(({ note }) => note !== COMPENSATION_NOTE)
}

/** Money that Medusa shows as captured for an order that is not canceled. */
function stands({ tables }: World, payment: Payment, collection: Collection): boolean {
  if (!payment.captured_at || payment.canceled_at || payment.refunds.length > 0) return false
  return !!collection.orderId && tables.orders.get(collection.orderId)?.status === "pending"
}
