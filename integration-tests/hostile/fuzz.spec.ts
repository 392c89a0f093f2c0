import { withMails } from "../http/support/mails"
import { withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"
import { Fuzz, targets } from "./support/fuzz"
import { Wire } from "./support/wire"
import { openWorld, SECRETS, type World } from "./support/world"

jest.setTimeout(60 * 60_000)

const { webhookSecret, encryptionKey } = SECRETS

/** So much that no request is spared because of it: what is asked without need is to be seen. */
const budget = { standard: 1_000_000, creation: 1_000_000 }

const options = { service: { budget }, encryptionKey, live: { webhookSecret }, refunds: "manual" } as const

withStore({ mails: true, options }, (store) => {
  const merchant = withMerchant(store)
  withMails(store, merchant)
  const wire = new Wire(() => store.api.defaults.baseURL!)
  const fuzz = new Fuzz(store, wire)
  let world: World
  beforeAll(() => fuzz.listen())
  beforeEach(async () => {
    world = await openWorld(store, merchant)
  })
  afterAll(() => {
    wire.close()
    fuzz.print()
  })

  it.each(targets)("$route", async (target) => {
    await fuzz.attack(target, world)
  })
})
