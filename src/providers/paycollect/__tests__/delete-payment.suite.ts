import { PayCollectProviderService } from "../provider"
import { FORGED_DATA, setup } from "./support"

describe("deletePayment", () => {
  it.each([undefined, {}, FORGED_DATA, { merchant_reference: "cart_99-1" }, { a: null }])(
    "changes nothing and asks nobody: %p",
    async (data) => {
      const { provider, ledger, verified, asked, opened } = setup()
      await expect(provider.deletePayment({ data })).resolves.toEqual({ data })
      expect([...ledger.events, ...ledger.patches, ...verified, ...asked, ...opened]).toEqual([])
    }
  )

  it("does not throw even where nothing is configured or declared", async () => {
    await expect(new PayCollectProviderService({}).deletePayment({ data: {} })).resolves.toEqual({ data: {} })
  })
})
