import { BigNumber } from "@medusajs/framework/utils"
import fc from "fast-check"
import {
  exactMinorAmount,
  FINEST_DECIMALS,
  isSameMoney,
  isWhole,
  shiftDecimal,
  toMajorString,
  toMinorAmount,
  sumOf,
  toMinorUnits,
  type MajorAmountLike,
} from "../money"
import { minorAmount, isMinorAmount } from "../../service/wire/shape"

const exponents = fc.integer({ min: 0, max: 4 })
/** Up to 29 digits: far beyond 2^53. */
const units = fc.bigInt({ min: 0n, max: 10n ** 29n - 1n })
const signedUnits = fc.bigInt({ min: -(10n ** 29n), max: 10n ** 29n })

describe("sumOf", () => {
  it("adds up exactly and rounds once, half away from zero", () => {
    expect(sumOf(["0.004", 0.004, { value: "0.004" }], 2)).toBe(1n)
    expect(sumOf(["0.005"], 2)).toBe(1n)
    expect(sumOf(["-0.005"], 2)).toBe(-1n)
    expect(sumOf(["-0.004", "-0.0009"], 2)).toBe(0n)
    expect(sumOf([], 2)).toBe(0n)
  })

  it("is the sum of whole amounts, for any of them", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n })), (amounts) => {
        expect(sumOf(amounts, 3)).toBe(amounts.reduce((sum, amount) => sum + amount * 1000n, 0n))
      })
    )
  })
})

describe("isWhole", () => {
  it.each<[MajorAmountLike, number, boolean]>([
    [1000, 0, true],
    [{ value: "1000.000" }, 0, true],
    [0.4, 0, false],
    [1000.5, 0, false],
    ["12.50", 2, true],
    ["12.505", 2, false],
    ["12.5000000000000001", 2, false],
  ])("says of %p at exponent %i: %s", (amount, exponent, expected) => {
    expect(isWhole(amount, exponent)).toBe(expected)
  })
})

describe("toMinorUnits", () => {
  it.each<[MajorAmountLike, number, bigint]>([
    [10000, 0, 10000n],
    ["10000", 0, 10000n],
    [10000n, 0, 10000n],
    [19.99, 2, 1999n],
    ["19.99", 2, 1999n],
    [1.005, 2, 101n],
    ["2419.4999999999999573", 0, 2420n],
    [{ value: "2419.4999999999999573" }, 0, 2420n],
    ["-2419.4999999999999573", 0, -2420n],
    ["2419.499999", 0, 2419n],
    ["1.005", 2, 101n],
    ["1.0049", 2, 100n],
    ["1.004999", 2, 100n],
    ["1.0049999999999999999", 2, 101n],
    [0.5, 0, 1n],
    [1.5, 0, 2n],
    [2.5, 0, 3n],
    ["-2.5", 0, -3n],
    ["-0.4", 0, 0n],
    ["1.2345", 3, 1235n],
    ["1.234", 3, 1234n],
    ["0.001", 3, 1n],
    ["1e3", 2, 100000n],
    ["1.5e-1", 2, 15n],
    ["2.5E+2", 0, 250n],
    [1e21, 0, 10n ** 21n],
    [1e-7, 2, 0n],
    ["5.", 2, 500n],
    ["  7.10 ", 2, 710n],
    ["9007199254740993.01", 2, 900719925474099301n],
  ])("reads %p at exponent %i as %s", (amount, exponent, expected) => {
    expect(toMinorUnits(amount, exponent)).toBe(expected)
  })

  it.each<[string, MajorAmountLike]>([
    ["the raw shape of a query", { value: "12.34", precision: 20 } as MajorAmountLike],
    ["a raw amount inside", { raw: { value: "12.34" } }],
    ["a plain numeric", { numeric: 12.34 }],
    ["a big number of Medusa", new BigNumber("12.34") as unknown as MajorAmountLike],
    ["a value inside a value", { value: { value: 12.34 } }],
    ["what reads as a number", { toString: () => "12.34" } as unknown as MajorAmountLike],
    ["a missing raw beside a value", { raw: null, value: "12.34" } as unknown as MajorAmountLike],
  ])("reads %s", (_, amount) => {
    expect(toMinorUnits(amount, 2)).toBe(1234n)
  })

  it("prefers the exact raw digits of a big number over its number", () => {
    const exact = new BigNumber({ value: "9007199254740993.07" }) as unknown as MajorAmountLike
    expect(toMinorUnits(exact, 2)).toBe(900719925474099307n)
  })

  it.each([
    NaN,
    Infinity,
    -Infinity,
    "",
    " ",
    "1,5",
    "0x10",
    "1e",
    "12abc",
    "--1",
    null,
    undefined,
    {},
    [],
    [{ toString: 0 }],
    { numeric: { toString: 0 } },
  ])("refuses %p", (amount) => {
    expect(() => toMinorUnits(amount as MajorAmountLike, 2)).toThrow(RangeError)
  })

  it("is undone by toMajorString for every amount and exponent", () => {
    fc.assert(
      fc.property(signedUnits, exponents, (amount, exponent) => {
        expect(toMinorUnits(toMajorString(amount, exponent), exponent)).toBe(amount)
      })
    )
  })

  it("rounds half up once: never further from the value than half a unit, and away from zero at the half", () => {
    fc.assert(
      fc.property(signedUnits, exponents, fc.integer({ min: 1, max: 6 }), (value, exponent, more) => {
        const extra = Math.min(more, FINEST_DECIMALS - exponent)
        const scale = 10n ** BigInt(extra)
        const rounded = toMinorUnits(toMajorString(value, exponent + extra), exponent)
        const off = rounded * scale - value
        expect((off < 0n ? -off : off) * 2n).toBeLessThanOrEqual(scale)
        if ((off < 0n ? -off : off) * 2n === scale) expect(off < 0n).toBe(value < 0n)
      })
    )
  })

  it("is the same of a sum and of the number that core's arithmetic makes of it, half a unit among them", () => {
    const halves = fc.integer({ min: 1, max: 10 ** 9 })
    fc.assert(
      fc.property(
        halves,
        fc.constantFrom(0, 2, 3),
        fc.integer({ min: -99, max: 99 }),
        (half, exponent, noise) => {
          const sum = BigInt(half) * 5n * 10n ** BigInt(13 - exponent - 1)
          const made = toMajorString(sum + BigInt(noise), 13)
          expect(toMinorUnits(made, exponent)).toBe(toMinorUnits(toMajorString(sum, 13), exponent))
          expect(sumOf([made], exponent)).toBe(toMinorUnits(made, exponent))
        }
      )
    )
  })

  it("does not depend on how the same number is written", () => {
    fc.assert(
      fc.property(signedUnits, exponents, fc.integer({ min: 0, max: 20 }), (value, exponent, shift) => {
        const plain = toMajorString(value, shift)
        expect(toMinorUnits(`${value}e-${shift}`, exponent)).toBe(toMinorUnits(plain, exponent))
        expect(toMinorUnits({ raw: { value: plain } }, exponent)).toBe(toMinorUnits(plain, exponent))
      })
    )
  })

  it("mirrors the sign: a discount rounds like a charge", () => {
    fc.assert(
      fc.property(units, exponents, fc.integer({ min: 0, max: 8 }), (value, exponent, shift) => {
        const text = toMajorString(value, shift)
        expect(toMinorUnits(`-${text}`, exponent)).toBe(-toMinorUnits(text, exponent))
      })
    )
  })

  it("either answers or throws a RangeError, whatever it is given", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.anything()), exponents, (amount, exponent) => {
        try {
          expect(typeof toMinorUnits(amount as MajorAmountLike, exponent)).toBe("bigint")
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      })
    )
  })
})

describe("minorAmount", () => {
  it.each(["0", "1", "10000", "9".repeat(30)])("takes %s", (digits) => {
    expect(minorAmount(digits)).toBe(digits)
    expect(isMinorAmount(digits)).toBe(true)
  })

  it.each(["", "-1", "01", "1.0", "1e3", " 1", "1\n", "+1", "9".repeat(31), "١"])("refuses %p", (digits) => {
    expect(() => minorAmount(digits)).toThrow(RangeError)
    expect(isMinorAmount(digits)).toBe(false)
  })

  it.each([1, 1n, null, undefined, ["1"]])("does not take %p for digits", (value) => {
    expect(isMinorAmount(value)).toBe(false)
  })

  it("keeps every digit of a bigint", () => {
    fc.assert(fc.property(units, (value) => BigInt(minorAmount(value)) === value))
  })
})

describe("toMinorAmount", () => {
  it("rounds to the currency and refuses what is negative", () => {
    expect(toMinorAmount("1234.565", 2)).toBe("123457")
    expect(toMinorAmount("-0.001", 2)).toBe("0")
    expect(() => toMinorAmount("-1", 2)).toThrow(RangeError)
  })
})

describe("isSameMoney", () => {
  const sum = { amount: "1999", currency_code: "eur", exponent: 2 }

  it.each<[MajorAmountLike, string, boolean]>([
    [19.99, "eur", true],
    ["19.990", "EUR", true],
    ["19.994", "eur", true],
    ["19.995", "eur", false],
    ["20", "eur", false],
    ["1999", "eur", false],
    [19.99, "usd", false],
    ["20", "usd", false],
  ])("says whether %s %s is what was asked for: %s", (amount, currency_code, same) => {
    expect(isSameMoney(sum, { amount, currency_code })).toBe(same)
  })
})

describe("toMajorString", () => {
  it.each<[bigint, number, string]>([
    [10000n, 0, "10000"],
    [1999n, 2, "19.99"],
    [5n, 2, "0.05"],
    [0n, 2, "0.00"],
    [1234n, 3, "1.234"],
    [-1n, 2, "-0.01"],
    [-250n, 0, "-250"],
  ])("shows %s at exponent %i as %s", (amount, exponent, text) => {
    expect(toMajorString(amount, exponent)).toBe(text)
  })

  it("always shows exactly as many decimals as the currency has", () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 4 }), (amount, exponent) => {
        expect(toMajorString(minorAmount(amount), exponent)).toMatch(
          new RegExp(`^(0|[1-9]\\d*)\\.\\d{${exponent}}$`)
        )
      })
    )
  })
})

describe("exactMinorAmount", () => {
  it.each<[string, number, string | null]>([
    ["12500", 0, "12500"],
    ["12500.00", 0, "12500"],
    ["12500.5", 0, null],
    ["19.99", 2, "1999"],
    ["19.990", 2, "1999"],
    ["19.999", 2, null],
    ["0.01", 2, "1"],
    ["0", 2, null],
    ["0.00", 2, null],
    ["-5", 0, null],
    ["1e3", 0, null],
    ["1,5", 2, null],
    [" 5", 0, null],
    ["", 0, null],
    ["9".repeat(16), 0, null],
  ])("takes %p with exponent %p for %p", (amount, exponent, expected) => {
    expect(exactMinorAmount(amount, exponent)).toBe(expected)
  })

  it("takes back what is shown, and never rounds", () => {
    const shown = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n })
    fc.assert(
      fc.property(shown, exponents, (amount, exponent) => {
        expect(exactMinorAmount(toMajorString(amount, exponent), exponent)).toBe(amount.toString())
        expect(
          exactMinorAmount(`${toMajorString(amount, exponent)}${exponent ? "" : "."}01`, exponent)
        ).toBeNull()
      })
    )
  })
})

describe("shiftDecimal", () => {
  it.each<[string, number, number, string]>([
    ["350", 0, 0, "350"],
    ["350", 2, 2, "3.50"],
    ["350.5", 2, 2, "3.505"],
    ["5", 2, 2, "0.05"],
    ["3.5", 0, 2, "3.50"],
    ["3.500", 0, 0, "3.5"],
    ["007", 0, 0, "7"],
    ["-350", 2, 2, "-3.50"],
    ["-0", 2, 2, "0.00"],
  ])("%p by %p, %p decimals: %p", (value, places, decimals, expected) => {
    expect(shiftDecimal(value, places, decimals)).toBe(expected)
  })

  it("shows whole smallest units as toMajorString does", () => {
    fc.assert(
      fc.property(signedUnits, exponents, (value, exponent) => {
        expect(shiftDecimal(value.toString(), exponent, exponent)).toBe(toMajorString(value, exponent))
      })
    )
  })

  it.each(["", "abc", "1e3", "1,5", "+1", "1."])("refuses %p", (value) => {
    expect(() => shiftDecimal(value, 0, 0)).toThrow(RangeError)
  })
})
