import { textsFr } from "../../index"
import { screenTextsFor } from "../index"
import { waitingTextsFor } from "../waiting"

type Texts = ReturnType<typeof screenTextsFor> & ReturnType<typeof waitingTextsFor>

describe("the texts of the components", () => {
  it("hold the kit's own, and let every entry be replaced", () => {
    const changes = { pay: "Régler", methodCard: "Plastique", failures: { declined: "Non" } }
    const texts = screenTextsFor("fr-CM", changes)
    expect(texts).toMatchObject({ pay: "Régler", methodCard: "Plastique", waitingText: textsFr.waitingText })
    expect(texts.failures).toEqual({ ...textsFr.failures, declined: "Non" })
    expect(screenTextsFor("frr").pay).toBe("Pay")
  })

  it("are said in both languages", () => {
    const [english, french] = ["en", "fr"].map((locale) => ({
      ...screenTextsFor(locale),
      ...waitingTextsFor(locale),
    })) as [Texts, Texts]
    expect(Object.keys(french)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(english)) {
      expect([key, french[key as keyof typeof french] === text]).toEqual([key, key === "methodMobileMoney"])
    }
  })
})
