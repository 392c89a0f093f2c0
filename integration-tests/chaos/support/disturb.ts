import { advance } from "../../../src/orders/advance"
import { type Action, PROVIDERS } from "./actions"
import { takeRefusal } from "./core"
import { pick } from "./pick"
import { complete, goToPay, hook } from "./routes"
import { isVisitors, STRANGER, type VisitorAct } from "./untrusted-visitor"
import { type World } from "./world"

/** As often as it pleases, all at once; the others' turns go on beside it. */
export async function disturb(world: World, each: Action & { do: "stranger" }): Promise<void> {
  const server = world.servers[each.server]!
  const { core, container } = server
  const { tables, service } = world
  const once: Record<VisitorAct, (n: number) => Promise<unknown> | undefined> = {
    start: async (n) =>
      await goToPay(world, server, await core.startPayment(STRANGER, PROVIDERS[n % PROVIDERS.length]!)),
    return: (n) =>
      pick([...tables.shown].filter(isVisitors), { n }, (reference) =>
        advance(container, { reference, source: { by: "return" } })
      ),
    complete: () => complete(world, server, { id: STRANGER, guarded: true }),
    forged_event: (n) =>
      pick([...service.intents.keys()], { n }, async (reference) => {
        const answered = await hook(world, server, reference, { secret: "whsec_of_a_stranger" })
        if (answered !== 401) tables.wrong.push(`a forged event about ${reference} was answered ${answered}`)
      }),
    core_hook: (n) =>
      pick([...service.intents.keys()], { n }, (reference) =>
        core.paymentHook({ data: { merchant_reference: reference } })
      ),
  }
  world.count(`stranger: ${each.act}`, each.times)
  await Promise.all(
    Array.from({ length: each.times }, async (_, time) => {
      await once[each.act](each.n + time)?.catch(takeRefusal)
    })
  )
}
