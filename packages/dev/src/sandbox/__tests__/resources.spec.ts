import { type Sandbox } from ".."
import { call, closeSandboxes, createIntent, fakeClock, sandboxWith } from "./harness"

let sandbox: Sandbox
const clock = fakeClock()

beforeAll(async () => {
  sandbox = await sandboxWith({ now: clock.now, sessionTtlMs: 60_000 })
})
beforeEach(() => sandbox.control.reset())
afterAll(closeSandboxes)

describe("verify (U-01, U-02)", () => {
  it("answers by either reference, with GET and PATCH, without echoing the merchant_reference", async () => {
    const intent = await createIntent(sandbox)
    const expected = {
      status: "success",
      data: {
        id: intent.id,
        status: "requires_action",
        amount: "10000",
        currency: "XAF",
        created_at: new Date(clock.time).toISOString().replace(".000Z", "Z"),
      },
    }
    for (const reference of ["cart_1-1", intent.payment_ref]) {
      for (const method of ["GET", "PATCH"]) {
        const { body } = await call(sandbox, `/payment-verification/${reference}/verify`, { method })
        expect(body).toEqual(expected)
      }
    }
    expect(sandbox.control.requests({ operation: "verify_payment", reference: "cart_1-1" })).toHaveLength(4)
  })

  it("does not know ids and unknown references", async () => {
    const intent = await createIntent(sandbox)
    for (const reference of [intent.id, "nothing"]) {
      expect((await call(sandbox, `/payment-verification/${reference}/verify`)).status).toBe(404)
    }
  })

  it("answers what a test overrides, and the truth again afterwards", async () => {
    await createIntent(sandbox)
    sandbox.control.overrideVerify("cart_1-1", { status: "pending", amount: "1", currency: null })
    const wrong = await call(sandbox, "/payment-verification/cart_1-1/verify")
    expect(wrong.body.data).toMatchObject({ status: "pending", amount: "1" })
    expect(wrong.body.data).not.toHaveProperty("currency")
    sandbox.control.overrideVerify("cart_1-1")
    const right = await call(sandbox, "/payment-verification/cart_1-1/verify")
    expect(right.body.data).toMatchObject({ status: "requires_action", amount: "10000", currency: "XAF" })
  })
})

describe("customer sessions", () => {
  const create = () => call(sandbox, "/sessions/create", { body: { customer_email: "awa@example.com" } })
  const use = (operation: string, key: string | null) =>
    call(sandbox, `/sessions/${operation}`, { method: "POST", key })

  it("are created, validated and revoked with their own envelope", async () => {
    const { body } = await create()
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        session_token: expect.stringMatching(/^cs_/),
        customer_email: "awa@example.com",
        expires_at: new Date(clock.time + 60_000).toISOString(),
      },
    })
    const token = String(body.data.session_token)
    expect((await use("validate", token)).body).toMatchObject({ success: true, data: { valid: true } })
    expect((await use("revoke", token)).body).toMatchObject({ success: true })
    for (const operation of ["validate", "revoke"]) expect((await use(operation, token)).status).toBe(401)
  })

  it("expire", async () => {
    const token = String((await create()).body.data.session_token)
    clock.time += 59_999
    expect((await use("validate", token)).status).toBe(200)
    clock.time += 1
    expect((await use("validate", token)).status).toBe(401)
  })

  it("are refused without a token, with a secret key, with a body, and without an e-mail address", async () => {
    expect((await use("validate", null)).status).toBe(401)
    expect((await use("validate", sandbox.testSecretKey)).status).toBe(401)
    const token = String((await create()).body.data.session_token)
    const withBody = await call(sandbox, "/sessions/validate", { key: token, body: { session_token: token } })
    expect(withBody.body.error.code).toBe("parameter_unknown")
    const noMail = await call(sandbox, "/sessions/create", { body: { customer_email: "awa" } })
    expect([noMail.status, noMail.body.error.param]).toEqual([400, "customer_email"])
  })
})

describe("customers (interface 4.5)", () => {
  it("come from payments that succeeded, newest first, one per person", async () => {
    for (const [n, email] of ["a@example.com", "b@example.com", "A@example.com", "c@example.com"].entries()) {
      await createIntent(sandbox, { merchant_reference: `r-${n}`, email })
      clock.time += 5_000
      if (n < 3) sandbox.control.moveState(`r-${n}`, "succeeded")
    }
    const { body } = await call(sandbox, "/customers")
    expect(body).toMatchObject({ status_code: 200, response_type: "success" })
    const customers = body.data as unknown as Record<string, unknown>[]
    expect(customers.map((customer) => customer.email)).toEqual(["b@example.com", "A@example.com"])
    expect(customers[0]).toEqual({
      id: expect.stringMatching(/^cus_/),
      firstname: "Awa",
      lastname: "Diallo",
      email: "b@example.com",
      phone: "",
      balance: 0,
      active: true,
      created_at: expect.any(Number),
    })
    const second = await call(sandbox, "/customers?limit=1&page=2")
    expect(second.body.data).toEqual([customers[1]])
    expect((await call(sandbox, "/customers?limit=1&offset=1")).body.data).toEqual([customers[1]])
    expect((await call(sandbox, "/customers?limit=all")).status).toBe(400)
  })

  it("show billing one by one", async () => {
    await createIntent(sandbox, { phone: "237670112233" })
    sandbox.control.moveState("cart_1-1", "succeeded")
    const [first] = (await call(sandbox, "/customers")).body.data as unknown as { id: string }[]
    const { body } = await call(sandbox, `/customers/${first!.id}`)
    expect(body.data.billing).toEqual([
      {
        name: "Awa Diallo",
        email: "awa@example.com",
        phone: "237670112233",
        address: { line1: expect.any(String), city: expect.any(String), country: "CM" },
      },
    ])
    expect((await call(sandbox, "/customers/cus_nobody")).status).toBe(404)
  })
})

describe("transactions (interface 4.6)", () => {
  it("have their own envelope and list three statuses only", async () => {
    const intent = await createIntent(sandbox)
    const { body } = await call(sandbox, `/transactions/${intent.id}`)
    expect(body).toEqual({
      status: "success",
      data: {
        id: intent.id,
        object: "payment_intent",
        amount: "10000",
        currency: "XAF",
        status: "requires_action",
        merchant_reference: "cart_1-1",
        payment_ref: intent.payment_ref,
        description: "Order 7",
        created_at: Math.floor(clock.time / 1000),
        customer: { firstname: "Awa", lastname: "Diallo", email: "awa@example.com", phone: "" },
      },
    })
    sandbox.control.moveState("cart_1-1", "canceled")
    expect((await call(sandbox, `/transactions/${intent.id}`)).body.data.status).toBe("failed")
  })
})

describe("payment methods and fees (interface 4.7)", () => {
  it("filters by country", async () => {
    const codes = async (query: string) => {
      const { body } = await call(sandbox, `/payment-methods${query}`)
      return (body.data as unknown as { code: string }[]).map((method) => method.code)
    }
    expect(await codes("?country=CM")).toEqual(["mtn", "orange", "card"])
    expect(await codes("?country=KE")).toEqual(["airtel", "mpesa", "card"])
    expect(await codes("?country=AQ")).toEqual([])
    expect((await codes("")).length).toBe(6)
    expect((await call(sandbox, "/payment-methods?country=Cameroon")).status).toBe(400)
    expect((await call(sandbox, "/payment-methods?pays=CM")).body.error.code).toBe("parameter_unknown")
  })

  it.each([
    ["mobile_money/XAF/10000", 350],
    ["mtn/XAF/10000?country=CM", 350],
    ["card/XAF/10000", 390],
    ["card/EUR/10000?card_type=international&country=FR", 490],
    ["mobile_money/XAF/1", 0],
    ["mobile_money/XAF/15", 1],
  ])("fee of %s", async (path, fee) => {
    const { body } = await call(sandbox, `/payment-methods/fee/${path}`)
    const [, currency, rest] = path.split("/")
    const amount = Number.parseInt(rest!, 10)
    expect(body).toEqual({ status: "success", data: { amount, currency, fee, total_payable: amount + fee } })
  })

  it.each([
    ["barter/XAF/10000", 404],
    ["card/ABC/10000", 400],
    ["card/XAF/10.5", 400],
    ["card/XAF/0", 400],
    ["card/XAF/10000?card_type=gold", 400],
    ["mobile_money/XAF/10000?card_type=local", 400],
    ["card/XAF/10000?country=CM&country=GA", 400],
  ])("refuses the fee of %s", async (path, status) => {
    expect((await call(sandbox, `/payment-methods/fee/${path}`)).status).toBe(status)
  })

  it("takes other query names when they are configured (U-10)", async () => {
    const other = await sandboxWith({ queryNames: { country: "region", cardType: "origin" } })
    const { body } = await call(other, "/payment-methods/fee/card/XAF/10000?region=CM&origin=international")
    expect(body.data.fee).toBe(490)
    expect((await call(other, "/payment-methods?country=CM")).status).toBe(400)
  })
})

describe("refunds (U-14)", () => {
  const refund = (transaction_id: string, amount: string, more = {}) =>
    call(sandbox, "/refunds", { body: { transaction_id, amount, reason: "requested_by_customer", ...more } })

  it("pays back in parts, never more than was paid", async () => {
    const intent = await createIntent(sandbox)
    expect((await refund(intent.id, "1")).body.error.code).toBe("not_refundable")
    sandbox.control.moveState("cart_1-1", "succeeded")
    const { body } = await refund(intent.id, "4000", { notes: "half" })
    expect(body).toEqual({
      status_code: 200,
      response_type: "success",
      data: {
        id: expect.stringMatching(/^re_/),
        refund_id: body.data.id,
        amount: "4000",
        currency: "XAF",
        status: "succeeded",
        reason: "requested_by_customer",
      },
    })
    expect((await refund(intent.id, "6001")).body.error.code).toBe("amount_too_large")
    expect((await refund(intent.id, "6000")).status).toBe(200)
    expect(sandbox.control.intent("cart_1-1")).toMatchObject({ refunded: "10000", status: "succeeded" })
  })

  it("knows four reasons and no other transaction", async () => {
    expect((await refund("pi_unknown", "1")).status).toBe(404)
    expect((await refund("pi_unknown", "1", { reason: "mood" })).body.error.param).toBe("reason")
  })

  it("can be absent, as in the contract", async () => {
    const without = await sandboxWith({ refunds: false })
    expect((await call(without, "/refunds", { body: {} })).status).toBe(404)
  })
})
