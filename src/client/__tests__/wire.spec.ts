import fc from "fast-check"
import { RefusedEnvelope, unwrap } from "../wire/envelope"
import { parseErrorBody } from "../wire/error-body"
import { parseFeeBreakdown } from "../wire/fee"
import { parsePaymentIntent } from "../wire/payment-intent"
import { parsePaymentMethods } from "../wire/payment-method"
import { toDecimal, toMinorAmount, WireError } from "../wire/shape"
import { parseTransaction } from "../wire/transaction"
import { parseVerifiedPayment } from "../wire/verified-payment"
import { parseCustomer, parseCustomers } from "../wire/customer"
import { parseCustomerSession } from "../wire/customer-session"
import { intent } from "./fixtures"

const data = { id: "tx_1", status: "failed" }

describe("envelopes (interface 7, U-01)", () => {
  it.each([
    [{ status_code: 200, response_type: "success", data }],
    [{ status: "success", data }],
    [{ success: true, message: "ok", data }],
    [{ data }],
    [data],
  ])("takes the payload out of %j", (body) => {
    expect(unwrap(body, ["id"])).toEqual(data)
  })

  it("takes a bare list", () => {
    expect(unwrap([data], [])).toEqual([data])
  })

  it.each([
    [{ success: false, message: "no" }],
    [{ success: false, data }],
    [{ status: "error", data: null }],
    [{ status: "failed", data: {} }],
    [{ status_code: 200, response_type: "ERROR", data }],
  ])("recognises the refusal %j", (body) => {
    expect(() => unwrap(body, ["id"])).toThrow(RefusedEnvelope)
  })

  it("keeps the envelope's own error status", () => {
    expect(() => unwrap({ status_code: 422, response_type: "error" }, ["id"])).toThrow(
      expect.objectContaining({ statusCode: 422 })
    )
  })

  it.each([["text"], [null], [7], [true], [{}], [{ status: "failed", message: "Reference unknown" }]])(
    "does not take %j for a payment",
    (body) => expect(() => unwrap(body, ["id", "amount"])).toThrow(WireError)
  )
})

describe("money on the wire", () => {
  it("keeps digits exactly, however long", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }), (value) => {
        expect(toMinorAmount(String(value))).toBe(String(value))
      })
    )
  })

  it("takes a number only when it is exact", () => {
    fc.assert(fc.property(fc.maxSafeNat(), (value) => expect(toMinorAmount(value)).toBe(String(value))))
    expect(toMinorAmount(-0)).toBe("0")
    for (const value of [
      2 ** 53,
      1.5,
      -1,
      NaN,
      Infinity,
      "1.0",
      "01",
      "-1",
      "",
      " 1",
      "1e3",
      null,
      true,
      {},
    ]) {
      expect(toMinorAmount(value)).toBeUndefined()
    }
  })

  it("keeps decimals of fees as they are written", () => {
    expect([350, 350.25, "350.250", 0, -1.5].map(toDecimal)).toEqual([
      "350",
      "350.25",
      "350.250",
      "0",
      "-1.5",
    ])
    for (const value of [2 ** 53, 1e21, 1e-7, NaN, "1,5", "", null, {}])
      expect(toDecimal(value)).toBeUndefined()
  })
})

describe("payment intent", () => {
  it("ignores unknown fields and takes exact numbers", () => {
    const parsed = parsePaymentIntent({
      ...intent,
      amount: 10000,
      currency: "xaf",
      surprise: 1,
      metadata: null,
      payment_ref: null,
    })
    expect(parsed).toMatchObject({
      id: "pi_123",
      amount: "10000",
      currency: "XAF",
      checkout_url: intent.checkout_url,
    })
    expect(parsed).not.toHaveProperty("surprise")
    expect(parsed.payment_ref).toBeUndefined()
  })

  it.each(["id", "status", "amount", "currency", "checkout_url"])("cannot do without %s", (name) => {
    expect(() => parsePaymentIntent({ ...intent, [name]: undefined })).toThrow(
      expect.objectContaining({ name: "WireError", fields: [name] })
    )
  })

  it("names fields, not values, when unreadable", () => {
    const broken = { ...intent, amount: "ama.nkeng@example.com", status: { phone: "237699999999" } }
    expect(() => parsePaymentIntent(broken)).toThrow(
      /^Unreadable payment intent: (amount, status|status, amount)$/
    )
  })
})

describe("verified payment (U-01)", () => {
  it("reads the documented answer", () => {
    const answer = {
      id: "tx_1",
      status: "succeeded",
      amount: "10000",
      currency: "XAF",
      created_at: "2024-01-01T12:00:00Z",
    }
    expect(parseVerifiedPayment(answer)).toEqual({ ...answer, created_at: 1704110400 })
  })

  it.each([{ amount: "100.00" }, { amount: 1.5 }, { amount: null }, { currency: "francs" }, { status: 1 }])(
    "an unreadable field is unknown, never an error: %j",
    (odd) => {
      const name = Object.keys(odd)[0] as "amount"
      const answer = { id: "tx_1", status: "succeeded", amount: "10000", currency: "XAF" }
      expect(parseVerifiedPayment({ ...answer, ...odd })[name]).toBeUndefined()
    }
  )

  it("keeps numeric identifiers, so that they are compared with ours", () => {
    expect(parseVerifiedPayment({ id: 42, merchant_reference: 7 })).toMatchObject({
      id: "42",
      merchant_reference: "7",
    })
  })

  it.each([[[]], [null], ["x"]])("refuses %j", (answer) => {
    expect(() => parseVerifiedPayment(answer)).toThrow(WireError)
  })
})

describe("other resources", () => {
  it("normalises payment methods and keeps the record (U-11)", () => {
    const records = [
      {
        code: "mobile_money",
        name: "Mobile money",
        type: "wallet",
        currencies: ["XAF"],
        countries: ["CM"],
        extra: 1,
      },
      { id: "card", label: "Card", family: "cards", currencies: "XAF" },
      { type: "paypal" },
      { logo: "x" },
    ]
    const methods = parsePaymentMethods(records)
    expect(methods.map(({ code, name, type }) => ({ code, name, type }))).toEqual([
      { code: "mobile_money", name: "Mobile money", type: "wallet" },
      { code: "card", name: "Card", type: "cards" },
      { code: "paypal", name: "paypal", type: "paypal" },
    ])
    expect(methods[0]?.raw).toEqual(records[0])
    expect(methods[1]?.currencies).toBeUndefined()
    expect(() => parsePaymentMethods({})).toThrow(WireError)
  })

  it("shows known fee fields as decimals and everything else as it comes (U-09)", () => {
    const answer = {
      amount: 10000,
      currency: "XAF",
      fee: 350.5,
      total_payable: null,
      rate: 0.035,
      parts: [{ a: 1 }],
    }
    expect(parseFeeBreakdown(answer)).toEqual({
      amount: "10000",
      currency: "XAF",
      fee: "350.5",
      details: { total_payable: null, rate: 0.035, parts: [{ a: 1 }] },
    })
  })

  it("reads transactions", () => {
    const answer = {
      id: "tx_1",
      amount: "10",
      created_at: 1700000000,
      customer: { phone: 3, email: "a@b.example" },
    }
    expect(parseTransaction(answer)).toMatchObject({
      amount: "10",
      created_at: 1700000000,
      customer: { email: "a@b.example" },
    })
    expect(() => parseTransaction({ amount: "10" })).toThrow(WireError)
  })

  it("reads customers, their debts too, and billing when present", () => {
    const one = { id: "cus_1", firstname: "Ama", balance: -50, active: true, created_at: 1700000000 }
    expect(parseCustomers([one])[0]).toMatchObject({ id: "cus_1", balance: "-50", active: true })
    expect(parseCustomer(one).billing).toEqual([])
    const billing = [{ name: "Ama", address: { line1: "Rue 1", city: "Douala", country: "CM", zone: 2 } }]
    expect(parseCustomer({ ...one, billing }).billing[0]?.address).toEqual({
      line1: "Rue 1",
      city: "Douala",
      country: "CM",
    })
  })

  it("reads sessions, and refuses a token of another kind", () => {
    expect(parseCustomerSession({ session_token: "cs_1", expires_at: "x" })).toMatchObject({
      session_token: "cs_1",
    })
    expect(() => parseCustomerSession({ session_token: "sk_test_1" })).toThrow(WireError)
  })
})

describe("error bodies (U-04)", () => {
  const full = {
    type: "invalid_request_error",
    code: "amount_too_small",
    message: "Too small",
    param: "amount",
  }

  it.each([
    [{ error: { ...full, request_id: "req_1" } }, { ...full, requestId: "req_1" }],
    [
      { ...full, request_id: "req_1" },
      { ...full, requestId: "req_1" },
    ],
    [{ message: "Too small" }, { message: "Too small" }],
    [{ message: ["a", "b"] }, { message: "a; b" }],
    [
      { error: "Too small", code: "x" },
      { message: "Too small", code: "x" },
    ],
    [
      { error: { message: "Too small" }, request_id: "req_2" },
      { message: "Too small", requestId: "req_2" },
    ],
    ["Too small", {}],
    [undefined, {}],
    [[], {}],
  ])("reads %j", (body, facts) => {
    expect(parseErrorBody(body)).toEqual(facts)
  })

  it("falls back to the header's request id", () => {
    expect(parseErrorBody({}, "req_h").requestId).toBe("req_h")
    expect(parseErrorBody({ request_id: "req_b" }, "req_h").requestId).toBe("req_b")
  })

  it("drops codes and ids that are no words, or are credentials", () => {
    const body = { error: { code: "ama@example.com", request_id: "sk_test_4f9d2c7b1a8e6035", param: "a b" } }
    expect(parseErrorBody(body)).toEqual({})
  })
})
