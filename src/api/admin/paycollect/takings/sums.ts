import { toMajorString } from "../../../../payments/money"
import { quantileOf, successRate } from "../../../../features/takings/periods"
import { pick } from "../../../../features/shown"
import {
  addReceipts,
  type Speed,
  type ReceiptTotals,
  type ReceiptPeriod,
} from "../../../../features/takings/sums"
import type * as Http from "../../../../types/http"

export function shownTakings(takings: readonly ReceiptPeriod[]): Http.AdminPayCollectTakings[] {
  return takings.map(({ period, ...sums }) => ({ bucket: period, ...shownSums(sums) }))
}

/** Of the whole range, for each currency and method. */
export function shownTotals(
  takings: readonly ReceiptPeriod[],
  speeds: readonly Speed[]
): Http.AdminPayCollectTakingsTotal[] {
  const totals = new Map<string, ReceiptTotals>()
  for (const sums of takings) {
    const key = keyOfSums(sums)
    const total = totals.get(key)
    totals.set(key, total ? addReceipts(total, sums) : sums)
  }
  return [...totals.entries()].sort().map(([key, total]) => ({
    ...shownSums(total),
    ...speedOf(speeds.filter((speed) => keyOfSums(speed) === key)),
  }))
}

export function shownSpeeds(speeds: readonly Speed[]): Http.AdminPayCollectTakingsResponse["speeds"] {
  const codes = [...new Set(speeds.map(({ currency_code }) => currency_code))].sort()
  return codes.map((currency_code) => ({
    currency_code,
    ...speedOf(speeds.filter((speed) => speed.currency_code === currency_code)),
  }))
}

/** Seconds from the start of a payment to its money, which half and nine tenths of them do not exceed; null of none. */
export function speedOf(speeds: readonly Speed[]) {
  return { median_seconds: quantileOf(speeds, 50), p90_seconds: quantileOf(speeds, 90) }
}

function shownSums({
  exponent,
  amount,
  fees,
  refunded,
  returned,
  kept,
  ...sums
}: ReceiptTotals): Http.AdminPayCollectTakingsSums {
  return {
    ...pick(sums, "currency_code", "provider_id", "started", "succeeded", "waiting", "attention", "paid"),
    success_rate: successRate(sums),
    amount: toMajorString(amount, exponent),
    fees: toMajorString(fees, exponent),
    refunded: toMajorString(refunded, exponent),
    returned: toMajorString(returned, exponent),
    kept: toMajorString(kept, exponent),
    net: toMajorString(amount - refunded, exponent),
  }
}

const keyOfSums = ({ currency_code, provider_id }: Pick<ReceiptTotals, "currency_code" | "provider_id">) =>
  `${currency_code} ${provider_id}`
