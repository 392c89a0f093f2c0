import { throwIfAborted } from "./client"
import { type PayCollectStorefrontError, toStorefrontError } from "./errors"
import type { FailureReason } from "./address"
import { getPaymentStatus, type PaymentStatus, type PaymentStatusOptions } from "./status"
import { pageSurroundings, rest, type PauseReason, type Surroundings } from "./surroundings"

/** How waiting ended. There is no "failed because it took long": a payment that is not decided stays `waiting`. */
export type PaymentOutcome = {
  /** What the customer may call the payment, for example "JZ1D-7K9P". */
  paymentNumber?: string | null
  /** What the store said last: amount, since when. */
  payment?: PaymentStatus | null
} & (
  | { status: "succeeded"; orderId: string }
  /** Not decided within `timeoutMs`. The order still comes if the customer confirms later. */
  | { status: "waiting"; checkoutUrl: string | null }
  /** `reason` is null when the store does not know it; `failureText` has a sentence for each. */
  | { status: "failed"; reason: FailureReason | null }
  /** Money arrived but the shop has to look at it: ask before it is paid again. */
  | { status: "attention" }
  /** The store knows no such cart or no payment for it. */
  | { status: "expired" }
)

export interface WaitUpdate {
  /** The last answer; null before the first one. */
  last: PaymentStatus | null
  /** Why nothing is asked at the moment. */
  paused: PauseReason | null
  /** The last try got no usable answer; waiting goes on. */
  error: PayCollectStorefrontError | null
}

export type WaitOptions = PaymentStatusOptions & {
  onUpdate?: (update: WaitUpdate) => void
  /** Milliseconds; default ten minutes. Not enforced while paused: the customer who comes back gets one more answer. */
  timeoutMs?: number
  surroundings?: Surroundings
}

const DEFAULT_TIMEOUT_MS = 600_000
const LEAST_DELAY_MS = 1_000
const GROWTH = 1.3
const MAX_DELAY_MS = 10_000

/**
 * Polls the payment status of a cart or collection until it is decided, never the completion of the cart. Pauses while the page is
 * hidden or the device offline, goes on at once afterwards, and survives lost requests and server errors.
 * @throws the signal's reason when aborted; PayCollectStorefrontError when the store refuses to answer (for example a wrong publishable key)
 */
export async function waitForPayment(options: WaitOptions): Promise<PaymentOutcome> {
  const { signal, timeoutMs = DEFAULT_TIMEOUT_MS, surroundings = pageSurroundings } = options
  const deadline = Date.now() + timeoutMs
  const update: WaitUpdate = { last: null, paused: null, error: null }
  const report = (change: Partial<WaitUpdate>) => options.onUpdate?.({ ...Object.assign(update, change) })

  for (let attempt = 0; ;) {
    await ask(options, report)
    const outcome = update.error ? outcomeOfError(update.error) : outcomeOf(update.last)
    if (outcome) return outcome
    if (Date.now() >= deadline) {
      const { last: payment } = update
      return { checkoutUrl: null, ...payment, status: "waiting", payment }
    }
    const delay = delayAfter(update, attempt)
    // A 429 is obeyed in full; any other rest ends at the deadline or when the customer looks at the page again.
    const obey = update.error?.code === "rate_limited"
    const ms = obey ? delay : Math.min(delay, deadline - Date.now())
    const until = () => !obey && surroundings.paused() === null
    const woken = await rest({ surroundings, ms, signal, until })
    const resumed = await whilePaused({ surroundings, signal, tell: report })
    // A customer who comes back has often just confirmed on the phone: ask often again.
    attempt = woken || resumed ? 0 : attempt + 1
  }
}

async function ask(options: WaitOptions, report: (change: Partial<WaitUpdate>) => void): Promise<void> {
  try {
    const last = await getPaymentStatus(options)
    const { status, underWay, stillOpen } = last
    // Beside what failed another payment may still pay: nothing is decided, and that one is spoken of.
    if (status === "failed" && underWay) {
      const other = stillOpen?.paymentNumber === underWay.paymentNumber ? null : stillOpen
      Object.assign(last, underWay, { status: "waiting", reason: null, stillOpen: other })
    }
    report({ last, error: null, paused: null })
  } catch (error) {
    throwIfAborted(options.signal)
    report({ error: toStorefrontError(error) })
  }
}

function outcomeOf(payment: PaymentStatus | null): PaymentOutcome | null {
  if (!payment) return null
  const { status, orderId } = payment
  if (status === "none") return { status: "expired" }
  // Paid, but the order is still being made.
  const isOpen = status === "waiting" || (status === "succeeded" && !orderId)
  return isOpen ? null : ({ ...payment, payment } as PaymentOutcome)
}

function outcomeOfError(error: PayCollectStorefrontError): PaymentOutcome | null {
  if (error.status === 404) return { status: "expired" }
  if (error.code === "request") throw error
  return null
}

/** The store knows when it asks the service again: its word counts, sooner or later than ours. */
function delayAfter({ last, error }: WaitUpdate, attempt: number): number {
  const own = Math.min(LEAST_DELAY_MS * GROWTH ** attempt, MAX_DELAY_MS)
  if (error) return Math.max(error.retryAfterMs ?? 0, own)
  return Math.max(last?.retryAfterMs || own, LEAST_DELAY_MS)
}

interface PauseOptions {
  surroundings: Surroundings
  signal: AbortSignal | undefined
  tell: (change: Partial<WaitUpdate>) => void
}

/** @returns true when there was a pause and it is over, false when there was none or when it is time to ask in spite of it */
async function whilePaused({ surroundings, signal, tell: report }: PauseOptions): Promise<boolean> {
  for (let resumed = false; ; resumed = true) {
    const reason = surroundings.paused()
    if (reason !== null || resumed) report({ paused: reason })
    if (reason === null) return resumed
    // Browsers report "offline" wrongly at times (captive portals, loopback only): then still ask now and then.
    const ms = reason === "offline" ? MAX_DELAY_MS : Infinity
    const changed = await rest({ surroundings, ms, signal, until: () => surroundings.paused() !== reason })
    if (!changed) return false
  }
}
