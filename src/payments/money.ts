import { type MinorAmount, minorAmount } from "../service/wire/shape"

/** An amount in major units as Medusa hands it out: a number, a string, or one of its big-number shapes. */
export type MajorAmountLike =
  number | string | bigint | { value: MajorAmountLike } | { raw: MajorAmountLike } | { numeric: number }

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

/** Finer than any currency. What an amount has beyond that core's arithmetic made: half of 4,839 comes as 2419.4999999999999573, and as 2419.5. */
export const FINEST_DECIMALS = 6

/**
 * Major units to smallest units, rounded half up (away from zero) at the currency's exponent, without what is finer than
 * {@link FINEST_DECIMALS}. Signed, for discount lines. Works on decimal digits, so it is exact beyond 2^53.
 * @throws RangeError when the value is not a finite decimal number
 */
export function toMinorUnits(amount: MajorAmountLike, exponent: number): bigint {
  if (exponent >= FINEST_DECIMALS) return roundedAt(amount, exponent)
  return fromFinest(roundedAt(amount, FINEST_DECIMALS), exponent)
}

const fromFinest = (units: bigint, exponent: number) =>
  divideHalfUp(units, 10n ** BigInt(FINEST_DECIMALS - exponent))

function roundedAt(amount: MajorAmountLike, exponent: number): bigint {
  const match = DECIMAL.exec(decimalText(amount))
  if (!match) {
    throw new RangeError("An amount must be a finite decimal number")
  }
  const [, sign, whole = "", fraction = "", power = "0"] = match
  const digits = whole + fraction
  const scale = fraction.length - Number(power) - exponent
  const rounded =
    scale <= 0 ? BigInt(digits) * 10n ** BigInt(-scale) : divideHalfUp(BigInt(digits), 10n ** BigInt(scale))
  return sign === "-" ? -rounded : rounded
}

/** The sum of amounts in major units, added up exactly and rounded once, as {@link toMinorUnits}. @throws RangeError as there */
export function sumOf(amounts: readonly MajorAmountLike[], exponent: number): bigint {
  return fromFinest(
    amounts.reduce<bigint>((sum, amount) => sum + roundedAt(amount, FINEST_DECIMALS), 0n),
    exponent
  )
}

export const least = (one: bigint, other: bigint) => (one < other ? one : other)

/** Decimals beyond a currency's own: more than a number, or core's arithmetic, has. */
const FINER = 20

/** Whether it has no more decimals than its currency. @throws RangeError as {@link toMinorUnits} */
export function isWhole(amount: MajorAmountLike, exponent: number): boolean {
  return toMinorUnits(amount, exponent + FINER) % 10n ** BigInt(FINER) === 0n
}

/** Whether `asked`, in major units, is exactly `sum`, in smallest units: the same amount of the same currency. */
export function isSameMoney(
  sum: { amount: string; currency_code: string; exponent: number },
  asked: { amount: MajorAmountLike; currency_code: string }
): boolean {
  return (
    asked.currency_code.toLowerCase() === sum.currency_code &&
    toMinorUnits(asked.amount, sum.exponent) === BigInt(sum.amount)
  )
}

/** Like {@link toMinorUnits}, for an amount that is charged. @throws RangeError when negative or not a number */
export function toMinorAmount(amount: MajorAmountLike, exponent: number): MinorAmount {
  return minorAmount(toMinorUnits(amount, exponent))
}

/**
 * An amount that a person typed, in major units, as whole smallest units; null when it is no plain positive decimal or has more decimals
 * than the currency: what was meant is then not what would be charged.
 */
export function exactMinorAmount(amount: string, exponent: number): MinorAmount | null {
  const match = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(amount)
  if (!match) return null
  const units = toMinorUnits(amount, exponent)
  const isExact = !/[1-9]/.test((match[2] ?? "").slice(exponent))
  return isExact && units > 0n ? minorAmount(units) : null
}

/**
 * Moves the point of a decimal by `places` to the left, exactly, and shows at least `decimals` of them: what the service says in smallest
 * units (`places` = exponent) or in major units (`places` = 0) in the form that {@link toMajorString} has.
 * @throws RangeError when `value` is not a plain decimal
 */
export function shiftDecimal(value: string, places: number, decimals: number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  if (!match) throw new RangeError("An amount must be a plain decimal number")
  const [, sign, whole = "", fraction = ""] = match
  const scale = fraction.length + places
  const digits = (whole + fraction).padStart(scale + 1, "0")
  const cut = digits.length - scale
  const before = digits.slice(0, cut).replace(/^0+(?=\d)/, "")
  const after = digits.slice(cut).replace(/0+$/, "").padEnd(decimals, "0")
  const text = after ? `${before}.${after}` : before
  return sign && /[1-9]/.test(text) ? `-${text}` : text
}

/** Smallest units to a decimal string in major units with exactly `exponent` decimals, as Medusa shows money. */
export function toMajorString(amount: MinorAmount | bigint, exponent: number): string {
  const value = BigInt(amount)
  const digits = value
    .toString()
    .replace("-", "")
    .padStart(exponent + 1, "0")
  const cut = digits.length - exponent
  const text = exponent === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
  return value < 0n ? `-${text}` : text
}

/** Half away from zero. @param divisor positive */
export function divideHalfUp(value: bigint, divisor: bigint): bigint {
  return value < 0n ? -divideHalfUp(-value, divisor) : (value * 2n + divisor) / (divisor * 2n)
}

function decimalText(amount: MajorAmountLike): string {
  let value: unknown = amount
  while (typeof value === "object" && value !== null) {
    if ("raw" in value && value.raw != null) value = value.raw
    else if ("value" in value) value = value.value
    else {
      if ("numeric" in value) value = value.numeric
      break
    }
  }
  try {
    return String(value).trim()
  } catch {
    return "" // what has no text is no number either
  }
}
