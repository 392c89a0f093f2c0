import { type Configuration } from "../../../src/settings/configuration"
import { type PluginOptionsInput } from "../../../src/settings/options-schema"
import { type PayCollectSessionData } from "../../../src/payments/session-data"
import { payable } from "../../../packages/dev/src/sandbox/state/variant"
import { type Customer } from "../../http/support/customer"
import { MINUTE, type Merchant } from "../../http/support/merchant"
import { type Store } from "../../http/support/store"
import { type Meeting, optionsFor } from "./variants"

/** A store that meets a service with one variant. */
export interface Scene {
  store: Store
  merchant: Merchant
  meeting: Meeting
}

export type Started = PayCollectSessionData & { merchant_reference: string; checkout_url: string }

/** The service takes on the variant, and the store the options that go with it, until the end of the test. */
export function meet({ store, merchant, meeting }: Scene): void {
  store.service.control.setVariant(meeting.variant)
  useOptions({ store, merchant }, optionsFor(meeting))
}

/** Options checked and put together as at boot, on the request budget of the running store; until the end of the test. */
export function useOptions({ store, merchant }: Omit<Scene, "meeting">, options: PluginOptionsInput): void {
  const { configuration, budget } = merchant.paycollect()
  // The store's own class: it runs the built plugin, whose errors are not those of the sources.
  const { constructor } = configuration as unknown as { constructor: typeof Configuration }
  const { testSecretKey: secretKey, baseUrl, webhookSecret } = store.service
  const test = { secretKey, baseUrl, webhookSecret }
  const given = { ...configuration.raw, ...options, test, refunds: "api" }
  const other = new constructor(given, { gate: budget })
  // `configure` sets back whatever is there at the end of the test.
  merchant.configure({})
  Object.assign(configuration, { current: () => other.current() })
}

/** Presses the pay button; null when the store answers that no payment could be started. */
export async function press(guest: Customer, providerId?: string): Promise<Started | null> {
  const { status, data } = await guest.tryToPay(providerId)
  return status === 200 ? data.payment_collection.payment_sessions[0].data : null
}

/** The promise: one order, paid in full and shown as such, and nobody has to look at anything. */
export async function hasOneOrder({ store, merchant, meeting }: Scene, guest: Customer, reference: string) {
  // The job has passed, too. `complete` notes what is left to do after its answer: once may be too early.
  merchant.later(20 * MINUTE)
  for (let tries = 0; tries < 10 && !(await merchant.intent(reference)).applied_at; tries++) {
    await merchant.reconcile()
  }
  const orders = await guest.orders()
  expect(orders).toHaveLength(1)
  const intent = await merchant.intent(reference)
  expect(intent).toMatchObject({ outcome: "paid", order_id: orders[0], applied_at: expect.any(Date) })
  expect(await store.moneyOf(orders[0]!)).toEqual({
    payment_status: "captured",
    captured: intent.amount,
    refunded: "0",
    total: intent.amount,
  })
  const { attempt } = store.service.control.intent(reference)!
  const tellsFee = meeting.feeBearer === "customer" && meeting.variant.customerAmount === "with_fee"
  const named = payable(meeting.variant, BigInt(tellsFee ? attempt!.amount : intent.amount))
  expect(intent.fee).toBe((named - BigInt(intent.amount)).toString())
  expect(await merchant.items(reference)).toEqual([])
  // Whatever the service made under our name is in the ledger, so that its money cannot be missed.
  for (const { merchant_reference } of store.service.control.intents())
    expect(await merchant.intent(merchant_reference)).toMatchObject({ merchant_reference })
}
