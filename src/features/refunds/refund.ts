import { type MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isAttentionReason } from "../../payments/attention-reasons"
import { exactMinorAmount, toMajorString } from "../../payments/money"
import { refundableOf, type NoRefund, type Refundable } from "./rules"
import { type Came, goneOf } from "../../payments/came"
import { newRefundId, type RefundEnd, type RefundsModule } from "./rows"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type RefundRow } from "../../modules/paycollect/models/refund"
import { type AttentionRow } from "../../modules/paycollect/models/attention"
import { callRefund as sendToService, REFUND_CUT_OFF_MS, transactionOf, type RefundAnswer } from "./send"
import { type AdminPayCollectRefundable, type AdminPayCollectRefundBody } from "../../types/http"
import { decimalsOfCame } from "../../orders/records/query"
import { emit } from "../../orders/emit"
import { notifyClosed, notifyItem } from "../../orders/raise"
import { standsForOrder } from "../../orders/loop"
import { takeUnpaidOrderBack } from "../../orders/unpaid-order"
import { tellReversed, wentBack } from "../../orders/went-back"
import { moduleOf, queryOf, loggerOf } from "../../payments/module"

export type RefundInput = Omit<AdminPayCollectRefundBody, "amount" | "left"> & {
  amount?: string
  left?: string
  /** who asked for it */
  by: string
}

/** As long as advancing itself waits; a second click waits for the first one's answer. */
const REFUND_WAIT_MS = 10_000

/**
 * Sends money back that no order stands for. Under the money's lease, so that it becomes no order meanwhile; counted before it is sent, by a
 * statement that two employees at once do not get past; the same key answers with what the first try came to, and sends nothing again.
 * @throws MedusaError NOT_ALLOWED (400) with a code `paycollect_refund_...`: nothing went back then, and nothing is counted, except with
 * `in_doubt`, where a person is told
 */
export async function refundUnapplied(
  container: MedusaContainer,
  { merchant_reference, subject_id }: Pick<IntentRow, "merchant_reference" | "subject_id">,
  input: RefundInput
): Promise<RefundRow> {
  const { ledger, refunds } = moduleOf<RefundsModule>(container)
  const listed = (await ledger.byReference(merchant_reference))!
  const isRepeated = !!input.key && !!(await refunds.byKey(listed.id, input.key))
  // The service is asked nothing for what is refused anyway; of what went back it may say otherwise by now.
  if (!isRepeated && goneOf(listed) === 0n) await mayGoBack(container, listed, input)
  if (!isRepeated && (await wentBack(container, listed)))
    throw refundRefusal(
      "reversed",
      "the service says that this money went back already; an item of its own says so"
    )
  const held = await ledger.whileHolding(subject_id, { wait: REFUND_WAIT_MS }, async () => {
    const intent = (await ledger.byReference(merchant_reference))!
    // A double click, or a request that was repeated because its answer got lost: it ends as the first one did.
    const before = input.key ? await refunds.byKey(intent.id, input.key) : null
    if (before) return refundOutcome((await endCutOff(container, before)) ?? before)
    return await sendRefundOnce(container, intent, input)
  })
  if (held.held) return held.value
  throw refundRefusal("in_progress", "this payment is being brought in line with the store at this moment")
}

async function sendRefundOnce(
  container: MedusaContainer,
  intent: IntentRow,
  input: RefundInput
): Promise<RefundRow> {
  const { refunds, configuration, clock } = moduleOf<RefundsModule>(container)
  const may = await mayGoBack(container, intent, input)
  if (may.ofFee) await feeIsThere(container, intent)
  const active = await configuration.current()
  const { refunds: mode } = active.options
  if (mode === "off") throw refundRefusal("off", "refunds are switched off (Settings, PayCollect: Refunds)")
  const amount = await partOf(container, intent, may, input)
  if (mode === "api" && !transactionOf(intent))
    throw refundRefusal("not_sent", "the service's id of the payment is not known")
  const client = mode === "api" ? active.client(intent.environment) : null

  await takeUnpaidOrderBack(container, intent)
  const { reason, note = null, key, by } = input
  const id = newRefundId()
  const asked = { id, amount: amount.toString(), mode, reason, note, key, created_by: by }
  const begun = clock.now()
  const refund = await refunds.begin(intent, asked, may)
  if (!refund) throw changed()
  // The lease of this process was over before it came so far: another one had the same wish, and sends it.
  if (refund.id !== id) return refundOutcome(refund)
  const sent = { id, amount, reason, begun }
  const end = client ? endBy(await sendToService(client, intent, sent, clock)) : DUE
  return refundOutcome(await written(container, refund, end))
}

/** What the service took back went from the fee first, and no row says so. @throws MedusaError where less is left than the goods and the fee */
async function feeIsThere(container: MedusaContainer, intent: IntentRow): Promise<void> {
  const heard = await moduleOf(container).review.ask(intent, { by: "admin" })
  if (!heard || heard.missing === null)
    throw refundRefusal(
      "not_sent",
      "the service does not say now how much is left; try again in a few minutes"
    )
  const { verdict, row, missing } = heard
  if (missing <= 0n && row.reversed === "0") return
  if (verdict.kind === "reversed") await tellReversed(container, intent, verdict.facts)
  throw refundRefusal("reversed", "the service says that some of this money went back already; look there")
}

const DUE: RefundEnd = { status: "due" }

function endBy(answer: RefundAnswer): RefundEnd {
  if (answer.status !== "not_sent") return answer
  const failure = answer.unsupported
    ? "the payment service has no refunds: choose manual in Settings, PayCollect: Refunds"
    : answer.because
  return { status: "not_sent", failure }
}

async function mayGoBack(
  container: MedusaContainer,
  intent: IntentRow,
  { attention_id, currency_code }: RefundInput
): Promise<Refundable> {
  const item = refundItem(await moduleOf<RefundsModule>(container).attention.openFor(intent.id))
  if (attention_id && attention_id !== item?.id) throw refundRefusal("no_item", NO_REFUND.no_item)
  const may = refundableOf(intent as IntentRow & Came, reasonOf(item))
  if (typeof may === "string") throw refundRefusal(may, NO_REFUND[may])
  if (!may.ofFee && (await standsForOrder(container, intent)))
    throw refundRefusal("order_stands", NO_REFUND.order_stands)
  if (currency_code && currency_code.toLowerCase() !== may.currency_code)
    throw refundRefusal("currency", `what came is in ${may.currency_code.toUpperCase()}`)
  return may
}

/** @throws MedusaError for nothing, for more than is left, for another rest than was seen, and in a currency whose decimals are not known */
async function partOf(
  container: MedusaContainer,
  intent: IntentRow,
  { left, currency_code }: Refundable,
  asked: Pick<RefundInput, "amount" | "left">
): Promise<bigint> {
  if (asked.amount === undefined && asked.left === undefined) return left
  const { options } = await moduleOf(container).configuration.current()
  const exponent = await decimalsOfCame(currency_code, intent, queryOf(container), options)
  const code = currency_code.toUpperCase()
  if (exponent === null)
    throw refundRefusal("amount", `the decimals of ${code} are not known, so only all of it can go back`)
  const unitsOf = (sum: string) => {
    const units = exactMinorAmount(sum, exponent)
    if (units) return BigInt(units)
    throw refundRefusal("amount", `the amount must be more than nothing, with at most ${exponent} decimals`)
  }
  if (asked.left !== undefined && unitsOf(asked.left) !== left) throw changed()
  const amount = asked.amount === undefined ? left : unitsOf(asked.amount)
  if (amount <= left) return amount
  throw refundRefusal("too_much", `no more than ${toMajorString(left, exponent)} ${code} of it is left`)
}

const changed = () => refundRefusal("changed", "the payment changed at this moment; load the page again")

type ShownItem = Pick<AttentionRow, "category" | "status" | "reason">

/** By which a refund is asked for: what is open about its money, else about its fee. */
function refundItem<Item extends ShownItem>(items: Item[]): Item | undefined {
  const open = items.filter(({ status }) => status === "open")
  return (
    open.find(({ category }) => category === "money") ??
    open.find(({ reason }) => reason === "unexpected_fee")
  )
}

const reasonOf = (item: ShownItem | undefined) =>
  item && isAttentionReason(item.reason) ? item.reason : null

type RefundableShown = Pick<IntentRow, keyof Parameters<typeof refundableOf>[0] | "exponent"> & {
  attention: ShownItem[]
}

/** What may go back of each payment, and how it would; null where nothing may. */
export async function withRefundable<T extends RefundableShown>(
  container: MedusaContainer,
  intents: T[]
): Promise<(T & { refundable: AdminPayCollectRefundable | null })[]> {
  const { options } = await moduleOf(container).configuration.current()
  const one = async (intent: T): Promise<AdminPayCollectRefundable | null> => {
    const may = refundableOf(intent as T & Came, reasonOf(refundItem(intent.attention)))
    if (typeof may === "string") return null
    const { came, left, currency_code, ofFee } = may
    const exponent = await decimalsOfCame(currency_code, intent, queryOf(container), options)
    const sums = { came: came.toString(), left: left.toString(), currency_code, exponent }
    return { ...sums, mode: options.refunds, ...(ofFee && { of_fee: true }) }
  }
  return await Promise.all(intents.map(async (intent) => ({ ...intent, refundable: await one(intent) })))
}

/** What may have gone and could not be written down stays counted: the job puts it on the list. */
async function written(container: MedusaContainer, refund: RefundRow, end: RefundEnd): Promise<RefundRow> {
  try {
    return await endRefund(container, refund, end)
  } catch {
    loggerOf(container).error(
      `paycollect: what became of refund ${refund.id} (${end.status}) could not be written down`
    )
    throw inDoubt()
  }
}

/** Ends it, and tells the merchant where a person has to look. Another process may have ended it before. */
async function endRefund(container: MedusaContainer, refund: RefundRow, end: RefundEnd): Promise<RefundRow> {
  const { refunds, ledger } = moduleOf<RefundsModule>(container)
  const ended = await refunds.ended(refund, end)
  if (!ended) return (await refunds.byKey(refund.intent_id, refund.key))!
  const intent = await ledger.byId(refund.intent_id)
  const { id: refund_id, amount, updated_at } = ended.refund
  if (ended.item) await notifyItem(container, intent, ended.item)
  if (end.status === "sent")
    await emit(container, "paycollect.intent.refunded", intent, { refund_id, amount })
  await notifyClosed(container, intent, updated_at)
  return ended.refund
}

/**
 * A refund whose process died between counting and hearing the answer. It is not sent again, although its idempotency key would be the same:
 * that the service keeps to one is not in the interface (U-14), and money sent twice is gone. A person looks; one that is sent by hand is put
 * on the list as if nothing had happened.
 * @returns null for one that may still be under way. Held: the lease of its payment
 */
export async function endCutOff(container: MedusaContainer, refund: RefundRow): Promise<RefundRow | null> {
  const { clock } = moduleOf<RefundsModule>(container)
  const isCutOff = clock.now() - new Date(refund.created_at).getTime() >= REFUND_CUT_OFF_MS
  if (refund.status !== "begun" || !isCutOff) return null
  return await endRefund(container, refund, { status: refund.mode === "manual" ? "due" : "unknown" })
}

function refundOutcome(refund: RefundRow): RefundRow {
  if (refund.status === "not_sent")
    throw refundRefusal("not_sent", refund.failure ?? "the payment service declined it")
  if (refund.status === "begun") throw inDoubt()
  return refund
}

const NO_REFUND: Record<NoRefund, string> = {
  order_stands:
    "an order stands for this payment; refund it on the page of that order, so that its books stay right",
  no_item: "no item about money of this payment is open",
  unclear:
    "it is not certain how much came, or whose it is; refund it in the payment service's dashboard, then resolve the item",
  in_progress:
    'the store has begun to make an order of this payment; press "Check now", or look again in a minute',
  nothing_left: "all of it went back already, or is on its way",
}

/** Not CONFLICT, for which core's error handler says something else. */
function refundRefusal(code: string, because: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Nothing was refunded and nothing was recorded: ${because.replace(/\.$/, "")}.`,
    `paycollect_refund_${code}`
  )
}

function inDoubt(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This refund was begun, and it is not known yet what became of it. It is counted; do not send it again. If it was cut off, it is on the list of what needs attention within a quarter of an hour.",
    "paycollect_refund_in_doubt"
  )
}
