import { MedusaError } from "@medusajs/framework/utils"
import { COMPENSATION_NOTE } from "../../../../integration-tests/http/support/compensation"
import { OUR_DATA, SESSION_KEYS, setup, storeRecords } from "./support"

const REFUND_ID = "ref_01"
const input = { amount: 10000, data: OUR_DATA, context: { idempotency_key: REFUND_ID } }
/** By no person, for no reason, of a cart's collection. */
const BY_CORE = {
  created_by: null,
  refund_reason_id: null,
  created_at: new Date(),
  payment: { payment_collection: { cart_link: { cart_id: "cart_01" } } },
}

function refunding(refund?: object, order_cart: Record<string, object> = {}) {
  const records: ReturnType<typeof storeRecords> = { ...storeRecords(), order_cart }
  if (refund) records.refund = { [REFUND_ID]: refund }
  return setup({ records, row: { outcome: "paid", used_by_session_id: "payses_01" } })
}

describe("refundPayment", () => {
  it("books core's own compensation back and keeps the money usable, whatever its note says", async () => {
    const { provider, intent, ledger, verified } = refunding({ ...BY_CORE, note: "in any language" })
    // The job looked in while core was still at it.
    Object.assign(intent, { applied_at: new Date(), order_id: "order_that_goes" })
    const { data } = await provider.refundPayment(input)
    expect(Object.keys(data!).sort()).toEqual(SESSION_KEYS)
    expect(intent).toMatchObject({
      outcome: "paid",
      used_by_session_id: null,
      applied_at: null,
      order_id: null,
    })
    expect(ledger.events).toMatchObject([{ type: "voided_by_core", cause: "compensation" }])
    expect(verified).toEqual([])
  })

  it.each<[string, object | undefined]>([
    ["a refund the merchant asked for", { ...BY_CORE, created_by: "user_01" }],
    ["a refund that has a reason", { ...BY_CORE, refund_reason_id: "refr_01" }],
    [
      "a refund of an order edit's payment",
      { ...BY_CORE, payment: { payment_collection: { cart_link: null } } },
    ],
    ["a refund that core does not have", undefined],
  ])("refuses %s, because no money would move (U-14)", async (_, refund) => {
    const { provider, intent, ledger } = refunding(refund)
    await expect(provider.refundPayment(input)).rejects.toMatchObject({
      type: MedusaError.Types.NOT_ALLOWED,
      message: expect.stringMatching(/Refunds are switched off.*nothing was recorded.*cart_01-1/),
    })
    expect(intent.used_by_session_id).toBe("payses_01")
    expect([...ledger.patches, ...ledger.events]).toEqual([])
  })

  it("moves no money either where another completion has made the order meanwhile, and core's note says what it is", async () => {
    const byNote = { ...BY_CORE, note: COMPENSATION_NOTE }
    const { provider, intent, ledger } = refunding(byNote, { cart_01: { order_id: "order_01" } })
    await provider.refundPayment(input)
    expect(intent).toMatchObject({ outcome: "paid", used_by_session_id: null })
    expect(ledger.events).toMatchObject([{ type: "voided_by_core", cause: "compensation" }])
  })

  it("refuses a refund of a cart that is an order", async () => {
    const { provider, ledger } = refunding(BY_CORE, { cart_01: { order_id: "order_01" } })
    await expect(provider.refundPayment(input)).rejects.toMatchObject({ type: MedusaError.Types.NOT_ALLOWED })
    expect([...ledger.patches, ...ledger.events]).toEqual([])
  })

  it("refuses without the refund's id, and without asking for it", async () => {
    const { provider, asked } = refunding(BY_CORE)
    await expect(provider.refundPayment({ ...input, context: undefined })).rejects.toMatchObject({
      type: MedusaError.Types.NOT_ALLOWED,
    })
    expect(asked).toEqual([])
  })

  it("knows only payments of the ledger", async () => {
    const { provider } = refunding(BY_CORE)
    await expect(provider.refundPayment({ ...input, data: {} })).rejects.toMatchObject({
      type: MedusaError.Types.NOT_FOUND,
    })
  })
})
