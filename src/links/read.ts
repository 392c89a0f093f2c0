import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { linkState, type LinkState } from "../domain/link"
import { paycollectOf } from "../modules/paycollect"
import { type ActiveConfiguration } from "../modules/paycollect/active-configuration"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type LinkRow } from "../modules/paycollect/models/link"
import { decimalsOf } from "../store/currency"
import { linkOrder, type LinkOrder } from "../store/link-facts"
import { subjectsOfOrder } from "../store/lookups"

type Judged = Pick<LinkRow, "order_id" | "expires_at" | "revoked_at" | "asked_at" | "paid_at">

/** A link as it stands at this moment: everything that its page and its merchant are shown. */
export interface LinkReading {
  state: LinkState
  /** null: it is gone */
  facts: LinkOrder | null
  exponent: number
  /** of the order, whatever they were made for, newest first */
  payments: IntentRow[]
  active: ActiveConfiguration
}

/** Reads and judges; writes nothing and asks nothing of the service. */
export async function readLink(container: MedusaContainer, link: Judged): Promise<LinkReading> {
  return { ...(await readOrder(container, link.order_id)).judge(link) }
}

/** The same for several links of one order, which is read once. */
export async function readOrder(
  container: MedusaContainer,
  orderId: string
): Promise<{ judge(link: Judged): LinkReading }> {
  const { ledger, attention, bookings, configuration, clock } = paycollectOf(container)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const active = await configuration.current()
  const [facts, subjects, booking] = await Promise.all([
    linkOrder(query, orderId),
    subjectsOfOrder(query, orderId),
    bookings.onOrder(orderId),
  ])
  const attempts = await Promise.all(subjects.map((subject) => ledger.ofSubject(subject)))
  const payments = attempts
    .flat()
    .sort((one, other) => +new Date(other.created_at) - +new Date(one.created_at))
  const [needsAttention, decimals] = await Promise.all([
    attention.hasOpenMoney(payments.map(({ id }) => id)),
    facts ? decimalsOf(facts.currency_code, query, active.options) : null,
  ])
  // Of a currency that Medusa does not know nothing was ever paid.
  const exponent = decimals ?? 0
  const order = facts && decimals !== null ? facts.order : null
  const moment = { order, payments, needsAttention, busy: booking !== null, exponent, now: clock.now() }
  return {
    judge: (link) => ({ state: linkState(link, moment), facts, exponent, payments, active }),
  }
}
