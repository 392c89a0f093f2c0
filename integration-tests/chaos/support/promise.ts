import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import { SCHEDULE } from "../../../src/payments/schedule"
import { ATTENTION_REASONS } from "../../../src/payments/attention-reasons"
import { DUE_TASKS } from "../../../src/workflows/advance-due"
import { advanceDue } from "../../../src/orders/advance-due"
import { advance } from "../../../src/orders/advance"
import { type RefundRow } from "../../../src/modules/paycollect/models/refund"
import { type Cart } from "./core-state"
import { NEWS } from "./disrupt"
import { journalFaults } from "../../http/support/journal"
import { booksAstray, moneyAstray, showsWhatCame, takingsAstray } from "./books-promise"
import { forgetOldCosts, linksAstray } from "./link-acts"
import { merchantsFaults } from "./merchant-promise"
import { holdsRest, isMadeAnew, isReturned, paymentsOf, stands } from "./money"
import { goToPay, hook } from "./routes"
import { type World } from "./world"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Beyond every lease, lock and retry; then across the schedule until it ends. */
const RETRIES = [2 * MINUTE, 6 * MINUTE]
const SOON = [...RETRIES, HOUR]
const TO_THE_END = [26 * HOUR, ...RETRIES, 8 * 24 * HOUR, ...RETRIES]
const MOST_RUNS = 40
const MOST_DELIVERIES = 5
/** The age at which a payment is looked at for the last time. */
const SCHEDULE_MS = SCHEDULE.waiting.at(-1)!

/** The accidents end: faults are gone, servers run, nobody comes back but the job. */
export async function heal(world: World): Promise<void> {
  await world.goOn(Infinity)
  forgetOldCosts(world)
  world.service.gate = null
  world.healedAt = world.clock.now()
  for (const [index, { process, clock }] of world.servers.entries()) {
    clock.ahead = 0
    if (!process.alive) world.restart(index)
  }
  // Whoever began an edit ends it.
  for (const { id, change_type } of world.tables.changes.values())
    if (change_type === "edit") world.tables.changes.delete(id)
  if (world.setting.eventsFirst) await reportLatePayments(world)
  world.service.clearFaults()
  if (!world.setting.eventsFirst) await reportLatePayments(world)
  await reportLost(world)
  if (!world.setting.liesLast) world.service.tellTheTruth()
  await letJobsRun(world, SOON)
  world.service.tellTheTruth()
  await reportNews(world)
  await letJobsRun(world, TO_THE_END)
  await letRetriesEnd(world)
}

/** Nothing here knows of them any more: the service's word, which it repeats until it is answered, is all there is. */
async function reportLost(world: World): Promise<void> {
  for (const reference of world.lost)
    for (let answered = 0, times = 0; answered !== 200 && times < MOST_DELIVERIES; times++) {
      world.clock.advance(MINUTE)
      answered = await hook(world, world.servers[0]!, reference)
    }
}

/** What went back, and what came again: told as often as the service likes, and once more when all refunds are an hour old. */
async function reportNews(world: World): Promise<void> {
  for (const [reference, { mostReversed }] of world.service.intents) {
    if (mostReversed === 0n) continue
    world.clock.advance(2 * MINUTE)
    await hook(world, world.servers[0]!, reference, NEWS)
  }
}

/** A payment after the schedule's last rung has nothing but its webhook: one delivery that was answered has to be enough, whatever it met. */
async function reportLatePayments(world: World): Promise<void> {
  for (const { merchant_reference: reference, created_at } of await world.intents()) {
    const paidAt = world.service.intents.get(reference)?.paidAt ?? 0
    if (paidAt - new Date(created_at).getTime() < SCHEDULE_MS) continue
    world.clock.advance(5_000)
    await hook(world, world.servers[0]!, reference)
  }
}

async function letJobsRun(world: World, steps: number[]): Promise<void> {
  for (const step of steps) {
    world.clock.advance(step)
    // A job that finds neither a due row nor an order nor a refund does nothing: a third of all queries of a run, for nothing.
    if (world.tables.orders.size > 0 || (await anythingBegun(world)))
      await advanceDue(world.servers[0]!.container, DUE_TASKS)
    for (let runs = 0; await anythingDue(world); runs++) {
      if (runs > MOST_RUNS) throw new Error("the job never comes to an end")
      await advanceDue(world.servers[0]!.container, DUE_TASKS)
    }
  }
}

/** Payments of one cart take turns, and each is tried three times before a person is told: some may be at it still. */
async function letRetriesEnd(world: World): Promise<void> {
  for (let runs = 0; await anythingDue(world, 6 * MINUTE); runs++) {
    if (runs > MOST_RUNS) throw new Error("a retry never comes to an end")
    world.clock.advance(MINUTE)
    await advanceDue(world.servers[0]!.container, DUE_TASKS)
  }
}

async function anythingDue({ knex, clock }: World, within = 0): Promise<boolean> {
  const until = new Date(clock.now() + within)
  return !!(await knex("paycollect_intent").where("next_step_at", "<=", until).first("id"))
}

/** Also what was applied to an order that is gone since. */
async function anythingBegun({ knex, clock }: World): Promise<boolean> {
  const now = new Date(clock.now())
  const begun = await knex("paycollect_refund").where({ status: "begun" }).first("id")
  return !!begun || !!(await knex("paycollect_intent").where("review_at", "<=", now).first("id"))
}

/** Everything that breaks the promise, in words; empty when it holds. */
export async function violations(world: World): Promise<string[]> {
  const intents = await world.intents()
  const items = await world.knex<AttentionRow>("paycollect_attention")
  const refunds = await world.knex<RefundRow>("paycollect_refund")
  // Core wrote these refunds down and asked nobody: an order may have been made meanwhile.
  const listed = (await world
    .knex("paycollect_intent_event")
    .where({ type: "refund_recorded", cause: "job" })
    .select("data")) as { data: { refund_id: string } }[]
  const cutOff = new Set(listed.map(({ data }) => data.refund_id))
  const found = [...world.tables.wrong]
  const byId = new Map(intents.map((intent) => [intent.id, intent]))
  const byReference = new Map(intents.map((intent) => [intent.merchant_reference, intent]))

  for (const [reference, { status, body, reversal }] of world.service.intents) {
    const intent = byReference.get(reference)
    if (!intent) {
      found.push(`${reference} exists at the service and not in the ledger`)
      continue
    }
    const payments = paymentsOf(world, reference)
    const standing = payments.filter((each) => stands(world, each))
    const open = items.filter(
      (item) => item.intent_id === intent.id && item.status === "open" && item.category === "money"
    )
    // Of an order that is canceled the item has what did not go back, also once it is closed.
    const isListed = open.length > 0 || !!intent.closed_at
    const returned = payments.filter(
      (each) =>
        isReturned(each.payment) &&
        !(isListed && holdsRest(world, each)) &&
        !(each.payment.refunds.every(({ id }) => cutOff.has(id)) && isMadeAnew(each, standing))
    )
    const fee = items.find((item) => item.intent_id === intent.id && item.reason === "unexpected_fee")?.data
      ?.fee
    const told = BigInt((fee as string | undefined) ?? 0)
    for (const { payment } of standing)
      if (!showsWhatCame(world, reference, { payment, told }))
        found.push(
          `${payment.id} shows ${payment.amount} ${payment.currency_code}; what came is ${body.amount} ${body.currency}`
        )
    if (status === "succeeded") {
      const places = [
        ...standing.map(({ payment }) => `captured payment ${payment.id}`),
        ...returned.map(({ payment }) => `returned payment ${payment.id}`),
        ...open.map(({ reason }) => `open item ${reason}`),
        ...(intent.closed_at ? ["released by the merchant"] : []),
      ]
      // Nobody could be asked until the schedule ended, and the merchant was told to look: that item is where this money is.
      const told = items.some(
        (item) => item.intent_id === intent.id && item.reason === "unknown_outcome_expired"
      )
      if (places.length === 0 && told && intent.outcome !== "paid") places.push("told to look for it")
      const isGone = reversal.amount > 0n && world.service.leftOf(reference) === 0n
      // All that was ever said to have come was another payment's: what went back of this one the store cannot know.
      const isAnothers = open.some(({ reason }) => reason === "reference_discrepancy") && intent.came === "0"
      // A word of the service's own beside an amount that is left, as much as was refunded: a part may be there, or a refund not be subtracted (U-26).
      // And of money whose amount was never read it does not say that it went back.
      const isUnread = intent.outcome !== "paid" && open[0]?.reason === "unreadable_success"
      const isRefunded = !world.service.subtracts && world.service.refundedOf(reference) > 0n
      const isUnclear = reversal.state === "charged_back" && (isUnread || isRefunded)
      // Its row was written anew while the service named another currency: what it says in the right one later is about other money.
      const isMistaken = intent.recovered !== null && intent.currency_code !== body.currency?.toLowerCase()
      if (isGone && open.length > 0 && !isAnothers && !isUnclear && !isMistaken)
        found.push(`all of ${reference} went back, and it has an open item ${open[0]!.reason}`)
      // Before it was seen to have come, perhaps: nothing is known of it then, and nothing is to be done.
      if (isGone && places.length === 0 && intent.outcome !== "paid") places.push("not seen")
      if (places.length !== 1)
        found.push(`money of ${reference} is in ${places.length} places: ${places.join(", ")}`)
    } else {
      if (standing.length > 0) found.push(`${reference} is shown as paid and is ${status}`)
      // What an answer about another payment opened is closed by a person.
      const own = open.filter(({ reason }) => reason !== "reference_discrepancy" || intent.came !== "0")
      if (own.length > 0) found.push(`${reference} is ${status} and has an open item ${own[0]!.reason}`)
    }
    if (intent.applied_at && standing.length + returned.length === 0)
      found.push(`${reference} is applied without a payment`)
  }
  for (const [id, cart] of world.tables.carts) {
    // Core writes the order and links it in two steps: killed in between, an unpaid order is left that nothing connects with the cart.
    const linked = new Set(
      world.tables.orderCarts.filter((link) => link.cart_id === id).map((link) => link.order_id)
    )
    const orders = [...world.tables.orders.values()].filter((order) => linked.has(order.id))
    const open = orders.filter((order) => order.status !== "canceled")
    if (open.length > 1) found.push(`${id} has ${open.length} orders`)
    // Core saw a session before its payment was started, and died: nobody was ever asked for this money, and nobody can pay it.
    if (!intents.some((intent) => intent.cart_id === id)) continue
    for (const order of open) {
      const collections = [...world.tables.collections.values()].filter(
        (collection) => collection.orderId === order.id || collection.id === cart.collectionId
      )
      // A merchant who gives money back may leave the order standing; core then shows it as refunded.
      const paid = collections
        .flatMap((collection) => collection.payments.map((payment) => ({ payment, collection })))
        .filter((each) => stands(world, each) || (isReturned(each.payment) && !each.payment.canceled_at))
        .map(({ payment }) => payment)
      const money = paid.reduce((sum, payment) => sum + payment.amount, 0)
      const other = paid.find(({ currency_code }) => currency_code !== order.currency)
      if (other) found.push(`${order.id} in ${order.currency} was paid in ${other.currency_code}`)
      // A merchant may give an order money that is not all of what it costs.
      if (money < order.amount && intents.some((intent) => intent.assigned_order_id === order.id)) continue
      // Shown as unpaid, and a person was told why: the order is theirs to end.
      const told = items.some(
        ({ category, reason, intent_id }) =>
          (category === "money" || reason === "unknown_outcome_expired") &&
          byId.get(intent_id)?.cart_id === id
      )
      if (money === 0 && told) continue
      if (money !== order.amount) found.push(`${order.id} of ${order.amount} stands with ${money} of money`)
    }
  }
  const paidIn = (await world.knex("paycollect_link_collection").select("id")) as { id: string }[]
  const collectionsOfLinks = new Set(paidIn.map(({ id }) => id))
  found.push(...merchantsFaults(world, { intents, items, refunds, collectionsOfLinks }))
  found.push(...(await linksAstray(world)))
  found.push(...(await journalFaults(world.knex)))
  found.push(...moneyAstray(world, intents, items), ...booksAstray(world, intents, items))
  found.push(...(await takingsAstray(world, intents)))
  for (const item of items)
    if (!(item.reason in ATTENTION_REASONS)) found.push(`item of unknown reason ${item.reason}`)
  for (const intent of intents)
    for (const lease of ["create_lease_until", "verify_lease_until", "advance_lease_until"] as const)
      if (intent[lease] && new Date(intent[lease]).getTime() > world.clock.now())
        found.push(`${intent.merchant_reference} still holds ${lease}`)
  return found
}

/** What the merchant was told and what the ledger wrote down, for the counts of a run. */
export async function tally(world: World): Promise<void> {
  const { rows } = await world.knex.raw<{ rows: { name: string; times: number }[] }>(
    `select 'attention: ' || reason as name, count(*)::int as times from paycollect_attention group by 1
     union all select 'history: ' || type, count(*)::int from paycollect_intent_event group by 1
     union all select 'refund from the list: ' || mode || ', ' || status, count(*)::int from paycollect_refund group by 1`
  )
  for (const { name, times } of rows) world.count(name, times)
  for (const { status } of world.tables.orders.values()) world.count(`orders: ${status}`)
  for (const { byLink, id } of world.tables.orders.values())
    if (byLink && world.tables.heldBy(id) > 0) world.count("orders with money by link")
  for (const { status } of world.service.intents.values()) world.count(`payments at the service: ${status}`)
}

/** What the ledger and core wrote down, to understand a violation by. */
export async function story(world: World): Promise<string[]> {
  const { rows } = await world.knex.raw<{ rows: { line: string }[] }>(
    `select concat_ws(' ', event.created_at, merchant_reference, type, cause, data) as line
     from paycollect_intent_event event join paycollect_intent intent on intent.id = event.intent_id
     order by event.created_at, event.id`
  )
  const core = [world.tables.collections, world.tables.orders].flatMap((table) => [...table.values()])
  return [...world.log, ...rows.map(({ line }) => line), ...core.map((row) => JSON.stringify(row))]
}

/** A customer who comes to each cart without an order afterwards, pays and gets one, unless a person has to decide first. */
export async function blockedCarts(world: World): Promise<string[]> {
  const blocked = new Map<string, string>()
  for (const cart of world.tables.carts.values()) {
    if (cart.deleted || world.tables.orderIdOf(cart.id) || (await awaitsPerson(world, cart))) continue
    Object.assign(cart, { inStock: true, breaksLate: false })
    const ended = await payAndAdvance(world, cart).catch(String)
    if (ended !== "succeeded") blocked.set(cart.id, ended)
  }
  // What was found out by the way is due by now, and may be a person's matter.
  await letJobsRun(world, [2 * MINUTE])
  const found: string[] = []
  for (const [id, ended] of blocked)
    if (!(await awaitsPerson(world, { id }))) found.push(`${id} is blocked: ${ended}`)
  return found
}

async function payAndAdvance(world: World, cart: Cart): Promise<string> {
  const [server] = world.servers
  const { core, container } = server!
  // Any change of a cart makes core bring its payment collection in line.
  await core.changeTotal(cart.id, cart.amount)
  const session = await core.startPayment(cart.id, "pp_paycollect_default")
  const reference = await goToPay(world, server!, session)
  world.service.move(reference, "succeeded")
  world.clock.advance(10_000)
  return (await advance(container, { reference, source: { by: "return" } })).status
}

async function awaitsPerson({ knex }: World, cart: Pick<Cart, "id">): Promise<boolean> {
  const open = await knex("paycollect_attention as item")
    .join("paycollect_intent as intent", "intent.id", "item.intent_id")
    .where({ "item.status": "open", "item.category": "money", "intent.cart_id": cart.id })
    .first("item.id")
  return open !== undefined
}
