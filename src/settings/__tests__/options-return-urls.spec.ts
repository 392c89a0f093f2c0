import fc from "fast-check"
import { resolveOptions } from "../options"
import { refusal } from "./refusal"

describe("return addresses", () => {
  const storefrontUrl = "https://shop.example"

  it.each([
    "https://evil.example/{cart_id}",
    "https://shop.example.evil.example/",
    "https://shop.example@evil.example/",
    "https://shop.example:8443/",
    "http://shop.example/",
    "//shop.example/",
    "/checkout",
    "javascript://shop.example/%0aalert(1)",
    "https://shop.example\\@evil.example/",
    "https:\\\\shop.example/",
    "https://{cart_id}.shop.example/",
  ])("must not lead elsewhere: %s", (success) => {
    expect(refusal({ storefrontUrl, returnUrls: { success } })).toContain("- returnUrls.success: ")
  })

  it("need an allowed origin at all", () => {
    expect(refusal({ returnUrls: { waiting: "https://shop.example/wait" } })).toContain(
      "- returnUrls.waiting: "
    )
  })

  it.each(["https://shop.example/{order}", "https://shop.example/{}", "https://shop.example/?e={email}"])(
    "know no other placeholders: %s",
    (failure) => {
      expect(refusal({ storefrontUrl, returnUrls: { failure } })).toContain(
        "- returnUrls.failure: must be an absolute"
      )
    }
  )

  it("never pass with an origin that browsers read otherwise", () => {
    const starts = fc.constantFrom("https://shop.example", "https://", "HTTPS://SHOP.EXAMPLE", "https:/", "")
    const parts = fc.constantFrom(
      ..."/\\@:.?#\t\n ",
      "shop.example",
      "evil.example",
      "443",
      "%00",
      "{cart_id}"
    )
    let passed = 0
    fc.assert(
      fc.property(starts, fc.array(parts, { maxLength: 6 }), (start, pieces) => {
        const success = start + pieces.join("")
        try {
          resolveOptions({ storefrontUrl, returnUrls: { success } }, {})
        } catch {
          return
        }
        if (success === "") return
        passed += 1
        expect(new URL(success.replaceAll("{cart_id}", "x")).origin).toBe(storefrontUrl)
      }),
      { numRuns: 2000 }
    )
    expect(passed).toBeGreaterThan(100)
  })
})
