import { linkOrder, offeredIn } from "../order"
import { ownShop } from "../../../orders/records/lookups"
import { storeOf } from "../../../orders/records/__tests__/medusa"
import { collection, order } from "../../../orders/records/__tests__/records"

const ADDRESS = { first_name: "Ama", last_name: "Nkeng", phone: "670123456", country_code: "CM" }
const ORDER = {
  ...order({ currency_code: "XAF" }),
  display_id: 12,
  region_id: "reg_1",
  locale: "fr-CM",
  email: "ama@example.com",
  shipping_address: ADDRESS,
  billing_address: null,
  customer: null,
  items: [
    { product_title: "Coffee", title: "250 g", detail: { quantity: 2 } },
    { product_title: null, title: "Delivery by night", quantity: 3, detail: { quantity: 1 } },
    { product_title: null, title: null },
  ],
}
const REGION = {
  id: "reg_1",
  payment_providers: [
    { id: "pp_paycollect_default", is_enabled: true },
    { id: "pp_paycollect-card_default" },
    { id: "pp_paycollect-mobile-money_default", is_enabled: false },
    { id: "pp_system_default", is_enabled: true },
    null,
  ],
  countries: [{ iso_2: "ga" }, { iso_2: "cm" }],
}
const OFFERED = ["pp_paycollect_default", "pp_paycollect-card_default"]
const linked = async (facts: object = {}) =>
  await linkOrder(storeOf({ order: [{ ...ORDER, ...facts }], region: [REGION] }).query, "order_1")

describe("what a payment link shows of an order", () => {
  it("is its number, its lines, its customer and by what she may pay", async () => {
    expect(await linked()).toEqual({
      order: expect.objectContaining({ id: "order_1", payment_collections: [collection()] }),
      display_id: 12,
      currency_code: "xaf",
      customer: expect.objectContaining({ email: "ama@example.com", shipping_address: ADDRESS }),
      locale: "fr-CM",
      lines: [
        { name: "Coffee", quantity: 2 },
        { name: "Delivery by night", quantity: 3 },
        { name: "-", quantity: 1 },
      ],
      providers: OFFERED,
      country_code: "cm",
    })
  })

  it("is what is there of an order that says little", async () => {
    const bare = { display_id: undefined, region_id: null, locale: undefined, items: null }
    expect(await linked({ ...bare, shipping_address: null, payment_collections: null })).toMatchObject({
      order: { payment_collections: [] },
      display_id: null,
      locale: null,
      lines: [],
      providers: [],
      country_code: null,
    })
  })

  it("has no collection that was deleted, and is nothing without an order", async () => {
    const found = await linked({ payment_collections: [null, collection({ id: "pay_col_2" })] })
    expect(found?.order.payment_collections.map(({ id }) => id)).toEqual(["pay_col_2"])
    expect(await linkOrder(storeOf({}).query, "order_1")).toBeNull()
  })
})

describe("what a region offers", () => {
  const offered = async (
    regionId: string | null | undefined,
    customer: object = {},
    region: object = REGION
  ) => await offeredIn(storeOf({ region: [region] }).query, regionId, customer)

  it("is each of our providers that is enabled, and the country of the customer, else its first", async () => {
    const country_code = "ga"
    expect(await offered("reg_1")).toEqual({ providers: OFFERED, country_code })
    expect(await offered("reg_1", { billing_address: { country_code: "CI" } })).toMatchObject({
      country_code: "ci",
    })
    const both = { shipping_address: ADDRESS, billing_address: { country_code: "ci" } }
    expect(await offered("reg_1", both)).toMatchObject({ country_code: "cm" })
    expect(await offered("reg_1", { shipping_address: { country_code: null } })).toMatchObject({
      country_code,
    })
  })

  it("is nothing where the region is gone, or says nothing", async () => {
    const nothing = { providers: [], country_code: null }
    expect(await offered(null)).toEqual(nothing)
    expect(await offered("reg_9")).toEqual(nothing)
    expect(await offered("reg_1", {}, { id: "reg_1", payment_providers: null, countries: null })).toEqual(
      nothing
    )
    expect(await offered("reg_1", {}, { id: "reg_1", countries: [] })).toEqual(nothing)
  })
})

describe("the shop's name", () => {
  it("is what Medusa knows, if it does", async () => {
    const nameOf = async (records: Parameters<typeof storeOf>[0]) =>
      (await ownShop(storeOf(records).query)).name
    expect(await nameOf({ store: [{ id: "store_1", name: "Chez Ama" }] })).toBe("Chez Ama")
    expect(await nameOf({ store: [{ id: "store_1", name: null }] })).toBeNull()
    expect(await nameOf({})).toBeNull()
  })

  it.each([
    [["xaf", "xof", "eur"], "code"],
    [["xaf", "eur"], "symbol"],
    [null, "symbol"],
  ])("comes with how its francs are told apart: sold in %j by %s", async (codes, francs) => {
    const supported_currencies = codes?.map((currency_code) => ({ currency_code })) ?? null
    const { query } = storeOf({ store: [{ id: "store_1", name: null, supported_currencies }] })
    expect(await ownShop(query)).toMatchObject({ francs })
  })
})
