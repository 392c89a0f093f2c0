import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { queryOf } from "../../../../../../payments/module"
import { restOfPage } from "../../../../../../payments/polling"
import { isSameMoney } from "../../../../../../payments/money"
import { shownSupport } from "../../../../../../settings/support"
import { paycollectOf } from "../../../../../../modules/paycollect"
import { isOpenAttempt } from "../../../../../../payments/attempts"
import { isOver } from "../../../../../../payments/phase"
import {
  cartStatus,
  customerFactsOf,
  customerPayments,
  paymentLeftOpen,
  paymentUnderWay,
  wasCharged,
  worthAsking,
} from "../../../../../../payments/cart-status"
import { type IntentRow } from "../../../../../../modules/paycollect/models/intent"
import { advanceIntentWorkflow } from "../../../../../../workflows"
import {
  orderOfCart,
  orderOfCollection,
  owesNothing,
  priceOfCollection,
  subjectsOfOrder,
} from "../../../../../../orders/records/lookups"
import { type Query } from "../../../../../../orders/records/query"
import { type StorePayCollectCartStatusResponse } from "../../../../../../types/http"

/** Where many wait, one visit may have several asked for: the pages together come by too rarely for all the places of the budget. */
const MOST_POLLS = 3

/**
 * `GET /store/paycollect/carts/:id/status`: what a storefront polls instead of `complete`. In the place of a cart's id it takes that of an
 * order's payment collection, of a payment without a cart. Answers from our own records and the order link, at once, and tells nothing about a
 * customer. A waiting payment is asked for behind the answer (docs/adr/0005) on a schedule of its
 * own (`payments/polling.ts`), which `retry_after_ms` follows; where many wait, the next one.
 */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse<StorePayCollectCartStatusResponse>
): Promise<void> {
  const id = req.params.id!
  const { ledger, clock, configuration, fairPolling: crowd } = paycollectOf(req.scope)
  const query = queryOf(req.scope)
  const [attempts, ordered] = await Promise.all([ledger.ofCustomer(id), orderOfCart(query, id)])
  const hasCart = attempts.some(({ cart_id }) => cart_id)
  const order = ordered ?? (attempts.length > 0 && !hasCart ? await orderOfCollection(query, id) : null)
  const moment = { now: clock.now() }
  const paid = order && (await isPaidElsewhere(query, order, attempts))
  const { checkout_url, ...status } = cartStatus(attempts, order && { ...order, isPaid: !!paid }, moment)
  // While a canceled order's money is not dealt with it may still make another order.
  const isGivenUp = order?.status === "canceled" && status.status === "failed"
  const isEnded = isGivenUp || status.status === "succeeded"
  const paying = isEnded ? [] : await thosePaying(query, attempts)
  const waits = paymentUnderWay(paying, moment)
  const failed = status.status === "failed"
  // What failed she may try again: what may still be paid is beside that, and waited for.
  const open = failed ? waits?.row : undefined
  const watched = worthAsking(open ? [open, ...attempts] : attempts, clock.now())
  if (watched && isOpenAttempt(watched) && (open || status.status === "waiting"))
    status.retry_after_ms = restOfPage(
      watched,
      clock.now(),
      watched.asked_at ? await crowd.surroundings() : undefined
    )
  const under_way = waits && {
    ...customerFactsOf(waits.row),
    state: waits.state,
    provider_id: waits.row.provider_id,
  }
  const { all, payments, charged } = await moneyTold(req, attempts, { order, id })
  const left = paymentLeftOpen(all, failed ? [] : paying, moment)
  const asks = failed || status.status === "attention"
  const options = asks ? (await configuration.current()).options : null
  const address = open?.checkout_url ?? checkout_url
  res.setHeader("Cache-Control", "no-store")
  res.json({
    ...status,
    ...(payments.length > 0 && { payments }),
    ...(charged !== undefined && { charged }),
    ...(under_way && { under_way }),
    ...(left && { still_open: customerFactsOf(left) }),
    ...(options && shownSupport(options.support)),
    ...(address && paying.some((row) => row.checkout_url === address) && { checkout_url: address }),
  })

  if (watched) await crowd.note(watched)
  if (watched?.outcome === "paid") return await askBehind(req, watched)
  for (let round = 0; watched && round < MOST_POLLS; round++) {
    const next = await crowd.next(round === 0 ? watched : null)
    if (!next) return
    await askBehind(req, next)
  }
}

/** The answer is out already; advance logs what goes wrong, and the job tries again. */
async function askBehind(req: MedusaRequest, { merchant_reference }: IntentRow): Promise<void> {
  const input = { reference: merchant_reference, source: { by: "watched" } } as const
  await advanceIntentWorkflow(req.scope).run({ input, throwOnError: false })
}

/** What became of it. What another way than its own took of a cart's order was charged, too. */
async function moneyTold(
  req: MedusaRequest,
  attempts: IntentRow[],
  { order, id }: { order: { id: string } | null; id: string }
) {
  const all = [...attempts, ...(order ? await besideOf(req, order, id) : [])]
  const refunded = all.filter((attempt) => attempt.refunded !== "0").map((attempt) => attempt.id)
  const sent = await paycollectOf(req.scope).ledger.sentBack(refunded)
  const shown = (rows: IntentRow[]) => customerPayments(rows, sent, order?.id ?? null)
  const charged = attempts.length > 0 ? wasCharged(all, shown(all)) : undefined
  return { all, payments: shown(attempts), charged }
}

/** Payments of the same order: by a link, for what an edit added, or its cart's. */
async function besideOf({ scope }: MedusaRequest, { id }: { id: string }, subject: string) {
  const subjects = await subjectsOfOrder(queryOf(scope), id)
  const { ledger } = paycollectOf(scope)
  const others = subjects.filter((each) => each !== subject).map((each) => ledger.ofSubject(each))
  return (await Promise.all(others)).flat()
}

/** Placed before its money came, and paid by another way since: by a link, at the counter, with other money that was booked on it. */
async function isPaidElsewhere(
  query: Query,
  { id }: { id: string },
  attempts: IntentRow[]
): Promise<boolean> {
  const unclosed = attempts.filter(({ closed_at }) => !closed_at)
  const [own] = unclosed
  if (!own || unclosed.some(({ outcome, applied_at }) => applied_at || outcome === "paid")) return false
  return await owesNothing(query, id, own.exponent)
}

/** A cart that changed costs something else than a payment that was started before: no customer is led to pay the old price. */
async function thosePaying(query: Query, attempts: IntentRow[]): Promise<IntentRow[]> {
  const rows = attempts.filter((row) => isOpenAttempt(row) || (row.outcome === "paid" && !isOver(row)))
  const ids = [...new Set(rows.map(({ payment_collection_id }) => payment_collection_id))]
  const prices = new Map(
    await Promise.all(ids.map(async (id) => [id, await priceOfCollection(query, id)] as const))
  )
  return rows.filter((row) => {
    const price = prices.get(row.payment_collection_id)
    return !!price && isSameMoney(row, price)
  })
}
