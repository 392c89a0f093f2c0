import { DASHBOARD } from "../texts"
import { fillIn, type Values } from "../texts/language"

/** `choice`: a default that works, for a person to look at once */
export type CheckStatus = "ok" | "choice" | "warning" | "error"

/**
 * Everything that the health page and `doctor` can say, by id: how bad it is. The texts stand in `texts`, in English for `doctor`, too: what
 * happened, what it means, what to do. One line per topic is said: the good one or one of the others.
 */
export const HEALTH_CHECKS = {
  migrations_ok: "ok",
  migrations_pending: "error",
  migrations_old: "error",
  configured: "ok",
  not_configured: "error",
  settings_ok: "ok",
  settings_invalid: "error",
  secrets_undecryptable: "error",
  encryption_key_ok: "ok",
  encryption_key_missing: "warning",
  environment_ok: "ok",
  live_outside_production: "warning",
  test_in_production: "warning",
  live_simulator: "error",
  checkout_url_missing: "warning",
  backend_url_ok: "ok",
  backend_url_missing: "error",
  backend_url_local: "choice",
  backend_url_loopback: "error",
  storefront_url_ok: "ok",
  return_urls_ok: "ok",
  storefront_url_missing: "choice",
  webhook_secret_ok: "ok",
  webhook_secret_missing: "warning",
  webhook_seen: "ok",
  webhook_none_yet: "ok",
  webhook_never_seen: "warning",
  webhook_silent: "warning",
  webhook_refused: "warning",
  foreign_events_none: "ok",
  foreign_events: "warning",
  starts_ok: "ok",
  starts_failing: "error",
  connection_ok: "ok",
  connection_unknown: "ok",
  connection_failed: "error",
  connection_unreachable: "error",
  rate_limit_ok: "ok",
  rate_limit_paused: "warning",
  breaker_ok: "ok",
  breaker_open: "warning",
  reconcile_ok: "ok",
  reconcile_never_ran: "warning",
  reconcile_stale: "warning",
  due_ok: "ok",
  due_overdue: "warning",
  due_backlog: "error",
  attention_ok: "ok",
  attention_open: "warning",
  medusa_tested: "ok",
  medusa_untested: "warning",
  medusa_too_old: "error",
  medusa_unknown: "warning",
  dashboard_packages_ok: "ok",
  dashboard_packages_foreign: "error",
  locking_ok: "ok",
  locking_in_memory: "warning",
  locking_postgres: "warning",
  locking_unknown: "warning",
  notifications_ok: "ok",
  notifications_nobody: "warning",
  notifications_to_choose: "choice",
  notifications_no_provider: "warning",
  notifications_unknown: "ok",
  notifications_sent: "ok",
  notifications_refused: "warning",
  messages_ok: "ok",
  messages_no_provider: "warning",
  prices_ok: "ok",
  prices_no_multiple: "warning",
  refunds_ok: "ok",
  refunds_off: "choice",
  provider_ok: "ok",
  provider_missing: "error",
  provider_in_no_region: "warning",
} as const satisfies Record<string, CheckStatus>

export type CheckId = keyof typeof HEALTH_CHECKS

export interface Check {
  id: CheckId
  status: CheckStatus
  message: string
  values?: Values
}

const CHECK_TEXTS: Record<string, string> = DASHBOARD.en.check

/** English has two forms of what is fillCount by the value `count`. @throws Error when the text needs a value that is not there: a bug */
export function check(id: CheckId, values?: Values): Check {
  const text = CHECK_TEXTS[id] ?? CHECK_TEXTS[`${id}_${values?.count === 1 ? "one" : "other"}`]!
  return { id, status: HEALTH_CHECKS[id], message: fillIn(text, values, id), ...(values && { values }) }
}
