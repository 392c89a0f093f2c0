import { type ActiveOptions } from "./active-configuration"
import { type Query } from "./session-facts"

/** Decimals of a currency: the merchant's override, else Medusa's currency table; null when it is not known. */
export async function decimalsOf(code: string, query: Query, options: ActiveOptions): Promise<number | null> {
  const override = options.currencyExponents[code]
  if (override !== undefined) return override
  const { data } = await query.graph({
    entity: "currency",
    fields: ["decimal_digits"],
    filters: { code },
  } as Parameters<Query["graph"]>[0])
  const digits = (data[0] as { decimal_digits?: number } | undefined)?.decimal_digits
  return digits === undefined ? null : Number(digits)
}
