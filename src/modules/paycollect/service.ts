import { defineJoinerConfig, MedusaService } from "@medusajs/framework/utils"
import { PAYMENT_NAMES } from "../../features/payment-list/list"
import { pick, shownPayment, type ShownPayment } from "../../features/shown"
import { invalidData } from "../../payments/errors"
import { PAYCOLLECT_MODULE } from "../../payments/module"
import { PAYMENT_ALIASES } from "../../payments/names"
import { type LinksModule } from "../../features/payment-links/rows"
import { type AlertsModule } from "../../features/alerts/rows"
import { type OrdersModule } from "../../orders/module"
import { type AttentionModule } from "../../features/attention/list"
import { type RecoveryModule } from "../../features/recovery/ask"
import { type HealthModule } from "../../features/health/facts"
import { type RefundsModule } from "../../features/refunds/rows"
import { watchReadings, type Readings } from "../../service/telemetry"
import { type Cradle } from "./loaders/parts"
import Intent from "./models/intent"
import {
  backlog,
  migrated,
  readPaymentFacts,
  type Migrated,
  type PaymentFacts,
} from "../../features/health/payment-facts"

/** {@link ShownPayment} as Medusa writes it into a store's types; a link to what has none breaks the boot. */
const PAYMENT_TYPE = `type PaycollectPayment {
  id: ID! payment_number: String! merchant_reference: String! service_intent_id: String payment_ref: String subject_id: String! attempt: Int!
  cart_id: String order_id: String assigned_order_id: String payment_collection_id: String! provider_id: String! environment: String!
  amount: String! currency_code: String! exponent: Int! fee_bearer: String! fee: String refunded: String! recovered: String
  status: String! state: String! outcome: String! outcome_reason: String verified: JSON closed_as: String advance_attempts: Int!
  verified_at: DateTime paid_at: DateTime applied_at: DateTime closed_at: DateTime next_step_at: DateTime
  created_at: DateTime! updated_at: DateTime! service_dashboard_url: String attention: JSON!
}`

/**
 * The module `paycollect`: the ledger of every PaymentIntent, the configuration and the service's clients. It knows nothing of carts
 * or orders; providers, workflows, routes and jobs are its callers. `loaders/parts.ts` says what it is made of.
 *
 * Of the models only the payments have Medusa's generated methods: the parts are the one way to the others.
 */
export default class PayCollectModuleService
  extends MedusaService({ Intent })
  implements
    OrdersModule,
    RefundsModule,
    AttentionModule,
    RecoveryModule,
    LinksModule,
    AlertsModule,
    HealthModule
{
  readonly clock = this.part("clock")
  readonly configuration = this.part("configuration")
  readonly ledger = this.part("ledger")
  readonly attention = this.part("attention")
  readonly items = this.part("items")
  readonly assignments = this.part("assignments")
  readonly refunds = this.part("refunds")
  readonly state = this.part("state")
  readonly budget = this.part("budget")
  readonly intentList = this.part("intentList")
  readonly receipts = this.part("receipts")
  readonly receiptEntries = this.part("receiptEntries")
  readonly dayFacts = this.part("dayFacts")
  readonly wentBack = this.part("wentBack")
  readonly methods = this.part("methods")
  readonly fees = this.part("fees")
  readonly records = this.part("records")
  readonly customerSessions = this.part("customerSessions")
  readonly connection = this.part("connection")
  readonly outages = this.part("outages")
  readonly webhooks = this.part("webhooks")
  readonly fairPolling = this.part("fairPolling")
  readonly returnProofs = this.part("returnProofs")
  readonly settings = this.part("settings")
  readonly orphans = this.part("orphans")
  readonly recoverLost = this.part("recoverLost")
  readonly captures = this.part("captures")
  readonly reviews = this.part("reviews")
  readonly review = this.part("review")
  readonly notices = this.part("notices")
  readonly messages = this.part("messages")
  readonly links = this.part("links")
  readonly verifier = this.part("verifier")
  readonly startPayment = this.part("startPayment")
  private readonly knex = this.part("__pg_connection__")
  /** Medusa's: the container of the module */
  declare protected readonly __container__: Cradle

  /** @throws Error naming each invalid option: a wrong configuration stops the boot, an absent one does not */
  constructor(container: Cradle, options?: Record<string, unknown>) {
    super(container, options)
    watchReadings(() => this.readings())
  }

  async paymentFacts(): Promise<PaymentFacts> {
    return await readPaymentFacts(this.knex, this.clock)
  }

  /** What operators watch, as it is now. */
  async readings(): Promise<Readings> {
    return { ...(await backlog(this.knex, this.clock)), ...(await this.budget.readings()) }
  }

  async migrated(): Promise<Migrated> {
    return await migrated(this.knex)
  }

  /** What `query` is told of the module. The payments that it may ask for (`src/links`) have a name of their own, which no column of the table is joined by. */
  __joinerConfig() {
    const alias = [{ name: [...PAYMENT_ALIASES], entity: "PaycollectPayment" }]
    const config = defineJoinerConfig(PAYCOLLECT_MODULE, { models: [Intent], alias })
    return { ...config, schema: `${config.schema as string}\n${PAYMENT_TYPE}` }
  }

  /**
   * What `query` calls for them. A caller that may read an order may read these with it: the fields of the dashboard's list that the ledger knows, and
   * no others, whatever is selected. @throws MedusaError INVALID_DATA for another filter than `id`, `order_id` and `cart_id`
   */
  async listPaycollectPayments(
    { context: _, ...filters }: Record<string, unknown> = {},
    { select }: { select?: string[] } = {}
  ): Promise<Partial<ShownPayment>[]> {
    const names = PAYMENT_NAMES.filter((name) => filters[name] !== undefined)
    const values = names.map((name) => [name, [filters[name]].flat().map(String)])
    if (names.length === 0 || names.length < Object.keys(filters).length)
      throw invalidData(`Payments of PayCollect are asked for by ${PAYMENT_NAMES.join(", ")}; none was read.`)
    const { options } = await this.configuration.current()
    const payments = (await this.intentList.named(Object.fromEntries(values))).map((row) =>
      shownPayment(row, options)
    )
    if (!select) return payments
    return payments.map((payment) =>
      pick(
        payment,
        ...(Object.keys(payment) as (keyof ShownPayment)[]).filter((name) => select.includes(name))
      )
    )
  }

  private part<Name extends keyof Cradle>(name: Name): Cradle[Name] {
    return this.__container__[name]
  }
}
