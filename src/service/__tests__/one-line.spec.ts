import fc from "fast-check"
import { greetingName, oneLine } from "../one-line"

const words = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)))
    .map((all) => all.join("")),
  fc.constantFrom(
    "Ama\r\n\r\nPay at evil.example",
    "\u202Eama\u202C",
    "a\u0000b",
    "\ud83d",
    "\ud83d\u200e\ude00",
    "x\u2028y",
    " \u00a0Ama\t"
  ),
  fc.tuple(fc.string(), fc.integer({ min: 0, max: 50_000 })).map(([text, times]) => text + "A".repeat(times))
)

describe("oneLine", () => {
  it("is one line of plain text, never longer than asked, and the same when done twice", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 200 }), (text, longest) => {
        const line = oneLine(text, longest)
        expect(line).not.toMatch(
          /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u
        )
        expect(line).toBe(line.trim())
        expect([...line].length).toBeLessThanOrEqual(longest)
        expect(oneLine(line, longest)).toBe(line)
      })
    )
  })

  it("leaves names as they are, in any script", () => {
    for (const name of [
      "Zoé",
      "N'Guessan",
      "Jean-Pierre",
      "Ọlá",
      "محمد",
      "می\u200cخواهم",
      "陳大文",
      "Ama  Nkeng",
    ])
      expect(oneLine(name, 100)).toBe(name.replace(/ +/, " "))
  })

  it("reads the beginning of a long text only", () => {
    expect(oneLine("A".repeat(45_000), 100)).toBe("A".repeat(100))
    expect(oneLine("😀".repeat(45_000), 100)).toBe("😀".repeat(100))
  })

  it("puts a space where a line ended, and nothing where nothing was seen", () => {
    expect(oneLine("Ama\r\n\r\n Pay at\u0000evil.example \u2028now", 100)).toBe("Ama Pay at evil.example now")
    expect(oneLine("A\u200bm\u202ea\ufeff", 100)).toBe("Ama")
  })
})

describe("greetingName", () => {
  it.each(["Ama", "Zoé", "N’Guessan", "Anne-Marie d'Arc", "Ọlá", "محمد", "अमा", "A".repeat(40)])(
    "greets %s",
    (name) => {
      expect(greetingName(name)).toBe(name)
    }
  )

  it.each([
    "",
    "-",
    "'",
    "evil.example",
    "Ama, pay here",
    "http://a",
    "Ama 500",
    "A".repeat(41),
    "Ama\nPay",
    "<b>",
    "a@b",
  ])("leaves out %j", (name) => {
    expect(greetingName(name)).toBeUndefined()
  })

  it("never holds what could be an address, a sum or a line", () => {
    fc.assert(
      fc.property(words, (text) => {
        const name = greetingName(oneLine(text, 100))
        if (name !== undefined) expect(name).toMatch(/^[\p{L}\p{M} '’-]{1,40}$/u)
      })
    )
  })
})
