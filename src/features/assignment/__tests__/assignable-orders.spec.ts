import { assignableOrders } from "../assignable-orders"
import { storeOf } from "../../../orders/records/__tests__/medusa"
import { collection, order, paidOrder } from "../../../orders/records/__tests__/records"

const MONEY = { amount: "10000", currency_code: "xaf", exponent: 0 }
const OF_AMA = { ...MONEY, customer_id: "cus_1", customer_email: "ama@example.com" }
const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const ama = { customer_id: "cus_1", email: "ama@example.com" }

/** Orders that ask for 10,000 XAF, and say otherwise what is named. */
const open = (n: number, facts: object = {}) => ({
  ...order({ id: `order_${n}`, currency_code: "xaf", created_at: day(n) }),
  display_id: n,
  total: 10_000,
  ...facts,
})
const ORDERS = [
  open(1, { ...ama, customer: { first_name: "Ama", last_name: "Nkeng" } }),
  open(2, { email: "koffi@example.com", customer: { first_name: null, last_name: "Koffi" } }),
  open(3, { customer_id: "cus_2", email: "ama@example.com" }),
  {
    ...paidOrder({ id: "order_4", currency_code: "xaf", created_at: day(4) }),
    display_id: 4,
    total: 10_000,
    ...ama,
  },
  open(5, { currency_code: "xof" }),
  open(6, { customer_id: null, email: null, customer: null }),
]
const TWELVE = open(12, { currency_code: "xof" })

async function listed(
  money: Parameters<typeof assignableOrders>[1],
  text?: string,
  orders: object[] = ORDERS
) {
  const { query, asked } = storeOf({ order: orders })
  const found = await assignableOrders(query, money, text)
  return { found, ids: found.map(({ id }) => id), asked }
}

describe("orders that money may be booked on", () => {
  it("are the same customer's first, by account or e-mail, then the newest; only those that ask for as much", async () => {
    const { ids, found, asked } = await listed(OF_AMA)
    expect(ids).toEqual(["order_1", "order_3", "order_6", "order_2"])
    expect(found.map(({ same_customer }) => same_customer)).toEqual([true, true, false, false])
    expect(asked.map(({ filters }) => filters)).toEqual([
      { currency_code: "xaf", customer_id: "cus_1" },
      { currency_code: "xaf", email: "ama@example.com" },
      { currency_code: "xaf" },
    ])
  })

  it("are looked for by nothing that is not known of the customer, nor are two without a name the same", async () => {
    const { found, asked } = await listed({ ...MONEY, customer_id: null, customer_email: null })
    expect(asked.map(({ filters }) => filters)).toEqual([{ currency_code: "xaf" }])
    expect(found.map(({ id, same_customer }) => [id, same_customer])).toEqual([
      ["order_6", false],
      ["order_3", false],
      ["order_2", false],
      ["order_1", false],
    ])
  })

  it("say what an employee knows them by", async () => {
    const { found } = await listed(OF_AMA)
    expect(found[0]).toEqual({
      id: "order_1",
      display_id: 1,
      created_at: "2026-01-01T00:00:00.000Z",
      email: "ama@example.com",
      customer_name: "Ama Nkeng",
      total: "10000",
      open: "10000",
      same_customer: true,
      blocker: null,
    })
    expect(found[3]).toMatchObject({ customer_name: "Koffi" })
    const bare = await listed(MONEY, "order_7", [open(7, { display_id: undefined, email: undefined })])
    expect(bare.found).toMatchObject([{ display_id: null, email: null, customer_name: null }])
  })

  it("have more to pay than was paid: what another collection brings is not open", async () => {
    const facts = {
      transactions: [{ amount: "4999.9" }],
      total: "20000.4",
      payment_collections: [collection()],
    }
    const { found } = await listed(MONEY, "", [open(8, facts)])
    expect(found).toMatchObject([{ total: "20000", open: "15001" }])
  })

  it("are found by what an employee types, and say why money may not be booked there", async () => {
    const why = async (text: string) =>
      (await listed(OF_AMA, text)).found.map(({ id, blocker }) => [id, blocker])
    expect(await why("4")).toEqual([["order_4", "owes_less"]])
    expect(await why("#5")).toEqual([["order_5", "other_currency"]])
    expect(await why("order_2")).toEqual([["order_2", null]])
    for (const text of ["12", "#12", "order_12"])
      expect((await listed(OF_AMA, text, [...ORDERS, TWELVE])).ids).toEqual(["order_12"])
    expect(await why("koffi@example.com")).toEqual([["order_2", null]])
    expect((await listed(OF_AMA, "AMA@example.com")).asked).toEqual([
      { entity: "order", filters: { email: ["AMA@example.com", "ama@example.com"] } },
    ])
    expect(await why("AMA@example.com")).toEqual([
      ["order_4", "owes_less"],
      ["order_3", null],
      ["order_1", null],
    ])
    expect((await listed(OF_AMA, "ama@example.com")).asked).toEqual([
      { entity: "order", filters: { email: ["ama@example.com"] } },
    ])
  })

  it.each([
    "#",
    "##4",
    "4x",
    "x4",
    "1234567890",
    "order_",
    "xorder_2",
    "order_2 x",
    "Koffi",
    "a@b c",
    "a @b",
  ])("are not asked for by what names none: %j", async (text) =>
    expect(await listed(OF_AMA, text)).toEqual({ found: [], ids: [], asked: [] })
  )

  it("of an e-mail are the same account's first", async () => {
    const { ids } = await listed({ ...MONEY, customer_id: "cus_2" }, "ama@example.com")
    expect(ids).toEqual(["order_3", "order_4", "order_1"])
  })

  it("are looked through as far as fifty of the customer and a hundred of all, and twenty are shown", async () => {
    const paid = (n: number, facts: object) => ({
      ...paidOrder({ id: `order_${n}`, currency_code: "xaf", created_at: day(n) }),
      total: 10_000,
      ...facts,
    })
    const many = (count: number, facts: object) => [
      open(1, facts),
      ...Array.from({ length: count }, (_, n) => paid(n + 2, facts)),
    ]
    const shown = async (orders: object[]) => (await listed(OF_AMA, "", orders)).ids
    const others = Array.from({ length: 100 }, (_, n) => paid(n + 1_000, {}))
    expect(await shown([...many(49, { customer_id: "cus_1" }), ...others])).toEqual(["order_1"])
    expect(await shown([...many(50, { customer_id: "cus_1" }), ...others])).toEqual([])
    expect(await shown([...many(49, { email: "ama@example.com" }), ...others])).toEqual(["order_1"])
    expect(await shown([...many(50, { email: "ama@example.com" }), ...others])).toEqual([])
    expect(await shown(many(99, {}))).toEqual(["order_1"])
    expect(await shown(many(100, {}))).toEqual([])
    const newest = await shown(Array.from({ length: 30 }, (_, n) => open(n + 1)))
    expect([newest.length, newest[0], newest.at(-1)]).toEqual([20, "order_30", "order_11"])
    const named = await listed(
      MONEY,
      "ama@example.com",
      Array.from({ length: 30 }, (_, n) => open(n + 1, ama))
    )
    expect([named.ids.length, named.ids[0]]).toEqual([20, "order_30"])
  })
})
