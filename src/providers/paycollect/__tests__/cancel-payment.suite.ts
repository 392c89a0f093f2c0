import { FORGED_DATA, OUR_DATA, SESSION_KEYS, setup } from "./support"

describe("cancelPayment", () => {
  it.each(["waiting", "paid", "failed"] as const)(
    "only writes it down: a %s intent stays what it is, because its checkout may still be paid (U-15)",
    async (outcome) => {
      const { provider, ledger, verified, intent } = setup({ row: { outcome } })
      const { data } = await provider.cancelPayment({ data: FORGED_DATA })
      expect(Object.keys(data!).sort()).toEqual(SESSION_KEYS)
      expect(ledger.events).toEqual([{ type: "store_canceled", cause: "cancel", data: { outcome } }])
      expect([...ledger.patches, ...verified]).toEqual([])
      expect(intent).toMatchObject({ outcome, status: "requires_action" })
    }
  )

  it("knows only payments of the ledger", async () => {
    const data = { ...OUR_DATA, merchant_reference: "cart_02-1" }
    await expect(setup().provider.cancelPayment({ data })).rejects.toMatchObject({ type: "not_found" })
  })
})
