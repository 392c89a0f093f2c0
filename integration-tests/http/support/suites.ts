import { EVENT_SECRET } from "./events"
import { withMerchant } from "./merchant"
import { withStore, type Store, type StoreSetup } from "./store"

/** Tests of a store that others share. */
export type Suite = (store: Store) => void

/**
 * One store for suites that need nothing of their own in it: a boot takes as long as ten of their tests. One of them alone:
 * `-t "<its name> "`.
 * @param setup by default a store whose events are signed with {@link EVENT_SECRET}
 */
export function withSuites(
  suites: Record<string, Suite>,
  setup: StoreSetup = { sandbox: { webhookSecret: EVENT_SECRET } }
): void {
  withStore(setup, (store) => {
    withMerchant(store)
    for (const [name, suite] of Object.entries(suites)) describe(name, () => suite(store))
  })
}
