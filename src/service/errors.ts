import { redact } from "./redact"

export type PayCollectErrorCode =
  | "unauthorized"
  | "invalid_request"
  | "conflict"
  | "not_found"
  | "rate_limited"
  | "unavailable"
  | "ambiguous"
  | "malformed_response"
  | "simulator"
  | "configuration"

/** What a call can end with; a configuration that is wrong ends none, because it makes no client. */
export type FailureCode = Exclude<PayCollectErrorCode, "configuration">

export interface PayCollectErrorFacts {
  /** operation name such as "create_payment_intent" */
  operation: string
  /** what happened, what it means for the money, what to do next */
  message: string
  /** HTTP status of the service's answer, when there was one */
  statusCode?: number
  /** the service's own code, for example "amount_too_small" (U-04) */
  serviceCode?: string
  /** the service's request id (U-04): the one thing its support asks for */
  requestId?: string
  /** milliseconds to wait before the next attempt, at most 60,000 (U-05) */
  retryAfterMs?: number
  cause?: unknown
}

/** Base of every error of the client. Safe to log, print and serialise: no key, token, e-mail or telephone number is in it. */
export abstract class PayCollectError extends Error {
  readonly operation: string
  readonly statusCode?: number
  readonly serviceCode?: string
  readonly requestId?: string
  readonly retryAfterMs?: number

  abstract readonly code: PayCollectErrorCode

  constructor(facts: PayCollectErrorFacts) {
    const cause = safeCause(facts.cause)
    super(redact(facts.message), cause && { cause })
    Object.defineProperty(this, "name", { value: new.target.name, configurable: true, writable: true })
    this.operation = facts.operation
    this.statusCode = facts.statusCode
    this.serviceCode = facts.serviceCode
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
  }

  /** Allow-list: what is not named here never reaches a log through JSON. */
  toJSON(): Record<string, unknown> {
    const { name, code, operation, message, statusCode, serviceCode, requestId, retryAfterMs } = this
    return { name, code, operation, message, statusCode, serviceCode, requestId, retryAfterMs }
  }
}

/** An HTTP client's error carries its whole configuration, the Authorization header included: only name, code and text survive. */
function safeCause(cause: unknown): Error | undefined {
  if (cause instanceof PayCollectError) return cause
  if (!(cause instanceof Error)) return undefined
  const safe: Error & { code?: string } = new Error(redact(cause.message))
  Object.defineProperty(safe, "name", { value: cause.name, configurable: true, writable: true })
  const code: unknown = Reflect.get(cause, "code")
  if (typeof code === "string" && /^[A-Z][A-Z0-9_]{1,48}$/.test(code)) safe.code = code
  return safe
}

const errorOf = <Code extends FailureCode>(code: Code) =>
  class extends PayCollectError {
    override readonly code = code
  }

/** 401, 403: the key was refused. Nothing happened. */
export class PayCollectUnauthorizedError extends errorOf("unauthorized") {}

/** 400, 422 and other 4xx, or a request that the client itself refused to send. Nothing happened. */
export class PayCollectInvalidRequestError extends errorOf("invalid_request") {}

/** 409, or a refusal saying that the merchant_reference is already used (U-03). An earlier payment may exist: verify it. */
export class PayCollectConflictError extends errorOf("conflict") {}

/** 404. For a verification shortly after creation this means "waiting". */
export class PayCollectNotFoundError extends errorOf("not_found") {}

/** 429, or no room in our own request budget before the deadline. Nothing happened. */
export class PayCollectRateLimitedError extends errorOf("rate_limited") {}

/** The service could not be asked. For a creation it is certain that the request never left. */
export class PayCollectUnavailableError extends errorOf("unavailable") {}

/** A creation or confirmation left, and its outcome is unknown: verify by reference before anything else (U-03). */
export class PayCollectAmbiguousError extends errorOf("ambiguous") {}

/** The answer to a call without effect on money could not be read, or was a redirect. */
export class PayCollectMalformedResponseError extends errorOf("malformed_response") {}

/** The base address leads to a simulator, and this client is for real money. Nothing happened at the service. */
export class PayCollectSimulatorError extends errorOf("simulator") {}

/** A field of ClientConfig is missing or invalid. Names the field, never its value. */
export class PayCollectConfigurationError extends PayCollectError {
  override readonly code = "configuration"

  constructor(
    readonly field: string,
    readonly problem: string
  ) {
    super({
      operation: "configure",
      message: `Client option "${field}" ${problem}. No request was sent. Correct the option; its value is not shown here.`,
    })
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), field: this.field }
  }
}

/** Of PostgreSQL and of Node: "25006", "ECONNREFUSED". */
const FAULT_CODE = /^[A-Z0-9_]{5,40}$/

/** All that a log may hold of an error of others, whose messages may repeat what they were given: its name, and the code by which a fault is looked up. */
export function errorName(error: unknown): string {
  // What a workflow failed with has only the fields of an error left.
  const { name, code } = (error ?? {}) as Partial<Record<"name" | "code", unknown>>
  const known = typeof name === "string" && /^\w{1,60}$/.test(name) ? name : "unknown error"
  return typeof code === "string" && FAULT_CODE.test(code) ? `${known} ${code}` : known
}
