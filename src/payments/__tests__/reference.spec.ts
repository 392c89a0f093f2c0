import fc from "fast-check"
import {
  isMerchantReference,
  MAX_REFERENCE_LENGTH,
  merchantReference,
  partsOf,
  referencesIn,
} from "../reference"

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

describe("partsOf", () => {
  it.each([
    ["cart_01JZX8-1", { subject_id: "cart_01JZX8", attempt: 1, of: "cart" }],
    ["pay_col_01JZX8-12", { subject_id: "pay_col_01JZX8", attempt: 12, of: "collection" }],
    ["cart_a_b-999999999", { subject_id: "cart_a_b", attempt: 999_999_999, of: "cart" }],
    [`cart_${"x".repeat(57)}-1`, { subject_id: `cart_${"x".repeat(57)}`, attempt: 1, of: "cart" }],
  ])("knows %s", (reference, parts) => {
    expect(partsOf(reference)).toEqual(parts)
  })

  it.each([
    "",
    "cart_-1",
    "cart_01",
    "cart_01-",
    "cart_01-0",
    "cart_01-01",
    "cart_01-1000000000",
    "cart_01-1-1",
    "cart_01--1",
    "Cart_01-1",
    "order_01-1",
    "a_cart_01-1",
    " cart_01-1",
    "cart_01-1\n",
    "cart_01/../x-1",
    "cart_é-1",
    `cart_${"x".repeat(58)}-1`,
    null,
    7,
    ["cart_01-1"],
    { toString: () => "cart_01-1" },
  ])("does not know %p", (reference) => {
    expect(partsOf(reference)).toBeNull()
  })

  it("takes apart what was put together, of every id as Medusa makes them", () => {
    const ids = fc.string({
      unit: fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
      minLength: 26,
      maxLength: 26,
    })
    fc.assert(
      fc.property(
        fc.constantFrom("cart", "pay_col"),
        ids,
        fc.integer({ min: 1, max: 999_999_999 }),
        (kind, id, attempt) => {
          const subject_id = `${kind}_${id}`
          expect(partsOf(merchantReference(subject_id, attempt))).toMatchObject({ subject_id, attempt })
        }
      )
    )
  })
})

describe("referencesIn", () => {
  it("finds each once, in their order, in whatever was pasted", () => {
    const file =
      'date;reference;amount\n2026-11-01;"cart_01B-2";100\n2026-11-02;pay_col_01A-1;7\ncart_01B-2, (cart_01C-11).'
    expect(referencesIn(file)).toEqual(["cart_01B-2", "pay_col_01A-1", "cart_01C-11"])
  })

  it.each([
    "",
    "nothing",
    "xcart_01-1",
    "cart_01-1x",
    "cart_01-1-2",
    "-cart_01-1",
    "cart_01-1_",
    `cart_${"x".repeat(58)}-1`,
  ])("finds none in %j", (text) => {
    expect(referencesIn(text)).toEqual([])
  })

  it("takes a long text that is none in little time", () => {
    const started = performance.now()
    expect(referencesIn("cart_".repeat(10_000))).toEqual([])
    expect(referencesIn(`cart_${"x".repeat(50_000)}`)).toEqual([])
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
