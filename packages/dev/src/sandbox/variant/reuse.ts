import { ApiError, invalidRequest } from "../base/api-error"
import { type Reply } from "../base/reply"
import { type Variant } from "../state/variant"

/** What another body under a used reference or key gets; `old` is the answer that belongs to the first body (U-03). */
export function answerReuse({ reuse }: Variant, what: string, old: () => Reply): Reply {
  const message = `${what} was already used with another request`
  if (reuse === "conflict")
    throw new ApiError(409, { type: "idempotency_error", code: "already_used", message, param: what })
  if (reuse === "invalid") throw invalidRequest("already_used", message, what)
  return old()
}
