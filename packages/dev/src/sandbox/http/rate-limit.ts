import { ApiError } from "../base/reply"
import { type Simulation } from "../state/simulation"

const WINDOW_MS = 60_000

export function rateLimited(retryAfter: number | string): ApiError {
  return new ApiError(429, {
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
    message: "Too many requests",
    headers: { "retry-after": String(retryAfter) },
  })
}

/**
 * Counts a request in the sliding minute of every owner (the credential, and the address within one environment: interface 8 limits
 * both) and refuses it when one of them is full. A refused request does not count, so waiting for `Retry-After` is always enough.
 */
export function countRequest(
  simulation: Simulation,
  rateClass: "standard" | "creation",
  owners: string[]
): void {
  if (simulation.settings.rateLimits === false) return
  const limit = simulation.settings.rateLimits[rateClass]
  const now = simulation.now()
  const windows = owners.map((owner) => {
    const name = `${rateClass} ${owner}`
    const times = (simulation.state.rateWindows.get(name) ?? []).filter((at) => at > now - WINDOW_MS)
    simulation.state.rateWindows.set(name, times)
    return times
  })
  const full = windows.find((times) => times.length >= limit)
  if (full) {
    const freeAt = (full[full.length - limit] ?? now) + WINDOW_MS
    throw rateLimited(Math.max(1, Math.ceil((freeAt - now) / 1_000)))
  }
  for (const times of windows) times.push(now)
}
