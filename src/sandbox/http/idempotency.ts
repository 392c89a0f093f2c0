import { ApiError, invalidRequest } from "../api-error"
import { type Simulation } from "../simulation"
import { type EnvironmentState } from "../state"
import { type Face } from "../face/choices"
import { type Reply } from "./message"

const KEPT_MS = 24 * 60 * 60_000

export interface SavedReply {
  fingerprint: string
  reply: Reply
  savedAt: number
}

export interface IdempotentRequest {
  key: string
  /** Method, path and body: equal for a repeat, different for another request under the same key. */
  fingerprint: string
}

/** What another body under a used reference or key gets; `old` is the answer that belongs to the first body (U-03). */
export function answerReuse({ reuse }: Face, what: string, old: () => Reply): Reply {
  const message = `${what} was already used with another request`
  if (reuse === "conflict") {
    throw new ApiError(409, { type: "idempotency_error", code: "already_used", message, param: what })
  }
  if (reuse === "invalid") throw invalidRequest("already_used", message, what)
  return old()
}

/**
 * The first reply again, with its status code, for 24 h (U-03). A refusal is repeated only for the identical request: nothing was
 * made under the key, so a corrected body starts afresh.
 * @returns null when the operation has to run
 */
export function savedReply(
  simulation: Simulation,
  environment: EnvironmentState,
  request: IdempotentRequest
): Reply | null {
  const saved = environment.replies.get(request.key)
  if (!saved || simulation.now() - saved.savedAt >= KEPT_MS) return null
  if (saved.fingerprint === request.fingerprint) return saved.reply
  if (saved.reply.status >= 400) return null
  return answerReuse(simulation.settings.face, "Idempotency-Key", () => saved.reply)
}

export function saveReply(
  simulation: Simulation,
  environment: EnvironmentState,
  request: IdempotentRequest & { reply: Reply }
): void {
  const { key, fingerprint, reply } = request
  environment.replies.set(key, { fingerprint, reply, savedAt: simulation.now() })
}
