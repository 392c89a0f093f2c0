import { MedusaError } from "@medusajs/framework/utils"
import { AT, order, payment } from "../../../orders/records/__tests__/records"
import { calling } from "../../__tests__/calling"
import { guardRefund } from "../order-guards"

interface Setup {
  body?: unknown
  payments?: object[]
  /** what the order owes: negative when the customer paid too much */
  owes?: number | string
  orders?: object[]
  changes?: object[]
}

const CHANGE = {
  id: "ordch_1",
  order_id: "order_1",
  change_type: "edit",
  created_at: AT,
  status: "pending",
}
const of = (order: object | null, facts: object = {}) => ({
  ...payment(facts),
  payment_collection: { order },
})

/** Refunds `pay_1` of an order that is being changed. @returns whether core may go on, or why not */
async function refunding({ owes = 0, changes = [CHANGE], payments, orders, body }: Setup = {}) {
  const { req, res, next } = calling({
    id: "pay_1",
    body,
    records: {
      payment: payments ?? [of({ id: "order_1" })],
      order: orders ?? [order({ total: owes })],
      order_change: changes,
    },
    services: { paycollect: { clock: { now: () => AT.getTime() } } },
  })
  try {
    await guardRefund(req, res, next)
    return next.mock.calls.length === 1 ? "goes on" : "hangs"
  } catch (error) {
    expect(next).not.toHaveBeenCalled()
    expect(error).toMatchObject({ type: MedusaError.Types.NOT_ALLOWED })
    return (error as Error).message
  }
}

const REFUSED = expect.stringMatching(/^Nothing was refunded: a change of this order is open/)

describe("a refund of an order that is being changed", () => {
  it("is refused before core sends the money and then refuses the credit line", async () => {
    expect(await refunding()).toEqual(REFUSED)
    expect(await refunding({ body: { amount: 1 } })).toEqual(REFUSED)
    expect(await refunding({ body: null })).toEqual(REFUSED)
  })

  it("goes on where the order owes the customer that much already: core notes no credit line then", async () => {
    expect(await refunding({ owes: -10_000 })).toBe("goes on")
    expect(await refunding({ owes: "-9999.999999" })).toEqual(REFUSED)
    expect(await refunding({ owes: -500, body: { amount: 500 } })).toBe("goes on")
    expect(await refunding({ owes: -500, body: { amount: "500.000001" } })).toEqual(REFUSED)
    expect(await refunding({ owes: 500, body: { amount: 500 } })).toEqual(REFUSED)
  })

  it("is refused where the order cannot be read", async () => {
    expect(await refunding({ orders: [] })).toEqual(REFUSED)
  })

  it("is core's own matter of a payment that is none of ours, or of no order", async () => {
    for (const payments of [
      [],
      [of(null)],
      [of({ id: "order_1" }, { provider_id: "pp_system_default" })],
      [of(null, { provider_id: "pp_system_default" })],
    ])
      expect(await refunding({ payments })).toBe("goes on")
  })

  it("is no matter once the change is over, or another order's", async () => {
    expect(await refunding({ changes: [] })).toBe("goes on")
    expect(await refunding({ changes: [{ ...CHANGE, status: "confirmed" }] })).toBe("goes on")
    expect(await refunding({ changes: [{ ...CHANGE, order_id: "order_2" }] })).toBe("goes on")
  })
})
