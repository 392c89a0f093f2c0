import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { within } from "../service/config"
import { errorName } from "../service/errors"
import { type LedgerNews } from "../payments/ledger/creates"
import { formatPaymentNumber } from "../payments/names"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type PayCollectEventName, type PayCollectEvents, type PayCollectPaymentEvent } from "../types/events"

export type Telling = Pick<MedusaContainer, "resolve">

type PaymentEventName = {
  [Name in PayCollectEventName]: PayCollectEvents[Name] extends PayCollectPaymentEvent ? Name : never
}[PayCollectEventName]

/** What an event about a payment says beside the payment. */
type Beside<Name extends PaymentEventName> = Omit<PayCollectEvents[Name], keyof PayCollectPaymentEvent>

/**
 * Tells the subscribers of a payment. Events are a convenience: the ledger and the attention list are what counts, so a broken event bus must never
 * stop money from being applied.
 */
export async function emit<Name extends PaymentEventName>(
  container: Telling,
  name: Name,
  intent: IntentRow,
  more: Beside<Name>
): Promise<void> {
  const { id, merchant_reference, cart_id, order_id } = intent
  const payment_number = formatPaymentNumber(intent.payment_number)
  const data = { id, payment_number, merchant_reference, cart_id, order_id, ...more }
  await publish(container, name, data as unknown as PayCollectEvents[Name], merchant_reference)
}

/** What the ledger tells of: nothing waits for a bus, and least of all a customer who is to pay. */
export function newsOn(container: Telling): LedgerNews {
  return {
    started: (intent) => void emit(container, "paycollect.intent.started", intent, {}),
    failed: (intent) =>
      void emit(container, "paycollect.intent.failed", intent, { reason: intent.outcome_reason! }),
  }
}

/** A bus whose Redis is away answers when that is back, and keeps the event: what it tells of is done, and a person or a lease waits. */
const BUS_MS = 3_000

/** The same of what is no payment. @param of what it is about, for the log */
export async function publish<Name extends PayCollectEventName>(
  container: Telling,
  name: Name,
  data: PayCollectEvents[Name],
  of: string
): Promise<void> {
  await within(BUS_MS, () => quietly(container, `${name} of ${of}`, () => send(container, name, data)))
}

/** Any event, Medusa's own too. @throws Error of the bus; a store without one misses only the announcements */
export async function send(container: Telling, name: string, data: object): Promise<void> {
  await container.resolve(Modules.EVENT_BUS, { allowUnregistered: true })?.emit({ name, data }, {})
}

/** What it tells of is done: what goes wrong from then on must not look like a payment that could not be applied. */
export async function quietly(container: Telling, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`paycollect: ${what} was not sent: ${errorName(error)}`)
  }
}
