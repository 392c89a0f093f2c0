import { HOUR_MS } from "../service/config"
import { type Asker } from "./polling"
import { REVIEW_PAUSE_MS } from "./reversal"

/** What the service last said of money that came, by the payment's row. */
export interface Evidence {
  /** when that was asked */
  verified_at: Date | string | null
  applied_at: Date | string | null
  closed_at: Date | string | null
}

/**
 * Whether money that came may be used by what the service last said of it: it can go back to the customer without the store. After an hour it is
 * asked about before it becomes an order, is given to one, or is reused; so it is at once where the service or a person speaks of it. Nothing is
 * decided by it any more once an order stands for it, or a person dealt with it.
 * @param since epoch ms; older evidence says nothing of what was said then
 */
export function isFresh(
  { verified_at, applied_at, closed_at }: Evidence,
  now: number,
  since = -Infinity
): boolean {
  if (applied_at || closed_at) return true
  if (!verified_at) return false
  const asked = new Date(verified_at).getTime()
  return asked > now - HOUR_MS && asked >= since
}

/**
 * Since when older evidence says nothing, in epoch ms; undefined: its age alone decides. The service speaks of money in other words than that it
 * came; an employee may know more than its last answer, but for one about money that has only just come, which may lag.
 * @param asked `since`: when the service spoke; `news`: whether of something else than that the money came
 */
export function doubtedSince(
  { asker, since, news }: { asker?: Asker; since?: number; news?: boolean },
  now: number
): number | undefined {
  if (news) return since
  return asker === "admin" ? now - REVIEW_PAUSE_MS : undefined
}
