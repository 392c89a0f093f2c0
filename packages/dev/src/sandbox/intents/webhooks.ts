import { createHmac } from "node:crypto"
import { newRequestId } from "../base/ids"
import { eventHeaders, eventPayload, eventsOf } from "../variant/event"
import { type Delivery, type EventOptions, type PreparedEvent } from "../state/event"
import { type Intent } from "../state/intent"
import { type Simulation } from "../state/simulation"

const ATTEMPT_TIMEOUT_MS = 10_000

/** HMAC-SHA256 of the raw body, keyed with the whole `whsec_...` string (U-06). */
export function signBody(body: string, secret: string): string {
  return `sha256=${hmac(body, secret)}`
}

const hmac = (body: string, secret: string) => createHmac("sha256", secret).update(body, "utf8").digest("hex")

/** Delivers in the background, one after the other; anything but 2xx is tried again with doubling pauses, a bounded number of times (U-08). */
export function emitEvent(simulation: Simulation, intent: Intent, options: EventOptions): void {
  const { webhookUrl: url, variant, lateEventMs } = simulation.settings
  if (!url) return
  const events = eventsOf(variant, options.eventType).map((eventType) => ({
    url,
    ...prepare(simulation, intent, { ...options, eventType }),
  }))
  if (variant.events !== "late") return void deliverAll(simulation, events)
  simulation.state.lateEvents.push(...events)
  simulation.scheduler.after(lateEventMs, () => void deliverLate(simulation))
}

/** Sends what `events: "late"` holds back; resolves when each was tried once. */
export async function deliverLate(simulation: Simulation): Promise<void> {
  await deliverAll(simulation, simulation.state.lateEvents.splice(0))
}

async function deliverAll(simulation: Simulation, events: PreparedEvent[]): Promise<void> {
  for (const event of events) await deliver(simulation, event)
}

/** Sends one event now and tells what the receiver answered; later attempts follow in the background. */
export async function sendEventNow(
  simulation: Simulation,
  intent: Intent,
  options: EventOptions & { url?: string | undefined }
): Promise<{ status: number | null }> {
  const url = options.url ?? simulation.settings.webhookUrl
  if (!url) throw new RangeError("No webhook address is set")
  return { status: await deliver(simulation, { url, ...prepare(simulation, intent, options) }) }
}

function prepare(simulation: Simulation, intent: Intent, options: EventOptions): Omit<PreparedEvent, "url"> {
  const { variant, webhookSecret } = simulation.settings
  const { signature = "valid", eventType } = options
  const facts = { ...options, at: simulation.now(), requestId: newRequestId() }
  const body = JSON.stringify(eventPayload(variant, intent, facts))
  const secret = signature === "forged" ? "whsec_of_somebody_else" : webhookSecret
  const reference = intent.request.merchant_reference
  const record: Delivery = { eventType, reference, attempts: [], delivered: false }
  simulation.state.deliveries.push(record)
  return { body, record, headers: eventHeaders(variant, signature === "none" ? null : hmac(body, secret)) }
}

async function deliver(simulation: Simulation, event: PreparedEvent): Promise<number | null> {
  const status = await post(event)
  const { record } = event
  record.attempts.push(status)
  record.delivered = status !== null && status >= 200 && status < 300
  const { attempts, baseMs } = simulation.settings.webhookRetry
  // A reset sandbox has forgotten the event: it must not come back later.
  const isKnown = simulation.state.deliveries.includes(record)
  if (!record.delivered && isKnown && record.attempts.length < attempts) {
    const pause = baseMs * 2 ** (record.attempts.length - 1)
    simulation.scheduler.after(pause, () => void deliver(simulation, event))
  }
  return status
}

async function post(event: PreparedEvent): Promise<number | null> {
  try {
    const response = await fetch(event.url, {
      method: "POST",
      headers: event.headers,
      // Bytes: of a string, fetch would tell a Content-Type that the variant does not want.
      body: Buffer.from(event.body),
      redirect: "manual",
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
