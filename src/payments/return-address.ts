import { type ActiveOptions } from "../settings/active-configuration"

export type ReturnStatus = "success" | "waiting" | "failed"

/** Why a payment failed, in the only words that an address ever says; what cannot be said in them is not said. */
export const RETURN_REASONS = [
  "declined",
  "canceled",
  "expired",
  "unavailable",
  "busy",
  "cart_changed",
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

export interface ReturnFacts {
  status: ReturnStatus
  /** said with `failed` only */
  reason?: ReturnReason | null
  /** null where the payment never started */
  reference: string | null
  cart_id: string | null
  /** said where there is no cart: the order's collection that was to be paid */
  payment_collection_id?: string | null
  order_id: string | null
  country_code: string | null
}

export const DEFAULT_RETURN_PATHS = {
  success: "/{country_code}/order/{order_id}/confirmed",
  waiting: "/{country_code}/checkout/waiting",
  failure: "/{country_code}/checkout?step=payment",
}

/**
 * Where a returning customer is sent: the template of the outcome with its placeholders filled, plus `paycollect_status`, `cart_id` or, of a
 * payment without a cart, `payment_collection_id`, `order_id` and, where it failed, `paycollect_reason`, and nothing else. Only addresses from the merchant's own options are used (checked against the allowed origins
 * at boot and at every save), so nothing a visitor sends can turn this into an open redirect.
 * @returns null when neither a template nor a storefront address is configured
 */
export function returnAddress(options: ActiveOptions, facts: ReturnFacts): string | null {
  // A payment of a collection without a cart makes no order here: the success template could not be filled.
  const kind =
    facts.status === "failed"
      ? "failure"
      : facts.status === "success" && !facts.order_id
        ? "waiting"
        : facts.status
  const template =
    options.returnUrls[kind] ?? (options.storefrontUrl && options.storefrontUrl + DEFAULT_RETURN_PATHS[kind])
  if (!template) return null

  const url = new URL(
    template.replace(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(valueOfParameter(facts, name)))
  )
  url.searchParams.set("paycollect_status", facts.status)
  if (facts.cart_id) url.searchParams.set("cart_id", facts.cart_id)
  else if (facts.payment_collection_id)
    url.searchParams.set("payment_collection_id", facts.payment_collection_id)
  if (facts.order_id) url.searchParams.set("order_id", facts.order_id)
  url.searchParams.delete("paycollect_reason")
  if (facts.status === "failed" && facts.reason) url.searchParams.set("paycollect_reason", facts.reason)
  return url.toString()
}

function valueOfParameter(facts: ReturnFacts, name: string): string {
  const values: Record<string, string | null> = {
    country_code: facts.country_code,
    cart_id: facts.cart_id,
    order_id: facts.order_id,
    reference: facts.reference,
  }
  return values[name] ?? "-"
}
