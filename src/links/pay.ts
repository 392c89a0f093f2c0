import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import {
  createOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { payableCollections } from "../domain/link"
import { toMajorString } from "../domain/money"
import { paycollectOf } from "../modules/paycollect"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type LinkRow } from "../modules/paycollect/models/link"
import { START_FAILURES } from "../providers/paycollect/errors"
import { subjectOfCollection } from "../store/lookups"
import { readLink, type LinkReading } from "./read"

/** How long a customer waits for another tab, or for money that an employee books, to make the collection that is paid in. */
const WAIT_MS = 5_000

/**
 * - `to`: where the customer pays, or hears that it is paid already;
 * - `changed`: nothing can be paid by it now; the page says why;
 * - `later`: no payment can be started now; nothing was charged;
 * - `refused`: this payment cannot be started at all, for a reason that stands in the log.
 */
export type Payment = { kind: "to"; address: string } | { kind: "changed" | "later" | "refused" }

/**
 * Starts, or shows again, the payment of what a link's order owes at this moment: in a collection of the order that asks for just that, by
 * a session of one of our own providers that the order's region offers. Core checks no region where there is no cart. No customer is named
 * to core, so that no account of hers is made.
 * @param providerId what the page was sent with
 */
export async function payByLink(
  container: MedusaContainer,
  link: LinkRow,
  providerId: string
): Promise<Payment> {
  const reading = await readLink(container, link)
  const { state, facts, active } = reading
  const underWay = checkoutUnderWay(reading, providerId)
  if (underWay) return { kind: "to", address: underWay }
  if (state.kind !== "payable" || !facts?.providers.includes(providerId)) return { kind: "changed" }
  const hindrance = active.hindrance ?? (await foreseen(container, reading))
  if (hindrance) {
    loggerOf(container).warn(`paycollect: no payment by link ${link.id}: ${hindrance.message}`)
    return { kind: "later" }
  }
  const collectionId = await collectionFor(container, link)
  if (!collectionId) return { kind: "changed" }
  try {
    const { result } = await createPaymentSessionsWorkflow(container).run({
      input: { payment_collection_id: collectionId, provider_id: providerId },
    })
    return { kind: "to", address: addressOf(result.data ?? {}, active) }
  } catch (error) {
    if (!MedusaError.isMedusaError(error)) throw error
    const { code, message } = error as MedusaError
    loggerOf(container).warn(`paycollect: no payment by link ${link.id}: ${message}`)
    return { kind: START_FAILURES.has(code!) ? "later" : "refused" }
  }
}

/** The page of the payment that is being confirmed, for a customer who wants to look at it again; nothing is made. */
function checkoutUnderWay({ state, payments }: LinkReading, providerId: string): string | null {
  if (state.kind !== "waiting") return null
  const waited = waitedFor(payments)
  return waited && isResumable(waited) && waited.provider_id === providerId ? waited.checkout_url : null
}

/** Of an order, newest first. */
export function waitedFor(payments: IntentRow[]): IntentRow | undefined {
  return payments.find(({ settled_at, released_at }) => !settled_at && !released_at)
}

/** It waits for its customer's confirmation, and no money came by it. One of a cart is its own customer's to look at. */
export function isResumable({ status, outcome, checkout_url, cart_id }: IntentRow): boolean {
  const isOpen = status === "processing" && outcome !== "paid" && outcome !== "mismatch"
  return isOpen && !!checkout_url && !cart_id
}

/** What is known to keep a payment from being made now, without asking; core deletes the sessions that are there while it starts one. */
async function foreseen(container: MedusaContainer, { active }: LinkReading): Promise<Error | null> {
  if (active.options.createIntent === "on_redirect") return null
  return await paycollectOf(container).foreseeStart()
}

/**
 * By one process at a time: two tabs must not make two collections, which could both be paid. Everything is read again under the lease.
 * @returns null when there is nothing to pay any more, or another process is at it
 */
async function collectionFor(container: MedusaContainer, link: LinkRow): Promise<string | null> {
  const { ledger, links } = paycollectOf(container)
  const { order_id: orderId } = link
  const made = await ledger.whileSettling([], { wait: WAIT_MS, orderId }, async () => {
    const { state, facts, exponent } = await readLink(container, link)
    if (state.kind !== "payable") return null
    const { owed } = state
    const id =
      (await fitting(container, payableCollections(facts!.order, owed, exponent))) ??
      (await newCollection(container, orderId, Number(toMajorString(owed, exponent))))
    await links.payIn(id, link.id)
    return id
  })
  return made.held ? made.value : null
}

/** Never a cart's: its payments are called by the cart's id, by which its customer's address can be read. */
async function fitting(
  container: MedusaContainer,
  collections: readonly { id: string }[]
): Promise<string | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  for (const { id } of collections) if ((await subjectOfCollection(query, id)) === id) return id
  return null
}

async function newCollection(container: MedusaContainer, order_id: string, amount: number): Promise<string> {
  const { result } = await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id, amount },
  })
  return result[0]!.id
}

/** Money that came already leads to where it is settled. */
function addressOf(data: Record<string, unknown>, active: LinkReading["active"]): string {
  const { checkout_url, merchant_reference } = data as { checkout_url?: string; merchant_reference?: string }
  return checkout_url ?? active.returnAddress(merchant_reference!)
}

const loggerOf = (container: MedusaContainer) => container.resolve(ContainerRegistrationKeys.LOGGER)
