import { checkCreateRequest } from "../wire/payment-intent"
import { request, unread } from "./fixtures"

describe("the request of a creation (interface 2.1)", () => {
  const item = { name: "Tea", price: "500", currency: "XAF", quantity: 1 }
  const { email: _email, ...nameless } = request

  it.each([
    {},
    { email: undefined, phone: "237699" },
    { phone: "123456789012345" },
    { amount: "1" },
    { amount: "9".repeat(30) },
    { currency: undefined },
    { merchant_reference: "x".repeat(64) },
    { merchant_reference: "A-z_0" },
    { fee_bearer: "merchant" },
    { fee_bearer: "customer" },
    { confirmation_method: "automatic" },
    { confirmation_method: "manual" },
    { confirm: true },
    { items: [] },
    { items: [item, { ...item, price: "-500" }, { ...item, price: "0" }, { ...item, quantity: 500 }] },
    { items: [{ ...item, price: "9".repeat(30) }] },
    { redirect_url: "https://shop.example/return" },
    { redirect_url: "http://localhost:9000/return" },
    { metadata: { any: [{ thing: 1 }] } },
    { collect_shipping_address: true },
    { payment_method_types: ["card"] },
    { payment_method_types: ["card", "mobile_money"] },
  ])("takes %j", (more) => {
    const value = { ...request, ...more } as typeof request
    expect(checkCreateRequest(value)).toEqual(value)
  })

  it.each<[string, object]>([
    ["firstname", { firstname: " \t" }],
    ["lastname", { lastname: "" }],
    ["email", { email: " " }],
    ["email or phone", { email: undefined }],
    ["phone", { phone: "23769" }],
    ["phone", { phone: "1234567890123456" }],
    ["phone", { phone: "0237699" }],
    ["phone", { phone: "+237699" }],
    ["phone", { phone: "237699 " }],
    ["phone", { phone: "" }],
    ["amount", { amount: "0" }],
    ["amount", { amount: "-1" }],
    ["amount", { amount: "01" }],
    ["amount", { amount: 10 }],
    ["currency", { currency: "xaf" }],
    ["currency", { currency: "XAFX" }],
    ["currency", { currency: "1XAF" }],
    ["currency", { currency: "XA" }],
    ["currency", { currency: "" }],
    ["description", { description: " " }],
    ["merchant_reference", { merchant_reference: "" }],
    ["merchant_reference", { merchant_reference: "x".repeat(65) }],
    ["merchant_reference", { merchant_reference: "/cart" }],
    ["merchant_reference", { merchant_reference: "cart/" }],
    ["fee_bearer", { fee_bearer: "" }],
    ["confirmation_method", { confirmation_method: "later" }],
    ["confirm", { confirm: "yes" }],
    ["items", { items: [{ ...item, name: " " }] }],
    ["items", { items: [{ ...item, price: "" }] }],
    ["items", { items: [{ ...item, price: "-" }] }],
    ["items", { items: [{ ...item, price: "05" }] }],
    ["items", { items: [{ ...item, price: "5x" }] }],
    ["items", { items: [{ ...item, price: "x5" }] }],
    ["items", { items: [{ ...item, price: "5.5" }] }],
    ["items", { items: [{ ...item, price: "9".repeat(31) }] }],
    ["items", { items: [{ ...item, currency: "xaf" }] }],
    ["items", { items: [{ ...item, quantity: 0 }] }],
    ["items", { items: [{ ...item, quantity: 1.5 }] }],
    ["items", { items: [{ ...item, sku: "T" }] }],
    ["redirect_url", { redirect_url: "/return" }],
    ["redirect_url", { redirect_url: "ftp://shop.example" }],
    ["redirect_url", { redirect_url: "xhttp://shop.example" }],
    ["redirect_url", { redirect_url: "httpsx://shop.example" }],
    ["metadata", { metadata: "x" }],
    ["collect_shipping_address", { collect_shipping_address: 1 }],
    ["payment_method_types", { payment_method_types: [] }],
    ["payment_method_types", { payment_method_types: [" "] }],
    ["body", { colour: "red" }],
  ])("refuses a bad %s: %j", (field, bad) => {
    expect(unread(() => checkCreateRequest({ ...request, ...bad } as typeof request))).toBe(
      `Unreadable payment intent request: ${field}`
    )
  })

  it("names all that is wrong with it", () => {
    const bad = { ...nameless, firstname: "", amount: "0" } as typeof request
    expect(unread(() => checkCreateRequest(bad))).toBe(
      "Unreadable payment intent request: firstname, amount, email or phone"
    )
    expect(unread(() => checkCreateRequest(undefined as unknown as typeof request))).toBe(
      "Unreadable payment intent request: body"
    )
  })
})
