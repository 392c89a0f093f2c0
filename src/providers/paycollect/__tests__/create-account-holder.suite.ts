import { PayCollectProviderService } from "../provider"
import { setup } from "./support"

it("createAccountHolder makes none, asks nobody and never throws", async () => {
  const { provider, ledger, verified, asked, opened } = setup()
  await expect(provider.createAccountHolder()).resolves.toEqual({})
  expect([...ledger.events, ...ledger.patches, ...verified, ...asked, ...opened]).toEqual([])
  await expect(new PayCollectProviderService({}).createAccountHolder()).resolves.toEqual({})
})
