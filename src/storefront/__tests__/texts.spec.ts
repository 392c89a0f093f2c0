import { PayCollectStorefrontError } from "../errors"
import { errorText, methodName, textsEn, textsFor, textsFr } from "../texts"

describe("texts", () => {
  it("chooses the language and lets every entry be replaced", () => {
    expect(textsFor("fr-CM").pay).toBe("Payer")
    expect(textsFor("en").pay).toBe("Pay")
    expect(textsFor("frr").pay).toBe("Pay")
    expect(textsFor("fr", { pay: "Régler" })).toEqual({ ...textsFr, pay: "Régler" })
  })

  it("says everything in both languages", () => {
    const flat = (texts: object): [string, string][] =>
      Object.entries(texts).flatMap(([key, value]) =>
        typeof value === "string" ? [[key, value]] : flat(value)
      )
    const french = new Map(flat(textsFr))
    for (const [key, english] of flat(textsEn)) {
      expect(french.get(key)?.trim()).toBeTruthy()
      expect([key, french.get(key) === english]).toEqual([key, key === "methodMobileMoney"])
    }
  })

  it.each([
    ["pp_paycollect_default", "Mobile money or card"],
    ["pp_paycollect-mobile-money_default", "Mobile money"],
    ["pp_paycollect-card_default", "Card"],
    ["pp_system_default", null],
  ])("names %s", (id, name) => expect(methodName(id, textsEn)).toBe(name))

  it("explains an error", () => {
    const offline = new PayCollectStorefrontError("network", "x")
    expect(errorText(offline, textsEn)).toBe(textsEn.errors.network)
    expect(errorText(new TypeError("Failed to fetch"), textsEn)).toBe(textsEn.errors.network)
    expect(errorText(Object.assign(new Error("x"), { status: 422 }), textsEn)).toBe(textsEn.errors.request)
  })
})
