import fc from "fast-check"
import { type Decision, type WaitingReason } from "../assess"
import {
  nextStepAfterAnswer,
  nextStepUnanswered,
  endsUnclear,
  isUnanswered,
  type Unanswered,
  type Watched,
} from "../schedule"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const WAITING: WaitingReason[] = ["requires_action", "processing", "unknown_status", "incomplete_answer"]

/** What a look brings: an answer, or none. */
type Look = Decision | Unanswered
const waiting = (reason: WaitingReason): Decision => ({ kind: "waiting", reason })
const unpaid: Look[] = [
  ...WAITING.map(waiting),
  { kind: "failed", reason: "failed" },
  { kind: "failed", reason: "canceled" },
  "no_answer",
  "not_found",
]
const look = fc.constantFrom(...unpaid)

/** The row after a look at `now`, as the ledger keeps it. */
function after(row: Watched, seen: Look, now: number): Watched {
  if (typeof seen === "string")
    return { ...row, outcome_reason: seen, next_step_at: nextStepUnanswered(row, seen, { now }) }
  const outcome_reason = "reason" in seen ? seen.reason : null
  const failed_at = seen.kind === "failed" ? (row.failed_at ?? new Date(now)) : null
  const next_step_at = nextStepAfterAnswer(row, seen, { now })
  return { ...row, outcome: seen.kind, outcome_reason, failed_at, next_step_at }
}

/** The service said of itself that there is no money; "not found" says so only of a payment that it never opened. */
function isClear({ outcome, outcome_reason, checkout_url }: Watched): boolean {
  if (isUnanswered({ outcome_reason })) return outcome_reason === "not_found" && !checkout_url
  return outcome === "failed" || outcome_reason === "requires_action"
}

const opened: Watched = {
  created_at: new Date(0),
  next_step_at: new Date(MINUTE),
  applied_at: null,
  closed_at: null,
  status: "requires_action",
  outcome: "waiting",
  outcome_reason: null,
  failed_at: null,
  checkout_url: "https://pay.example/pi_01",
}
const lost: Watched = { ...opened, status: "unknown", outcome: "none", checkout_url: null }
const born = fc.constantFrom(opened, lost)

describe("when a payment is looked at again", () => {
  it("leaves the schedule with a clear answer, or once a person is told, and never in any other way", () => {
    fc.assert(
      fc.property(born, fc.array(look, { minLength: 1 }), (row, looks) => {
        let told = false
        let current = row
        for (let n = 0; current.next_step_at && !told; n++) {
          expect(n).toBeLessThan(2_000)
          const now = current.next_step_at.getTime()
          current = after(current, looks[n % looks.length]!, now)
          expect(current.next_step_at === null || current.next_step_at.getTime() > now).toBe(true)
          told = endsUnclear(current, now)
        }
        expect(told).toBe(!isClear(current))
      }),
      { numRuns: 300 }
    )
  })

  it("is never left to nobody, whatever events, polls and people look at it when, and what they find", () => {
    const visit = fc.record({ seen: look, afterMs: fc.nat({ max: 6 * DAY }) })
    fc.assert(
      fc.property(born, look, fc.array(visit, { minLength: 1, maxLength: 8 }), (row, first, visits) => {
        let told = false
        let current = row
        let now = 0
        const at = (time: number, seen: Look) => {
          now = time
          const wasDue = current.next_step_at !== null
          current = after(current, seen, now)
          // As `advance` does.
          if (!wasDue || !endsUnclear(current, now)) return
          told = true
          current = { ...current, next_step_at: null }
        }
        const job = (until: number, seen: Look) => {
          while (current.next_step_at && current.next_step_at.getTime() <= until)
            at(current.next_step_at.getTime(), seen)
        }
        for (const { seen, afterMs } of visits) {
          const time = now + afterMs
          job(time, first)
          at(time, seen)
        }
        job(now + 30 * DAY, visits.at(-1)!.seen)
        expect(current.next_step_at).toBeNull()
        if (!isClear(current)) expect(told).toBe(true)
      }),
      { numRuns: 300 }
    )
  })

  it("tells nobody before the week is over", () => {
    fc.assert(
      fc.property(born, look, fc.integer({ min: 0, max: 7 * DAY }), (row, seen, age) => {
        expect(endsUnclear(after(row, seen, age), age)).toBe(false)
      })
    )
  })

  it("comes back, once off the schedule, when what was clear is not clear any more", () => {
    const off = {
      ...opened,
      next_step_at: null,
      outcome: "waiting",
      outcome_reason: "requires_action",
    }
    for (const late of [8 * DAY, 12 * DAY]) {
      for (const seen of [
        waiting("processing"),
        waiting("unknown_status"),
        "no_answer",
        "not_found",
      ] as const)
        expect(after(off, seen, late).next_step_at?.getTime()).toBeGreaterThan(late)
      for (const seen of [waiting("requires_action"), { kind: "failed", reason: "failed" }] as const)
        expect(after(off, seen, late).next_step_at).toBeNull()
    }
  })

  it("asks soon after silence, however far the next rung is", () => {
    const now = 3 * DAY
    expect(nextStepUnanswered(opened, "no_answer", { now })).toEqual(new Date(now + 10 * MINUTE))
    expect(nextStepUnanswered(opened, "no_answer", { now: 8 * DAY })).toEqual(new Date(9 * DAY))
  })

  it("advances money that arrived, or tells of money that is not what was asked for, within half a minute", () => {
    for (const decision of [
      { kind: "paid", fee: "0", fee_unexpected: false } as Decision,
      { kind: "discrepancy", reason: "amount_discrepancy" } as Decision,
    ])
      expect(nextStepAfterAnswer(opened, decision, { now: 30 * DAY })).toEqual(new Date(30 * DAY + 30_000))
  })

  it.each(["applied_at", "closed_at"] as const)("is over with %s", (closed) => {
    const row = { ...opened, [closed]: new Date(5) }
    for (const seen of [...unpaid, { kind: "paid", fee: "0", fee_unexpected: false } as Decision])
      expect(after(row, seen, MINUTE).next_step_at).toBeNull()
  })
})
