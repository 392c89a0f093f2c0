import { composeCustomerMessage, type CustomerMessage } from "../compose"

const MESSAGE: CustomerMessage = {
  kind: "receipt",
  language: "en",
  shop: "Chez Ama",
  firstName: "Mireille",
  paymentNumber: "JZ1D-7K9P",
  orderNumber: 12,
  amount: 5_403n,
  isFeeKept: false,
  currency_code: "xaf",
  exponent: 0,
  environment: "live",
  url: "https://shop.example/paycollect/receipt/pcint_1.abc",
}
const written = (more: Partial<CustomerMessage> = {}) => {
  const { data, content } = composeCustomerMessage({ ...MESSAGE, ...more })
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ")
  return { data, content, subject: plain(content.subject), text: plain(content.text) }
}

it("names the franc by its code where the shop sells in both", () => {
  expect(written({ francs: "code" }).subject).toBe("Your receipt: XAF 5,403 to Chez Ama")
})

it("writes a receipt out, with the number to quote, the order and the way to its page", () => {
  const { data, content, subject, text } = written()
  expect(subject).toBe("Your receipt: FCFA 5,403 to Chez Ama")
  expect(text).toBe(
    [
      "Hello Mireille,",
      "Thank you. Chez Ama received your payment of FCFA 5,403, and your order is placed.",
      "Order #12\nPayment number: JZ1D-7K9P",
      "Your receipt: https://shop.example/paycollect/receipt/pcint_1.abc",
    ].join("\n\n")
  )
  expect(content.html).toContain("Order #12<br>Payment number: JZ1D-7K9P")
  expect(content.html).toContain(`<a href="${MESSAGE.url}">Your receipt</a>`)
  expect(data).toMatchObject({
    kind: "receipt",
    shop: "Chez Ama",
    first_name: "Mireille",
    order_number: 12,
    amount: { minor: "5403", currency_code: "xaf", exponent: 0 },
  })
  expect(data.short_text.replace(/\u00a0/g, " ")).toBe(
    "Your receipt: FCFA 5,403 to Chez Ama. Payment number: JZ1D-7K9P https://shop.example/paycollect/receipt/pcint_1.abc"
  )
})

it.each([
  ["payment_received", "en", "Your payment of FCFA 5,403 was received", "The shop looks at it"],
  ["payment_returned", "en", "FCFA 5,403 was given back to you", "The shop gave back FCFA 5,403"],
  ["payment_received", "fr", "Votre paiement de 5 403 FCFA est arrivé", "La boutique l’examine"],
  ["payment_returned", "fr", "5 403 FCFA vous ont été rendus", "La boutique vous a rendu 5 403 FCFA"],
] as const)("says of %s in %s, of a shop without a name", (kind, language, subject, text) => {
  const said = written({ kind, language, shop: null, firstName: null, orderNumber: null, url: null })
  expect(said.subject).toBe(subject)
  expect(said.text).toMatch(new RegExp(text, "i"))
  expect(said.text).not.toMatch(/null|undefined|Hello|Bonjour/)
})

it.each([
  ["en", "The fee went to the payment service and is not given back."],
  ["fr", "Les frais sont allés au service de paiement et ne sont pas rendus."],
] as const)("says in %s that a fee which she bore stays", (language, said) => {
  const back = { kind: "payment_returned", language, url: null } as const
  expect(written({ ...back, isFeeKept: true }).text).toContain(said)
  expect(written({ ...back, isFeeKept: true }).data.text).toContain(said)
  expect(written(back).text).not.toContain(said)
})

it("says that a test moved no money, and shows names as text", () => {
  const { subject, content } = written({ environment: "test", shop: "A <b>& B</b>" })
  expect(subject).toMatch(/^\[test\] Your receipt/)
  expect(content.html).toContain("A &lt;b&gt;&amp; B&lt;/b&gt;")
})
