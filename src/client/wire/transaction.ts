import { z } from "@medusajs/framework/zod"
import * as field from "./shape"

const customer = z.object({
  firstname: field.text,
  lastname: field.text,
  email: field.text,
  phone: field.text,
})

const schema = z.object({
  id: field.requiredIdentifier,
  object: field.text,
  amount: field.amount,
  currency: field.currency,
  status: field.text,
  merchant_reference: field.identifier,
  payment_ref: field.identifier,
  description: field.text,
  created_at: field.unixSeconds,
  customer: customer.optional().catch(undefined),
})

/** How it was paid, or why it was not, in the service's words and where it tells. */
interface Told {
  method?: string
  operator?: string
  declined?: string
}

/** The interface lists no field for any of it: these names are usual, the first that has a text counts (U-27). */
const NAMES: Record<keyof Told, readonly string[]> = {
  method: ["payment_method", "payment_method_type", "method"],
  operator: ["operator", "network", "provider", "card_brand"],
  declined: ["failure_reason", "decline_reason", "failure_message", "failure_code", "decline_code"],
}
const LONGEST = 200

/** Interface 2.2. `amount` in the smallest unit, `created_at` in Unix seconds. For display: only verify decides. */
export type Transaction = z.infer<typeof schema> & Told

/** @throws WireError */
export const parseTransaction = (data: unknown): Transaction => ({
  ...field.read("transaction", schema, data),
  ...told(data as Record<string, unknown>),
})

function told(data: Record<string, unknown>): Told {
  const found = Object.entries(NAMES).map(([name, fields]) => [
    name,
    firstText(fields.map((key) => data[key])),
  ])
  return Object.fromEntries(found.filter(([, text]) => text !== undefined)) as Told
}

/** A text, or what an object calls itself. */
function firstText(values: unknown[]): string | undefined {
  const texts = values.map((value) => {
    const { name, type, code, message } = (value ?? {}) as Record<string, unknown>
    return [value, name, type, message, code].find((each) => typeof each === "string" && each.trim() !== "")
  })
  return (texts.find((text) => text !== undefined) as string | undefined)?.trim().slice(0, LONGEST)
}
