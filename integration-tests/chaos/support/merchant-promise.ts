import { type AttentionRow } from "../../../src/modules/paycollect/models/attention"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { type RefundRow } from "../../../src/modules/paycollect/models/refund"
import { phaseOf } from "../../../src/payments/phase"
import { isReturned, paymentsOf, stands } from "./money"
import { type World } from "./world"

const WEEK_MS = 7 * 86_400_000

export interface Ledger {
  intents: IntentRow[]
  items: AttentionRow[]
  refunds: RefundRow[]
  /** payment collections that links were paid in by */
  collectionsOfLinks: ReadonlySet<string>
}

/** What a merchant does with money must not break the promise either: in words, what broke it. */
export function merchantsFaults(world: World, ledger: Ledger): string[] {
  return [
    ...ledger.intents.flatMap((intent) => [
      ...refundsAstray(world, intent, ledger),
      ...ownRefundsAstray(world, intent, ledger),
      ...assignmentsAstray(world, intent, ledger),
    ]),
    ...wrongOrdersByTelephone(world, ledger),
    ...capturesAstray(world, ledger),
  ]
}

/**
 * Invoices and accounts hear of each captured payment once; a server that was killed may have told of one never. Another one that only stood still
 * may let core tell once more of what was told in its place.
 */
function capturesAstray(world: World, { intents }: Ledger): string[] {
  const happened = (what: string) => Object.keys(world.counts).some((name) => name.startsWith(what))
  const most = happened("went on at") ? 2 : 1
  const found = [...world.toldCaptures]
    .filter(([, times]) => times > most)
    .map(([id, times]) => `the capture of ${id} was told ${times} times`)
  if (happened("killed at")) return found
  // News of a week before the job ran again would be none: its first run is minutes after that, and servers' clocks differ.
  const since = world.healedAt - WEEK_MS + 10 * 60_000
  const applied = intents.filter(({ applied_at }) => applied_at && new Date(applied_at).getTime() > since)
  for (const { merchant_reference: reference } of applied)
    for (const place of paymentsOf(world, reference).filter((each) => stands(world, each)))
      if (!world.lost.has(reference) && !world.toldCaptures.has(place.payment.id))
        found.push(`nobody was told of the capture of ${place.payment.id}`)
  return found
}

/**
 * No more went back than came for the goods and than the ledger says, by Medusa's way and from the list together; each refund was asked for
 * once, and the merchant knows of each that a person has to send or look after.
 */
function refundsAstray(world: World, intent: IntentRow, { items, refunds }: Ledger): string[] {
  const { id, merchant_reference: reference, refunded, reversed_booked, exponent } = intent
  const found: string[] = []
  const keys = [...world.service.refunds].filter(([key]) => key.startsWith(`${reference}-`))
  for (const [key, { times }] of keys) if (times > 1) found.push(`refund ${key} was sent ${times} times`)
  const sent = keys
    .filter(([, { status }]) => status !== "failed")
    .reduce((sum, [, { amount }]) => sum + amount, 0n)
  if (sent > BigInt(refunded)) found.push(`${reference}: ${sent} went back, the ledger says ${refunded}`)

  const booked = paymentsOf(world, reference)
    .flatMap(({ payment }) => payment.refunds)
    .filter(({ created_by }) => created_by !== null)
  const byCore = BigInt(booked.reduce((all, { amount }) => all + amount, 0) * 10 ** exponent)
  const here = counted(refunds, id).reduce((all, { amount }) => all + BigInt(amount), 0n)
  const known = BigInt(refunded) + BigInt(reversed_booked)
  // An order that was canceled keeps the refunds that booked what was won back since, and is kept.
  const isCanceled = paymentsOf(world, reference).some(
    ({ collection }) => world.tables.orders.get(collection.orderId ?? "")?.status === "canceled"
  )
  const isKept = items.some(
    ({ intent_id, reason, data }) => intent_id === id && reason === "won_back" && data?.money === "kept"
  )
  // What a person had given back by hand is counted as refunded once a part that was won is kept, and is nobody's refund.
  const wasGiven = items.some(
    ({ intent_id, category, data }) =>
      intent_id === id && category === "money" && data?.money === "returned" && isKept
  )
  if (!wasGiven && (isCanceled && isKept ? byCore + here < known : byCore + here !== known))
    found.push(`${reference}: ${byCore} went back by core and ${here} from here, the ledger says ${known}`)
  const came = world.service.saidToHaveCome(reference)
  if (byCore + here > came || sent > came)
    found.push(`${reference}: ${byCore + here} go back and ${sent} went, of ${came} that came`)
  // A refund that booked what an untrue answer called gone: the item about the money that is there again asks the merchant.
  const isAsked = items.some(({ intent_id, reason }) => intent_id === id && reason === "won_back")
  if (isAsked && world.service.liedAbout.has(reference)) return found
  // What was reversed is only booked by such a refund: nothing is sent for it.
  let reversed = world.service.intents.get(reference)?.mostReversed ?? 0n
  // Nor for what a person gave back by hand of money that was won back: another part may be reversed after that.
  for (const { intent_id, reason, data } of items)
    if (intent_id === id && reason === "won_back" && data?.money === "returned")
      reversed += BigInt(/^\d+/.exec(String(data.won))?.[0] ?? 0) * 10n ** BigInt(exponent)
  for (const { id: key, amount } of booked) {
    const done = world.service.refunds.get(`${reference}-${key}`)?.status === "succeeded"
    // The job looks a week back: a refund that was cut off before, or its item, goes with the row that is lost.
    if (done || isListed(items, key) || world.lost.has(reference)) continue
    reversed -= BigInt(amount * 10 ** exponent)
    if (reversed < 0n) found.push(`${reference}: nobody knows that refund ${key} is not done`)
  }
  return found
}

/** Money that was sent back from the list pays for nothing, and its item goes when all of it is back. */
function ownRefundsAstray(world: World, intent: IntentRow, { items, refunds }: Ledger): string[] {
  const { id, merchant_reference: reference, closed_at } = intent
  const own = counted(refunds, id)
  const found = refunds
    .filter((refund) => refund.intent_id === id)
    .flatMap((refund) => endOf(world, { reference, refund, items }))
  if (own.length === 0) return found
  for (const place of paymentsOf(world, reference).filter((each) => stands(world, each)))
    found.push(`${reference} was sent back and pays for ${place.collection.orderId}`)
  // Where something else than the truth was said, all that was said to have come may be back, or more.
  if (world.service.liedAbout.has(reference)) return found
  const back = own.reduce((all, { amount }) => all + BigInt(amount), 0n)
  const open = items.filter(
    (item) => item.intent_id === id && item.status === "open" && item.category === "money"
  )
  if (back < BigInt(intent.amount)) return found
  for (const { reason } of open) found.push(`${reference} is back, and its item ${reason} is open`)
  if (!closed_at) found.push(`${reference} is back, and not released`)
  return found
}

/** A refund that was begun came to an end, which the service would confirm, or a person was told. */
function endOf(
  { service }: World,
  { reference, refund, items }: { reference: string; refund: RefundRow; items: AttentionRow[] }
): string[] {
  const { id, status } = refund
  const atService = service.refunds.get(`${reference}-${id}`)?.status
  const went = atService !== undefined && atService !== "failed"
  switch (status) {
    case "begun":
      return [`refund ${id} of ${reference} was begun and never ended`]
    case "sent":
      return atService === "succeeded"
        ? []
        : [`refund ${id} of ${reference} is called sent and is ${atService}`]
    case "not_sent":
      return went ? [`refund ${id} of ${reference} is called not sent and is ${atService}`] : []
    default:
      return [
        ...(isListed(items, id) ? [] : [`nobody knows that refund ${id} of ${reference} is ${status}`]),
        ...(status === "due" && went ? [`refund ${id} of ${reference} goes back twice`] : []),
      ]
  }
}

/** A booking is finished or undone, and finished nowhere but in its order. */
function assignmentsAstray(world: World, intent: IntentRow, { items }: Ledger): string[] {
  const { merchant_reference: reference, assigned_order_id: orderId, applied_at, order_id } = intent
  if (!orderId) return []
  const isOpen = ({ intent_id, status, category }: AttentionRow) =>
    intent_id === intent.id && status === "open" && category === "money"
  // After a week without an answer about old money the store gives up, and leaves it where it lies: on the list.
  const isGivenUp = world.wasSilentForAWeek && phaseOf(intent) === "reserved" && items.some(isOpen)
  if (!applied_at && !intent.closed_at && !isGivenUp && !isToldOf(world, orderId))
    return [`${reference} is bound to ${orderId}, and neither booked nor free`]
  const places = paymentsOf(world, reference).filter(
    (each) => stands(world, each) || isReturned(each.payment)
  )
  const elsewhere = places.filter(({ collection }) => collection.orderId !== orderId)
  return [
    ...elsewhere.map(
      ({ collection }) => `${reference} is bound to ${orderId} and pays for ${collection.orderId}`
    ),
    ...(applied_at && order_id !== orderId
      ? [`${reference} is booked on ${orderId}, the ledger says ${order_id}`]
      : []),
  ]
}

/** Its order was canceled after the capture: a person was told, and the money is found there. */
function isToldOf({ tables }: World, orderId: string): boolean {
  return tables.orders.get(orderId)?.status === "canceled"
}

/**
 * Paid with what was booked on it, whole, and never with more than it costs; nobody was charged for it but by its link. What is paid by a link
 * may cost less afterwards: there the stand-in of core looks whenever money is taken in.
 */
function wrongOrdersByTelephone(world: World, { intents, collectionsOfLinks }: Ledger): string[] {
  const found: string[] = []
  for (const { id, cartId, amount, currency, byLink } of world.tables.orders.values()) {
    if (cartId) continue
    const collections = [...world.tables.collections.values()].filter(({ orderId }) => orderId === id)
    const paid = collections
      .flatMap((collection) => collection.payments.map((payment) => ({ payment, collection })))
      .filter((each) => stands(world, each))
    const money = paid.reduce((sum, { payment }) => sum + payment.amount, 0)
    if (money > amount && !byLink) found.push(`${id} by telephone, of ${amount}, was paid with ${money}`)
    for (const { payment } of paid)
      if (payment.currency_code !== currency)
        found.push(`${id} in ${currency} was paid in ${payment.currency_code}`)
  }
  for (const { merchant_reference: reference, subject_id } of intents)
    if (!reference.startsWith("cart_") && !collectionsOfLinks.has(subject_id))
      found.push(`${reference} is a new charge for an order by telephone`)
  return found
}

const counted = (refunds: RefundRow[], intentId: string) =>
  refunds.filter(({ intent_id, status }) => intent_id === intentId && status !== "not_sent")

const isListed = (items: AttentionRow[], key: string) =>
  items.some((item) => item.key === key && item.category === "refund")
