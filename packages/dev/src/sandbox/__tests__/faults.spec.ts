import { type OperationName, OPERATIONS, type Sandbox } from ".."
import { call, closeSandboxes, intentBody, sandboxWith } from "./harness"

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await sandboxWith()
})
beforeEach(() => sandbox.control.reset())
afterAll(closeSandboxes)

const create = () => call(sandbox, "/payment-intents", { body: intentBody() })
const operation = "create_payment_intent"

describe("faults", () => {
  it("status: refuses without processing, as often as asked", async () => {
    sandbox.control.injectFault({ operation, kind: "status", status: 502, times: 2 })
    expect((await create()).status).toBe(502)
    expect((await create()).body.error).toMatchObject({ type: "api_error", code: "injected_fault" })
    expect(sandbox.control.intents()).toHaveLength(0)
    expect((await create()).status).toBe(200)
  })

  it("status: sends the body it was given", async () => {
    const body = { message: "already used" }
    sandbox.control.injectFault({ operation, kind: "status", status: 409, body })
    const answer = await create()
    expect([answer.status, answer.body]).toEqual([409, body])
  })

  it("rate_limit: answers 429 with Retry-After in seconds or as a date", async () => {
    const date = "Wed, 21 Oct 2026 07:28:00 GMT"
    sandbox.control.injectFault({ operation, kind: "rate_limit", retryAfter: 7 })
    sandbox.control.injectFault({ operation, kind: "rate_limit", retryAfter: date })
    expect((await create()).headers.get("retry-after")).toBe("7")
    expect((await create()).headers.get("retry-after")).toBe(date)
  })

  it("drop_before_processing: closes the connection and nothing happened", async () => {
    sandbox.control.injectFault({ operation, kind: "drop_before_processing" })
    await expect(create()).rejects.toThrow()
    expect(sandbox.control.intents()).toHaveLength(0)
  })

  it("drop_after_processing: closes the connection and the intent exists", async () => {
    sandbox.control.injectFault({ operation, kind: "drop_after_processing" })
    await expect(create()).rejects.toThrow()
    expect(sandbox.control.intent("cart_1-1")?.status).toBe("requires_action")
    expect(sandbox.control.requests({ reference: "cart_1-1" })).toEqual([
      expect.objectContaining({ operation, status: null, fault: "drop_after_processing" }),
    ])
    expect((await create()).status).toBe(200)
    expect(sandbox.control.intents()).toHaveLength(1)
  })

  it("malformed: processes and answers 200 with something unreadable", async () => {
    sandbox.control.injectFault({ operation, kind: "malformed" })
    await expect(create()).rejects.toThrow(SyntaxError)
    expect(sandbox.control.intents()).toHaveLength(1)
  })

  it("delay: processes although the caller has gone", async () => {
    sandbox.control.injectFault({ operation, kind: "delay", delayMs: 60 })
    const signal = AbortSignal.timeout(20)
    const headers = { authorization: `Bearer ${sandbox.testSecretKey}`, "content-type": "application/json" }
    const body = JSON.stringify(intentBody())
    await expect(
      fetch(`${sandbox.baseUrl}/payment-intents`, { method: "POST", headers, body, signal })
    ).rejects.toThrow()
    expect(sandbox.control.intents()).toHaveLength(0)
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(sandbox.control.intents()).toHaveLength(1)
  })

  it("delay: ends without an answer when the sandbox is reset", async () => {
    sandbox.control.injectFault({ operation, kind: "delay", delayMs: 60_000 })
    const waiting = expect(create()).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 50))
    sandbox.control.reset()
    await waiting
    expect(sandbox.control.intents()).toHaveLength(0)
  })

  it("strike one operation only and can be cleared", async () => {
    const paths: Record<OperationName, [string, string]> = {
      create_payment_intent: ["POST", "/payment-intents"],
      verify_payment: ["GET", "/payment-verification/x/verify"],
      confirm_payment_intent: ["POST", "/payment-intents/x/confirm"],
      create_session: ["POST", "/sessions/create"],
      validate_session: ["POST", "/sessions/validate"],
      revoke_session: ["POST", "/sessions/revoke"],
      list_customers: ["GET", "/customers"],
      retrieve_customer: ["GET", "/customers/x"],
      retrieve_transaction: ["GET", "/transactions/x"],
      list_payment_methods: ["GET", "/payment-methods"],
      calculate_fee: ["GET", "/payment-methods/fee/card/XAF/1"],
      create_refund: ["POST", "/refunds"],
    }
    for (const name of OPERATIONS) {
      const [method, path] = paths[name]
      const key = name.endsWith("e_session") && name !== "create_session" ? "cs_x" : sandbox.testSecretKey
      sandbox.control.injectFault({ operation: name, kind: "status", status: 599 })
      expect([name, (await call(sandbox, path, { method, key })).status]).toEqual([name, 599])
      expect([name, (await call(sandbox, path, { method, key })).status]).not.toEqual([name, 599])
    }
    sandbox.control.injectFault({ operation, kind: "status", times: 9 })
    sandbox.control.clearFaults()
    expect((await create()).status).toBe(200)
  })

  it("leave refused callers alone", async () => {
    sandbox.control.injectFault({ operation, kind: "status", status: 599 })
    expect(
      (await call(sandbox, "/payment-intents", { key: "sk_test_other", body: intentBody() })).status
    ).toBe(401)
    expect((await create()).status).toBe(599)
  })

  it("are checked themselves", () => {
    expect(() =>
      sandbox.control.injectFault({ operation: "nothing" as OperationName, kind: "status" })
    ).toThrow()
    expect(() => sandbox.control.injectFault({ operation, kind: "status", status: 200 })).toThrow()
  })
})
