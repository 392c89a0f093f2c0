import { type MedusaContainer } from "@medusajs/framework/types"
import { minorAmount } from "../../service/wire/shape"
import { greetingOf } from "../../payments/customer"
import { mayBePaid } from "../../payments/attempts"
import { formatPaymentNumber } from "../../payments/names"
import { feeBack, goneOf, refundedPart, type Came } from "../../payments/came"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type LinkRow } from "../../modules/paycollect/models/link"
import { within } from "../../service/config"
import { ownShop } from "../../orders/records/lookups"
import { boundsOf } from "../../orders/amount-bounds"
import { offerKind, offersOf, type Offer } from "./offers"
import { type LinkNotice, type LinkPage, type Receipt } from "./page"
import { checkoutsBegun, isResumable, waitedFor } from "./pay"
import { type LinkReading } from "./read"
import { type Language } from "../../texts/language"
import { type MajorAmountLike } from "../../payments/money"
import { total } from "../../orders/records/predicates"
import { moduleOf, queryOf } from "../../payments/module"
import { type LinksModule } from "./rows"

/** Fees only decorate: a page does not wait longer for them. */
const FEES_WITHIN_MS = 2_500
/** From then on a waiting page says that it takes longer than usual, and looks less often. */
const LONGER_MS = 90_000
const REFRESH_S = { soon: 5, longer: 20 }

interface Seen {
  lang: Language
  notice?: LinkNotice
  /** its customer pressed a way to pay while another payment was open */
  asks?: boolean
  /** a robot or a messenger: title and amount, and nothing is asked of the service */
  isPreview: boolean
  /** of the page's own address */
  token: string
}

/** What the page of a link says at this moment. Writes nothing; of the service it asks fees, which are kept and asked once for all. */
export async function linkPageOf(
  container: MedusaContainer,
  link: LinkRow,
  reading: LinkReading,
  { lang, notice: answered, asks = false, isPreview, token }: Seen
): Promise<LinkPage> {
  const { clock } = moduleOf<LinksModule>(container)
  const { state, facts, exponent, payments, active } = reading
  const { name: shop, francs } = await ownShop(queryOf(container))
  // A cart may be in another currency by now than when it was asked for.
  const currency_code = facts?.currency_code ?? link.currency_code
  const number = facts?.display_id ? String(facts.display_id) : ""
  const order = { number, currency_code, exponent, francs }
  const { support } = active.options
  const timeZone = active.options.notifications.time_zone
  const page: LinkPage = { lang, shop, kind: state.kind, order, support, isPreview, timeZone }
  if (state.kind === "payable") page.owed = state.owed
  if (isPreview) return page

  const receipts = payments.filter(({ applied_at }) => applied_at).map(receiptInView)
  if (state.kind === "payable") {
    const now = clock.now()
    const goOn = goOnOf(link, reading, now)
    const told = answered ?? noticeOf(payments[0])
    // Her phone may be asked by an open payment: the service is not asked for that, and she is not asked to pay once more.
    const isAsked =
      !answered && (asks || (!told && goOn.length > 0)) && payments.some((row) => mayBePaid(row, now))
    return {
      ...page,
      receipts,
      // Nothing else of the customer stands on a page that each person can open who was sent its address.
      firstName: greetingOf(facts!.customer),
      ...pricesOf(reading),
      isChanged: state.owed.toString() !== link.amount || currency_code !== link.currency_code,
      expiresAt: new Date(link.expires_at),
      isTest: active.environment === "test",
      notice: isAsked ? "open" : told,
      offers: await offers(container, reading, state.owed),
      ...(isAsked && { goOn }),
    }
  }
  if (state.kind !== "waiting") return { ...page, receipts }
  const waited = waitedFor(payments)
  const since = waited ? clock.now() - new Date(waited.returned_at ?? waited.created_at).getTime() : 0
  // Without one, an employee gives other money to the order, or the store books it: that is nothing to confirm.
  const kind = !waited ? "booking" : since > LONGER_MS ? "longer" : "waiting"
  return {
    ...page,
    kind,
    ...(waited && ofWaited(waited, order, link)),
    receipts,
    refresh: {
      seconds: kind === "waiting" ? REFRESH_S.soon : REFRESH_S.longer,
      // A visit like any other there: it asks on the schedule of visits, and comes back here. Not by the payment's reference: a cart's id
      // stands in it, which is not for everybody who has the link.
      address: `${active.returnAddress(token)}?lang=${lang}`,
    },
  }
}

/** One of each way that can be pressed here: an older one of the same way is gone on with at its own page alone. */
function goOnOf(link: LinkRow, reading: LinkReading, now: number): NonNullable<LinkPage["goOn"]> {
  const begun = new Set(checkoutsBegun(link, reading, now).map(({ provider_id }) => provider_id))
  return reading
    .facts!.providers.filter((id) => begun.has(id))
    .map((provider_id) => ({ provider_id, kind: offerKind(provider_id) }))
}

/** It was started in the currency that its cart had then. */
function ofWaited(
  waited: IntentRow,
  order: NonNullable<LinkPage["order"]>,
  link: LinkRow
): Partial<LinkPage> {
  const { amount, currency_code, exponent, payment_number, fee_bearer } = waited
  return {
    order: { ...order, currency_code, exponent },
    owed: BigInt(amount),
    number: formatPaymentNumber(payment_number),
    isFeeOnTop: fee_bearer === "customer",
    ...(isResumable(waited, link) && { retry: { provider_id: waited.provider_id } }),
  }
}

/** What the lines cost, and of the whole what was paid already. */
function pricesOf({ facts, order, exponent }: LinkReading): Pick<LinkPage, "lines" | "sums"> {
  const { lines, delivery, costs } = facts!
  const inUnits = (amount: MajorAmountLike | null | undefined) =>
    amount == null ? undefined : total([amount], exponent)
  const paid = (order?.order.transactions ?? []).map(({ amount }) => amount)
  return {
    lines: lines.map(({ name, quantity, price }) => ({ name, quantity, price: inUnits(price) })),
    sums: { delivery: inUnits(delivery), total: inUnits(costs), paid_already: total(paid, exponent) },
  }
}

async function offers(
  container: MedusaContainer,
  { facts, exponent, active }: LinkReading,
  owed: bigint
): Promise<Offer[]> {
  const { fees } = moduleOf<LinksModule>(container)
  const { providers, country_code, currency_code } = facts!
  const asked = country_code && { amount: minorAmount(owed), currency_code, exponent, country_code }
  const found = asked ? await within(FEES_WITHIN_MS, () => fees.rows(asked)).catch(() => []) : []
  const rows = found === "unanswered" ? [] : found
  const boundsFor = (provider_id: string) =>
    boundsOf(active.options, provider_id, { currency_code, exponent })
  return offersOf(providers, { owed, exponent, feeBearer: active.options.feeBearer, rows, boundsFor })
}

export function receiptInView(row: IntentRow): Receipt {
  const part = refundedPart(row as IntentRow & Came)
  return {
    number: formatPaymentNumber(row.payment_number),
    amount: row.amount,
    fee: row.fee,
    paid_at: row.paid_at && new Date(row.paid_at),
    refunded: part && { part, amount: goneOf(row).toString(), hasFee: feeBack(row) > 0n },
  }
}

/** What became of the newest try, where it brought no money. */
function noticeOf(newest: IntentRow | undefined): LinkNotice | undefined {
  if (newest?.outcome !== "failed" || newest.status === "rejected") return undefined
  return newest.status === "canceled" ? "canceled" : "declined"
}
