const LOOPBACK = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/

/** True for absolute https addresses, and for http on loopback (a developer's machine); false with credentials in it. */
export function isSafeCheckoutUrl(value: unknown): value is string {
  if (typeof value !== "string") {
    return false
  }
  const url = parseUrl(value)
  if (url === null || url.username || url.password) {
    return false
  }
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname))
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
  /** What the store found when the customer came back. Anyone can type it: show nothing as paid because of it. */
  status: ReturnStatus
  cartId: string | null
  orderId: string | null
}

const STATUSES: readonly ReturnStatus[] = ["success", "waiting", "failed"]
const ID = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Reads `paycollect_status`, `cart_id` and `order_id` of the address the customer came back to; null when it is no return.
 * The link is enough to go on in another browser: pass `cartId` to `waitForPayment`.
 */
export function readReturn(address?: string | URL): PaymentReturn | null {
  // The base makes a path with a query readable; it is never used itself.
  const query = parseUrl(address ?? globalThis.location?.href ?? "", "http://localhost")?.searchParams
  const given = (name: string) => query?.get(name) ?? ""
  const status = STATUSES.find((known) => known === given("paycollect_status"))
  if (status === undefined) {
    return null
  }
  const id = (name: string) => (ID.test(given(name)) ? given(name) : null)
  return { status, cartId: id("cart_id"), orderId: id("order_id") }
}
