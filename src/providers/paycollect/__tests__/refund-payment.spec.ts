import { MedusaError } from "@medusajs/framework/utils"
import { COMPENSATION_NOTE } from "../../../modules/paycollect/payment-records"
import { OUR_DATA, SESSION_KEYS, setup, storeRecords } from "./support"

const REFUND_ID = "ref_01"
const input = { amount: 10000, data: OUR_DATA, context: { idempotency_key: REFUND_ID } }
const noOrder = { payment_collection: { order: null } }

function refunding(refund?: object) {
  const records = storeRecords()
  if (refund) records.refund = { [REFUND_ID]: refund }
  return setup({ records, row: { outcome: "paid", consumed_session_id: "payses_01" } })
}

describe("refundPayment", () => {
  it.each([
    { note: COMPENSATION_NOTE, payment: noOrder },
    { note: COMPENSATION_NOTE, payment: null },
  ])("books core's own compensation back and keeps the money usable: %p", async (refund) => {
    const { provider, intent, ledger, verified } = refunding(refund)
    // Somebody looked in while core was still at it.
    Object.assign(intent, { settled_at: new Date(), order_id: "order_that_goes" })
    const { data } = await provider.refundPayment(input)
    expect(Object.keys(data!).sort()).toEqual(SESSION_KEYS)
    expect(intent).toMatchObject({
      outcome: "paid",
      consumed_session_id: null,
      settled_at: null,
      order_id: null,
    })
    expect(ledger.events).toMatchObject([{ type: "booked_back", cause: "compensation" }])
    expect(verified).toEqual([])
  })

  it.each<[string, object | undefined]>([
    ["a refund the merchant asked for", { note: "customer changed their mind", payment: noOrder }],
    ["a refund without a note", { note: null, payment: noOrder }],
    [
      "the note of a compensation on a payment that has an order",
      { note: COMPENSATION_NOTE, payment: { payment_collection: { order: { id: "order_01" } } } },
    ],
    ["a refund that core does not have", undefined],
  ])("refuses %s, because no money would move (U-14)", async (_, refund) => {
    const { provider, intent, ledger } = refunding(refund)
    await expect(provider.refundPayment(input)).rejects.toMatchObject({
      type: MedusaError.Types.NOT_ALLOWED,
      message: expect.stringMatching(/Refunds are switched off.*nothing was recorded.*cart_01-1/),
    })
    expect(intent.consumed_session_id).toBe("payses_01")
    expect([...ledger.patches, ...ledger.events]).toEqual([])
  })

  it("refuses without the refund's id, and without asking for it", async () => {
    const { provider, asked } = refunding({ note: COMPENSATION_NOTE, payment: noOrder })
    await expect(provider.refundPayment({ ...input, context: undefined })).rejects.toMatchObject({
      type: MedusaError.Types.NOT_ALLOWED,
    })
    expect(asked).toEqual([])
  })

  it("knows only payments of the ledger", async () => {
    const { provider } = refunding({ note: COMPENSATION_NOTE, payment: noOrder })
    await expect(provider.refundPayment({ ...input, data: {} })).rejects.toMatchObject({
      type: MedusaError.Types.NOT_FOUND,
    })
  })
})
