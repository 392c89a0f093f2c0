import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import fc from "fast-check"
import { keepMoneyHonest } from "../../../src/api/admin/orders/cancel-guard"
import { answerUnpaidCart } from "../../../src/api/store/carts/complete-guard"
import { PayCollectError } from "../../../src/client"
import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import type PayCollectModuleService from "../../../src/modules/paycollect/service"
import { reconcile } from "../../../src/workflows/settle/reconcile"
import { settle } from "../../../src/workflows/settle/settle"
import { Refused } from "./core"
import { FAULTS, LIES, type Fault, type ServiceIntent } from "./service"
import { type Server, type World } from "./world"

const CARTS = 2
export const SERVERS = 2
const AMOUNTS = [10_000, 12_000] as const
const PROVIDERS = ["pp_paycollect_default", "pp_paycollect-card_default"] as const
const CAUSES = ["return", "webhook", "watched", "admin"] as const

/** What one of the people, machines or accidents around the shop does. `server` is who answers; `n` picks among what exists. */
export type Action =
  | { do: "start"; server: number; cart: number; provider: number }
  | { do: "change_total"; server: number; cart: number; amount: number }
  | { do: "complete"; server: number; cart: number; guarded: boolean }
  | { do: "at_service"; n: number; status: ServiceIntent["status"] }
  | { do: "settle"; server: number; n: number; cause: number }
  | { do: "job"; server: number }
  | { do: "wait"; ms: number }
  | { do: "fault"; operation: "create" | "verify"; fault: Fault; times: number }
  | { do: "lie"; n: number; lie: number }
  | { do: "stock"; cart: number; inStock: boolean; breaksLate: boolean }
  | { do: "delete_cart"; cart: number }
  | { do: "cancel_order"; server: number; n: number }
  | { do: "resolve"; server: number; n: number }

/** Some at once; `kill` ends a server at its n-th point from here, and it is started again afterwards. */
export interface Turn {
  actions: Action[]
  kill: { server: number; after: number } | null
}

const server = fc.nat(SERVERS - 1)
const cart = fc.nat(CARTS - 1)
const n = fc.nat(3)
const one = <T extends Action["do"]>(name: T) => fc.constant(name)

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: one("start"), server, cart, provider: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: one("change_total"), server, cart, amount: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ do: one("complete"), server, cart, guarded: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: one("at_service"),
      n,
      status: fc.constantFrom("succeeded", "succeeded", "succeeded", "processing", "failed", "canceled"),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one("settle"), server, n, cause: fc.nat(CAUSES.length - 1) }) },
  { weight: 2, arbitrary: fc.record({ do: one("job"), server }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one("wait"),
      ms: fc.constantFrom(1_000, 4_000, 20_000, 70_000, 200_000, 3_600_000, 90_000_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one("fault"),
      operation: fc.constantFrom("create" as const, "verify" as const),
      fault: fc.constantFrom(...FAULTS),
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: one("lie"), n, lie: fc.nat(LIES.length - 1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: one("stock"), cart, inStock: fc.boolean(), breaksLate: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: one("delete_cart"), cart }) },
  { weight: 1, arbitrary: fc.record({ do: one("cancel_order"), server, n }) },
  { weight: 1, arbitrary: fc.record({ do: one("resolve"), server, n }) }
)

export const turn: fc.Arbitrary<Turn> = fc.record({
  actions: fc.oneof(
    { weight: 3, arbitrary: fc.array(action, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(action, { minLength: 2, maxLength: 3 }) }
  ),
  kill: fc.option(fc.record({ server, after: fc.nat(60) }), { freq: 4, nil: null }),
})

/** @throws whatever is neither an honest refusal nor a killed server: a crash of ours */
export async function play(world: World, { actions, kill }: Turn): Promise<void> {
  if (kill) world.servers[kill.server]!.process.killAfter(kill.after)
  await Promise.all(actions.map((each) => untilDeath(world, each)))
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
  switch (each.do) {
    case "start":
      return await on(world, each).core.startPayment(cartId(each), PROVIDERS[each.provider]!)
    case "change_total":
      return await on(world, each).core.changeTotal(cartId(each), AMOUNTS[each.amount]!)
    case "complete":
      return await complete(world, on(world, each), { id: cartId(each), guarded: each.guarded })
    case "at_service":
      return pick([...tables.shown], each, (reference) => service.move(reference, each.status))
    case "settle":
      return await pick([...service.intents.keys()], each, (reference) =>
        settle(on(world, each).container, { reference, cause: CAUSES[each.cause]! })
      )
    case "job":
      return await reconcile(on(world, each).container)
    case "wait":
      return clock.advance(each.ms)
    case "fault":
      return service.inject(each.operation, each.fault, each.times)
    case "lie":
      return pick([...service.intents.values()], each, (intent) => (intent.lie = LIES[each.lie]!))
    case "stock":
      return Object.assign(tables.carts.get(cartId(each))!, {
        inStock: each.inStock,
        breaksLate: each.breaksLate,
      })
    case "delete_cart":
      return deleteCart(world, cartId(each))
    case "cancel_order":
      return await pick([...tables.orders.keys()], each, (id) => cancelOrder(on(world, each), id))
    case "resolve":
      return await resolveItem(world, each)
  }
}

/** The store API's route: the plugin's own guard before core's workflow, or, `guarded: false`, somebody who calls core directly. */
async function complete(
  world: World,
  { container, core }: Server,
  { id, guarded }: { id: string; guarded: boolean }
): Promise<unknown> {
  if (!guarded && isStarted(world, id)) return await core.completeCart(id)
  let letOn = false
  let finished = () => {}
  const once = (_event: "finish", listener: () => void) => void (finished = listener)
  const answer = { status: () => answer, json: () => answer, once }
  const request = { params: { id }, scope: container } as unknown as MedusaRequest
  await answerUnpaidCart(request, answer as unknown as MedusaResponse, () => void (letOn = true))
  return letOn ? await core.completeCart(id).finally(() => finished()) : undefined
}

/** Of a cart whose payment was never recorded nothing but the guard knows: without it, an order cut off half-way is core's own. */
function isStarted({ tables }: World, id: string): boolean {
  const collection = tables.collections.get(tables.carts.get(id)!.collectionId ?? "")
  return !!collection && collection.sessions.every(({ data }) => data.merchant_reference)
}

async function cancelOrder({ container, core }: Server, id: string): Promise<void> {
  let letOn = false
  const request = { params: { id }, scope: container } as unknown as MedusaRequest
  await keepMoneyHonest(request, {} as MedusaResponse, () => void (letOn = true))
  if (letOn) await core.cancelOrder(id)
}

async function resolveItem(world: World, each: Action & { do: "resolve" }): Promise<void> {
  const open = await world.knex<AttentionRow>("paycollect_attention").where({ status: "open" }).orderBy("id")
  await pick(open, each, (item) =>
    on(world, each)
      .container.resolve<PayCollectModuleService>("paycollect")
      .attention.resolve(item.id, { note: "dealt with by hand", resolved_by: "user_merchant" })
  )
}

function deleteCart({ tables }: World, id: string): void {
  const found = tables.carts.get(id)!
  if (!found.completedAt) found.deleted = true
}

export function addCarts({ tables }: World): void {
  for (let i = 0; i < CARTS; i++)
    tables.carts.set(`cart_${i}`, {
      id: `cart_${i}`,
      amount: AMOUNTS[0],
      email: "ama@example.com",
      collectionId: null,
      completedAt: null,
      deleted: false,
      inStock: true,
      breaksLate: false,
    })
}

const cartId = (each: { cart: number }) => `cart_${each.cart}`
const on = (world: World, each: { server: number }) => world.servers[each.server]!

function pick<T, R>(from: T[], each: { n: number }, use: (chosen: T) => R): R | undefined {
  const chosen = from[each.n % Math.max(1, from.length)]
  return chosen === undefined ? undefined : use(chosen)
}
