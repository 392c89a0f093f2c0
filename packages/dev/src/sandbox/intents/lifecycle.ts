import { newCustomerId } from "../base/ids"
import { chargedAmount, type Intent, type IntentStatus, isFinal, leftAmount } from "../state/intent"
import { type Simulation } from "../state/simulation"
import { emitEvent } from "./webhooks"

/** Interface 3 shows no transitions; these are the ones a hosted checkout can cause. Final states have none. */
const TRANSITIONS: Record<IntentStatus, readonly IntentStatus[]> = {
  requires_action: ["processing", "succeeded", "failed", "canceled"],
  processing: ["requires_action", "succeeded", "failed", "canceled"],
  succeeded: [],
  failed: [],
  canceled: [],
}

export interface ChangeOptions {
  /** Allows transitions that no real checkout makes, such as failed -> succeeded. */
  force?: boolean | undefined
  /** `false` sends no event. */
  webhook?: boolean | undefined
}

/** @throws RangeError for a transition that does not exist, unless forced */
export function changeStatus(
  simulation: Simulation,
  intent: Intent,
  change: ChangeOptions & { status: IntentStatus }
): void {
  const { status, force = false, webhook = true } = change
  if (intent.status === status) return
  if (!force && !TRANSITIONS[intent.status].includes(status))
    throw new RangeError(`A ${intent.status} intent cannot become ${status}`)
  intent.status = status
  intent.history.push({ status, at: simulation.now() })
  intent.pending = null
  intent.awaitsMerchant = false
  intent.leftWaiting = false
  if (status === "succeeded") rememberCustomer(simulation, intent)
  if (webhook && (status === "succeeded" || status === "failed"))
    emitEvent(simulation, intent, { eventType: `payment.${status}` })
}

/** Gives the intent its outcome after the simulated delay; at once when there is none. */
export function scheduleOutcome(
  simulation: Simulation,
  intent: Intent,
  status: "succeeded" | "failed"
): void {
  const delay = simulation.settings.outcomeDelayMs
  intent.pending = { status, at: simulation.now() + delay }
  applyDueOutcome(simulation, intent)
  // The timer sends the event of a payment that no request asks about; every look applies what is due as well.
  if (intent.pending) simulation.scheduler.after(delay + 5, () => applyDueOutcome(simulation, intent))
}

export function applyDueOutcome(simulation: Simulation, intent: Intent): void {
  const { pending } = intent
  if (!pending || isFinal(intent.status) || pending.at > simulation.now()) return
  if (pending.status === "succeeded" && intent.request.confirmation_method === "manual") {
    intent.pending = null
    intent.awaitsMerchant = true
    return
  }
  changeStatus(simulation, intent, { status: pending.status })
}

export interface Reversal {
  /** Smallest unit, as digits: what goes back; all that is left unless told otherwise. */
  amount?: string | undefined
  /** What verify calls the payment once nothing is left of it: any word, for the interface names none (U-26). `failed` by default. */
  status?: string | undefined
  /** `false` sends no event. */
  webhook?: boolean | undefined
}

/**
 * Money goes back after it came: a chargeback, or a refund in the service's own dashboard. A part of it makes the amount smaller; all of
 * it changes the state too.
 * @throws RangeError for a payment that did not succeed, and for more than is left of it
 */
export function reverse(simulation: Simulation, intent: Intent, reversal: Reversal): void {
  const { amount, status = "failed", webhook = true } = reversal
  if (intent.status !== "succeeded") throw new RangeError(`A ${intent.status} intent has no money to go back`)
  const left = leftAmount(intent, chargedAmount(intent))
  const back = amount === undefined ? left : BigInt(amount)
  if (back <= 0n || back > left) throw new RangeError("No more can go back than is left of the payment")
  const total = (intent.reversal?.amount ?? 0n) + back
  intent.reversal = { amount: total, status: back === left ? status : null }
  if (webhook) emitEvent(simulation, intent, { eventType: "payment.reversed" })
}

/** A customer is made by the first payment that succeeds; the e-mail, else the phone, tells two of them apart. */
function rememberCustomer(simulation: Simulation, intent: Intent): void {
  const { email = "", phone = "", firstname, lastname } = intent.request
  const { customers } = simulation.state[intent.environment]
  const name = email ? `email ${email.toLowerCase()}` : `phone ${phone}`
  const known = customers.get(name)
  const address = intent.shippingAddress ??
    known?.address ?? { line1: "", city: "", country: intent.attempt?.country ?? "CM" }
  customers.set(name, {
    id: known?.id ?? newCustomerId(),
    firstname,
    lastname,
    email,
    phone: phone || (known?.phone ?? ""),
    createdAt: known?.createdAt ?? simulation.now(),
    address,
  })
}
