import { type Outage } from "../outage"
import { HEALTH_CHECKS, type CheckId } from "../../../settings/health-checks"
import { TESTED_MEDUSA } from "../medusa"
import { configurationChecks, runningChecks, storeChecks, tablesCheck } from "../checks"
import { type ConfigurationFacts, type RunningFacts, type StoreHealthFacts } from "../facts"

const NOW = Date.parse("2026-11-21T12:00:00Z")
const ago = (minutes: number) => new Date(NOW - minutes * 60_000)

const configured: ConfigurationFacts = {
  now: NOW,
  nodeEnv: "production",
  environment: "live",
  missing: [],
  problems: [],
  canSeal: true,
  liveBaseUrl: "https://service.example/v1",
  hasLiveCheckoutUrl: true,
  backendUrl: "https://api.shop.example",
  storefrontUrl: "https://shop.example",
  hasReturnUrls: false,
  hasWebhookSecret: true,
  refunds: "api",
}
const ranAt = (minutes: number) => ({
  ...{ started_at: ago(minutes).toISOString(), duration_ms: 5, checked: 0, outcomes: {}, more: false },
})
const foreignAt = (minutes: number) => ({
  ...{ day: "2026-11-14", today: 1, total: 2, at: ago(minutes).toISOString() },
})
const refusedAt = (minutes: number) => ({
  ...{ count: 3, last_at: ago(minutes).toISOString(), headers: ["x-service-signature"] },
  ...{ hour_at: ago(minutes).toISOString(), in_hour: 3, often_at: ago(minutes).toISOString() },
})
const OUTAGE = { environment: "live", code: "invalid_key", since: ago(3).toISOString() } as Outage
const MINE = "https://localhost/v1"
const running: RunningFacts = {
  refusedEvents: null,
  budget: [{ rate_class: "standard", used: 1, limit: 60, paused_until: null, breaker: "closed" }],
  outage: null,
  connection: {
    environment: "live",
    ok: true,
    code: "ok",
    message: "",
    latency_ms: 5,
    checked_at: ago(1).toISOString(),
  },
  liveSimulator: null,
  lastReconcile: ranAt(1),
  webhook: { at: ago(60).toISOString(), known: true },
  foreignEvents: null,
  refusedMessages: null,
  payments: { due: 3, dueSince: ago(1), open: 0, openSince: null, lastPaidAt: ago(60) },
}
const store: StoreHealthFacts = {
  medusa: TESTED_MEDUSA.last,
  foreign: [],
  locking: "locking-redis",
  notifications: { channel: "email", recipients: 2, hasProvider: true },
  messages: { channel: "sms", wanted: ["receipt"], hasProvider: true },
  providers: ["pp_paycollect_default"],
  inRegions: ["pp_paycollect_default"],
  prices: [{ currency_code: "xaf", multiple: "5", looked: 300, odd: 0 }],
}

const all = (
  configuration: Partial<ConfigurationFacts> = {},
  happened: Partial<RunningFacts> = {},
  around: Partial<StoreHealthFacts> = {}
) => {
  const facts = { ...configured, ...configuration }
  return [
    ...configurationChecks(facts),
    ...runningChecks(facts, { ...running, ...happened }),
    ...storeChecks(facts, { ...store, ...around }),
  ]
}
const payments = (more: Partial<RunningFacts["payments"]>) => ({ payments: { ...running.payments, ...more } })
const told = (more: Partial<StoreHealthFacts["notifications"]>) => ({
  notifications: { ...store.notifications, ...more },
})
const problem = (kind: "undecryptable" | "invalid") => ({
  problems: [{ option: "live.secretKey", kind, message: "" }],
})

describe("the checks of the health page", () => {
  it("find nothing in a store that is well, and say one line per topic", () => {
    const checks = all()
    expect(checks.filter(({ status }) => status !== "ok")).toEqual([])
    expect(checks.map(({ id }) => id.split("_")[0]).sort()).toEqual(
      "attention backend breaker configured connection dashboard due encryption environment locking medusa messages notifications notifications prices provider rate reconcile refunds settings starts storefront foreign webhook webhook"
        .split(" ")
        .sort()
    )
  })

  const found: [CheckId, ReturnType<typeof all>][] = [
    ["notifications_refused", all({}, { refusedMessages: { count: 2, at: ago(1).toISOString() } })],
    ["notifications_nobody", all({}, {}, told({ recipients: 0, hasProvider: false }))],
    [
      "notifications_to_choose",
      all({ environment: "test", nodeEnv: "development" }, {}, told({ recipients: 0 })),
    ],
    ["notifications_no_provider", all({}, {}, told({ hasProvider: false }))],
    ["messages_no_provider", all({}, {}, { messages: { ...store.messages, hasProvider: false } })],
    ["prices_no_multiple", all({}, {}, { prices: [{ ...store.prices[0]!, odd: 1 }] })],
    ["not_configured", all({ missing: ["live.secretKey"] })],
    ["secrets_undecryptable", all(problem("undecryptable"))],
    ["settings_invalid", all(problem("invalid"))],
    ["encryption_key_missing", all({ canSeal: false })],
    ["live_outside_production", all({ nodeEnv: "development" })],
    ["live_simulator", all({ liveBaseUrl: "http://127.0.0.1:4010/live/v1" })],
    ["live_simulator", all({}, { liveSimulator: "https://service.example/v1" })],
    ["live_outside_production", all({ nodeEnv: undefined })],
    ["test_in_production", all({ environment: "test" })],
    ["checkout_url_missing", all({ hasLiveCheckoutUrl: false })],
    ["backend_url_missing", all({ backendUrl: null })],
    ["backend_url_loopback", all({ backendUrl: "https://localhost:9000" })],
    ["backend_url_loopback", all({ backendUrl: "http://127.0.0.1:9000" })],
    [
      "backend_url_local",
      all({ nodeEnv: "development", environment: "test", backendUrl: "http://localhost:9000" }),
    ],
    ["storefront_url_missing", all({ storefrontUrl: null })],
    ["webhook_secret_missing", all({ hasWebhookSecret: false })],
    ["webhook_never_seen", all({}, { webhook: null })],
    ["webhook_silent", all({}, { webhook: { at: ago(60 * 26).toISOString(), known: true } })],
    ["webhook_refused", all({}, { webhook: null, refusedEvents: refusedAt(60 * 23) })],
    [
      "webhook_refused",
      all({}, { webhook: { at: ago(60 * 26).toISOString(), known: true }, refusedEvents: refusedAt(1) }),
    ],
    [
      "webhook_refused",
      all({}, { webhook: null, refusedEvents: refusedAt(1), ...payments({ lastPaidAt: null }) }),
    ],
    ["webhook_never_seen", all({}, { webhook: null, refusedEvents: refusedAt(60 * 25) })],
    ["webhook_never_seen", all({}, { webhook: null, refusedEvents: { ...refusedAt(1), often_at: null } })],
    ["foreign_events", all({}, { foreignEvents: foreignAt(60 * 24 * 7 - 1) })],
    ["starts_failing", all({}, { outage: OUTAGE })],
    [
      "connection_failed",
      all({}, { connection: { ...running.connection!, ok: false, code: "invalid_key" } }),
    ],
    [
      "connection_unreachable",
      all({}, { connection: { ...running.connection!, ok: false, code: "unreachable" } }),
    ],
    [
      "rate_limit_paused",
      all({}, { budget: [{ ...running.budget[0]!, paused_until: ago(-1).toISOString() }] }),
    ],
    ["breaker_open", all({}, { budget: [{ ...running.budget[0]!, breaker: "open" }] })],
    ["reconcile_never_ran", all({}, { lastReconcile: null })],
    ["reconcile_stale", all({}, { lastReconcile: ranAt(6) })],
    ["due_overdue", all({}, payments({ due: 3, dueSince: ago(11) }))],
    ["due_backlog", all({}, payments({ due: 31, dueSince: ago(11) }))],
    ["due_backlog", all({}, payments({ due: 1, dueSince: ago(61) }))],
    ["attention_open", all({}, payments({ open: 2, openSince: ago(600) }))],
    ["locking_in_memory", all({}, {}, { locking: "in-memory" })],
    ["locking_postgres", all({}, {}, { locking: "locking-postgres" })],
    ["locking_unknown", all({}, {}, { locking: null })],
    ["medusa_untested", all({}, {}, { medusa: "2.999.0" })],
    [
      "dashboard_packages_foreign",
      all({}, {}, { foreign: [{ name: "react-router-dom", installed: "6.30.4", wanted: "7.18.2" }] }),
    ],
    ["medusa_too_old", all({}, {}, { medusa: "2.20.1" })],
    ["medusa_unknown", all({}, {}, { medusa: null })],
    ["refunds_off", all({ refunds: "off" })],
    ["provider_missing", all({}, {}, { providers: [], inRegions: [] })],
    ["provider_in_no_region", all({}, {}, { inRegions: [] })],
  ]

  it("a test shop on this machine is not out of order, whatever it is built as", () => {
    const checks = all({ environment: "test", backendUrl: "http://127.0.0.1:9000" })
    expect(checks.filter(({ status }) => status === "error")).toEqual([])
    expect(checks.map(({ id }) => id)).toContain("backend_url_local")
  })

  it.each(found)("find %s, and that alone", (id, checks) => {
    const bad = checks.filter(({ status }) => status !== "ok")
    expect(bad).toMatchObject([{ id, status: HEALTH_CHECKS[id] }])
    expect(bad[0]!.message).not.toMatch(/[{}]|undefined|null/)
  })

  it("leave defaults that work to a person's choice, and warn a live shop that nobody is told", () => {
    const choices = Object.entries(HEALTH_CHECKS).filter(([, status]) => status === "choice")
    expect(choices.map(([id]) => id).sort()).toEqual([
      "backend_url_local",
      "notifications_to_choose",
      "refunds_off",
      "storefront_url_missing",
    ])
    expect(HEALTH_CHECKS.notifications_nobody).toBe("warning")
  })

  it("say nothing of prices where nothing is rounded", () => {
    const named = all({}, {}, { prices: [] }).filter(({ id }) => id.startsWith("prices"))
    expect(named).toEqual([])
  })

  it("forget foreign events after a week", () => {
    const foreignEvents = foreignAt(60 * 24 * 7)
    expect(all({}, { foreignEvents }).map(({ id }) => id)).toContain("foreign_events_none")
  })

  it.each<[string, boolean, ReturnType<typeof all>]>([
    [
      "in production, whatever new payments are made in",
      true,
      all({ environment: "test", liveBaseUrl: MINE }),
    ],
    ["while payments are live, on any machine", true, all({ nodeEnv: "test", liveBaseUrl: MINE })],
    ["in test on a developer's machine", false, all({ nodeEnv: "", environment: "test", liveBaseUrl: MINE })],
    ["once the address is another one", false, all({}, { liveSimulator: "https://old.example/v1" })],
    ["without a live address", false, all({ environment: "test", liveBaseUrl: null })],
  ])("say that live payments lead to a simulator %s: %p", (_, said, checks) => {
    expect(checks.some(({ id }) => id === "live_simulator")).toBe(said)
  })

  it.each<[CheckId, Parameters<typeof tablesCheck>[0]]>([
    ["migrations_ok", { pending: [], isOld: false }],
    ["migrations_pending", { pending: ["Migration1"], isOld: false }],
    ["migrations_old", { pending: ["Migration1"], isOld: true }],
    ["migrations_old", { pending: [], isOld: true }],
  ])("say %s of the tables %p", (id, tables) => {
    expect(tablesCheck(tables)).toMatchObject({ id, status: HEALTH_CHECKS[id] })
  })

  it("is the list of everything that can be found", () => {
    const named = new Set<string>([...found.map(([id]) => id), "migrations_pending", "migrations_old"])
    const bad = Object.entries(HEALTH_CHECKS).filter(([, status]) => status !== "ok")
    expect(bad.map(([id]) => id).sort()).toEqual([...named].sort())
  })

  it.each<[CheckId, ReturnType<typeof all>]>([
    ["webhook_none_yet", all({}, { webhook: null, ...payments({ lastPaidAt: ago(5) }) })],
    ["webhook_none_yet", all({}, { webhook: null, ...payments({ lastPaidAt: null }) })],
    ["connection_unknown", all({}, { connection: null })],
    ["return_urls_ok", all({ storefrontUrl: null, hasReturnUrls: true })],
    ["locking_ok", all({ nodeEnv: "development", environment: "test" }, {}, { locking: "in-memory" })],
  ])("does not mind %s", (id, checks) => {
    expect(checks).toContainEqual(expect.objectContaining({ id, status: "ok" }))
  })
})
