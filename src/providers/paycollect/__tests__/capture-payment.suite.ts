import { MedusaError } from "@medusajs/framework/utils"
import { FAILED, FORGED_DATA, DISCREPANCY, OUR_DATA, PAID, SESSION_KEYS, setup, WAITING } from "./support"

describe("capturePayment", () => {
  it("has nothing to do for money that is there", async () => {
    const { provider, verified, ledger } = setup({ decision: PAID })
    const { data } = await provider.capturePayment({ data: OUR_DATA })
    expect(Object.keys(data!).sort()).toEqual(SESSION_KEYS)
    expect(verified).toEqual([["capture", undefined]])
    expect([...ledger.patches, ...ledger.events]).toEqual([])
  })

  it.each([
    ["processing", WAITING],
    ["canceled", FAILED],
    ["amount_discrepancy", DISCREPANCY],
  ])("refuses to book money that is not: %s", async (reason, decision) => {
    await expect(setup({ decision }).provider.capturePayment({ data: FORGED_DATA })).rejects.toMatchObject({
      type: MedusaError.Types.NOT_ALLOWED,
      message: expect.stringMatching(new RegExp(`JZ1D-7K9P was not captured.*\\(${reason}\\)`)),
    })
  })

  it("knows only payments of the ledger", async () => {
    await expect(setup({ decision: PAID }).provider.capturePayment({ data: {} })).rejects.toMatchObject({
      type: MedusaError.Types.NOT_FOUND,
    })
  })
})
