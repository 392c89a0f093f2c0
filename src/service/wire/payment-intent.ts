import { z } from "@medusajs/framework/zod"
import { oneLine } from "../one-line"
import * as field from "./shape"
import { isMinorAmount, type MinorAmount } from "./shape"

const minorSchema = z.custom<MinorAmount>(
  isMinorAmount,
  "must be a whole number of smallest units, as digits"
)
const currencySchema = z.string().regex(/^[A-Z]{3}$/)
const filled = z.string().regex(/\S/)

/** U-12: `price` in the smallest unit as digits; a discount line is negative. */
const itemSchema = z.strictObject({
  name: filled,
  price: z.string().regex(/^-?(0|[1-9]\d{0,29})$/),
  currency: currencySchema,
  quantity: z.int().min(1),
})

const requestSchema = z
  .strictObject({
    firstname: filled,
    lastname: filled,
    email: filled.optional(),
    phone: z
      .string()
      .regex(/^[1-9]\d{5,14}$/)
      .optional(),
    amount: minorSchema.refine((value) => value !== "0", "must not be zero"),
    currency: currencySchema.optional(),
    description: filled,
    merchant_reference: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    fee_bearer: z.enum(["merchant", "customer"]).optional(),
    confirmation_method: z.enum(["automatic", "manual"]).optional(),
    confirm: z.boolean().optional(),
    items: z.array(itemSchema).optional(),
    redirect_url: z.url({ protocol: /^https?$/ }).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    collect_shipping_address: z.boolean().optional(),
    payment_method_types: z.array(filled).min(1).optional(),
  })
  .refine((value) => value.email !== undefined || value.phone !== undefined, {
    path: ["email or phone"],
    message: "one of them is required",
  })

/** Body of a creation (interface 2.1). `amount` and `items[].price` in the smallest unit; `currency` absent means XAF at the service. */
export type CreatePaymentIntentRequest = z.infer<typeof requestSchema>

/** @throws WireError naming the fields the service would refuse */
export function checkCreateRequest(value: CreatePaymentIntentRequest): CreatePaymentIntentRequest {
  return field.readShape("payment intent request", requestSchema, value)
}

const intentCustomer = z.object({
  firstname: field.textField,
  lastname: field.textField,
  email: field.textField,
})

const confirmed = z.object({
  id: field.requiredIdentifier,
  status: z.string().min(1),
  // A replayed creation answers with the old intent: without amount and currency it could not be compared (U-03).
  amount: field.requiredAmount,
  currency: field.requiredCurrency,
  payment_ref: field.identifier,
  merchant_reference: field.identifier,
  checkout_url: field.wholeText,
  client_secret: field.wholeText,
  customer: intentCustomer.optional().catch(undefined),
  metadata: field.optionalRecord,
})

const created = confirmed.extend({ checkout_url: z.string().min(1) })

/** PaymentIntent as created (interface 2.1). `amount` in the smallest unit. `client_secret` and `checkout_url` must not be logged. */
export type PaymentIntent = z.infer<typeof created>

/** PaymentIntent after manual confirmation (U-13): an answer without `checkout_url` is fine. Never proof of payment. */
export type ConfirmedPaymentIntent = z.infer<typeof confirmed>

/** @throws WireError */
export const parsePaymentIntent = (data: unknown): PaymentIntent =>
  field.readShape("payment intent", created, data)

/** @throws WireError */
export const parseConfirmedPaymentIntent = (data: unknown): ConfirmedPaymentIntent =>
  field.readShape("payment intent", confirmed, data)

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
  const found = texts.find((text) => text !== undefined) as string | undefined
  return found && oneLine(found, LONGEST)
}

/** U-01: the verify answer is not shown. Every field may be absent, and an absent one that decides about money is "unknown", never "paid". */
const verifiedPaymentSchema = z.object({
  id: field.identifier,
  status: field.textField,
  amount: field.amount,
  currency: field.currency,
  merchant_reference: field.identifier,
  payment_ref: field.identifier,
  created_at: field.unixSeconds,
})

/**
 * The only answer that decides about money. `amount` in the smallest unit, `created_at` in Unix seconds. How it was paid is for receipts
 * (U-27) and decides nothing.
 */
export type VerifiedPayment = z.infer<typeof verifiedPaymentSchema> &
  Pick<HowItWasPaid, "method" | "operator">

/** @throws WireError when `data` is not an object */
export function parseVerifiedPayment(data: unknown): VerifiedPayment {
  const documented = field.readShape("verified payment", verifiedPaymentSchema, data)
  const { declined: _, ...how } = howPaid(data as Record<string, unknown>)
  return { ...documented, ...how }
}
