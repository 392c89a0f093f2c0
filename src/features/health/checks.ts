import { check, type Check } from "../../settings/health-checks"
import { isOnThisMachine } from "../../service/address"
import { DAY_MS, MINUTE_MS } from "../../service/config"
import { type ConfigurationFacts, type RunningFacts, type StoreHealthFacts } from "./facts"
import { isTested, isTooOld, TESTED_MEDUSA, testedRange } from "./medusa"
import { type SettingProblem } from "../../settings/active-configuration"
import { type Migrated } from "./payment-facts"

/** Whether the plugin's tables are those that this version reads. */
export function tablesCheck({ pending, isOld }: Migrated): Check {
  if (isOld) return check("migrations_old")
  return pending.length > 0
    ? check("migrations_pending", { pending: pending.join(", ") })
    : check("migrations_ok")
}

export const STALE_JOB_MS = 5 * MINUTE_MS
const OVERDUE_MS = 10 * MINUTE_MS
/** More than one run of the job takes, or later than any pause on the schedule explains. */
const BACKLOG = 30
const BACKLOG_MS = 60 * MINUTE_MS
const WEBHOOK_DUE_MS = 10 * MINUTE_MS
const WEBHOOK_SILENCE_MS = DAY_MS
const FOREIGN_EVENTS_MS = 7 * DAY_MS

export function configurationChecks(facts: ConfigurationFacts): Check[] {
  const { environment, missing, problems } = facts
  const of = (kind: SettingProblem["kind"]) =>
    problems.filter((problem) => problem.kind === kind).map(({ option }) => option)
  const [lost, invalid] = [of("undecryptable"), of("invalid")]
  return [
    missing.length > 0
      ? check("not_configured", { environment, missing: missing.join(", ") })
      : check("configured", { environment }),
    ...(lost.length > 0 ? [check("secrets_undecryptable", { fields: lost.join(", ") })] : []),
    ...(invalid.length > 0 ? [check("settings_invalid", { fields: invalid.join(", ") })] : []),
    ...(problems.length === 0 ? [check("settings_ok")] : []),
    check(facts.canSeal ? "encryption_key_ok" : "encryption_key_missing"),
    environmentCheck(facts),
    ...(environment === "live" && !facts.hasLiveCheckoutUrl ? [check("checkout_url_missing")] : []),
    backendCheck(facts),
    facts.storefrontUrl
      ? check("storefront_url_ok", { storefront_url: facts.storefrontUrl })
      : check(facts.hasReturnUrls ? "return_urls_ok" : "storefront_url_missing"),
    check(facts.hasWebhookSecret ? "webhook_secret_ok" : "webhook_secret_missing"),
    facts.refunds === "off" ? check("refunds_off") : check("refunds_ok", { mode: facts.refunds }),
  ]
}

export function runningChecks(facts: ConfigurationFacts, running: RunningFacts): Check[] {
  return [
    outageCheck(running.outage),
    connectionCheck(running.connection),
    ...simulatorCheck(facts, running.liveSimulator),
    ...budgetChecks(running.budget),
    ...(facts.hasWebhookSecret ? [webhookCheck(facts, running), foreignEventsCheck(facts, running)] : []),
    reconcileCheck(facts, running.lastReconcile),
    dueCheck(facts, running.payments),
    attentionCheck(running.payments),
    running.refusedMessages
      ? check("notifications_refused", running.refusedMessages)
      : check("notifications_sent"),
  ]
}

export function storeChecks(facts: ConfigurationFacts, store: StoreHealthFacts): Check[] {
  return [
    medusaCheck(store.medusa),
    dashboardCheck(store.foreign),
    lockingCheck(facts, store.locking),
    providerCheck(store),
    notificationsCheck(facts, store),
    ...messagesCheck(store),
    ...pricesChecks(store),
  ]
}

function environmentCheck({ environment, nodeEnv }: ConfigurationFacts): Check {
  const production = nodeEnv === "production"
  if (environment === "live" && !production)
    return check("live_outside_production", { node_env: nodeEnv || "not set" })
  if (environment === "test" && production) return check("test_in_production")
  return check("environment_ok", { environment })
}

/** Where real money is taken, or would be. */
function simulatorCheck(
  { environment, nodeEnv, liveBaseUrl }: ConfigurationFacts,
  simulator: string | null
): Check[] {
  const matters = environment === "live" || nodeEnv === "production"
  const isOne = liveBaseUrl && (isOnThisMachine(liveBaseUrl) || liveBaseUrl === simulator)
  return isOne && matters ? [check("live_simulator", { base_url: liveBaseUrl })] : []
}

/** The schema of the options takes http on loopback only, so both are one question. */
function backendCheck({ backendUrl, nodeEnv, environment }: ConfigurationFacts): Check {
  if (!backendUrl) return check("backend_url_missing")
  const values = { backend_url: backendUrl }
  if (!isOnThisMachine(backendUrl)) return check("backend_url_ok", values)
  const isShop = nodeEnv === "production" && environment === "live"
  return check(isShop ? "backend_url_loopback" : "backend_url_local", values)
}

function outageCheck(outage: RunningFacts["outage"]): Check {
  if (!outage) return check("starts_ok")
  const { environment, code, since: at } = outage
  return check("starts_failing", { environment, code, at })
}

function connectionCheck(connection: RunningFacts["connection"]): Check {
  if (!connection || connection.code === "not_configured") return check("connection_unknown")
  const { ok, code, environment, checked_at: at } = connection
  if (ok) return check("connection_ok", { environment, at })
  return code === "unreachable"
    ? check("connection_unreachable", { environment, at })
    : check("connection_failed", { environment, code, at })
}

function budgetChecks(budget: RunningFacts["budget"]): Check[] {
  const paused = budget.filter(({ paused_until }) => paused_until)
  const broken = budget.filter(({ breaker }) => breaker !== "closed")
  return [
    ...(paused.length === 0 ? [check("rate_limit_ok")] : []),
    ...paused.map(({ rate_class, paused_until }) =>
      check("rate_limit_paused", { rate_class, until: paused_until! })
    ),
    ...(broken.length === 0 ? [check("breaker_ok")] : []),
    ...broken.map(({ rate_class }) => check("breaker_open", { rate_class })),
  ]
}

function webhookCheck(
  { now, backendUrl }: ConfigurationFacts,
  { webhook, refusedEvents, payments: { lastPaidAt } }: RunningFacts
): Check {
  const paidAt = lastPaidAt?.getTime() ?? -Infinity
  const webhook_url = `${backendUrl ?? ""}/hooks/paycollect`
  const seenAt = webhook ? Date.parse(webhook.at) : -Infinity
  // Before any event is missed: a new shop whose secret is wrong has no other sign. Strangers can send such events, too, so those that are believed say more.
  const isRefused = refusedEvents?.often_at && now - Date.parse(refusedEvents.often_at) < WEBHOOK_SILENCE_MS
  if (isRefused && now - seenAt > WEBHOOK_SILENCE_MS) {
    const { count: refused, last_at: at, headers } = refusedEvents
    return check("webhook_refused", { refused, at, headers: headers.join(", ") || "-" })
  }
  const isMissed = webhook
    ? paidAt - seenAt > WEBHOOK_SILENCE_MS
    : paidAt > -Infinity && now - paidAt > WEBHOOK_DUE_MS
  if (!isMissed) return webhook ? check("webhook_seen", { at: webhook.at }) : check("webhook_none_yet")
  return webhook
    ? check("webhook_silent", { at: webhook.at, webhook_url })
    : check("webhook_never_seen", { webhook_url })
}

function foreignEventsCheck({ now }: ConfigurationFacts, { foreignEvents }: RunningFacts): Check {
  const isRecent = foreignEvents && now - Date.parse(foreignEvents.at) < FOREIGN_EVENTS_MS
  return isRecent
    ? check("foreign_events", { count: foreignEvents.total, at: foreignEvents.at })
    : check("foreign_events_none")
}

function reconcileCheck({ now }: ConfigurationFacts, lastRun: RunningFacts["lastReconcile"]): Check {
  if (!lastRun) return check("reconcile_never_ran")
  const at = lastRun.started_at
  return check(now - Date.parse(at) > STALE_JOB_MS ? "reconcile_stale" : "reconcile_ok", { at })
}

function dueCheck({ now }: ConfigurationFacts, { due, dueSince }: RunningFacts["payments"]): Check {
  const age = dueSince ? now - dueSince.getTime() : 0
  if (!dueSince || age < OVERDUE_MS) return check("due_ok")
  const backlog = due > BACKLOG || age > BACKLOG_MS
  return check(backlog ? "due_backlog" : "due_overdue", { count: due, at: dueSince.toISOString() })
}

function attentionCheck({ open, openSince }: RunningFacts["payments"]): Check {
  if (!openSince) return check("attention_ok")
  return check("attention_open", { count: open, at: openSince.toISOString() })
}

export function medusaCheck(version: StoreHealthFacts["medusa"]): Check {
  const tested = testedRange()
  if (!version) return check("medusa_unknown", { tested })
  if (isTooOld(version)) return check("medusa_too_old", { version, least: TESTED_MEDUSA.first })
  return check(isTested(version) ? "medusa_tested" : "medusa_untested", { version, tested })
}

function dashboardCheck(foreign: StoreHealthFacts["foreign"]): Check {
  if (foreign.length === 0) return check("dashboard_packages_ok")
  const named = (which: "installed" | "wanted", mark: string) =>
    foreign.map((copy) => `${copy.name}${mark}${copy[which]}`)
  return check("dashboard_packages_foreign", {
    installed: named("installed", " ").join(", "),
    wanted: named("wanted", "@").join(" "),
  })
}

function lockingCheck({ nodeEnv }: ConfigurationFacts, provider: string | null): Check {
  if (!provider) return check("locking_unknown")
  if (nodeEnv === "production" && provider === "in-memory") return check("locking_in_memory")
  if (nodeEnv === "production" && provider === "locking-postgres") return check("locking_postgres")
  return check("locking_ok", { provider })
}

function providerCheck({ providers, inRegions }: StoreHealthFacts): Check {
  if (providers.length === 0) return check("provider_missing")
  if (inRegions.length === 0) return check("provider_in_no_region")
  return check("provider_ok", { providers: inRegions.join(", ") })
}

function notificationsCheck(
  { environment }: ConfigurationFacts,
  { notifications: { channel, recipients: count, hasProvider } }: StoreHealthFacts
): Check {
  if (count === 0) return check(environment === "live" ? "notifications_nobody" : "notifications_to_choose")
  if (hasProvider === false) return check("notifications_no_provider", { channel })
  return check(hasProvider ? "notifications_ok" : "notifications_unknown", { count, channel })
}

/** Silent where customers are told nothing: that is a choice. */
function messagesCheck({ messages: { channel, wanted, hasProvider } }: StoreHealthFacts): Check[] {
  if (wanted.length === 0) return []
  const values = { channel, messages: wanted.join(", ") }
  return [check(hasProvider === false ? "messages_no_provider" : "messages_ok", values)]
}

/** Silent where nothing is rounded. */
function pricesChecks({ prices }: StoreHealthFacts): Check[] {
  return prices.map(({ currency_code, odd, ...rest }) => {
    const values = { currency: currency_code.toUpperCase(), ...rest }
    return odd > 0 ? check("prices_no_multiple", { ...values, odd }) : check("prices_ok", values)
  })
}
