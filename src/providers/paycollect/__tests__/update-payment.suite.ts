import { MedusaError } from "@medusajs/framework/utils"
import { FORGED_DATA, OUR_DATA, SESSION_KEYS, setup } from "./support"

describe("updatePayment", () => {
  it.each([10000, "10000", "10000.4"])("confirms the same money: %p", async (amount) => {
    const { provider, verified, ledger } = setup()
    const { data } = await provider.updatePayment({ amount, currency_code: "XAF", data: OUR_DATA })
    expect(Object.keys(data!).sort()).toEqual(SESSION_KEYS)
    expect([...verified, ...ledger.patches, ...ledger.events]).toEqual([])
  })

  it("compares in the smallest unit of the intent's own currency", async () => {
    const { provider } = setup({ row: { amount: "1999", currency_code: "eur", exponent: 2 } })
    await expect(
      provider.updatePayment({ amount: 19.99, currency_code: "eur", data: OUR_DATA })
    ).resolves.toBeDefined()
    await expect(
      provider.updatePayment({ amount: 19.98, currency_code: "eur", data: OUR_DATA })
    ).rejects.toThrow(MedusaError)
  })

  it.each([
    [9999, "xaf"],
    [10000, "xof"],
    [1, "xof"],
  ])("refuses other money: %p %s", async (amount, currency_code) => {
    const { provider, ledger } = setup()
    await expect(provider.updatePayment({ amount, currency_code, data: FORGED_DATA })).rejects.toMatchObject({
      type: MedusaError.Types.NOT_ALLOWED,
      message: expect.stringContaining("create a new payment session"),
    })
    expect(ledger.patches).toEqual([])
  })

  it("knows only payments of the ledger", async () => {
    await expect(
      setup().provider.updatePayment({ amount: 1, currency_code: "xaf", data: {} })
    ).rejects.toMatchObject({
      type: MedusaError.Types.NOT_FOUND,
    })
  })
})
