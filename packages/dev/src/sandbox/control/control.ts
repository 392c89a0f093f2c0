import { addFault } from "../http/faults"
import { filterRequests, type RequestFilter } from "../http/request-log"
import { type ChangeOptions, changeStatus, reverse, type Reversal } from "../intents/lifecycle"
import { allIntents, intentAnywhere } from "../intents/registry"
import { deliverLate, sendEventNow } from "../intents/webhooks"
import { type Delivery, type EventOptions, type EventType } from "../state/event"
import { type Variant, variantOf } from "../state/variant"
import { type FaultSpec } from "../state/fault"
import { INTENT_STATUSES, type Intent, type IntentStatus, type VerifyOverride } from "../state/intent"
import { emptyState } from "../state/memory"
import { type Environment } from "../state/options"
import { type RequestRecord } from "../state/records"
import { type Simulation } from "../state/simulation"
import { type IntentView, viewIntent } from "./intent-view"

export interface IntentFilter {
  environment?: Environment | undefined
  status?: IntentStatus | undefined
}

export interface SendWebhookOptions extends Partial<EventOptions> {
  /** Another receiver than the configured one. */
  url?: string | undefined
}

/** Every `reference` may be a merchant_reference, a payment_ref or an intent id; an unknown one is an UnknownIntentError. */
export interface SandboxControl {
  /** Oldest first. */
  intents(filter?: IntentFilter): IntentView[]
  intent(reference: string): IntentView | undefined
  /** @throws RangeError for a transition that does not exist, unless `force` */
  moveState(reference: string, status: IntentStatus, options?: ChangeOptions): IntentView
  /** Money goes back after it came. @throws RangeError for a payment that did not succeed, and for more than is left of it */
  reverse(reference: string, reversal?: Reversal): IntentView
  /** Faults of one operation strike in the order of their injection. */
  injectFault(fault: FaultSpec): void
  clearFaults(): void
  /** Oldest first. */
  requests(filter?: RequestFilter): RequestRecord[]
  clearRequests(): void
  /** Forgets everything, running timers included; settings stay. */
  reset(): void
  /** Makes verify answer these fields instead of the true ones; `null` leaves one out, no patch ends it. */
  overrideVerify(reference: string, patch?: VerifyOverride): void
  /** Sends one event now; `status` is what the receiver answered, null when nothing did. */
  sendWebhook(reference: string, options?: SendWebhookOptions): Promise<{ status: number | null }>
  /** Every event so far with its delivery attempts. */
  deliveries(): Delivery[]
  /** From now on events go to this address; undefined sends none. */
  setWebhookUrl(url: string | undefined): void
  /** Sends the events now that the variant `events: "late"` holds back; resolves when each was tried once. */
  deliverLate(): Promise<void>
  variant(): Variant
  /** From now on the service looks like this, and as documented in every trait that is not named. @throws RangeError */
  setVariant(choices?: Partial<Variant>): Variant
}

export class UnknownIntentError extends Error {
  override readonly name = "UnknownIntentError"

  constructor() {
    super("The sandbox knows no such intent")
  }
}

export function createControl(simulation: Simulation): SandboxControl {
  const named = (reference: string): Intent => {
    const intent = intentAnywhere(simulation, reference)
    if (!intent) throw new UnknownIntentError()
    return intent
  }
  return {
    intents: ({ environment, status } = {}) =>
      allIntents(simulation, environment)
        .filter((intent) => status === undefined || intent.status === status)
        .map((intent) => viewIntent(simulation, intent)),
    intent(reference) {
      const intent = intentAnywhere(simulation, reference)
      return intent ? viewIntent(simulation, intent) : undefined
    },
    moveState(reference, status, options = {}) {
      if (!INTENT_STATUSES.includes(status)) throw new RangeError("No such status")
      const intent = named(reference)
      changeStatus(simulation, intent, { ...options, status })
      return viewIntent(simulation, intent)
    },
    reverse(reference, reversal = {}) {
      const intent = named(reference)
      reverse(simulation, intent, reversal)
      return viewIntent(simulation, intent)
    },
    injectFault: (fault) => addFault(simulation, fault),
    clearFaults() {
      simulation.state.faults = []
    },
    requests: (filter) => filterRequests(simulation, filter),
    clearRequests() {
      simulation.state.requests = []
    },
    reset() {
      simulation.state = emptyState()
      simulation.scheduler.clear()
    },
    overrideVerify(reference, patch) {
      named(reference).verifyOverride = patch ?? null
    },
    async sendWebhook(reference, options = {}) {
      const intent = named(reference)
      const { url, eventType = eventOf(intent.status), ...rest } = options
      return sendEventNow(simulation, intent, { ...rest, eventType, url })
    },
    deliveries: () => structuredClone(simulation.state.deliveries),
    setWebhookUrl(url) {
      simulation.settings.webhookUrl = url
    },
    deliverLate: () => deliverLate(simulation),
    variant: () => ({ ...simulation.settings.variant }),
    setVariant(choices) {
      simulation.settings.variant = variantOf(choices)
      return { ...simulation.settings.variant }
    },
  }
}

function eventOf(status: IntentStatus): EventType {
  return status === "succeeded" ? "payment.succeeded" : "payment.failed"
}
