import { type PayCollectFee } from "../../types/http"
import { outsideOf, type AmountBounds } from "../../payments/amounts"
import { toMinorUnits } from "../../payments/money"
import { identifierOf, type ProviderIdentifier } from "../../orders/records/providers"

export type OfferKind = "any" | "mobile_money" | "card"

/** What the customer pays, in smallest units: a button must never name less than is charged. */
export type OfferPrice =
  | { kind: "exact" | "from"; total: bigint }
  /** the fee comes on top, and is not known now */
  | { kind: "plus_fee"; total: bigint }

/** One way to pay: a provider, with the methods of the service that it leads to. */
export interface Offer {
  provider_id: string
  kind: OfferKind
  price: OfferPrice
  /** it does not take this amount: the bound that is in the way, in smallest units */
  outside?: { is: "below" | "above"; bound: bigint; widest: boolean }
  methods: { name: string; card_type?: "local" | "international"; price: OfferPrice }[]
}

const OFFER_KINDS: Record<ProviderIdentifier, OfferKind> = {
  paycollect: "any",
  "paycollect-mobile-money": "mobile_money",
  "paycollect-card": "card",
}

export const offerKind = (provider_id: string): OfferKind => OFFER_KINDS[identifierOf(provider_id)]

interface AskedOffer {
  /** what the order owes, in smallest units */
  owed: bigint
  exponent: number
  feeBearer: "merchant" | "customer"
  /** of the service for this amount; empty where it could not be asked */
  rows: PayCollectFee[]
  boundsFor?: (provider_id: string) => AmountBounds | null
}

/** The provider of all methods alone where the region has it: the others would offer the same again. One of each kind. */
export function offersOf(providers: string[], asked: AskedOffer): Offer[] {
  const firsts = (["mobile_money", "card", "any"] as const).flatMap((kind) => {
    const provider_id = providers.find((id) => offerKind(id) === kind)
    return provider_id ? [{ provider_id, kind }] : []
  })
  const all = firsts.find(({ kind }) => kind === "any")
  return (all ? [all] : firsts).map(({ provider_id, kind }) => {
    const methods = asked.rows
      .filter((row) => kind === "any" || isCard(row) === (kind === "card"))
      .map((row) => ({
        name: row.name,
        ...(row.card_type && { card_type: row.card_type }),
        price: priceOf(row, asked),
      }))
    const outside = outsideOfOffer(provider_id, asked)
    return {
      provider_id,
      kind,
      ...(outside && { outside }),
      methods,
      price: sumOfOffers(
        methods.map(({ price }) => price),
        asked
      ),
    }
  })
}

function outsideOfOffer(provider_id: string, { owed, boundsFor }: AskedOffer): Offer["outside"] {
  const bounds = boundsFor?.(provider_id)
  const is = outsideOf(owed, bounds)
  if (!bounds || !is) return undefined
  return { is, bound: (is === "below" ? bounds.min : bounds.max)!, widest: bounds.widest }
}

function priceOf(
  { total, fee, error }: PayCollectFee,
  { owed, exponent, feeBearer }: AskedOffer
): OfferPrice {
  if (feeBearer === "merchant") return { kind: "exact", total: owed }
  if (error || (total === null && fee === null)) return { kind: "plus_fee", total: owed }
  const charged = total === null ? owed + toMinorUnits(fee!, exponent) : toMinorUnits(total, exponent)
  return charged < owed ? { kind: "plus_fee", total: owed } : { kind: "exact", total: charged }
}

function sumOfOffers(prices: OfferPrice[], { owed, feeBearer }: AskedOffer): OfferPrice {
  if (feeBearer === "merchant") return { kind: "exact", total: owed }
  if (prices.length === 0 || prices.some(({ kind }) => kind === "plus_fee"))
    return { kind: "plus_fee", total: owed }
  const totals = prices.map(({ total }) => total)
  const least = totals.reduce((one, other) => (other < one ? other : one))
  return { kind: totals.every((total) => total === least) ? "exact" : "from", total: least }
}

const isCard = ({ payment_method, card_type }: PayCollectFee) => payment_method === "card" || !!card_type
