import { MedusaService } from "@medusajs/framework/utils"
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
  readonly fairPolling = this.part("fairPolling")
  readonly returnProofs = this.part("returnProofs")
  readonly settings = this.part("settings")
  readonly orphans = this.part("orphans")
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

  private part<Name extends keyof Cradle>(name: Name): Cradle[Name] {
    return this.__container__[name]
  }
}
