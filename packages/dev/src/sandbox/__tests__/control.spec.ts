import { type Sandbox } from ".."
import { call, closeSandboxes, createIntent, sandboxWith } from "./harness"

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await sandboxWith({ requestLogSize: 5 })
})
beforeEach(() => sandbox.control.reset())
afterAll(closeSandboxes)

async function control(method: string, path: string, body?: unknown) {
  const response = await fetch(`${sandbox.origin}/_control${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, never> }
}

describe("the control plane over HTTP", () => {
  it("lists and filters intents", async () => {
    await createIntent(sandbox)
    await createIntent(sandbox, { merchant_reference: "live-1" }, { live: true })
    const all = await control("GET", "/intents")
    expect(all.body.intents).toEqual(JSON.parse(JSON.stringify(sandbox.control.intents())))
    const live = await control("GET", "/intents?environment=live&status=requires_action")
    expect(live.body.intents).toMatchObject([{ merchant_reference: "live-1" }])
    expect((await control("GET", "/intents?status=paid")).status).toBe(400)
    expect((await control("GET", "/intents/live-1")).body.intent).toMatchObject({ environment: "live" })
    expect((await control("GET", "/intents/nobody")).status).toBe(404)
  })

  it("moves states and says why it does not", async () => {
    const intent = await createIntent(sandbox)
    const moved = await control("POST", `/intents/${intent.payment_ref}/state`, { status: "failed" })
    expect(moved.body.intent).toMatchObject({ status: "failed" })
    expect((await control("POST", "/intents/cart_1-1/state", { status: "succeeded" })).status).toBe(409)
    const forced = await control("POST", "/intents/cart_1-1/state", { status: "succeeded", force: true })
    expect(forced.status).toBe(200)
    expect((await control("POST", "/intents/nobody/state", { status: "failed" })).status).toBe(404)
    expect((await control("POST", "/intents/cart_1-1/state", { state: "failed" })).status).toBe(400)
  })

  it("takes money back after it came, in parts or whole, and says why it does not", async () => {
    const verify = async () => (await call(sandbox, "/payment-verification/cart_1-1/verify")).body.data
    const reverse = (body: object = {}) => control("POST", "/intents/cart_1-1/reversal", body)
    await createIntent(sandbox)
    expect((await reverse()).status).toBe(409)
    sandbox.control.moveState("cart_1-1", "succeeded")
    expect((await reverse({ amount: "4000" })).body.intent).toMatchObject({
      reversed: "4000",
      status: "succeeded",
    })
    expect(await verify()).toMatchObject({ status: "succeeded", amount: "6000" })
    expect((await reverse({ amount: "6001" })).status).toBe(409)
    expect((await reverse({ amount: "0" })).status).toBe(400)
    expect((await reverse({ state: "failed" })).status).toBe(400)
    expect((await reverse({ status: "charged_back" })).status).toBe(200)
    expect(await verify()).toMatchObject({ status: "charged_back", amount: "0" })
    expect((await reverse()).status).toBe(409)
    expect((await control("POST", "/intents/nobody/reversal", {})).status).toBe(404)

    sandbox.control.reset()
    await createIntent(sandbox)
    sandbox.control.moveState("cart_1-1", "succeeded")
    sandbox.control.reverse("cart_1-1")
    expect(await verify()).toMatchObject({ status: "failed", amount: "0" })
  })

  it("injects and clears faults, overrides verify", async () => {
    await createIntent(sandbox)
    const fault = { operation: "verify_payment", kind: "status", status: 503, times: 2 }
    expect((await control("POST", "/faults", fault)).status).toBe(200)
    expect((await control("POST", "/faults", { ...fault, kind: "explode" })).status).toBe(400)
    const verify = () => call(sandbox, "/payment-verification/cart_1-1/verify")
    expect((await verify()).status).toBe(503)
    await control("DELETE", "/faults")
    await control("POST", "/intents/cart_1-1/verify-override", { amount: "7" })
    expect((await verify()).body.data.amount).toBe("7")
    await control("POST", "/intents/cart_1-1/verify-override")
    expect((await verify()).body.data.amount).toBe("10000")
  })

  it("shows, filters, bounds and clears the log of requests; its own are not in it", async () => {
    await createIntent(sandbox)
    for (let n = 0; n < 6; n++) await call(sandbox, "/payment-verification/cart_1-1/verify")
    const all = await control("GET", "/requests")
    expect(all.body.requests).toHaveLength(5)
    expect(all.body.requests?.[0]).toEqual({
      operation: "verify_payment",
      method: "GET",
      path: "/payment-verification/cart_1-1/verify",
      status: 200,
      at: expect.any(Number),
      environment: "test",
      reference: "cart_1-1",
    })
    expect((await control("GET", "/requests?operation=list_customers")).body.requests).toEqual([])
    expect((await control("GET", "/requests?reference=cart_1-1")).body.requests).toHaveLength(5)
    await control("DELETE", "/requests")
    expect(sandbox.control.requests()).toEqual([])
  })

  it("forgets everything on reset", async () => {
    await createIntent(sandbox)
    await control("POST", "/reset")
    expect(sandbox.control.intents()).toEqual([])
    expect((await call(sandbox, "/payment-verification/cart_1-1/verify")).status).toBe(404)
  })

  it("has a panel whose buttons work", async () => {
    await createIntent(sandbox, { description: "<script>alert(1)</script>", merchant_reference: "cart_9-1" })
    const panel = await fetch(`${sandbox.origin}/_control`)
    const text = await panel.text()
    expect(text).toContain("cart_9-1")
    const action = /action="(\/_control\/intents\/[^"]+\/state)"/.exec(text)![1]!
    const pressed = await fetch(sandbox.origin + action, {
      method: "POST",
      body: new URLSearchParams({ status: "succeeded" }),
      redirect: "manual",
    })
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/_control"])
    expect(sandbox.control.intent("cart_9-1")?.status).toBe("succeeded")
  })

  it("is apart from the interface", async () => {
    expect((await fetch(`${sandbox.baseUrl}/_control/intents`)).status).toBe(404)
    expect((await fetch(`${sandbox.origin}/_controlled`)).status).toBe(404)
    expect((await control("GET", "/nothing")).status).toBe(404)
  })
})
