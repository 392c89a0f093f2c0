import { RETURN_REASONS } from "../../payments/return-address"
import { resultPage } from "../written"

const CHARGED = {
  en: /This try charged nothing\.|If you were charged( all the same)?, the shop hears of it\./,
  fr: /Cet essai n’a rien débité\.|Si vous avez (tout de même )?été débité, la boutique en est avertie\./,
}

describe.each(["en", "fr"] as const)("a page of our own in %s", (language) => {
  it.each([null, ...RETURN_REASONS])(
    "says of a payment that failed whether anything was charged: %s",
    (reason) => {
      expect(resultPage("failed", { language, reason })).toMatch(CHARGED[language])
    }
  )

  it("says how to reach the shop, as far as the merchant set it", () => {
    const support = { email: "a&b@shop.example", whatsapp: "+237 670 00 00 09" }
    const page = resultPage("failed", { language, support })
    expect(page).toContain(`<a href="https://wa.me/237670000009">+237 670 00 00 09</a>`)
    expect(page).toContain(`<a href="mailto:a&amp;b@shop.example">a&amp;b@shop.example</a>`)
    expect(page).not.toContain("tel:")
    expect(resultPage("failed", { language })).not.toContain("<ul>")
  })
})
