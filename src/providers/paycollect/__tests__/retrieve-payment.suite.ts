import { FORGED_DATA, OUR_DATA, SESSION_KEYS, setup } from "./support"

describe("retrievePayment", () => {
  it("gives the session data as the ledger has it after asking", async () => {
    const { provider, verified, intent } = setup({ row: { status: "processing" } })
    const { data } = await provider.retrievePayment({ data: FORGED_DATA })
    expect(Object.keys(data!).sort()).toEqual(SESSION_KEYS)
    expect(data).toMatchObject({ status: "processing", amount: "10000", checkout_url: intent.checkout_url })
    expect(verified).toEqual([["retrieve", undefined]])
  })

  it("knows only payments of the ledger", async () => {
    const data = { ...OUR_DATA, merchant_reference: "cart_02-1" }
    await expect(setup().provider.retrievePayment({ data })).rejects.toMatchObject({ type: "not_found" })
  })
})
