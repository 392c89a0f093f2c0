import { resolveOptions } from "../options"

const support = (given: object) => resolveOptions({ support: given }, {}).support

describe("how customers reach the shop", () => {
  it("is nothing unless the merchant says it", () => {
    expect(resolveOptions({}, {}).support).toEqual({})
  })

  it("is kept as people write it: numbers with their country", () => {
    expect(
      support({ email: " shop@example.com ", phone: "+237670000002", whatsapp: "00237 670-00-00-09" })
    ).toEqual({ email: "shop@example.com", phone: "+237 6 70 00 00 02", whatsapp: "+237 6 70 00 00 09" })
    const once = support({ phone: "+237670000002" })
    expect(support(once)).toEqual(once)
  })

  it.each([
    ["email", { email: "shop" }, "must be an e-mail address"],
    ["email", { email: "" }, "must be an e-mail address"],
    ["phone", { phone: "670000002" }, "must be a phone number with its country"],
    ["whatsapp", { whatsapp: "https://wa.me/237670000009" }, "must be a phone number with its country"],
    ["fax", { fax: "+237670000002" }, "no such option"],
  ])("refuses %s by its name, and repeats no value: %j", (field, given, reason) => {
    let text = ""
    try {
      support(given)
    } catch (error) {
      text = (error as Error).message
    }
    expect(text).toContain(`- support.${field}: ${reason}`)
    for (const value of Object.values(given).filter(Boolean)) expect(text).not.toContain(value)
  })
})
