import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { type Check } from "../../settings/health-checks"
import { type ActiveConfiguration } from "../../settings/active-configuration"
import { isCurrent, type Migrated, type PaymentFacts } from "./payment-facts"
import { moduleOf, type PaymentsModule, queryOf } from "../../payments/module"
import { hasProviderFor } from "../../orders/records/notification-channels"
import { providersInRegions } from "../../orders/records/lookups"
import { isOurProvider } from "../../orders/records/providers"
import { type AdminPayCollectHealthResponse } from "../../types/http"
import { VERSION } from "../../version"
import { foreignCopies, lockingProvider, medusaVersion } from "./medusa"
import {
  configurationChecks,
  runningChecks,
  storeChecks,
  tablesCheck,
  type ConfigurationFacts,
  type StoreHealthFacts,
} from "./checks"
import { type Connection } from "./connection"
import { type RequestBudget } from "../../service/budget"

type HealthAnswer = AdminPayCollectHealthResponse["health"]
type LastRun = HealthAnswer["reconcile"]["last_run"]
type LastWebhook = HealthAnswer["webhook"]["last_seen"]
type ForeignEvents = HealthAnswer["webhook"]["foreign_events"]

/**
 * How the plugin fares in this store: for the health page and for `doctor`. Sends the service nothing; reads the plugin's own tables only when they
 * are there. No secrets.
 */
export async function health(container: MedusaContainer): Promise<HealthAnswer> {
  const paycollect = moduleOf<HealthModule>(container)
  const [active, tables] = await Promise.all([paycollect.configuration.current(), paycollect.migrated()])
  const store = await storeFacts(container, active)
  const facts = configurationFacts(paycollect, active)
  const running = isCurrent(tables) ? await runningFacts(paycollect) : null
  const checks: Check[] = [
    tablesCheck(tables),
    ...configurationChecks(facts),
    ...(running ? runningChecks(facts, running) : []),
    ...storeChecks(facts, store),
  ]
  return {
    version: VERSION,
    environment: active.environment,
    missing_options: active.missing,
    checks,
    connection: running?.connection ?? null,
    budget: running?.budget ?? [],
    reconcile: { last_run: running?.lastReconcile ?? null },
    webhook: {
      enabled: facts.hasWebhookSecret,
      last_seen: running?.webhook ?? null,
      foreign_events: running?.foreignEvents ?? null,
    },
    needs_attention_count: running?.payments.open ?? 0,
  }
}

function configurationFacts(
  { configuration, clock }: HealthModule,
  active: ActiveConfiguration
): ConfigurationFacts {
  const { backendUrl, storefrontUrl, returnUrls, refunds } = active.options
  return {
    now: clock.now(),
    nodeEnv: process.env.NODE_ENV,
    environment: active.environment,
    missing: active.missing,
    problems: active.problems,
    canSeal: configuration.sealer.canSeal,
    liveBaseUrl: active.options.live.baseUrl ?? null,
    backendUrl: backendUrl ?? null,
    storefrontUrl: storefrontUrl ?? null,
    hasReturnUrls: !!returnUrls.success && !!returnUrls.waiting && !!returnUrls.failure,
    hasWebhookSecret: active.webhookSecrets.length > 0,
    refunds,
  }
}

async function runningFacts(paycollect: HealthModule) {
  const { budget, connection, state, notices } = paycollect
  return await allOf({
    budget: budget.view(),
    connection: connection.last(),
    liveSimulator: connection.liveSimulator(),
    lastReconcile: state.get<NonNullable<LastRun>>("last_due_run"),
    webhook: state.get<NonNullable<LastWebhook>>("webhook_last_seen"),
    foreignEvents: state.get<NonNullable<ForeignEvents>>("foreign_events"),
    payments: paycollect.paymentFacts(),
    refusedMessages: notices.failures(),
  })
}

async function allOf<T extends Record<string, Promise<unknown>>>(asked: T) {
  const answers = await Promise.all(Object.values(asked))
  const names = Object.keys(asked).map((name, index) => [name, answers[index]])
  return Object.fromEntries(names) as { [Name in keyof T]: Awaited<T[Name]> }
}

async function storeFacts(
  container: MedusaContainer,
  active: ActiveConfiguration
): Promise<StoreHealthFacts> {
  const [registered, offered] = await Promise.all([
    container.resolve(Modules.PAYMENT).listPaymentProviders({ is_enabled: true }),
    providersInRegions(queryOf(container)),
  ])
  const { channel, recipients } = active.options.notifications
  const providers = registered.map(({ id }) => id).filter(isOurProvider)
  return {
    medusa: medusaVersion(),
    foreign: foreignCopies(),
    locking: lockingProvider(container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).modules),
    notifications: {
      channel,
      recipients: recipients.length,
      hasProvider: hasProviderFor(container, channel),
    },
    providers,
    inRegions: providers.filter((id) => offered.includes(id)),
  }
}

export interface HealthModule extends PaymentsModule {
  readonly budget: RequestBudget
  readonly connection: Connection
  /** messages to the merchant that no provider took */
  readonly notices: { failures(): Promise<{ count: number; at: string } | null> }
  paymentFacts(): Promise<PaymentFacts>
  migrated(): Promise<Migrated>
}
