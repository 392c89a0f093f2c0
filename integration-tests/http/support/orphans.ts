import { type Store } from "./store"

/** What a restored backup or a failover does not bring back: all that our tables know of this payment. */
export async function loseRowOf(store: Store, { id }: { id: string }): Promise<void> {
  for (const table of ["attention", "entry", "intent_event", "intent_session"])
    await store.db.raw(`delete from paycollect_${table} where intent_id = ?`, [id])
  await store.db.raw("delete from paycollect_intent where id = ?", [id])
  store.service.control.clearRequests()
}

/** A payment of 4,200 XAF under the same account that this store has never heard of. @returns its reference */
export async function startElsewhere(
  store: Store,
  merchant_reference: string,
  metadata: object = {}
): Promise<string> {
  const answer = await fetch(`${store.service.baseUrl}/payment-intents`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${store.service.testSecretKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      firstname: "Ama",
      lastname: "Nkeng",
      email: "ama@example.com",
      description: "Order",
      amount: "4200",
      currency: "XAF",
      merchant_reference,
      metadata: { merchant_reference, ...metadata },
    }),
  })
  if (answer.status !== 200) throw new Error(`The sandbox answered ${answer.status}`)
  store.service.control.clearRequests()
  return merchant_reference
}
