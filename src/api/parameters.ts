import { z } from "@medusajs/framework/zod"
import { MedusaError } from "@medusajs/framework/utils"

// Messages name their field: what Medusa makes of a refused format is the message alone.
export const countryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, "country_code: must be a two-letter ISO 3166 country code")
export const currencyParameter = z
  .string()
  .regex(/^[A-Za-z]{3}$/, "currency_code: must be a three-letter ISO 4217 currency code")
export const paymentMethod = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "payment_method: must be a method code such as mobile_money or card")
export const cardType = z.enum(["local", "international"])

/** A text that PostgreSQL can hold. */
export const storable = z.string().regex(/^[^\0]*$/, "must not hold a zero character")

/**
 * The same schema, naming what is wrong by field. Medusa's own messages quote what came instead, which fails (500) for an object that
 * says itself how it becomes text.
 */
export function unquotedText<Output>(schema: z.ZodType<Output>): z.ZodType<Output> {
  return z.unknown().transform((body, context) => {
    const read = schema.safeParse(body)
    if (read.success) return read.data
    const problems = read.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`)
    context.addIssue({ code: "custom", message: problems.join("; ") })
    return z.NEVER
  })
}

const ID_FORM = /^[A-Za-z0-9_-]{1,128}$/

/** An id of the service in a path. @throws MedusaError INVALID_DATA (400) naming it */
export function serviceId(value: string | undefined): string {
  if (value !== undefined && ID_FORM.test(value)) return value
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "id: must be 1 to 128 letters, digits, dashes or underscores. Nothing was asked of the payment service."
  )
}
