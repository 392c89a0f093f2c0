import { linkCart } from "../cart"
import { storeOf } from "../../../orders/records/__tests__/medusa"
import { AT } from "../../../orders/records/__tests__/records"

const ADDRESS = {
  first_name: "Ama",
  last_name: "Nkeng",
  address_1: "Rue 1.234",
  city: "Douala",
  country_code: "cm",
}
const item = (variant_id: string, facts: object = {}) => ({
  title: "250 g",
  product_title: "Coffee",
  quantity: "2",
  variant_id,
  requires_shipping: true,
  variant: {
    manage_inventory: true,
    allow_backorder: false,
    product: { status: "published", shipping_profile: { id: "sp_1" } },
  },
  ...facts,
})
const CART = {
  id: "cart_1",
  total: 10_000,
  currency_code: "XAF",
  region_id: "reg_1",
  locale: "fr-CM",
  sales_channel_id: "sc_1",
  completed_at: null,
  email: "ama@example.com",
  customer: null,
  billing_address: null,
  shipping_address: ADDRESS,
  payment_collection: { id: "pay_col_1", amount: 10_000 },
  items: [item("variant_1")],
  shipping_methods: [{ shipping_option: { shipping_profile_id: "sp_1" } }],
}
const RECORDS = {
  region: [
    { id: "reg_1", payment_providers: [{ id: "pp_paycollect_default" }], countries: [{ iso_2: "ga" }] },
  ],
  product_variant_inventory_items: [
    {
      variant_id: "variant_1",
      required_quantity: 2,
      variant: { manage_inventory: true, allow_backorder: false },
      inventory: {
        location_levels: [
          { location_id: "sloc_1", available_quantity: 15 },
          { location_id: "sloc_9", available_quantity: 100 },
        ],
      },
    },
  ],
  sales_channel_locations: [{ sales_channel_id: "sc_1", stock_location_id: "sloc_1" }],
}

async function linked(facts: object = {}) {
  const { query, asked } = storeOf({ ...RECORDS, cart: [{ ...CART, ...facts }] })
  const cart = await linkCart(query, "cart_1")
  return { cart: cart!, asked: asked.map(({ entity }) => entity) }
}
const lineWith = async (facts: object) =>
  (await linked({ items: [item("variant_1", facts)] })).cart.needs.lines[0]

describe("what a payment link shows of a cart", () => {
  it("is what it costs and holds, whose it is, and by what she may pay", async () => {
    expect((await linked()).cart).toEqual({
      id: "cart_1",
      display_id: null,
      currency_code: "xaf",
      customer: expect.objectContaining({ email: "ama@example.com" }),
      locale: "fr-CM",
      lines: [{ name: "Coffee", quantity: 2 }],
      providers: ["pp_paycollect_default"],
      country_code: "cm",
      costs: 10000,
      total: 10_000,
      completed_at: null,
      payment_collection_id: "pay_col_1",
      needs: {
        customer: expect.objectContaining({ email: "ama@example.com" }),
        isAddressed: true,
        lines: [
          {
            name: "Coffee",
            quantity: 2,
            variant_id: "variant_1",
            isSold: true,
            // Of fifteen in the sales channel's place each takes two.
            available: 7,
            isDelivered: true,
            shipping_profile_id: "sp_1",
          },
        ],
        shipping_profile_ids: ["sp_1"],
      },
    })
  })

  it("is what is there of a cart that says little, and when it was completed", async () => {
    const bare = { items: null, shipping_methods: null, payment_collection: null, locale: undefined }
    const { cart, asked } = await linked({
      ...bare,
      region_id: null,
      shipping_address: null,
      completed_at: AT,
    })
    expect(cart).toMatchObject({
      locale: null,
      lines: [],
      completed_at: AT,
      payment_collection_id: null,
      needs: { isAddressed: false, lines: [], shipping_profile_ids: [] },
    })
    expect(asked).toEqual(["line_item", "cart"])
    expect((await linked({ completed_at: undefined })).cart.completed_at).toBeNull()
  })

  it("is nothing without a cart", async () => {
    expect(await linkCart(storeOf(RECORDS).query, "cart_1")).toBeNull()
  })

  it.each<[string, object | null, boolean]>([
    ["a street", { address_1: "Rue 1.234", city: null }, true],
    ["a town", { address_1: null, city: "Douala" }, true],
    ["a country alone, as core fills it in", { country_code: "cm" }, false],
    ["only space", { address_1: "  ", city: " " }, false],
    ["no address", null, false],
  ])("is addressed by %s: %j, %j", async (_, shipping_address, isAddressed) => {
    expect((await linked({ shipping_address })).cart.needs).toMatchObject({ isAddressed })
  })

  it("knows of deliveries whose option is gone", async () => {
    const shipping_methods = [
      { shipping_option: null },
      {},
      { shipping_option: { shipping_profile_id: null } },
    ]
    expect((await linked({ shipping_methods })).cart.needs.shipping_profile_ids).toEqual([null, null, null])
  })
})

describe("a line of the cart", () => {
  const variant = item("variant_1").variant

  it("is sold while its product is published, and where it has no variant", async () => {
    const draft = { ...variant, product: { ...variant.product, status: "draft" } }
    expect(await lineWith({ variant: draft })).toMatchObject({ isSold: false })
    expect(await lineWith({ variant: null })).toMatchObject({ isSold: false, shipping_profile_id: null })
    expect(await lineWith({ variant: { product: null } })).toMatchObject({
      isSold: false,
      shipping_profile_id: null,
    })
    const free = await lineWith({ variant_id: undefined, variant: null })
    expect(free).toMatchObject({ isSold: true, variant_id: null, available: null })
    const bare = { ...variant, product: { status: "published", shipping_profile: null } }
    expect(await lineWith({ variant: bare })).toMatchObject({ isSold: true, shipping_profile_id: null })
  })

  it("is counted where its stock is managed and may not run out", async () => {
    expect(await lineWith({ variant: { ...variant, allow_backorder: true } })).toMatchObject({
      available: null,
    })
    expect(await lineWith({ variant: { ...variant, manage_inventory: false } })).toMatchObject({
      available: null,
    })
    expect(await lineWith({ variant_id: null })).toMatchObject({ available: null })
    expect(await lineWith({ variant_id: "variant_2" })).toMatchObject({ available: 0 })
  })

  it("is delivered where it has to be", async () => {
    expect(await lineWith({ requires_shipping: false })).toMatchObject({ isDelivered: false })
    expect(await lineWith({ requires_shipping: null })).toMatchObject({ isDelivered: false })
  })

  it("has no stock in a cart without a sales channel; each variant is asked for once, if any", async () => {
    const { cart } = await linked({ sales_channel_id: null })
    expect(cart.needs.lines).toMatchObject([{ available: 0 }])
    const { query, asked } = storeOf({
      ...RECORDS,
      cart: [{ ...CART, items: [item("variant_1"), item("variant_1")] }],
    })
    expect((await linkCart(query, "cart_1"))!.needs.lines).toMatchObject([{ available: 7 }, { available: 7 }])
    expect(asked.find(({ entity }) => entity === "product_variant_inventory_items")).toMatchObject({
      filters: { variant_id: ["variant_1"] },
    })
    const uncounted = await linked({
      items: [item("variant_1", { variant: { ...variant, allow_backorder: true } })],
    })
    expect(uncounted.asked).toEqual(["line_item", "cart", "region"])
  })
})
