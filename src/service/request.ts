import http from "node:http"
import https from "node:https"
import axios, { type AxiosInstance } from "axios"
import { fillPath, isOnThisMachine, publicLookup } from "./address"
import { classifyNetworkError } from "./classify"
import type { CheckedConfig, Priority } from "./config"
import type { Endpoint } from "./endpoints"
import { PayCollectError } from "./errors"
import { lossError, type FailedCall } from "./failures"
import { headerRequestId, isSimulated, readResponse, type RawResponse } from "./response"
import { MAX_RETRIES, RATE_LIMIT_PAUSE_MS, retryDelay } from "./retry"

/** No documented answer comes near; a larger one is an error or an attack. */
const BODY_LIMIT_BYTES = 1024 * 1024

export interface CallOptions {
  /** epoch milliseconds for the whole operation, retries and waiting included; default: three attempts' time from now */
  deadline?: number
  priority?: Priority
  /** milliseconds that another attempt of a failed call waits at least; Infinity: there is none */
  retryPauseMs?: number
  /** its first attempt has its place in the budget: see {@link Requester.admit} */
  admitted?: true
  signal?: AbortSignal
}

interface RequestInput {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  idempotencyKey?: string
  /** for endpoints with the credential "session_token" */
  sessionToken?: string
}

interface Prepared {
  url: string
  headers: Record<string, string>
  data?: string
  deadline: number
  signal?: AbortSignal
}

type RequestOutcome<T> = { value: T } | { error: PayCollectError }

/** The only place that speaks HTTP: credentials, deadline, budget, retries. Keys stay in private fields, which nothing prints. */
export class Requester {
  readonly #config: CheckedConfig
  readonly #http: AxiosInstance
  readonly #agents: readonly [http.Agent, https.Agent]

  constructor(config: CheckedConfig) {
    this.#config = config
    const options = { keepAlive: true, ...(config.network === "public" && { lookup: publicLookup }) }
    this.#agents = [new http.Agent(options), new https.Agent(options)]
    this.#http = axios.create({
      httpAgent: this.#agents[0],
      httpsAgent: this.#agents[1],
      maxRedirects: 0,
      maxContentLength: BODY_LIMIT_BYTES,
      responseType: "text",
      // The text is ours to write and to read: axios hands out unreadable JSON as a string without a word.
      transformRequest: [],
      transformResponse: [],
      validateStatus: null,
    })
  }

  /** Ends the idle connections. */
  close(): void {
    for (const agent of this.#agents) agent.destroy()
  }

  /** @throws PayCollectError */
  async send<T>(endpoint: Endpoint<T>, input: RequestInput, call: CallOptions = {}): Promise<T> {
    const { clock, random } = this.#config
    const deadline = this.#deadline(call)
    const request = this.#prepare(endpoint, input, { deadline, signal: call.signal })
    for (let attempt = 0; ; attempt++) {
      if (attempt > 0 || !call.admitted) await this.admit(endpoint, call, deadline)
      else this.#checkTime(endpoint, call, deadline)
      const outcome = await this.#attempt(endpoint, request, call)
      if ("value" in outcome) return outcome.value
      const { error } = outcome
      const { code, retryAfterMs } = error
      if (code === "rate_limited") await this.#pause(endpoint, retryAfterMs ?? RATE_LIMIT_PAUSE_MS)
      const remainingMs = deadline - clock.now()
      const { repeatable } = endpoint
      const { retryPauseMs: leastMs } = call
      const facts = { repeatable, code, attempt, retryAfterMs, remainingMs, leastMs }
      const delay = retryDelay({ ...facts, random: random() })
      if (delay === undefined || call.signal?.aborted) throw error
      await clock.sleep(delay, call.signal)
    }
  }

  #prepare<T>(
    endpoint: Endpoint<T>,
    input: RequestInput,
    limits: Pick<Prepared, "deadline" | "signal">
  ): Prepared {
    const { baseUrl, userAgent, authHeader, secretKey } = this.#config
    const url = new URL(baseUrl + fillPath(endpoint.path, input.params ?? {}, endpoint.operation))
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const headers: Record<string, string> = { Accept: "application/json", "User-Agent": userAgent }
    // Interface 4.4, 5 and U-18: sessions take Bearer only.
    if (endpoint.credential === "key" && authHeader === "x-api-key") headers["x-api-key"] = secretKey
    else {
      const isSession = endpoint.credential === "session_token"
      headers.Authorization = `Bearer ${isSession ? (input.sessionToken ?? "") : secretKey}`
    }
    if (input.idempotencyKey !== undefined) headers["Idempotency-Key"] = input.idempotencyKey
    if (input.body === undefined) return { ...limits, url: url.href, headers }
    headers["Content-Type"] = "application/json"
    return { ...limits, url: url.href, headers, data: JSON.stringify(input.body) }
  }

  #deadline({ deadline }: CallOptions): number {
    const { clock, timeoutMs } = this.#config
    return deadline ?? clock.now() + timeoutMs * (MAX_RETRIES + 1)
  }

  /** Every attempt takes from the shared budget, the repeated ones too. @throws PayCollectError when nothing can be sent in time */
  async admit<T>(endpoint: Endpoint<T>, call: CallOptions, deadline = this.#deadline(call)): Promise<void> {
    const { gate, simulator, baseUrl } = this.#config
    const { rateClass, operation } = endpoint
    if (simulator === "refused" && isOnThisMachine(baseUrl))
      throw lossError("simulator", this.#failed(endpoint))
    try {
      await gate?.acquire(rateClass, { priority: call.priority ?? endpoint.priority, deadline, operation })
    } catch (cause) {
      throw cause instanceof PayCollectError ? cause : lossError("budget", this.#failed(endpoint), { cause })
    }
    this.#checkTime(endpoint, call, deadline)
  }

  #checkTime<T>(endpoint: Endpoint<T>, { signal }: CallOptions, deadline: number): void {
    if (signal?.aborted || this.#config.clock.now() >= deadline)
      throw lossError("deadline", this.#failed(endpoint))
  }

  async #pause<T>(endpoint: Endpoint<T>, ms: number): Promise<void> {
    try {
      await this.#config.gate?.pause(endpoint.rateClass, ms)
    } catch {
      // The caller must learn of the 429 itself; a class that was not paused meets the next 429 and tries again.
    }
  }

  async #attempt<T>(
    endpoint: Endpoint<T>,
    request: Prepared,
    { priority = endpoint.priority }: CallOptions
  ): Promise<RequestOutcome<T>> {
    const { clock, simulator } = this.#config
    const { operation, method, rateClass } = endpoint
    const call = this.#failed(endpoint)
    const startedAt = clock.now()
    let response: RawResponse | undefined
    let outcome: RequestOutcome<T>
    try {
      response = await this.#exchange(endpoint, request)
      outcome = { value: readResponse(response, endpoint, { call, now: clock.now(), simulator }) }
    } catch (cause) {
      const error =
        cause instanceof PayCollectError ? cause : lossError(classifyNetworkError(cause), call, { cause })
      outcome = { error }
    }
    const error = "error" in outcome ? outcome.error : undefined
    this.#report({
      operation,
      method,
      rateClass,
      priority,
      status: response?.status,
      durationMs: clock.now() - startedAt,
      requestId: error?.requestId ?? (response && headerRequestId(response)),
      outcome: error?.code ?? "ok",
      ...(response && isSimulated(response) && { simulated: true }),
    })
    return outcome
  }

  async #exchange<T>(endpoint: Endpoint<T>, request: Prepared): Promise<RawResponse> {
    const { clock, timeoutMs } = this.#config
    const { url, headers, data, signal, deadline } = request
    const { method } = endpoint
    // A clock over the whole exchange: axios' own timeout starts anew with every byte of a dripping answer.
    const limit = new AbortController()
    const cancel = () => limit.abort()
    const timer = setTimeout(cancel, Math.max(1, Math.min(timeoutMs, deadline - clock.now())))
    signal?.addEventListener("abort", cancel)
    try {
      const response = await this.#http.request<string>({ method, url, headers, data, signal: limit.signal })
      return { status: response.status, headers: { ...response.headers }, body: String(response.data ?? "") }
    } catch (cause) {
      if (limit.signal.aborted && !signal?.aborted)
        throw lossError("timeout", this.#failed(endpoint), { cause })
      throw cause
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener("abort", cancel)
    }
  }

  /** An observer that fails must not turn a payment's answer into an error. */
  #report(result: Parameters<NonNullable<CheckedConfig["onResult"]>>[0]): void {
    try {
      this.#config.onResult?.(result)
    } catch {
      // Nothing to tell: the answer stands, and the observer belongs to the caller.
    }
  }

  #failed<T>({ operation, effect }: Endpoint<T>): FailedCall {
    return { operation, effect, environment: this.#config.environment }
  }
}
