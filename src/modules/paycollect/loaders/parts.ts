import { asFunction } from "@medusajs/framework/awilix"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type IEventBusModuleService, type LoaderOptions, type Logger } from "@medusajs/framework/types"
import { type ClientConfig } from "../../../service"
import { type PayCollectClient } from "../../../service/client"
import { systemClock, type Clock } from "../../../service/config"
import { SCHEDULE } from "../../../payments/schedule"
import { AnswerCache, type CachingModule } from "../../../service/answer-cache"
import { repeatedPlaces } from "../../../service/budget-rules"
import { Configuration, newClient } from "../../../settings/configuration"
import { Connection } from "../../../features/health/connection"
import { Outages } from "../../../features/health/outage"
import { Webhooks } from "../../../features/health/webhooks"
import { CustomerSessions } from "../../../features/customer-sessions/customer-sessions"
import { FeePreview } from "../../../features/fees/fees"
import { AttentionList } from "../../../payments/ledger/items"
import { Assignments } from "../../../payments/ledger/assignments"
import { ItemList } from "../../../features/attention/list"
import { Captures } from "../../../payments/ledger/captures"
import { IntentLedger } from "../../../payments/ledger/ledger"
import { IntentList } from "../../../features/payment-list/list"
import { Reviews } from "../../../payments/ledger/reviews"
import { DayFacts } from "../../../features/takings/day"
import { ReceiptEntries } from "../../../features/takings/entries"
import { Refunds } from "../../../features/refunds/rows"
import { WentBackList } from "../../../features/takings/went-back"
import { ReceiptSums } from "../../../features/takings/sums"
import { WatchedPayments, FairPolling } from "../../../payments/fair-polling"
import { Links } from "../../../features/payment-links/rows"
import { Notices } from "../../../features/alerts/rows"
import { CustomerMessages } from "../../../features/messages/rows"
import { PaymentMethods } from "../../../payments/payment-methods"
import { Review } from "../../../payments/review"
import { Orphans } from "../../../features/recovery/ask"
import { lostPaymentsOf } from "../../../features/recovery/recover"
import { newsOn, type Telling } from "../../../orders/emit"
import { type OrdersModule } from "../../../orders/module"
import { StartPayment } from "../../../payments/start"
import { Verifier } from "../../../payments/verifier"
import { RequestBudget } from "../../../service/budget"
import { ReturnProofs } from "../../../payments/return-address"
import { ServiceRecords } from "../../../features/service-records/service-records"
import { Settings } from "../../../features/settings-page/settings"
import { SettingsStore } from "../../../settings/store"
import { SharedState } from "../../../service/shared-state"

/** What the module is made of, by the names under which its container has it. */
export interface Parts {
  /** the time that leases, deadlines and the schedule go by, here and in the workflows */
  clock: Clock
  /** how a client of the service is made; each environment has one of its own */
  client: (config: ClientConfig) => PayCollectClient
  state: SharedState
  budget: RequestBudget
  configuration: Configuration
  outages: Outages
  connection: Connection
  webhooks: Webhooks
  settings: Settings
  ledger: IntentLedger
  attention: AttentionList
  items: ItemList
  assignments: Assignments
  refunds: Refunds
  intentList: IntentList
  receipts: ReceiptSums
  receiptEntries: ReceiptEntries
  dayFacts: DayFacts
  wentBack: WentBackList
  captures: Captures
  reviews: Reviews
  notices: Notices
  messages: CustomerMessages
  links: Links
  answers: AnswerCache
  methods: PaymentMethods
  fees: FeePreview
  records: ServiceRecords
  customerSessions: CustomerSessions
  returnProofs: ReturnProofs
  fairPolling: FairPolling
  verifier: Verifier
  startPayment: StartPayment
  orphans: Orphans
  recoverLost: OrdersModule["recoverLost"]
  review: Review
}

/** What Medusa puts into the container of every module. */
interface Given {
  __pg_connection__: Knex
  /** resolved at each access: Medusa may load the module after this one; undefined in a store without it */
  caching?: CachingModule
  /** the same */
  event_bus?: IEventBusModuleService
  logger: Logger
}

export type Cradle = Parts & Given
type ModuleOptions = LoaderOptions["options"]

/** A part is made when it is first asked for. Of two that need each other one gets all the parts, and asks for the other later. */
const MADE: { [Name in keyof Parts]: (parts: Cradle, options: ModuleOptions) => Parts[Name] } = {
  // Of its own: a test that moves it moves no other's.
  clock: () => ({ ...systemClock }),
  client: () => newClient,
  state: (parts) => new SharedState(parts.__pg_connection__, () => parts.configuration.sealer),
  budget: (parts) => new RequestBudget(parts.__pg_connection__, parts.state, parts),
  configuration: (parts, options) =>
    new Configuration(options, {
      gate: parts.budget,
      heardBy: parts,
      store: (sealer) => new SettingsStore(parts.__pg_connection__, sealer),
      clock: parts.clock,
      client: parts.client,
    }),
  outages: (parts) => new Outages(parts.__pg_connection__, parts.state, parts.clock),
  connection: (parts) => new Connection(parts.configuration, parts.state, parts.clock, parts.outages),
  webhooks: (parts) => new Webhooks(parts.configuration, parts.state, parts.clock),
  settings: (parts) =>
    new Settings(parts.configuration, (client, environment) => parts.connection.tryOut(client, environment)),
  ledger: (parts) =>
    new IntentLedger(
      parts.__pg_connection__,
      parts.clock,
      newsOn({ resolve: (name: keyof Given) => parts[name] } as unknown as Telling)
    ),
  attention: (parts) => new AttentionList(parts.__pg_connection__, parts.clock),
  items: (parts) => new ItemList(parts.__pg_connection__),
  assignments: (parts) => new Assignments(parts.__pg_connection__, parts.clock),
  refunds: (parts) => new Refunds(parts.__pg_connection__, parts.clock),
  intentList: (parts) => new IntentList(parts.__pg_connection__),
  receipts: (parts) => new ReceiptSums(parts.__pg_connection__),
  receiptEntries: (parts) => new ReceiptEntries(parts.__pg_connection__),
  wentBack: (parts) => new WentBackList(parts.__pg_connection__),
  dayFacts: (parts) => new DayFacts(parts.__pg_connection__),
  captures: (parts) => new Captures(parts.__pg_connection__, parts.clock),
  reviews: (parts) => new Reviews(parts.__pg_connection__, parts.clock),
  notices: (parts) => new Notices(parts.__pg_connection__, parts.clock),
  messages: (parts) => new CustomerMessages(parts.__pg_connection__, parts.clock),
  links: (parts) => new Links(parts.__pg_connection__, parts.state, parts.clock),
  answers: (parts) => new AnswerCache(parts.clock, () => parts.caching),
  methods: (parts) => new PaymentMethods(parts.configuration, parts.answers, parts.clock),
  fees: (parts) => new FeePreview(parts.configuration, parts.methods, parts.answers, parts.clock),
  records: (parts) => new ServiceRecords(parts.configuration, parts.ledger),
  customerSessions: (parts) => new CustomerSessions(parts.configuration, parts.clock),
  returnProofs: (parts) => new ReturnProofs(parts.state),
  fairPolling: (parts) =>
    new FairPolling(
      new WatchedPayments(parts.__pg_connection__, parts.clock),
      parts.clock,
      repeatedPlaces(parts.configuration.given.options.service.budget)
    ),
  verifier: (parts) =>
    new Verifier(parts.ledger, parts.configuration, parts.clock, SCHEDULE, parts.fairPolling),
  startPayment: (parts) =>
    new StartPayment(
      parts.ledger,
      parts.verifier,
      parts.configuration,
      parts.clock,
      parts.assignments,
      parts.returnProofs
    ),
  orphans: (parts) => new Orphans(parts.__pg_connection__, parts.ledger, parts.configuration, parts.clock),
  recoverLost: (parts) => (query, source) => lostPaymentsOf({ paycollect: parts, query }, source),
  review: (parts) => new Review(parts.ledger, parts.reviews, parts.configuration, parts.clock),
}

/**
 * Registers the parts of the module in its container. One that is registered already stays: a store replaces a part by registering another
 * under its name in Medusa's container, and naming it among the module's `dependencies`.
 */
export default async function parts({ container, options }: LoaderOptions): Promise<void> {
  for (const [name, make] of Object.entries(MADE)) {
    if (container.hasRegistration(name)) continue
    container.register(name, asFunction((cradle: Cradle) => make(cradle, options)).singleton())
  }
}
