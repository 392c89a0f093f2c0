import { type FaultSpec } from "../../../packages/dev/src/sandbox"
import { backUp } from "../../http/support/backup"
import { type Merchant } from "../../http/support/merchant"
import { type Store } from "../../http/support/store"
import { OPERATIONS } from "./booted-actions"

/** The shop's account at the service, and its records of it: keys, the environment in force, a backup. */

interface Shop {
  store: Store
  merchant: Merchant
}

const SETTINGS = "/admin/paycollect/settings"

/** As the page of the settings does it, with the keys of the other environment. */
export async function switchTo({ store, merchant }: Shop, environment: "test" | "live"): Promise<void> {
  if ((await merchant.paycollect().configuration.current()).environment === environment) return
  const { liveSecretKey: secret_key, liveBaseUrl: base_url } = store.service
  const live = { environment, live: { secret_key, base_url }, confirm_live: true, save_unchecked: true }
  const body = environment === "live" ? live : { environment }
  const { status, data } = await merchant.post(SETTINGS, body)
  if (status !== 200) throw new Error(`the switch to ${environment}: ${status} ${JSON.stringify(data)}`)
}

/** The service takes the key no more, for whatever it is asked. */
export function refuseKey({ store }: Shop, status: 401 | 403): void {
  const fault: Omit<FaultSpec, "operation"> = { kind: "status", status, times: 10_000 }
  for (const operation of OPERATIONS) store.service.control.injectFault({ operation, ...fault })
}

/**
 * A backup of this moment. What it returns restores it and, as `docs/operations.md` says, hands over all that the service has of this shop.
 * @param references of all payments that the service has of this shop then
 * @returns those of them whose rows the backup did not have
 */
export async function keepBackup({ store, merchant }: Shop) {
  const backup = await backUp(store)
  return async (references: string[]): Promise<string[]> => {
    // What was answered already may still be heard of; every server is stopped before its database is restored.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await backup.restore()
    await merchant.paycollect().configuration.reload()
    const { rows } = await store.db.raw(
      "select merchant_reference from paycollect_intent where merchant_reference = any(?)",
      [references]
    )
    const known = new Set((rows as { merchant_reference: string }[]).map((row) => row.merchant_reference))
    const lost = references.filter((reference) => !known.has(reference))
    if (lost.length > 0)
      await merchant.post("/admin/paycollect/orphans", { pasted: references.join("\n"), all_ours: true })
    return lost
  }
}
