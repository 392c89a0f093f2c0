import { defaultCurrencies } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

const exactDecimal = z
  .union([z.int().positive(), z.string().regex(/^(?=.*[1-9])\d{1,15}(?:\.\d{1,4})?$/)])
  .transform(String)
const ruleSchema = z
  .object({ min: exactDecimal, max: exactDecimal, multiple: exactDecimal })
  .partial()
  .strict()
const rulesSchema = z.array(z.tuple([z.string().toLowerCase(), ruleSchema])).min(1)

/** What one way to pay takes of a currency, in major units, exact. `multiple`: the service may round up to one (U-28). */
export type AmountRule = z.output<typeof ruleSchema>

/** By the currency's code in lower case. */
export type AmountRules = Record<string, AmountRule>

/** `XAF 100-500000 /5`: from, to, and the multiple; each may be left out. */
const AS_TEXT = /^([a-z]{3})(?:\s+([\d.]*)\s*-\s*([\d.]*))?(?:\s*\/\s*([\d.]+))?$/i
const FORM =
  'must say of known currencies what is taken, from, to and multiple in major units, as in "XAF 100-500000 /5, EUR 0.50-"'

/** As an object or as text: the dashboard has one field for it, so there is one problem. */
const amountRules = z
  .custom<string | Record<string, z.input<typeof ruleSchema>>>((given) => !!given, { error: FORM })
  .transform((given, context): AmountRules => {
    const pairs = typeof given === "string" ? pairsOf(given) : Object.entries(given)
    const { data = [] } = rulesSchema.safeParse(pairs)
    const rules = new Map(data)
    if (rules.size === 0 || rules.size < data.length || !data.every(isPossible))
      context.addIssue({ code: "custom", message: FORM })
    return Object.fromEntries(rules)
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

function pairsOf(text: string) {
  return text.split(",").map((part) => {
    const [, code, min, max, multiple] = AS_TEXT.exec(part.trim()) ?? []
    return [code, Object.fromEntries(Object.entries({ min, max, multiple }).filter(([, value]) => value))]
  })
}

function isPossible([code, rule]: [string, AmountRule]): boolean {
  const decimals = defaultCurrencies[code.toUpperCase()]?.decimal_digits ?? -1
  const amounts = Object.values(rule)
  const { min, max } = rule
  const scaled = (amount: string) => {
    const [whole, fraction = ""] = amount.split(".")
    return BigInt(whole + fraction.padEnd(4, "0"))
  }
  return (
    amounts.length > 0 &&
    amounts.every((amount) => (amount.split(".")[1] ?? "").length <= decimals) &&
    (!min || !max || scaled(min) <= scaled(max))
  )
}

/** As the dashboard shows and takes them: `XAF 100-500000 /5, EUR 1-`; null where there are none. */
export function amountsText(rules: AmountRules = {}): string | null {
  const parts = Object.entries(rules).map(([code, { min = "", max = "", multiple }]) => {
    const range = min || max ? ` ${min}-${max}` : ""
    return `${code.toUpperCase()}${range}${multiple ? ` /${multiple}` : ""}`
  })
  return parts.join(", ") || null
}
