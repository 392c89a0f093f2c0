import { PayCollectError, type PayCollectErrorCode } from "../../service/errors"
import { type CallResult } from "../../service"
import { type Environment, type Clock, MINUTE_MS } from "../../service/config"
import { type PayCollectClient } from "../../service/client"
import { type PayCollectConnectionCheck } from "../../types/http"
import { type Called, type Configuration } from "../../settings/configuration"
import { type SharedState } from "../../service/shared-state"
import { type Outages } from "./outage"

const STATE_ID = "last_connection"
const SIMULATOR_ID = "live_simulator"
const CONNECTION_DEADLINE_MS = 12_000
/** A failed check counts as long as a good one: who mends a key or an address has another client, whose first check asks. */
const RECENT_MS = MINUTE_MS

/** Whether the service can be reached with what is configured: asked for by a merchant, and seen in passing at every call. */
export class Connection {
  private readonly lastCalls = new Map<Environment, PayCollectConnectionCheck>()
  /** by client: one whose key and address are the same is kept, and a changed one has none */
  private readonly checks = new WeakMap<PayCollectClient, PayCollectConnectionCheck>()
  /** the live address whose answers carried the mark of the sandbox, `null` when none did; undefined before the first live answer */
  private simulator: string | null | undefined

  constructor(
    private readonly configuration: Configuration,
    private readonly state: SharedState,
    private readonly clock: Clock,
    private readonly outages: Outages
  ) {}

  /**
   * The check of a moment ago, where this process made one with what is in force; else one is made. A person who asks again and again uses up no
   * more places than that.
   */
  async recent(environment?: Environment): Promise<PayCollectConnectionCheck> {
    const active = await this.configuration.current()
    const client = active.clientOrNull(environment ?? active.environment)
    const checked = client && this.checks.get(client)
    const age = checked ? this.clock.now() - Date.parse(checked.checked_at) : Infinity
    return checked && age >= 0 && age < RECENT_MS ? checked : await this.check(environment)
  }

  /**
   * One harmless authenticated call, out of the shared budget, with what is in force. The list of customers (interface 4.5), one of
   * them: no other read is sure to need the secret key, since what is offered in a country may be public. The answer is dropped.
   * @returns what came of it, kept for the health page; never throws for anything the service does
   */
  async check(environment?: Environment): Promise<PayCollectConnectionCheck> {
    const active = await this.configuration.current()
    const asked = environment ?? active.environment
    const client = active.clientOrNull(asked)
    const message = () => `Nothing was sent. Not set: ${active.missingFor(asked).join(", ")}.`
    const checked = client
      ? await this.ask(client, asked)
      : { ...this.checkedNow(asked, null), ok: false, code: "not_configured", message: message() }
    if (client) this.checks.set(client, checked)
    await this.state.set(STATE_ID, checked)
    return checked
  }

  /** The same with a client that is not in force, of a key that is being typed. What comes of it is kept nowhere. */
  async tryOut(client: PayCollectClient, environment: Environment): Promise<PayCollectConnectionCheck> {
    return await this.ask(client, environment)
  }

  /** Facts of any call of this process. */
  observe(result: CallResult, { environment, baseUrl }: Called): void {
    const { status, outcome, durationMs, operation } = result
    if (environment === "live" && status !== undefined) this.remember(result.simulated ? baseUrl : null)
    const code = codeOfStatus(status, outcome)
    this.outages.observe(operation, { environment, code })
    this.lastCalls.set(environment, {
      environment,
      ok: code === "ok",
      latency_ms: durationMs,
      code,
      message: status === undefined ? `${operation}: no answer came.` : `${operation}: HTTP ${status}.`,
      checked_at: new Date(this.clock.now()).toISOString(),
    })
  }

  /** The live address whose last answer, to this or another process, was a simulator's; else null. */
  async liveSimulator(): Promise<string | null> {
    if (this.simulator) return this.simulator
    return (await this.state.get<{ base_url: string | null }>(SIMULATOR_ID))?.base_url ?? null
  }

  /** Written when it changes: once per process, as long as the address stays what it is. */
  private remember(simulator: string | null): void {
    if (simulator === this.simulator) return
    this.simulator = simulator
    this.state.set(SIMULATOR_ID, { base_url: simulator }).catch(() => (this.simulator = undefined))
  }

  /** The last check of any process, or the last call of this one in this environment, whichever is newer. */
  async last(environment: Environment): Promise<PayCollectConnectionCheck | null> {
    const lastCall = this.lastCalls.get(environment) ?? null
    const checked = await this.state.get<PayCollectConnectionCheck>(STATE_ID)
    if (!checked || !lastCall) return checked ?? lastCall
    return checked.checked_at >= lastCall.checked_at ? checked : lastCall
  }

  private async ask(client: PayCollectClient, environment: Environment): Promise<PayCollectConnectionCheck> {
    const startedAt = this.clock.now()
    try {
      await client.listCustomers(
        { limit: 1 },
        { priority: "admin", deadline: startedAt + CONNECTION_DEADLINE_MS }
      )
    } catch (error) {
      if (!(error instanceof PayCollectError)) throw error
      const latency = error.statusCode === undefined ? null : this.clock.now() - startedAt
      return {
        ...this.checkedNow(environment, latency),
        ok: false,
        code: codeOf(error),
        message: error.message,
      }
    }
    const message = "The service answered and takes the secret key."
    return { ...this.checkedNow(environment, this.clock.now() - startedAt), ok: true, code: "ok", message }
  }

  private checkedNow(environment: Environment, latency_ms: number | null) {
    return { environment, latency_ms, checked_at: new Date(this.clock.now()).toISOString() }
  }
}

const CODES: Partial<Record<PayCollectErrorCode, string>> = {
  unauthorized: "invalid_key",
  rate_limited: "rate_limited",
  simulator: "simulator",
  unavailable: "unreachable",
}

function codeOf({ code, statusCode }: PayCollectError): string {
  return code === "unauthorized" && statusCode === 403 ? "forbidden" : (CODES[code] ?? "unexpected")
}

/** An answer that says no to what was asked (an unknown reference, a missing name) shows that the connection is good. */
function codeOfStatus(status: number | undefined, outcome: string): string {
  if (outcome === "unauthorized") return status === 403 ? "forbidden" : "invalid_key"
  if (outcome === "rate_limited" || outcome === "simulator") return outcome
  if (status === undefined || status >= 500) return "unreachable"
  return outcome === "malformed_response" ? "unexpected" : "ok"
}
