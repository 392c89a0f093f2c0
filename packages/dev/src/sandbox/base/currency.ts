import { type MethodType } from "./catalogue"

const KNOWN = new Set(Intl.supportedValuesOf("currency"))

/** Three capital letters that ISO 4217 knows; lower case is refused. */
export function isCurrencyCode(code: string): boolean {
  return KNOWN.has(code)
}

/** Digits after the decimal point of a currency: 0 for XAF and XOF, 2 for EUR and GHS, 3 for TND. */
export function exponentOf(currency: string): number {
  return (
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}

/** Smallest units -> "12 500 FCFA" or "FCFA 12,500"; exact beyond 2^53 because the digits are never a number. */
export function formatMoney(amount: bigint, currency: string, locale: string): string {
  const exponent = exponentOf(currency)
  const digits = (amount < 0n ? -amount : amount).toString().padStart(exponent + 1, "0")
  const whole = digits.slice(0, digits.length - exponent)
  const decimal = `${amount < 0n ? "-" : ""}${whole}${exponent > 0 ? `.${digits.slice(-exponent)}` : ""}`
  const format = new Intl.NumberFormat(locale, { style: "currency", currency })
  // Decimal strings are formatted exactly; the type library of ES2022 does not know it yet.
  return (format.format as unknown as (value: string) => string)(decimal)
}

export type CardType = "local" | "international"

/** Hundredths of a percent. 3.5 % makes the one documented example come true: 350 on 10000 XAF (U-09). */
const RATES = { mobile_money: 350n, card_local: 390n, card_international: 490n }

/** Smallest unit, rounded half up. */
export function feeOf(amount: bigint, type: MethodType, cardType: CardType = "local"): bigint {
  const rate = type === "card" ? RATES[`card_${cardType}`] : RATES.mobile_money
  return (amount * rate + 5_000n) / 10_000n
}
