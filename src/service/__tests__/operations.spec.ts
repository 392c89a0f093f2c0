import { minorAmount } from "../wire/shape"
import { PayCollectConflictError, PayCollectInvalidRequestError } from "../errors"
import { client, created, failure, intent, request, SECRET_KEY, verified } from "./fixtures"
import { json, startServer, type TestServer } from "./server"

let server: TestServer

beforeEach(async () => (server = await startServer()))
afterEach(() => server.close())

const ok = (data: unknown) => json(200, { status: "success", data })

describe("what goes over the wire", () => {
  it("creates once, with key, idempotency key and the body as given", async () => {
    server.answers.push(json(200, created))
    const result = await client(server.baseUrl).createPaymentIntent(request)
    expect(result).toMatchObject({ id: "pi_123", amount: "10000", checkout_url: intent.checkout_url })
    expect(server.seen).toHaveLength(1)
    const [seen] = server.seen
    expect(seen).toMatchObject({ method: "POST", url: "/v1/payment-intents" })
    expect(seen?.headers).toMatchObject({
      authorization: `Bearer ${SECRET_KEY}`,
      "idempotency-key": "cart_01-1",
      "content-type": "application/json",
    })
    expect(JSON.parse(seen?.body ?? "")).toEqual(request)
  })

  it("verifies by GET, or by PATCH when configured (U-02)", async () => {
    server.answers.push(json(200, verified))
    expect(await client(server.baseUrl).verifyPayment("cart_01-1")).toEqual(verified.data)
    await client(server.baseUrl, { verifyMethod: "PATCH" }).verifyPayment("PAY:1.2")
    expect(server.seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      "GET /v1/payment-verification/cart_01-1/verify ",
      "PATCH /v1/payment-verification/PAY%3A1.2/verify ",
    ])
  })

  it("confirms on the configured path, and not without one (U-13)", async () => {
    server.answers.push(ok({ ...intent, status: "processing", checkout_url: undefined }))
    const without = await failure(client(server.baseUrl).confirmPaymentIntent("pi_123"))
    expect(without).toBeInstanceOf(PayCollectInvalidRequestError)
    expect(server.seen).toHaveLength(0)
    const confirming = client(server.baseUrl, { confirmPath: "/payment-intents/{id}/confirm" })
    expect(await confirming.confirmPaymentIntent("pi_123")).toMatchObject({ status: "processing" })
    expect(server.seen[0]).toMatchObject({ method: "POST", url: "/v1/payment-intents/pi_123/confirm" })
    expect(server.seen[0]?.headers).not.toHaveProperty("idempotency-key")
  })

  it("creates sessions with the key, validates and revokes with the token alone (interface 4.4)", async () => {
    const session = {
      session_token: "cs_abc123",
      customer_email: "ama@example.com",
      expires_at: "2026-01-01T00:00:00Z",
    }
    const none = (response: import("node:http").ServerResponse) => void response.writeHead(204).end()
    server.answers.push(json(200, { success: true, message: "ok", data: session }), ok({ valid: true }), none)
    const sessions = client(server.baseUrl, { authHeader: "x-api-key" })
    expect(await sessions.createCustomerSession("ama@example.com")).toEqual(session)
    expect(await sessions.validateCustomerSession("cs_abc123")).toEqual({ valid: true })
    expect(await sessions.revokeCustomerSession("cs_abc123")).toEqual({})
    const sent = server.seen.map(({ method, url, headers, body }) => [
      method,
      url,
      headers.authorization,
      body,
    ])
    expect(sent).toEqual([
      ["POST", "/v1/sessions/create", `Bearer ${SECRET_KEY}`, '{"customer_email":"ama@example.com"}'],
      ["POST", "/v1/sessions/validate", "Bearer cs_abc123", ""],
      ["POST", "/v1/sessions/revoke", "Bearer cs_abc123", ""],
    ])
    expect(server.seen[1]?.headers).not.toHaveProperty("x-api-key")
  })

  it("uses x-api-key when configured (U-18)", async () => {
    server.answers.push(json(200, verified))
    await client(server.baseUrl, { authHeader: "x-api-key" }).verifyPayment("cart_01-1")
    expect(server.seen[0]?.headers).toMatchObject({ "x-api-key": SECRET_KEY })
    expect(server.seen[0]?.headers).not.toHaveProperty("authorization")
  })

  it("reads customers and transactions", async () => {
    const person = { id: "cus_1", email: "ama@example.com" }
    server.answers.push(
      ok([person]),
      ok([]),
      ok({ ...person, billing: [] }),
      ok({ id: "tx_1", amount: "10" })
    )
    const reading = client(server.baseUrl)
    expect(await reading.listCustomers({ limit: 5, offset: 10 })).toEqual([person])
    expect(await reading.listCustomers()).toEqual([])
    expect(await reading.retrieveCustomer("cus_1")).toEqual({ ...person, billing: [] })
    expect(await reading.retrieveTransaction("tx_1")).toEqual({ id: "tx_1", amount: "10" })
    expect(server.seen.map(({ url }) => url)).toEqual([
      "/v1/customers?limit=5&offset=10",
      "/v1/customers",
      "/v1/customers/cus_1",
      "/v1/transactions/tx_1",
    ])
  })

  it("asks for methods and fees under the configured query names (U-10)", async () => {
    server.answers.push(ok([{ code: "card" }]), ok({ fee: 1 }), ok({ fee: 1 }), ok([]))
    const asking = client(server.baseUrl)
    expect(await asking.listPaymentMethods({ country_code: "cm" })).toMatchObject([
      { code: "card", name: "card" },
    ])
    const fee = { payment_method: "card", currency: "XAF", amount: "10000" }
    expect(await asking.calculateFee({ ...fee, country_code: "CM", card_type: "local" })).toEqual({
      fee: "1",
      details: {},
    })
    await asking.calculateFee({ ...fee, amount: "100.50" })
    const renamed = client(`${server.baseUrl}/`, { queryNames: { country: "place", cardType: "is_local" } })
    await renamed.listPaymentMethods({ country_code: "CI" })
    expect(server.seen.map(({ url }) => url)).toEqual([
      "/v1/payment-methods?country=CM",
      "/v1/payment-methods/fee/card/XAF/10000?country=CM&card_type=local",
      "/v1/payment-methods/fee/card/XAF/100.50",
      "/v1/payment-methods?place=CI",
    ])
  })
})

describe("what is refused before any call", () => {
  it.each([
    ["firstname", { firstname: " " }],
    ["lastname", { lastname: "" }],
    ["email or phone", { email: undefined }],
    ["phone", { phone: "+237 699" }],
    ["amount", { amount: "0" }],
    ["amount", { amount: "10.5" }],
    ["amount", { amount: 100 }],
    ["currency", { currency: "francs" }],
    ["description", { description: undefined }],
    ["merchant_reference", { merchant_reference: "cart/1" }],
    ["merchant_reference", { merchant_reference: "x".repeat(65) }],
    ["fee_bearer", { fee_bearer: "nobody" }],
    ["items", { items: [{ name: "Tea", price: "5.5", currency: "XAF", quantity: 1 }] }],
    ["redirect_url", { redirect_url: "javascript:alert(1)" }],
  ])("a creation with a bad %s: %j", async (field, bad) => {
    const error = await failure(
      client(server.baseUrl).createPaymentIntent({ ...request, ...(bad as object) })
    )
    expect(error).toBeInstanceOf(PayCollectInvalidRequestError)
    expect(error.message).toContain(`missing or invalid: ${field}.`)
    expect(error.message).toContain("No payment was created")
    expect(server.seen).toHaveLength(0)
  })

  it("unknown fields of a creation", async () => {
    const surplus = { ...request, colour: "red" }
    expect(await failure(client(server.baseUrl).createPaymentIntent(surplus))).toBeInstanceOf(
      PayCollectInvalidRequestError
    )
    expect(server.seen).toHaveLength(0)
  })

  it("a creation with everything that is allowed goes out unchanged", async () => {
    server.answers.push(json(200, created))
    const full = {
      ...request,
      email: undefined,
      phone: "237699999999",
      fee_bearer: "customer" as const,
      confirm: false,
      items: [
        { name: "Tea", price: "12000", currency: "XAF", quantity: 1 },
        { name: "Discount", price: "-2000", currency: "XAF", quantity: 1 },
      ],
      redirect_url: "https://shop.example.com/paycollect/return/cart_01-1",
      metadata: { merchant_reference: "cart_01-1" },
      payment_method_types: ["mobile_money"],
      amount: minorAmount("10000"),
    }
    await client(server.baseUrl).createPaymentIntent(full)
    expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual(JSON.parse(JSON.stringify(full)))
  })

  it("references, ids, countries, e-mails, tokens and amounts that the addresses do not allow", async () => {
    const refusing = client(server.baseUrl)
    const calls = [
      refusing.verifyPayment("../customers"),
      refusing.retrieveCustomer(".."),
      refusing.retrieveTransaction("a?b"),
      refusing.listPaymentMethods({ country_code: "CMR" }),
      refusing.createCustomerSession("nobody"),
      refusing.validateCustomerSession("sk_test_x"),
      refusing.revokeCustomerSession("cs_a\r\nX-Evil: 1"),
      refusing.calculateFee({ payment_method: "card/x", currency: "XAF", amount: "1" }),
      refusing.calculateFee({ payment_method: "card", currency: "XAF", amount: "-1" }),
    ]
    for (const call of calls) expect(await failure(call)).toBeInstanceOf(PayCollectInvalidRequestError)
    expect(server.seen).toHaveLength(0)
  })
})

describe("a used merchant_reference (U-03)", () => {
  it.each([
    [409, { error: { type: "idempotency_error", message: "Already used", request_id: "req_9" } }],
    [400, { error: { code: "merchant_reference_already_used", request_id: "req_9" } }],
    [400, { message: "merchant_reference already used", request_id: "req_9" }],
  ])("%d %j is a conflict", async (status, body) => {
    server.answers.push(json(status, body))
    const error = await failure(client(server.baseUrl).createPaymentIntent(request))
    expect(error).toBeInstanceOf(PayCollectConflictError)
    expect(error).toMatchObject({
      statusCode: status,
      requestId: "req_9",
      operation: "create_payment_intent",
    })
    expect(error.message).toMatch(/earlier one .* may be paid.*Verify by merchant_reference/)
  })

  it("an old intent comes back as it is: comparing is the caller's", async () => {
    server.answers.push(json(200, { ...created, data: { ...intent, amount: "9999" } }))
    expect((await client(server.baseUrl).createPaymentIntent(request)).amount).toBe("9999")
  })
})
