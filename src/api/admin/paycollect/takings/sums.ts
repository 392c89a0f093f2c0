import { toMajorString } from "../../../../domain/money"
import { quantileOf, successRate } from "../../../../domain/takings"
import {
  addTakings,
  type Speed,
  type Sums,
  type Takings,
} from "../../../../modules/paycollect/ledger/takings"
import {
  type AdminPayCollectTakings,
  type AdminPayCollectTakingsResponse,
  type AdminPayCollectTakingsSums,
  type AdminPayCollectTakingsTotal,
} from "../../../../types/http"

export function shownTakings(takings: readonly Takings[]): AdminPayCollectTakings[] {
  return takings.map(({ period, ...sums }) => ({ bucket: period, ...shown(sums) }))
}

/** Of the whole range, for each currency and method. */
export function shownTotals(
  takings: readonly Takings[],
  speeds: readonly Speed[]
): AdminPayCollectTakingsTotal[] {
  const totals = new Map<string, Sums>()
  for (const sums of takings) {
    const key = keyOf(sums)
    const total = totals.get(key)
    totals.set(key, total ? addTakings(total, sums) : sums)
  }
  return [...totals.entries()].sort().map(([key, total]) => ({
    ...shown(total),
    ...speedOf(speeds.filter((speed) => keyOf(speed) === key)),
  }))
}

export function shownSpeeds(speeds: readonly Speed[]): AdminPayCollectTakingsResponse["speeds"] {
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

function shown({ exponent, amount, fees, refunded, ...sums }: Sums): AdminPayCollectTakingsSums {
  const { currency_code, provider_id, started, succeeded, waiting, attention, paid } = sums
  return {
    ...{ currency_code, provider_id, started, succeeded, success_rate: successRate(sums) },
    ...{ waiting, attention, paid },
    amount: toMajorString(amount, exponent),
    fees: toMajorString(fees, exponent),
    refunded: toMajorString(refunded, exponent),
    net: toMajorString(amount - refunded, exponent),
  }
}

const keyOf = ({ currency_code, provider_id }: Pick<Sums, "currency_code" | "provider_id">) =>
  `${currency_code} ${provider_id}`
