import { isOnThisMachine } from "../service/address"
import { PayCollectClient } from "../service/client"
import { PayCollectConfigurationError } from "../service/errors"
import { type CallResult, type ClientConfig } from "../service"
import { type Environment, systemClock, type Clock, type RateClass } from "../service/config"
import { requested } from "../service/telemetry"
import { givenOptions, resolveOptions, type RawOptions } from "./options"
import { ActiveConfiguration, isProduction, type ActiveOptions } from "./active-configuration"
import { assemble, type Assembled } from "./assemble"
import { Sealer } from "./seal"
import { type SettingsStore, type StoredSettings } from "./store"

type Clients = ReadonlyMap<Environment, PayCollectClient>

/** Where a call went. */
export interface Called {
  environment: Environment
  baseUrl: string
}

interface Attached {
  /** the request budget, kept whatever happens to clients */
  gate?: ClientConfig["gate"]
  /** whom every call is told to, by what has them: they may be made of this configuration */
  heardBy?: {
    budget: { observe(rateClass: RateClass, result: CallResult & { breaker?: "beside" }): void }
    connection: { observe(result: CallResult, called: Called): void }
  }
  /** where the dashboard's settings are; without it the options are all there is */
  store?: (sealer: Sealer) => SettingsStore
  clock?: Clock
  client?: (config: ClientConfig) => PayCollectClient
}

/** No version of any database: what is stored has to be read. */
const UNREAD = -1

/** How old the configuration may be that a process works with. Within this time every instance follows a save on another one. */
const CHECK_EVERY_MS = 2_000

/**
 * The plugin's configuration: the options, and over them what a merchant set in the dashboard. `current()` is the
 * one way to it. Boot needs no database: migrations and builds run without one.
 */
export class Configuration {
  /** the options as given, checked at boot */
  readonly given: ActiveConfiguration
  readonly raw: RawOptions
  readonly sealer: Sealer
  readonly store: SettingsStore | null
  private readonly clock: Clock
  private active: ActiveConfiguration
  private settings: StoredSettings = new Map()
  private version: number | null = 0
  private renewedAt: number | null = null
  private checkedAt = -Infinity
  private checking: Promise<ActiveConfiguration> | undefined
  /** the clients in use and what each was made of: one whose settings are the same is kept, with its connections */
  readonly #clients = new Map<Environment, { madeOf: string; client: PayCollectClient }>()

  /**
   * @param attached what every client reports to: the request budget and its circuit breakers
   * @throws Error naming each invalid option; absent keys are no error
   */
  constructor(
    given: Record<string, unknown> | undefined,
    private readonly attached: Attached = {}
  ) {
    const { encryptionKey, ...options } = resolveOptions(given)
    const { encryptionKey: _encryptionKey, ...raw } = givenOptions(given)
    this.raw = raw
    this.sealer = new Sealer(encryptionKey)
    this.store = attached.store?.(this.sealer) ?? null
    this.clock = attached.clock ?? systemClock
    // Built at boot, so that a key that does not fit its environment stops the boot and not the first payment.
    this.given = new ActiveConfiguration(options, this.reuse(options, this.clientsOf(options)))
    this.active = this.given
  }

  /**
   * What is in force now, at most 2 s old. Costs one small read of the database per 2 s.
   * @throws Error when the database cannot be read: no work is done with settings that may have been replaced
   */
  async current(): Promise<ActiveConfiguration> {
    if (!this.store) return this.given
    const age = this.clock.now() - this.checkedAt
    if (age >= 0 && age < CHECK_EVERY_MS) return this.active
    this.checking ??= this.check(this.store).finally(() => (this.checking = undefined))
    return await this.checking
  }

  /** After a save of this process: in force here at once. */
  async reload(): Promise<ActiveConfiguration> {
    // A check that began before the save may end after it, with what was there before.
    await this.checking?.catch(() => undefined)
    this.checkedAt = -Infinity
    // Read whatever the count says: a database that was set back may count up to the same number again.
    this.version = UNREAD
    return await this.current()
  }

  /** Once for each version of what is stored: see `SettingsStore.renewSeals`. @returns how many secrets were sealed anew */
  async renewSeals(): Promise<number> {
    await this.current()
    const { store, version } = this
    if (!store || version === this.renewedAt) return 0
    const renewed = await store.renewSeals()
    this.renewedAt = version
    return renewed
  }

  /** The settings of the database as `current()` last saw them. */
  get stored(): StoredSettings {
    return this.settings
  }

  /** The plugin's tables are there; `false` before `medusa db:migrate`. */
  get migrated(): boolean {
    return this.version !== null
  }

  /** Options and settings together, without using them: what a save would bring. */
  preview(stored: StoredSettings): Assembled<Clients> {
    return assemble(this.raw, stored, (options) => this.clientsOf(options))
  }

  /** A client of what a save would bring. Whatever comes of its calls, no pause, breaker, metric or health page of the shop hears of it. */
  trial(stored: StoredSettings, environment: Environment): PayCollectClient | null {
    const { options } = this.preview(stored)
    const { secretKey, baseUrl } = options[environment]
    return secretKey && baseUrl ? this.build(options, environment, true) : null
  }

  private async check(store: SettingsStore): Promise<ActiveConfiguration> {
    const startedAt = this.clock.now()
    const version = await store.version()
    if (version !== this.version) {
      this.settings = version ? await store.read() : new Map()
      this.active = this.activate(this.settings)
      this.version = version
    }
    this.checkedAt = startedAt
    return this.active
  }

  private activate(settings: StoredSettings): ActiveConfiguration {
    const { options, prepared, problems } = this.preview(settings)
    return new ActiveConfiguration(options, this.reuse(options, prepared), problems)
  }

  /**
   * Clients of each environment that has key and address; those in use are used again where nothing changed.
   * @throws PayCollectConfigurationError naming the option
   */
  private clientsOf(options: ActiveOptions): Clients {
    const clients = new Map<Environment, PayCollectClient>()
    for (const environment of ["test", "live"] as const) {
      const { secretKey, baseUrl } = options[environment]
      if (!secretKey || !baseUrl) continue
      const known = this.#clients.get(environment)
      const same = known?.madeOf === ingredients(options, environment)
      clients.set(environment, same ? known.client : this.build(options, environment))
    }
    return clients
  }

  /** Calls under way on a client that is replaced go on; its idle connections end by themselves. */
  private reuse(options: ActiveOptions, clients: Clients): Clients {
    for (const [environment, client] of clients)
      this.#clients.set(environment, { madeOf: ingredients(options, environment), client })
    return clients
  }

  private build(options: ActiveOptions, environment: Environment, isTrial = false): PayCollectClient {
    const { secretKey, baseUrl, checkoutUrl } = options[environment]
    const { authHeader, verifyMethod, confirmPath, queryNames, requestTimeoutMs } = options.service
    const { gate: shared, heardBy: hearing, client = newClient } = this.attached
    const heardBy = isTrial ? undefined : hearing
    // Payments of the environment that is not chosen any more, whose address may be gone, hold back no customer who pays now.
    const beside = () => (environment === this.active.environment ? undefined : "beside")
    const gate = shared && placesOf(shared, isTrial, beside)
    const { baseUrl: own } = (this.raw[environment] ?? {}) as { baseUrl?: unknown }
    const isSandbox = isOnThisMachine(baseUrl!) && (environment === "live" || !isProduction())
    const isOwn = String(own).replace(/\/+$/, "") === baseUrl
    try {
      return client({
        environment,
        secretKey: secretKey!,
        baseUrl: baseUrl!,
        checkoutUrl,
        authHeader,
        verifyMethod,
        confirmPath,
        queryNames,
        timeoutMs: requestTimeoutMs,
        // An employee who may change settings sends no request into the server's networks. A developer's machine has its sandbox; to one that is to
        // take real money in production nothing is sent anyway.
        network: isOwn || isSandbox ? "any" : "public",
        simulator: environment === "live" && isProduction() ? "refused" : "allowed",
        gate,
        onResult: (result) => {
          heardBy?.budget.observe(result.rateClass, { ...result, breaker: beside() })
          heardBy?.connection.observe(result, { environment, baseUrl: baseUrl! })
          if (heardBy) requested(result, environment)
        },
      })
    } catch (error) {
      if (!(error instanceof PayCollectConfigurationError)) throw error
      const own = ["secretKey", "baseUrl", "checkoutUrl"].includes(error.field)
      throw new PayCollectConfigurationError(`${own ? environment : "service"}.${error.field}`, error.problem)
    }
  }
}

type Gate = NonNullable<ClientConfig["gate"]>

/** Its places count always; a pause that a trial is asked for is the trial's alone. */
const placesOf = (gate: Gate, isTrial: boolean, beside: () => "beside" | undefined): Gate => ({
  acquire: (rateClass, asked) => gate.acquire(rateClass, { ...asked, breaker: isTrial ? "none" : beside() }),
  pause: (rateClass, ms) => (isTrial ? undefined : gate.pause(rateClass, ms, beside())),
})

export const newClient = (config: ClientConfig) => new PayCollectClient(config)

function ingredients(options: ActiveOptions, environment: Environment): string {
  const { secretKey, baseUrl, checkoutUrl } = options[environment]
  return JSON.stringify([secretKey, baseUrl, checkoutUrl, isProduction()])
}
