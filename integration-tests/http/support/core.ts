import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { type PayCollectProvider } from "../../../src/providers/paycollect/provider"
import { MOBILE_MONEY } from "./customer"
import { type Store } from "./store"

let failures = 0
// A store's own code after the payment: the place where a completion can still fail once the money was captured.
const { orderCreated } = completeCartWorkflow.hooks as unknown as {
  orderCreated(handler: () => void): void
}
orderCreated(() => {
  if (failures === 0) return
  failures -= 1
  throw new Error("the store's own hook failed")
})

/** So many of the next completions fail after the payment was captured. */
export function failAfterCapture(times: number): void {
  failures = times
}

/** As a process leaves a paid order that was killed after the capture, before core had booked it. */
export async function leaveUnbooked(store: Store, orderId: string): Promise<void> {
  const orders = store.container().resolve(Modules.ORDER)
  const booked = await orders.listOrderTransactions({ order_id: orderId })
  await orders.deleteOrderTransactions(booked.map(({ id }) => id))
  await store.db.raw(
    "update paycollect_intent set applied_at = null, order_id = null, next_step_at = created_at"
  )
}

/** The provider as core holds it, to listen in on what core asks of it. */
export function providerInCore(store: Store, id = MOBILE_MONEY): PayCollectProvider {
  const payment = store.container().resolve(Modules.PAYMENT) as unknown as {
    paymentProviderService_: { retrieveProvider(id: string): PayCollectProvider }
  }
  return payment.paymentProviderService_.retrieveProvider(id)
}

/** Waits, not for ever, for what core does without telling when. */
export async function soon(happened: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !happened(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 20))
}
