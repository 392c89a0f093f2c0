import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { AttentionList } from "../../../src/modules/paycollect/attention"
import { ActiveConfiguration } from "../../../src/modules/paycollect/active-configuration"
import { Configuration } from "../../../src/modules/paycollect/configuration"
import { IntentLedger } from "../../../src/modules/paycollect/ledger"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { OpenIntent } from "../../../src/modules/paycollect/open-intent"
import { SharedState } from "../../../src/modules/paycollect/state"
import { VerifyOnce } from "../../../src/modules/paycollect/verify-once"
import { type PayCollectClient } from "../../../src/client"
import { PayCollectProviderService } from "../../../src/providers/paycollect/services"
import { SANDBOX_KEYS } from "../../../src/sandbox"
import { Core } from "./core"
import { CoreTables } from "./core-state"
import { ServerProcess, VirtualClock } from "./process"
import { ServiceStandIn } from "./service"

export interface Setting {
  pendingOrders: "wait" | "place"
  refunds: "off" | "manual"
  reuse: "replay" | "conflict"
}

/** One running server: the real module, provider and workflows over the stand-ins of core and of the service. */
export interface Server {
  process: ServerProcess
  container: MedusaContainer
  core: Core
}

const TABLES = [
  "paycollect_attention",
  "paycollect_intent_event",
  "paycollect_intent_session",
  "paycollect_intent",
]

/** Database, time, core's tables and the service: what outlives a server. */
export class World {
  readonly clock: VirtualClock
  readonly tables = new CoreTables()
  readonly service: ServiceStandIn
  readonly servers: Server[] = []
  /** what was logged as an error: shown with a violation */
  readonly log: string[] = []
  /** where servers died, and how often core or the provider refused, by message */
  readonly kills: Record<string, number> = {}

  /** @param knex with one connection: statements then follow one another in the order they were asked for, and a run can be repeated */
  constructor(
    readonly knex: Knex,
    readonly setting: Setting
  ) {
    this.clock = new VirtualClock(this.turn)
    this.service = new ServiceStandIn(this.clock, setting.reuse)
  }

  turn = () => this.knex.raw("select 1")

  async start(servers: number): Promise<void> {
    await this.knex.raw(TABLES.map((table) => `delete from ${table}`).join(";"))
    for (let i = 0; i < servers; i++) this.servers.push(this.boot())
  }

  /** A killed server is started again: its memory is new. */
  restart(index: number): void {
    const { killedAt } = this.servers[index]!.process
    if (killedAt) this.kills[killedAt] = (this.kills[killedAt] ?? 0) + 1
    this.servers[index] = this.boot()
  }

  async intents(): Promise<IntentRow[]> {
    return await this.knex<IntentRow>("paycollect_intent").orderBy("created_at").orderBy("id")
  }

  private boot(): Server {
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
    const paycollect = this.module(process)
    const core: Core = new Core(this.tables, this.clock, process, () => provider)
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
    })
    return { process, container, core }
  }

  /** The module's service without Medusa's model methods, which nothing on these roads calls. */
  private module(process: ServerProcess) {
    const { clock, knex } = this
    const client = this.service.clientOf(process)
    const configuration = new ChaosConfiguration(this.setting, client)
    const ledger = process.guard("ledger", new IntentLedger(knex, clock))
    const verifyOnce = new VerifyOnce(ledger, configuration, clock)
    const openIntent = new OpenIntent(ledger, verifyOnce, configuration, clock)
    return {
      clock,
      configuration,
      ledger,
      attention: process.guard("attention", new AttentionList(knex, clock)),
      state: process.guard("state", new SharedState(knex)),
      verify: verifyOnce.verify.bind(verifyOnce),
      judge: verifyOnce.judge.bind(verifyOnce),
      open: openIntent.open.bind(openIntent),
    }
  }
}

class ChaosConfiguration extends Configuration {
  constructor(
    { pendingOrders, refunds }: Setting,
    private readonly standIn: PayCollectClient
  ) {
    super({
      test: { secretKey: SANDBOX_KEYS.testSecretKey, baseUrl: "https://service.example/v1" },
      backendUrl: "https://api.shop.example",
      pendingOrders,
      refunds,
    })
  }

  override current(): Promise<ActiveConfiguration> {
    const clients = new Map([["test", this.standIn] as const])
    return Promise.resolve(new ActiveConfiguration(this.given.options, clients))
  }
}
