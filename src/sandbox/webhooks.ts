import { createHmac } from "node:crypto"
import { newRequestId } from "./ids"
import { chargedAmount, type Intent } from "./intents/intent"
import { type Simulation } from "./simulation"

const ATTEMPT_TIMEOUT_MS = 10_000

/** The event names of U-07. */
export const EVENT_TYPES = [
  "payment.succeeded",
  "payment.failed",
  "order.completed",
  "payout.failed",
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export interface Delivery {
  eventType: EventType
  reference: string
  /** One entry per attempt: HTTP status, or null when nothing answered. */
  attempts: (number | null)[]
  delivered: boolean
}

export interface EventOptions {
  eventType: EventType
  /** "forged" signs with another secret; "none" leaves the header out. */
  signature?: "valid" | "forged" | "none" | undefined
  /** Overwrites fields of `data`; `null` removes one. */
  data?: Record<string, unknown> | undefined
}

/** HMAC-SHA256 of the raw body, keyed with the whole `whsec_...` string (U-06). */
export function signBody(body: string, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body, "utf8").digest("hex")}`
}

/** The payload of U-07. The merchant_reference is only in it when the merchant put it into the metadata. */
function eventBody(simulation: Simulation, intent: Intent, options: EventOptions): string {
  const { request } = intent
  const data: Record<string, unknown> = {
    id: intent.id,
    payment_ref: intent.payment_ref,
    amount: chargedAmount(intent).toString(),
    currency: intent.currency,
    status: intent.status,
    customer: { firstname: request.firstname, lastname: request.lastname, email: request.email ?? "" },
    metadata: request.metadata ?? {},
    ...options.data,
  }
  for (const [name, value] of Object.entries(data)) if (value === null) delete data[name]
  return JSON.stringify({
    event_type: options.eventType,
    business_id: "biz_sandbox",
    resource_type: "transaction",
    resource_id: intent.id,
    timestamp: new Date(simulation.now()).toISOString(),
    request_id: newRequestId(),
    data,
  })
}

/** Delivers in the background; anything but 2xx is tried again with doubling pauses, a bounded number of times (U-08). */
export function emitEvent(simulation: Simulation, intent: Intent, options: EventOptions): void {
  const url = simulation.settings.webhookUrl
  if (!url) return
  void deliver(simulation, url, prepare(simulation, intent, options))
}

/** Sends one event now and tells what the receiver answered; later attempts follow in the background. */
export async function sendEventNow(
  simulation: Simulation,
  intent: Intent,
  options: EventOptions & { url?: string | undefined }
): Promise<{ status: number | null }> {
  const url = options.url ?? simulation.settings.webhookUrl
  if (!url) throw new RangeError("No webhook address is set")
  return { status: await deliver(simulation, url, prepare(simulation, intent, options)) }
}

interface Prepared {
  body: string
  headers: Record<string, string>
  record: Delivery
}

function prepare(simulation: Simulation, intent: Intent, options: EventOptions): Prepared {
  const body = eventBody(simulation, intent, options)
  const { signature = "valid" } = options
  const secret = signature === "forged" ? "whsec_of_somebody_else" : simulation.settings.webhookSecret
  const reference = intent.request.merchant_reference
  const record: Delivery = { eventType: options.eventType, reference, attempts: [], delivered: false }
  simulation.state.deliveries.push(record)
  return {
    body,
    record,
    headers: {
      "content-type": "application/json",
      ...(signature === "none" ? {} : { "x-paycollect-signature": signBody(body, secret) }),
    },
  }
}

async function deliver(simulation: Simulation, url: string, event: Prepared): Promise<number | null> {
  const status = await post(url, event)
  const { record } = event
  record.attempts.push(status)
  record.delivered = status !== null && status >= 200 && status < 300
  const { attempts, baseMs } = simulation.settings.webhookRetry
  // A reset sandbox has forgotten the event: it must not come back later.
  const isKnown = simulation.state.deliveries.includes(record)
  if (!record.delivered && isKnown && record.attempts.length < attempts) {
    const pause = baseMs * 2 ** (record.attempts.length - 1)
    simulation.scheduler.after(pause, () => void deliver(simulation, url, event))
  }
  return status
}

async function post(url: string, event: Prepared): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: event.headers,
      body: event.body,
      redirect: "manual",
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
