import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { type RequestBudget } from "../../service/budget"
import { type ActiveConfiguration } from "../../settings/active-configuration"
import { messagesWanted } from "../../settings/notification-options"
import { hasProviderFor } from "../../orders/records/notification-channels"
import { providersInRegions } from "../../orders/records/lookups"
import { pricesByMultiple } from "../../orders/records/prices"
import { isOurProvider } from "../../orders/records/providers"
import { type PaymentsModule, queryOf } from "../../payments/module"
import { type AdminPayCollectHealthResponse } from "../../types/http"
import { type Connection } from "./connection"
import { type Outages } from "./outage"
import { type Webhooks } from "./webhooks"
import { foreignCopies, lockingProvider, medusaVersion } from "./medusa"
import { type Migrated, type PaymentFacts } from "./payment-facts"

export type HealthAnswer = AdminPayCollectHealthResponse["health"]
type WebhookAnswer = HealthAnswer["webhook"]

export interface HealthModule extends PaymentsModule {
  readonly budget: RequestBudget
  readonly connection: Connection
  readonly outages: Outages
  readonly webhooks: Webhooks
  /** messages of the last day that the notification provider refused */
  readonly notices: { failures(): Promise<{ count: number; at: string } | null> }
  paymentFacts(): Promise<PaymentFacts>
  migrated(): Promise<Migrated>
}

export type ConfigurationFacts = ReturnType<typeof configurationFacts>

/** What the configuration says, whatever the database does. */
export function configurationFacts({ configuration, clock }: HealthModule, active: ActiveConfiguration) {
  const { backendUrl, storefrontUrl, returnUrls, refunds, live } = active.options
  const { environment, missing, problems } = active
  return {
    now: clock.now(),
    nodeEnv: process.env.NODE_ENV,
    environment,
    missing,
    problems,
    refunds,
    canSeal: configuration.sealer.canSeal,
    liveBaseUrl: live.baseUrl ?? null,
    hasLiveCheckoutUrl: !!live.checkoutUrl,
    backendUrl: backendUrl ?? null,
    storefrontUrl: storefrontUrl ?? null,
    /** addresses of its own make up for a storefront */
    hasReturnUrls: !!returnUrls.success && !!returnUrls.waiting && !!returnUrls.failure,
    hasWebhookSecret: active.webhookSecrets.length > 0,
  }
}

export type RunningFacts = Awaited<ReturnType<typeof runningFacts>>

/** What happened so far. */
export async function runningFacts(paycollect: HealthModule, { environment }: ActiveConfiguration) {
  const { budget, connection, outages, state, notices, webhooks } = paycollect
  return await allOf({
    budget: budget.view(),
    outage: outages.current(environment),
    connection: connection.last(environment),
    liveSimulator: connection.liveSimulator(),
    lastReconcile: state.get<NonNullable<HealthAnswer["reconcile"]["last_run"]>>("last_due_run"),
    webhook: state.get<NonNullable<WebhookAnswer["last_seen"]>>("webhook_last_seen"),
    refusedEvents: webhooks.refused(),
    foreignEvents: state.get<NonNullable<WebhookAnswer["foreign_events"]>>("foreign_events"),
    payments: paycollect.paymentFacts(),
    refusedMessages: notices.failures(),
  })
}

async function allOf<T extends Record<string, Promise<unknown>>>(asked: T) {
  const answers = await Promise.all(Object.values(asked))
  const names = Object.keys(asked).map((name, index) => [name, answers[index]])
  return Object.fromEntries(names) as { [Name in keyof T]: Awaited<T[Name]> }
}

export type StoreHealthFacts = Awaited<ReturnType<typeof storeFacts>>

/** What the store around the plugin says. */
export async function storeFacts(container: MedusaContainer, { options }: ActiveConfiguration) {
  const [registered, offered, prices] = await Promise.all([
    container.resolve(Modules.PAYMENT).listPaymentProviders({ is_enabled: true }),
    providersInRegions(queryOf(container)),
    pricesByMultiple(queryOf(container), options),
  ])
  const { channel, recipients } = options.notifications
  const providers = registered.map(({ id }) => id).filter(isOurProvider)
  return {
    medusa: medusaVersion(),
    foreign: foreignCopies(),
    locking: lockingProvider(container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).modules),
    /** who hears of new items, and whether the store can send by that channel; null: it cannot be told */
    notifications: {
      channel,
      recipients: recipients.length,
      hasProvider: hasProviderFor(container, channel),
    },
    /** what customers are to be told, and whether the store can send by that channel */
    messages: {
      channel: options.messages.channel,
      wanted: messagesWanted(options.messages),
      hasProvider: hasProviderFor(container, options.messages.channel),
    },
    /** ids of our providers that Medusa knows, and of those that a region offers */
    providers,
    inRegions: providers.filter((id) => offered.includes(id)),
    prices,
  }
}
