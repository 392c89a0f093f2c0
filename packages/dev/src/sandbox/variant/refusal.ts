import { ApiError, invalidRequest, type Reply } from "../base/reply"
import { newRequestId } from "../base/ids"
import { type Variant } from "../state/variant"

/** A refusal as this variant words it (U-04), with the waiting time of a 429 where it names one (U-05). */
export function shownRefusal(variant: Variant, error: ApiError, now: number): Reply {
  const { status, details } = error
  const headers = { ...details.headers, ...waiting(variant, details.headers?.["retry-after"], now) }
  if (variant.retryAfter === "absent") delete headers["retry-after"]
  const { type, code, message, param = null } = details
  const request_id = newRequestId()
  switch (variant.errorBody) {
    case "nested":
      return { status, headers, body: error.body(request_id) }
    case "flat":
      return { status, headers, body: { status_code: status, type, code, message, param, request_id } }
    case "text":
      return { status, headers, body: { error: message } }
    case "html":
      return {
        status,
        headers: { ...headers, "content-type": "text/html; charset=utf-8" },
        body: `<!doctype html><title>${status}</title><h1>Error ${status}</h1>`,
      }
  }
}

/** A time that is no number of seconds was chosen by the test and stays. */
function waiting({ retryAfter }: Variant, seconds: string | undefined, now: number): Record<string, string> {
  if (retryAfter !== "date" || seconds === undefined || !/^\d+$/.test(seconds)) return {}
  // HTTP dates have whole seconds: rounded down, the named moment would be too early.
  return { "retry-after": new Date(Math.ceil(now / 1_000 + Number(seconds)) * 1_000).toUTCString() }
}

/** What another body under a used reference or key gets; `old` is the answer that belongs to the first body (U-03). */
export function answerReuse({ reuse }: Variant, what: string, old: () => Reply): Reply {
  const message = `${what} was already used with another request`
  if (reuse === "conflict")
    throw new ApiError(409, { type: "idempotency_error", code: "already_used", message, param: what })
  if (reuse === "invalid") throw invalidRequest("already_used", message, what)
  return old()
}
