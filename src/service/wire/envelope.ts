import { WireError } from "./shape"

const REFUSAL_WORDS = new Set(["error", "fail", "failed", "failure"])

/** A 2xx answer that says in its envelope that the call did not succeed. */
export class RefusedEnvelope extends Error {
  override readonly name = "RefusedEnvelope"

  /** @param statusCode the envelope's own `status_code`, when it is an error status */
  constructor(readonly statusCode: number | undefined) {
    super("The envelope says that the call did not succeed")
  }
}

/**
 * The payload of a success answer: any of the three documented envelopes (interface 7: `status_code` with
 * `response_type`, `status`, `success` with `message`) or bare (U-01).
 *
 * `bareMarks` are fields of which a bare object must carry at least one (none: any object will do). Without them
 * `{status: "failed", message: ...}` would read as a payment that failed.
 *
 * @throws WireError when there is no payload
 * @throws RefusedEnvelope
 */
export function unwrap(body: unknown, bareMarks: readonly string[]): unknown {
  if (Array.isArray(body)) return body
  if (typeof body !== "object" || body === null) throw new WireError("answer", [])
  const envelope: Record<string, unknown> = { ...body }
  const enveloped = "data" in envelope
  if (isRefusal(envelope, enveloped)) throw new RefusedEnvelope(errorStatus(envelope.status_code))
  if (enveloped) return envelope.data
  if (bareMarks.length > 0 && !bareMarks.some((mark) => mark in envelope))
    throw new WireError("answer", ["data"])
  return envelope
}

/** In a bare object `status` is the payment's own, and "failed" one of its documented values (interface 3). */
function isRefusal(envelope: Record<string, unknown>, enveloped: boolean): boolean {
  if (String(envelope.success) === "false" || errorStatus(envelope.status_code) !== undefined) return true
  const words = [envelope.response_type, ...(enveloped ? [envelope.status] : [])]
  return words.some((word) => typeof word === "string" && REFUSAL_WORDS.has(word.toLowerCase()))
}

/** As a number or as digits: a refusal must not be read as success for the way it is written. */
function errorStatus(value: unknown): number | undefined {
  return /^[45]\d\d$/.test(String(value)) ? Number(value) : undefined
}
