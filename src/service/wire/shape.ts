import { z } from "@medusajs/framework/zod"
import { identifierLine, oneLine } from "../one-line"

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

/** An answer that does not have the documented shape. Names fields, never values: values may be personal. */
export class WireError extends Error {
  override readonly name = "WireError"

  constructor(
    readonly shape: string,
    readonly fields: readonly string[]
  ) {
    super(`Unreadable ${shape}: ${fields.join(", ") || "not an object"}`)
  }
}

/** @throws WireError */
export function readShape<T>(shape: string, schema: z.ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data)
  if (result.success) return result.data
  // Only the first path segment: deeper ones can be keys of metadata, which are the shop's own words.
  const fields = new Set(result.error.issues.map((issue) => String(issue.path[0] ?? "body")))
  throw new WireError(shape, [...fields])
}

/** Strings as documented, or safe integers written out: exact, or undefined. Never rounds, never guesses. */
export function wireMinorAmount(value: unknown): MinorAmount | undefined {
  if (isMinorAmount(value)) return value
  return Number.isSafeInteger(value) && Number(value) >= 0 ? minorAmount(BigInt(Number(value))) : undefined
}

/** As wireMinorAmount, sign allowed: a customer's balance may be a debt (interface 2.3). */
export function toSignedInteger(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value)
  return typeof value === "string" && /^-?(0|[1-9]\d{0,29})$/.test(value) ? value : undefined
}

/** A decimal as it came (U-09). A number outside plain notation or beyond 2^53 has lost digits already: undefined. */
export function toDecimal(value: unknown): string | undefined {
  const text = typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : value
  return typeof text === "string" && /^-?\d{1,30}(\.\d{1,30})?$/.test(text) ? text : undefined
}

/** Seconds since 1970: both the documented number and an ISO 8601 text (U-01) occur. */
export function toUnixSeconds(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}

function toCurrency(value: unknown): string | undefined {
  return typeof value === "string" && /^[A-Za-z]{3}$/.test(value) ? value.toUpperCase() : undefined
}

/** Texts of the service, and its identifiers: it names no limit, and rows, logs and screens have one. */
const LONGEST_TEXT = 500
const LONGEST_IDENTIFIER = 255

/**
 * Numeric identifiers are kept as text: dropping them would skip the check against ours (U-01). One that is too long is cut, and so still
 * not ours.
 */
function toIdentifier(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value)
  return typeof value === "string" && value !== "" ? identifierLine(value, LONGEST_IDENTIFIER) : undefined
}

const toText = (value: unknown) => (typeof value === "string" ? oneLine(value, LONGEST_TEXT) : undefined)

/** Of a value that the interface does not name: as many parts as a person reads. */
const MOST_PARTS = 50
const DEEPEST = 3

/** A field that the interface does not name, as it may be kept and shown: texts as one line, and of lists and records a part that has an end. */
export function unnamed(value: unknown, depth = DEEPEST): unknown {
  if (typeof value === "string") return oneLine(value, LONGEST_TEXT)
  if (typeof value !== "object" || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return value.slice(0, MOST_PARTS).map((part) => unnamed(part, depth - 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_PARTS)
      .map(([name, part]) => [oneLine(name, LONGEST_IDENTIFIER), unnamed(part, depth - 1)])
  )
}

const lenient = <T>(read: (value: unknown) => T | undefined) => z.unknown().transform(read).optional()

const requiredField = <T>(read: (value: unknown) => T | undefined) =>
  z.unknown().transform((value, context) => {
    const result = read(value)
    if (result !== undefined) return result
    context.addIssue({ code: "custom", message: "missing or unreadable" })
    return z.NEVER
  })

export const requiredAmount = requiredField(wireMinorAmount)
export const requiredCurrency = requiredField(toCurrency)
export const requiredIdentifier = requiredField(toIdentifier)

/** Optional fields: what cannot be read is absent, and absent is "unknown", never an error (filled gaps, preamble). */
export const amount = lenient(wireMinorAmount)
export const signedInteger = lenient(toSignedInteger)
export const decimal = lenient(toDecimal)
export const currency = lenient(toCurrency)
export const identifier = lenient(toIdentifier)
export const unixSeconds = lenient(toUnixSeconds)
export const textField = lenient(toText)
/** An address or a credential: not one sign of it may be missing. */
export const wholeText = z.string().optional().catch(undefined)
export const flag = z.boolean().optional().catch(undefined)
export const texts = z
  .array(z.string().transform((text) => oneLine(text, LONGEST_TEXT)))
  .optional()
  .catch(undefined)
export const recordOf = z.record(z.string(), z.unknown())
export const optionalRecord = recordOf.optional().catch(undefined)
