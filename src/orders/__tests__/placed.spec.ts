import { contactOfOrder, mayPlace, type OrderContact } from "../placed"

const facts = (email: string | null, phone: string | null, shipped: string | null = null) => ({
  email,
  billing_address: { phone, country_code: "cm" },
  shipping_address: { phone: shipped, country_code: "fr" },
})
const person = (...given: Parameters<typeof facts>): OrderContact => contactOfOrder(facts(...given))
const times = (count: number, ...given: Parameters<typeof facts>) =>
  Array.from({ length: count }, () => person(...given))

describe("contactOf", () => {
  it("compares e-mails without case, and numbers however they are written", () => {
    expect(person(" Ama@Example.com ", "6 70 12 34 56", "+237 670-123-456")).toEqual({
      emails: ["ama@example.com"],
      phones: ["237670123456"],
    })
    expect(person("ama@example.com", "00237670123456")).toEqual(person("AMA@example.com", "670123456"))
  })

  it("knows all numbers and e-mails, the customer's account included, each with its own country", () => {
    const customer = { email: "Account@example.com", phone: "06 12 34 56 78", country_code: "fr" }
    expect(contactOfOrder({ ...facts("ama@example.com", "670123456", "06 98 76 54 32"), customer })).toEqual({
      emails: ["ama@example.com", "account@example.com"],
      phones: ["237670123456", "33698765432", "33612345678"],
    })
    expect(contactOfOrder({ ...facts(null, null), customer: { phone: "670123456" } }).phones).toEqual([
      "237670123456",
    ])
  })

  it("takes nothing for somebody", () => {
    expect([person(null, null), person("  ", "12"), contactOfOrder({})]).toEqual(
      Array(3).fill({ emails: [], phones: [] })
    )
  })
})

describe("mayPlace", () => {
  it("lets three orders of one e-mail stand, and no fourth", () => {
    expect(mayPlace(person("a@x.cm", null), times(2, "a@x.cm", null))).toBe(true)
    expect(mayPlace(person("a@x.cm", null), times(3, "a@x.cm", null))).toBe(false)
    expect(mayPlace(person("b@x.cm", null), times(3, "a@x.cm", null))).toBe(true)
  })

  it("lets three orders of one phone stand, and no fourth, whatever the e-mails are", () => {
    const standing = ["a@x.cm", "b@x.cm", "c@x.cm"].map((email) => person(email, "670123456"))
    expect(mayPlace(person("d@x.cm", "670123456"), standing.slice(1))).toBe(true)
    expect(mayPlace(person("d@x.cm", "670123456"), standing)).toBe(false)
    expect(mayPlace(person("d@x.cm", null, "+237670123456"), standing)).toBe(false)
    expect(mayPlace(person("d@x.cm", "670123457"), standing)).toBe(true)
  })

  it("counts each kind for itself", () => {
    const standing = [...times(2, "a@x.cm", null), ...times(2, null, "670123456")]
    expect(mayPlace(person("a@x.cm", "670123456"), standing)).toBe(true)
  })

  it("lets no more than a hundred stand in the whole store, whoever they are of", () => {
    const standing = Array.from({ length: 100 }, (_, index) => person(`${index}@x.cm`, null))
    expect(mayPlace(person("c@x.cm", null), standing.slice(1))).toBe(true)
    expect(mayPlace(person("c@x.cm", null), standing)).toBe(false)
    expect(mayPlace(person(null, null), standing)).toBe(false)
    expect(mayPlace(person(null, null), times(9, null, null))).toBe(true)
  })
})
