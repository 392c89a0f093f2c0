import fc from "fast-check"
import {
  describedByNumber,
  formatPaymentNumber,
  PAYMENT_NUMBER_BYTES,
  parsePaymentNumber,
  paymentNumberOf,
  storedNumber,
} from "../payment-number"

const bytes = fc.uint8Array({ minLength: PAYMENT_NUMBER_BYTES, maxLength: PAYMENT_NUMBER_BYTES })
const number = bytes.map(paymentNumberOf)

describe("a payment's number", () => {
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
