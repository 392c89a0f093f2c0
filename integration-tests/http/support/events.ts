import { Modules } from "@medusajs/framework/utils"
import { createHmac, randomUUID } from "node:crypto"
import { type Merchant } from "./merchant"
import { type Store } from "./store"

/** Of the test environment; a store whose sandbox signs, too, is set up with it. */
export const EVENT_SECRET = "whsec_of_the_test_environment"

/** Sends one event about this payment as the service signs it. @returns the status that the store answers with */
export type SendEvent = (reference: string, type?: string) => Promise<number>

/** Gives the store the secret before each test of the suite. */
export function withSignedEvents(store: Store, merchant: Merchant): SendEvent {
  beforeEach(() => {
    const { test } = merchant.paycollect().configuration.given.options
    merchant.configure({ test: { ...test, webhookSecret: [EVENT_SECRET] } })
  })
  return async (reference, event_type = "payment.succeeded") => {
    const { id, payment_ref, request } = store.service.control.intent(reference)!
    const body = JSON.stringify({ event_type, data: { id, payment_ref, metadata: request.metadata } })
    const signature = `sha256=${createHmac("sha256", EVENT_SECRET).update(body).digest("hex")}`
    const headers = { "content-type": "application/json", "x-service-signature": signature }
    return (await store.api.post("/hooks/paycollect", body, { headers })).status
  }
}

export interface HeardEvent {
  name: string
  data: Record<string, unknown>
}

/** What the store's event bus told under these names in the test that runs. */
export function withHeard(store: Store, names: readonly string[]): HeardEvent[] {
  const heard: HeardEvent[] = []
  // Another suite of the same store hears the same event.
  const own = randomUUID()
  beforeAll(() => {
    const bus = store.container().resolve(Modules.EVENT_BUS)
    for (const name of names) {
      const hear = ({ data }: { data: unknown }) =>
        Promise.resolve(void heard.push({ name, data: data as HeardEvent["data"] }))
      bus.subscribe(name, hear, { subscriberId: `${own}-${name}` })
    }
  })
  beforeEach(() => void (heard.length = 0))
  return heard
}
