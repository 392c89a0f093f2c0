import { composeLinkMail, type LinkMail } from "../mail-text"

const MAIL: LinkMail = {
  language: "en",
  url: "https://api.shop.example/paycollect/pay/0123?lang=en",
  shop: "Chez Mireille",
  firstName: "Awa",
  orderNumber: 12,
  owed: 12_500n,
  currency_code: "xaf",
  exponent: 0,
  expiresAt: new Date("2026-11-30T23:30:00Z"),
  timeZone: "Africa/Douala",
}
/** Numbers are written with no-break spaces, which nobody can tell from plain ones. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ")

describe("the mail with a payment link", () => {
  it("names the franc by its code where the shop sells in both", () => {
    const { content } = composeLinkMail({ ...MAIL, francs: "code" })
    expect(plain(content.subject)).toBe("Pay XAF 12,500 to Chez Mireille")
  })

  it("says who asks for what until when, by the shop's clock", () => {
    const { content } = composeLinkMail(MAIL)
    expect(plain(content.subject)).toBe("Pay FCFA 12,500 to Chez Mireille")
    expect(plain(content.text)).toBe(
      [
        "Hello Awa,",
        "Chez Mireille asks you to pay FCFA 12,500 for order #12.",
        "Pay here: https://api.shop.example/paycollect/pay/0123?lang=en",
        "You can pay until 1 December 2026 at 00:30 GMT+1.",
        "The page says what is to be paid at the moment you open it. If you have paid already, it shows that.",
      ].join("\n\n")
    )
    expect(content.html).toContain(`href="https://api.shop.example/paycollect/pay/0123?lang=en"`)
  })

  it("is in French, of a cart and of a shop without a name", () => {
    const mail = { ...MAIL, language: "fr" as const, shop: null, firstName: null, orderNumber: null }
    const { content, data } = composeLinkMail(mail)
    expect(plain(content.text)).toContain("La boutique vous demande de payer 12 500 FCFA.")
    expect(plain(data.short_text)).toBe(
      "La boutique : payez 12 500 FCFA ici: https://api.shop.example/paycollect/pay/0123?lang=en"
    )
    expect(data).toMatchObject({ shop: null, first_name: null, order_number: null, language: "fr" })
  })

  it("has facts for templates", () => {
    const { data } = composeLinkMail(MAIL)
    expect({ ...data, amount: { ...data.amount, formatted: plain(data.amount.formatted) } }).toMatchObject({
      kind: "payment_link",
      url: MAIL.url,
      shop: "Chez Mireille",
      first_name: "Awa",
      order_number: 12,
      amount: { formatted: "FCFA 12,500", minor: "12500", currency_code: "xaf", exponent: 0 },
      expires_at: "2026-11-30T23:30:00.000Z",
    })
  })

  it("shows names of shop and customer as text, whatever they are", () => {
    const hostile = `<img src=x>"&`
    const { content } = composeLinkMail({ ...MAIL, shop: hostile, firstName: hostile })
    expect(content.html).not.toContain("<img")
    expect(content.html).toContain("&lt;img")
  })
})
