const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DAYS_2_TO_7 = [2, 3, 4, 5, 6, 7].map((day) => day * DAY)

/**
 * Why an intent is looked at again (design, decision 11):
 * - `unknown`: nobody knows whether the create reached the service;
 * - `waiting`: the customer may still pay;
 * - `ended`: the service said failed or canceled; the interface shows no transitions (3), so a late success is looked for, rarely.
 */
export type LadderKind = "unknown" | "waiting" | "ended"

/** Ages of an intent, in milliseconds, at which it is asked for. After the last one it leaves the ladder. */
export type Ladder = Readonly<Record<LadderKind, readonly number[]>>

export const LADDER: Ladder = {
  unknown: [30_000, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, ...DAYS_2_TO_7],
  waiting: [
    ...[1, 2, 5, 10, 20, 40].map((minutes) => minutes * MINUTE),
    2 * HOUR,
    6 * HOUR,
    DAY,
    ...DAYS_2_TO_7,
  ],
  ended: [2 * HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY],
}

/** Whoever hears of a payment that is not paid yet (an event, a visit, an order placed for it) calls for a look by then, off the ladder too. */
export const LOOK_AGAIN_MS = MINUTE

/** When the job looks after money that arrived: settling is due at once, but whoever asked is doing it already. */
export const SETTLE_RETRY_MS = 30_000

/** The next time to ask, or null when the ladder ends. Depends on the age alone: a check that was missed is not made up for. */
export function nextCheckAt(
  kind: LadderKind,
  { createdAt, now }: { createdAt: number; now: number },
  ladder: Ladder = LADDER
): number | null {
  const age = now - createdAt
  const rung = ladder[kind].find((step) => step > age)
  return rung === undefined ? null : createdAt + rung
}
