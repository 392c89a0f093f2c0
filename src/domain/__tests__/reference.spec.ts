import fc from "fast-check"
import { isMerchantReference, MAX_REFERENCE_LENGTH, merchantReference } from "../reference"

const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"]
const subjects = fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 1, maxLength: 80 })
const attempts = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 999_999_999 }))

describe("merchantReference", () => {
  it("is the cart id and the attempt", () => {
    expect(merchantReference("cart_01JZX", 1)).toBe("cart_01JZX-1")
    expect(merchantReference("pay_col_01JZX", 12)).toBe("pay_col_01JZX-12")
  })

  it.each([0, -1, 1.5, NaN, Infinity, 2 ** 53])("does not count attempt %p", (attempt) => {
    expect(() => merchantReference("cart_01", attempt)).toThrow(RangeError)
  })

  it.each(["", "cart 01", "cart/01", "../x", "cärt", "cart_01\n", "c".repeat(63)])(
    "refuses the subject %p",
    (subject) => {
      expect(() => merchantReference(subject, 1)).toThrow(RangeError)
    }
  )

  it("is always a valid reference or a RangeError, for any text and number", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), subjects),
        fc.oneof(fc.double(), fc.integer()),
        (subject, attempt) => {
          try {
            const reference = merchantReference(subject, attempt)
            expect(isMerchantReference(reference)).toBe(true)
            expect(reference.length).toBeLessThanOrEqual(MAX_REFERENCE_LENGTH)
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError)
          }
        }
      )
    )
  })

  it("accepts every subject of the alphabet that fits", () => {
    fc.assert(
      fc.property(subjects, attempts, (subjectId, attempt) => {
        fc.pre(`${subjectId}-${attempt}`.length <= MAX_REFERENCE_LENGTH)
        expect(isMerchantReference(merchantReference(subjectId, attempt))).toBe(true)
      })
    )
  })

  it("never gives two attempts or two carts the same reference", () => {
    fc.assert(
      fc.property(subjects, attempts, subjects, attempts, (subjectA, attemptA, subjectB, attemptB) => {
        fc.pre(Math.max(subjectA.length, subjectB.length) < 50)
        const same = subjectA === subjectB && attemptA === attemptB
        expect(merchantReference(subjectA, attemptA) === merchantReference(subjectB, attemptB)).toBe(same)
      })
    )
  })
})

describe("isMerchantReference", () => {
  it.each(["cart_01-1", "a", "A_b-9", "x".repeat(64)])("takes %s", (value) => {
    expect(isMerchantReference(value)).toBe(true)
  })

  it.each([
    "",
    "x".repeat(65),
    "a b",
    "a/b",
    "a%2Fb",
    "a.b",
    "é",
    "a\n",
    "a\u0000",
    null,
    undefined,
    1,
    ["a"],
  ])("refuses %p", (value) => {
    expect(isMerchantReference(value)).toBe(false)
  })
})
