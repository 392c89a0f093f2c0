import { isPerson } from "../spelling"

const zoe = { firstname: "Zoé", lastname: "Mbarga", email: "zoe.m@example.com", phone: "237670123456" }

describe("looking for a person by what was typed", () => {
  it.each([
    "zoe",
    "ZOÉ",
    "barga",
    "zoe mbarga",
    "Mbarga  Zoé",
    "zoe.m@",
    "example.com",
    "6 70 12",
    "+237 670-12-34-56",
    "00237670123456",
    "3456",
  ])("finds part of a name, an e-mail or a phone: %s", (typed) => expect(isPerson(zoe, typed)).toBe(true))

  it.each(["", "  ", "zoé m.", "paul", "56", "12 99", "zoe 670", "(", "%", ".*"])(
    "finds no other: %j",
    (typed) => expect(isPerson(zoe, typed)).toBe(false)
  )

  it("finds nobody of whom nothing is known", () => {
    expect(isPerson({}, "zoe")).toBe(false)
    expect(isPerson({ lastname: "Mbarga" }, "mbarga")).toBe(true)
  })
})
