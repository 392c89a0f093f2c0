import fc from "fast-check"
import { encodeSegment, fillPath, isTrustedCheckout } from "../address"
import { PayCollectInvalidRequestError } from "../index"

const encode = (value: string) => encodeSegment("reference", value, "verify_payment")

describe("path segments", () => {
  it("lets every allowed reference through, to arrive as it was", () => {
    const characters = [..."ABCxyz0189_.:-"]
    const allowed = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 128 })
    fc.assert(
      fc.property(
        allowed.filter((value) => value !== "." && value !== ".."),
        (value) => {
          const url = new URL(
            fillPath("/payment-verification/{reference}/verify", { reference: value }, "x"),
            "https://a.test"
          )
          const segments = url.pathname.split("/")
          expect(segments).toHaveLength(4)
          expect(decodeURIComponent(segments[2] ?? "")).toBe(value)
          expect(url.search + url.hash).toBe("")
        }
      )
    )
  })

  it("refuses everything else instead of sending it elsewhere", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (value) => {
        const allowed = /^[A-Za-z0-9_.:-]{1,128}$/.test(value) && value !== "." && value !== ".."
        if (allowed) expect(encode(value)).toBe(encodeURIComponent(value))
        else expect(() => encode(value)).toThrow(PayCollectInvalidRequestError)
      })
    )
  })

  it.each(["", ".", "..", "a/b", "a\\b", "%2e%2e", "a?b", "a#b", "a b", "a\n", "ä", "x".repeat(129)])(
    "refuses %j",
    (value) => {
      expect(() => encode(value)).toThrow(PayCollectInvalidRequestError)
    }
  )

  it.each([
    ["amount", "1e3"],
    ["amount", "-1"],
    ["amount", "1,5"],
    ["currency", "XAFX"],
    ["payment_method", ".."],
    ["unknown", "a"],
  ])("checks %s by its own rule: %s", (name, value) => {
    expect(() => encodeSegment(name, value, "calculate_fee")).toThrow(PayCollectInvalidRequestError)
  })
})

describe("checkout addresses", () => {
  const base = "https://checkout.example.com/pay"

  it.each(["https://checkout.example.com/pay", "https://checkout.example.com/pay/pi_1?client_secret=x"])(
    "trusts %s",
    (address) => {
      expect(isTrustedCheckout(address, base)).toBe(true)
    }
  )

  it.each([
    "https://checkout.example.com/payback/pi_1",
    "https://checkout.example.com.evil.test/pay/pi_1",
    "https://checkout.example.com@evil.test/pay/pi_1",
    "https://user@checkout.example.com/pay/pi_1",
    "https://checkout.example.com/pay/../other",
    "https://checkout.example.com/pay/%2e%2e/other",
    "https://checkout.example.com:8443/pay/pi_1",
    "http://checkout.example.com/pay/pi_1",
    "//checkout.example.com/pay/pi_1",
    "https:\\\\checkout.example.com\\pay\\pi_1",
    "https://checkout.example.com/pay/\npi_1",
    " https://checkout.example.com/pay/pi_1",
    "javascript:alert(1)",
    "",
  ])("does not trust %j", (address) => {
    expect(isTrustedCheckout(address, base)).toBe(false)
  })

  it.each([
    ["https://anywhere.example.com/pay/1", true],
    ["http://127.0.0.1:4010/checkout/pi_1", true],
    ["http://localhost:4010/checkout/pi_1", true],
    ["http://anywhere.example.com/pay/1", false],
    ["javascript:alert(1)", false],
  ])("without a configured address: %s is %s", (address, trusted) => {
    expect(isTrustedCheckout(address, undefined)).toBe(trusted)
  })

  it("takes an origin without path as all of that origin", () => {
    expect(isTrustedCheckout("https://checkout.example.com/any/path", "https://checkout.example.com")).toBe(
      true
    )
  })
})
