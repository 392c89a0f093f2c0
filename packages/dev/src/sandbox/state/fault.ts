import { z } from "zod"
import { OPERATIONS } from "./options"

export const FAULT_KINDS = [
  /** Answers `status` (default 500) without processing. */
  "status",
  /** Waits `delayMs`, then goes on as usual, also when the caller has gone. */
  "delay",
  /** Closes the connection without processing. */
  "drop_before_processing",
  /** Processes, then closes the connection: the caller cannot know. */
  "drop_after_processing",
  /** Processes, then answers 200 with `body`, or with half a JSON document. */
  "malformed",
  /** Answers 429 with `Retry-After: retryAfter` (default 1) without processing. */
  "rate_limit",
] as const

export const faultSpec = z.strictObject({
  operation: z.enum(OPERATIONS),
  kind: z.enum(FAULT_KINDS),
  status: z.int().min(400).max(599).optional(),
  delayMs: z.int().nonnegative().optional(),
  /** Seconds, or an HTTP date. */
  retryAfter: z.union([z.int().nonnegative(), z.string()]).optional(),
  /** Sent instead of the usual body by `status` and `malformed`. */
  body: z.unknown().optional(),
  /** How many requests it strikes. */
  times: z.int().positive().default(1),
})

export type FaultSpec = z.input<typeof faultSpec>
export type Fault = z.output<typeof faultSpec>
