import { z } from "@medusajs/framework/zod"
import fc from "fast-check"
import { RefusedEnvelope, unwrap, parseErrorBody } from "../response"
import { parseFeeBreakdown } from "../wire/fee"
import { parseConfirmedPaymentIntent, parsePaymentIntent, parseVerifiedPayment } from "../wire/payment-intent"
import { parsePaymentMethods } from "../wire/payment-method"
import { parseRefund, parseTransaction } from "../wire/transaction"
import {
  readShape,
  toDecimal,
  wireMinorAmount,
  toSignedInteger,
  toUnixSeconds,
  WireError,
} from "../wire/shape"
import { parseCustomer, parseCustomers, parseCustomerSession, parseSessionAnswer } from "../wire/customer"
import { intent, unread } from "./fixtures"

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
    [{ success: "false", data }],
    [{ response_type: "fail", data }],
    [{ response_type: "failure", ...data }],
    [{ response_type: "failed", ...data }],
    [{ status_code: 200, response_type: "ERROR", data }],
  ])("recognises the refusal %j", (body) => {
    expect(() => unwrap(body, ["id"])).toThrow(RefusedEnvelope)
    expect(() => unwrap(body, ["id"])).toThrow(expect.objectContaining({ statusCode: undefined }))
  })

  it.each([400, 404, 422, 500, 599, "400", "503"])(
    "keeps the envelope's own error status %j",
    (status_code) => {
      const statusCode = Number(status_code)
      for (const more of [{ data }, data, { status: "success", data }, {}])
        expect(() => unwrap({ status_code, ...more }, ["id"])).toThrow(
          expect.objectContaining({ name: "RefusedEnvelope", statusCode })
        )
    }
  )

  it.each([0, 200, 201, 302, 399, 600, 4000, 1400, 422.5, "200", "HTTP 400", null])(
    "takes %j for no error status",
    (status_code) => {
      expect(unwrap({ status_code, response_type: "success", data }, ["id"])).toEqual(data)
    }
  )

  it.each([
    [{ response_type: 1, data }],
    [{ response_type: "errors", data }],
    [{ success: null, data }],
    [{ success: 0, data }],
  ])("takes %j for no refusal", (body) => {
    expect(unwrap(body, ["id"])).toEqual(data)
  })

  it("takes a bare object that carries any of its marks, and any where there are none", () => {
    expect(unwrap({ amount: "1" }, ["id", "amount"])).toEqual({ amount: "1" })
    expect(unwrap({ hello: 1 }, [])).toEqual({ hello: 1 })
    expect(unwrap({ data: null }, ["id"])).toBeNull()
  })

  it("says whether there is no object, or none of the fields in it", () => {
    expect(unread(() => unwrap("text", []))).toBe("Unreadable answer: not an object")
    expect(unread(() => unwrap(undefined, []))).toBe("Unreadable answer: not an object")
    expect(unread(() => unwrap(null, []))).toBe("Unreadable answer: not an object")
    expect(unread(() => unwrap({ hello: 1 }, ["id"]))).toBe("Unreadable answer: data")
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
        expect(wireMinorAmount(String(value))).toBe(String(value))
      })
    )
  })

  it("takes a number only when it is exact", () => {
    fc.assert(fc.property(fc.maxSafeNat(), (value) => expect(wireMinorAmount(value)).toBe(String(value))))
    expect(wireMinorAmount(-0)).toBe("0")
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
      expect(wireMinorAmount(value)).toBeUndefined()
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
    expect([Number.MAX_SAFE_INTEGER, "9007199254740993.5", "-0.10"].map(toDecimal)).toEqual([
      "9007199254740991",
      "9007199254740993.5",
      "-0.10",
    ])
    const long = `${"9".repeat(30)}.${"9".repeat(30)}`
    expect(toDecimal(long)).toBe(long)
    for (const value of [2 ** 53, 1e21, 1e-7, NaN, "1,5", "1.", ".5", "x1", "1x", "--1", "", null, {}, ["5"]])
      expect(toDecimal(value)).toBeUndefined()
    expect(toDecimal(`9${long}`)).toBeUndefined()
    expect(toDecimal(`${long}9`)).toBeUndefined()
  })

  it("reads balances with their sign, exactly", () => {
    expect([0, -50, 50, -Number.MAX_SAFE_INTEGER].map(toSignedInteger)).toEqual([
      "0",
      "-50",
      "50",
      "-9007199254740991",
    ])
    for (const text of ["0", "-50", "7", "10", "9".repeat(30), `-${"9".repeat(30)}`])
      expect(toSignedInteger(text)).toBe(text)
    for (const value of ["", "-", "+5", "01", "1.5", "1e3", "5 ", " 5", "5x", "x5", "9".repeat(31), ["5"]])
      expect(toSignedInteger(value)).toBeUndefined()
    for (const value of [1.5, NaN, 2 ** 53, null, undefined, {}, true])
      expect(toSignedInteger(value)).toBeUndefined()
  })

  it("reads times as seconds since 1970, whole ones from a text", () => {
    expect([0, 1704110400, 1.5].map(toUnixSeconds)).toEqual([0, 1704110400, 1.5])
    expect(toUnixSeconds("2024-01-01T12:00:00.900Z")).toBe(1704110400)
    for (const value of ["soon", "", NaN, Infinity, null, undefined, {}, ["2024-01-01T12:00:00Z"]])
      expect(toUnixSeconds(value)).toBeUndefined()
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

describe("payment intent, whole", () => {
  const { object: _object, ...known } = intent

  it("reads every documented field", () => {
    expect(parsePaymentIntent(intent)).toEqual(known)
    const customer = { firstname: "Ama", lastname: 5, email: null, phone: "1" }
    expect(parsePaymentIntent({ ...intent, customer, metadata: { a: [1] } })).toEqual({
      ...known,
      customer: { firstname: "Ama" },
      metadata: { a: [1] },
    })
    expect(parsePaymentIntent({ ...intent, customer: "Ama" })).toEqual({ ...known, customer: undefined })
  })

  it.each([{ checkout_url: "" }, { status: "" }, { id: "" }, { amount: "-1" }, { currency: "XA" }])(
    "refuses %j",
    (bad) => {
      expect(unread(() => parsePaymentIntent({ ...intent, ...bad }))).toBe(
        `Unreadable payment intent: ${Object.keys(bad)[0]}`
      )
    }
  )

  it("needs no checkout address once it is confirmed", () => {
    const { checkout_url: _checkoutUrl, ...without } = known
    expect(parseConfirmedPaymentIntent(without)).toEqual(without)
    expect(parseConfirmedPaymentIntent(intent)).toEqual(known)
    expect(unread(() => parseConfirmedPaymentIntent({ ...intent, id: null }))).toBe(
      "Unreadable payment intent: id"
    )
    expect(unread(() => parseConfirmedPaymentIntent({ ...intent, status: "" }))).toBe(
      "Unreadable payment intent: status"
    )
    expect(unread(() => parseConfirmedPaymentIntent([]))).toMatch(/^Unreadable payment intent: /)
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
    const named = { merchant_reference: "cart_1-1", payment_ref: "REF1" }
    expect(parseVerifiedPayment({ ...named, amount: 5, currency: "xof", created_at: 7, more: 1 })).toEqual({
      ...named,
      amount: "5",
      currency: "XOF",
      created_at: 7,
    })
    expect(parseVerifiedPayment({})).toEqual({})
  })

  it.each([{ amount: "100.00" }, { amount: 1.5 }, { amount: null }, { currency: "francs" }, { status: 1 }])(
    "an unreadable field is unknown, never an error: %j",
    (odd) => {
      const name = Object.keys(odd)[0] as "amount"
      const answer = { id: "tx_1", status: "succeeded", amount: "10000", currency: "XAF" }
      expect(parseVerifiedPayment({ ...answer, ...odd })[name]).toBeUndefined()
    }
  )

  it("reads how it was paid where the service tells, and nothing of whom (U-27)", () => {
    const told = { payment_method: { type: "mobile_money", phone: "237670000002" }, network: "MTN MoMo" }
    expect(parseVerifiedPayment({ status: "succeeded", ...told, failure_reason: "none" })).toEqual({
      status: "succeeded",
      method: "mobile_money",
      operator: "MTN MoMo",
    })
  })

  it("keeps numeric identifiers, so that they are compared with ours", () => {
    expect(parseVerifiedPayment({ id: 42, merchant_reference: 7 })).toMatchObject({
      id: "42",
      merchant_reference: "7",
    })
  })

  it.each([[[]], [null], ["x"]])("refuses %j", (answer) => {
    expect(unread(() => parseVerifiedPayment(answer))).toBe("Unreadable verified payment: body")
  })

  it.each([{ currency: ["XAF"] }, { currency: "1XAF" }, { currency: "XAFF" }, { currency: "X4F" }])(
    "takes no currency from %j",
    (odd) => {
      expect(parseVerifiedPayment(odd)).toEqual({ currency: undefined })
    }
  )

  it.each([{ id: "" }, { id: 1.5 }, { id: null }, { id: ["tx_1"] }, { id: true }])(
    "takes no identifier from %j",
    (odd) => {
      expect(parseVerifiedPayment(odd)).toEqual({ id: undefined })
    }
  )
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
    expect(methods[0]).toEqual({
      code: "mobile_money",
      name: "Mobile money",
      type: "wallet",
      currencies: ["XAF"],
      countries: ["CM"],
      logo: undefined,
      raw: records[0],
    })
    const named = {
      name: "Wave",
      id: 7,
      type: "wallet",
      countries: ["SN", "CI"],
      logo: "https://x.example/w",
    }
    expect(parsePaymentMethods([named])).toEqual([
      { ...named, id: undefined, code: "7", currencies: undefined, raw: named },
    ])
    expect(parsePaymentMethods([{ name: "Wave" }])).toMatchObject([{ code: "Wave", name: "Wave" }])
    expect(methods[1]?.currencies).toBeUndefined()
    expect(unread(() => parsePaymentMethods({}))).toBe("Unreadable payment methods: body")
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

  it("keeps no more of fields that nobody named than anybody reads", () => {
    const deep = { a: { b: { c: { d: "e" } } } }
    const long = "x".repeat(45_000)
    const { details } = parseFeeBreakdown({
      note: `by\u0000\n agreement ${long}`,
      list: Array.from({ length: 10_000 }, () => long),
      [long]: 1,
      deep,
      rate: 0.035,
    })
    expect(details).toMatchObject({ rate: 0.035, deep: { a: { b: null } } })
    expect(details.note).toMatch(/^by agreement x+$/)
    expect(details.note).toHaveLength(500)
    expect(Object.keys(details).map(({ length }) => length)).toContain(255)
    expect(JSON.stringify(details).length).toBeLessThan(30_000)
  })

  it("shows the whole breakdown, and no field of its own making", () => {
    const answer = { amount: "10000", fee: "350", total_payable: "10350", currency: "xaf", toString: 1 }
    expect(parseFeeBreakdown(answer)).toEqual({
      amount: "10000",
      fee: "350",
      total_payable: "10350",
      currency: "XAF",
      details: { toString: 1 },
    })
    expect(parseFeeBreakdown({})).toEqual({ details: {} })
    expect(unread(() => parseFeeBreakdown([]))).toBe("Unreadable fee breakdown: body")
  })

  it("reads refunds, and takes any other status for unknown (U-14)", () => {
    const refund = { id: "re_1", refund_id: 9, amount: 500, currency: "xaf" }
    const known = { id: "re_1", refund_id: "9", amount: "500", currency: "XAF" }
    for (const status of ["succeeded", "pending", "failed"])
      expect(parseRefund({ ...refund, status, more: 1 })).toEqual({ ...known, status })
    for (const status of ["SUCCEEDED", "", "done", 1, null])
      expect(parseRefund({ ...refund, status })).toEqual({ ...known, status: undefined })
    expect(parseRefund({})).toEqual({})
    expect(unread(() => parseRefund(null))).toBe("Unreadable refund: body")
  })

  it("reads all of a transaction", () => {
    const customer = { firstname: "Ama", lastname: "Nkeng", email: "a@b.example", phone: "237699999999" }
    const answer = {
      id: "tx_1",
      object: "transaction",
      amount: "10",
      currency: "XAF",
      status: "succeeded",
      merchant_reference: "cart_1-1",
      payment_ref: "REF1",
      description: "Order",
      created_at: 1700000000,
      customer,
    }
    expect(parseTransaction({ ...answer, more: 1, customer: { ...customer, more: 1 } })).toEqual(answer)
    expect(parseTransaction({ id: 5, customer: "Ama" })).toEqual({ id: "5", customer: undefined })
    expect(unread(() => parseTransaction({}))).toBe("Unreadable transaction: id")
  })

  it("reads how it was paid and why it was not, under the names that a service may give them (U-27)", () => {
    const told = (more: object) => {
      const { id: _, customer: __, ...rest } = parseTransaction({ id: "tx_1", ...more })
      return rest
    }
    expect(
      told({ payment_method: "mobile_money", operator: "MTN", failure_reason: " insufficient funds " })
    ).toEqual({
      method: "mobile_money",
      operator: "MTN",
      declined: "insufficient funds",
    })
    expect(told({ payment_method: { type: "card" }, network: "visa", decline_code: "05" })).toEqual({
      method: "card",
      operator: "visa",
      declined: "05",
    })
    expect(
      told({ payment_method: null, method: "wallet", failure_reason: "", failure_code: "expired" })
    ).toEqual({
      method: "wallet",
      declined: "expired",
    })
    expect(told({ payment_method: 5, operator: [], failure_reason: {}, provider: " " })).toEqual({})
    expect(told({ failure_message: "x".repeat(300) }).declined).toHaveLength(200)
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

  it("reads all of a customer", () => {
    const one = {
      id: "cus_1",
      firstname: "Ama",
      lastname: "Nkeng",
      email: "a@b.example",
      phone: "237699999999",
      balance: "-50",
      active: false,
      created_at: 1700000000,
    }
    const billing = {
      name: "Ama",
      email: "b@b.example",
      phone: "1",
      address: { line1: "Rue 1", city: "Douala", country: "CM" },
    }
    expect(parseCustomers([{ ...one, more: 1 }])).toEqual([one])
    expect(parseCustomer({ ...one, billing: [{ ...billing, more: 1 }] })).toEqual({
      ...one,
      billing: [billing],
    })
    expect(parseCustomer({ id: "cus_1", active: "yes", billing: [{ address: 1 }, {}] })).toEqual({
      id: "cus_1",
      active: undefined,
      billing: [{ address: undefined }, {}],
    })
    expect(parseCustomer({ id: "cus_1", billing: "none" })).toEqual({ id: "cus_1", billing: [] })
    expect(unread(() => parseCustomer({}))).toBe("Unreadable customer: id")
    expect(unread(() => parseCustomers({}))).toBe("Unreadable customers: body")
    expect(unread(() => parseCustomers([one, {}]))).toBe("Unreadable customers: 1")
  })

  it("passes on what comes of a session, and nothing that is no object (U-16)", () => {
    expect(parseSessionAnswer({ valid: true, more: [1] })).toEqual({ valid: true, more: [1] })
    for (const answer of [undefined, null, "ok", [1]]) expect(parseSessionAnswer(answer)).toEqual({})
  })

  it("names the field of a nested problem by its first name only", () => {
    expect(readShape("x", z.object({ a: z.string() }), { a: "1" })).toEqual({ a: "1" })
    const schema = z.object({ metadata: z.record(z.string(), z.string()), b: z.string() })
    expect(unread(() => readShape("thing", schema, { metadata: { ama: 1, koffi: 2 } }))).toBe(
      "Unreadable thing: metadata, b"
    )
  })

  it("reads sessions, and refuses a token of another kind", () => {
    const session = {
      session_token: "cs_1",
      customer_email: "a@b.example",
      expires_at: "2026-01-01T00:00:00Z",
    }
    expect(parseCustomerSession({ ...session, more: 1 })).toEqual(session)
    for (const session_token of ["xcs_1", "CS_1", "", 1, undefined])
      expect(unread(() => parseCustomerSession({ ...session, session_token }))).toBe(
        "Unreadable customer session: session_token"
      )

    expect(parseCustomerSession({ session_token: "cs_1", expires_at: "x" })).toMatchObject({
      session_token: "cs_1",
    })
    expect(() => parseCustomerSession({ session_token: "sk_test_1" })).toThrow(WireError)
  })
})

describe("texts of the service", () => {
  const long = `Ama\r\n\u0000${"A".repeat(10_000)}`

  it("are one line, and capped; addresses and credentials stay whole", () => {
    const { customer, description, method } = parseTransaction({
      id: "tr_1",
      description: long,
      payment_method: long,
      customer: { firstname: long },
    })
    expect(customer!.firstname).toBe(`Ama ${"A".repeat(496)}`)
    expect(description).toBe(customer!.firstname)
    expect(method).toBe(`Ama ${"A".repeat(196)}`)
    const logo = `data:image/png;base64,${"A".repeat(10_000)}`
    expect(parsePaymentMethods([{ code: "card", name: long, logo, countries: [long] }])).toMatchObject([
      { name: description, logo, countries: [description] },
    ])
    const checkout_url = `https://pay.example/?client_secret=${"A".repeat(1_000)}`
    expect(parseConfirmedPaymentIntent({ ...intent, checkout_url })).toMatchObject({ checkout_url })
  })

  it("that are too long for an identifier are still not ours", () => {
    const ours = "cart_01-1"
    const { merchant_reference, payment_ref } = parseVerifiedPayment({
      merchant_reference: ours + "x".repeat(10_000),
      payment_ref: "x".repeat(10_000),
    })
    expect(merchant_reference).toHaveLength(255)
    expect(merchant_reference).not.toBe(ours)
    expect(payment_ref).toBe("x".repeat(255))
  })

  it.each([
    "cart_01-1\n",
    "\r\ncart_01-1",
    "cart_\u200b01-1",
    "cart_01-1\u2028Refunded: call +237",
    "cart_01-1\u0000",
  ])("and break a line or hide something are one line, and still not ours: %j", (merchant_reference) => {
    const read = parseVerifiedPayment({ merchant_reference }).merchant_reference!
    expect(read).toMatch(/^[\w :+-]+$/)
    expect(read).not.toBe("cart_01-1")
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
    [null, {}],
    [5, {}],
    [{ error: null, message: "a" }, { message: "a" }],
    [{ error: ["a", 1, "b"] }, { message: "a; b" }],
    [{ error: { message: "" }, message: "outer" }, { message: "outer" }],
    [{ message: [1, {}] }, {}],
    [{ message: [] }, {}],
    [{ message: 5, error: "a" }, { message: "a" }],
    [{ message: { text: "a" } }, {}],
    [
      { error: { code: "inner", type: "t", param: "p" }, code: "outer", type: "u", param: "q" },
      { code: "inner", type: "t", param: "p" },
    ],
    [{ error: { code: "a b" }, code: "outer" }, { code: "outer" }],
    [{ code: "items[0].price:x-1_Z" }, { code: "items[0].price:x-1_Z" }],
    [{ code: "x".repeat(128) }, { code: "x".repeat(128) }],
    [{ code: "x".repeat(129) }, {}],
    [{ code: " x" }, {}],
    [{ code: "x " }, {}],
    [{ code: "" }, {}],
    [{ code: 7 }, {}],
    [{ code: ["x"] }, {}],
  ])("reads %j", (body, facts) => {
    expect(parseErrorBody(body)).toEqual(facts)
  })

  it("falls back to the header's request id", () => {
    expect(parseErrorBody({}, "req_h").requestId).toBe("req_h")
    expect(parseErrorBody({ request_id: "req_b" }, "req_h").requestId).toBe("req_b")
    expect(parseErrorBody({ error: { request_id: "req_e" }, request_id: "req_b" }, "req_h").requestId).toBe(
      "req_e"
    )
    expect(parseErrorBody({ request_id: "a b" }, "req_h").requestId).toBe("req_h")
    expect(parseErrorBody({}, ["req_h"]).requestId).toBeUndefined()
  })

  it("drops codes and ids that are no words, or are credentials", () => {
    const body = { error: { code: "ama@example.com", request_id: "sk_test_4f9d2c7b1a8e6035", param: "a b" } }
    expect(parseErrorBody(body)).toEqual({})
  })
})
