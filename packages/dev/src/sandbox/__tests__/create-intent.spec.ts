import { type Sandbox } from ".."
import { call, closeSandboxes, createIntent, intentBody, sandboxWith } from "./harness"

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await sandboxWith()
})
beforeEach(() => sandbox.control.reset())
afterAll(closeSandboxes)

const item = { name: "Cloth", price: "5000", currency: "XAF", quantity: 2 }

describe("what creation accepts", () => {
  it("answers in the envelope and with the fields of interface 2.1 and 4.1", async () => {
    const { status, body } = await call(sandbox, "/payment-intents", {
      body: intentBody({ metadata: { cart: "c1" }, phone: "237670112233" }),
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      status_code: 200,
      response_type: "success",
      data: {
        id: expect.stringMatching(/^pi_/),
        object: "payment_intent",
        amount: "10000",
        currency: "XAF",
        status: "requires_action",
        client_secret: expect.any(String),
        payment_ref: expect.stringMatching(/^PAY[A-Z0-9]+$/),
        merchant_reference: "cart_1-1",
        checkout_url: expect.stringMatching(
          new RegExp(`^${sandbox.origin}/checkout/pi_[A-Za-z0-9]+\\?client_secret=`)
        ),
        customer: { firstname: "Awa", lastname: "Diallo", email: "awa@example.com" },
        metadata: { cart: "c1" },
      },
    })
  })

  it.each([
    ["a phone instead of an e-mail", { email: undefined, phone: "237670112233" }],
    [
      "items that add up, with a discount line",
      { items: [item, { ...item, price: "-500", quantity: 1 }, { ...item, price: "500", quantity: 1 }] },
    ],
    ["an http redirect to loopback", { redirect_url: "http://localhost:9000/paycollect/return/cart_1-1" }],
    ["an http redirect to an IPv6 loopback", { redirect_url: "http://[::1]:9000/back" }],
    ["an https redirect", { redirect_url: "https://shop.example/back?x=1" }],
    ["an amount beyond 2^53", { amount: "90071992547409931" }],
    ["operators as payment method types", { payment_method_types: ["mtn", "card"] }],
    [
      "every optional field",
      {
        currency: "EUR",
        fee_bearer: "customer",
        confirmation_method: "manual",
        confirm: true,
        metadata: { a: [1, null] },
        collect_shipping_address: true,
        payment_method_types: ["mobile_money"],
      },
    ],
  ])("takes %s", async (_, more) => {
    expect((await call(sandbox, "/payment-intents", { body: intentBody(more) })).status).toBe(200)
  })
})

describe("what creation refuses", () => {
  it.each([
    ["an unknown field", { colour: "red" }, "parameter_unknown", "colour"],
    ["an unknown item field", { items: [{ ...item, sku: "1" }] }, "parameter_unknown", "items.0.sku"],
    ["a missing first name", { firstname: undefined }, "parameter_missing", "firstname"],
    ["a missing last name", { lastname: undefined }, "parameter_missing", "lastname"],
    ["a blank name", { firstname: "  " }, "parameter_invalid", "firstname"],
    ["a missing description", { description: undefined }, "parameter_missing", "description"],
    ["a missing reference", { merchant_reference: undefined }, "parameter_missing", "merchant_reference"],
    ["neither e-mail nor phone", { email: undefined }, "parameter_invalid", "email"],
    ["no e-mail address", { email: "awa" }, "parameter_invalid", "email"],
    ["null for an optional field", { phone: null }, "parameter_invalid", "phone"],
    ["a phone with +", { phone: "+237670112233" }, "parameter_invalid", "phone"],
    ["a phone with spaces", { phone: "237 670 112 233" }, "parameter_invalid", "phone"],
    ["a phone without country prefix", { phone: "0670112233" }, "parameter_invalid", "phone"],
    ["an amount that is a number", { amount: 10000 }, "parameter_invalid", "amount"],
    ["a zero amount", { amount: "0" }, "parameter_invalid", "amount"],
    ["a negative amount", { amount: "-5" }, "parameter_invalid", "amount"],
    ["a decimal amount", { amount: "100.00" }, "parameter_invalid", "amount"],
    ["leading zeros", { amount: "0100" }, "parameter_invalid", "amount"],
    ["an unknown currency", { currency: "ABC" }, "parameter_invalid", "currency"],
    ["a currency in lower case", { currency: "xaf" }, "parameter_invalid", "currency"],
    ["a reference with a slash", { merchant_reference: "a/b" }, "parameter_invalid", "merchant_reference"],
    [
      "a reference that is too long",
      { merchant_reference: "a".repeat(65) },
      "parameter_invalid",
      "merchant_reference",
    ],
    ["an unknown fee bearer", { fee_bearer: "nobody" }, "parameter_invalid", "fee_bearer"],
    ["confirm as a string", { confirm: "true" }, "parameter_invalid", "confirm"],
    ["items that do not add up", { items: [{ ...item, quantity: 1 }] }, "parameter_invalid", "items"],
    ["no items in the list", { items: [] }, "parameter_invalid", "items"],
    ["items in another currency", { items: [{ ...item, currency: "EUR" }] }, "parameter_invalid", "items"],
    ["a price that is a number", { items: [{ ...item, price: 5000 }] }, "parameter_invalid", "items.0.price"],
    [
      "a fraction of a piece",
      { items: [{ ...item, quantity: 0.5 }] },
      "parameter_invalid",
      "items.0.quantity",
    ],
    ["a redirect that is no address", { redirect_url: "/back" }, "parameter_invalid", "redirect_url"],
    [
      "a redirect with another scheme",
      { redirect_url: "javascript:alert(1)" },
      "parameter_invalid",
      "redirect_url",
    ],
    [
      "an http redirect beyond loopback",
      { redirect_url: "http://shop.example/" },
      "parameter_invalid",
      "redirect_url",
    ],
    ["metadata that is a list", { metadata: [] }, "parameter_invalid", "metadata"],
    [
      "unknown method types",
      { payment_method_types: ["cheque"] },
      "parameter_invalid",
      "payment_method_types.0",
    ],
    [
      "an empty list of method types",
      { payment_method_types: [] },
      "parameter_invalid",
      "payment_method_types",
    ],
  ])("refuses %s", async (_, more, code, param) => {
    const { status, body } = await call(sandbox, "/payment-intents", { body: intentBody(more) })
    expect(status).toBe(400)
    expect(body.error).toEqual({
      type: "invalid_request_error",
      code,
      param,
      message: expect.any(String),
      request_id: expect.stringMatching(/^req_/),
    })
    expect(sandbox.control.intents()).toHaveLength(0)
  })

  it("never repeats a value in its message", async () => {
    const { body } = await call(sandbox, "/payment-intents", { body: intentBody({ phone: "+237670112233" }) })
    expect(JSON.stringify(body)).not.toContain("670112233")
  })

  it.each([
    ["no body", undefined, {}, 400, "parameter_missing"],
    ["broken JSON", '{"a":', {}, 400, "invalid_json"],
    ["a form", "a=b", { "content-type": "application/x-www-form-urlencoded" }, 415, "unsupported_media_type"],
    [
      "more than 1 MiB",
      JSON.stringify(intentBody({ description: "x".repeat(1_100_000) })),
      {},
      413,
      "body_too_large",
    ],
  ])("refuses %s", async (_, body, headers, status, code) => {
    const answer = await call(sandbox, "/payment-intents", { method: "POST", body, headers })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })

  it("refuses query parameters it does not know", async () => {
    const { status, body } = await call(sandbox, "/payment-intents?expand=1", { body: intentBody() })
    expect([status, body.error.code, body.error.param]).toEqual([400, "parameter_unknown", "expand"])
  })
})

describe("a merchant_reference used again", () => {
  it("answers the identical request with the old intent in every mode", async () => {
    for (const reuse of ["replay", "conflict", "invalid"] as const) {
      const other = await sandboxWith({ reuse })
      const first = await createIntent(other)
      expect((await createIntent(other)).id).toBe(first.id)
      expect(other.control.intents()).toHaveLength(1)
    }
  })

  it.each([
    ["replay", 200, undefined],
    ["conflict", 409, "already_used"],
    ["invalid", 400, "already_used"],
  ] as const)("under another body: %s answers %i", async (reuse, status, code) => {
    const other = await sandboxWith({ reuse })
    const first = await createIntent(other)
    const answer = await call(other, "/payment-intents", { body: intentBody({ amount: "20000" }) })
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
    if (reuse === "replay") expect(answer.body.data).toMatchObject({ id: first.id, amount: "10000" })
    expect(other.control.intents()).toHaveLength(1)
  })
})
