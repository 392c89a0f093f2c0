import { createHmac } from "node:crypto"
import fc from "fast-check"
import { numberOf } from "../../payments/names"
import { isSigned, referencesOf, shopOf, saysSuccess } from "../webhook"

const SECRET = "whsec_0123456789abcdef"
const OLD = "whsec_fedcba9876543210"
const sign = (body: Buffer, secret = SECRET) => createHmac("sha256", secret).update(body).digest("hex")

describe("isSigned (U-06)", () => {
  const body = Buffer.from('{"event_type":"payment.succeeded"}')

  it.each([
    ["sha256=<hex> in any header that ends in -signature", { "x-service-signature": `sha256=${sign(body)}` }],
    ["bare hex", { "x-other-signature": sign(body).toUpperCase() }],
    ["an old secret while rotating", { "x-service-signature": sign(body, OLD) }],
    ["one good value among several", { "x-a-signature": ["sha256=00", sign(body)] }],
    ["one good header among several", { "x-a-signature": undefined, "x-b-signature": sign(body) }],
    ["blanks around it", { "x-a-signature": ` sha256=${sign(body)} ` }],
    ["the name of the algorithm in capitals", { "x-a-signature": `SHA256=${sign(body)}` }],
  ])("takes %s", (_, headers) => {
    expect(isSigned(body, headers, { secrets: [SECRET, OLD] })).toBe(true)
  })

  it.each([
    ["another algorithm's name", `sha512=${sign(body)}`],
    ["something before it", `v1,${sign(body)}`],
    ["something after it", `${sign(body)},v1`],
    ["more than it", `${sign(body)}00`],
    ["less than it", sign(body).slice(0, 62)],
    ["itself twice", sign(body) + sign(body)],
    ["the prefix twice", `sha256=sha256=${sign(body)}`],
    ["blanks inside", `sha256= ${sign(body)}`],
    ["nothing", undefined],
    ["no values", []],
  ])("refuses a signature with %s", (_, value) => {
    expect(isSigned(body, { "x-service-signature": value }, { secrets: [SECRET] })).toBe(false)
  })

  it("looks at no header whose name only begins or goes on like one", () => {
    for (const name of ["x-signature-1", "signature", "x-signatures", "x_signature"])
      expect(isSigned(body, { [name]: sign(body) }, { secrets: [SECRET] })).toBe(false)
  })

  it("takes the configured header only, when one is configured", () => {
    const headers = { "x-service-signature": sign(body) }
    expect(isSigned(body, headers, { secrets: [SECRET], header: "x-service-signature" })).toBe(true)
    expect(isSigned(body, headers, { secrets: [SECRET], header: "x-my-hmac" })).toBe(false)
    expect(isSigned(body, { "x-my-hmac": sign(body) }, { secrets: [SECRET], header: "x-my-hmac" })).toBe(true)
  })

  it("refuses another body, another secret, a missing signature and no secrets at all", () => {
    const headers = { "x-service-signature": sign(body) }
    expect(isSigned(Buffer.from("{}"), headers, { secrets: [SECRET] })).toBe(false)
    expect(isSigned(body, { "x-service-signature": sign(body, OLD) }, { secrets: [SECRET] })).toBe(false)
    expect(isSigned(body, { signature: sign(body) }, { secrets: [SECRET] })).toBe(false)
    expect(isSigned(body, headers, { secrets: [] })).toBe(false)
  })

  it("takes a body only under its own signature", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (one, other) => {
        const headers = { "x-service-signature": sign(Buffer.from(one)) }
        const same = Buffer.from(one).equals(Buffer.from(other))
        expect(isSigned(Buffer.from(other), headers, { secrets: [SECRET] })).toBe(same)
      })
    )
  })

  it("never throws at what a stranger sends as signature", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(isSigned(body, { "x-service-signature": value }, { secrets: [SECRET] })).toBe(false)
      })
    )
  })
})

describe("referencesOf (U-07)", () => {
  it("finds every name of the payment, best first", () => {
    const data = {
      id: "pi_1",
      payment_ref: "REF1",
      merchant_reference: "cart_1-1",
      metadata: { merchant_reference: "cart_1-2" },
    }
    expect(referencesOf({ resource_id: "tr_1", data })).toEqual([
      "cart_1-1",
      "cart_1-2",
      "REF1",
      "pi_1",
      "tr_1",
    ])
  })

  it.each([
    [undefined, []],
    [null, []],
    ["cart_1-1", []],
    [{ data: null, resource_id: "tr_1" }, ["tr_1"]],
    [{ data: "cart_1-1" }, []],
    [{ data: { merchant_reference: "cart_1-1", metadata: null } }, ["cart_1-1"]],
    [{ data: { metadata: { merchant_reference: "cart_1-1" } } }, ["cart_1-1"]],
    [{ merchant_reference: "cart_1-1", id: "evt_1" }, []],
    [{ resource_id: 7, data: { id: ["pi_1"], payment_ref: "" } }, []],
    [{ resource_id: "a b", data: { id: "../v1", payment_ref: "/pi_1" } }, []],
    [{ resource_id: "pi_1/", data: { id: "pi_1?", payment_ref: "pi_1\n" } }, []],
    [{ resource_id: "x".repeat(128), data: { id: "x".repeat(129) } }, ["x".repeat(128)]],
    [{ resource_id: "A-z_0.9:" }, ["A-z_0.9:"]],
  ])("finds in %j exactly %j", (event, references) => {
    expect(referencesOf(event)).toEqual(references)
  })

  it("gives only what may be looked up, whatever is sent", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (data, whole) => {
        for (const event of [whole, { data }, { data: { id: data, metadata: whole } }]) {
          for (const reference of referencesOf(event)) expect(reference).toMatch(/^[A-Za-z0-9_.:-]{1,128}$/)
        }
      })
    )
  })
})

describe("shopOf", () => {
  it("is what the metadata of the creation says", () => {
    expect(shopOf({ data: { metadata: { shop_id: "shop_1" } } })).toBe("shop_1")
  })

  it.each([
    null,
    [],
    {},
    { shop_id: "shop_1" },
    { data: { shop_id: "shop_1" } },
    { data: { metadata: null } },
    { data: { metadata: { shop_id: 7 } } },
    { data: { metadata: { shop_id: "" } } },
    { data: { metadata: { shop_id: "a b" } } },
  ])("is nothing in %j", (event) => {
    expect(shopOf(event)).toBeNull()
  })
})

describe("numberOf", () => {
  it("is what the customer was told to call the payment", () => {
    expect(numberOf({ data: { metadata: { payment_number: "JZ1D-7K9P" } } })).toBe("JZ1D7K9P")
  })

  it.each([
    null,
    {},
    { data: { payment_number: "JZ1D-7K9P" } },
    { data: { metadata: { payment_number: 7 } } },
  ])("is nothing in %j", (event) => expect(numberOf(event)).toBeNull())

  it("is nothing that no number looks like", () => {
    expect(numberOf({ data: { metadata: { payment_number: "'; drop table" } } })).toBeNull()
  })
})

describe("saysSuccess", () => {
  it.each([
    { event_type: "payment.succeeded" },
    { event_type: "order.completed", data: { status: "failed" } },
    { event_type: "charge_succeeded" },
    { event_type: "succeeded" },
    { data: { status: "succeeded" } },
  ])("of %j: yes", (event) => {
    expect(saysSuccess(event)).toBe(true)
  })

  it.each([
    null,
    {},
    { event_type: "payment.failed", data: { status: "succeeded" } },
    { event_type: "payment.reversed", data: { status: "succeeded" } },
    { event_type: "payment.succeeded.reversed" },
    { event_type: "unsucceeded" },
    { event_type: 7 },
    { data: { status: "failed" } },
  ])("of %j: no", (event) => {
    expect(saysSuccess(event)).toBe(false)
  })
})
