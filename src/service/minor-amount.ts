/** A non-negative integer in the smallest unit of its currency, as decimal digits (interface 2.1 `amount`). Never a float. */
export type MinorAmount = string & { readonly __brand: "MinorAmount" }

const DIGITS = /^(0|[1-9]\d{0,29})$/

export function isMinorAmount(value: unknown): value is MinorAmount {
  return typeof value === "string" && DIGITS.test(value)
}

/** @throws RangeError when `value` is not a whole, non-negative number of smallest units */
export function minorAmount(value: string | bigint): MinorAmount {
  const digits = String(value)
  if (!isMinorAmount(digits)) {
    throw new RangeError(
      "An amount in the smallest unit must be a non-negative integer without leading zeros"
    )
  }
  return digits
}
