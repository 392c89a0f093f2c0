import { PayCollectConflictError, PayCollectInvalidRequestError } from "../../../src/service/errors"
import { type PayCollectClient } from "../../../src/service/client"
import { decide } from "../../../src/payments/assess"
import { minorAmount } from "../../../src/service/wire/shape"
import { failure, newIntent, sandboxTarget, type SandboxTarget } from "../target"

/** What only a customer at the checkout, or the control plane in the customer's place, can bring about. */
export function payments(): void {
  let target: SandboxTarget
  let client: PayCollectClient

  beforeAll(async () => {
    target = await sandboxTarget()
    client = target.client({ confirmPath: "/payment-intents/{id}/confirm" })
  })
  afterAll(() => target.close())

  it.each(["processing", "succeeded", "failed", "canceled"] as const)("verify shows %s", async (status) => {
    const request = newIntent()
    const intent = await client.createPaymentIntent(request)
    target.sandbox.control.moveState(request.merchant_reference, status)
    const verified = await client.verifyPayment(request.merchant_reference)
    expect(verified).toMatchObject({ id: intent.id, status, amount: "10000", currency: "XAF" })
    expect(verified.created_at).toBeCloseTo(Date.now() / 1000, -2)
  })

  it("amounts beyond 2^53 arrive digit by digit", async () => {
    const amount = minorAmount("12345678901234567891")
    const request = newIntent({ amount })
    expect((await client.createPaymentIntent(request)).amount).toBe(amount)
    expect((await client.verifyPayment(request.merchant_reference)).amount).toBe(amount)
  })

  it("a payment leaves a transaction and a customer", async () => {
    const request = newIntent({ email: "paid@example.com" })
    const intent = await client.createPaymentIntent(request)
    target.sandbox.control.moveState(intent.id, "succeeded")
    expect(await client.retrieveTransaction(intent.id)).toMatchObject({
      object: "payment_intent",
      amount: "10000",
      currency: "XAF",
      status: "succeeded",
      merchant_reference: request.merchant_reference,
      payment_ref: intent.payment_ref,
      description: "Contract suite",
      created_at: expect.any(Number),
      customer: { email: "paid@example.com" },
    })
    const customer = (await client.listCustomers()).find(({ email }) => email === "paid@example.com")
    expect(customer).toMatchObject({ firstname: "Ama", lastname: "Nkeng", balance: "0", active: true })
    const whole = await client.retrieveCustomer(customer?.id ?? "")
    expect(whole.billing[0]).toMatchObject({ email: "paid@example.com", address: { country: "CM" } })
    expect(await client.listCustomers({ limit: 1, offset: 1000 })).toEqual([])
  })

  it("the customer's fee is in what was charged, as it was quoted (U-21)", async () => {
    const intent = await client.createPaymentIntent(newIntent({ fee_bearer: "customer" }))
    await payByCard(intent.checkout_url)
    const quote = await client.calculateFee({ payment_method: "card", currency: "XAF", amount: "10000" })
    expect(await client.verifyPayment(intent.merchant_reference ?? "")).toMatchObject({
      status: "succeeded",
      amount: quote.total_payable,
    })
  })

  it("where only multiples can be paid, verify names what was charged, never less than was asked (U-28)", async () => {
    target.sandbox.control.setVariant({ rounding: "charged" })
    const intent = await client.createPaymentIntent(newIntent({ amount: minorAmount("1003") }))
    expect(intent.amount).toBe("1003")
    await payByCard(intent.checkout_url)
    const verified = await client.verifyPayment(intent.merchant_reference ?? "")
    target.sandbox.control.setVariant()
    expect(verified).toMatchObject({ status: "succeeded", amount: "1005" })
    const expected = {
      environment: "test",
      merchant_reference: intent.merchant_reference!,
      currency: "XAF",
    } as const
    const judged = (multiple: string | null) =>
      decide(
        { ...verified, environment: "test" },
        { ...expected, amount: minorAmount("1003"), fee_bearer: "merchant", multiple }
      )
    expect([judged("5"), judged(null)]).toEqual([
      { kind: "paid", fee: "2", fee_unexpected: false },
      { kind: "discrepancy", reason: "amount_discrepancy" },
    ])
  })

  it("manual confirmation succeeds only after the customer agreed (U-13)", async () => {
    const intent = await client.createPaymentIntent(newIntent({ confirmation_method: "manual" }))
    expect(await failure(client.confirmPaymentIntent(intent.id))).toBeInstanceOf(PayCollectConflictError)
    await payByCard(intent.checkout_url)
    expect((await client.verifyPayment(intent.merchant_reference ?? "")).status).not.toBe("succeeded")
    expect(await client.confirmPaymentIntent(intent.id)).toMatchObject({ id: intent.id, status: "succeeded" })
    expect((await client.verifyPayment(intent.merchant_reference ?? "")).status).toBe("succeeded")
  })

  it("an automatic intent is not confirmed by hand", async () => {
    const intent = await client.createPaymentIntent(newIntent())
    expect(await failure(client.confirmPaymentIntent(intent.id))).toBeInstanceOf(
      PayCollectInvalidRequestError
    )
  })

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ amount: 10000 }, { amount: "10000" }],
    [{ amount: "9999" }, { amount: "9999" }],
    [{ amount: null }, { amount: undefined }],
    [{ amount: "100.00" }, { amount: undefined }],
    [{ currency: null }, { currency: undefined }],
    [{ status: null }, { status: undefined }],
    [{ status: "pending" }, { status: "pending" }],
    [{ merchant_reference: "foreign-1", novelty: [1] }, { merchant_reference: "foreign-1" }],
  ])("a verify answer with %j reads as %j (U-01, U-20)", async (patch, read) => {
    const { merchant_reference } = await client.createPaymentIntent(newIntent())
    target.sandbox.control.overrideVerify(merchant_reference ?? "", patch)
    const verified = await client.verifyPayment(merchant_reference ?? "")
    for (const [name, value] of Object.entries(read)) expect(Reflect.get(verified, name)).toBe(value)
    expect(verified).not.toHaveProperty("novelty")
  })
}

/** What the hosted checkout's form sends for a test card. */
async function payByCard(checkoutUrl: string): Promise<void> {
  const address = new URL(checkoutUrl)
  address.pathname += "/pay"
  const body = new URLSearchParams({
    method: "card",
    card_number: "4242424242424242",
    card_expiry: `12/${(new Date().getFullYear() + 2) % 100}`,
    card_cvc: "123",
    card_name: "Ama Nkeng",
  })
  const response = await fetch(address, { method: "POST", body, redirect: "manual" })
  expect(response.status).toBe(303)
}
