import { getPaymentStatus, type PaymentStatus, type PaymentStatusOptions } from "./status"
import { pageSurroundings, type Surroundings } from "./surroundings"

export type WatchOptions = PaymentStatusOptions & {
  onStatus: (status: PaymentStatus) => void
  /** The browser brought the page back as it was left (back button): a button that says "busy" has to be usable again. */
  onRestored?: () => void
  surroundings?: Surroundings
}

/**
 * For the page with the pay button: asks once what the store knows about a payment of the cart, and again whenever the customer comes back
 * to the page, by the back button of the hosted checkout, from another tab or after being offline. Questions without an answer are dropped.
 * @returns the function that ends it; aborting the signal does too
 */
export function watchPayment(options: WatchOptions): () => void {
  const { signal, onStatus, onRestored, surroundings = pageSurroundings } = options
  const controller = new AbortController()
  let round = 0
  const ask = async () => {
    const ownRound = ++round
    const status = await getPaymentStatus({ ...options, signal: controller.signal }).catch(() => null)
    // An older answer must not hide a newer one.
    if (status && ownRound === round && !controller.signal.aborted) onStatus(status)
  }
  const restored = (event: Event) => (event as PageTransitionEvent).persisted && onRestored?.()
  const endChanges = surroundings.onChange(() => surroundings.paused() === null && void ask())
  const end = () => {
    controller.abort()
    endChanges()
    signal?.removeEventListener("abort", end)
    globalThis.removeEventListener?.("pageshow", restored)
  }
  globalThis.addEventListener?.("pageshow", restored)
  signal?.addEventListener("abort", end)
  if (signal?.aborted) end()
  else void ask()
  return end
}
