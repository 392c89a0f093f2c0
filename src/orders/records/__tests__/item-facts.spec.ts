import { itemFacts } from "../item-facts"
import { storeOf } from "./medusa"

const address = { first_name: "Ama", last_name: "Nkeng", phone: "6 70 12 34 56", country_code: "cm" }
const ama = {
  email: "ama@example.com",
  customer_id: "cus_1",
  billing_address: null,
  shipping_address: address,
}
const koffi = { email: null, customer_id: null, billing_address: null, shipping_address: null }
const records = {
  cart: [
    { id: "cart_open", ...ama, customer: { first_name: "Ama", email: "account@example.com" } },
    { id: "cart_bare", ...koffi },
  ],
  order: [
    { id: "order_paid", display_id: 12, status: "pending", ...ama },
    { id: "order_gone", display_id: 11, status: "canceled", ...ama },
    { id: "order_draft", display_id: 20, status: "pending", ...koffi },
  ],
  order_cart: [
    { cart_id: "cart_done", order_id: "order_gone" },
    { cart_id: "cart_done", order_id: "order_paid" },
    { cart_id: "cart_canceled", order_id: "order_gone" },
  ],
  order_payment_collection: [{ payment_collection_id: "pay_col_draft", order_id: "order_draft" }],
}
const payment = (more: { cart_id?: string; order_id?: string; payment_collection_id?: string } = {}) => ({
  cart_id: null,
  order_id: null,
  payment_collection_id: "pay_col_1",
  ...more,
})
const factsOf = async (more?: Parameters<typeof payment>[0]) =>
  (await itemFacts(storeOf(records).query, [payment(more)]))[0]!

const AMA = {
  name: "Ama Nkeng",
  email: "ama@example.com",
  phone: "+237 6 70 12 34 56",
  phone_digits: "237670123456",
}
const NOBODY = { name: null, email: null, phone: null, phone_digits: null }

describe("what a person needs to deal with an item", () => {
  it("is the customer of the cart while there is no order", async () => {
    expect(await factsOf({ cart_id: "cart_open" })).toEqual({
      customer: AMA,
      customer_id: "cus_1",
      order: null,
    })
    expect(await factsOf({ cart_id: "cart_bare" })).toEqual({
      customer: NOBODY,
      customer_id: null,
      order: null,
    })
  })

  it("is the order that the cart was paid for already, rather the one that stands", async () => {
    expect(await factsOf({ cart_id: "cart_done" })).toEqual({
      customer: AMA,
      customer_id: "cus_1",
      order: { id: "order_paid", display_id: 12, canceled: false },
    })
    expect((await factsOf({ cart_id: "cart_canceled" })).order).toEqual({
      id: "order_gone",
      display_id: 11,
      canceled: true,
    })
  })

  it("is the payment's own order, or that of its collection where it has no cart", async () => {
    expect((await factsOf({ order_id: "order_paid" })).order).toMatchObject({ id: "order_paid" })
    expect((await factsOf({ payment_collection_id: "pay_col_draft" })).order).toMatchObject({
      display_id: 20,
    })
  })

  it("is what the account says where an address says nothing", async () => {
    const account = {
      first_name: "Ama",
      last_name: "Owona",
      phone: "+237 6 99 00 11 22",
      email: "own@example.com",
    }
    const { query } = storeOf({ cart: [{ id: "cart_1", ...koffi, customer: account }] })
    const [found] = await itemFacts(query, [payment({ cart_id: "cart_1" })])
    expect(found!.customer).toMatchObject({ name: "Ama Owona", email: "own@example.com" })
    expect(found!.customer.phone_digits).toBe("237699001122")
  })

  it("is nothing where the records are gone: nothing of it is kept here", async () => {
    const nothing = { customer: NOBODY, customer_id: null, order: null }
    expect(await factsOf()).toEqual(nothing)
    expect(await factsOf({ cart_id: "cart_erased", order_id: "order_erased" })).toEqual(nothing)
  })

  it("costs one question for each kind of record, however many items there are", async () => {
    const { query, asked } = storeOf(records)
    const many = ["cart_open", "cart_done", "cart_bare", "cart_open"].map((cart_id) => payment({ cart_id }))
    const found = await itemFacts(query, [...many, payment({ payment_collection_id: "pay_col_draft" })])
    expect(found.map(({ order }) => order?.display_id ?? null)).toEqual([null, 12, null, null, 20])
    expect(found[3]).toEqual(found[0])
    expect(asked.map(({ entity }) => entity).sort()).toEqual(
      ["cart", "order", "order_cart", "order_payment_collection"].sort()
    )
    const filtersOf = (wanted: string) => asked.find(({ entity }) => entity === wanted)!.filters
    expect(filtersOf("cart")).toEqual({ id: ["cart_open", "cart_bare"] })
    expect(filtersOf("order_cart")).toEqual({ cart_id: ["cart_open", "cart_done", "cart_bare"] })
    expect(filtersOf("order_payment_collection")).toEqual({ payment_collection_id: ["pay_col_draft"] })
    const none = storeOf(records)
    expect(await itemFacts(none.query, [])).toEqual([])
    expect(none.asked).toEqual([])
  })
})
