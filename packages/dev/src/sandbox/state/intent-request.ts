import { z } from "zod"
import { isMethodTypeCode } from "../base/catalogue"
import { isCurrencyCode } from "../base/currency"

const text = z.string().refine((value) => value.trim() !== "", "must not be empty")
const currency = z.string().refine(isCurrencyCode, "must be a three-letter ISO 4217 code in capitals")

/** Smallest unit as a string; a positive integer without sign, spaces, decimals or leading zeros (interface 2.1). */
export const minorAmount = z
  .string()
  .regex(/^[1-9]\d*$/, "must be a positive integer in the smallest unit, as a string")

/** Letters, digits, "_" and "-": what survives in an address, a log and on a bank statement. */
export const merchantReference = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 letters, digits, underscores or hyphens")

const phone = z
  .string()
  .regex(/^[1-9]\d{7,14}$/, "must be digits only and start with the country prefix, without + or spaces")

/** U-12: `price` like `amount`, but zero and (for discount lines) negative prices are possible. */
const item = z.strictObject({
  name: text,
  price: z.string().regex(/^(0|-?[1-9]\d*)$/, "must be an integer in the smallest unit, as a string"),
  currency,
  quantity: z.int().positive(),
})

const redirectUrl = z.string().superRefine((value, context) => {
  const fault = redirectFault(value)
  if (fault) context.addIssue({ code: "custom", message: fault })
})

function redirectFault(value: string): string | null {
  if (!URL.canParse(value)) return "must be an absolute address"
  const url = new URL(value)
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must be an http or https address"
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return "must use https unless the host is loopback"
  return null
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\./.test(hostname)
  )
}

/** The body of interface 4.1. Unknown fields and `null` are refused: the contract allows neither. */
export const createIntentRequest = z
  .strictObject({
    firstname: text,
    lastname: text,
    email: z.email("must be an e-mail address").optional(),
    phone: phone.optional(),
    amount: minorAmount,
    currency: currency.default("XAF"),
    description: text,
    merchant_reference: merchantReference,
    fee_bearer: z.enum(["merchant", "customer"]).default("merchant"),
    confirmation_method: z.enum(["automatic", "manual"]).default("automatic"),
    confirm: z.boolean().default(false),
    items: z.array(item).optional(),
    redirect_url: redirectUrl.optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    collect_shipping_address: z.boolean().default(false),
    payment_method_types: z
      .array(z.string().refine(isMethodTypeCode, "must name known payment method types"))
      .min(1, "must name at least one payment method type")
      .optional(),
  })
  .superRefine((request, context) => {
    if (request.email === undefined && request.phone === undefined)
      context.addIssue({ code: "custom", path: ["email"], message: "is required when phone is absent" })
    if (!request.items) return
    if (request.items.some((line) => line.currency !== request.currency))
      context.addIssue({ code: "custom", path: ["items"], message: "must use the currency of the intent" })
    const sum = request.items.reduce((total, line) => total + BigInt(line.price) * BigInt(line.quantity), 0n)
    if (sum !== BigInt(request.amount))
      context.addIssue({ code: "custom", path: ["items"], message: "must add up to amount" })
  })

export type CreateIntentRequest = z.output<typeof createIntentRequest>
