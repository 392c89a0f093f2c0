import {
  emailOfCustomer,
  isCompensation,
  isPaidWithUs,
  orderById,
  orderOfCart,
  orderOfCollection,
  ordersMovedSince,
  owesNothing,
  paymentBy,
  priceOfCart,
  priceOfCollection,
  providersInRegions,
  refundsBetween,
  subjectOfCollection,
  subjectsBeside,
  subjectsOfOrder,
  usersById,
} from "../lookups"
import { countryOf, placeOfPayment } from "../place"
import { storeOf } from "./medusa"
import { AT, OURS, paidOrder, payment } from "./records"
import { COMPENSATION_NOTE } from "../../../../integration-tests/http/support/compensation"

const records = {
  order_cart: [
    { cart_id: "cart_1", order_id: "order_0", order: { status: "canceled" } },
    { cart_id: "cart_1", order_id: "order_1", order: { status: "pending" } },
    { cart_id: "cart_2", order_id: "order_2", order: { status: "canceled" } },
    { cart_id: "cart_3", order_id: "order_3", order: null },
    { cart_id: "cart_3", order_id: "order_4", order: { status: "pending" } },
  ],
  order_payment_collection: [
    { order_id: "order_1", payment_collection_id: "pay_col_1", order: { id: "order_1", status: "pending" } },
    { order_id: "order_2", payment_collection_id: "pay_col_2", order: null },
  ],
  order: [{ id: "order_1", shipping_address: null, region_id: "reg_1" }],
  cart: [
    { id: "cart_1", total: 119, currency_code: "eur", shipping_address: { country_code: "ci" } },
    { id: "cart_2", shipping_address: { country_code: null }, region_id: "reg_1" },
    { id: "cart_3", shipping_address: null, region_id: "reg_2" },
    { id: "cart_4", region_id: "reg_3" },
    { id: "cart_5", region_id: null },
    { id: "cart_6", region_id: "reg_9" },
  ],
  region: [
    { id: "reg_1", countries: [{ iso_2: "cm" }, { iso_2: "ga" }] },
    { id: "reg_2", countries: [] },
    { id: "reg_3", countries: null },
  ],
  payment_collection: [{ id: "pay_col_1", amount: 119, currency_code: "eur" }],
  customer: [
    { id: "cus_1", email: "ama@example.com" },
    { id: "cus_2", email: null },
  ],
  user: [
    { id: "user_1", first_name: "Ama", last_name: "Nkeng", email: "ama@example.com", avatar: "x" },
    { id: "user_2", email: "koffi@example.com" },
    { id: "user_3", email: "zoe@example.com" },
  ],
}
const { query } = storeOf(records)

describe("the order of a cart", () => {
  it("is the one that stands, where one was canceled and made again", async () => {
    expect(await orderOfCart(query, "cart_1")).toEqual({ id: "order_1", status: "pending" })
  })

  it("is the canceled one where none stands; an order that cannot be read stands for nothing", async () => {
    expect(await orderOfCart(query, "cart_2")).toEqual({ id: "order_2", status: "canceled" })
    expect(await orderOfCart(query, "cart_3")).toEqual({ id: "order_4", status: "pending" })
  })

  it("is none of a cart that was not ordered", async () => {
    expect(await orderOfCart(query, "cart_9")).toBeNull()
  })
})

describe("what is asked for", () => {
  it("is the cart's total, and the collection's amount", async () => {
    const price = { amount: 119, currency_code: "eur" }
    expect(await priceOfCart(query, "cart_1")).toEqual(price)
    expect(await priceOfCollection(query, "pay_col_1")).toEqual(price)
  })

  it("is nothing where they are gone", async () => {
    expect(await priceOfCart(query, "cart_9")).toBeNull()
    expect(await priceOfCollection(query, "pay_col_9")).toBeNull()
  })
})

describe("a cart", () => {
  it.each([
    ["a session of ours", [{ provider_id: "pp_system_default" }, { provider_id: OURS }], true],
    ["another provider's sessions", [{ provider_id: "pp_system_default" }], false],
    ["no sessions", [], false],
  ])("is paid with us where it has %s", async (_, payment_sessions, withUs) => {
    const { query: store } = storeOf({
      payment_collection: [
        { cart: { id: "cart_0" }, payment_sessions: [{ provider_id: OURS }] },
        { cart: { id: "cart_1" } },
        { cart: { id: "cart_1" }, payment_sessions },
      ],
    })
    expect(await isPaidWithUs(store, "cart_1")).toBe(withUs)
  })
})

describe("the country of a cart", () => {
  it("costs no second question where its address has one", async () => {
    const store = storeOf(records)
    await countryOf(store.query, "cart", "cart_1")
    expect(store.asked.map(({ entity }) => entity)).toEqual(["cart"])
  })

  it.each([
    ["cart_1", "ci", "its address's"],
    ["cart_2", "cm", "the first of its region, where the address has none"],
    ["cart_3", null, "none of a region without countries"],
    ["cart_4", null, "none of a region whose countries do not come"],
    ["cart_5", null, "none without address and region"],
    ["cart_6", null, "none of a region that is gone"],
    ["cart_9", null, "none of a cart that is gone"],
  ])("of %s is %j: %s", async (id, country, _why) => {
    expect(await countryOf(query, "cart", id)).toBe(country)
  })
})

describe("an order", () => {
  it("comes with all its money, or not at all", async () => {
    const order = paidOrder({ credit_lines: [{ amount: 1 }], fulfillments: [{ canceled_at: AT }] })
    const store = storeOf({ order: [paidOrder({ id: "order_0" }), order] })
    expect(await orderById(store.query, "order_1")).toEqual(order)
    expect(await orderById(store.query, "order_9")).toBeNull()
  })

  it("is its cart's money and that of its collections, under the names of the ledger", async () => {
    expect(await subjectsOfOrder(query, "order_1")).toEqual(["cart_1", "pay_col_1"])
    expect(await subjectsOfOrder(query, "order_9")).toEqual([])
  })
})

describe("an order that owes nothing", () => {
  const owing = (total: number, status = "pending") =>
    storeOf({
      order: [{ id: "order_1", status, total, summary: { current_order_total: 1 }, transactions: [] }],
    }).query

  it("is told by its own total, rounded to the currency's smallest unit", async () => {
    expect(await owesNothing(owing(0), "order_1", 0)).toBe(true)
    expect(await owesNothing(owing(-5), "order_1", 0)).toBe(true)
    expect(await owesNothing(owing(0.25), "order_1", 0)).toBe(true)
    expect(await owesNothing(owing(0.25), "order_1", 2)).toBe(false)
    expect(await owesNothing(owing(0), "order_9", 0)).toBe(false)
    expect(await owesNothing(owing(0, "canceled"), "order_1", 0)).toBe(false)
  })
})

describe("money beside other money of an order", () => {
  const money = { cart_id: null, payment_collection_id: "pay_col_1", assigned_order_id: null }

  it("is all of the order that it was given to, or of its collection's", async () => {
    expect(await subjectsBeside(query, money)).toEqual(["cart_1", "pay_col_1"])
    expect(
      await subjectsBeside(query, { ...money, cart_id: "cart_9", assigned_order_id: "order_1" })
    ).toEqual(["cart_1", "pay_col_1"])
  })

  it("is none of a cart's own money, which holds the cart, nor where no order stands", async () => {
    const { query: unasked, asked } = storeOf(records)
    expect(await subjectsBeside(unasked, { ...money, cart_id: "cart_1" })).toEqual([])
    expect(asked).toEqual([])
    expect(await subjectsBeside(query, { ...money, payment_collection_id: "pay_col_9" })).toEqual([])
  })
})

describe("where a payment leads back to", () => {
  it.each([
    ["its cart", "cart_1", "pay_col_1", ["cart_1", null, null, "ci"]],
    ["its order's collection, where it has no cart", null, "pay_col_1", [null, "pay_col_1", "order_1", "cm"]],
    ["a collection whose order is gone", null, "pay_col_2", [null, "pay_col_2", null, null]],
    ["a collection of no order", null, "pay_col_9", [null, "pay_col_9", null, null]],
  ])("is %s", async (_, cart_id, payment_collection_id, [cart, collection, order_id, country_code]) => {
    expect(await placeOfPayment(query, { cart_id, payment_collection_id })).toEqual({
      cart_id: cart,
      payment_collection_id: collection,
      order_id,
      country_code,
    })
  })
})

describe("a collection", () => {
  it("has the order that core made it for", async () => {
    expect(await orderOfCollection(query, "pay_col_1")).toEqual({ id: "order_1", status: "pending" })
    expect(await orderOfCollection(query, "pay_col_2")).toBeNull()
    expect(await orderOfCollection(query, "pay_col_9")).toBeNull()
  })

  it("is counted under its cart's name, or under its own where it has none", async () => {
    const { query: store } = storeOf({
      cart_payment_collection: [
        { payment_collection_id: "pay_col_1", cart_id: "cart_1" },
        { payment_collection_id: "pay_col_2", cart_id: "cart_2" },
      ],
    })
    expect(await subjectOfCollection(store, "pay_col_2")).toBe("cart_2")
    expect(await subjectOfCollection(store, "pay_col_9")).toBe("pay_col_9")
  })
})

describe("a payment by its id", () => {
  const store = storeOf({
    payment: [
      { ...payment(), payment_collection: { order: { id: "order_1" } } },
      { ...payment({ id: "pay_2" }), payment_collection: { order: null } },
      { ...payment({ id: "pay_3" }), payment_collection: null },
    ],
  })

  it("names the order of its collection", async () => {
    expect(await paymentBy(store.query, { id: "pay_1" })).toMatchObject({ ...payment(), order_id: "order_1" })
  })

  it("names none where there is none, and is none where it is gone", async () => {
    for (const id of ["pay_2", "pay_3"])
      expect(await paymentBy(store.query, { id })).toMatchObject({ id, order_id: null })
    expect(await paymentBy(store.query, { id: "pay_9" })).toBeNull()
  })
})

describe("refunds", () => {
  const ofCart = { cart_link: { cart_id: "cart_2" } }
  const refund = (id: string, facts: object = {}, payment_collection: object | null = ofCart) => ({
    id,
    amount: 119,
    created_by: null,
    refund_reason_id: null,
    created_at: AT,
    payment: { data: { merchant_reference: "cart_2-1" }, payment_collection },
    ...facts,
  })
  const since = (ms: number) => new Date(AT.getTime() + ms)

  it("of a period are those that moved money: core's own booking-back of a cart is none", async () => {
    const ordered = { ...ofCart, order: { created_at: AT } }
    const { query: store } = storeOf({
      refund: [
        refund("before", { created_by: "user_1", created_at: since(-2) }),
        refund("first", { created_by: "user_1", created_at: since(-1) }),
        refund("by core"),
        refund("by core, before the order stood", {}, ordered),
        refund("by a program, since the order stands", { created_at: since(1) }, ordered),
        refund("of an order edit", {}, { cart_link: null }),
        refund("of a collection that is gone", {}, null),
        refund("of a payment that is gone", { payment: null }),
        refund("last", { refund_reason_id: "refr_1", created_at: since(2) }),
        refund("after", { created_by: "user_1", created_at: since(3) }),
      ],
    })
    const found = await refundsBetween(store, { from: since(-1), to: since(2) })
    expect(found.map(({ id }) => id)).toEqual([
      "first",
      "by a program, since the order stands",
      "of an order edit",
      "of a collection that is gone",
      "of a payment that is gone",
      "last",
    ])
    expect(found[0]).toMatchObject({ amount: 119, payment: { data: { merchant_reference: "cart_2-1" } } })
  })

  it.each<[string, object, boolean]>([
    ["nobody asked for, of a cart without an order", {}, true],
    ["a person asked for", { created_by: "user_1" }, false],
    ["has a reason", { refund_reason_id: "refr_1" }, false],
    ["is of a payment that is gone", { payment: null }, false],
    ["is of a collection that is gone", { payment: { payment_collection: null } }, false],
    ["is of a collection without a cart", { payment: { payment_collection: { cart_link: null } } }, false],
  ])("are core's compensation where the one that is written %s: %s", async (_, facts, isCore) => {
    const store = storeOf({ refund: [refund("another", { created_by: "user_1" }), refund("ref_1", facts)] })
    expect(await isCompensation(store.query, "ref_1")).toBe(isCore)
    expect(await isCompensation(store.query, "ref_9")).toBe(false)
  })

  it("are no compensation once the cart was ordered, an order that was canceled since included, but where core says so", async () => {
    const { order_cart } = records
    const byCore = refund("ref_2", { note: COMPENSATION_NOTE })
    const byHand = refund("ref_3", { note: COMPENSATION_NOTE, created_by: "user_1" })
    const store = storeOf({ order_cart, refund: [refund("ref_1"), byCore, byHand] })
    expect(await isCompensation(store.query, "ref_1")).toBe(false)
    expect(await isCompensation(store.query, "ref_2")).toBe(true)
    expect(await isCompensation(store.query, "ref_3")).toBe(false)
  })
})

describe("people and regions", () => {
  it("offer the providers that are there", async () => {
    const { query: store } = storeOf({
      region: [
        { id: "reg_1", payment_providers: [{ id: "pp_system_default" }, null] },
        { id: "reg_2", payment_providers: null },
        { id: "reg_3", payment_providers: [{ id: "pp_paycollect_default" }] },
      ],
    })
    expect(await providersInRegions(store)).toEqual(["pp_system_default", "pp_paycollect_default"])
  })

  it("are known by the store's own record", async () => {
    const emails = ["cus_1", "cus_2", "cus_9"].map((id) => emailOfCustomer(query, id))
    expect(await Promise.all(emails)).toEqual(["ama@example.com", null, null])
    expect(await usersById(query, ["user_1", "user_2"])).toEqual([
      { id: "user_1", first_name: "Ama", last_name: "Nkeng", email: "ama@example.com" },
      { id: "user_2", email: "koffi@example.com" },
    ])
  })
})

describe("orders that moved", () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second))
  const order = (id: string, second: number) => ({ id, updated_at: at(second) })
  const collection = (id: string, second: number, of: string | null) => ({
    ...{ id, updated_at: at(second).toISOString(), order: of === null ? null : { id: of } },
  })
  /** Pages of two orders and of twenty collections: the first of each kind. */
  const moved = async (orders: object[], collections: object[], skip = 0) => {
    const graph = jest.fn(({ entity }: { entity: string }) =>
      Promise.resolve({ data: entity === "order" ? orders : collections })
    )
    const found = await ordersMovedSince({ graph } as never, { since: at(0), skip, take: 2 })
    return { ...found, graph }
  }

  it("are those whose records moved, each once, and there is no more behind pages that are not full", async () => {
    const { ids, next, graph } = await moved(
      [order("order_1", 1)],
      [collection("pay_col_1", 2, "order_1"), collection("pay_col_2", 3, null)].slice(0, 1)
    )
    expect([ids, next]).toEqual([["order_1"], null])
    expect(graph).toHaveBeenCalledWith({
      entity: "order",
      fields: ["id", "updated_at"],
      filters: { updated_at: { $gte: at(0) } },
      pagination: { take: 2, order: { updated_at: "ASC", id: "ASC" } },
    })
  })

  it("go on where the first full page ends, so that nothing of the other kind is left out", async () => {
    const carts = Array.from({ length: 18 }, (_, n) => collection(`pay_col_of_cart_${n}`, 2, null))
    const { ids, next } = await moved(
      [order("order_1", 1), order("order_2", 9)],
      [collection("pay_col_1", 2, "order_3"), ...carts, collection("pay_col_2", 4, "order_4")]
    )
    expect([ids, next]).toEqual([["order_1", "order_2", "order_3", "order_4"], { since: at(4), skip: 0 }])
  })

  it("go on within one moment of which a page does not hold all", async () => {
    const { next } = await moved([order("order_1", 0), order("order_2", 0)], [], 2)
    expect(next).toEqual({ since: at(0), skip: 4 })
  })
})
