import { redactCredentials } from "../redact"
import { type ErrorBody } from "../classify"

const WORD = /^[A-Za-z0-9_.:[\]-]{1,128}$/

/** Codes and ids are words; anything else in their place may be personal and is dropped. */
function word(value: unknown): string | undefined {
  return typeof value === "string" && WORD.test(value) && redactCredentials(value) === value
    ? value
    : undefined
}

/** Nothing that is no object has a field that is looked for. */
function fieldsOf(value: unknown): Record<string, unknown> {
  return { ...(value as Record<string, unknown> | undefined) }
}

function asSentence(value: unknown): string | undefined {
  if (typeof value === "string" && value !== "") return value
  if (!Array.isArray(value)) return undefined
  return value.filter((part) => typeof part === "string").join("; ") || undefined
}

/**
 * Reads `{error: {type, code, message, param, request_id}}`, `{message}`, `{error: "..."}` and their mixtures; anything else is empty.
 *
 * @param headerRequestId the answer's request id header, used when the body has none
 */
export function parseErrorBody(body: unknown, headerRequestId?: unknown): ErrorBody {
  const outer = fieldsOf(body)
  const inner = fieldsOf(outer.error)
  return {
    type: word(inner.type) ?? word(outer.type),
    code: word(inner.code) ?? word(outer.code),
    message: asSentence(inner.message) ?? asSentence(outer.message) ?? asSentence(outer.error),
    param: word(inner.param) ?? word(outer.param),
    requestId: word(inner.request_id) ?? word(outer.request_id) ?? word(headerRequestId),
  }
}
