import { isSafeCheckoutUrl } from "./address"
import { callStore, type StoreClient } from "./client"
import { nothingOf, textOrNull } from "./errors"

/**
 * `none`: nothing was ever started for this cart. `waiting`: not decided yet. `succeeded`: paid, `orderId` follows within moments.
 * `failed`: not paid, the customer may try again. `attention`: money arrived but the shop has to look at it; do not offer to pay again.
 */
export type PaymentState = "none" | "waiting" | "succeeded" | "failed" | "attention"

/** Why a payment failed. `declined`: by the operator, the bank or on the phone. `canceled`: by the customer. `not_started`: it could not begin. */
export type FailureReason = "declined" | "canceled" | "not_started"

export interface PaymentStatus {
  status: PaymentState
  /** Only with `failed`, and only when the store knows. */
  reason: FailureReason | null
  orderId: string | null
  /** What the customer may call the payment, for example "JZ1D-7K9P"; null before there is one. */
  paymentNumber: string | null
  /** All, or a part, of the money went back to the customer, or is on its way. */
  refunded: "all" | "part" | null
  /** Where an unfinished payment can be continued. */
  checkoutUrl: string | null
  /** Milliseconds before it is worth asking again. */
  retryAfterMs: number | null
}

export interface PaymentStatusOptions {
  client: StoreClient
  cartId: string
  signal?: AbortSignal
}

const STATES: readonly string[] = [
  "none",
  "waiting",
  "succeeded",
  "failed",
  "attention",
] satisfies PaymentState[]
const REASONS: readonly unknown[] = ["declined", "canceled", "not_started"] satisfies FailureReason[]
const REQUEST_TIMEOUT_MS = 10_000

/**
 * Asks the store once about a cart's payment. Cheap: it reads what the store already knows.
 * @throws PayCollectStorefrontError
 */
export async function getPaymentStatus(options: PaymentStatusOptions): Promise<PaymentStatus> {
  const { client, cartId, signal } = options
  const path = `/store/paycollect/carts/${encodeURIComponent(cartId)}/status`
  return readStatus(await callStore(client, path, { signal, timeoutMs: REQUEST_TIMEOUT_MS }))
}

function readStatus(body: unknown): PaymentStatus {
  const { status, reason, order_id, payment_number, refunded, checkout_url, retry_after_ms } = (body ??
    {}) as Record<string, unknown>
  if (typeof status !== "string") {
    throw nothingOf("payment status")
  }
  return {
    // A state this version does not know is not decided: showing it as failed could make the customer pay twice.
    status: STATES.includes(status) ? (status as PaymentState) : "waiting",
    reason: REASONS.includes(reason) ? (reason as FailureReason) : null,
    orderId: textOrNull(order_id),
    paymentNumber: textOrNull(payment_number),
    refunded: (refunded as PaymentStatus["refunded"]) ?? null,
    checkoutUrl: isSafeCheckoutUrl(checkout_url) ? checkout_url : null,
    retryAfterMs: typeof retry_after_ms === "number" && retry_after_ms >= 0 ? retry_after_ms : null,
  }
}
