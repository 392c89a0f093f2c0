import {
  PayCollectConflictError,
  PayCollectInvalidRequestError,
  PayCollectNotFoundError,
  PayCollectUnauthorizedError,
} from "../../src/service/errors"
import { type PayCollectClient } from "../../src/service/client"
import { minorAmount } from "../../src/service/wire/shape"
import { faults } from "./sandbox/faults"
import { payments } from "./sandbox/payments"
import { strictness } from "./sandbox/strictness"
import { failure, newIntent, openTarget, real, type Target } from "./target"

let target: Target
let client: PayCollectClient

beforeAll(async () => {
  console.log(
    `Contract suite against ${real ? `the service at ${new URL(real.baseUrl).origin}` : "the sandbox"}`
  )
  target = await openTarget()
  client = target.client()
})
afterAll(() => target.close())

/** Holds for the service and for the sandbox alike: only what the interface document shows, and U-01 ... U-28 in all their forms. */
describe("payment intents (interface 4.1, 4.2)", () => {
  it("creates an intent that waits for its customer", async () => {
    const request = newIntent()
    const intent = await client.createPaymentIntent(request)
    expect(intent).toMatchObject({ amount: "10000", currency: "XAF", status: "requires_action" })
    expect(intent.merchant_reference).toBe(request.merchant_reference)
    expect(intent.payment_ref).toMatch(/^\S+$/)
    expect(new URL(intent.checkout_url).href).toContain(intent.id)
    expect(intent.metadata).toMatchObject({ merchant_reference: request.merchant_reference })
  })

  it("takes everything that interface 2.1 lists", async () => {
    const line = { currency: "XAF", quantity: 1 }
    const items = [
      { ...line, name: "Tea", price: "2500", quantity: 4 },
      { ...line, name: "Shipping", price: "1000" },
      { ...line, name: "Discount", price: "-1000" },
    ]
    const request = newIntent({
      items,
      fee_bearer: "customer",
      confirmation_method: "automatic",
      confirm: false,
      redirect_url: "https://shop.example.com/paycollect/return",
      collect_shipping_address: false,
      payment_method_types: ["mobile_money", "card"],
    })
    expect(await client.createPaymentIntent(request)).toMatchObject({ amount: "10000", currency: "XAF" })
  })

  it("needs an e-mail or a phone, not both; the currency defaults to XAF", async () => {
    const byPhone = await client.createPaymentIntent(newIntent({ email: undefined, currency: undefined }))
    expect(byPhone.currency).toBe("XAF")
    expect((await client.createPaymentIntent(newIntent({ phone: undefined }))).status).toBe("requires_action")
  })

  it("verifies an unpaid intent by both references, never as paid", async () => {
    const request = newIntent({ amount: minorAmount("4200") })
    const intent = await client.createPaymentIntent(request)
    for (const reference of [request.merchant_reference, intent.payment_ref ?? ""]) {
      const verified = await client.verifyPayment(reference)
      expect(verified.status).not.toBe("succeeded")
      expect(verified.amount ?? "4200").toBe("4200")
      expect(verified.currency ?? "XAF").toBe("XAF")
      expect(verified.merchant_reference ?? request.merchant_reference).toBe(request.merchant_reference)
      expect(verified.payment_ref ?? intent.payment_ref).toBe(intent.payment_ref)
    }
  })

  it("does not know a reference that was never used", async () => {
    expect(await failure(client.verifyPayment(newIntent().merchant_reference))).toBeInstanceOf(
      PayCollectNotFoundError
    )
  })

  it("repeats an identical creation without a second intent (U-03)", async () => {
    const request = newIntent()
    const first = await client.createPaymentIntent(request)
    const second = await client.createPaymentIntent(request).catch((error: unknown) => error)
    if (second instanceof PayCollectConflictError) return
    expect(second).toMatchObject({ id: first.id, checkout_url: first.checkout_url })
  })

  it("never makes a second intent under a used reference with another amount (U-03)", async () => {
    const request = newIntent()
    const first = await client.createPaymentIntent(request)
    const changed = { ...request, amount: minorAmount("20000") }
    const second = await client.createPaymentIntent(changed).catch((error: unknown) => error)
    if (second instanceof PayCollectConflictError) return
    expect(second).toMatchObject({ id: first.id, amount: "10000" })
  })

  it("refuses an unknown currency", async () => {
    const error = await failure(client.createPaymentIntent(newIntent({ currency: "ZZZ" })))
    expect(error).toBeInstanceOf(PayCollectInvalidRequestError)
  })
})

describe("customer sessions (interface 4.4)", () => {
  it("live until they are revoked", async () => {
    const session = await client.createCustomerSession("ama.nkeng@example.com")
    expect(session.session_token).toMatch(/^cs_/)
    expect(session.customer_email).toBe("ama.nkeng@example.com")
    expect(Date.parse(session.expires_at ?? "")).toBeGreaterThan(Date.now())
    expect(await client.validateCustomerSession(session.session_token)).toEqual(expect.any(Object))
    expect(await client.revokeCustomerSession(session.session_token)).toEqual(expect.any(Object))
    expect(await failure(client.validateCustomerSession(session.session_token))).toBeInstanceOf(
      PayCollectUnauthorizedError
    )
  })

  it("are not made up by their bearer", async () => {
    const error = await failure(client.validateCustomerSession("cs_0000000000000000"))
    expect(error).toBeInstanceOf(PayCollectUnauthorizedError)
  })
})

describe("customers and transactions (interface 4.5, 4.6)", () => {
  it("lists customers, newest first, and retrieves one", async () => {
    const customers = await client.listCustomers({ limit: 10 })
    const times = customers.map(({ created_at }) => created_at ?? 0)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    for (const { id } of customers.slice(0, 1)) {
      expect((await client.retrieveCustomer(id)).billing).toEqual(expect.any(Array))
    }
  })

  it("does not know what does not exist", async () => {
    expect(await failure(client.retrieveCustomer("cus_does_not_exist"))).toBeInstanceOf(
      PayCollectNotFoundError
    )
    expect(await failure(client.retrieveTransaction("tx_does_not_exist"))).toBeInstanceOf(
      PayCollectNotFoundError
    )
  })
})

describe("payment methods and fees (interface 4.7)", () => {
  it("lists the methods of a country", async () => {
    const methods = await client.listPaymentMethods({ country_code: "CM" })
    expect(methods.length).toBeGreaterThan(0)
    for (const method of methods)
      expect(method).toMatchObject({ code: expect.any(String), name: expect.any(String) })
  })

  it.each([
    { payment_method: "mobile_money" },
    { payment_method: "card", card_type: "local" as const },
    { payment_method: "card", card_type: "international" as const },
  ])("quotes a fee for %j", async (query) => {
    const fee = await client.calculateFee({ ...query, currency: "XAF", amount: "10000", country_code: "CM" })
    expect(fee).toMatchObject({
      amount: "10000",
      currency: "XAF",
      fee: expect.stringMatching(/^\d+(\.\d+)?$/),
    })
    if (fee.total_payable !== undefined) expect(Number(fee.total_payable)).toBeGreaterThanOrEqual(10000)
  })
})

describe("credentials (interface 5)", () => {
  it("refuses a key that it never issued, and does not repeat it", async () => {
    const secretKey = "sk_test_never_issued_by_anybody"
    const error = await failure(target.client({ secretKey }).listCustomers())
    expect(error).toBeInstanceOf(PayCollectUnauthorizedError)
    expect(JSON.stringify(error)).not.toContain(secretKey)
  })
})

if (!real) {
  describe("on the sandbox only: payments", payments)
  describe("on the sandbox only: faults", faults)
  describe("on the sandbox only: strictness, options and limits", strictness)
}
