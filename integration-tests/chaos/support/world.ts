import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, PaymentEvents } from "@medusajs/framework/utils"
import { AttentionList } from "../../../src/payments/ledger/items"
import { ActiveConfiguration } from "../../../src/settings/active-configuration"
import { Configuration } from "../../../src/settings/configuration"
import { Assignments } from "../../../src/payments/ledger/assignments"
import { Refunds } from "../../../src/features/refunds/rows"
import { Captures } from "../../../src/payments/ledger/captures"
import { IntentLedger } from "../../../src/payments/ledger/ledger"
import { Reviews } from "../../../src/payments/ledger/reviews"
import { Webhooks } from "../../../src/features/health/webhooks"
import { Links } from "../../../src/features/payment-links/rows"
import { Review } from "../../../src/payments/review"
import { Orphans } from "../../../src/features/recovery/ask"
import { lostPaymentsOf } from "../../../src/features/recovery/recover"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { StartPayment } from "../../../src/payments/start"
import { type Source } from "../../../src/payments/source"
import { type Query } from "../../../src/orders/records/query"
import { SharedState } from "../../../src/service/shared-state"
import { Verifier } from "../../../src/payments/verifier"
import { type Environment } from "../../../src/service/config"
import { PayCollectProviderService } from "../../../src/providers/paycollect/provider"
import { SANDBOX_KEYS } from "../../../packages/dev/src/sandbox"
import { PROVIDERS } from "./actions"
import { Core } from "./core"
import { CoreTables, type Payment } from "./core-state"
import { ServerClock, ServerProcess, VirtualClock } from "./process"
import { ServiceStandIn } from "./service"
import { Gate } from "./untrusted-visitor"

/** What a shop chose, and how the service behaves where its interface is silent. */
export interface Setting {
  carts: number
  pendingOrders: "wait" | "place"
  refunds: "off" | "manual" | "api"
  feeBearer: "merchant" | "customer"
  reuse: "replay" | "conflict"
  createIntent: "on_session" | "on_redirect"
  /** the service reports late payments while it still fails, and not again */
  eventsFirst: boolean
  /** somebody who does not want to buy, and the service's limits on requests */
  stranger: boolean
  /** answers that are not the truth go on for hours after everything else is well again */
  liesLast: boolean
  /** verify names what a payment's refunds have left of it, and not only what reversals have */
  subtractsRefunds: boolean
}

/** One running server: the real module, provider and workflows over the stand-ins of core and of the service. */
export interface Server {
  process: ServerProcess
  container: MedusaContainer
  core: Core
  clock: ServerClock
}

export const WEBHOOK_SECRET = "whsec_of_the_chaos_runs"

/** Nothing vacuums a throw-away server: without this every scenario walks through the remains of all before it. */
const VACUUM_EVERY = 100
let started = 0

const TABLES = [
  "paycollect_link_collection",
  "paycollect_link",
  "paycollect_attention",
  "paycollect_entry",
  "paycollect_intent_event",
  "paycollect_intent_session",
  "paycollect_refund",
  "paycollect_intent",
  "paycollect_state",
  "paycollect_budget_entry",
]

/** Database, time, core's tables and the service: what outlives a server. */
export class World {
  readonly clock: VirtualClock
  readonly tables = new CoreTables()
  readonly service: ServiceStandIn
  readonly servers: Server[] = []
  /** the merchant's switch, which outlives every server */
  environment: Environment = "test"
  /** the service answered nothing for so long that the shop gives up on what it was asked about */
  wasSilentForAWeek = false
  /** servers that stand still, and will go on so many turns from now */
  suspended: { process: ServerProcess; turns: number; dies: number | null }[] = []
  /** those who stood still once: what they were at may take longer than the turn in which they went on */
  private readonly goneOn: ServerProcess[] = []
  /** only one act in this turn */
  isAlone = true
  /** what was logged as an error: shown with a violation */
  readonly log: string[] = []
  /** how often the shop's subscribers heard that a payment of Medusa's was captured, by its id */
  readonly toldCaptures = new Map<string, number>()
  /** when the accidents ended, and the job ran again */
  healedAt = Infinity
  /** references of payments whose row was lost once */
  readonly lost = new Set<string>()
  /** how often what happened, by name: actions, kills, answers */
  readonly counts: Record<string, number> = {}

  /** @param knex with one connection: statements then follow one another in the order they were asked for, and a run can be repeated */
  constructor(
    readonly knex: Knex,
    readonly setting: Setting
  ) {
    this.clock = new VirtualClock(this.turn)
    this.service = new ServiceStandIn(this.clock, setting)
    if (setting.stranger) this.service.gate = new Gate(knex, this.clock, this.tables.wrong)
  }

  /** Everybody who asked the database before goes on first; nothing is sent. */
  turn = async () => {
    const connection: unknown = await this.knex.client.acquireConnection()
    await this.knex.client.releaseConnection(connection)
  }

  async start(servers: number): Promise<void> {
    await this.knex.raw(TABLES.map((table) => `delete from ${table}`).join(";"))
    if (++started % VACUUM_EVERY === 0) await this.knex.raw(`vacuum ${TABLES.join(", ")}`)
    for (let i = 0; i < servers; i++) this.servers.push(this.boot(new ServerClock(this.clock)))
  }

  /** Those whose time has come go on where they stood. @param turns that have passed since they were asked last */
  async goOn(turns: number): Promise<void> {
    for (const each of this.suspended) each.turns -= turns
    const awake = this.suspended.filter(({ turns }) => turns <= 0)
    this.suspended = this.suspended.filter((each) => !awake.includes(each))
    for (const { process } of awake) this.count(`went on at: ${process.killedAt}`)
    this.goneOn.push(...awake.map(({ process }) => process))
    // What it is at may need another one, which dies meanwhile.
    const deaths = this.servers.map(({ process }) => process.death)
    await Promise.race([Promise.all(awake.map(({ process, dies }) => process.goOn(dies))), ...deaths])
    for (const { process } of awake.filter(({ process }) => !process.alive))
      this.count(`died after it went on: ${process.killedAt}`)
  }

  /** A database that fails over ends the connections of all who were at work before. */
  disconnect(): void {
    this.suspended = []
    for (const process of this.goneOn.splice(0)) process.killAfter(0)
  }

  /** A killed server is started again: its memory is new, and its machine's clock is what it was. */
  restart(index: number): void {
    const { process, clock } = this.servers[index]!
    if (process.killedAt) this.count(`killed at: ${process.killedAt}`)
    this.servers[index] = this.boot(clock)
  }

  /** The bus, with what our subscriber does about core's own event. */
  private async hearOfCapture({ id, data }: Pick<Payment, "id" | "data">): Promise<void> {
    this.toldCaptures.set(id, (this.toldCaptures.get(id) ?? 0) + 1)
    await new Captures(this.knex, this.clock).noted(String(data.merchant_reference))
  }

  private hear({ name, data: { id } }: { name: string; data: { id: string } }): Promise<void> {
    if (name === PaymentEvents.CAPTURED) this.toldCaptures.set(id, (this.toldCaptures.get(id) ?? 0) + 1)
    return Promise.resolve()
  }

  count(name: string, times = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + times
  }

  async intents(): Promise<IntentRow[]> {
    return await this.knex<IntentRow>("paycollect_intent").orderBy("created_at").orderBy("id")
  }

  private boot(clock: ServerClock): Server {
    const process = new ServerProcess(this.turn)
    const silent = () => undefined
    const logger = {
      error: (text: string) => void this.log.push(text),
      warn: silent,
      info: silent,
      debug: silent,
    }
    const registered: Record<string, unknown> = {}
    const container = {
      resolve: (name: string) => {
        if (!(name in registered)) throw new Error(`nothing is registered as ${name}`)
        return registered[name]
      },
    } as unknown as MedusaContainer
    const paycollect = this.module(process, clock)
    const core: Core = new Core(
      this.tables,
      this.clock,
      process,
      () => provider,
      this.hearOfCapture.bind(this)
    )
    const query = { graph: core.graph.bind(core) }
    const provider: PayCollectProviderService = new PayCollectProviderService(
      { logger, paycollect, query },
      {}
    )
    Object.assign(registered, {
      core,
      paycollect,
      [ContainerRegistrationKeys.QUERY]: query,
      [ContainerRegistrationKeys.LOGGER]: logger,
      [Modules.LOCKING]: { execute: core.execute.bind(core) },
      [Modules.EVENT_BUS]: { emit: this.hear.bind(this) },
      [Modules.ORDER]: core.books.module(),
      [Modules.PAYMENT]: {
        deletePaymentSession: core.deleteSession.bind(core),
        updatePaymentCollections: core.updateCollection.bind(core),
        listPayments: core.listPayments.bind(core),
        updatePayment: core.updatePayment.bind(core),
        updateRefunds: core.updateRefund.bind(core),
        deleteRefunds: core.deleteRefunds.bind(core),
        listPaymentProviders: () => Promise.resolve(PROVIDERS.map((id) => ({ id }))),
      },
    })
    return { process, container, core, clock }
  }

  /** The module's service without Medusa's model methods, which nothing on these ways calls. */
  private module(process: ServerProcess, clock: ServerClock) {
    const { knex } = this
    const configuration = new ChaosConfiguration(this, process, clock)
    const ledger = process.guard("ledger", new IntentLedger(knex, clock))
    const verifier = new Verifier(ledger, configuration, clock)
    const assignments = process.guard("assignments", new Assignments(knex, clock))
    const startPayment = new StartPayment(ledger, verifier, configuration, clock, assignments)
    const state = process.guard("state", new SharedState(knex))
    const reviews = process.guard("reviews", new Reviews(knex, clock))
    const orphans = process.guard("orphans", new Orphans(knex, ledger, configuration, clock))
    return {
      clock,
      configuration,
      ledger,
      assignments,
      refunds: process.guard("refunds", new Refunds(knex, clock)),
      reviews,
      review: new Review(ledger, reviews, configuration, clock),
      orphans,
      recoverLost: (query: Query, source?: Source) =>
        lostPaymentsOf({ paycollect: { ledger, orphans, configuration, clock }, query }, source),
      attention: process.guard("attention", new AttentionList(knex, clock)),
      links: process.guard("links", new Links(knex, state, clock)),
      webhooks: new Webhooks(configuration, state, clock),
      captures: process.guard("captures", new Captures(knex, clock)),
      state,
      verifier,
      startPayment,
      // The gate before the service's stand-in counts: what it refuses is met when it is asked.
      budget: { foresee: () => Promise.resolve(null) },
    }
  }
}

class ChaosConfiguration extends Configuration {
  constructor(
    private readonly world: World,
    private readonly process: ServerProcess,
    private readonly wrongClock: ServerClock
  ) {
    const { pendingOrders, refunds, feeBearer, createIntent } = world.setting
    super({
      test: {
        secretKey: SANDBOX_KEYS.testSecretKey,
        baseUrl: "https://test.service.example/v1",
        webhookSecret: [WEBHOOK_SECRET],
      },
      live: {
        secretKey: SANDBOX_KEYS.liveSecretKey,
        baseUrl: "https://service.example/v1",
        webhookSecret: [WEBHOOK_SECRET],
      },
      backendUrl: "https://api.shop.example",
      pendingOrders,
      refunds,
      feeBearer,
      createIntent,
    })
  }

  override current(): Promise<ActiveConfiguration> {
    const { process, wrongClock: clock } = this
    const { environment, service } = this.world
    const clientOf = (name: Environment) => service.clientOf({ process, clock, environment: name })
    const clients = new Map((["test", "live"] as const).map((name) => [name, clientOf(name)] as const))
    return Promise.resolve(new ActiveConfiguration({ ...this.given.options, environment }, clients))
  }
}
