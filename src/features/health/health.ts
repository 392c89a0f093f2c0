import { type MedusaContainer } from "@medusajs/framework/types"
import { moduleOf } from "../../payments/module"
import { VERSION } from "../../version"
import { configurationChecks, runningChecks, storeChecks, tablesCheck } from "./checks"
import { configurationFacts, runningFacts, storeFacts, type HealthAnswer, type HealthModule } from "./facts"
import { headlineOf } from "./headline"
import { isCurrent } from "./payment-facts"

/**
 * How the plugin fares in this store: for the health page and for `doctor`. Sends the service nothing; reads the plugin's own tables only when they
 * are there. No secrets.
 */
export async function health(container: MedusaContainer): Promise<HealthAnswer> {
  const paycollect = moduleOf<HealthModule>(container)
  const [active, tables] = await Promise.all([paycollect.configuration.current(), paycollect.migrated()])
  const store = await storeFacts(container, active)
  const facts = configurationFacts(paycollect, active)
  const running = isCurrent(tables) ? await runningFacts(paycollect, active) : null
  const refusedEvents = running?.refusedEvents ?? null
  const checks = [
    tablesCheck(tables),
    ...configurationChecks(facts),
    ...(running ? runningChecks(facts, running) : []),
    ...storeChecks(facts, store),
  ]
  return {
    version: VERSION,
    environment: active.environment,
    missing_options: active.missing,
    headline: headlineOf(checks, active.environment),
    checks,
    connection: running?.connection ?? null,
    budget: running?.budget ?? [],
    reconcile: { last_run: running?.lastReconcile ?? null },
    webhook: {
      enabled: facts.hasWebhookSecret,
      last_seen: running?.webhook ?? null,
      refused: refusedEvents && {
        count: refusedEvents.count,
        last_at: refusedEvents.last_at,
        headers: refusedEvents.headers,
      },
      foreign_events: running?.foreignEvents ?? null,
    },
    needs_attention_count: running?.payments.open ?? 0,
  }
}
