import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { createHmac } from "node:crypto"
import { Readable } from "node:stream"
import { guardOrderCancel } from "../../../src/api/admin/orders/cancel-guard"
import { GET as goToCheckout } from "../../../src/api/paycollect/checkout/[session_id]/route"
import { POST as receiveEvent } from "../../../src/api/hooks/paycollect/route"
import { guardCompletion } from "../../../src/api/store/carts/complete-guard"
import { PayCollectError } from "../../../src/client"
import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import { reconcile } from "../../../src/settlement/reconcile"
import { resolveItem } from "../../../src/settlement/resolve-item"
import { settle, type SettleInput } from "../../../src/settlement/settle"
import { type Action, AMOUNTS, CAUSES, PROVIDERS, type Turn } from "./actions"
import { Refused } from "./core"
import { type Session } from "./core-state"
import { type Server, WEBHOOK_SECRET, type World } from "./world"

const MERCHANTS = new Set<Action["do"]>(["refund", "cancel_order", "resolve"])
const DAY = 24 * 3_600_000

/** @throws whatever is neither an honest refusal nor a killed server: a crash of ours */
export async function play(world: World, { actions, kill }: Turn): Promise<void> {
  if (kill) world.servers[kill.server]!.process.killAfter(kill.after)
  // One merchant does one thing after the other.
  const merchants = actions.filter((each) => MERCHANTS.has(each.do))
  const others = actions.filter((each) => !MERCHANTS.has(each.do))
  const lanes = [...others.map((each) => [each]), merchants]
  await Promise.all(
    lanes.map(async (lane) => {
      for (const each of lane) await untilDeath(world, each)
    })
  )
  world.servers.forEach(({ process }, index) => {
    if (process.alive) process.spare()
    else world.restart(index)
  })
}

async function untilDeath(world: World, each: Action): Promise<void> {
  const acting = perform(world, each).catch((error: unknown) => {
    if (error instanceof Refused || error instanceof PayCollectError || error instanceof MedusaError) return
    throw error
  })
  if (!("server" in each)) return void (await acting)
  await Promise.race([acting, world.servers[each.server]!.process.death])
}

async function perform(world: World, each: Action): Promise<unknown> {
  const { tables, service, clock } = world
  world.count(`did: ${each.do}`)
  switch (each.do) {
    case "start":
      return await start(world, each)
    case "pay":
      return await pay(world, each)
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
    case "settle":
      return await pick([...service.intents.keys()], each, (reference) =>
        CAUSES[each.cause] === "webhook"
          ? hook(world, on(world, each), reference)
          : look(world, each, { reference, cause: CAUSES[each.cause]! })
      )
    case "core_hook":
      return await pick([...service.intents.keys()], each, (reference) =>
        on(world, each).core.paymentHook({ data: { merchant_reference: reference } })
      )
    case "job":
      return await reconcile(on(world, each).container)
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
    case "refund":
      if (each.fault) service.inject("refund", each.fault, 1)
      return await pick(tables.payments(), each, ({ id }) =>
        on(world, each).core.refundPayment(id, each.amount)
      )
    case "go_live":
      world.environment = "live"
  }
}

async function pay(world: World, each: Action & { do: "pay" }): Promise<void> {
  const reference = await start(world, each)
  world.service.move(reference, "succeeded")
  if (each.comesBack) await look(world, each, { reference, cause: "return" })
}

async function look(world: World, each: { server: number }, input: SettleInput): Promise<void> {
  const { status } = await settle(on(world, each).container, input)
  world.count(`told: ${status}`)
}

/** `POST /hooks/paycollect` with a signed event about a payment. @returns the status of the answer; the service repeats all but 200 */
export async function hook(world: World, { container }: Server, reference: string): Promise<number> {
  const body = { event_type: "payment.succeeded", data: { merchant_reference: reference } }
  const rawBody = Buffer.from(JSON.stringify(body))
  const signature = createHmac("sha256", WEBHOOK_SECRET).update(rawBody).digest("hex")
  const headers = { "x-service-signature": `sha256=${signature}` }
  let answered = 0
  const answer = { status: (status: number) => ((answered = status), answer), json: () => answer }
  const request = Object.assign(Readable.from([rawBody]), { headers, scope: container })
  await receiveEvent(request as unknown as MedusaRequest, answer as unknown as MedusaResponse)
  world.count(`webhook: ${answered}`)
  return answered
}

async function start(world: World, each: Action & { do: "start" | "pay" }): Promise<string> {
  const server = on(world, each)
  const session = await server.core.startPayment(cartId(world, each), PROVIDERS[each.provider]!)
  return await goToPay(world, server, session)
}

/** `createIntent: "on_redirect"`: the payment starts at our own address. @returns the reference of what the customer is shown */
export async function goToPay(world: World, { container }: Server, session: Session): Promise<string> {
  if (session.data.merchant_reference) return String(session.data.merchant_reference)
  let address: string | undefined
  const answer: Record<string, unknown> = { redirect: (_: number, to: string) => void (address = to) }
  for (const name of ["status", "type", "send", "setHeader"]) answer[name] = () => answer
  const request = { method: "GET", params: { session_id: session.id }, headers: {}, scope: container }
  await goToCheckout(request as unknown as MedusaRequest, answer as unknown as MedusaResponse)
  const intent = (await world.intents()).find(
    ({ checkout_url, merchant_reference }) =>
      address && (checkout_url === address || address.endsWith(`/return/${merchant_reference}`))
  )
  world.count(intent ? "went to pay" : "could not go to pay")
  if (!intent) throw new Refused("no payment was started")
  world.tables.shown.add(intent.merchant_reference)
  return intent.merchant_reference
}

/** The service answers no question for days, and the job asks in vain. */
async function outage(world: World, each: Action & { do: "outage" }): Promise<void> {
  const restore = world.service.goSilent()
  for (let day = 0; day < each.days; day++) {
    world.clock.advance(DAY)
    await reconcile(on(world, each).container)
  }
  restore()
}

/** The store API's route: the plugin's own guard before core's workflow, or, `guarded: false`, somebody who calls core directly. */
async function complete(
  world: World,
  { container, core }: Server,
  { id, guarded }: { id: string; guarded: boolean }
): Promise<unknown> {
  if (!guarded && (await isWatched(world, id))) return await core.completeCart(id)
  let letOn = false
  let finished = () => {}
  const once = (_event: "finish", listener: () => void) => void (finished = listener)
  const answer = { status: () => answer, json: () => answer, once }
  const request = { params: { id }, scope: container } as unknown as MedusaRequest
  await guardCompletion(request, answer as unknown as MedusaResponse, () => void (letOn = true))
  world.count(letOn ? "complete: let on to core" : "complete: told that it is not paid")
  return letOn ? await core.completeCart(id).finally(() => finished()) : undefined
}

/** What nothing but the guard knows of, no job looks after: a payment that was never recorded, or whose ladder is over. */
async function isWatched({ tables, knex }: World, id: string): Promise<boolean> {
  const collection = tables.collections.get(tables.carts.get(id)!.collectionId ?? "")
  if (!collection?.sessions.length || !collection.sessions.every(({ data }) => data.merchant_reference))
    return false
  const watched = await knex("paycollect_intent").where({ cart_id: id }).whereNotNull("due_at").first("id")
  return watched !== undefined
}

async function cancelOrder({ container, core }: Server, id: string): Promise<void> {
  let letOn = false
  let finished = () => {}
  const auth_context = { actor_id: "user_merchant" }
  const request = { params: { id }, scope: container, auth_context } as unknown as MedusaRequest
  const answer = { once: (_event: "finish", listener: () => void) => void (finished = listener) }
  await guardOrderCancel(request, answer as unknown as MedusaResponse, () => void (letOn = true))
  if (letOn) await core.cancelOrder(id, "user_1").finally(() => finished())
}

async function resolve(world: World, each: Action & { do: "resolve" }): Promise<void> {
  const open = await world.knex<AttentionRow>("paycollect_attention").where({ status: "open" }).orderBy("id")
  await pick(open, each, async (item) => {
    const intent = (await world.intents()).find(({ id }) => id === item.intent_id)!
    await resolveItem(on(world, each).container, intent, {
      attention_id: item.id,
      note: "dealt with by hand",
      resolved_by: "user_merchant",
    })
  })
}

function deleteCart({ tables }: World, id: string): void {
  const found = tables.carts.get(id)!
  if (!found.completedAt) found.deleted = true
}

export function addCarts({ tables, setting }: World): void {
  for (let i = 0; i < setting.carts; i++)
    tables.carts.set(`cart_${i}`, {
      id: `cart_${i}`,
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

function pick<T, R>(from: T[], each: { n: number }, use: (chosen: T) => R): R | undefined {
  const chosen = from[each.n % Math.max(1, from.length)]
  return chosen === undefined ? undefined : use(chosen)
}
