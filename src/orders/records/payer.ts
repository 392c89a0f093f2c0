import { type CustomerFacts } from "../../payments/customer"
import { type Language, LANGUAGES } from "../../texts/language"
import { askGraph, each, type Query } from "./query"
import { PERSON_FIELDS } from "./session-facts"

/** Who paid in a collection, as the store knows her now. */
export interface Payer {
  /** of her cart, and of its order: either may have been changed since */
  people: CustomerFacts[]
  /** null where the storefront named none, or another one */
  language: Language | null
  /** of the order, as its customer knows it */
  orderNumber: number | null
  isCanceled: boolean
}

interface PaidCollection {
  cart?: (CustomerFacts & { locale?: string | null }) | null
  order?: (CustomerFacts & { locale?: string | null; display_id?: number | null; status?: string }) | null
}

const PAYER_FIELDS = [
  ...each("cart", ["locale", ...PERSON_FIELDS]),
  ...each("order", ["locale", "display_id", "status", ...PERSON_FIELDS]),
]

/** null where the collection is gone. */
export async function payerOfCollection(query: Query, id: string): Promise<Payer | null> {
  const [found] = await askGraph<PaidCollection>(query, "payment_collection", PAYER_FIELDS, { id })
  if (!found) return null
  const { cart, order } = found
  const spoken = /^[a-z]+/i.exec(cart?.locale ?? order?.locale ?? "")?.[0].toLowerCase()
  return {
    people: [cart, order].flatMap((facts) => facts ?? []),
    language: LANGUAGES.find((language) => language === spoken) ?? null,
    orderNumber: order?.display_id ?? null,
    isCanceled: order?.status === "canceled",
  }
}

/** Whether the shop sells in this country. @param country as ISO 3166 writes it, in capitals */
export async function sellsIn(query: Query, country: string | undefined): Promise<boolean> {
  if (!country) return false
  const regions = await askGraph<{ countries?: { iso_2: string }[] | null }>(
    query,
    "region",
    "countries.iso_2"
  )
  return regions.some(({ countries }) => countries?.some(({ iso_2 }) => iso_2.toUpperCase() === country))
}
