import { createServer } from "node:http"
import { setTimeout as passing } from "node:timers/promises"

/**
 * As much of Stripe as Medusa's provider asks of it to take a payment: it makes PaymentIntents, shows them, and counts the requests. Each
 * answer takes `latencyMs`.
 * @returns port, calls(), pay(id), close()
 */
export async function startStripe({ latencyMs }) {
  const intents = new Map()
  let calls = 0

  function create(form) {
    const id = `pi_${intents.size + 1}`
    const intent = {
      id,
      object: "payment_intent",
      amount: Number(form.get("amount")),
      currency: form.get("currency"),
      status: "requires_payment_method",
      client_secret: `${id}_secret`,
      metadata: { session_id: form.get("metadata[session_id]") },
    }
    intents.set(id, intent)
    return intent
  }

  function answer({ method, url }, form) {
    const [, id] = /^\/v1\/payment_intents(?:\/(\w+))?(?:\?|$)/.exec(url) ?? []
    if (method === "POST" && url === "/v1/payment_intents") return create(form)
    if (method === "GET") return intents.get(id)
  }

  const server = createServer(async (request, response) => {
    calls += 1
    let body = ""
    for await (const part of request) body += part
    await passing(latencyMs)
    const intent = answer(request, new URLSearchParams(body))
    response.writeHead(intent ? 200 : 404, { "content-type": "application/json" })
    response.end(JSON.stringify(intent ?? { error: { type: "invalid_request_error" } }))
  })
  server.keepAliveTimeout = 120_000
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: server.address().port,
    calls: () => calls,
    pay: (id) => void (intents.get(id).status = "succeeded"),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
