import { divideHalfUp, type MajorAmountLike, toMajorString, toMinorUnits } from "../../payments/money"

/** How many units of another currency one unit costs: a plain decimal, such as "655.957". */
export type Rates = ReadonlyMap<string, string>

/** The treaties of both CFA francs with the euro: fixed since 1999, and so with each other. */
export const PEGS: Record<string, string> = { xaf: "655.957", xof: "655.957" }

const DECIMALS = 12

/** The rates into `currency`: what the pegs say, and what the merchant said, who wins. */
export function ratesInto(currency: string, said: Rates): Rates {
  const peg = PEGS[currency]
  const pegs: [string, string][] = peg
    ? [
        ["eur", peg],
        ...Object.entries(PEGS)
          .filter(([code, rate]) => code !== currency && rate === peg)
          .map(([code]): [string, string] => [code, "1"]),
      ]
    : []
  return new Map([...pegs, ...said])
}

/**
 * @param amount in major units of one currency
 * @param rate units of the other for one of it
 * @param exponent decimals of the other
 * @returns major units of the other, rounded half up once, exactly
 * @throws RangeError for an amount that is no decimal
 */
export function converted(amount: MajorAmountLike, rate: string, exponent: number): string {
  const product = toMinorUnits(amount, DECIMALS) * toMinorUnits(rate, DECIMALS)
  return toMajorString(divideHalfUp(product, 10n ** BigInt(2 * DECIMALS - exponent)), exponent)
}
