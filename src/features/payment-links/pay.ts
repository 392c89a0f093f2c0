import { type MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  createOrderPaymentCollectionWorkflow,
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { isAwaited, payableCollections } from "./rules"
import { isOfSum, isOpenAttempt, isReusable, PAYMENT_OPEN } from "../../payments/attempts"
import { isBeingMade } from "../../payments/create"
import { SCHEDULE } from "../../payments/schedule"
import { foreseeStart } from "../../payments/refused-starts"
import { START_BUSY } from "../../payments/start"
import { outOfBounds } from "../../payments/amounts"
import { toMajorString } from "../../payments/money"
import { isOver } from "../../payments/phase"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type LinkRow } from "../../modules/paycollect/models/link"
import { START_FAILURES } from "../../payments/errors"
import { warnRefusedStart } from "../../payments/refused-starts"
import { boundsOf } from "../../orders/amount-bounds"
import { ASK_FIRST, PAGE_LANGUAGE } from "../../orders/initiate"
import { subjectOfCollection } from "../../orders/records/lookups"
import { readLink, type LinkReading } from "./read"
import { refreshCart } from "./cart"
import { moduleOf, queryOf, loggerOf } from "../../payments/module"
import { type LinksModule } from "./rows"
import { type Language } from "../../texts/language"

/** How long a customer waits for another tab, or for money that an employee assigns, to make the collection that is paid in. */
const LINK_WAIT_MS = 5_000
const LINK_POLL_MS = 250

/**
 * - `to`: where the customer pays, or hears that it is paid already;
 * - `changed`: nothing can be paid by it now; the page says why;
 * - `open`: another payment of it may be paid, and a customer who pays both is charged twice; nothing more was charged;
 * - `later`: no payment can be started now; nothing was charged;
 * - `refused`: this payment cannot be started at all, for a reason that stands in the log.
 */
export type PayableByLink =
  { kind: "to"; address: string } | { kind: "changed" | "open" | "later" | "refused" }

/**
 * Starts, or shows again, the payment of what is owed by a link at this moment: in a collection of its order that asks for just that, or in
 * that of its cart, by a session of one of our own providers that the region offers. Core checks no region here. No customer is named
 * to core, so that no account of hers is made. What is paid for a cart becomes an order by the same way as what is paid at the storefront.
 * @param pressed on the page, in its language: a way to pay, and `anew` where its customer was told of her other payment, and pays this way all
 *   the same
 */
export async function payByLink(
  container: MedusaContainer,
  link: LinkRow,
  pressed: Pressed
): Promise<PayableByLink> {
  const { links } = moduleOf<LinksModule>(container)
  const { providerId, anew } = pressed
  return await links.starts.join(`${link.id} ${providerId} ${anew}`, () => payAlone(container, link, pressed))
}

interface Pressed {
  providerId: string
  anew: boolean
  language: Language
}

async function payAlone(
  container: MedusaContainer,
  link: LinkRow,
  { providerId, anew, language }: Pressed
): Promise<PayableByLink> {
  const reading = await readLink(container, link)
  const { state, facts, active } = reading
  const wish = { providerId, until: moduleOf(container).clock.now() + LINK_WAIT_MS }
  const underWay = checkoutUnderWay(link, reading, providerId)
  if (underWay) return await goOn(container, link, underWay)
  if (state.kind !== "payable" || !facts?.providers.includes(providerId)) return { kind: "changed" }
  const { currency_code } = facts
  const currency = { currency_code, exponent: reading.exponent }
  const outside = outOfBounds(state.owed.toString(), boundsOf(active.options, providerId, currency), currency)
  if (outside) {
    warnRefusedStart(loggerOf(container), `link ${link.id}`, outside)
    return { kind: "refused" }
  }
  const blocker = active.blocker ?? (await foreseen(container, reading))
  if (blocker) {
    warnRefusedStart(loggerOf(container), `link ${link.id}`, blocker)
    return { kind: "later" }
  }
  const goesOn = anew && (await beganAlready(container, link, { reading, providerId }))
  if (goesOn) return goesOn
  try {
    const collection = await collectionFor(container, link, reading)
    if (!collection.held) return await begunElsewhere(container, link, wish)
    if (!collection.value) return { kind: "changed" }
    const { result } = await createPaymentSessionsWorkflow(container).run({
      input: {
        payment_collection_id: collection.value,
        provider_id: providerId,
        data: { [ASK_FIRST]: !anew, [PAGE_LANGUAGE]: language },
      },
    })
    return { kind: "to", address: addressToPay(result.data ?? {}, { active, language }) }
  } catch (error) {
    if (!MedusaError.isMedusaError(error)) throw error
    const { code, type } = error as MedusaError
    if (code === PAYMENT_OPEN) {
      await checkoutsMade(container, link, wish)
      return { kind: "open" }
    }
    const isBusy = code === START_BUSY
    // Of two processes that start at once core takes the session away from the first one, which does not find it then.
    const isElsewhere = isBusy || type === MedusaError.Types.NOT_FOUND
    const begun = isElsewhere && (await begunElsewhere(container, link, wish))
    if (begun && (isBusy || begun.kind === "to")) return begun
    warnRefusedStart(loggerOf(container), `link ${link.id}`, error)
    return { kind: START_FAILURES.has(code!) ? "later" : "refused" }
  }
}

/** Another process has it in hand: its payment is everybody's as soon as it has a checkout. Where it has none for so long it is to be tried again. */
async function begunElsewhere(
  container: MedusaContainer,
  link: LinkRow,
  { providerId, until }: { providerId: string; until: number }
): Promise<PayableByLink> {
  const { clock } = moduleOf(container)
  for (;;) {
    const reading = await readLink(container, link)
    const theirs = await beganAlready(container, link, { reading, providerId })
    if (theirs) return theirs
    if (clock.now() >= until) return { kind: "later" }
    await clock.sleep(LINK_POLL_MS)
  }
}

/** Another process may be making the payment that is asked about: until it has its checkout the page could not lead back to it. */
async function checkoutsMade(
  container: MedusaContainer,
  link: LinkRow,
  { until }: { until: number }
): Promise<void> {
  const { clock } = moduleOf(container)
  const isMade = async () =>
    !(await readLink(container, link)).payments.some((payment) => isBeingMade(payment, clock.now()))
  while (clock.now() < until && !(await isMade())) await clock.sleep(LINK_POLL_MS)
}

/** The open payment of this method. Its button says to go on with it: a start would make another one of what was asked for otherwise, as at the storefront. */
async function beganAlready(
  container: MedusaContainer,
  link: LinkRow,
  { reading, providerId }: { reading: LinkReading; providerId: string }
): Promise<PayableByLink | null> {
  const { ledger, clock } = moduleOf<LinksModule>(container)
  const begun = checkoutsBegun(link, reading, clock.now())
  const open = begun.find(({ provider_id }) => provider_id === providerId)
  if (!open) return null
  // She may pay at once and close the browser.
  await ledger.scheduleBy(open.id, clock.now() + SCHEDULE.waiting[0]!)
  return await goOn(container, link, open)
}

/** With a payment that is there, also one that was begun at the storefront: she comes back to the link that she went on by. */
async function goOn(
  container: MedusaContainer,
  link: LinkRow,
  { payment_collection_id, checkout_url }: IntentRow
): Promise<PayableByLink> {
  await moduleOf<LinksModule>(container).links.payIn(payment_collection_id, link.id)
  return { kind: "to", address: checkout_url! }
}

/** The open payments of just what is owed now, at their checkout, newest first. */
export function checkoutsBegun(
  link: Pick<LinkRow, "cart_id">,
  { state, facts, payments, active }: LinkReading,
  now: number
): IntentRow[] {
  if (state.kind !== "payable") return []
  // A cart may be in another currency by now, and cost as much in it.
  const asked = { amount: state.owed.toString(), currency_code: facts!.currency_code }
  return payments.filter(
    (payment) =>
      isOpenAttempt(payment) &&
      isReusable(payment, now) &&
      payment.environment === active.environment &&
      // The page of a cart's own payment is its customer's alone: another person may have a link of the order.
      (payment.cart_id ?? link.cart_id) === link.cart_id &&
      isOfSum(payment, asked) &&
      payment.checkout_url !== null
  )
}

/** The payment that is being confirmed, for a customer who wants to look at its page again; nothing is made. */
function checkoutUnderWay(
  link: LinkRow,
  { state, payments }: LinkReading,
  providerId: string
): IntentRow | null {
  if (state.kind !== "waiting") return null
  const waited = waitedFor(payments)
  return waited && isResumable(waited, link) && waited.provider_id === providerId ? waited : null
}

/**
 * The payment that a link's page waits for: an older one may be confirmed on the phone after a newer one was declined.
 * @param payments newest first
 */
export function waitedFor(payments: IntentRow[]): IntentRow | undefined {
  return payments.find(isAwaited) ?? payments.find((payment) => !isOver(payment))
}

/** It waits for its customer's confirmation, and no money came by it. One of a cart is its own customer's to look at, to whom its link was sent. */
export function isResumable(
  { status, outcome, checkout_url, cart_id }: IntentRow,
  link: Pick<LinkRow, "cart_id">
): boolean {
  const isOpen = status === "processing" && outcome !== "paid" && outcome !== "discrepancy"
  return isOpen && !!checkout_url && (!cart_id || cart_id === link.cart_id)
}

/** What is known to keep a payment from being made now, without asking; core deletes the sessions that are there while it starts one. */
async function foreseen(container: MedusaContainer, { active }: LinkReading): Promise<Error | null> {
  if (active.options.createIntent === "on_redirect") return null
  return await foreseeStart(moduleOf(container))
}

/**
 * By one process at a time: two tabs must not make two collections, which could both be paid. Everything is read again under the lease.
 * @returns not held: another process is at it; null when nothing, or something else, is to be paid now
 */
async function collectionFor(
  container: MedusaContainer,
  link: LinkRow,
  shown: LinkReading
): Promise<{ held: true; value: string | null } | { held: false }> {
  const { ledger, links } = moduleOf<LinksModule>(container)
  const { order, cart } = shown
  const held = order ? [] : [cart!.id]
  return await ledger.whileHolding(held, { wait: LINK_WAIT_MS, orderId: order?.order.id }, async () => {
    const now = await readLink(container, link)
    const id = cart ? await ofCart(container, link, now) : await ofOrder(container, now)
    if (id) await links.payIn(id, link.id)
    return id
  })
}

async function ofOrder(
  container: MedusaContainer,
  { state, order, exponent }: LinkReading
): Promise<string | null> {
  if (state.kind !== "payable" || !order) return null
  const query = queryOf(container)
  for (const { id } of payableCollections(order.order, state.owed, exponent)) {
    // Never a cart's: its payments are called by the cart's id, by which its customer's address can be read.
    if ((await subjectOfCollection(query, id)) === id) return id
  }
  const { result } = await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: order.order.id, amount: Number(toMajorString(state.owed, exponent)) },
  })
  return result[0]!.id
}

/** The cart's own, for what the customer was shown: where its prices were not up to date, she is shown the new sum first. */
async function ofCart(
  container: MedusaContainer,
  link: LinkRow,
  { state, cart }: LinkReading
): Promise<string | null> {
  if (state.kind !== "payable" || !cart) return null
  if (!(await refreshCart(container, cart.id))) return null
  const fresh = await readLink(container, link)
  if (fresh.state.kind !== "payable" || fresh.state.owed !== state.owed || !fresh.cart) return null
  if (fresh.cart.payment_collection_id) return fresh.cart.payment_collection_id
  const { result } = await createPaymentCollectionForCartWorkflow(container).run({
    input: { cart_id: cart.id },
  })
  return result.id
}

/** Money that came already leads to where it is applied; where a payment is only begun on the way, the way says in which language. */
function addressToPay(
  data: Record<string, unknown>,
  { active, language }: Pick<LinkReading, "active"> & Pick<Pressed, "language">
): string {
  const { checkout_url, merchant_reference } = data as { checkout_url?: string; merchant_reference?: string }
  if (!checkout_url) return active.returnAddress(merchant_reference!)
  return merchant_reference ? checkout_url : `${checkout_url}?lang=${language}`
}
