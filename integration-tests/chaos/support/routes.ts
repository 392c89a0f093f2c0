import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { createHmac } from "node:crypto"
import { Readable } from "node:stream"
import { guardOrderCancel, guardRefund } from "../../../src/api/admin/order-guards"
import { GET as goToCheckout } from "../../../src/api/paycollect/checkout/[session_id]/route"
import { POST as receiveEvent } from "../../../src/api/hooks/paycollect/route"
import { type Guard } from "../../../src/api/requests"
import { guardCompletion } from "../../../src/api/store/carts/complete-guard"
import { Refused } from "./core-books"
import { type Session } from "./core-state"
import { type Server, WEBHOOK_SECRET, type World } from "./world"

/** The plugin's own routes and guards, without HTTP. */

/** `POST /hooks/paycollect` with a signed event about a payment. @returns the status of the answer; the service repeats all but 200 */
export async function hook(
  world: World,
  { container }: Server,
  reference: string,
  { secret = WEBHOOK_SECRET, event_type = "payment.succeeded" } = {}
): Promise<number> {
  // The service repeats what the payment was made with.
  const { metadata } = world.service.intents.get(reference)?.body ?? {}
  const body = { event_type, data: { merchant_reference: reference, metadata } }
  const rawBody = Buffer.from(JSON.stringify(body))
  const signature = createHmac("sha256", secret).update(rawBody).digest("hex")
  const headers = { "x-service-signature": `sha256=${signature}` }
  let answered = 0
  const answer = { status: (status: number) => ((answered = status), answer), json: () => answer }
  const request = Object.assign(Readable.from([rawBody]), { headers, query: {}, scope: container })
  await receiveEvent(request as unknown as MedusaRequest, answer as unknown as MedusaResponse)
  world.count(`webhook: ${answered}`)
  return answered
}

/** `createIntent: "on_redirect"`: the payment starts at our own address. @returns the reference of what the customer is shown */
export async function goToPay(world: World, { container }: Server, session: Session): Promise<string> {
  if (session.data.merchant_reference) return String(session.data.merchant_reference)
  let address: string | undefined
  const answer: Record<string, unknown> = { redirect: (_: number, to: string) => void (address = to) }
  for (const name of ["status", "type", "send", "setHeader"]) answer[name] = () => answer
  const request = {
    method: "GET",
    params: { session_id: session.id },
    headers: {},
    query: {},
    scope: container,
  }
  await goToCheckout(request as unknown as MedusaRequest, answer as unknown as MedusaResponse)
  const intent = (await world.intents()).find(
    ({ checkout_url, merchant_reference }) =>
      address && (checkout_url === address || address.endsWith(`/return/${merchant_reference}`))
  )
  world.count(intent ? "went to pay" : "could not go to pay")
  if (!intent) throw new Refused("no payment was started")
  world.tables.shown.add(intent.merchant_reference)
  return intent.merchant_reference
}

/** The store API's route: the plugin's own guard before core's workflow, or, `guarded: false`, somebody who calls core directly. */
export async function complete(
  world: World,
  { container, core }: Server,
  { id, guarded }: { id: string; guarded: boolean }
): Promise<unknown> {
  if (!guarded && (await isWatched(world, id))) return await core.completeCart(id)
  let letOn = false
  let finished = () => {}
  const once = (_event: "finish", listener: () => void) => void (finished = listener)
  const answer = { status: () => answer, json: () => answer, once }
  const request = { params: { id }, scope: container } as unknown as MedusaRequest
  await guardCompletion(request, answer as unknown as MedusaResponse, () => void (letOn = true))
  world.count(letOn ? "complete: let on to core" : "complete: told that it is not paid")
  return letOn ? await core.completeCart(id).finally(() => finished()) : undefined
}

/** What nothing but the guard knows of, no job looks after: a payment that was never recorded, or whose schedule is over. */
async function isWatched({ tables, knex }: World, id: string): Promise<boolean> {
  const collection = tables.collections.get(tables.carts.get(id)!.collectionId ?? "")
  if (!collection?.sessions.length || !collection.sessions.every(({ data }) => data.merchant_reference))
    return false
  const watched = await knex("paycollect_intent")
    .where({ cart_id: id })
    .whereNotNull("next_step_at")
    .first("id")
  return watched !== undefined
}

/** `POST /admin/payments/:id/refund` */
export async function refundPayment(
  { container, core }: Server,
  { id, amount }: { id: string; amount: number }
): Promise<void> {
  const request = { params: { id }, body: { amount }, scope: container }
  await guarded(guardRefund, request, () => core.refundPayment(id, amount))
}

export async function cancelOrder({ container, core }: Server, id: string): Promise<void> {
  const request = { params: { id }, scope: container, auth_context: { actor_id: "user_merchant" } }
  await guarded(guardOrderCancel, request, () => core.cancelOrder(id, "user_1"))
}

/** Core's route behind a guard of ours, which learns when the answer went out. */
async function guarded(guard: Guard, request: object, route: () => Promise<void>): Promise<void> {
  let letOn = false
  let finished = () => {}
  const answer = { once: (_event: "finish", listener: () => void) => void (finished = listener) }
  await guard(
    request as unknown as MedusaRequest,
    answer as unknown as MedusaResponse,
    () => void (letOn = true)
  )
  if (letOn) await route().finally(() => finished())
}
