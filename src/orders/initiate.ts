import { formatPaymentNumber } from "../payments/names"
import { type OrdersModule } from "./module"
import { type Query } from "./records/query"
import { isPayable, readSessionFacts } from "./records/session-facts"
import { nothingToPay, paidAlready } from "../payments/errors"
import { askedMoney, assertConfigured, startPaymentOf, type RequestSurroundings } from "./start-payment"
import { notStarted, sessionData, type PayCollectSessionData } from "../payments/session-data"
import { activeSession } from "./active-session"

type Store = RequestSurroundings & { query: Query; paycollect: OrdersModule }

/** The key of a session's data by which the guard of the storefront's route says that it came by there, and not by a payment link. */
export const STOREFRONT_KEY = "at_storefront"

/**
 * What becomes of a new session: its payment is started, or it is the one that core makes anew because the start that was to replace it
 * failed. @throws MedusaError as `initiatePayment` says
 */
export async function initiate(
  data: Record<string, unknown> | undefined,
  sessionId: string,
  store: Store
): Promise<PayCollectSessionData> {
  // Core lays what was posted beneath the session's data: what the guard put there is not the customer's to see.
  return { ...(await begin(data, sessionId, store)), [STOREFRONT_KEY]: undefined }
}

async function begin(
  data: Record<string, unknown> | undefined,
  sessionId: string,
  store: Store
): Promise<PayCollectSessionData> {
  const active = await activeSession(data, sessionId, store)
  if (active?.isOpenSession) return await active.keep()
  try {
    return await start(sessionId, { ...store, atStorefront: data?.[STOREFRONT_KEY] === true })
  } catch (error) {
    if (active) return await active.keep()
    throw error
  }
}

async function start(sessionId: string, store: Store): Promise<PayCollectSessionData> {
  const { paycollect, query, logger, active } = store
  assertConfigured(active, logger)
  const facts = await readSessionFacts(query, sessionId, active.options)
  if (facts.paid_for) {
    const paid = await Promise.all(facts.paid_references.map((each) => paycollect.ledger.byReference(each)))
    throw paidAlready(paid.flatMap((row) => (row ? formatPaymentNumber(row.payment_number) : [])))
  }
  if (!isPayable(facts)) throw nothingToPay()
  const assigned = await paycollect.assignedTo(askedMoney(facts))
  if (assigned) return sessionData(assigned)
  const isLater = active.options.createIntent === "on_redirect"
  const intent = isLater ? await paycollect.reuse(askedMoney(facts)) : await startPaymentOf(facts, store)
  // The checkout that it is started at later does not know where its customer came from.
  if (store.atStorefront && (isLater || !intent)) await paycollect.links.leave(facts.payment_collection_id)
  return intent ? sessionData(intent) : notStarted(askedMoney(facts), active)
}
