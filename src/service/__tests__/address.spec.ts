import fc from "fast-check"
import {
  addressProblem,
  checkoutAddress,
  encodeSegment,
  fillPath,
  isTrustedCheckout,
  isVersioned,
  serviceAddress,
} from "../address"
import { PayCollectConfigurationError, PayCollectInvalidRequestError } from "../errors"

const encode = (value: string) => encodeSegment("reference", value, "verify_payment")

/** What the function throws; a test that expects it fails when nothing is thrown. */
function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error("nothing was thrown")
}

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

  it.each(["...", ".a", "a.", "..a", "a..", "x".repeat(128)])("takes %j", (value) => {
    expect(encode(value)).toBe(value)
  })

  const card = "x".repeat(64)
  it.each([
    ["reference", "a:b", "a%3Ab"],
    ["id", "pi_1-2.3", "pi_1-2.3"],
    ["payment_method", "mtn_momo.cm-1", "mtn_momo.cm-1"],
    ["payment_method", card, card],
    ["currency", "xAf", "xAf"],
    ["amount", "0", "0"],
    ["amount", "10000", "10000"],
    ["amount", "10.25", "10.25"],
    ["amount", "9".repeat(30), "9".repeat(30)],
    ["amount", "0.123456", "0.123456"],
  ])("takes %s by its own rule: %s", (name, value, sent) => {
    expect(encodeSegment(name, value, "calculate_fee")).toBe(sent)
  })

  it.each([
    ["id", "a/b"],
    ["id", ""],
    ["amount", "1e3"],
    ["amount", "-1"],
    ["amount", "1,5"],
    ["amount", "1."],
    ["amount", ".5"],
    ["amount", "1.5.5"],
    ["amount", "1x5"],
    ["amount", "10 "],
    ["amount", " 10"],
    ["amount", "9".repeat(31)],
    ["amount", "0.1234567"],
    ["currency", "XAFX"],
    ["currency", "XA"],
    ["currency", "X4F"],
    ["currency", "1XAF"],
    ["payment_method", ".."],
    ["payment_method", "a:b"],
    ["payment_method", "/a"],
    ["payment_method", "a/"],
    ["payment_method", "x".repeat(65)],
    ["unknown", "a"],
  ])("refuses %s by its own rule: %s", (name, value) => {
    const error = thrownBy(() => encodeSegment(name, value, "calculate_fee"))
    expect(error).toBeInstanceOf(PayCollectInvalidRequestError)
    expect(error).toMatchObject({
      operation: "calculate_fee",
      message: `The ${name} given to calculate_fee has characters or a length that the service's addresses do not allow. No request was sent and nothing was charged. Correct the value.`,
    })
  })

  it("takes only texts", () => {
    for (const value of [1, null, ["a"]]) {
      expect(() => encode(value as unknown as string)).toThrow(PayCollectInvalidRequestError)
    }
  })

  it("fills every placeholder, each with its own value", () => {
    expect(fillPath("/a/{id}/b/{currency}", { id: "x:1", currency: "XAF" }, "x")).toBe("/a/x%3A1/b/XAF")
    expect(fillPath("/a", {}, "x")).toBe("/a")
    expect(() => fillPath("/a/{id}", {}, "x")).toThrow(PayCollectInvalidRequestError)
  })
})

const SAFE = [
  "https://api.example.com",
  "http://localhost:4010",
  "http://127.0.0.1:4010",
  "http://127.0.1.1",
  "http://127.255.255.254",
  "http://[::1]:4010",
  "http://2130706433",
]

const UNSAFE: [unknown, string][] = [
  ["http://api.example.com", "must begin with https:// (http:// is for loopback only)"],
  ["http://localhost.evil.com", "must begin with https:// (http:// is for loopback only)"],
  ["http://evil-localhost", "must begin with https:// (http:// is for loopback only)"],
  ["http://127.0.0.1.evil.com", "must begin with https:// (http:// is for loopback only)"],
  ["http://x127.0.0.1.evil.com", "must begin with https:// (http:// is for loopback only)"],
  ["http://127.evil.com", "must begin with https:// (http:// is for loopback only)"],
  ["http://128.0.0.1", "must begin with https:// (http:// is for loopback only)"],
  ["http://[::2]", "must begin with https:// (http:// is for loopback only)"],
  ["ftp://127.0.0.1", "must begin with https:// (http:// is for loopback only)"],
  ["javascript://localhost/", "must begin with https:// (http:// is for loopback only)"],
  ["javascript:alert(1)", "must begin with https:// (http:// is for loopback only)"],
  ["https://ama@api.example.com", "must not hold credentials"],
  ["https://:word@api.example.com", "must not hold credentials"],
  ["https://api.example.com?", "must not have a query or a fragment"],
  ["https://api.example.com/#", "must not have a query or a fragment"],
  ["https://api.example.com/?a=b#c", "must not have a query or a fragment"],
  ["api.example.com", "must be an absolute address"],
  ["//api.example.com", "must be an absolute address"],
  ["https://", "must be an absolute address"],
  ["https://api.example.com /", "must be an absolute address"],
  [" https://api.example.com", "must be an absolute address"],
  ["https://api.example.com\n", "must be an absolute address"],
  ["https:\\\\api.example.com", "must be an absolute address"],
  ["https://api.example.com/\u0000", "must be an absolute address"],
  ["", "must be an absolute address"],
  [undefined, "must be an absolute address"],
  [new URL("https://api.example.com"), "must be an absolute address"],
]

describe("configured addresses", () => {
  it.each(SAFE)("takes %s", (address) => {
    expect(addressProblem(address)).toBeUndefined()
    expect(isTrustedCheckout(address, undefined)).toBe(true)
  })

  it.each(UNSAFE)("refuses %s: it %s", (address, problem) => {
    expect(addressProblem(address)).toBe(problem)
    const error = thrownBy(() => checkoutAddress(address, "checkoutUrl"))
    expect(error).toBeInstanceOf(PayCollectConfigurationError)
    expect(error).toMatchObject({ field: "checkoutUrl", problem })
  })

  it.each([
    ["https://api.example.com", "https://api.example.com"],
    ["https://api.example.com/", "https://api.example.com"],
    ["https://api.example.com/v1///", "https://api.example.com/v1"],
    ["https://api.example.com/a//b", "https://api.example.com/a//b"],
    ["HTTPS://API.example.com:443/V1", "https://api.example.com/V1"],
  ])("makes one form of %s: %s", (address, form) => {
    expect(checkoutAddress(address, "checkoutUrl")).toBe(form)
  })

  it.each([
    ["https://api.example.com/v1", true],
    ["https://api.example.com/collect/v12", true],
    ["https://api.example.com/v1/", false],
    ["https://api.example.com/v1/payments", false],
    ["https://api.example.com/v1x", false],
    ["https://api.example.com/xv1", false],
    ["https://api.example.com/v", false],
    ["https://v1", false],
  ])("knows whether %s ends in a version: %s", (address, versioned) => {
    expect(isVersioned(address)).toBe(versioned)
  })

  it("takes an address of the service with its version only", () => {
    expect(serviceAddress("https://api.example.com/v1/", "baseUrl")).toBe("https://api.example.com/v1")
    expect(thrownBy(() => serviceAddress("https://api.example.com/", "baseUrl"))).toMatchObject({
      field: "baseUrl",
      problem: "must end in the version segment, such as /v1",
    })
    expect(thrownBy(() => serviceAddress("http://api.example.com/v1", "baseUrl"))).toMatchObject({
      field: "baseUrl",
      problem: "must begin with https:// (http:// is for loopback only)",
    })
  })
})

describe("checkout addresses", () => {
  const base = "https://checkout.example.com/pay"

  it.each([
    "https://checkout.example.com/pay",
    "https://checkout.example.com/pay/",
    "https://checkout.example.com/pay/pi_1?client_secret=x#top",
  ])("trusts %s", (address) => {
    expect(isTrustedCheckout(address, base)).toBe(true)
    expect(isTrustedCheckout(address, `${base}//`)).toBe(true)
  })

  it.each([
    "https://checkout.example.com/payback/pi_1",
    "https://checkout.example.com/x/pay/pi_1",
    "https://checkout.example.com/",
    "https://checkout.example.com.evil.test/pay/pi_1",
    "https://checkout.example.com@evil.test/pay/pi_1",
    "https://user@checkout.example.com/pay/pi_1",
    "https://:word@checkout.example.com/pay/pi_1",
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
    expect(isTrustedCheckout(address, `${base}/`)).toBe(false)
  })

  it.each([
    ["https://anywhere.example.com/pay/1?a=b", true],
    ["http://127.0.0.1:4010/checkout/pi_1", true],
    ["http://localhost:4010/checkout/pi_1", true],
    ["http://anywhere.example.com/pay/1", false],
    ["http://127.0.0.1.evil.com/pay/1", false],
    ["http://localhost.evil.com/pay/1", false],
    ["https://ama@anywhere.example.com/pay/1", false],
    ["https://:word@anywhere.example.com/pay/1", false],
    ["javascript:alert(1)", false],
    ["javascript://localhost/", false],
  ])("without a configured address: %s is %s", (address, trusted) => {
    expect(isTrustedCheckout(address, undefined)).toBe(trusted)
  })

  it("takes an origin without path as all of that origin", () => {
    expect(isTrustedCheckout("https://checkout.example.com/any/path", "https://checkout.example.com")).toBe(
      true
    )
    expect(isTrustedCheckout("https://other.example.com/any/path", "https://checkout.example.com")).toBe(
      false
    )
  })
})
