import { cartLacks, shortOf, type CartFacts, type LinkCartLine } from "../cart-rules"

const ADDRESS = { first_name: "Mireille", last_name: "Essomba", phone: "670123456", country_code: "cm" }
const CUSTOMER = { email: "mireille@example.com", shipping_address: ADDRESS }
const line = (facts: Partial<LinkCartLine> = {}): LinkCartLine => ({
  name: "Coffee",
  quantity: 2,
  variant_id: "variant_1",
  isSold: true,
  available: 10,
  isDelivered: true,
  shipping_profile_id: "sp_1",
  ...facts,
})
const lacks = (facts: Partial<CartFacts> = {}, fallbackName?: string) =>
  cartLacks(
    { customer: CUSTOMER, isAddressed: true, lines: [line()], shipping_profile_ids: ["sp_1"], ...facts },
    fallbackName
  )

describe("a cart that is asked for by a payment link", () => {
  it.each<[string, ReturnType<typeof lacks>, Partial<CartFacts>]>([
    ["everything is there", [], {}],
    ["it is empty", ["goods"], { lines: [], shipping_profile_ids: [] }],
    [
      "nobody is named",
      ["first_name", "last_name", "email or phone", "delivery_address"],
      { customer: {}, isAddressed: false },
    ],
    [
      "only the bill has an address",
      ["delivery_address"],
      { customer: { billing_address: ADDRESS }, isAddressed: false },
    ],
    ["no delivery is chosen", ["delivery_method"], { shipping_profile_ids: [] }],
    ["the delivery is for other goods", ["delivery_method"], { shipping_profile_ids: ["sp_2", null] }],
    [
      "one of two kinds of goods has no delivery",
      ["delivery_method"],
      { lines: [line(), line({ shipping_profile_id: "sp_2" })] },
    ],
    [
      "nothing is delivered",
      [],
      {
        customer: { billing_address: ADDRESS },
        isAddressed: false,
        lines: [line({ isDelivered: false })],
        shipping_profile_ids: [],
      },
    ],
    ["there is too little", ["stock"], { lines: [line({ available: 1 })] }],
    ["there is just enough", [], { lines: [line({ available: 2 })] }],
    [
      "two lines ask for more than there is of one",
      ["stock"],
      { lines: [line({ available: 3 }), line({ available: 3 })] },
    ],
    ["it is not counted", [], { lines: [line({ available: null })] }],
    ["it is sold no more", ["stock"], { lines: [line({ isSold: false, available: null })] }],
    [
      "a line was made by hand",
      [],
      { lines: [line({ variant_id: null, available: null, isDelivered: false })] },
    ],
  ])("%s", (_, expected, facts) => expect(lacks(facts)).toEqual(expected))

  it("needs no name of its customer where the shop has one for such", () =>
    expect(
      lacks({ customer: { ...CUSTOMER, shipping_address: { country_code: "cm" } } }, "Shop Customer")
    ).toEqual([]))

  it("says what is sold out by its name, each once", () => {
    const short = [line({ available: 0 }), line({ available: 0 }), line({ name: "Tea", variant_id: "v2" })]
    expect(shortOf(short)).toEqual(["Coffee"])
  })
})
