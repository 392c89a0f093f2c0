import { type Reply } from "../base/reply"
import { answerReuse } from "../variant/refusal"
import { type EnvironmentState } from "../state/memory"
import { type Simulation } from "../state/simulation"

const KEPT_MS = 24 * 60 * 60_000

export interface IdempotentRequest {
  key: string
  /** Method, path and body: equal for a repeat, different for another request under the same key. */
  fingerprint: string
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
  return answerReuse(simulation.settings.variant, "Idempotency-Key", () => saved.reply)
}

export function saveReply(
  simulation: Simulation,
  environment: EnvironmentState,
  request: IdempotentRequest & { reply: Reply }
): void {
  const { key, fingerprint, reply } = request
  environment.replies.set(key, { fingerprint, reply, savedAt: simulation.now() })
}
