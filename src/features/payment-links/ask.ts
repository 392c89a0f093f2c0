import { type MedusaContainer } from "@medusajs/framework/types"
import { publish } from "../../orders/emit"
import { convertDraftOrderWorkflow } from "@medusajs/medusa/core-flows"
import { shortOf } from "./cart-rules"
import { type PayCollectCartLack as CartLack } from "../../types/http"
import { outOfBounds } from "../../payments/amounts"
import { minorAmount } from "../../service/wire/shape"
import { type LinksModule, type NewLink } from "./rows"
import { type LinkRow } from "../../modules/paycollect/models/link"
import { boundsOf } from "../../orders/amount-bounds"
import { isCanceled, openOf, total } from "../../orders/records/predicates"
import { isNotSold, refreshCart } from "./cart"
import { orderOfLink, readLink, type LinkSubjectIds, type LinkReading } from "./read"
import { moduleOf } from "../../payments/module"

export const ASK_MEANING = {
  no_order: "There is no such order",
  no_cart: "There is no such cart (any more)",
  draft:
    "The order is still a draft, which reserves nothing and stays a draft when it is paid: let it be converted with convert_draft",
  canceled: "The order is canceled",
  nothing_owed: "Nothing is owed",
  attention:
    'Money came for this and waits for a person: resolve its item in "needs attention" first, so that nobody pays twice',
  no_provider: "The region offers none of this plugin's payment providers: add one to the region",
  customer_lacks: "The payment service needs more of the customer; add it to the order",
  cart_lacks:
    "The cart cannot become an order as it is; its customer has to complete it at the shop first. It lacks",
  under_way: "A payment of this cart is under way, or the cart is being changed: look again in a minute",
  not_configured: "PayCollect is not configured: see its settings",
}

export type LinkRefusalCode = keyof typeof ASK_MEANING

const LACKS: Record<CartLack, string> = {
  goods: "goods",
  first_name: "the customer's first name",
  last_name: "the customer's last name",
  "email or phone": "an e-mail address or a phone number",
  delivery_address: "a delivery address",
  delivery_method: "a way of delivery for all of its goods",
  stock: "goods that can be had",
}

/** Nothing was made or changed. `code` is for programs; the dashboard has a text for each, and for each of what is `missing`. */
export class LinkRefusal extends Error {
  constructor(
    readonly code: LinkRefusalCode,
    readonly missing: CartLack[] = [],
    /** names of goods that are sold out or not sold any more */
    readonly short: string[] = []
  ) {
    const said = code === "cart_lacks" ? missing.map((lack) => LACKS[lack]) : missing
    const lacks = said.length > 0 ? `: ${said.join(", ")}` : ""
    const soldOut = short.length > 0 ? ` (not enough of: ${short.join(", ")})` : ""
    super(`${ASK_MEANING[code]}${lacks}${soldOut}. No link was made and nothing was changed.`)
  }
}

/**
 * The payment link of an order, or of a cart that was left behind: made, or renewed with the same address where one is open. With
 * `convertDraft` a draft is made an order when everything else is there, and its goods are reserved from then on; without it a draft is
 * refused. A cart's prices are refreshed; one that became an order is asked for by that.
 * @throws LinkRefusal; AmountOutOfBounds where no way to pay of the region takes the amount
 */
export async function askByLink(
  container: MedusaContainer,
  {
    convertDraft,
    days,
    by,
    ...ids
  }: LinkSubjectIds & Pick<NewLink, "days" | "by"> & { convertDraft: boolean }
): Promise<LinkRow> {
  const { links } = moduleOf<LinksModule>(container)
  const order_id = await orderOfLink(container, ids)
  const subject = order_id ? { order_id } : { cart_id: ids.cart_id! }
  const reading = order_id
    ? await readyOrder(container, order_id, convertDraft)
    : await readyCart(container, ids.cart_id!)
  if (order_id) await links.follow(reading.subjects, order_id)
  const { link, isNew } = await links.ask({
    ...subject,
    amount: minorAmount(owedNow(reading)),
    currency_code: reading.facts!.currency_code,
    days,
    by,
  })
  if (isNew) {
    const { id, cart_id, expires_at } = link
    const more = { expires_at: new Date(expires_at).toISOString() }
    await publish(container, "paycollect.link.created", { id, order_id: link.order_id, cart_id, ...more }, id)
  }
  return link
}

/** @throws LinkRefusal */
async function readyOrder(
  container: MedusaContainer,
  order_id: string,
  convertDraft: boolean
): Promise<LinkReading> {
  const read = () => readNow(container, { order_id, cart_id: null })
  let reading = await read()
  assertMayAsk(reading, convertDraft)
  if (reading.order!.order.is_draft_order) {
    await convertDraftOrderWorkflow(container).run({ input: { id: order_id } })
    // Core works out its taxes anew.
    reading = await read()
    assertMayAsk(reading, false)
  }
  return reading
}

/** @throws LinkRefusal */
async function readyCart(container: MedusaContainer, cart_id: string): Promise<LinkReading> {
  const ids = { order_id: null, cart_id }
  assertMayAskCart(await readNow(container, ids))
  const isFresh = await refreshCart(container, cart_id).catch((error: unknown) => {
    throw isNotSold(error) ? new LinkRefusal("cart_lacks", ["stock"]) : error
  })
  if (!isFresh) throw new LinkRefusal("under_way")
  const reading = await readNow(container, ids)
  // Of the customer's own tab, meanwhile.
  if (reading.order) throw new LinkRefusal("under_way")
  assertMayAskCart(reading)
  return reading
}

/** As of a link that is made at this moment. */
async function readNow(container: MedusaContainer, ids: LinkSubjectIds): Promise<LinkReading> {
  return await readLink(container, { ...ids, expires_at: new Date(8.64e15), revoked_at: null, paid_at: null })
}

/** @throws LinkRefusal */
function assertMayAsk(reading: LinkReading, convertDraft: boolean): void {
  const { order: facts, active, state, lacks } = reading
  if (!facts) throw new LinkRefusal("no_order")
  if (active.blocker) throw new LinkRefusal("not_configured")
  if (isCanceled(facts.order)) throw new LinkRefusal("canceled")
  if (state.kind === "attention") throw new LinkRefusal("attention")
  if (owedNow(reading) <= 0n) throw new LinkRefusal("nothing_owed")
  if (facts.providers.length === 0) throw new LinkRefusal("no_provider")
  assertTaken(reading)
  if (lacks.length > 0) throw new LinkRefusal("customer_lacks", lacks)
  if (facts.order.is_draft_order && !convertDraft) throw new LinkRefusal("draft")
}

/** @throws LinkRefusal */
function assertMayAskCart(reading: LinkReading): void {
  const { cart, active, state, lacks } = reading
  if (!cart) throw new LinkRefusal("no_cart")
  if (active.blocker) throw new LinkRefusal("not_configured")
  if (state.kind === "attention") throw new LinkRefusal("attention")
  if (state.kind === "waiting") throw new LinkRefusal("under_way")
  if (lacks.length > 0) throw new LinkRefusal("cart_lacks", lacks, shortOf(cart.needs.lines))
  if (state.kind !== "payable") throw new LinkRefusal("nothing_owed")
  if (cart.providers.length === 0) throw new LinkRefusal("no_provider")
  assertTaken(reading)
}

/** @throws AmountOutOfBounds where none of the ways to pay takes what is owed */
function assertTaken(reading: LinkReading): void {
  const { facts, exponent, active } = reading
  const currency = { currency_code: facts!.currency_code, exponent }
  const refusals = facts!.providers.map((provider_id) =>
    outOfBounds(owedNow(reading).toString(), boundsOf(active.options, provider_id, currency), currency)
  )
  const [refusal] = refusals
  if (refusal && refusals.every(Boolean)) throw refusal
}

function owedNow({ order, cart, exponent }: LinkReading): bigint {
  if (cart) return total([cart.total], exponent)
  // A draft owes from when it is converted.
  return openOf({ ...order!.order, is_draft_order: false }, exponent)
}

/**
 * From now on nothing can be paid by it. A payment that its customer has begun may still be paid at the service, and pays the order like any
 * other. A repeat changes nothing.
 * @returns the link as it is now; null for an unknown id
 */
export async function withdrawLink(
  container: MedusaContainer,
  { id, by }: { id: string; by: string }
): Promise<LinkRow | null> {
  const { links } = moduleOf<LinksModule>(container)
  const isDone = await links.revoke(id, by)
  const link = await links.byId(id)
  if (isDone && link) {
    const { order_id, cart_id } = link
    await publish(container, "paycollect.link.revoked", { id, order_id, cart_id }, id)
  }
  return link
}
