import { type PayableByLink, payByLink } from "../../../src/features/payment-links/pay"
import { askByLink, LinkRefusal } from "../../../src/features/payment-links/ask"
import { readLink } from "../../../src/features/payment-links/read"
import { paycollectOf } from "../../../src/modules/paycollect"
import { type LinkRow } from "../../../src/modules/paycollect/models/link"
import { DUE_TASKS } from "../../../src/workflows/advance-due"
import { advanceDue } from "../../../src/orders/advance-due"
import { advance } from "../../../src/orders/advance"
import { type Action, AMOUNTS, type AT_CAPTURE, PROVIDERS } from "./actions"
import { takeRefusal } from "./core"
import { owedBy } from "./core-books"
import { type Order } from "./core-state"
import { pick } from "./pick"
import { cancelOrder, goToPay, refundPayment } from "./routes"
import { type Server, type World } from "./world"

/** Payment links: what their merchant does with them, who pays by them, and what becomes of the order meanwhile. */

const DAY = 24 * 3_600_000

/** Asks for the money of a new draft, or once more for that of an order that it was asked for before; or withdraws the link. */
export async function doWithLink(world: World, each: Action & { do: "link" }): Promise<void> {
  const server = world.servers[each.server]!
  if (each.dies) server.process.killAt(each.dies)
  if (each.does === "make") return void (await newLink(world, server, each))
  if (each.does === "make_of_cart") return await linkOfCart(world, server, each)
  await pick(byLink(world), each, async ({ id }) => {
    if (each.does === "renew") return void (await ask(world, server, id))
    const [link] = await linksOf(server).list([], id)
    if (link) await linksOf(server).revoke(link.id, "user_merchant")
    world.count("link: revoked")
  })
}

/** Opens a link, makes one where there is none, and pays; `how` says what happens between the hosted page and the payment there. */
export async function payByLinkHere(world: World, each: Action & { do: "pay_by_link" }): Promise<void> {
  const server = world.servers[each.server]!
  if (each.dies) server.process.killAt(each.dies)
  const known = pick(byLink(world), each, (order) => order)
  const order = each.of === "new" || !known ? await newLink(world, server, each) : known
  const [link] = order ? await linksOf(server).list([], order.id) : []
  if (!order || !link) return
  const references = await press(world, server, link, each.provider)
  if (each.how === "two_phones") references.push(...(await press(world, server, link, 1 - each.provider)))
  if (references.length === 0) return
  await inBetween(world, server, { order, link }, each.how)
  for (const reference of references) world.service.move(reference, "succeeded")
  world.count(`link paid: ${each.how}`)
  const { atCapture } = each
  if (atCapture) world.count(`at a link's capture: ${atCapture}`)
  await Promise.all([
    atCapture && meanwhile(world, server, { order, atCapture }).catch(takeRefusal),
    each.comesBack || atCapture ? comeBack(server, references) : null,
  ])
}

async function comeBack({ container }: Server, references: string[]): Promise<void> {
  for (const reference of references) await advance(container, { reference, source: { by: "return" } })
}

/** Beside others, whatever else there is in this turn: both may have looked at the order before. */
async function meanwhile(
  world: World,
  server: Server,
  { order, atCapture }: { order: Order; atCapture: (typeof AT_CAPTURE)[number] }
): Promise<void> {
  const beside = { tables: world.tables, isAlone: false }
  switch (atCapture) {
    case "cash":
      return await takeCash(beside, server, order)
    case "dearer":
      return await edit(beside, server, { order, amount: order.amount + AMOUNTS[0] })
    case "cheaper":
      return await edit(beside, server, { order, amount: order.amount / 2 })
    case "canceled":
      return await cancelOrder(server, order.id)
    case "refund": {
      // Of money that came before, as a rule: what is captured at this moment has no refund yet.
      const [payment] = world.tables.paymentsOfOrder(order.id)
      if (payment) await refundPayment(server, { id: payment.id, amount: 1_000 })
    }
  }
}

/** Of any order that is asked for by a link. */
export async function payAtTheCounter(world: World, each: Action & { do: "counter" }): Promise<void> {
  const server = world.servers[each.server]!
  await pick(byLink(world), each, (order) => takeCash(world, server, order))
}

export async function editLinkOrder(world: World, each: Action & { do: "edit" }): Promise<void> {
  const server = world.servers[each.server]!
  await pick(byLink(world), each, (order) => edit(world, server, { order, amount: each.amount }))
}

type Beside = Pick<World, "tables" | "isAlone">

async function takeCash({ isAlone }: Beside, { core }: Server, order: Order): Promise<void> {
  const owed = owedBy(order)
  if (owed <= 0 || order.isDraft || order.status === "canceled") return
  if (!isAlone) order.most += owed
  await core.takeCash(order.id, owed)
}

async function inBetween(
  world: World,
  server: Server,
  { order, link }: { order: Order; link: LinkRow },
  how: (Action & { do: "pay_by_link" })["how"]
): Promise<void> {
  switch (how) {
    case "revoked":
      return void (await linksOf(server).revoke(link.id, "user_merchant"))
    case "expired":
      return world.clock.advance(7 * DAY)
    case "dearer":
      return await edit(world, server, { order, amount: order.amount + AMOUNTS[0] })
    case "cheaper":
      return await edit(world, server, { order, amount: order.amount / 2 })
    case "canceled":
      // One that holds money of ours is not canceled while refunds are off.
      return await cancelOrder(server, order.id).catch(takeRefusal)
    case "cash":
      return await takeCash(world, server, order)
  }
}

async function edit(
  { isAlone }: Beside,
  { core }: Server,
  { order, amount }: { order: Order; amount: number }
): Promise<void> {
  if (order.cartId) return
  order.most = isAlone ? amount : Math.max(order.most, amount)
  await core.editOrder(order.id, amount)
}

async function newLink(
  world: World,
  server: Server,
  { amount, currency }: { amount: number; currency: Order["currency"] }
): Promise<Order | undefined> {
  const id = server.core.orderByTelephone(AMOUNTS[amount]!, currency, { isDraft: true })
  return (await ask(world, server, id)) ? world.tables.orders.get(id) : undefined
}

/** An order that was placed and waits for its money can be paid by a link, too. */
async function linkOfCart(world: World, server: Server, each: { n: number }): Promise<void> {
  const placed = [...world.tables.orders.values()].filter(({ cartId }) => cartId !== null)
  await pick(placed, each, async (order) => {
    if (await ask(world, server, order.id)) order.byLink = true
  })
}

async function ask(world: World, server: Server, order_id: string): Promise<LinkRow | null> {
  try {
    const by = "user_merchant"
    const link = await askByLink(server.container, {
      order_id,
      cart_id: null,
      days: 7,
      convertDraft: true,
      by,
    })
    world.count("link: made")
    return link
  } catch (error) {
    if (!(error instanceof LinkRefusal)) throw error
    world.count(`link: refused, ${error.code}`)
    return null
  }
}

/** What the page's button does. @returns the reference of the payment that its customer is shown, or none */
async function press(world: World, server: Server, { id }: LinkRow, provider: number): Promise<string[]> {
  const links = linksOf(server)
  const link = await links.byToken(await links.tokenOf(id))
  const providerId = PROVIDERS[provider]!
  const pay = async (anew: boolean) =>
    await payByLink(server.container, link!, { providerId, anew, language: "en" })
  let answer = await pay(false)
  world.count(`link pressed: ${answer.kind}`)
  if (answer.kind === "open") answer = await pay(true)
  const reference = await referenceAt(world, server, answer)
  if (reference) world.tables.shown.add(reference)
  return reference ? [reference] : []
}

async function referenceAt(world: World, server: Server, answer: PayableByLink): Promise<string | undefined> {
  if (answer.kind !== "to") return undefined
  const { address } = answer
  const waits = /\/paycollect\/checkout\/(\w+)\.\w+\?lang=en$/.exec(address)?.[1]
  const session = waits && world.tables.sessionById(waits)?.session
  // Another phone's press took this one's session away meanwhile: its customer is led back, and presses again.
  if (waits) return session ? await goToPay(world, server, session) : undefined
  return (await world.intents()).find(
    ({ checkout_url, merchant_reference }) =>
      checkout_url === address || address.endsWith(`/return/${merchant_reference}`)
  )?.merchant_reference
}

/** Each order that was asked for by a link can be paid by one afterwards, unless it owes nothing or a person has to decide first. */
export async function blockedLinks(world: World): Promise<string[]> {
  const [server] = world.servers
  const found: string[] = []
  for (const order of byLink(world)) {
    if (order.status === "canceled" || order.isDraft || !world.tables.orders.has(order.id)) continue
    const link = await ask(world, server!, order.id).catch(String)
    const reading = link && typeof link === "object" ? await readLink(server!.container, link) : null
    if (!reading) {
      if (await mayRefuse(world, order)) continue
      found.push(`no link can be made of ${order.id}: ${String(link)}`)
      continue
    }
    // A payment that was begun and waits for its customer is gone on with by its own method.
    const [reference = (await press(world, server!, link as LinkRow, 1))[0]] = await press(
      world,
      server!,
      link as LinkRow,
      0
    )
    if (!reference) {
      // Who presses has earlier attempts asked about once more: one that turns out to be paid is applied instead of charged again.
      world.clock.advance(120_000)
      await advanceDue(server!.container, DUE_TASKS)
      if (await mayRefuse(world, order)) continue
      found.push(`${order.id} cannot be paid by its link, which is ${reading.state.kind}`)
      continue
    }
    world.service.move(reference, "succeeded")
    world.clock.advance(10_000)
    const { status } = await advance(server!.container, { reference, source: { by: "return" } })
    if (status !== "succeeded" && status !== "attention") found.push(`${order.id} by link: ${status}`)
  }
  // Of the earlier attempts that a press found paid each is applied by the job.
  world.clock.advance(120_000)
  await advanceDue(server!.container, DUE_TASKS)
  return found
}

async function mayRefuse({ knex, tables }: World, { id }: Order): Promise<boolean> {
  // Cash that core did not live to book is no debt either: of an order that only a link names nobody but its merchant puts that right.
  const order = tables.orders.get(id)!
  const coming = tables.paymentsOfOrder(id).filter(({ provider_id }) => provider_id === null)
  const isBooked = ({ id: payment }: { id: string }) =>
    order.books.transactions.some(({ reference_id }) => reference_id === `capt_${payment}`)
  const unbooked = coming.filter((payment) => !isBooked(payment))
  if (unbooked.reduce((owed, { amount }) => owed - amount, owedBy(order)) <= 0) return true
  const collections = [...tables.collections.values()].filter(({ orderId }) => orderId === id)
  // What went back is not asked for again: the shop gave it.
  if (collections.some(({ payments }) => payments.some(({ refunds }) => refunds.length > 0))) return true
  const item = await knex("paycollect_attention as item")
    .join("paycollect_intent as intent", "intent.id", "item.intent_id")
    .where({ "item.status": "open", "item.category": "money" })
    .whereIn(
      "intent.subject_id",
      // Of a cart that became an order, money came by its own payments, too.
      [...collections.map((each) => each.id), ...(order.cartId ? [order.cartId] : [])]
    )
    .first("item.id")
  return item !== undefined
}

/** A link that money was applied by knows of it. */
export async function linksAstray({ knex }: World): Promise<string[]> {
  const unaware = (await knex("paycollect_intent as intent")
    .join("paycollect_link_collection as paid_in", "paid_in.id", "intent.payment_collection_id")
    .join("paycollect_link as link", "link.id", "paid_in.link_id")
    .whereNotNull("intent.applied_at")
    .where({ "intent.assigned_order_id": null, "link.paid_at": null })
    .select("intent.merchant_reference", "link.id")) as { merchant_reference: string; id: string }[]
  return unaware.map(
    ({ merchant_reference, id }) => `${merchant_reference} paid by ${id}, which does not know`
  )
}

/** Before each turn: whatever looked at an order before is over. */
export function forgetOldCosts({ tables }: World): void {
  for (const order of tables.orders.values()) order.most = order.amount
}

const byLink = ({ tables }: World) => [...tables.orders.values()].filter((order) => order.byLink)

const linksOf = ({ container }: Server) => paycollectOf(container).links
