import fc from "fast-check"
import {
  contactForService,
  greetingOf,
  paymentCustomer,
  phoneDigits,
  type AddressFacts,
  type CustomerFacts,
} from "../customer"

const billing = { first_name: "Ama", last_name: "Nkeng", phone: "6 70 12 34 56", country_code: "cm" }
const shipping = { first_name: "Koffi", last_name: "Yao", phone: "07 07 12 34 56", country_code: "ci" }
const account = { first_name: "Zoé", last_name: "Martin", phone: "06 12 34 56 78", email: "zoe@example.com" }

function customerOf(facts: CustomerFacts, fallback?: string) {
  const result = paymentCustomer(facts, fallback)
  if (!result.ok) throw new Error(`missing ${result.missing.join(", ")}`)
  return result.customer
}

describe("paymentCustomer", () => {
  it("prefers the billing address, and the e-mail of the cart", () => {
    const facts = {
      email: "cart@example.com",
      billing_address: billing,
      shipping_address: shipping,
      customer: account,
    }
    expect(customerOf(facts)).toEqual({
      firstname: "Ama",
      lastname: "Nkeng",
      email: "cart@example.com",
      phone: "237670123456",
    })
  })

  it("goes on to the shipping address, then to the customer", () => {
    expect(customerOf({ shipping_address: shipping, customer: account })).toEqual({
      firstname: "Koffi",
      lastname: "Yao",
      email: "zoe@example.com",
      phone: "2250707123456",
    })
    expect(customerOf({ customer: account })).toEqual({
      firstname: "Zoé",
      lastname: "Martin",
      email: "zoe@example.com",
    })
  })

  it("does not mix two people where one of them has both names", () => {
    const facts = {
      email: "a@example.com",
      billing_address: { first_name: "Ama" },
      shipping_address: shipping,
    }
    expect(customerOf(facts)).toMatchObject({ firstname: "Koffi", lastname: "Yao" })
  })

  it("pieces a name together rather than refuse the payment", () => {
    const facts = {
      email: "a@example.com",
      billing_address: { first_name: "Ama" },
      customer: { last_name: "Nkeng" },
    }
    expect(customerOf(facts)).toMatchObject({ firstname: "Ama", lastname: "Nkeng" })
  })

  it("reads the account's phone in the country of the address", () => {
    const facts = { customer: account, billing_address: { country_code: "fr" } }
    expect(customerOf(facts).phone).toBe("33612345678")
  })

  it("takes the fallback name only where the cart has none", () => {
    expect(customerOf({ email: "a@example.com" }, "Chez Ama Boutique")).toMatchObject({
      firstname: "Chez",
      lastname: "Ama Boutique",
    })
    expect(customerOf({ email: "a@example.com" }, "  Chez  Ama \t Boutique ")).toMatchObject({
      firstname: "Chez",
      lastname: "Ama Boutique",
    })
    expect(customerOf({ email: "a@example.com" }, "Boutique")).toMatchObject({
      firstname: "Boutique",
      lastname: "Boutique",
    })
    expect(customerOf({ email: "a@example.com", billing_address: billing }, "Boutique")).toMatchObject({
      firstname: "Ama",
      lastname: "Nkeng",
    })
  })

  it.each<[string, CustomerFacts, string[]]>([
    ["nothing at all", {}, ["first_name", "last_name", "email or phone"]],
    [
      "only blanks",
      { email: " ", billing_address: { first_name: " ", last_name: "\t" } },
      ["first_name", "last_name", "email or phone"],
    ],
    ["no last name", { email: "a@example.com", billing_address: { first_name: "Ama" } }, ["last_name"]],
    ["no way to reach", { billing_address: { first_name: "Ama", last_name: "Nkeng" } }, ["email or phone"]],
    ["a phone that is none", { billing_address: { ...billing, phone: "12" } }, ["email or phone"]],
    [
      "nulls",
      { email: null, billing_address: null, shipping_address: null, customer: null },
      ["first_name", "last_name", "email or phone"],
    ],
  ])("lists what is missing: %s", (_, facts, missing) => {
    expect(paymentCustomer(facts)).toEqual({ ok: false, missing })
  })

  it("gives both names and a way to reach the customer, or lists what is missing", () => {
    const words = fc.option(
      fc.oneof(fc.string(), fc.constantFrom("Ama", "+237670123456", "a@example.com", "cm"))
    )
    const person: fc.Arbitrary<AddressFacts> = fc.record({
      first_name: words,
      last_name: words,
      phone: words,
      country_code: words,
    })
    const facts: fc.Arbitrary<CustomerFacts> = fc.record({
      email: words,
      billing_address: fc.option(person),
      shipping_address: fc.option(person),
      customer: fc.option(person),
    })
    fc.assert(
      fc.property(facts, fc.option(fc.string(), { nil: undefined }), (known, fallback) => {
        const result = paymentCustomer(known, fallback)
        if (!result.ok) return expect(result.missing).not.toHaveLength(0)
        const { firstname, lastname, email, phone } = result.customer
        expect(firstname.trim()).not.toBe("")
        expect(lastname.trim()).not.toBe("")
        expect(email ?? phone).toBeTruthy()
      })
    )
  })
})

describe("phoneDigits", () => {
  it.each<[string, string | null | undefined, string]>([
    ["6 70 12 34 56", "cm", "237670123456"],
    ["670123456", "CM", "237670123456"],
    ["+237 6 70 12 34 56", null, "237670123456"],
    ["00237 670 12 34 56", "fr", "237670123456"],
    ["00237 670 12 34 56", null, "237670123456"],
    ["00237 670 12 34 56", "us", "237670123456"],
    ["237670123456", "cm", "237670123456"],
    ["07 07 12 34 56", "ci", "2250707123456"],
    ["0101020304", "ci", "2250101020304"],
    ["+225 07 07 12 34 56", undefined, "2250707123456"],
    ["002250707123456", "ci", "2250707123456"],
    ["06 12 34 56 78", "fr", "33612345678"],
    ["+33 (0)6 12 34 56 78", "fr", "33612345678"],
    ["  +33 6.12.34.56.78  ", "cm", "33612345678"],
  ])("reads %p of %p as %s", (typed, country, digits) => {
    expect(phoneDigits(typed, country)).toBe(digits)
  })

  it.each<[unknown, string | null | undefined]>([
    [null, "cm"],
    [undefined, "cm"],
    ["", "cm"],
    ["   ", "cm"],
    ["call me", "cm"],
    ["12", "cm"],
    ["670123456", null],
    ["670123456", "zz"],
    ["+237", "cm"],
    ["+999 123 456 789", "cm"],
    ["6701234567890123", "cm"],
    ["<script>", "fr"],
    ["+49 1234 5678 9012 34", "de"],
  ])("drops %p of %p rather than ask a stranger to pay", (typed, country) => {
    expect(phoneDigits(typed as string | null, country)).toBeUndefined()
  })

  it("is digits with a country prefix and at most 15 of them (E.164), or nothing", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 20 })
    const typed = fc.oneof(
      fc.string(),
      digits,
      digits.map((number) => `+${number}`),
      digits.map((number) => `00${number}`)
    )
    const countries = fc.oneof(
      fc.constantFrom("cm", "ci", "fr", "de", "at", "sn", "us", "zz", ""),
      fc.string()
    )
    fc.assert(
      fc.property(typed, countries, (phone, country) => {
        const result = phoneDigits(phone, country)
        if (result !== undefined) expect(result).toMatch(/^[1-9]\d{5,14}$/)
      }),
      { numRuns: 1000 }
    )
  })
})

describe("contactOf", () => {
  it("is whom the payment would name, with a number as it is written between countries", () => {
    const facts = { email: "cart@example.com", billing_address: billing, shipping_address: shipping }
    expect(contactForService(facts)).toEqual({
      name: "Ama Nkeng",
      email: "cart@example.com",
      phone: "+237 6 70 12 34 56",
      phone_digits: "237670123456",
    })
  })

  it("takes half a name, the account's e-mail, and a number that another address has", () => {
    const facts = {
      email: " ",
      billing_address: { first_name: "Ama", phone: "12", country_code: "cm" },
      shipping_address: shipping,
      customer: account,
    }
    expect(contactForService(facts)).toEqual({
      name: "Ama",
      email: "zoe@example.com",
      phone: "+225 07 07 12 3456",
      phone_digits: "2250707123456",
    })
  })

  it("shows a number that cannot be called as it was typed, and nothing where nothing is", () => {
    expect(contactForService({ customer: account })).toMatchObject({
      phone: "06 12 34 56 78",
      phone_digits: null,
    })
    expect(contactForService({})).toEqual({ name: null, email: null, phone: null, phone_digits: null })
  })

  it("calls nobody else than the payment does", () => {
    const phones = fc.option(
      fc.constantFrom("6 70 12 34 56", "+33 6 12 34 56 78", "00237670000001", "12", "")
    )
    const countries = fc.constantFrom("cm", "ci", "fr", null)
    fc.assert(
      fc.property(phones, phones, countries, countries, (one, other, here, there) => {
        const facts = {
          email: "a@example.com",
          billing_address: { ...billing, phone: one, country_code: here },
          shipping_address: { ...shipping, phone: other, country_code: there },
        }
        const { phone, phone_digits } = contactForService(facts)
        expect(phone_digits ?? undefined).toBe(customerOf(facts).phone)
        if (phone_digits) expect(phone!.replace(/\D/g, "")).toBe(phone_digits)
      })
    )
  })
})

describe("what a customer wrote", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "A".repeat(45_000),
      "Ama\r\n\r\nPay at evil.example",
      "\u202eAma\u0000",
      "Ama",
      "a@example.com"
    )
  )
  const person = fc.record({
    first_name: texts,
    last_name: texts,
    phone: texts,
    country_code: fc.constant("cm"),
  })
  const facts = fc.record({
    email: texts,
    billing_address: fc.option(person),
    shipping_address: fc.option(person),
    customer: fc.option(person),
  })
  const assertPlain = (text: string, longest: number) => {
    expect(text).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e]/u)
    expect([...text].length).toBeLessThanOrEqual(longest)
  }

  it("is one line of plain text wherever it goes", () => {
    fc.assert(
      fc.property(facts, (written) => {
        const result = paymentCustomer(written)
        if (result.ok) {
          const { firstname, lastname, email = "" } = result.customer
          for (const name of [firstname, lastname]) assertPlain(name, 100)
          assertPlain(email, 254)
        }
        const { name, email, phone } = contactForService(written)
        for (const text of [name, phone]) assertPlain(text ?? "", 100)
        assertPlain(email ?? "", 254)
        expect(greetingOf(written) ?? "A").toMatch(/^[\p{L}\p{M} '’-]{1,40}$/u)
      })
    )
  })

  it("is cut where it is a name, and left out where it is an e-mail: a cut one would be somebody else's", () => {
    const first_name = "A".repeat(45_000)
    const email = `${"a".repeat(250)}@example.com`
    const written = { email, billing_address: { ...billing, first_name }, customer: account }
    expect(customerOf(written)).toMatchObject({ firstname: "A".repeat(100), email: account.email })
    expect(greetingOf(written)).toBeUndefined()
    expect(greetingOf({ shipping_address: shipping, customer: account })).toBe("Koffi")
  })
})
