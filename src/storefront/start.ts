import { isSafeCheckoutUrl } from "./address"
import { callStore, type StoreClient } from "./client"
import { nothingOf, PayCollectStorefrontError, textOrNull } from "./errors"
import { getPaymentStatus } from "./status"
import { pageSurroundings, rest } from "./surroundings"

export interface StartPaymentOptions {
  client: StoreClient
  cartId: string
  /** For example `pp_paycollect_default`. */
  providerId: string
  /** Passed to the payment session; the store trusts nothing in it. */
  data?: Record<string, unknown>
  /** True: leave for the hosted checkout. A function: called with its address. Default: the address is only returned. */
  redirect?: boolean | ((checkoutUrl: string) => void)
  signal?: AbortSignal
}

export type StartedPayment =
  /** Send the customer to `checkoutUrl`. */
  | { status: "redirect"; checkoutUrl: string; reference: string | null }
  /** The cart is already an order (paid in another tab, or earlier): show it. */
  | { status: "succeeded"; orderId: string }
  /** Already paid, the order is being made: go to the waiting page. */
  | { status: "waiting" }

interface PaymentSession {
  provider_id?: string
  data?: Record<string, unknown> | null
}

interface CollectionAnswer {
  payment_collection?: { id?: string; payment_sessions?: PaymentSession[] | null } | null
}

const REQUEST_TIMEOUT_MS = 30_000
/** How long a customer who pressed the button waits for a store that says when to try again. */
const PATIENCE_MS = 5_000

/**
 * Makes a cart payable: creates its payment collection when there is none, and a session of `providerId`. Safe to call again
 * after an error or a lost answer: the store goes on with the same payment. A store that asks for a few seconds' patience (429 or 503 with
 * `Retry-After`) is asked once more after them.
 * @throws PayCollectStorefrontError
 */
export async function startPayment(options: StartPaymentOptions): Promise<StartedPayment> {
  const { client, cartId, signal } = options
  const [known, collectionId] = await Promise.all([
    // Only saves the customer a second payment page; when it fails, the store itself still refuses or adopts.
    getPaymentStatus({ client, cartId, signal }).catch(() => null),
    findCollection(options),
  ])
  if (known?.status === "succeeded") {
    return known.orderId === null ? { status: "waiting" } : { status: "succeeded", orderId: known.orderId }
  }
  const session = await createSession(options, collectionId)
  return session.data?.status === "succeeded" ? completePaid(options) : goToCheckout(options, session)
}

async function findCollection(options: StartPaymentOptions): Promise<string> {
  const body = { cart_id: options.cartId }
  const answer = await post(options, "/store/payment-collections", body)
  const id = (answer as CollectionAnswer).payment_collection?.id
  if (!id) {
    throw nothingOf("payment collection")
  }
  return id
}

async function createSession(options: StartPaymentOptions, collectionId: string): Promise<PaymentSession> {
  const { providerId, data, signal } = options
  const path = `/store/payment-collections/${encodeURIComponent(collectionId)}/payment-sessions`
  const create = () => post(options, path, { provider_id: providerId, ...(data && { data }) })
  const answer: CollectionAnswer = await create().catch(async (error: { retryAfterMs?: number }) => {
    const ms = error?.retryAfterMs ?? Infinity
    if (ms > PATIENCE_MS) {
      throw error
    }
    // Refused only for now, and nothing was lost by it: a short pause is worth more than an error on the page.
    await rest({ surroundings: pageSurroundings, ms, signal, until: () => false })
    return create()
  })
  const session = answer.payment_collection?.payment_sessions?.find((one) => one.provider_id === providerId)
  if (!session) {
    throw nothingOf("payment session")
  }
  return session
}

/** The store found an earlier payment of this cart that fits: completing it asks for no money. */
async function completePaid(options: StartPaymentOptions): Promise<StartedPayment> {
  const path = `/store/carts/${encodeURIComponent(options.cartId)}/complete`
  const answer = (await post(options, path, {})) as { type?: string; order?: { id?: string } }
  return answer.type === "order" && answer.order?.id
    ? { status: "succeeded", orderId: answer.order.id }
    : { status: "waiting" }
}

function goToCheckout({ redirect }: StartPaymentOptions, { data }: PaymentSession): StartedPayment {
  const checkoutUrl = data?.checkout_url
  if (!isSafeCheckoutUrl(checkoutUrl)) {
    throw new PayCollectStorefrontError(
      "unsafe_checkout_url",
      "The store returned no usable checkout address"
    )
  }
  if (typeof redirect === "function") {
    redirect(checkoutUrl)
  } else if (redirect) {
    globalThis.location.assign(checkoutUrl)
  }
  return { status: "redirect", checkoutUrl, reference: textOrNull(data?.merchant_reference) }
}

async function post(
  options: StartPaymentOptions,
  path: string,
  body: Record<string, unknown>
): Promise<object> {
  const { client, signal } = options
  const answer = await callStore(client, path, {
    method: "POST",
    body,
    signal,
    timeoutMs: REQUEST_TIMEOUT_MS,
  })
  return (answer ?? {}) as object
}
