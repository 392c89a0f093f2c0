import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { assign, AssignmentRefusal } from "../../../src/features/assignment/assign"
import { refundUnapplied } from "../../../src/features/refunds/refund"
import { type Action, CLICKS, type Click, SERVERS } from "./actions"
import { takeRefusal } from "./core"
import { type Order } from "./core-state"
import { pick } from "./pick"
import { type Server, type World } from "./world"

/** What a merchant does with money that no order stands for, from the list of what needs attention. */

export const ASSIGNABLE = ["paid_without_order", "late_payment", "duplicate_payment", "paid_after_cancel"]
/** More than the payment, so that the order still asks for something afterwards. */
const DEARER = 2_500

/** Presses "Refund" at an open item about money; `clicks`: once more at the same moment, or together with a colleague. */
export async function sendBackHere(world: World, each: Action & { do: "refund_unapplied" }): Promise<void> {
  const servers = serversOf(world, each)
  if (each.dies) servers[0]!.process.killAt(each.dies)
  if (each.fault) world.service.inject("refund", each.fault, 1)
  const { amount, clicks } = each
  const open = (await openItems(world)).filter(({ category }) => category === "money")
  await pick(open, each, async ({ id, intent_id }) => {
    const intent = await intentOf(world, intent_id)
    const keys = [world.tables.id("click"), world.tables.id("click")]
    const answers = new Map<string, string>()
    await atOnce(world, servers, CLICKS[clicks], async ({ container }, { key }) => {
      const sent = await refundUnapplied(container, intent, {
        ...(amount !== null && { amount }),
        reason: "duplicate",
        attention_id: id,
        key: keys[key - 1],
        by: `user_${key}`,
      })
      // One wish, however often it was clicked: two refunds of a part would both fit into what came.
      const wish = keys[key - 1]!
      const first = answers.get(wish) ?? sent.id
      answers.set(wish, first)
      if (first !== sent.id) world.tables.wrong.push(`one wish to refund became ${first} and ${sent.id}`)
      world.count(`sent back: ${amount === null ? "all" : "a part"}, ${sent.status}`)
      world.count(`sent back: ${clicks}`)
    })
  })
}

/** Gives whole money that no order stands for to an order of its currency; other money is tried, too. `twice`: a colleague gives it to another one. */
export async function assignElsewhere(world: World, each: Action & { do: "assign" }): Promise<void> {
  const servers = serversOf(world, each)
  if (each.dies) servers[0]!.process.killAt(each.dies)
  const open = (await openItems(world)).filter(({ category }) => category === "money")
  const bookable = open.filter(({ reason }) => ASSIGNABLE.includes(reason))
  await pick(bookable.length > 0 ? bookable : open, each, async ({ intent_id }) => {
    const intent = await intentOf(world, intent_id)
    const clicks = each.twice ? CLICKS.two_employees : CLICKS.once
    await atOnce(world, servers, clicks, async (server, { key }) => {
      const order_id = orderFor(world, server, { intent, each, nth: key - 1 })
      if (!order_id) return
      const { status } = await assign(server.container, intent, { order_id, by: `user_${key}` })
      world.count(`assigned: ${status}`)
    })
  })
}

function orderFor(
  { tables }: World,
  { core }: Server,
  { intent, each, nth }: { intent: IntentRow; each: Action & { do: "assign" }; nth: number }
): string | undefined {
  const { amount, exponent, currency_code } = intent
  const price = Number(amount) / 10 ** exponent
  const currency = currency_code as Order["currency"]
  if (each.order === "by_telephone") return core.orderByTelephone(price, currency)
  if (each.order === "dearer") return core.orderByTelephone(price + DEARER, currency)
  // Of any currency and in any state, with money of its own or without: what may not be is refused.
  return pick([...tables.orders.keys()], { n: each.n + nth }, (id) => id)
}

/** A killed server answers nobody; those who asked another one get their answer. */
async function atOnce(
  world: World,
  servers: Server[],
  clicks: Click[],
  press: (server: Server, click: Click) => Promise<void>
): Promise<void> {
  const told = (error: unknown) => {
    takeRefusal(error)
    const { code } = error as { code?: string }
    world.count(
      `${error instanceof AssignmentRefusal ? "assigned" : "sent back"}: refused, ${code ?? "by core"}`
    )
  }
  await Promise.all(
    clicks.map(async (click) => {
      const on = servers[click.on]!
      const pressed = press(on, click).catch(told)
      on.process.acts.push(pressed)
      await Promise.race([pressed, on.process.death])
    })
  )
}

/** As they are now, the act's own first: who began on one that was killed must not go on on the one that takes its place. */
function serversOf({ servers }: World, { server }: { server: number }): Server[] {
  return Array.from({ length: SERVERS }, (_, i) => servers[(server + i) % SERVERS]!)
}

async function openItems({ knex }: World): Promise<AttentionRow[]> {
  return await knex<AttentionRow>("paycollect_attention").where({ status: "open" }).orderBy("id")
}

async function intentOf(world: World, id: string): Promise<IntentRow> {
  return (await world.intents()).find((intent) => intent.id === id)!
}
