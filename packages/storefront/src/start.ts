import { isSafeCheckoutUrl } from "./address"
import { callStore, type StoreClient } from "./client"
import { nothingOf, refusalOf, textOrNull } from "./errors"
import { getPaymentStatus, type PaymentSubject } from "./status"
import { pageSurroundings, rest } from "./surroundings"

/** A payment of an order's collection needs nothing but its id: it is what Medusa's "Copy payment link" has in its address. */
export type StartPaymentOptions = PaymentSubject & {
  client: StoreClient
  /** For example `pp_paycollect_default`. */
  providerId: string
  /** Passed to the payment session; the store trusts nothing in it. */
  data?: Record<string, unknown>
  /**
   * The customer knows of money that came for the cart as it was (`payments` with `held`), and pays for it in full as it is now. Without it the
   * store refuses that with `paycollect_paid_already`.
   */
  payAnew?: boolean
  /** True: leave for the hosted checkout. A function: called with its address. Default: the address is only returned. */
  redirect?: boolean | ((checkoutUrl: string) => void)
  signal?: AbortSignal
}

export type StartedPayment =
  /** Send the customer to `checkoutUrl`. */
  | { status: "redirect"; checkoutUrl: string; reference: string | null }
  /** Paid already, in another tab or earlier: show the order. */
  | { status: "succeeded"; orderId: string }
  /** Already paid, and not booked yet: go to the waiting page. */
  | { status: "waiting" }

interface PaymentSession {
  provider_id?: string
  data?: Record<string, unknown> | null
}

/** What any of the store's answers may hold. */
interface Answer {
  payment_collection?: { id?: string; payment_sessions?: PaymentSession[] | null } | null
  type?: string
  order?: { id?: string }
  cart?: { id?: string; region_id?: string; locale?: string | null }
  refusal?: object
}

const REQUEST_TIMEOUT_MS = 30_000
/** How long a customer who pressed the button waits for a store that says when to try again. */
const PATIENCE_MS = 5_000

/**
 * Makes a cart payable: creates its payment collection when there is none, and a session of `providerId`; of an order's collection, the
 * session. Safe to call again after an error or a lost answer: the store goes on with the same payment. A store that asks for a few seconds' patience (429 or 503 with
 * `Retry-After`) is asked once more after them.
 * @throws PayCollectStorefrontError
 */
export async function startPayment(options: StartPaymentOptions): Promise<StartedPayment> {
  const [known, collectionId] = await Promise.all([
    // Only saves the customer a second payment page; when it fails, the store itself still refuses or reuses.
    getPaymentStatus(options).catch(() => null),
    options.collectionId ??
      post(options, "/store/payment-collections", { cart_id: options.cartId }).then(
        (answer) => answer.payment_collection?.id
      ),
  ])
  if (known?.status === "succeeded") return paidAs(known.orderId)
  if (!collectionId) throw nothingOf("payment collection")
  const { data } = await createSession(options, collectionId)
  const { cartId, redirect } = options
  if (data?.status === "succeeded") {
    // An earlier payment fits: completing its cart asks for no money. Without a cart the store books it by itself.
    const answer = cartId
      ? await post(options, `/store/carts/${encodeURIComponent(cartId)}/complete`, {})
      : {}
    return paidAs(answer.type === "order" && answer.order?.id)
  }
  const checkoutUrl = data?.checkout_url
  if (!isSafeCheckoutUrl(checkoutUrl)) throw nothingOf("checkout address", "unsafe_checkout_url")
  if (typeof redirect === "function") redirect(checkoutUrl)
  else if (redirect) globalThis.location.assign(checkoutUrl)
  return { status: "redirect", checkoutUrl, reference: textOrNull(data?.merchant_reference) }
}

async function createSession(options: StartPaymentOptions, collectionId: string): Promise<PaymentSession> {
  const { providerId: provider_id, payAnew, signal } = options
  // As an answer: whatever is no success, a client may keep nothing of but its text.
  const data = { ...options.data, ...(payAnew && { pay_anew: true }), answer_refusal: true }
  const path = `/store/payment-collections/${encodeURIComponent(collectionId)}/payment-sessions`
  const create = async () => {
    const answer = await post(options, path, { provider_id, data })
    const { refusal } = answer
    if (refusal) throw refusalOf(refusal)
    return answer
  }
  const answer = await create().catch(async (error: { retryAfterMs: number }) => {
    const { retryAfterMs: ms } = error
    if (!(ms <= PATIENCE_MS)) throw error
    // Refused only for now, and nothing was lost by it: a short pause is worth more than an error on the page.
    await rest({ surroundings: pageSurroundings, ms, signal })
    return create()
  })
  const session = answer.payment_collection?.payment_sessions?.find((one) => one.provider_id === provider_id)
  if (!session) throw nothingOf("payment session")
  return session
}

const paidAs = (orderId: string | false | null | undefined): StartedPayment =>
  orderId ? { status: "succeeded", orderId } : { status: "waiting" }

/**
 * A new, empty cart of the same region and language, for a customer whose cart is `attention` and who goes on shopping: the money that the
 * shop looks at stays with the old one. Remember the new cart in its place.
 * @param options `values`: what else the new cart begins with, for example `{shipping_address: {country_code: "cm"}}`
 * @returns the id of the new cart
 * @throws PayCollectStorefrontError
 */
export async function startNewCart(
  options: Pick<StartPaymentOptions, "client" | "signal"> & {
    cartId: string
    values?: Record<string, unknown>
  }
): Promise<string> {
  const path = `/store/carts/${encodeURIComponent(options.cartId)}?fields=region_id,locale`
  const { region_id, locale } = (await post(options, path)).cart ?? {}
  const body = { region_id, ...(locale && { locale }), ...options.values }
  const id = (await post(options, "/store/carts", body)).cart?.id
  if (!id) throw nothingOf("cart")
  return id
}

/** Without a body it only reads. */
async function post(
  { client, signal }: Pick<StartPaymentOptions, "client" | "signal">,
  path: string,
  body?: Record<string, unknown>
): Promise<Answer> {
  const answer = await callStore(client, path, {
    method: body ? "POST" : "GET",
    body,
    signal,
    timeoutMs: REQUEST_TIMEOUT_MS,
  })
  return (answer ?? {}) as Answer
}
