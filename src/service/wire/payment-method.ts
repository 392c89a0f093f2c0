import { z } from "@medusajs/framework/zod"
import * as field from "./shape"

const paymentMethodSchema = z.object({
  code: field.identifier,
  id: field.identifier,
  type: field.textField,
  name: field.textField,
  label: field.textField,
  family: field.textField,
  currencies: field.texts,
  countries: field.texts,
  logo: field.wholeText,
})

/** A payment method, normalised from a record whose fields the contract does not show (U-11); `raw` is the record as it came. */
export interface PaymentMethod {
  code: string
  name: string
  type?: string
  currencies?: string[]
  countries?: string[]
  logo?: string
  raw: Record<string, unknown>
}

/** @throws WireError when `data` is not a list of records */
export function parsePaymentMethods(data: unknown): PaymentMethod[] {
  return field.readShape("payment methods", z.array(field.recordOf), data).flatMap((raw) => {
    const known = paymentMethodSchema.parse(raw)
    const code = known.code ?? known.id ?? known.type ?? known.name
    // A record with nothing to name it by can be neither shown nor chosen.
    if (code === undefined) return []
    const { currencies, countries, logo } = known
    const name = known.name ?? known.label ?? code
    return [{ code, name, type: known.type ?? known.family, currencies, countries, logo, raw }]
  })
}
