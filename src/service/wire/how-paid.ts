/** How it was paid, or why it was not, in the service's words and where it tells. */
export interface HowItWasPaid {
  method?: string
  operator?: string
  declined?: string
}

/** The interface lists no field for any of it: these names are usual, the first that has a text counts (U-27). */
const FIELD_NAMES: Record<keyof HowItWasPaid, readonly string[]> = {
  method: ["payment_method", "payment_method_type", "method"],
  operator: ["operator", "network", "provider", "card_brand"],
  declined: ["failure_reason", "decline_reason", "failure_message", "failure_code", "decline_code"],
}
const LONGEST = 200

/** Of what the service sent beside the fields that are documented. */
export function howPaid(data: Record<string, unknown>): HowItWasPaid {
  const found = Object.entries(FIELD_NAMES).map(([name, fields]) => [
    name,
    firstText(fields.map((key) => data[key])),
  ])
  return Object.fromEntries(found.filter(([, text]) => text !== undefined)) as HowItWasPaid
}

/** A text, or what an object calls itself. */
function firstText(values: unknown[]): string | undefined {
  const texts = values.map((value) => {
    const { name, type, code, message } = (value ?? {}) as Record<string, unknown>
    return [value, name, type, message, code].find((each) => typeof each === "string" && each.trim() !== "")
  })
  return (texts.find((text) => text !== undefined) as string | undefined)?.trim().slice(0, LONGEST)
}
