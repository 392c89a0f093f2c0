import fc from "fast-check"
import { resolveOptions } from "../../settings/options"
import { RETURN_REASONS, returnAddress, type ReturnFacts } from "../return-address"

const storefrontUrl = "https://shop.example"
const options = (more: Record<string, unknown> = {}) => resolveOptions({ storefrontUrl, ...more }, {})
const facts = (more: Partial<ReturnFacts> = {}): ReturnFacts => ({
  status: "success",
  reference: "cart_01-1",
  cart_id: "cart_01",
  order_id: "order_01",
  country_code: "cm",
  ...more,
})

describe("returnAddress", () => {
  it.each<[Partial<ReturnFacts>, string]>([
    [{}, "/cm/order/order_01/confirmed?paycollect_status=success&cart_id=cart_01&order_id=order_01"],
    [{ status: "waiting", order_id: null }, "/cm/checkout/waiting?paycollect_status=waiting&cart_id=cart_01"],
    [
      { status: "failed", order_id: null },
      "/cm/checkout?step=payment&paycollect_status=failed&cart_id=cart_01",
    ],
    [{ order_id: null, cart_id: null }, "/cm/checkout/waiting?paycollect_status=success"],
    [
      { status: "failed", cart_id: null, payment_collection_id: "pay_col_01" },
      "/cm/checkout?step=payment&paycollect_status=failed&payment_collection_id=pay_col_01&order_id=order_01",
    ],
    [
      { cart_id: null, payment_collection_id: "pay_col_01" },
      "/cm/order/order_01/confirmed?paycollect_status=success&payment_collection_id=pay_col_01&order_id=order_01",
    ],
    [
      { payment_collection_id: "pay_col_01" },
      "/cm/order/order_01/confirmed?paycollect_status=success&cart_id=cart_01&order_id=order_01",
    ],
    [
      { country_code: null },
      "/-/order/order_01/confirmed?paycollect_status=success&cart_id=cart_01&order_id=order_01",
    ],
  ])("leads to the storefront's own pages by default: %p", (more, path) => {
    expect(returnAddress(options(), facts(more))).toBe(storefrontUrl + path)
  })

  it.each(RETURN_REASONS)("says why a payment failed, and of no other: %s", (reason) => {
    const failed = new URL(returnAddress(options(), facts({ status: "failed", reason, order_id: null }))!)
    expect(failed.search).toBe(
      `?step=payment&paycollect_status=failed&cart_id=cart_01&paycollect_reason=${reason}`
    )
    for (const status of ["success", "waiting"] as const)
      expect(returnAddress(options(), facts({ status, reason }))).not.toContain("paycollect_reason")
  })

  it("lets no template say why", () => {
    const failure = "https://shop.example/?paycollect_reason=mine"
    const address = (reason: ReturnFacts["reason"]) =>
      returnAddress(options({ returnUrls: { failure } }), facts({ status: "failed", reason }))!
    expect(address(null)).not.toContain("paycollect_reason")
    expect(new URL(address("busy")).searchParams.getAll("paycollect_reason")).toEqual(["busy"])
  })

  it("keeps the path of a storefront below one", () => {
    const below = options({ storefrontUrl: "https://shop.example/boutique/" })
    expect(returnAddress(below, facts({ status: "waiting", order_id: null }))).toBe(
      "https://shop.example/boutique/cm/checkout/waiting?paycollect_status=waiting&cart_id=cart_01"
    )
  })

  it("fills every placeholder of a template, keeps its query, and adds ours", () => {
    const success =
      "https://shop.example/{country_code}/thanks?o={order_id}&c={cart_id}&r={reference}&utm=pay"
    expect(returnAddress(options({ returnUrls: { success } }), facts())).toBe(
      "https://shop.example/cm/thanks?o=order_01&c=cart_01&r=cart_01-1&utm=pay&paycollect_status=success&cart_id=cart_01&order_id=order_01"
    )
  })

  it("takes each template for its outcome and the default for the others", () => {
    const returnUrls = { failure: "https://shop.example/again" }
    expect(returnAddress(options({ returnUrls }), facts({ status: "failed" }))).toContain("/again?")
    expect(returnAddress(options({ returnUrls }), facts())).toContain("/cm/order/order_01/confirmed?")
  })

  it("leads back into an app", () => {
    const app = resolveOptions(
      { returnOrigins: ["myshop://pay"], returnUrls: { waiting: "myshop://pay/wait?c={cart_id}" } },
      {}
    )
    expect(returnAddress(app, facts({ status: "waiting", order_id: null }))).toBe(
      "myshop://pay/wait?c=cart_01&paycollect_status=waiting&cart_id=cart_01"
    )
  })

  it("lets no template decide the status", () => {
    const failure = "https://shop.example/?paycollect_status=success&order_id=mine"
    const address = returnAddress(options({ returnUrls: { failure } }), facts({ status: "failed" }))
    expect(new URL(address!).searchParams.getAll("paycollect_status")).toEqual(["failed"])
    expect(new URL(address!).searchParams.getAll("order_id")).toEqual(["order_01"])
  })

  it("is nothing where nothing is configured", () => {
    expect(returnAddress(resolveOptions({}, {}), facts())).toBeNull()
  })

  it("stays at the configured origin, whatever the facts are", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom("//evil.example", "@evil.example", "..", "\\evil", "?#", "%2e%2e/")
    )
    const anyFacts: fc.Arbitrary<ReturnFacts> = fc.record({
      status: fc.constantFrom("success" as const, "waiting" as const, "failed" as const),
      reference: text,
      cart_id: fc.option(text),
      payment_collection_id: fc.option(text),
      order_id: fc.option(text),
      country_code: fc.option(text),
    })
    const success = "https://shop.example{path}".replace(
      "{path}",
      "/{country_code}/{order_id}/{cart_id}?r={reference}"
    )
    fc.assert(
      fc.property(
        anyFacts,
        fc.constantFrom(options(), options({ returnUrls: { success } })),
        (known, given) => {
          const url = new URL(returnAddress(given, known)!)
          expect(url.origin).toBe(storefrontUrl)
          expect(url.hash).toBe("")
          expect(url.searchParams.getAll("paycollect_status")).toEqual([known.status])
        }
      )
    )
  })
})
