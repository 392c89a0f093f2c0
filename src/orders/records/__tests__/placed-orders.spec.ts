import { customerOfCart, MOST_READ, placedUnpaidOrders } from "../placed-orders"
import { storeOf } from "./medusa"
import { AT, OURS } from "./records"

const address = (phone: string) => ({ phone, country_code: "cm" })
const placed = (id: string, facts: object = {}) => ({
  id,
  status: "pending",
  email: "ama@example.com",
  billing_address: address("670000001"),
  shipping_address: address("670000002"),
  customer: { email: "ama@example.org", phone: "+237670000003" },
  ...facts,
})
const waiting = (order: object | null, facts: object = {}) => ({
  id: `payses_of_${(order as { id?: string } | null)?.id}`,
  provider_id: OURS,
  status: "pending_authorization",
  updated_at: AT,
  payment_collection: { order },
  ...facts,
})
const unpaid = (records: Record<string, object[]>, carts: string[] = []) =>
  placedUnpaidOrders(storeOf(records).query, { since: AT, carts })

describe("orders that stand without their money", () => {
  it("are those whose session waits for its payment, with all that says whose they are", async () => {
    expect(await unpaid({ payment_session: [waiting(placed("order_1"))] })).toEqual([placed("order_1")])
  })

  it.each<[string, object]>([
    ["that another provider waits for", { provider_id: "pp_system_default" }],
    ["that is paid", { status: "captured" }],
    ["that is older than the job lets one stand", { updated_at: new Date(AT.getTime() - 1) }],
  ])("are none %s", async (_, facts) => {
    expect(await unpaid({ payment_session: [waiting(placed("order_1"), facts)] })).toEqual([])
  })

  it("are none that was canceled, and no cart that is not ordered", async () => {
    const payment_session = [waiting(placed("order_1", { status: "canceled" })), waiting(null)]
    expect(await unpaid({ payment_session })).toEqual([])
  })

  it("are also those of carts that core orders at this moment, each once", async () => {
    const link = (cart_id: string, order: object | null) => ({ cart_id, order })
    const records = {
      payment_session: [waiting(placed("order_1"))],
      order_cart: [
        link("cart_1", placed("order_1")),
        link("cart_2", placed("order_2")),
        link("cart_2", placed("order_3", { status: "canceled" })),
        link("cart_3", null),
        link("cart_4", placed("order_4")),
      ],
    }
    const orders = await unpaid(records, ["cart_1", "cart_2", "cart_3"])
    expect(orders).toEqual([placed("order_1"), placed("order_2")])
  })

  it("cost no question about carts where core orders none", async () => {
    const store = storeOf({})
    await placedUnpaidOrders(store.query, { since: AT, carts: [] })
    expect(store.asked.map(({ entity }) => entity)).toEqual(["payment_session"])
  })

  it("are read far beyond the most there may be, the latest ones", async () => {
    const payment_session = Array.from({ length: MOST_READ + 1 }, (_, index) =>
      waiting(placed(`order_${index}`), { updated_at: new Date(AT.getTime() + index) })
    )
    const orders = await unpaid({ payment_session })
    expect(orders).toHaveLength(MOST_READ)
    expect(orders.map(({ id }) => id)).not.toContain("order_0")
  })
})

describe("whose cart it is", () => {
  it("is what the cart itself names", async () => {
    const records = { cart: [placed("cart_0", { email: "koffi@example.com" }), placed("cart_1")] }
    const { status: _, ...person } = placed("cart_1")
    expect(await customerOfCart(storeOf(records).query, "cart_1")).toEqual(person)
  })

  it("is nobody's once the cart is gone", async () => {
    expect(await customerOfCart(storeOf({}).query, "cart_1")).toBeNull()
  })
})
