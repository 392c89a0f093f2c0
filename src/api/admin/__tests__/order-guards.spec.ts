import { MedusaError } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { AT, collection, order, paidOrder, payment, refund } from "../../../orders/records/__tests__/records"
import { calling } from "../../__tests__/calling"
import { guardOrderCancel, guardAuthorize } from "../order-guards"

jest.mock("@medusajs/medusa/core-flows", () => ({ refundPaymentWorkflow: jest.fn() }))

interface Setup {
  refunds?: "off" | "manual" | "api"
  /** of the merchant */
  language?: "en" | "fr"
  orders?: object[]
  changes?: object[]
  /** decimals of XAF, as Medusa knows them; undefined: not at all */
  decimals?: number
  /** the money is being applied by another process */
  busy?: boolean
  refundFails?: boolean
  /** cannot free the money when the answer has gone out */
  releaseFails?: boolean
}

/** Cancels `order_1`, all that was done in its order. */
async function cancel({ refunds = "api", orders = [paidOrder()], changes = [], ...more }: Setup = {}) {
  const done: unknown[] = []
  jest
    .mocked(refundPaymentWorkflow)
    .mockReset()
    .mockReturnValue({
      run: ({ input }: { input: unknown }) => {
        done.push(input)
        return more.refundFails ? Promise.reject(new Error("declined")) : Promise.resolve()
      },
    } as never)
  const release = () => {
    done.push("closed")
    return more.releaseFails ? Promise.reject(new Error("no database")) : Promise.resolve()
  }
  const paycollect = {
    clock: { now: () => AT.getTime() + 60_001 },
    configuration: {
      current: () =>
        Promise.resolve({
          options: {
            ...{ refunds, service: { currencyExponents: {} } },
            notifications: { language: more.language ?? "en" },
          },
        }),
    },
    ledger: {
      hold: (...asked: unknown[]) => {
        done.push(["hold", ...asked])
        return Promise.resolve(more.busy ? null : release)
      },
    },
  }
  const call = calling({
    id: "order_1",
    records: {
      order: orders,
      order_change: changes,
      order_cart: { order_id: "order_1", cart_id: "cart_1" },
      order_payment_collection: { order_id: "order_1", payment_collection_id: "pay_col_1" },
      currency: more.decimals === undefined ? [] : { code: "xaf", decimal_digits: more.decimals },
    },
    services: {
      paycollect,
      order: { cancelOrderChange: (ids: string[]) => Promise.resolve(void done.push(["ended", ids])) },
    },
  })
  const error = await guardOrderCancel(call.req, call.res, call.next).then(
    () => null,
    (error: Error) => error
  )
  return { ...call, done, error, goesOn: call.next.mock.calls.length === 1 }
}

const HOLD = ["hold", ["cart_1", "pay_col_1"], { wait: 10_000, orderId: "order_1" }]
const change = (facts: object = {}) => ({
  id: "ordch_1",
  order_id: "order_1",
  change_type: "edit",
  created_at: AT,
  status: "requested",
  ...facts,
})
const back = (amount: string, payment_id = "pay_1") => ({
  payment_id,
  amount,
  created_by: "user_01",
  note: "Order canceled",
})
const NOT_ALLOWED = MedusaError.Types.NOT_ALLOWED

describe("canceling an order", () => {
  it("is refused while a person changes it, before its money is touched", async () => {
    const { error, goesOn, done } = await cancel({ changes: [change()] })
    expect(error).toMatchObject({
      type: NOT_ALLOWED,
      message: expect.stringMatching(/a change of it is open/),
    })
    expect([goesOn, done]).toEqual([false, []])
  })

  it("ends what a killed cancel of core's left open, and goes on", async () => {
    const leftover = change({ id: "ordch_2", change_type: "credit_line" })
    const { goesOn, done } = await cancel({ changes: [leftover], orders: [] })
    expect([goesOn, done]).toEqual([true, [["ended", ["ordch_2"]], HOLD]])
    const both = await cancel({ changes: [leftover, change()] })
    expect([both.goesOn, both.done]).toEqual([false, [["ended", ["ordch_2"]]]])
  })

  it("holds the order's money until the answer went out", async () => {
    const { goesOn, done, finish } = await cancel({ orders: [order()] })
    expect([goesOn, done]).toEqual([true, [HOLD]])
    finish()
    expect(done).toEqual([HOLD, "closed"])
  })

  it("breaks nothing when the money cannot be freed then: its lease ends by time", async () => {
    const { finish } = await cancel({ orders: [order()], releaseFails: true })
    const unheard = jest.fn()
    process.once("unhandledRejection", unheard)
    finish()
    await new Promise((resolve) => setImmediate(resolve))
    process.off("unhandledRejection", unheard)
    expect(unheard).not.toHaveBeenCalled()
  })

  it("is refused while another process advances this money", async () => {
    const { error, goesOn, done } = await cancel({ busy: true })
    expect(error).toMatchObject({
      type: NOT_ALLOWED,
      message: expect.stringMatching(/try again in a minute/),
    })
    expect([goesOn, done]).toEqual([false, [HOLD]])
  })
})

describe("the money of a canceled order", () => {
  it("is sent back first, in the person's name, all that is still held", async () => {
    const { goesOn, done } = await cancel({ decimals: 0 })
    expect([goesOn, done]).toEqual([true, [HOLD, back("10000")]])
    const french = await cancel({ decimals: 0, language: "fr" })
    expect(french.done).toEqual([HOLD, { ...back("10000"), note: "Commande annulée" }])
  })

  it("keeps the order when it does not go back", async () => {
    const { error, goesOn, done } = await cancel({ decimals: 0, refundFails: true })
    expect(error?.message).toBe("declined")
    expect([goesOn, done]).toEqual([false, [HOLD, back("10000"), "closed"]])
  })

  it("is that of every payment of ours in all its collections, less what went back before", async () => {
    const payments = [
      payment({ refunds: [refund("9999.75")] }),
      payment({ id: "pay_2", provider_id: "pp_system_default" }),
      payment({ id: "pay_3", refunds: [refund(10_000)] }),
      payment({ id: "pay_4", captured_at: null, captures: [] }),
    ]
    const orders = [
      paidOrder({
        payment_collections: [
          collection({ payments }),
          collection({ id: "pay_col_2", payments: [payment({ id: "pay_5" })] }),
        ],
      }),
    ]
    expect((await cancel({ orders, decimals: 2 })).done).toEqual([
      HOLD,
      back("0.25"),
      back("10000.00", "pay_5"),
    ])
    // As exactly as can be while Medusa does not know the currency.
    expect((await cancel({ orders })).done).toEqual([HOLD, back("0.250000"), back("10000.000000", "pay_5")])
  })

  it("keeps the order while refunds are off, if there is any", async () => {
    const { error, goesOn, done } = await cancel({ refunds: "off", decimals: 0 })
    expect(error).toMatchObject({
      type: NOT_ALLOWED,
      message: expect.stringMatching(/refunds are switched off/),
    })
    expect([goesOn, done]).toEqual([false, [HOLD, "closed"]])
    const without = await cancel({ refunds: "off", orders: [order()] })
    expect([without.goesOn, without.done]).toEqual([true, [HOLD]])
  })

  it("is listed as to be sent by core's own refund where refunds are sent by hand", async () => {
    const { goesOn, done } = await cancel({ refunds: "manual" })
    expect([goesOn, done]).toEqual([true, [HOLD]])
  })

  it.each([
    ["is gone", []],
    ["is canceled", [paidOrder({ status: "canceled" })]],
    ["is completed", [paidOrder({ status: "completed" })]],
    ["has goods on their way", [paidOrder({ fulfillments: [{ canceled_at: AT }, { canceled_at: null }] })]],
  ])("stays where it is when core will refuse: the order %s", async (_, orders) => {
    for (const refunds of ["api", "off"] as const) {
      const { goesOn, done } = await cancel({ orders, refunds })
      expect([goesOn, done]).toEqual([true, [HOLD]])
    }
  })

  it("goes back where all goods came back", async () => {
    const orders = [paidOrder({ fulfillments: [{ canceled_at: AT }] })]
    expect((await cancel({ orders, decimals: 0 })).done).toEqual([HOLD, back("10000")])
  })
})

/** Has Medusa look at a session of `order_1`; all that was done in its order. */
async function authorize({ busy = false, session_of = null as string | null } = {}) {
  const done: unknown[] = []
  const release = () => Promise.resolve(void done.push("closed"))
  const hold = (...asked: unknown[]) => {
    done.push(["hold", ...asked])
    return Promise.resolve(busy ? null : release)
  }
  const call = calling({
    id: "order_1",
    body: { payment_session_id: "payses_1" },
    records: {
      order_cart: { order_id: "order_1", cart_id: "cart_1" },
      order_payment_collection: { order_id: "order_1", payment_collection_id: "pay_col_1" },
      payment_session: { id: "payses_1", payment_collection: { order: session_of && { id: session_of } } },
    },
    services: { paycollect: { ledger: { hold } } },
  })
  const error = await guardAuthorize(call.req, call.res, call.next).then(
    () => null,
    (error: Error) => error
  )
  return { ...call, done, error, goesOn: call.next.mock.calls.length === 1 }
}

describe("authorizing a session of a placed order", () => {
  it("holds the order's money until the answer went out", async () => {
    const { goesOn, done, finish } = await authorize()
    expect([goesOn, done]).toEqual([true, [HOLD]])
    finish()
    expect(done).toEqual([HOLD, "closed"])
  })

  it("holds the order that the session is of, whichever the address names", async () => {
    const { done } = await authorize({ session_of: "order_2" })
    expect(done).toEqual([["hold", expect.anything(), { wait: 10_000, orderId: "order_2" }]])
  })

  it("is refused while the order's money is being applied", async () => {
    const { goesOn, done, error } = await authorize({ busy: true })
    expect([goesOn, done]).toEqual([false, [HOLD]])
    expect(error).toMatchObject({
      type: MedusaError.Types.NOT_ALLOWED,
      message: expect.stringContaining("Nothing was changed"),
    })
  })
})
