import { type Clock } from "./config"

export type BreakerState = "closed" | "open" | "half_open"

/** Consecutive failures after which no request is sent any more, and how long until one probe may try. */
const THRESHOLD = 5
const PAUSE_MS = 15_000
/** A probe that never reported back is forgotten after this: longer than any attempt may take. */
const PROBE_MS = 35_000

/**
 * One per rate class and process. While the service is down every call costs its timeout; an open breaker answers at once instead, and
 * lets one probe through per pause. Being refused here always means "still waiting", never "failed".
 */
export class CircuitBreaker {
  private failures = 0
  private openedAt: number | null = null
  private probeAt: number | null = null

  constructor(private readonly clock: Clock) {}

  get state(): BreakerState {
    if (this.openedAt === null) return "closed"
    return this.clock.now() - this.openedAt >= PAUSE_MS ? "half_open" : "open"
  }

  /** @returns 0 when a call may be made, else the milliseconds until it is worth asking again. After a pause the caller is the probe. */
  waitMs(): number {
    const rest = this.restMs()
    if (rest === 0 && this.openedAt !== null) this.probeAt = this.clock.now()
    return rest
  }

  /** As {@link waitMs}, for callers that only want to know: none of them becomes the probe. */
  restMs(): number {
    if (this.openedAt === null) return 0
    const now = this.clock.now()
    const pause = this.openedAt + PAUSE_MS - now
    if (pause > 0) return pause
    return this.probeAt === null ? 0 : Math.max(0, this.probeAt + PROBE_MS - now)
  }

  succeeded(): void {
    this.failures = 0
    this.openedAt = null
    this.probeAt = null
  }

  failed(): void {
    this.failures += 1
    this.probeAt = null
    if (this.failures >= THRESHOLD) this.openedAt = this.clock.now()
  }
}
