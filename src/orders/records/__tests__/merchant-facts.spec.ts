import { withStoreFacts } from "../merchant-facts"
import { storeOf } from "./medusa"

const ama = { customer_id: "cus_1", email: "ama@example.com" }
const records = {
  order: [
    { id: "order_1", display_id: 12, ...ama, billing_address: { first_name: "Ama", last_name: "Nkeng" } },
    { id: "order_2", display_id: 13, customer_id: null, email: null },
    { id: "order_3", email: "Ama@Example.com" },
  ],
  cart: [{ id: "cart_1", ...ama }, { id: "cart_2", email: "koffi@example.com" }, { id: "cart_3" }],
  order_cart: [
    { order_id: "order_1", cart_id: "cart_1" },
    { order_id: "order_2", cart_id: "cart_2" },
  ],
  order_payment_collection: [{ order_id: "order_1", payment_collection_id: "pay_col_link" }],
}

describe("what a merchant calls a payment", () => {
  const facts = async (
    order_id: string | null,
    cart_id: string | null,
    payment_collection_id = "pay_col_1"
  ) => {
    const { query } = storeOf(records)
    const [found] = await withStoreFacts(query, [{ id: "pcint_1", order_id, cart_id, payment_collection_id }])
    expect(found).toMatchObject({ id: "pcint_1", order_id, cart_id })
    const { order_display_id, customer_id, customer_email } = found!
    return [order_display_id, customer_id, customer_email]
  }

  it("is its order's number, and the customer of that", async () => {
    expect(await facts("order_1", "cart_2")).toEqual([12, "cus_1", "ama@example.com"])
  })

  it("is the customer of its cart while there is no order", async () => {
    expect(await facts(null, "cart_1")).toEqual([null, "cus_1", "ama@example.com"])
    expect(await facts(null, "cart_2")).toEqual([null, null, "koffi@example.com"])
  })

  it("says her name where a record has it", async () => {
    const { query } = storeOf(records)
    const asked = ["order_1", "order_2"].map((order_id) => ({
      ...{ order_id, cart_id: null, payment_collection_id: "pay_col_1" },
    }))
    const found = await withStoreFacts(query, asked)
    expect(found.map(({ customer_name }) => customer_name)).toEqual(["Ama Nkeng", null])
  })

  it("is that of the order whose collection was paid without a cart: by a link, or for a draft or an edit", async () => {
    expect(await facts(null, null, "pay_col_link")).toEqual([12, "cus_1", "ama@example.com"])
  })

  it("is nothing where neither is there, nor what they do not say", async () => {
    expect(await facts(null, null)).toEqual([null, null, null])
    expect(await facts("order_9", null)).toEqual([null, null, null])
    expect(await facts("order_2", null)).toEqual([13, null, null])
    expect(await facts(null, "cart_3")).toEqual([null, null, null])
  })

  it("costs one look-up for all orders and one for all carts, and none for what is not there", async () => {
    const { query, asked } = storeOf(records)
    const graph = jest.spyOn(query, "graph")
    const payment_collection_id = "pay_col_1"
    const found = await withStoreFacts(query, [
      { order_id: "order_1", cart_id: "cart_1", payment_collection_id },
      { order_id: "order_1", cart_id: "cart_9", payment_collection_id },
      { order_id: null, cart_id: "cart_2", payment_collection_id },
      { order_id: "order_2", cart_id: null, payment_collection_id },
    ])
    expect(found.map(({ customer_email }) => customer_email)).toEqual([
      ama.email,
      ama.email,
      "koffi@example.com",
      null,
    ])
    expect(asked).toEqual([
      { entity: "order", filters: { id: ["order_1", "order_2"] } },
      { entity: "cart", filters: { id: ["cart_2"] } },
    ])
    // All of them, however many one page of Medusa's holds.
    const pages = graph.mock.calls.map(([question]) => (question as { pagination?: object }).pagination)
    expect(pages).toEqual([{ take: 2 }, { take: 1 }])
    const none = storeOf(records)
    expect(
      await withStoreFacts(none.query, [{ order_id: null, cart_id: null, payment_collection_id }])
    ).toHaveLength(1)
    expect(none.asked).toEqual([
      { entity: "order_payment_collection", filters: { payment_collection_id: ["pay_col_1"] } },
    ])
  })
})
