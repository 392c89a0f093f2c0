import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { type Action } from "./actions"
import { DECIMALS, type Currency } from "./core-state"
import { pick } from "./pick"
import { hook } from "./routes"
import { type World } from "./world"

/** The service speaks of something else than that the money came. */
export const NEWS = { event_type: "payment.reversed" }

/** What nobody in the shop does: money goes back and comes again, records are lost, clocks go wrong. */
export async function disrupt(
  world: World,
  each: Action & { do: "reverse" | "win_back" | "lose_row" | "clock" }
): Promise<void> {
  const { service, servers } = world
  const references = [...service.intents.keys()]
  switch (each.do) {
    case "reverse":
      return await pick(
        references.filter((reference) => service.intents.get(reference)!.status === "succeeded"),
        each,
        async (reference) => {
          const { currency } = service.intents.get(reference)!.body
          const decimals = DECIMALS[currency!.toLowerCase() as Currency]
          const amount = each.amount === null ? null : BigInt(each.amount * 10 ** decimals)
          if (!service.reverse(reference, amount, each.state)) return
          world.count(`reversed: ${amount === null ? "all that was left" : "a part"}`)
          if (each.isTold) await hook(world, servers[each.server]!, reference, NEWS)
        }
      )
    case "win_back":
      return await pick(references, each, async (reference) => {
        if (!service.winBack(reference)) return
        world.count("reversed: won back")
        if (each.isTold) await hook(world, servers[each.server]!, reference, NEWS)
      })
    case "lose_row":
      return await pick(await rowsToLose(world), each, (intent) => loseRow(world, intent))
    case "clock":
      servers[each.server]!.clock.ahead = each.ahead
  }
}

/** Of a refund from the list no record is left anywhere but with the service, which does not tell of it. */
async function rowsToLose({ knex, environment }: World): Promise<IntentRow[]> {
  return await knex<IntentRow>("paycollect_intent")
    .where({ environment })
    .whereNotIn("id", knex("paycollect_refund").select("intent_id"))
    .orderBy("created_at")
    .orderBy("id")
}

/** What a failover or a restored backup does not bring back: all that our tables know of one payment. Medusa's are left. */
async function loseRow(
  world: World,
  { id, merchant_reference, assigned_order_id }: IntentRow
): Promise<void> {
  const { knex } = world
  await knex.transaction(async (all) => {
    for (const table of ["attention", "entry", "intent_event", "intent_session"])
      await all(`paycollect_${table}`).where({ intent_id: id }).delete()
    await all("paycollect_intent").where({ id }).delete()
  })
  world.lost.add(merchant_reference)
  world.count(`row lost: ${assigned_order_id ? "assigned" : "not assigned"}`)
}
