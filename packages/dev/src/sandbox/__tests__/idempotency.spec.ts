import { call, closeSandboxes, createIntent, fakeClock, intentBody, sandboxWith } from "./harness"

afterAll(closeSandboxes)

const DAY = 24 * 60 * 60_000
const keyed = (body: unknown, key = "key-1") => ({ body, headers: { "idempotency-key": key } })

describe("Idempotency-Key (U-03)", () => {
  it("replays the first reply as it was, although the intent has moved on", async () => {
    const sandbox = await sandboxWith()
    const first = await call(sandbox, "/payment-intents", keyed(intentBody()))
    sandbox.control.moveState("cart_1-1", "succeeded")
    const again = await call(sandbox, "/payment-intents", keyed(intentBody()))
    expect(again.body).toEqual(first.body)
    expect(again.body.data.status).toBe("requires_action")
    expect(sandbox.control.requests().map((record) => record.replayed)).toEqual([undefined, true])
  })

  it("creates once under many requests at the same time", async () => {
    const sandbox = await sandboxWith()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(sandbox, "/payment-intents", keyed(intentBody())))
    )
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
    expect(sandbox.control.intents()).toHaveLength(1)
  })

  it("is forgotten after 24 hours", async () => {
    const clock = fakeClock()
    const sandbox = await sandboxWith({ now: clock.now })
    const intent = await createIntent(sandbox)
    sandbox.control.moveState("cart_1-1", "succeeded")
    const refund = () =>
      call(sandbox, "/refunds", keyed({ transaction_id: intent.id, amount: "10", reason: "other" }))
    const first = (await refund()).body.data.id
    clock.time += DAY - 1
    expect((await refund()).body.data.id).toBe(first)
    clock.time += 1
    expect((await refund()).body.data.id).not.toBe(first)
    expect(sandbox.control.intent("cart_1-1")?.refunded).toBe("20")
  })

  it("is scoped to the secret key", async () => {
    const sandbox = await sandboxWith()
    const test = await call(sandbox, "/payment-intents", keyed(intentBody()))
    const live = await call(sandbox, "/payment-intents", { ...keyed(intentBody()), live: true })
    expect(live.body.data.id).not.toBe(test.body.data.id)
  })

  it.each([
    ["replay", 200],
    ["conflict", 409],
    ["invalid", 400],
  ] as const)("with another request under it: %s answers %i", async (reuse, status) => {
    const sandbox = await sandboxWith({ reuse })
    await call(sandbox, "/payment-intents", keyed(intentBody()))
    const answer = await call(sandbox, "/payment-intents", keyed(intentBody({ merchant_reference: "other" })))
    expect(answer.status).toBe(status)
    expect(sandbox.control.intents()).toHaveLength(1)
  })

  it("repeats a refusal for the identical request and lets a corrected one through", async () => {
    const sandbox = await sandboxWith()
    const intent = await createIntent(sandbox)
    const refund = (amount: string) =>
      call(sandbox, "/refunds", keyed({ transaction_id: intent.id, amount, reason: "other" }))
    const first = await refund("500")
    expect(first.status).toBe(400)
    sandbox.control.moveState("cart_1-1", "succeeded")
    expect((await refund("500")).body).toEqual(first.body)
    expect((await refund("400")).status).toBe(200)
  })

  it("does not keep what never reached the operation", async () => {
    const sandbox = await sandboxWith()
    sandbox.control.injectFault({ operation: "create_payment_intent", kind: "status", status: 503 })
    expect((await call(sandbox, "/payment-intents", keyed(intentBody()))).status).toBe(503)
    expect((await call(sandbox, "/payment-intents", keyed(intentBody()))).status).toBe(200)
  })
})
