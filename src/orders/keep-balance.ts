import { errorName } from "../service/errors"
import { type MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { loggerOf, moduleOf, queryOf } from "../payments/module"
import { toMajorString } from "../payments/money"
import { UNBALANCED, type OpenItem } from "../payments/ledger/item-moves"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../service/config"
import { applyMend } from "./apply-mend"
import { balanceOf, type Mend } from "./balance"
import { isLeftover } from "./next-step/unpaid"
import { withOwnMoney } from "./own-money"
import { CORE_CUT_OFF_MS, epochOf } from "./next-step/view"
import { endUnbalanced, needsAttention } from "./raise"
import { orderById, ordersById, ordersMovedSince, subjectsOfOrder } from "./records/lookups"
import { isCanceled, isGivenBack, overpaidBy } from "./records/predicates"
import { isOurs } from "./records/providers"
import { decimalsOf } from "./records/query"
import { type OrderRecord } from "./records/records"
import { openChanges, problemOfRecords } from "./records/snapshot"

/** Each kind once, and what a change beside it made necessary again. */
const MOST_MENDS = 9
/** Orders that are read with one question. */
const MOST_AT_ONCE = 50
/** Core waits 2 s for its lock of an order, and answers 500 then: we hold it for a few statements, and wait longer. */
export const LOCK_WAIT_S = 5
/** Another process that is at the same order, of the event of its payment for one, ends soon; what reads the order next is to see it in balance. */
const LEASE_WAIT_MS = 5_000

/**
 * Puts right what Medusa shows wrongly of an order's money. Judges what was read anyway; only what is wrong is read again and mended, while
 * no process moves money of the order: our leases, then core's lock of the order, and nothing is asked of the service. What goes wrong is logged:
 * money is applied all the same, and the job comes by.
 */
export async function keepBalance(
  container: MedusaContainer,
  seen: OrderRecord,
  exponent: number
): Promise<void> {
  await loggingFaults(container, seen, async () => {
    const order = await inBalance(container, seen, exponent)
    const over = order && overpaidBy(order, exponent)
    if (over) await tellOverpaid(container, order, toMajorString(over, exponent))
  })
}

/** One order that cannot be looked at keeps no other from it. */
async function loggingFaults(
  container: MedusaContainer,
  { id }: OrderRecord,
  work: () => Promise<void>
): Promise<void> {
  await work().catch((error: unknown) =>
    loggerOf(container).error(
      `paycollect: the payments of order ${id} could not be balanced: ${errorName(error)}`
    )
  )
}

/** @returns null where another process is at it, or a person was told */
async function inBalance(
  container: MedusaContainer,
  seen: OrderRecord,
  exponent: number
): Promise<OrderRecord | null> {
  const { clock, ledger } = moduleOf(container)
  const judge = async (order: OrderRecord) =>
    problemOfRecords([order], order.payment_collections)
      ? null
      : balanceOf(await withOwnMoney(container, order), { exponent, now: clock.now() })
  if (!(await judge(seen))) return seen
  const subjects = await subjectsOfOrder(queryOf(container), seen.id)
  const tried = await ledger.whileHolding(subjects, { orderId: seen.id, wait: LEASE_WAIT_MS }, () =>
    container
      .resolve(Modules.LOCKING)
      .execute(seen.id, () => mendAll(container, seen, judge), { timeout: LOCK_WAIT_S })
  )
  if (tried.held && !tried.value)
    await tell(container, seen.id, { reason: "order_unbalanced", key: UNBALANCED + seen.id })
  else if (tried.held) await endUnbalanced(container, seen.id)
  return tried.held ? tried.value : null
}

/** The same for those of these orders that are, or are to be, paid with us. */
export async function balanceOrders(container: MedusaContainer, ids: string[]): Promise<void> {
  const query = queryOf(container)
  const { options } = await moduleOf(container).configuration.current()
  for (const order of await ordersById(query, ids)) {
    const isPaidWithUs = order.payment_collections.some(
      ({ payment_sessions, payments }) => payment_sessions.some(isOurs) || payments.some(isOurs)
    )
    const exponent = isPaidWithUs ? await decimalsOf(order.currency_code!, query, options) : null
    if (exponent === null) continue
    if (isCanceled(order)) await loggingFaults(container, order, () => takeOff(container, order, exponent))
    else await keepBalance(container, order, exponent)
  }
}

/**
 * An order that was canceled while its refund could not be asked for, as when the plugin was out: core books the money as returned, and no
 * refund was sent. It is taken off the order, and due; the next look tells a person.
 */
async function takeOff(container: MedusaContainer, order: OrderRecord, exponent: number): Promise<void> {
  const { id, canceled_at, created_at, payment_collections } = order
  const { ledger, clock } = moduleOf(container)
  // Core may still be at it.
  if (clock.now() - epochOf(canceled_at ?? created_at) < CORE_CUT_OFF_MS) return
  const kept = payment_collections
    .flatMap(({ payments }) => payments)
    .filter((payment) => isOurs(payment) && !isGivenBack(payment, exponent, created_at))
  for (const { data, payment_session_id: session } of kept) {
    const intent = data?.merchant_reference && (await ledger.byReference(data.merchant_reference))
    if (!intent || !session) continue
    await ledger.whileHolding(intent.subject_id, { orderId: id }, () =>
      ledger.leftByOrder(intent.id, session)
    )
  }
}

/** What core did not live to book, under its lock of the cart or collection, without which it books nothing. */
export async function bookMissing(container: MedusaContainer, id: string, exponent: number): Promise<void> {
  const order = await orderById(queryOf(container), id)
  const now = moduleOf(container).clock.now()
  const own = order && (await withOwnMoney(container, order))
  const mend = own && balanceOf(own, { exponent, now, isCoreDone: true })
  if (mend?.do === "book") await applyMend(container, order!, mend)
}

const LOOKED = "last_balance_look"
/** Of orders that moved: in each run those since the last one, and of a moment before it; once an hour those of a day, which a look may have found held. */
const MOVED_MS = { before: 15 * MINUTE_MS, hour: DAY_MS, most: 400 * DAY_MS }
/** Orders, and as many collections, that one run looks at; the next one goes on. */
const MOST_A_RUN = 200

/** Epoch ms: when a day was looked at last, from where on nothing was looked at yet, and how many of that very moment were. */
interface BalanceLook {
  at: number
  since: number
  skip: number
}

/** What no event told of, what a process left that died, and what happened while the plugin was out. */
export async function balanceMoved(container: MedusaContainer): Promise<void> {
  const { state, clock, ledger } = moduleOf(container)
  const now = clock.now()
  const kept = await state.get<BalanceLook>(LOOKED)
  // The first run, or the time was lost, as with a backup that was put back in part: before the first payment nothing is ours.
  const last = kept ?? { at: 0, since: (await ledger.beganAt()) ?? now, skip: 0 }
  // While a run still goes on with older ones the day has to wait.
  const isLong = now - last.since <= MOVED_MS.hour && Math.abs(now - last.at) >= HOUR_MS
  const earliest = isLong ? Math.min(last.since, now - MOVED_MS.hour) : last.since
  const since = new Date(Math.max(earliest, now - MOVED_MS.most))
  const skip = since.getTime() === last.since ? last.skip : 0
  const { ids, next } = await ordersMovedSince(queryOf(container), { since, skip, take: MOST_A_RUN })
  for (let first = 0; first < ids.length; first += MOST_AT_ONCE)
    await balanceOrders(container, ids.slice(first, first + MOST_AT_ONCE))
  const from = next ?? { since: new Date(now - MOVED_MS.before), skip: 0 }
  const looked: BalanceLook = { at: isLong ? now : last.at, since: from.since.getTime(), skip: from.skip }
  await state.set(LOOKED, looked)
}

/** @returns the order once nothing is wrong with it; null where something stays so */
async function mendAll(
  container: MedusaContainer,
  seen: OrderRecord,
  judge: (order: OrderRecord) => Promise<Mend | null>
): Promise<OrderRecord | null> {
  for (let count = 0; count < MOST_MENDS; count++) {
    const order = await orderById(queryOf(container), seen.id)
    const mend = order && (await judge(order))
    if (!mend) return order ?? seen
    if (mend.do === "credit" && (await hasOpenChange(container, seen.id))) return null
    await applyMend(container, order, mend)
  }
  return null
}

/**
 * An edit, return, exchange, claim or transfer that no person confirmed yet: core changes no such order, and says so only after it gave money back.
 * What a killed cancel or refund of core's left open is ended first.
 */
export async function hasOpenChange(container: MedusaContainer, orderId: string): Promise<boolean> {
  const { clock } = moduleOf(container)
  const open = await openChanges(queryOf(container), [{ id: orderId }])
  const leftOver = open.filter((change) => isLeftover(change, clock.now())).map(({ id }) => id)
  if (leftOver.length > 0) await container.resolve(Modules.ORDER).cancelOrderChange(leftOver)
  return open.length > leftOver.length
}

/** The last check keeps two payments of ours from it; one at the counter, or by another provider, asks us nothing. */
async function tellOverpaid(container: MedusaContainer, order: OrderRecord, over: string): Promise<void> {
  await endUnbalanced(container, order.id)
  const data = { order_id: order.id, over: `${over} ${order.currency_code!.toUpperCase()}` }
  await tell(container, order.id, { reason: "order_overpaid", data, once: "facts" })
}

/** By the newest of its payments; the order of a link by which nothing was started yet has none, and owes what it says. */
async function tell(
  container: MedusaContainer,
  order_id: string,
  item: Omit<OpenItem, "intent_id">
): Promise<void> {
  const { ledger } = moduleOf(container)
  const subjects = await subjectsOfOrder(queryOf(container), order_id)
  const payments = (await Promise.all(subjects.map((subject) => ledger.ofSubject(subject)))).flat()
  const newest = payments.sort((one, other) => epochOf(other.created_at) - epochOf(one.created_at))[0]
  if (newest) await needsAttention(container, newest, { data: { order_id }, key: order_id, ...item })
}
