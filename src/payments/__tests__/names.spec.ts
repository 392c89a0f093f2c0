import fc from "fast-check"
import {
  isMerchantReference,
  merchantReference,
  numbersIn,
  partsOf,
  referencesIn,
  describedByNumber,
  formatPaymentNumber,
  PAYMENT_NUMBER_BYTES,
  parsePaymentNumber,
  paymentNumberOf,
  storedNumber,
} from "../names"

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
            expect(reference.length).toBeLessThanOrEqual(64)
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
        fc.pre(`${subjectId}-${attempt}`.length <= 64)
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

const bytes = fc.uint8Array({ minLength: PAYMENT_NUMBER_BYTES, maxLength: PAYMENT_NUMBER_BYTES })
const number = bytes.map(paymentNumberOf)

describe("a payment's number", () => {
  it("is found beside the only reference of its line, as an export has it", () => {
    const export_ = [
      "cart_01A-1;4200;Order - JZ1D-7K9P",
      "cart_01B-1;1234-5678;no number",
      "cart_01C-1 pay_col_01D-1 AAAA-BBBB",
      "cart_01E-1;AAAA-BBBB;CCCC-DDDD",
      "cart_01F-1;2026-11-28;AAAA-BBBBC",
      "GGGG-HHHH",
    ]
    expect([...numbersIn(export_.join("\r\n"))]).toEqual([["cart_01A-1", "JZ1D7K9P"]])
  })

  it("has eight characters of which none looks like another", () => {
    fc.assert(fc.property(number, (made) => expect(made).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)))
  })

  it("makes each character as likely as any other", () => {
    const firsts = Array.from({ length: 256 }, (_, byte) => paymentNumberOf(new Uint8Array(8).fill(byte))[0]!)
    const counts = new Map<string, number>()
    for (const first of firsts) counts.set(first, (counts.get(first) ?? 0) + 1)
    expect([...counts.values()]).toEqual(Array.from({ length: 32 }, () => 8))
  })

  it("is read again from what is shown, in any case, with whatever stands between its halves", () => {
    const typed = fc
      .tuple(number, fc.constantFrom("-", "", " ", " - ", "–", "."), fc.boolean(), fc.nat(8))
      .map(([made, between, isLower, at]) => {
        const shown = formatPaymentNumber(made).replace("-", between)
        const spaced = ` ${shown.slice(0, at)} ${shown.slice(at)} `
        return { made, text: isLower ? spaced.toLowerCase() : spaced }
      })
    fc.assert(fc.property(typed, ({ made, text }) => expect(parsePaymentNumber(text)).toBe(made)))
  })

  it("is read where a person took 1 for I or L, and 0 for O", () => {
    expect(parsePaymentNumber("jzId-7k9p")).toBe("JZ1D7K9P")
    expect(parsePaymentNumber("JZlD7K9P")).toBe("JZ1D7K9P")
    expect(parsePaymentNumber("JZ1D-7KOP")).toBe("JZ1D7K0P")
  })

  it.each(["", "JZ1D-7K9", "JZ1D-7K9PP", "JZUD-7K9P", "cart_1-1", "JZ1D/7K9P", "÷Z1D-7K9P"])(
    "is not %j",
    (text) => {
      expect(parsePaymentNumber(text)).toBeNull()
      expect(() => storedNumber(text)).toThrow(RangeError)
    }
  )

  it("is shown as two halves", () => {
    expect(formatPaymentNumber("JZ1D7K9P")).toBe("JZ1D-7K9P")
  })
})

describe("the words of the hosted page", () => {
  const mine = storedNumber("JZ1D7K9P")

  it("say the number where the merchant wants it", () => {
    const text = describedByNumber("No. {payment_number} ({payment_number})", mine)
    expect(text).toBe("No. JZ1D-7K9P (JZ1D-7K9P)")
  })

  it("say it at their end where the merchant does not mention it", () => {
    expect(describedByNumber("Order 7", mine)).toBe("Order 7 - JZ1D-7K9P")
  })

  it("say it whatever the words are, and stay as short as the option may be", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 140, unit: "grapheme" }), number, (words, made) => {
        const text = describedByNumber(words, made)
        expect(text).toContain(formatPaymentNumber(made))
        expect([...text].length).toBeLessThanOrEqual(Math.max(140, [...words].length))
      })
    )
  })
})
