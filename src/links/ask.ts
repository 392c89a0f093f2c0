import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { convertDraftOrderWorkflow } from "@medusajs/medusa/core-flows"
import { paymentCustomer, type MissingCustomerField } from "../domain/customer"
import { LINK_CREATED } from "../domain/events"
import { owedByLink } from "../domain/link"
import { minorAmount } from "../domain/money"
import { paycollectOf } from "../modules/paycollect"
import { type LinkRow } from "../modules/paycollect/models/link"
import { isCanceled } from "../store/predicates"
import { readLink, type LinkReading } from "./read"

export type LinkRefusalCode =
  | "no_order"
  | "draft"
  | "canceled"
  | "nothing_owed"
  | "attention"
  | "no_provider"
  | "customer_lacks"
  | "not_configured"

const MEANING: Record<LinkRefusalCode, string> = {
  no_order: "There is no such order",
  draft:
    "The order is still a draft, which reserves nothing and stays a draft when it is paid: let it be converted with convert_draft",
  canceled: "The order is canceled",
  nothing_owed: "The order owes nothing",
  attention:
    'Money came for this order and waits for a person: settle its item in "needs attention" first, so that nobody pays twice',
  no_provider: "The order's region offers none of this plugin's payment providers: add one to the region",
  customer_lacks: "The payment service needs more of the customer; add it to the order",
  not_configured: "PayCollect is not configured: see its settings",
}

/** Nothing was made or changed. `code` is for programs; the dashboard has a text for each. */
export class LinkRefusal extends Error {
  constructor(
    readonly code: LinkRefusalCode,
    readonly missing: MissingCustomerField[] = []
  ) {
    const lacks = missing.length > 0 ? ` (${missing.join(", ")})` : ""
    super(`${MEANING[code]}${lacks}. No link was made and nothing was changed.`)
  }
}

export interface AskedLink {
  order_id: string
  /** how long it can be paid by */
  days: number
  /** a draft is made an order first; without it a draft is refused */
  convertDraft: boolean
  /** the employee's id */
  by: string
}

/**
 * The payment link of an order: made, or renewed with the same address where one is open. A draft is converted when everything else is
 * there: from then on its goods are reserved.
 * @throws LinkRefusal
 */
export async function askByLink(container: MedusaContainer, asked: AskedLink): Promise<LinkRow> {
  const { links, clock } = paycollectOf(container)
  const { order_id, convertDraft, days, by } = asked
  const read = async () => {
    const at = new Date(clock.now())
    return await readLink(container, {
      order_id,
      asked_at: at,
      expires_at: at,
      revoked_at: null,
      paid_at: null,
    })
  }
  let reading = await read()
  assertMayAsk(reading, convertDraft)
  if (reading.facts!.order.is_draft_order) {
    await convertDraftOrderWorkflow(container).run({ input: { id: order_id } })
    // Core works out its taxes anew.
    reading = await read()
    assertMayAsk(reading, false)
  }
  const { currency_code } = reading.facts!
  const { link, isNew } = await links.ask({
    order_id,
    amount: minorAmount(owedNow(reading)),
    currency_code,
    days,
    by,
  })
  if (isNew) await tellCreated(container, link)
  return link
}

/** @throws LinkRefusal */
function assertMayAsk(reading: LinkReading, convertDraft: boolean): void {
  const { facts, active, state } = reading
  if (!facts) throw new LinkRefusal("no_order")
  if (active.hindrance) throw new LinkRefusal("not_configured")
  if (isCanceled(facts.order)) throw new LinkRefusal("canceled")
  if (state.kind === "attention") throw new LinkRefusal("attention")
  if (owedNow(reading) <= 0n) throw new LinkRefusal("nothing_owed")
  if (facts.providers.length === 0) throw new LinkRefusal("no_provider")
  const customer = paymentCustomer(facts.customer, active.options.fallbackCustomerName)
  if (!customer.ok) throw new LinkRefusal("customer_lacks", customer.missing)
  if (facts.order.is_draft_order && !convertDraft) throw new LinkRefusal("draft")
}

function owedNow({ facts, exponent }: LinkReading): bigint {
  // Asked for at this moment: whatever went back before is asked for again on purpose.
  return owedByLink({ asked_at: new Date(8.64e15) }, facts!.order, exponent)
}

async function tellCreated(container: MedusaContainer, { id, order_id, expires_at }: LinkRow): Promise<void> {
  try {
    const data = { id, order_id, expires_at: new Date(expires_at).toISOString() }
    await container.resolve(Modules.EVENT_BUS).emit({ name: LINK_CREATED, data }, {})
  } catch {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`paycollect: ${LINK_CREATED} of ${id} was not sent; the link can be paid by all the same`)
  }
}
