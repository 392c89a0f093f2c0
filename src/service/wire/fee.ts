import { z } from "@medusajs/framework/zod"
import * as field from "./shape"

const KNOWN_FIELDS = {
  amount: field.decimal,
  fee: field.decimal,
  total_payable: field.decimal,
  currency: field.currency,
}

const feeSchema = z.object(KNOWN_FIELDS)

/**
 * Interface 2.5, U-09. The known fields as decimal strings in the unit that was asked in (U-22); absent ones are not
 * computed. `details` holds the rest, and every known field that could not be read exactly, with texts of one line and no more of them than a person reads.
 */
export interface FeeBreakdown {
  amount?: string
  fee?: string
  total_payable?: string
  currency?: string
  details: Record<string, unknown>
}

/** @throws WireError when `data` is not an object */
export function parseFeeBreakdown(data: unknown): FeeBreakdown {
  const raw = field.readShape("fee breakdown", field.recordOf, data)
  const known = feeSchema.parse(raw)
  const isRead = (name: string) =>
    Object.hasOwn(KNOWN_FIELDS, name) && known[name as keyof typeof KNOWN_FIELDS] !== undefined
  const rest = Object.fromEntries(Object.entries(raw).filter(([name]) => !isRead(name)))
  return { ...known, details: field.unnamed(rest) as FeeBreakdown["details"] }
}
