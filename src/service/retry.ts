import type { PayCollectErrorCode } from "./errors"

/** Two retries: three attempts fit into the 12 s that a completing customer waits only when the service answers fast. */
export const MAX_RETRIES = 2

/** Retry-After beyond a minute is cut: longer than the window of the documented limits (interface 8, U-05). */
const RETRY_AFTER_CAP_MS = 60_000

/** Pause after a 429 that names no time (U-05). */
export const RATE_LIMIT_PAUSE_MS = 5_000

const BACKOFF_BASE_MS = 250
const BACKOFF_CAP_MS = 2_000

/** An attempt with less time than this left would only be cut off: not worth a request of the budget. */
const MIN_ATTEMPT_MS = 200

/** Milliseconds named by a Retry-After header (seconds or HTTP date), 0 to 60,000; undefined when absent or unreadable. */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
  if (typeof header !== "string") return undefined
  const text = header.trim()
  // Without a time of day Date.parse finds a day in nearly everything: "soon 5" would mean "at once".
  const until = /\d:\d/.test(text) ? Date.parse(text) - now : Number.NaN
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : until
  if (Number.isNaN(waitMs)) return undefined
  return Math.min(Math.max(Math.ceil(waitMs), 0), RETRY_AFTER_CAP_MS)
}

export interface RetryFacts {
  /** the endpoint may be called again without consequence (GET, and verify as PATCH) */
  repeatable: boolean
  code: PayCollectErrorCode
  /** 0 for the first attempt */
  attempt: number
  retryAfterMs?: number
  /** milliseconds to the caller's deadline */
  remainingMs: number
  /** the caller's own pause, at least */
  leastMs?: number
  /** 0 <= random < 1 */
  random: number
}

/** Milliseconds to wait before the next attempt (full jitter), or undefined when there must be none. */
export function retryDelay(facts: RetryFacts): number | undefined {
  const { repeatable, code, attempt, retryAfterMs, remainingMs, leastMs = 0, random } = facts
  if (!repeatable || attempt >= MAX_RETRIES) return undefined
  if (code !== "unavailable" && code !== "rate_limited") return undefined
  const jitter = random * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** attempt)
  const pause = retryAfterMs ?? (code === "rate_limited" ? RATE_LIMIT_PAUSE_MS : 0)
  const delay = Math.max(leastMs, Math.ceil(pause + jitter))
  return delay + MIN_ATTEMPT_MS <= remainingMs ? delay : undefined
}
