import { EVENT_SECRET } from "./events"
import { withMerchant } from "./merchant"
import { withStore, type Store } from "./store"

/** Tests of a store that others share. */
export type Suite = (store: Store) => void

/**
 * One store for suites that need nothing of their own in it: a boot takes as long as ten of their tests. Its events are signed with
 * {@link EVENT_SECRET}. One of them alone: `-t "<its name> "`.
 */
export function withSuites(suites: Record<string, Suite>): void {
  withStore({ sandbox: { webhookSecret: EVENT_SECRET } }, (store) => {
    withMerchant(store)
    for (const [name, suite] of Object.entries(suites)) describe(name, () => suite(store))
  })
}
