import fc from "fast-check"
import { excerpt, redact } from "../redact"

const body = fc.string({ unit: fc.constantFrom(..."abcXYZ0123456789"), minLength: 12, maxLength: 40 })
const credential = fc
  .tuple(
    fc.constantFrom("sk_test_", "sk_live_", "pk_test_", "pk_live_", "whsec_", "cs_", "pi_1_secret_"),
    body
  )
  .map(([prefix, rest]) => ({ secret: rest, text: prefix + rest }))
const name = fc.string({ unit: fc.constantFrom(..."abcdefxyz.-+_"), minLength: 1, maxLength: 20 })
const email = fc
  .tuple(name, name)
  .map(([local, host]) => ({ secret: `${local}@${host}`, text: `${local}@${host}` }))
const phone = fc
  .string({ unit: fc.constantFrom(..."0123456789"), minLength: 8, maxLength: 15 })
  .map((digits) => ({ secret: digits, text: digits }))

describe("redact", () => {
  it("removes keys, tokens, client secrets, e-mails and phones from any text", () => {
    fc.assert(
      fc.property(
        fc.oneof(credential, email, phone),
        fc.string(),
        fc.string(),
        ({ secret, text }, before, after) => {
          fc.pre(!before.includes(secret) && !after.includes(secret))
          expect(redact(`${before} ${text} ${after}`)).not.toContain(secret)
          expect(excerpt(`${before} ${text} ${after}`)).not.toContain(secret)
        }
      ),
      { numRuns: 500 }
    )
  })

  it("removes credentials also where they touch other text", () => {
    fc.assert(
      fc.property(credential, fc.string(), fc.string(), ({ secret, text }, before, after) => {
        fc.pre(!before.includes(secret) && !after.includes(secret))
        expect(redact(before + text + after)).not.toContain(secret)
      }),
      { numRuns: 500 }
    )
  })

  it.each([
    ["Authorization: Bearer abc.def-ghi", "abc.def-ghi"],
    ['{"client_secret":"zzz111"}', "zzz111"],
    ["https://c.example/p/1?client_secret=zzz111&x=y", "zzz111"],
    ["x-api-key: zzz111", "zzz111"],
    ["call +237 6 99 99-99.99 now", "99 99"],
    ["call (237) 699-999-999", "699"],
    ["رقم ٠٦٩٩٩٩٩٩٩٩", "٦٩٩"],
    ["to ama%40example.com", "example"],
    ["mail <Ama.Nkeng@example.co.uk>", "Nkeng"],
  ])("in %s hides %s", (text, secret) => {
    expect(redact(text)).not.toContain(secret)
  })

  it("leaves ordinary words alone", () => {
    const text = "Amount 10000 XAF is below the minimum of 500; see field amount (tasks_list, HTTP 422)."
    expect(redact(text)).toBe(text)
  })

  it("makes one short line of anything, and cuts no secret in half", () => {
    const long = `${"word ".repeat(50)}\n${"a".repeat(5000)}sk_test_4f9d2c7b1a8e6035`
    expect(excerpt(long)).not.toMatch(/\n|sk_test/)
    expect(excerpt(long).length).toBeLessThanOrEqual(303)
    expect(excerpt(`${"x ".repeat(2044)}ama.nkeng@example.com`)).not.toContain("ama")
  })

  it("stays fast on hostile text", () => {
    const startedAt = performance.now()
    for (const text of [
      "a".repeat(4096),
      "1 ".repeat(2048),
      "%".repeat(4096),
      "secret".repeat(680),
      "_secret_".repeat(512),
    ])
      excerpt(text)
    // A busy machine needs many times the usual 0.3 s; patterns that backtrack for ever need hours.
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})
