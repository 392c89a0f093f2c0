import { type Check, type CheckId } from "../../settings/health-checks"
import { type Environment } from "../../service/config"
import { type AdminPayCollectHealthResponse } from "../../types/http"

const NOBODY_PAYS: CheckId[] = [
  "migrations_old",
  "migrations_pending",
  "not_configured",
  "backend_url_missing",
  "live_simulator",
  "starts_failing",
  "breaker_open",
  "provider_missing",
  "provider_in_no_region",
]
/** Money that came becomes no order by itself. */
const NOTHING_COMES_IN: CheckId[] = ["migrations_old", "migrations_pending", "reconcile_stale", "due_backlog"]
/** The job finds it, within minutes. */
const COMES_IN_LATER: CheckId[] = [
  "webhook_secret_missing",
  "webhook_never_seen",
  "webhook_silent",
  "webhook_refused",
  "reconcile_never_ran",
  "due_overdue",
]

/** Pure: what a shopkeeper wants to know, of the checks that say it in an operator's words. `because`: which of them. */
export function headlineOf(
  checks: readonly Check[],
  environment: Environment
): AdminPayCollectHealthResponse["health"]["headline"] {
  const those = (ids: CheckId[]) => checks.map(({ id }) => id).filter((id) => ids.includes(id))
  const [nobody, nothing, later] = [those(NOBODY_PAYS), those(NOTHING_COMES_IN), those(COMES_IN_LATER)]
  const canPay = environment === "test" ? "test" : "yes"
  return {
    customers_can_pay: { answer: nobody.length > 0 ? "no" : canPay, because: nobody },
    payments_come_in:
      nothing.length > 0
        ? { answer: "no", because: nothing }
        : { answer: later.length > 0 ? "later" : "yes", because: later },
  }
}
