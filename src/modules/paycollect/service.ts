import { MedusaService } from "@medusajs/framework/utils"
import { type LinksModule } from "../../features/payment-links/rows"
import { type AlertsModule } from "../../features/alerts/rows"
import { type OrdersModule } from "../../orders/module"
import { type PayCollectError } from "../../service/errors"
import { type AttentionModule } from "../../features/attention/list"
import { type RecoveryModule } from "../../features/recovery/ask"
import { type HealthModule } from "../../features/health/health"
import { type RefundsModule } from "../../features/refunds/rows"
import { watchReadings, type Readings } from "../../service/telemetry"
import { type Cradle } from "./loaders/parts"
import Intent, { type IntentRow } from "./models/intent"
import {
  backlog,
  migrated,
  readPaymentFacts,
  type Migrated,
  type PaymentFacts,
} from "../../features/health/payment-facts"
import { judge, type Judged } from "../../payments/answers"
import { type VerifyOptions } from "../../payments/verifier"
import { CREATE_DEADLINE_MS } from "../../payments/create"
import { type AskedMoney, type StartPaymentInput } from "../../payments/request"
import { type Starting } from "../../payments/start"

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
  readonly methods = this.part("methods")
  readonly fees = this.part("fees")
  readonly records = this.part("records")
  readonly customerSessions = this.part("customerSessions")
  readonly connection = this.part("connection")
  readonly fairPolling = this.part("fairPolling")
  readonly returnProofs = this.part("returnProofs")
  readonly settings = this.part("settings")
  readonly orphans = this.part("orphans")
  readonly reviews = this.part("reviews")
  readonly review = this.part("review")
  readonly notices = this.part("notices")
  readonly links = this.part("links")
  private readonly verifier = this.part("verifier")
  private readonly startPayment = this.part("startPayment")
  private readonly knex = this.part("__pg_connection__")
  /** Medusa's: the container of the module */
  declare protected readonly __container__: Cradle

  /** @throws Error naming each invalid option: a wrong configuration stops the boot, an absent one does not */
  constructor(container: Cradle, options?: Record<string, unknown>) {
    super(container, options)
    watchReadings(() => this.readings())
  }

  /** The PaymentIntent that pays a session. See {@link StartPayment.findOrCreate} for what it throws. */
  async findOrCreate(input: StartPaymentInput, starting?: Starting): Promise<IntentRow> {
    return await this.startPayment.findOrCreate(input, starting)
  }

  /** Why no payment could be made at the service now, as far as that is known without asking it; null when nothing is known. */
  async foreseeStart(): Promise<PayCollectError | null> {
    const deadline = this.clock.now() + CREATE_DEADLINE_MS
    return await this.budget.foresee("creation", {
      operation: "create_payment_intent",
      priority: "create",
      deadline,
    })
  }

  /** Money that an employee assigned to a session's collection, if any. See {@link StartPayment.assignedTo}. */
  async assignedTo(input: AskedMoney): Promise<IntentRow | null> {
    return await this.startPayment.assignedTo(input)
  }

  /** Money that already came for a session's cart, if any. See {@link StartPayment.reuse}. */
  async reuse(input: AskedMoney): Promise<IntentRow | null> {
    return await this.startPayment.reuse(input)
  }

  /** Asks the service, or tells what it answered a moment ago; `waiting` when it does not answer in time. See {@link Verifier.verify}. */
  async verify(intent: IntentRow, options?: VerifyOptions): Promise<Judged> {
    return await this.verifier.verify(intent, options)
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

  /** What the ledger already knows, without a call. */
  judge(intent: IntentRow): Judged {
    return judge(intent)
  }

  private part<Name extends keyof Cradle>(name: Name): Cradle[Name] {
    return this.__container__[name]
  }
}
