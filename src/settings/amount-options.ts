import { defaultCurrencies } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** What one way to pay takes of a currency, in major units as exact decimal text. */
export interface AmountRule {
  min?: string
  max?: string
  /** the service may round up to a multiple of it (U-28) */
  multiple?: string
}

/** By the currency's three-letter code: in lower case once it was read. */
export type AmountRules = Record<string, AmountRule>

type GivenAmounts = string | Record<string, Partial<Record<keyof AmountRule, string | number>>>

const EXACT_AMOUNT = /^\d{1,15}(?:\.\d{1,4})?$/
/** `XAF 100-500000 /5`: from, to, and the multiple; each may be left out. */
const AMOUNTS_OF_CURRENCY = /^([a-z]{3})(?:\s+([\d.]*)\s*-\s*([\d.]*))?(?:\s*\/\s*([\d.]+))?$/i
const KEYS = ["min", "max", "multiple"] as const
const FORM =
  'must be a currency with what is taken of it, such as "XAF 100-500000 /5" (from, to, multiple), several separated by commas'

/** One way to pay's amounts, as an object or as text. Problems never quote what was given. */
const amountRules = z
  .custom<GivenAmounts>(
    (given) => typeof given === "string" || (given instanceof Object && !Array.isArray(given)),
    {
      error: FORM,
    }
  )
  .transform((given, context): AmountRules => {
    const read = typeof given === "string" ? rulesOfText(given) : given
    const rules: AmountRules = {}
    for (const [code, rule] of Object.entries(read ?? {})) {
      const name = code.toLowerCase()
      const problem = name in rules ? "is named twice" : problemOf(rule)
      if (!/^[a-z]{3}$/.test(name)) context.addIssue({ code: "custom", message: FORM })
      else if (problem) context.addIssue({ code: "custom", message: `${name.toUpperCase()} ${problem}` })
      else rules[name] = Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, String(value)]))
    }
    if (!read) context.addIssue({ code: "custom", message: FORM })
    return rules
  })
  .optional()

/** Which amounts can be paid by each provider; without a rule the service decides (U-19). */
export const amountsSchema = z
  .object({
    paycollect: amountRules,
    "paycollect-mobile-money": amountRules,
    "paycollect-card": amountRules,
  })
  .strict()
  .default({})

export type AmountOptions = z.output<typeof amountsSchema>

function rulesOfText(text: string): GivenAmounts | null {
  const parts = text.split(/[,;\n]/).map((part) => AMOUNTS_OF_CURRENCY.exec(part.trim()))
  if (
    parts.some((part) => !part) ||
    new Set(parts.map((part) => part![1]!.toLowerCase())).size < parts.length
  )
    return null
  return Object.fromEntries(
    parts.map((part) => {
      const [, code, ...values] = part!
      return [
        code!,
        Object.fromEntries(KEYS.flatMap((key, index) => (values[index] ? [[key, values[index]]] : []))),
      ]
    })
  )
}

function problemOf(rule: unknown): string | null {
  const entries = Object.entries(rule ?? {})
  if (entries.length === 0 || entries.some(([key]) => !KEYS.some((known) => known === key)))
    return "needs min, max or multiple, and nothing else"
  const isExact = entries.every(([, value]) =>
    typeof value === "number"
      ? Number.isSafeInteger(value) && value > 0
      : EXACT_AMOUNT.test(value) && /[1-9]/.test(value)
  )
  if (!isExact) return 'takes whole numbers above 0, or exact text such as "0.50", in major units'
  const { min, max } = rule as AmountRule
  return min && max && scaled(min) > scaled(max) ? "has a min above its max" : null
}

const scaled = (amount: string | number) => {
  const [whole = "", fraction = ""] = String(amount).split(".")
  return BigInt(whole + fraction.padEnd(4, "0"))
}

/** What no currency could be paid with, whatever the service says; null where there is nothing. */
export function currencyProblem(
  rules: AmountRules,
  exponents: Readonly<Record<string, number>>
): string | null {
  for (const [code, rule] of Object.entries(rules)) {
    const name = code.toUpperCase()
    const decimals = exponents[code] ?? defaultCurrencies[name]?.decimal_digits
    if (decimals === undefined) return `${name} is no currency`
    const most = Math.max(...Object.values(rule).map((value: string) => (value.split(".")[1] ?? "").length))
    if (most > decimals) return `${name} has ${decimals} decimals, and not ${most}`
  }
  return null
}

/** As the dashboard shows and takes them: `XAF 100-500000 /5, EUR 1-`; null where there are none. */
export function amountsText(rules: AmountRules | undefined): string | null {
  const parts = Object.entries(rules ?? {}).map(([code, { min = "", max = "", multiple }]) =>
    [
      code.toUpperCase(),
      ...(min || max ? [`${min}-${max}`] : []),
      ...(multiple ? [`/${multiple}`] : []),
    ].join(" ")
  )
  return parts.join(", ") || null
}
