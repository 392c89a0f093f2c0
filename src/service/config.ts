import { setTimeout as rest } from "node:timers/promises"
import { VERSION } from "../version"
import { checkoutAddress, isPrivateAddress, serviceAddress } from "./address"
import { PayCollectConfigurationError } from "./errors"

export type Environment = "test" | "live"

/** Interface 8. */
export type RateClass = "standard" | "creation"

/**
 * Who waits for the answer; the request budget serves the first of these first. `repeat` is a question that was asked before and that
 * any visitor can cause again, `browse` who only looks around (fees, methods, customer sessions): both get a part of the budget and never more.
 */
export type Priority =
  "customer" | "create" | "webhook" | "admin" | "visit" | "start" | "repeat" | "reconcile" | "browse"

export interface Clock {
  /** epoch milliseconds */
  now(): number
  /**
   * Epoch milliseconds by the database's clock, which leases are compared by. Rings alone say it, which let time pass; else the database is asked,
   * so that processes whose clocks differ change nothing.
   */
  database?(): number
  /** Resolves after `ms`, or early when `signal` is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** `beside`: of what no customer waits for now, in the other environment; `none`: none holds it back, nor is told what becomes of it. */
export type OtherBreaker = "beside" | "none"

/** The request budget that all processes share. Without one the service's own limits are the only ones. */
export interface RateGate {
  /** Resolves when one request may be sent. @throws PayCollectRateLimitedError when that cannot be before `deadline` (epoch ms) */
  acquire(
    rateClass: RateClass,
    context: {
      priority: Priority
      deadline: number
      operation: string
      breaker?: OtherBreaker
    }
  ): Promise<void>
  /** The service answered 429: no process sends a request of this class, and of the same environment, for `ms` milliseconds. */
  pause(rateClass: RateClass, ms: number, breaker?: OtherBreaker): Promise<void> | void
}

/** One attempt, as plain facts that are safe to log. */
export interface CallResult {
  operation: string
  /** of HTTP */
  method: string
  rateClass: RateClass
  priority: Priority
  /** HTTP status, absent when no answer came */
  status?: number
  durationMs: number
  requestId?: string
  /** "ok" or the error's code */
  outcome: string
  /** the answer carries the mark of this package's sandbox */
  simulated?: true
}

export interface ClientConfig {
  environment: Environment
  /** https address that ends in the version segment; http on loopback only */
  baseUrl: string
  /** sk_test_... or sk_live_..., as the environment says */
  secretKey: string
  /** every checkout_url must start with it; without it https, or http on loopback */
  checkoutUrl?: string
  /** U-18 */
  authHeader?: "bearer" | "x-api-key"
  /** U-02 */
  verifyMethod?: "GET" | "PATCH"
  /** U-13, for example "/payment-intents/{id}/confirm" */
  confirmPath?: string
  /** U-10 */
  queryNames?: { country: string; cardType: string }
  /** milliseconds per attempt */
  timeoutMs?: number
  /** "refused": nothing is sent to a base address on loopback, and an answer with the mark of the sandbox counts as none */
  simulator?: "allowed" | "refused"
  /** "public": neither the base address nor what its name leads to is in a private network, or on this machine */
  network?: "any" | "public"
  gate?: RateGate
  clock?: Clock
  /** 0 <= random < 1 */
  random?: () => number
  userAgent?: string
  /** called once per attempt */
  onResult?: (result: CallResult) => void
}

/** ClientConfig with its defaults, checked. Holds the key: never keep it in a property that can be printed. */
export type CheckedConfig = Required<
  Omit<ClientConfig, "checkoutUrl" | "confirmPath" | "gate" | "onResult">
> &
  Pick<ClientConfig, "checkoutUrl" | "confirmPath" | "gate" | "onResult">

const TIMEOUT_MS = 8_000
export const QUERY_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/
/** One `{id}`, and nothing that could lead to another path. */
export const CONFIRM_PATH = /^\/[A-Za-z0-9_/-]*\{id\}[A-Za-z0-9_/-]*$/
/** At most 255 characters, all of them fit for a header. */
export const SECRET_KEYS: Record<Environment, RegExp> = {
  test: /^sk_test_[A-Za-z0-9_.~+/=-]{4,247}$/,
  live: /^sk_live_[A-Za-z0-9_.~+/=-]{4,247}$/,
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => rest(ms, undefined, { signal }).catch(() => undefined),
}

/** Waits no longer than this; the work itself is not stopped. */
export async function within<T>(ms: number, work: () => Promise<T>): Promise<T | "unanswered"> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<"unanswered">((resolve) => (timer = setTimeout(resolve, ms, "unanswered")))
  return await Promise.race([work(), late]).finally(() => clearTimeout(timer))
}

/** What a process has under way, by name: all who ask for the same at the same time get what the first one began. */
export class UnderWay {
  private readonly works = new Map<string, Promise<unknown>>()

  async join<T>(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.works.get(name) as Promise<T> | undefined
    if (running) return await running
    const started = work().finally(() => this.works.delete(name))
    this.works.set(name, started)
    return await started
  }
}

/** @throws PayCollectConfigurationError naming the field, never its value */
export function checkConfig(config: ClientConfig): CheckedConfig {
  const { environment, queryNames = { country: "country", cardType: "card_type" } } = config
  demand(environment === "test" || environment === "live", "environment", 'must be "test" or "live"')
  checkKey(config.secretKey, environment)
  demand(
    config.confirmPath === undefined || CONFIRM_PATH.test(config.confirmPath),
    "confirmPath",
    'must be a path with one "{id}"'
  )
  const names = [queryNames.country, queryNames.cardType]
  demand(
    names.every((name) => QUERY_NAME.test(name)),
    "queryNames",
    "must hold plain parameter names"
  )
  const { authHeader = "bearer", verifyMethod = "GET", timeoutMs = TIMEOUT_MS } = config
  demand(["bearer", "x-api-key"].includes(authHeader), "authHeader", 'must be "bearer" or "x-api-key"')
  demand(["GET", "PATCH"].includes(verifyMethod), "verifyMethod", 'must be "GET" or "PATCH"')
  demand(
    Number.isInteger(timeoutMs) && timeoutMs > 0,
    "timeoutMs",
    "must be a positive number of milliseconds"
  )
  const { network = "any" } = config
  const baseUrl = serviceAddress(config.baseUrl, "baseUrl")
  demand(
    network === "any" || !isPrivateAddress(baseUrl),
    "baseUrl",
    "leads to this machine, or into a private network: enter the service’s own address"
  )
  const { userAgent = `medusa-payment-paycollect/${VERSION}` } = config
  demand(/^[\x20-\x7e]{1,200}$/.test(userAgent), "userAgent", "must be printable ASCII")
  return {
    environment,
    baseUrl,
    secretKey: config.secretKey,
    checkoutUrl:
      config.checkoutUrl === undefined ? undefined : checkoutAddress(config.checkoutUrl, "checkoutUrl"),
    authHeader,
    verifyMethod,
    confirmPath: config.confirmPath,
    queryNames,
    timeoutMs,
    simulator: config.simulator ?? "allowed",
    network,
    gate: config.gate,
    clock: config.clock ?? systemClock,
    random: config.random ?? Math.random,
    userAgent,
    onResult: config.onResult,
  }
}

/** A test key on the live address, or the other way round, would charge the wrong people or none (interface 5, rule 5). */
function checkKey(key: unknown, environment: Environment): void {
  const prefix = `sk_${environment}_`
  demand(typeof key === "string" && key !== "", "secretKey", "is missing")
  demand(
    String(key).startsWith(prefix),
    "secretKey",
    `must start with ${prefix}... in the ${environment} environment`
  )
  demand(
    SECRET_KEYS[environment].test(String(key)),
    "secretKey",
    "has characters that no key has, or is cut off"
  )
}

function demand(condition: boolean, field: string, problem: string): void {
  if (!condition) throw new PayCollectConfigurationError(field, problem)
}
