import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaService } from "@medusajs/framework/utils"
import { type PayCollectError } from "../../client"
import { LADDER } from "../../domain/ladder"
import { requested, watchReadings, type Readings } from "../../telemetry"
import { AnswerCache, type CachingModule } from "./answer-cache"
import { AttentionList } from "./ledger/attention"
import { systemClock, type Clock } from "./clock"
import { Configuration } from "./configuration"
import { Connection } from "./connection"
import { CustomerSessions } from "./customer-sessions"
import { FeePreview } from "./fees"
import { ItemList } from "./ledger/items"
import { Bookings } from "./ledger/bookings"
import { IntentList } from "./ledger/list"
import { IntentLedger } from "./ledger/ledger"
import { Refunds } from "./ledger/refunds"
import { WatchedPayments } from "./ledger/watched"
import { Movements } from "./ledger/movements"
import { TakingsSums } from "./ledger/takings"
import { LookBacks } from "./ledger/look-backs"
import { Links } from "./links"
import Attention from "./models/attention"
import BudgetEntry from "./models/budget-entry"
import Intent, { type IntentRow } from "./models/intent"
import IntentEvent from "./models/intent-event"
import IntentSession from "./models/intent-session"
import State from "./models/state"
import { Notices } from "./notices"
import { judge } from "./payments/answers"
import { CREATE_DEADLINE_MS } from "./payments/create"
import { LookBack } from "./payments/look-back"
import { LostPayments } from "./payments/lost"
import { type AskedMoney, type StartPaymentInput } from "./payments/request"
import { Crowd } from "./payments/crowd"
import { StartPayment, type Starting } from "./payments/start"
import { Verifier, type Judged, type VerifyOptions } from "./payments/verifier"
import { backlog, paymentFacts, pendingMigrations, type PaymentFacts } from "./payment-facts"
import { PaymentMethods } from "./payment-methods"
import { repeatedPlaces } from "./budget-rules"
import { RequestBudget } from "./request-budget"
import { ReturnProofs } from "./return-proofs"
import { ServiceRecords } from "./service-records"
import { Settings } from "./settings/settings"
import { SettingsStore } from "./settings/store"
import { SharedState } from "./state"

interface Dependencies {
  __pg_connection__: Knex
  /** Medusa registers it in every module's container, and resolves it at each access: undefined in a store without the module */
  caching?: CachingModule
}

/**
 * The module `paycollect`: the ledger of every PaymentIntent, the configuration and the service's clients. It knows nothing of carts
 * or orders; providers, workflows, routes and jobs are its callers.
 *
 * The models of the settings, of refunds and of links are left out of Medusa's generated methods: `settings`, `refunds` and `links` are the one
 * way to them.
 */
export default class PayCollectModuleService extends MedusaService({
  Intent,
  IntentEvent,
  IntentSession,
  Attention,
  BudgetEntry,
  State,
}) {
  /** the time that leases, deadlines and the ladder go by, here and in the workflows */
  readonly clock: Clock = systemClock
  readonly configuration: Configuration
  readonly ledger: IntentLedger
  readonly attention: AttentionList
  readonly items: ItemList
  readonly bookings: Bookings
  readonly refunds: Refunds
  readonly state: SharedState
  readonly budget: RequestBudget
  readonly intentList: IntentList
  readonly takings: TakingsSums
  readonly movements: Movements
  readonly methods: PaymentMethods
  readonly fees: FeePreview
  readonly records: ServiceRecords
  readonly customerSessions: CustomerSessions
  readonly connection: Connection
  readonly crowd: Crowd
  readonly returnProofs: ReturnProofs
  readonly settings: Settings
  readonly lost: LostPayments
  readonly lookBacks: LookBacks
  readonly lookBack: LookBack
  readonly notices: Notices
  readonly links: Links
  private readonly knex: Knex
  private readonly verifier: Verifier
  private readonly startPayment: StartPayment

  /** @throws Error naming each invalid option: a wrong configuration stops the boot, an absent one does not */
  constructor(dependencies: Dependencies, options?: Record<string, unknown>) {
    super(dependencies, options)
    const knex = dependencies.__pg_connection__
    this.knex = knex
    this.state = new SharedState(knex)
    this.budget = new RequestBudget(knex, this.state, {
      // Not among the dashboard's settings: the limits are a fact of the service.
      limits: () => this.configuration.given.options.budget,
      clock: this.clock,
    })
    this.configuration = new Configuration(options, {
      gate: this.budget,
      onResult: (result, called) => {
        this.budget.observe(result.operation === "create_payment_intent" ? "creation" : "standard", result)
        this.connection.observe(result, called)
        requested(result, called.environment)
      },
      store: (sealer) => new SettingsStore(knex, sealer),
      clock: this.clock,
    })
    this.connection = new Connection(this.configuration, this.state, this.clock)
    this.settings = new Settings(this.configuration)
    this.ledger = new IntentLedger(knex, this.clock)
    this.attention = new AttentionList(knex, this.clock)
    this.items = new ItemList(knex)
    this.bookings = new Bookings(knex, this.clock)
    this.refunds = new Refunds(knex, this.clock)
    const places = () => repeatedPlaces(this.configuration.given.options.budget)
    this.crowd = new Crowd(new WatchedPayments(knex, this.clock), this.clock, places)
    this.returnProofs = new ReturnProofs(this.state)
    this.verifier = new Verifier(this.ledger, this.configuration, this.clock, LADDER, this.crowd)
    this.lost = new LostPayments(knex, this.ledger, this.configuration, this.clock)
    this.lookBacks = new LookBacks(knex, this.clock)
    this.lookBack = new LookBack(this.ledger, this.lookBacks, this.configuration, this.clock)
    this.notices = new Notices(knex, this.clock)
    this.links = new Links(knex, this.state, this.clock)
    this.intentList = new IntentList(knex)
    this.takings = new TakingsSums(knex)
    this.movements = new Movements(knex)
    const answers = new AnswerCache(this.clock, () => dependencies.caching)
    this.methods = new PaymentMethods(this.configuration, answers, this.clock)
    this.fees = new FeePreview(this.configuration, this.methods, answers, this.clock)
    this.records = new ServiceRecords(this.configuration, this.ledger)
    this.customerSessions = new CustomerSessions(this.configuration, this.clock)
    this.startPayment = new StartPayment(
      this.ledger,
      this.verifier,
      this.configuration,
      this.clock,
      this.bookings,
      this.returnProofs
    )
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

  /** Money that an employee books in a session's collection, if any. See {@link StartPayment.bound}. */
  async bound(input: AskedMoney): Promise<IntentRow | null> {
    return await this.startPayment.bound(input)
  }

  /** Money that already came for a session's cart, if any. See {@link StartPayment.adopt}. */
  async adopt(input: AskedMoney): Promise<IntentRow | null> {
    return await this.startPayment.adopt(input)
  }

  /** Asks the service, or tells what it answered a moment ago; `waiting` when it does not answer in time. See {@link Verifier.verify}. */
  async verify(intent: IntentRow, options?: VerifyOptions): Promise<Judged> {
    return await this.verifier.verify(intent, options)
  }

  async paymentFacts(): Promise<PaymentFacts> {
    return await paymentFacts(this.knex, this.clock)
  }

  /** What operators watch, as it is now. */
  async readings(): Promise<Readings> {
    return { ...(await backlog(this.knex, this.clock)), ...(await this.budget.readings()) }
  }

  /** By name; empty when the plugin's tables are up to date. */
  async pendingMigrations(): Promise<string[]> {
    return await pendingMigrations(this.knex)
  }

  /** What the ledger already knows, without a call. */
  judge(intent: IntentRow): Judged {
    return judge(intent)
  }
}
