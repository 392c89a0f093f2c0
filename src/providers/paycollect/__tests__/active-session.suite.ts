import { PayCollectUnavailableError } from "../../../service/errors"
import { context, OPTIONS, SESSION_ID, setup, patchRecord, storeRecords, OUR_DATA } from "./support"

const outage = new PayCollectUnavailableError({
  operation: "create_payment_intent",
  message: "Out of reach.",
})
/** As core makes a session anew after a failed start: under a new id, with the data of the old one. */
const again = (data: Record<string, unknown> = OUR_DATA) => ({
  amount: 10000,
  currency_code: "xaf",
  context,
  data: { ...data, session_id: SESSION_ID },
})
const open = { status: "requires_action", checkout_url: "https://pay.example/1" } as const

describe("a session that core makes anew because the start that was to replace it failed", () => {
  it("goes on with its open payment, and nothing is asked of the service", async () => {
    const { provider, opened, linked } = setup({ row: open, startError: outage })
    expect(await provider.initiatePayment(again())).toMatchObject({
      id: "cart_01-1",
      data: { merchant_reference: "cart_01-1", checkout_url: open.checkout_url },
    })
    expect(opened).toEqual([])
    expect(linked).toEqual([SESSION_ID])
  })

  it("also in a store that lost its key meanwhile", async () => {
    const { provider } = setup({ row: open, options: { backendUrl: OPTIONS.backendUrl } })
    expect((await provider.initiatePayment(again())).data).toMatchObject(OUR_DATA)
  })

  it.each(["failed", "canceled"] as const)(
    "whose payment is %s: stands as it was, and nothing new is begun by the old way",
    async (status) => {
      const { provider, opened, linked } = setup({ row: { ...open, status, outcome: "failed" } })
      expect((await provider.initiatePayment(again())).data).toMatchObject({ ...OUR_DATA, status })
      expect(opened).toEqual([])
      expect(linked).toEqual([SESSION_ID])
    }
  )

  it("keeps our own checkout address, with its new id, where its payment had not begun", async () => {
    const { provider } = setup({ startError: outage })
    const data = {
      merchant_reference: null,
      status: "requires_action",
      amount: "10000",
      currency_code: "xaf",
    }
    expect(await provider.initiatePayment(again({ ...data, session_id: "payses_00" }))).toMatchObject({
      id: SESSION_ID,
      data: { ...data, checkout_url: `${OPTIONS.backendUrl}/paycollect/checkout/${SESSION_ID}.pay_col_01` },
    })
  })

  it.each([
    ["another amount", { amount: "9999" }],
    ["another currency", { currency_code: "xof" }],
    ["no amount", { amount: undefined }],
    ["an amount that is none", { amount: "ten" }],
  ])("does not keep an address for %s: such a session starts anew", async (_, facts) => {
    const data = { merchant_reference: null, amount: "10000", currency_code: "xaf", ...facts }
    const { provider, opened } = setup()
    expect((await provider.initiatePayment(again(data))).data).toMatchObject(OUR_DATA)
    expect(opened).toHaveLength(1)
  })

  it.each([
    ["of another cart", { subject_id: "cart_02", payment_collection_id: "pay_col_02" }, {}],
    ["of another amount", { amount: "9999" }, {}],
    ["of another currency", { currency_code: "xof" }, {}],
    ["of another provider", { provider_id: "pp_paycollect-card_default" }, {}],
    ["that nobody knows", {}, { merchant_reference: "cart_01-7" }],
    ["that has not the form of one", {}, { merchant_reference: { $ne: "" } }],
  ])("does not go on with a payment %s", async (_, row, data) => {
    const { provider, linked } = setup({ row: { ...open, ...row }, startError: outage })
    await expect(provider.initiatePayment(again({ ...OUR_DATA, ...data }))).rejects.toMatchObject({
      code: "paycollect_unavailable",
    })
    expect(linked).toEqual([])
  })

  it("goes on with the payment of its collection where there is no cart", async () => {
    const records = storeRecords()
    patchRecord(records, "payment_session", SESSION_ID, {
      payment_collection: { id: "pay_col_01", cart_link: null },
    })
    const row = { ...open, subject_id: "pay_col_01", cart_id: null, payment_collection_id: "pay_col_01" }
    const { provider } = setup({ row, records, startError: outage })
    expect((await provider.initiatePayment(again())).data).toMatchObject(OUR_DATA)
  })
})
