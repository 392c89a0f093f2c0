import { MedusaError } from "@medusajs/framework/utils"
import { calling } from "../../../__tests__/calling"
import { guardAuthorize } from "../authorize-guard"

/** Has Medusa look at a session of `order_1`; all that was done in its order. */
async function authorize({ busy = false } = {}) {
  const done: unknown[] = []
  const release = () => Promise.resolve(void done.push("closed"))
  const hold = (...asked: unknown[]) => {
    done.push(["hold", ...asked])
    return Promise.resolve(busy ? null : release)
  }
  const call = calling({
    id: "order_1",
    records: {
      order_cart: { order_id: "order_1", cart_id: "cart_1" },
      order_payment_collection: { order_id: "order_1", payment_collection_id: "pay_col_1" },
    },
    services: { paycollect: { ledger: { hold } } },
  })
  const error = await guardAuthorize(call.req, call.res, call.next).then(
    () => null,
    (error: Error) => error
  )
  return { ...call, done, error, goesOn: call.next.mock.calls.length === 1 }
}

const HOLD = ["hold", ["cart_1", "pay_col_1"], { wait: 10_000, orderId: "order_1" }]

describe("authorizing a session of a placed order", () => {
  it("holds the order's money until the answer went out", async () => {
    const { goesOn, done, finish } = await authorize()
    expect([goesOn, done]).toEqual([true, [HOLD]])
    finish()
    expect(done).toEqual([HOLD, "closed"])
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
