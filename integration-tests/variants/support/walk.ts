import { withMerchant } from "../../http/support/merchant"
import { withStore } from "../../http/support/store"
import { meetings } from "./variants"
import { SCENARIOS } from "./scenarios"
import { meet } from "./scene"

const PARTS = 2

/** Every scenario under every second variant: two specs take turns, so that two stores share the ring. */
export function walkEveryScenario(part: 0 | 1): void {
  jest.setTimeout(60_000)

  withStore({}, (store) => {
    const merchant = withMerchant(store)
    afterAll(() => void store.service.control.setVariant())
    // A test that failed half-way leaves events behind that are sent again and again.
    beforeEach(() => store.service.control.setWebhookUrl(undefined))

    describe.each(meetings().filter((_, index) => index % PARTS === part))("$title", (meeting) => {
      it.each(Object.keys(SCENARIOS))("%s", async (scenario) => {
        const scene = { store, merchant, meeting }
        meet(scene)
        await SCENARIOS[scenario]!(scene)
      })
    })
  })
}
