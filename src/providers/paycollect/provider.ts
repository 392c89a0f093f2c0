import type * as Medusa from "@medusajs/framework/types"
import {
  AbstractPaymentProvider,
  MedusaError,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import { invalidData, notAllowed, notFound } from "../../payments/errors"
import { nextStepAfterVisit } from "../../payments/polling"
import { type Judged } from "../../payments/answers"
import { CHECK_AGAIN_MS } from "../../payments/schedule"
import { type Source } from "../../payments/source"
import { toMinorUnits, type MajorAmountLike } from "../../payments/money"
import { formatPaymentNumber, isMerchantReference } from "../../payments/names"
import { referencesOf } from "../../service/webhook"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import type PayCollectModuleService from "../../modules/paycollect/service"
import { type Query } from "../../orders/records/query"
import { authorize } from "../../orders/authorize"
import { initiate } from "../../orders/initiate"
import { type ProviderIdentifier } from "../../orders/records/providers"
import { refund } from "../../features/refunds/medusa-refund"
import { sessionData } from "../../payments/session-data"

/** What the payment module's container gives a provider; each is looked up when it is used, and throws when it is not there. */
interface Dependencies {
  logger: Medusa.Logger
  event_bus: Medusa.IEventBusModuleService
  paycollect: PayCollectModuleService
  query: Query
}

const STATUS: Record<Judged["decision"]["kind"], PaymentSessionStatus> = {
  paid: PaymentSessionStatus.CAPTURED,
  waiting: PaymentSessionStatus.PENDING,
  failed: PaymentSessionStatus.ERROR,
  discrepancy: PaymentSessionStatus.PENDING,
}

/**
 * Maps Medusa's payment sessions to PaymentIntents. A thin adapter: the ledger decides what exists, verify decides what is paid.
 *
 * Core calls these methods while it holds the cart lock, so none of them takes or waits for the advance lease and none calls `advance`.
 * `data` may hold whatever a browser posted; sessions are therefore found by the id that core hands over in `context`, and later
 * calls, whose `data` we returned ourselves from `authorizePayment`, by their merchant reference in the ledger.
 */
export abstract class PayCollectProvider extends AbstractPaymentProvider<Record<string, unknown>> {
  private readonly dependencies: Dependencies

  constructor(container: Record<string, unknown>, options?: Record<string, unknown>) {
    super(container, options)
    this.dependencies = container as unknown as Dependencies
  }

  /** Options belong to the plugin, so that provider, routes and jobs can never disagree. @throws MedusaError INVALID_DATA */
  static override validateOptions(options: Record<string, unknown>): void {
    const given = Object.keys(options ?? {})
    if (given.length === 0) return
    throw invalidData(
      `The provider medusa-payment-paycollect/providers/paycollect takes no options of its own (found: ${given.join(", ")}). Move them to the plugin's options in medusa-config.`
    )
  }

  get paycollect(): PayCollectModuleService {
    return requiredDependency(this.dependencies, "paycollect")
  }

  get query(): Query {
    return requiredDependency(this.dependencies, "query")
  }

  /**
   * Creates or reuses the PaymentIntent of the session (interface 4.1), or gives back the session that a failed start was to
   * replace. With `createIntent: "on_redirect"` it only reuses, and `checkout_url` leads to our own address, which does the rest when the
   * customer goes there; so it does for a cart that has had many payments created.
   * @throws MedusaError INVALID_DATA for missing customer fields, unknown currency or non-positive amount; NOT_ALLOWED when paid already,
   * for a deleted cart or a canceled order, and with a code of `START_FAILURES` when no payment can be made now; no session then
   */
  async initiatePayment(input: Medusa.InitiatePaymentInput): Promise<Medusa.InitiatePaymentOutput> {
    const { paycollect, query } = this
    const sessionId = this.sessionId(input.context)
    const identifier = (this.constructor as typeof PayCollectProvider).identifier as ProviderIdentifier
    const data = await initiate(input.data, sessionId, {
      paycollect,
      query,
      logger: this.dependencies.logger,
      active: await paycollect.configuration.current(),
      identifier,
      recoverLost: paycollect.recoverLost(query),
    })
    return { id: data.merchant_reference ?? sessionId, data, status: PaymentSessionStatus.PENDING }
  }

  /** See {@link authorize}. @throws MedusaError PAYMENT_REQUIRES_MORE_ERROR while unpaid or in doubt; PAYMENT_AUTHORIZATION_ERROR when failed */
  async authorizePayment(input: Medusa.AuthorizePaymentInput): Promise<Medusa.AuthorizePaymentOutput> {
    return await authorize(this.sessionId(input.context), this)
  }

  /** Asks the service and translates; a discrepancy stays `pending`, because only a person may decide about it. */
  async getPaymentStatus(input: Medusa.GetPaymentStatusInput): Promise<Medusa.GetPaymentStatusOutput> {
    const { intent, decision } = await this.judged(input.data, { by: "status" })
    return { status: STATUS[decision.kind], data: sessionData(intent) }
  }

  async retrievePayment(input: Medusa.RetrievePaymentInput): Promise<Medusa.RetrievePaymentOutput> {
    const { intent } = await this.judged(input.data, { by: "retrieve" })
    return { data: sessionData(intent) }
  }

  /** The interface has no change of an intent. The same money is confirmed; @throws MedusaError NOT_ALLOWED for other money */
  async updatePayment(input: Medusa.UpdatePaymentInput): Promise<Medusa.UpdatePaymentOutput> {
    const intent = await this.intentOf(input.data)
    const sameAmount = toMinorUnits(input.amount as string, intent.exponent) === BigInt(intent.amount)
    if (sameAmount && input.currency_code.toLowerCase() === intent.currency_code)
      return { data: sessionData(intent) }
    throw notAllowed(
      "The amount of a started payment cannot change. Nothing was charged; create a new payment session for the new amount."
    )
  }

  /** Does nothing and never throws: it may run beside the new session's `initiatePayment`, with data straight from a browser. */
  async deletePayment(input: Medusa.DeletePaymentInput): Promise<Medusa.DeletePaymentOutput> {
    return { data: input.data }
  }

  /** Makes none: what the service keeps of a customer is made with her payment. Without this method core warns at each of her starts. */
  createAccountHolder(): Promise<Medusa.CreateAccountHolderOutput> {
    return Promise.resolve({} as Medusa.CreateAccountHolderOutput)
  }

  /** The interface has no cancel (U-15): the checkout address may stay payable, so the ledger keeps watching the intent. */
  async cancelPayment(input: Medusa.CancelPaymentInput): Promise<Medusa.CancelPaymentOutput> {
    const intent = await this.intentOf(input.data)
    await this.paycollect.ledger.record(intent.id, {
      type: "store_canceled",
      cause: "cancel",
      data: { outcome: intent.outcome },
    })
    if (intent.applied_at) await this.paycollect.reviews.lookSoon(intent.id)
    return { data: sessionData(intent) }
  }

  /** Money that succeeded is captured already. @throws MedusaError NOT_ALLOWED when the ledger does not say paid */
  async capturePayment(input: Medusa.CapturePaymentInput): Promise<Medusa.CapturePaymentOutput> {
    const { intent, decision } = await this.judged(input.data, { by: "capture" })
    if (decision.kind === "paid") return { data: sessionData(intent) }
    throw notAllowed(
      `The payment ${formatPaymentNumber(intent.payment_number)} was not captured: the service does not report it as succeeded (${decision.reason}).`
    )
  }

  /** See {@link refund}: off, manual or api (U-14). @throws MedusaError NOT_ALLOWED when no money goes back */
  async refundPayment(input: Medusa.RefundPaymentInput): Promise<Medusa.RefundPaymentOutput> {
    const refunded = await refund({
      container: this.scope,
      intent: await this.intentOf(input.data),
      amount: input.amount as MajorAmountLike,
      refundId: input.context?.idempotency_key,
    })
    return { data: sessionData(refunded) }
  }

  /**
   * Always `not_supported`: core would act on a session id without looking whether it still belongs to the cart. Our own webhook
   * route does the work; a known reference is only marked due.
   */
  async getWebhookActionAndData(
    payload: Medusa.ProviderWebhookPayload["payload"]
  ): Promise<Medusa.WebhookActionResult> {
    const reference = referencesOf(payload?.data).find(isMerchantReference)
    const intent = reference ? await this.paycollect.ledger.byReference(reference) : null
    // Core's route takes events from any sender: one may call for a look as a visit may, and for none at money that has arrived.
    if (intent && intent.outcome !== "paid") {
      const { ledger, clock } = this.paycollect
      const lookedAt = new Date(intent.updated_at).getTime()
      const at = nextStepAfterVisit(intent, Math.max(clock.now(), lookedAt + CHECK_AGAIN_MS))
      if (at !== null) await ledger.scheduleBy(intent.id, at)
    }
    return { action: PaymentActions.NOT_SUPPORTED }
  }

  private async judged(data: Record<string, unknown> | undefined, source: Source): Promise<Judged> {
    return await this.paycollect.verifier.verify(await this.intentOf(data), source)
  }

  /** As the rooms below know it. A store without an event bus misses only the announcements. */
  private get scope() {
    const { dependencies } = this
    const resolve = (name: keyof Dependencies) =>
      name === "event_bus" ? eventBusOf(dependencies) : requiredDependency(dependencies, name)
    return { resolve } as unknown as Pick<Medusa.MedusaContainer, "resolve">
  }

  private async intentOf(data: Record<string, unknown> | undefined): Promise<IntentRow> {
    const reference = data?.merchant_reference
    const intent = isMerchantReference(reference) ? await this.paycollect.ledger.byReference(reference) : null
    if (intent) return intent
    throw notFound("This payment is not in PayCollect's records; nothing was changed.")
  }

  private sessionId(context: Medusa.InitiatePaymentInput["context"]): string {
    const id = context?.idempotency_key
    if (id) return id
    throw invalidData("PayCollect needs the id of a payment session as context.idempotency_key.")
  }
}

/** awilix throws for a name that is not registered. @throws MedusaError UNEXPECTED_STATE naming the lines that medusa-config lacks */
function requiredDependency<K extends keyof Dependencies>(
  dependencies: Dependencies,
  name: K
): Dependencies[K] {
  try {
    if (dependencies[name]) return dependencies[name]
  } catch {
    // Told below, in words for the developer who writes the configuration.
  }
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    [
      `PayCollect cannot reach "${name}", so no payment was started. In medusa-config.ts, declare the payment module as`,
      `{ resolve: "@medusajs/medusa/payment", dependencies: ["paycollect", "query"], options: { providers: [`,
      `{ resolve: "medusa-payment-paycollect/providers/paycollect", id: "default" }] } }`,
      `and add { resolve: "medusa-payment-paycollect", options: { ... } } to plugins.`,
    ].join(" ")
  )
}

function eventBusOf(dependencies: Dependencies): Medusa.IEventBusModuleService | undefined {
  try {
    return dependencies.event_bus
  } catch {
    return undefined
  }
}

/** All methods the service offers: `pp_paycollect_<id>`. */
export class PayCollectProviderService extends PayCollectProvider {
  static override identifier = "paycollect"
}

/** Mobile money only: `pp_paycollect-mobile-money_<id>`. */
export class PayCollectMobileMoneyProviderService extends PayCollectProvider {
  static override identifier = "paycollect-mobile-money"
}

/** Cards only: `pp_paycollect-card_<id>`. */
export class PayCollectCardProviderService extends PayCollectProvider {
  static override identifier = "paycollect-card"
}
