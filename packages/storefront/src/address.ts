import { oneOf } from "./errors"

const LOOPBACK = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/

/** True for absolute https addresses, and for http on loopback (a developer's machine); false with credentials in it. */
export function isSafeCheckoutUrl(value: unknown): value is string {
  if (typeof value !== "string") return false
  const { protocol, hostname, username, password } = parseUrl(value) ?? {}
  if (username || password) return false
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname!))
}

function parseUrl(value: string | URL, base?: string): URL | null {
  try {
    return new URL(value, base)
  } catch {
    return null
  }
}

export type ReturnStatus = "success" | "waiting" | "failed"

export interface PaymentReturn {
  /** What the store found when the customer came back. Any visitor can type it: show nothing as paid because of it. */
  status: ReturnStatus
  /** Why it failed; null where the address does not say it in one of the words that this kit knows. */
  reason: FailureReason | null
  cartId: string | null
  /** Of a payment without a cart: what was paid for is a payment collection of the order. */
  collectionId: string | null
  orderId: string | null
}

/**
 * Why a payment failed. `declined`: by the operator, the bank or on the phone. `canceled`: by the customer. `expired`: left open for too
 * long. `not_started`: it could not begin. `unavailable`: the service does not answer. `busy`: too many payments at the moment.
 * `cart_changed`: the cart costs something else than when its payment was prepared.
 */
export type FailureReason =
  "declined" | "canceled" | "expired" | "not_started" | "unavailable" | "busy" | "cart_changed"

/** The last three are of payments that did not begin. */
export const REASONS: readonly (FailureReason | null)[] = [
  "not_started",
  "declined",
  "canceled",
  "expired",
  "unavailable",
  "busy",
  "cart_changed",
]

const ID = /^[\w-]{1,64}$/

/**
 * Reads `paycollect_status`, `paycollect_reason`, `cart_id`, `payment_collection_id` and `order_id` of the address the customer came back to;
 * null when it is no return. The link is enough to go on in another browser: pass `cartId`, or else `collectionId`, to `waitForPayment`.
 */
export function readReturn(address?: string | URL): PaymentReturn | null {
  // The base makes a path with a query readable; it is never used itself.
  const query = parseUrl(address ?? globalThis.location?.href ?? "", "http://localhost")?.searchParams
  const given = (name: string) => query?.get(name) ?? ""
  const status = oneOf<ReturnStatus>(["success", "waiting", "failed"], given("paycollect_status"))
  if (!status) return null
  const id = (name: string) => ID.exec(given(name))?.[0] ?? null
  // Of a payment that could not begin no address says more than that it failed.
  const reason = status === "failed" ? oneOf(REASONS.slice(1), given("paycollect_reason")) : null
  return {
    status,
    reason,
    cartId: id("cart_id"),
    collectionId: id("payment_collection_id"),
    orderId: id("order_id"),
  }
}
