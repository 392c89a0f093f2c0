import { INTENT_STATUSES } from "../state/intent"
import { type IntentStatus, type Sandbox, UnknownIntentError } from ".."
import { call, closeSandboxes, createIntent, fakeClock, sandboxWith } from "./harness"

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await sandboxWith()
})
beforeEach(() => sandbox.control.reset())
afterAll(closeSandboxes)

const post = (checkoutUrl: string, step: string, form: Record<string, string>) => {
  const url = new URL(checkoutUrl)
  url.pathname += `/${step}`
  return fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" })
}

describe("moveState", () => {
  it("leaves no final state unless forced", async () => {
    const final: IntentStatus[] = ["succeeded", "failed", "canceled"]
    for (const [n, from] of final.entries()) {
      const reference = `r-${n}`
      await createIntent(sandbox, { merchant_reference: reference })
      sandbox.control.moveState(reference, from)
      for (const to of INTENT_STATUSES.filter((status) => status !== from)) {
        expect(() => sandbox.control.moveState(reference, to)).toThrow(RangeError)
      }
      expect(sandbox.control.moveState(reference, from).history).toHaveLength(2)
    }
    expect(sandbox.control.moveState("r-1", "succeeded", { force: true }).status).toBe("succeeded")
  })

  it("refuses unknown intents and statuses", async () => {
    expect(() => sandbox.control.moveState("nobody", "failed")).toThrow(UnknownIntentError)
    await createIntent(sandbox)
    expect(() => sandbox.control.moveState("cart_1-1", "paid" as IntentStatus)).toThrow(RangeError)
  })
})

describe("manual confirmation (U-13)", () => {
  const confirm = (id: string) => call(sandbox, `/payment-intents/${id}/confirm`, { method: "POST" })

  it("succeeds only after the customer agreed, and once", async () => {
    const intent = await createIntent(sandbox, { confirmation_method: "manual" })
    expect((await confirm(intent.id)).status).toBe(409)
    await post(intent.checkout_url, "pay", { method: "mtn", phone: "670112233" })
    expect((await confirm(intent.id)).body.error.code).toBe("intent_state")
    await post(intent.checkout_url, "outcome", { outcome: "confirm" })
    expect(sandbox.control.intent("cart_1-1")?.status).toBe("processing")
    for (const attempt of [1, 2]) {
      const { status, body } = await confirm(intent.id)
      expect([attempt, status, body.data.status]).toEqual([attempt, 200, "succeeded"])
    }
    expect(sandbox.control.intent("cart_1-1")?.history.map((entry) => entry.status)).toEqual([
      "requires_action",
      "processing",
      "succeeded",
    ])
  })

  it("is refused for automatic, failed and unknown intents and for a body", async () => {
    const automatic = await createIntent(sandbox)
    expect((await confirm(automatic.id)).body.error.code).toBe("confirmation_automatic")
    const manual = await createIntent(sandbox, { merchant_reference: "m", confirmation_method: "manual" })
    sandbox.control.moveState("m", "failed")
    expect((await confirm(manual.id)).status).toBe(409)
    expect((await confirm("pi_unknown")).status).toBe(404)
    const body = { payment_method: "card" }
    expect((await call(sandbox, `/payment-intents/${manual.id}/confirm`, { body })).status).toBe(400)
  })
})

describe("the simulated delay", () => {
  it("keeps the intent processing until its time has come", async () => {
    const clock = fakeClock()
    const slow = await sandboxWith({ now: clock.now, outcomeDelayMs: 30_000 })
    const intent = await createIntent(slow)
    const card = {
      method: "card",
      card_number: "4242424242424242",
      card_expiry: "12/30",
      card_cvc: "123",
      card_name: "A",
    }
    await post(intent.checkout_url, "pay", card)
    const verified = async () => (await call(slow, "/payment-verification/cart_1-1/verify")).body.data.status
    expect(await verified()).toBe("processing")
    clock.time += 29_999
    expect(await verified()).toBe("processing")
    clock.time += 1
    expect(await verified()).toBe("succeeded")
  })
})
