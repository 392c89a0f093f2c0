import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { DUE_TASKS } from "../../../src/workflows/advance-due"
import { advanceDue } from "../../../src/orders/advance-due"
import { resolveItem } from "../../../src/features/attention/close"
import { advance, type AdvanceInput } from "../../../src/orders/advance"
import { type Action, AMOUNTS, CAUSES, PROVIDERS, type Turn } from "./actions"
import { takeRefusal } from "./core"
import { disturb } from "./disturb"
import { disrupt } from "./disrupt"
import { doWithLink, editLinkOrder, forgetOldCosts, payAtTheCounter, payByLinkHere } from "./link-acts"
import { assignElsewhere, sendBackHere } from "./merchant"
import { pick } from "./pick"
import { cancelOrder, complete, goToPay, hook, refundPayment } from "./routes"
import { STRANGER } from "./untrusted-visitor"
import { type Source } from "../../../src/payments/source"
import { type World } from "./world"

const MERCHANTS = new Set<Action["do"]>([
  "refund",
  "cancel_order",
  "resolve",
  "answer_won",
  "link",
  "counter",
  "edit",
])
const DAY = 24 * 3_600_000

/** @throws whatever is neither an honest refusal nor a killed server: a crash of ours */
export async function play(world: World, { actions, kill, goesOn, dies = null }: Turn): Promise<void> {
  // One that goes on may have looked at an order long ago.
  if (world.suspended.length === 0) forgetOldCosts(world)
  world.isAlone = actions.length === 1 && world.suspended.length === 0
  world.tables.outlasts = !world.isAlone && actions.some(outlastsLeases)
  if (kill) world.servers[kill.server]!.process.killAfter(kill.after)
  // One merchant does one thing after the other.
  const merchants = actions.filter((each) => MERCHANTS.has(each.do))
  const others = actions.filter((each) => !MERCHANTS.has(each.do) && each.do !== "lose_row")
  const lost = actions.filter((act) => act.do === "lose_row")
  if (lost.length > 0) world.disconnect()
  for (const each of lost) await perform(world, each)
  const lanes = [...others.map((each) => [each]), merchants]
  await Promise.all([
    world.goOn(1),
    ...lanes.map(async (lane) => {
      for (const each of lane) await untilDeath(world, each)
    }),
  ])
  world.servers.forEach(({ process }, index) => {
    if (process.alive) return process.spare()
    if (goesOn) world.suspended.push({ process, turns: goesOn, dies })
    world.restart(index)
  })
}

const LONGEST_LEASE_MS = 95_000

function outlastsLeases(each: Action): boolean {
  if (each.do === "wait") return each.ms > LONGEST_LEASE_MS
  return each.do === "outage" || (each.do === "pay_by_link" && each.how === "expired")
}

async function untilDeath(world: World, each: Action): Promise<void> {
  const acting = perform(world, each).catch(takeRefusal)
  // Two employees may be at two servers: each waits for the answer of one, or for its death.
  const isOfSeveral = each.do === "refund_unapplied" || each.do === "assign"
  if (isOfSeveral || !("server" in each)) return void (await acting)
  const { process } = world.servers[each.server]!
  process.acts.push(acting)
  await Promise.race([acting, process.death])
}

async function perform(world: World, each: Action): Promise<unknown> {
  const { tables, service, clock } = world
  world.count(`did: ${each.do}`)
  switch (each.do) {
    case "start":
      return await start(world, each)
    case "pay":
      return await pay(world, each)
    case "pay_amiss":
      return await payAmiss(world, each)
    case "change_total":
      return await on(world, each).core.changeTotal(cartId(world, each), AMOUNTS[each.amount]!, each)
    case "change_region": {
      const to = { currency: each.currency, amount: AMOUNTS[each.amount]! }
      return await on(world, each).core.changeRegion(cartId(world, each), to, each)
    }
    case "complete":
      return await complete(world, on(world, each), { id: cartId(world, each), guarded: each.guarded })
    case "at_service":
      return pick([...tables.shown], each, (reference) => service.move(reference, each.status))
    case "advance":
      return await pick([...service.intents.keys()], each, (reference) =>
        CAUSES[each.cause] === "webhook"
          ? hook(world, on(world, each), reference)
          : look(world, each, { reference, source: { by: CAUSES[each.cause]! } as Source })
      )
    case "core_hook":
      return await pick([...service.intents.keys()], each, (reference) =>
        on(world, each).core.paymentHook({ data: { merchant_reference: reference } })
      )
    case "job":
      return await advanceDue(on(world, each).container, DUE_TASKS)
    case "wait":
      return clock.advance(each.ms)
    case "outage":
      return await outage(world, each)
    case "fault":
      return service.inject(each.operation, each.fault, each.times)
    case "lie":
      return await pick([...service.intents.keys()], each, async (reference) => {
        service.lie(reference, each.lie)
        await hook(world, on(world, each), reference)
      })
    case "stock":
      return Object.assign(tables.carts.get(cartId(world, each))!, {
        inStock: each.inStock,
        breaksLate: each.breaksLate,
      })
    case "delete_cart":
      return deleteCart(world, cartId(world, each))
    case "cancel_order":
      return await pick([...tables.orders.keys()], each, (id) => cancelOrder(on(world, each), id))
    case "resolve":
      return await resolve(world, each)
    case "answer_won":
      for (const item of await openItems(world))
        if (item.reason === "won_back") await resolveIt(world, each, { item, money: each.money })
      return
    case "refund":
      return await refund(world, each)
    case "reverse":
    case "win_back":
    case "lose_row":
    case "clock":
      return await disrupt(world, each)
    case "counter":
      return await payAtTheCounter(world, each)
    case "edit":
      return await editLinkOrder(world, each)
    case "refund_unapplied":
      return await sendBackHere(world, each)
    case "assign":
      return await assignElsewhere(world, each)
    case "link":
      return await doWithLink(world, each)
    case "pay_by_link":
      return await payByLinkHere(world, each)
    case "go_live":
      // The service keeps the references of each environment by themselves, which the stand-in does not.
      if (world.lost.size === 0) world.environment = "live"
      return
    case "stranger":
      return world.setting.stranger ? await disturb(world, each) : undefined
  }
}

async function pay(world: World, each: Action & { do: "pay" }): Promise<void> {
  const reference = await start(world, each)
  world.service.move(reference, "succeeded")
  if (each.comesBack) await look(world, each, { reference, source: { by: "return" } })
}

/** Pays by two addresses that were both open, or by one of a cart that costs something else by then. */
async function payAmiss(world: World, each: Action & { do: "pay_amiss" }): Promise<void> {
  const { core } = on(world, each)
  const id = cartId(world, each)
  const { amount } = world.tables.carts.get(id)!
  const references = [await start(world, { ...each, do: "start", provider: 0 })]
  if (each.how === "twice") references.push(await start(world, { ...each, do: "start", provider: 1 }))
  else
    await core.changeTotal(
      id,
      AMOUNTS.find((price) => price !== amount)!
    )
  for (const reference of references) world.service.move(reference, "succeeded")
  for (const reference of references) await look(world, each, { reference, source: { by: "return" } })
  if (each.how === "late_for_a_while") await core.changeTotal(id, amount)
}

async function look(world: World, each: { server: number }, input: AdvanceInput): Promise<void> {
  const { status } = await advance(on(world, each).container, input)
  world.count(`told: ${status}`)
}

async function start(world: World, each: Action & { do: "start" | "pay" }): Promise<string> {
  const server = on(world, each)
  const session = await server.core.startPayment(cartId(world, each), PROVIDERS[each.provider]!)
  return await goToPay(world, server, session)
}

/** For days the service says of no payment whether its money is there, and the job asks in vain. */
async function outage(world: World, each: Action & { do: "outage" }): Promise<void> {
  const isLong = each.days > 7
  const began = new Date(world.clock.now())
  world.wasSilentForAWeek ||= isLong
  const restore = world.service.goOut(each.says)
  for (let day = 0; day < each.days; day++) {
    world.clock.advance(DAY)
    await advanceDue(on(world, each).container, DUE_TASKS)
  }
  if (isLong && on(world, each).process.alive) await noteUntold(world, began)
  restore()
}

/** Money that is known to have come waits a week for an answer: then an order has it, or a person. */
async function noteUntold({ knex, tables }: World, began: Date): Promise<void> {
  const over = { applied_at: null, closed_at: null, listed_at: null }
  const rows = await knex<IntentRow>("paycollect_intent")
    .where({ outcome: "paid", ...over })
    .where("paid_at", "<", began)
  const waits = ({ merchant_reference }: IntentRow) =>
    `${merchant_reference} came, and after more than a week of silence neither an order nor a person has it`
  tables.wrong.push(...rows.map(waits))
}

async function refund(world: World, each: Action & { do: "refund" }): Promise<void> {
  const server = on(world, each)
  if (each.dies) server.process.killAt(each.dies)
  if (each.fault) world.service.inject("refund", each.fault, 1)
  await pick(world.tables.payments(), each, ({ id }) => refundPayment(server, { id, amount: each.amount }))
}

const openItems = async ({ knex }: World) =>
  await knex<AttentionRow>("paycollect_attention").where({ status: "open" }).orderBy("id")

async function resolve(world: World, each: Action & { do: "resolve" }): Promise<void> {
  await pick(await openItems(world), each, async (item) => {
    const money = item.category === "money" || item.reason === "won_back" ? "returned" : "sent"
    await resolveIt(world, each, { item, money })
  })
}

async function resolveIt(
  world: World,
  by: { server: number },
  { item, money }: { item: AttentionRow; money: "returned" | "kept" | "sent" }
): Promise<void> {
  // One that was killed meanwhile has another one in its place.
  const { container } = on(world, by)
  const intent = (await world.intents()).find(({ id }) => id === item.intent_id)!
  const resolution = { attention_id: item.id, note: "dealt with by hand", resolved_by: "user_merchant" }
  await resolveItem(container, intent, { ...resolution, money })
  if (item.reason === "won_back") world.count(`won back: ${money}`)
}

function deleteCart({ tables }: World, id: string): void {
  const found = tables.carts.get(id)!
  if (!found.completedAt) found.deleted = true
}

export function addCarts({ tables, setting }: World): void {
  const customers = Array.from({ length: setting.carts }, (_, i) => `cart_${i}`)
  for (const id of setting.stranger ? [...customers, STRANGER] : customers)
    tables.carts.set(id, {
      id,
      amount: AMOUNTS[0],
      currency: "xaf",
      email: "ama@example.com",
      collectionId: null,
      completedAt: null,
      deleted: false,
      inStock: true,
      breaksLate: false,
    })
}

const cartId = ({ setting }: World, each: { cart: number }) => `cart_${each.cart % setting.carts}`
const on = (world: World, each: { server: number }) => world.servers[each.server]!
