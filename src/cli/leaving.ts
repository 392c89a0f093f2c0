import { type MedusaContainer } from "@medusajs/framework/types"
import { updateRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { queryOf } from "../payments/module"
import { paycollectIfThere } from "../modules/paycollect"
import { isCurrent } from "../features/health/payment-facts"
import { placedUnpaidOrders } from "../orders/records/placed-orders"
import { isOurs } from "../orders/records/providers"
import { type RegionFact, regions } from "./region/facts"
import { counted } from "./command"

/** What a store that takes the package out leaves behind. */
export interface Leaving {
  /** money that only the package looks after, one sentence each; empty when nothing is open */
  open: string[]
  /** regions that offer a provider of the package */
  regions: RegionFact[]
}

/** Reads only. Without the module, as after its lines were taken out by hand, the regions are all there is to see. */
export async function leavingOf(container: MedusaContainer): Promise<Leaving> {
  const query = queryOf(container)
  const offering = (await regions(query)).filter((region) => providersOf(region).some(isOneOfOurs))
  const paycollect = paycollectIfThere(container)
  if (!paycollect || !isCurrent(await paycollect.migrated())) return { open: [], regions: offering }
  const [[, payments], items, placed] = await Promise.all([
    paycollect.listAndCountIntents({ next_step_at: { $ne: null } }, { take: 1 }),
    paycollect.attention.countOpen(),
    placedUnpaidOrders(query, { since: new Date(0), carts: [] }),
  ])
  const open = [
    [
      payments,
      "payment is not ended: money that still comes makes no order any more",
      "payments are not ended: money that still comes makes no order any more",
    ],
    [
      items,
      'item of the "needs attention" list is open: its page goes with the package',
      'items of the "needs attention" list are open: their page goes with the package',
    ],
    [
      placed.length,
      "order stands unpaid: nothing captures or cancels it any more",
      "orders stand unpaid: nothing captures or cancels them any more",
    ],
  ] as const
  return {
    open: open.flatMap(([count, one, many]) => (count > 0 ? `${counted(count, one, many)}.` : [])),
    regions: offering,
  }
}

const providersOf = ({ payment_providers }: RegionFact) =>
  (payment_providers ?? []).flatMap((each) => each?.id ?? [])
const isOneOfOurs = (provider_id: string) => isOurs({ provider_id })

/** Which providers a region keeps. */
export const keptIn = (region: RegionFact) => providersOf(region).filter((id) => !isOneOfOurs(id))

/** Takes the package's providers out of the regions; each keeps its others. */
export async function leaveRegions(container: MedusaContainer, offering: RegionFact[]): Promise<void> {
  for (const region of offering)
    await updateRegionsWorkflow(container).run({
      input: { selector: { id: region.id }, update: { payment_providers: keptIn(region) } },
    })
}
