import { type MedusaError } from "@medusajs/framework/utils"
import { isSameMoney } from "../payments/money"
import { isMerchantReference, formatPaymentNumber } from "../payments/names"
import { type ActiveConfiguration } from "../settings/active-configuration"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type PaymentsModule } from "../payments/module"
import { subjectsOfOrder } from "./records/lookups"
import { type Query } from "./records/query"
import {
  readSessionMoney,
  type SessionFacts,
  type SessionMoney,
  isPayable,
  readSessionFacts,
} from "./records/session-facts"
import { sessionData, type PayCollectSessionData, notStarted } from "../payments/session-data"
import { type OrdersModule } from "./module"
import { nothingToPay, paidAlready } from "../payments/errors"
import { assertInBounds } from "../payments/start"
import {
  askedMoney,
  assertConfigured,
  intentRequest,
  startPaymentOf,
  type RequestSurroundings,
} from "./intent-request"

/** The key of a session's data by which one that core makes anew is known; the guard of the route takes it from what browsers post. */
export const ACTIVE_SESSION_KEY = "merchant_reference"

/**
 * When a start fails, core has deleted the session before it, and makes that one anew: with its old data under a new id, through
 * `initiatePayment`. Refused there too, the customer's payment would stand without a session, and `complete` would answer 400. So the old
 * session is given back as it was, also one whose payment failed: no customer asked for a new one of it. What the data say counts only as far as the ledger has
 * it for this very cart and this money. @returns null for a session that is new
 */
async function activeSession(
  data: Record<string, unknown> | undefined,
  sessionId: string,
  { paycollect, query, active }: { paycollect: PaymentsModule; query: Query; active: ActiveConfiguration }
): Promise<PayCollectSessionData | null> {
  const reference = data?.[ACTIVE_SESSION_KEY]
  const row = isMerchantReference(reference) ? await paycollect.ledger.byReference(reference) : null
  if (!row && reference !== null) return null
  const facts = await readSessionMoney(query, sessionId, active.options)
  // Its payment starts when its customer goes to pay.
  if (!row) {
    const { session_id: _old, ...own } = data!
    const checkout_url = active.checkoutAddress(sessionId, facts.payment_collection_id)
    return asksFor(own, facts) ? { ...own, checkout_url } : null
  }
  if (!isAttemptOf(row, facts)) return null
  await paycollect.ledger.linkSession(sessionId, row.id)
  return sessionData(row)
}

/** Whether data of ours, of a session that had no payment yet, fit the session as it is now. */
function asksFor(
  data: Record<string, unknown>,
  { exponent, ...asked }: SessionMoney
): data is PayCollectSessionData {
  const { amount, currency_code } = data
  return (
    typeof amount === "string" &&
    /^\d+$/.test(amount) &&
    exponent !== null &&
    isSameMoney({ amount, currency_code: String(currency_code), exponent }, asked)
  )
}

function isAttemptOf(row: IntentRow, facts: SessionMoney): boolean {
  const sameCart = facts.cart_id !== null && row.subject_id === facts.cart_id
  return (
    (sameCart || row.payment_collection_id === facts.payment_collection_id) &&
    row.provider_id === facts.provider_id &&
    isSameMoney(row, facts)
  )
}

type Store = RequestSurroundings & { query: Query; paycollect: OrdersModule }

/** The key of a session's data by which the guard of the storefront's route says that it came by there, and not by a payment link. */
export const STOREFRONT_KEY = "at_storefront"

/** In the data of a start: it shall be refused while another payment may be paid, so that the customer can be asked. Never part of the session. */
export const ASK_FIRST = "ask_first"

/**
 * In the data of a start: the language of the page that it was pressed on. It counts for an order that says none; the items of a cart are named
 * in its own alone, since a payment of other names is another one.
 */
export const PAGE_LANGUAGE = "page_language"

export const spokenIn = (
  { locale, cart_id }: Pick<SessionFacts, "locale" | "cart_id">,
  page: string | null
) => locale ?? (cart_id ? null : page)

/**
 * What becomes of a new session: its payment is started, or it is the one that core makes anew because the start that was to replace it
 * failed. @throws MedusaError as `initiatePayment` says
 */
export async function initiate(
  data: Record<string, unknown> | undefined,
  sessionId: string,
  store: Store
): Promise<PayCollectSessionData> {
  const wish = { atStorefront: data?.[STOREFRONT_KEY] === true, asksFirst: data?.[ASK_FIRST] === true }
  const language = data?.[PAGE_LANGUAGE] === "fr" ? "fr" : null
  const session =
    (await activeSession(data, sessionId, store)) ?? (await start(sessionId, language, { ...store, ...wish }))
  // Core lays what was posted beneath the session's data: what was said of this start alone is none of the next one.
  return { ...session, [STOREFRONT_KEY]: undefined, [ASK_FIRST]: undefined, [PAGE_LANGUAGE]: undefined }
}

async function start(
  sessionId: string,
  language: string | null,
  store: Store
): Promise<PayCollectSessionData> {
  const { paycollect, query, logger, active, asksFirst } = store
  assertConfigured(active, logger)
  const read = await readSessionFacts(query, sessionId, active.options)
  const facts = { ...read, locale: spokenIn(read, language) }
  if (facts.paid_for || !isPayable(facts)) throw await overAlready(facts, paycollect)
  const asked = askedMoney(facts, active.options)
  const assigned = await paycollect.startPayment.assignedTo(asked)
  if (assigned) return sessionData(assigned)
  if (asksFirst)
    await paycollect.startPayment.assertNoOther(
      intentRequest(facts, { ...active, identifier: store.identifier }),
      facts.order ? await subjectsOfOrder(query, facts.order.id) : []
    )
  const isLater = active.options.createIntent === "on_redirect"
  const intent = isLater ? await paycollect.startPayment.reuse(asked) : await startPaymentOf(facts, store)
  if (isLater && !intent) assertInBounds(asked)
  // The checkout that it is started at later does not know where its customer came from.
  if (store.atStorefront && (isLater || !intent)) await paycollect.links.leave(facts.payment_collection_id)
  return intent ? sessionData(intent) : notStarted(asked, active)
}

/** What the customer hears of a start for what is paid, or cannot be paid any more. */
export async function overAlready(
  { paid_for, paid_references }: Pick<SessionMoney, "paid_for" | "paid_references">,
  { ledger }: Pick<PaymentsModule, "ledger">
): Promise<MedusaError> {
  if (!paid_for) return nothingToPay()
  const paid = await Promise.all(paid_references.map((each) => ledger.byReference(each)))
  return paidAlready(paid.flatMap((row) => (row ? formatPaymentNumber(row.payment_number) : [])))
}
