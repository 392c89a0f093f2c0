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
  /** another process advances money of it */
  isBusy?: boolean
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

/** Refunds `pay_1` of an order that is being changed. @returns whether core may go on, or why not; `done`: what was held and freed */
async function refund({ owes = 0, changes = [CHANGE], payments, orders, body, isBusy }: Setup = {}) {
  const done: unknown[] = []
  const hold = (...asked: unknown[]) => {
    done.push(asked)
    return Promise.resolve(isBusy ? null : () => Promise.resolve(void done.push("freed")))
  }
  const { req, res, next, finish } = calling({
    id: "pay_1",
    body,
    records: {
      payment: payments ?? [of({ id: "order_1" })],
      order: orders ?? [order({ total: owes })],
      order_change: changes,
      order_cart: { order_id: "order_1", cart_id: "cart_1" },
      order_payment_collection: { order_id: "order_1", payment_collection_id: "pay_col_1" },
    },
    services: { paycollect: { clock: { now: () => AT.getTime() }, ledger: { hold } } },
  })
  const said = await guardRefund(req, res, next).then(
    () => (next.mock.calls.length === 1 ? "goes on" : "hangs"),
    (error: Error) => {
      expect(next).not.toHaveBeenCalled()
      expect(error).toMatchObject({ type: MedusaError.Types.NOT_ALLOWED })
      return error.message
    }
  )
  return { said, done, finish }
}

const refunding = async (setup?: Setup) => (await refund(setup)).said

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

describe("the money of an order that is refunded", () => {
  const HELD = [["cart_1", "pay_col_1"], { wait: 10_000, orderId: "order_1" }]

  it("is held until the answer went out", async () => {
    const { said, done, finish } = await refund({ changes: [] })
    expect([said, done]).toEqual(["goes on", [HELD]])
    finish()
    expect(done).toEqual([HELD, "freed"])
  })

  it("is freed at once where the refund is refused", async () => {
    const { said, done } = await refund()
    expect([said, done]).toEqual([REFUSED, [HELD, "freed"]])
  })

  it("stays as it is while another process advances it", async () => {
    const { said, done } = await refund({ changes: [], isBusy: true })
    expect([said, done]).toEqual([
      expect.stringMatching(/^Nothing was refunded: .*Try again in a minute/),
      [HELD],
    ])
  })

  it("is not looked at where it is none of ours", async () => {
    expect(
      (await refund({ payments: [of({ id: "order_1" }, { provider_id: "pp_system_default" })] })).done
    ).toEqual([])
  })
})
