import { type Sandbox } from ".."
import { call, closeSandboxes, createIntent, intentBody, sandboxWith } from "./harness"

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await sandboxWith()
})
beforeEach(() => sandbox.control.reset())
afterAll(closeSandboxes)

describe("credentials (interface 5)", () => {
  it.each([
    ["no key", null, 401, "api_key_missing"],
    ["an unknown key", "sk_test_other", 401, "api_key_invalid"],
    ["a live key on the test address", "sk_live_sandbox_nothing_secret", 401, "environment_mismatch"],
    ["a public key", "pk_test_sandbox_nothing_secret", 403, "public_key_refused"],
  ])("refuses %s everywhere a secret key is needed", async (_, key, status, code) => {
    for (const path of [
      "/customers",
      "/transactions/x",
      "/payment-methods",
      "/payment-verification/x/verify",
    ]) {
      const { body, ...answer } = await call(sandbox, path, { key })
      expect([answer.status, body.error.code, body.error.type]).toEqual([
        status,
        code,
        "authentication_error",
      ])
    }
    const create = await call(sandbox, "/payment-intents", { key, body: intentBody() })
    expect(create.status).toBe(status)
    expect(sandbox.control.intents()).toHaveLength(0)
  })

  it("takes the secret key in x-api-key too (U-18)", async () => {
    const headers = { "x-api-key": sandbox.testSecretKey }
    expect((await call(sandbox, "/customers", { key: null, headers })).status).toBe(200)
    const wrong = await call(sandbox, "/customers", { key: null, headers: { "x-api-key": "sk_test_other" } })
    expect(wrong.status).toBe(401)
  })

  it("keeps the data of test and live apart", async () => {
    await createIntent(sandbox)
    const live = await createIntent(sandbox, {}, { live: true })
    expect((await call(sandbox, `/transactions/${live.id}`)).status).toBe(404)
    expect((await call(sandbox, `/transactions/${live.id}`, { live: true })).status).toBe(200)
    expect(sandbox.control.intents({ environment: "live" }).map((intent) => intent.id)).toEqual([live.id])
  })

  it("knows neither other addresses nor other methods", async () => {
    const nowhere = await call(sandbox, "/payouts")
    expect([nowhere.status, nowhere.body.error.code]).toEqual([404, "resource_missing"])
    const wrong = await call(sandbox, "/customers", { method: "DELETE" })
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET"])
  })

  it("keeps no key, token or personal data in the log of requests", async () => {
    await createIntent(sandbox, { phone: "237670112233" })
    await call(sandbox, "/sessions/create", { body: { customer_email: "awa@example.com" } })
    const log = JSON.stringify(sandbox.control.requests())
    expect(log).not.toMatch(/sk_|cs_|secret|awa@|2376701/)
    expect(sandbox.control.requests().map((record) => record.operation)).toEqual([
      "create_payment_intent",
      "create_session",
    ])
  })
})
