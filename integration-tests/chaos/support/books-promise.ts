import { orderFaults, owedOf } from "../../http/support/order-money"
import { ReceiptSums } from "../../../src/features/takings/sums"
import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import { type EntryRow } from "../../../src/modules/paycollect/models/entry"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { phaseOf } from "../../../src/payments/phase"
import { writtenOff } from "../../../src/payments/reversal"
import { smallestUnits } from "./core"
import { DECIMALS, type Order, type OrderView, type Payment } from "./core-state"
import { type World } from "./world"

/** What the ledger, Medusa's books of an order and the takings say of money, against each other and against what the service has. */

/**
 * Medusa shows a payment as it came. One whose row was lost is written anew with what was left by then, or with what the service said then,
 * which nobody could know better.
 * @param told what a person was told may be more than the fee
 */
export function showsWhatCame(
  { service, lost }: World,
  reference: string,
  { payment, told }: { payment: Payment; told: bigint }
): boolean {
  const { body, mostReversed } = service.intents.get(reference)!
  if (lost.has(reference) && service.liedAbout.has(reference)) return true
  if (payment.currency_code !== body.currency?.toLowerCase()) return false
  const missing = BigInt(body.amount) - BigInt(smallestUnits(payment))
  return missing >= 0n && missing <= (lost.has(reference) ? mostReversed + told : 0n)
}

const LISTED = new Set(["listed", "disputed", "reserved"])

/** Where a payment's sums are not the service's, or its item is not where its phase is, in words. */
export function moneyAstray(world: World, intents: IntentRow[], items: AttentionRow[]): string[] {
  return intents.flatMap((intent) => [
    ...sumsAstray(world, intent).map((fault) => `${intent.merchant_reference}: ${fault}`),
    ...itemsAstray(intent, items).map((fault) => `${intent.merchant_reference}: ${fault}`),
    ...untoldOf(world, intent, items).map((fault) => `${intent.merchant_reference}: ${fault}`),
  ])
}

/** Where something else than the truth was ever said, or the records of it were lost, nobody can know. */
function sumsAstray({ service, lost }: World, intent: IntentRow): string[] {
  const { merchant_reference: reference, outcome } = intent
  const at = service.intents.get(reference)
  if (!at || outcome !== "paid" || service.liedAbout.has(reference) || lost.has(reference)) return []
  const came = BigInt(intent.came)
  const asked = BigInt(at.body.amount)
  const found = came === asked ? [] : [`${came} are said to have come, of ${asked}`]
  const [refunded, reversed, booked] = [intent.refunded, intent.reversed, intent.reversed_booked].map(BigInt)
  const most = at.mostReversed > booked! ? at.mostReversed : booked!
  if (reversed! > most) found.push(`${reversed} are said to be reversed, of ${most} at most`)
  // What was not refunded by the service, or is not subtracted by it, is no difference that its answers could show.
  const isKnown = refunded === service.refundedOf(reference) && (service.subtracts || refunded === 0n)
  const gone = at.reversal.amount > booked! ? at.reversal.amount : booked!
  // What a person dealt with by hand is asked about no more.
  if (isKnown && reversed !== gone && !intent.closed_at)
    found.push(`${reversed} are said to be reversed, and ${gone} are`)
  return found
}

/** Money that a person has to decide about has one open item, and no other has; but for a success that cannot be read, which is awaited still. */
function itemsAstray(intent: IntentRow, items: AttentionRow[]): string[] {
  const open = items.filter(
    ({ intent_id, status, category }) => intent_id === intent.id && status === "open" && category === "money"
  )
  const phase = phaseOf(intent)
  if (phase === "awaited" && open.length === 1 && open[0]!.reason === "unreadable_success") return []
  return open.length === Number(LISTED.has(phase))
    ? []
    : [`is ${phase} with ${open.length} open items: ${open.map(({ reason }) => reason).join(", ")}`]
}

/** Money that was written off and is there again is on the list once; without refunds of the store's, which it may or may not have subtracted. */
function untoldOf({ service, lost }: World, intent: IntentRow, items: AttentionRow[]): string[] {
  const { id, merchant_reference: reference, outcome, refunded } = intent
  const at = service.intents.get(reference)
  if (!at || outcome !== "paid" || service.liedAbout.has(reference) || lost.has(reference)) return []
  const { applied_at, closed_as, came, reversed } = intent
  const isHeard = applied_at || closed_as === "returned" || came === reversed
  if (!isHeard || refunded !== "0" || writtenOff(intent) <= at.reversal.amount) return []
  const isTold = items.some(({ intent_id, reason }) => intent_id === id && reason === "won_back")
  return isTold ? [] : ["what was written off is there again, and nobody was told"]
}

/** What Medusa shows wrongly of orders that are, or are to be, paid with us; and what came too much and nobody was told of. */
export function booksAstray({ tables }: World, intents: IntentRow[], items: AttentionRow[]): string[] {
  const isTold = (reason: string, { id }: Order) =>
    items.some((item) => item.reason === reason && item.key.endsWith(id))
  // An item is of a payment: of an order for which none was begun with us nobody can be told here.
  const isBegun = ({ payment_collections }: OrderView, { cartId }: Order) =>
    intents.some(
      ({ subject_id }) => subject_id === cartId || payment_collections.some(({ id }) => id === subject_id)
    )
  return [...tables.orders.values()].flatMap((order) => {
    const [shown] = tables.graph("order", { id: order.id }) as OrderView[]
    const exponent = DECIMALS[order.currency]
    if (!shown?.payment_collections.some(isWithUs) || isTold("order_unbalanced", order)) return []
    const faults = orderFaults(ofOwnMoney(shown, intents), exponent)
    const over = -owedOf(shown, exponent)
    const isDue = order.wasMadeCheaper || order.wasPaidBetween
    const isOver = order.status === "pending" && !order.isDraft && over > 0n && !isDue
    if (isOver && isBegun(shown, order) && !isTold("order_overpaid", order))
      faults.push(`${order.id} got ${over} too much, and nobody was told`)
    return faults
  })
}

/** Without what a completion left behind that core did not live to take back, where its money went back, or is another order's. */
function ofOwnMoney(order: OrderView, intents: IntentRow[]): OrderView {
  const isElsewhere = ({
    canceled_at,
    data,
  }: OrderView["payment_collections"][number]["payments"][number]) => {
    const intent = intents.find(({ merchant_reference }) => merchant_reference === data.merchant_reference)
    const owner = intent?.order_id ?? intent?.assigned_order_id ?? (intent?.closed_at ? null : order.id)
    return canceled_at !== null && owner !== order.id
  }
  const own = order.payment_collections.map((each) => ({
    ...each,
    payments: each.payments.filter((payment) => !isElsewhere(payment)),
  }))
  return { ...order, payment_collections: own }
}

const isOurs = ({ provider_id }: { provider_id: string }) => provider_id.startsWith("pp_paycollect")
const isWithUs = ({ payment_sessions, payments }: OrderView["payment_collections"][number]) =>
  payment_sessions.some(isOurs) || payments.some(isOurs)

const ALL_TIME = {
  bounds: ["1970-01-01T00:00:00Z", "2200-01-01T00:00:00Z"],
  periods: [{ name: "all", begins: "1970-01-01" }],
}

/** The sums of the takings are those of the entries, of payments whose money came as it was asked for. */
export async function takingsAstray({ knex, service }: World, intents: IntentRow[]): Promise<string[]> {
  const paid = intents.filter(({ outcome, paid_at }) => outcome === "paid" && paid_at)
  if (paid.length === 0 || service.liedAbout.size > 0) return []
  const entries = await knex<EntryRow>("paycollect_entry")
  const written = new Map<string, { amount: bigint; refunded: bigint }>()
  for (const { id, environment, currency_code } of paid) {
    const key = `${environment} ${currency_code}`
    const sum = written.get(key) ?? { amount: 0n, refunded: 0n }
    for (const { intent_id, key, from_account, to_account, amount, went_back } of entries) {
      if (intent_id !== id) continue
      if (from_account === "service" && to_account !== "fee") sum.amount += BigInt(amount)
      // What was seen before never came.
      if (key.endsWith(":not")) sum.amount -= BigInt(amount)
      sum.refunded += BigInt(went_back ?? 0)
    }
    written.set(key, sum)
  }
  const sums = new ReceiptSums(knex)
  const shown = new Map<string, { amount: bigint; refunded: bigint }>()
  for (const environment of new Set(paid.map((each) => each.environment)))
    for (const each of await sums.of(ALL_TIME.bounds, ALL_TIME.periods, { environment })) {
      const key = `${environment} ${each.currency_code}`
      const sum = shown.get(key) ?? { amount: 0n, refunded: 0n }
      shown.set(key, { amount: sum.amount + each.amount, refunded: sum.refunded + each.refunded })
    }
  return [...written].flatMap(([key, { amount, refunded }]) => {
    const takings = shown.get(key) ?? { amount: 0n, refunded: 0n }
    return takings.amount === amount && takings.refunded === refunded
      ? []
      : [
          `takings in ${key} are ${takings.amount} less ${takings.refunded}, the entries say ${amount} less ${refunded}`,
        ]
  })
}
