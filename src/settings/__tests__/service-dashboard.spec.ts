import fc from "fast-check"
import { exampleOf, placeholderProblem, serviceDashboardLink, type LinkedPayment } from "../service-dashboard"

const payment: LinkedPayment = {
  merchant_reference: "cart_1-1",
  payment_ref: "PAY 7/8",
  service_intent_id: "pi_1",
  environment: "test",
}
const opened = { ...payment, payment_ref: null, service_intent_id: null }

describe("the page of a payment in the service's dashboard", () => {
  it.each([
    ["https://service.example/payments/{reference}", "https://service.example/payments/cart_1-1"],
    [
      "https://service.example/{environment}/p/{id}?r={payment_ref}",
      "https://service.example/test/p/pi_1?r=PAY%207%2F8",
    ],
    ["https://{environment}.service.example/#{id}/{id}", "https://test.service.example/#pi_1/pi_1"],
    ["https://service.example/payments", "https://service.example/payments"],
  ])("is the template, filled: %s", (template, link) => {
    expect(placeholderProblem(template)).toBeUndefined()
    expect(serviceDashboardLink(template, payment)).toBe(link)
  })

  it("is none without a template, or while the service has not given the name it asks for", () => {
    expect(serviceDashboardLink(undefined, payment)).toBeNull()
    expect(serviceDashboardLink("https://service.example/{id}", opened)).toBeNull()
    expect(serviceDashboardLink("https://service.example/?ref={payment_ref}", opened)).toBeNull()
    expect(serviceDashboardLink("https://service.example/{reference}", opened)).toMatch(/cart_1-1$/)
  })

  it("never leaves the server that the template names, whatever a payment is called", () => {
    const origins = fc.constantFrom("https://service.example", "https://{environment}.service.example:8443")
    const names = fc.string({ unit: "binary" })
    fc.assert(
      fc.property(origins, names, names, (origin, merchant_reference, service_intent_id) => {
        const link = serviceDashboardLink(`${origin}/{reference}/{id}`, {
          ...payment,
          merchant_reference,
          service_intent_id,
        })
        expect(new URL(link!).host).toBe(new URL(exampleOf(origin).replace("x.", "test.")).host)
      })
    )
  })
})

describe("a template with placeholders", () => {
  it.each([
    "https://service.example/{order_id}",
    "https://service.example/{}",
    "https://service.example/{reference",
    "https://service.example/reference}",
    "https://service.example/{{reference}}",
    "https://service.example/{constructor}",
  ])("knows its own only: %s", (template) => {
    expect(placeholderProblem(template)).toBe(
      "may hold {reference} {payment_ref} {id} {environment} and no other braces"
    )
  })

  it.each([
    "https://{reference}.service.example/",
    "https://{id}@service.example/",
    "https://service.example:{payment_ref}/",
    "https://service.example{reference}",
    "{reference}://service.example/",
    "{environment}{environment}{id}",
  ])("lets no payment say which server it is: %s", (template) => {
    expect(placeholderProblem(template)).toBe("may name nothing but the {environment} before its path")
  })
})
