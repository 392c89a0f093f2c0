import fc from "fast-check"
import {
  nextStepAfterAnswer,
  nextStepRejected,
  nextStepUnanswered,
  endsUnclear,
  isCalledFor,
  isClearAnswer,
  isLastCheck,
  isUnanswered,
  SCHEDULE,
  nextCheckAt,
  whyUnpaid,
  type ScheduleKind,
  type Watched,
} from "../schedule"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const HOUR = 60 * MINUTE
const kinds: ScheduleKind[] = ["unknown", "waiting", "ended"]

describe("the reconcile schedule", () => {
  it("asks for a waiting payment after 1, 2, 5, 10, 20, 40 minutes, 2, 6, 24 hours, then daily for a week", () => {
    const ages: number[] = []
    for (let at: number | null = 0; (at = nextCheckAt("waiting", { createdAt: 0, now: at })) !== null;)
      ages.push(at)
    expect(ages).toEqual([
      ...[1, 2, 5, 10, 20, 40, 120, 360].map((minutes) => minutes * MINUTE),
      ...[1, 2, 3, 4, 5, 6, 7].map((day) => day * DAY),
    ])
  })

  it("asks for an unknown create after half a minute first", () => {
    expect(nextCheckAt("unknown", { createdAt: 1_000, now: 1_000 })).toBe(31_000)
  })

  it("always lies ahead, never more than a week after the creation, and ends", () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.nat(), fc.nat({ max: 30 * DAY }), (kind, createdAt, age) => {
        const next = nextCheckAt(kind, { createdAt, now: createdAt + age })
        if (age >= 7 * DAY) return expect(next).toBeNull()
        expect(next).toBeGreaterThan(createdAt + age)
        expect(next).toBeLessThanOrEqual(createdAt + 7 * DAY)
      })
    )
  })

  it.each(kinds)("climbs (%s)", (kind) => {
    expect([...SCHEDULE[kind]].sort((a, b) => a - b)).toEqual(SCHEDULE[kind])
  })
})

/** Opened at the service, on the schedule, and not asked for yet. Born at the beginning of time. */
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
/** Its create was never answered. */
const lost: Watched = { ...opened, status: "unknown", outcome: "none", checkout_url: null }
const told = { next_step_at: null }
const failedAt = (minute: number): Watched => ({ ...opened, failed_at: new Date(minute * MINUTE) })

describe("the time of the next look", () => {
  const failed = { kind: "failed", reason: "failed" } as const
  const waiting = (reason: "requires_action" | "processing" | "unknown_status") =>
    ({ kind: "waiting", reason }) as const

  it.each([
    [
      "waiting payment after 3 minutes: the waiting schedule",
      opened,
      waiting("processing"),
      3 * MINUTE,
      5 * MINUTE,
    ],
    ["failed one at once: five minutes later", opened, failed, 3 * MINUTE, 8 * MINUTE],
    ["failed five minutes ago: half an hour after that", failedAt(3), failed, 8 * MINUTE, 33 * MINUTE],
    ["failed half an hour ago: the rare schedule", failedAt(3), failed, 33 * MINUTE, 2 * HOUR],
    ["failed a while before its rare look: that one", failedAt(100), failed, 106 * MINUTE, 2 * HOUR],
    ["failed late in its first day: five minutes later", opened, failed, DAY, DAY + 5 * MINUTE],
    ["failed after its first day: the rare schedule", opened, failed, DAY + 1, 3 * DAY],
    ["failed one after a week: never", opened, failed, 7 * DAY, null],
    ["paid one, however old: advancing is due", opened, { kind: "paid" } as never, 9 * DAY, 9 * DAY + 30_000],
    ["discrepancy: telling is due", opened, { kind: "discrepancy" } as never, 9 * DAY, 9 * DAY + 30_000],
    ["clear answer after a week: never", opened, waiting("requires_action"), 7 * DAY, null],
    [
      "unclear answer after a week, on the schedule: a day later",
      opened,
      waiting("processing"),
      7 * DAY,
      8 * DAY,
    ],
    [
      "unclear answer, off it with a clear one: soon",
      { ...opened, ...told, outcome_reason: "requires_action" },
      waiting("processing"),
      9 * DAY,
      9 * DAY + 10 * MINUTE,
    ],
    [
      "unclear answer, off it and told: never",
      { ...opened, ...told, outcome_reason: "processing" },
      waiting("unknown_status"),
      9 * DAY,
      null,
    ],
    ["applied one: never", { ...opened, applied_at: new Date(1) }, waiting("processing"), MINUTE, null],
    ["released one: never", { ...opened, closed_at: new Date(1) }, { kind: "paid" } as never, MINUTE, null],
  ] as [string, Watched, Parameters<typeof nextStepAfterAnswer>[1], number, number | null][])(
    "%s",
    (_, row, decision, now, due) => {
      expect(nextStepAfterAnswer(row, decision, { now })?.getTime() ?? null).toBe(due)
    }
  )

  it.each([
    [
      "silence about an open one: the next rung, when it is near",
      opened,
      "no_answer",
      3 * MINUTE,
      5 * MINUTE,
    ],
    ["silence, the next rung is far: ten minutes", opened, "no_answer", 50 * MINUTE, 60 * MINUTE],
    ["silence after the week: a day", opened, "no_answer", 7 * DAY + 1, 8 * DAY + 1],
    [
      "silence at the last moment of the week: ten minutes",
      opened,
      "no_answer",
      7 * DAY,
      7 * DAY + 10 * MINUTE,
    ],
    ["silence about a lost create: its own schedule", lost, "no_answer", 16_000, 30_000],
    ["not found, lost: the schedule of lost ones", lost, "not_found", 16_000, 30_000],
    [
      "not found, being created: the schedule of lost ones",
      { ...lost, status: "creating" },
      "not_found",
      16_000,
      30_000,
    ],
    ["not found, opened: the waiting schedule", opened, "not_found", 16_000, MINUTE],
    ["not found, lost, after the week: never", lost, "not_found", 7 * DAY, null],
    ["not found, opened, after the week: a day later", opened, "not_found", 7 * DAY, 8 * DAY],
    [
      "not found, told: never",
      { ...opened, ...told, outcome_reason: "not_found" },
      "not_found",
      9 * DAY,
      null,
    ],
    ["silence, told: never", { ...opened, ...told, outcome_reason: "no_answer" }, "no_answer", 9 * DAY, null],
    [
      "silence, off the schedule with a failure: it comes back",
      { ...opened, ...told, outcome: "failed", outcome_reason: "failed" },
      "no_answer",
      9 * DAY,
      10 * DAY,
    ],
    [
      "silence, off it because it was never found and never opened: it comes back",
      { ...lost, ...told, outcome_reason: "not_found" },
      "no_answer",
      9 * DAY,
      10 * DAY,
    ],
    [
      "silence again after one that followed a failure, told: never",
      { ...opened, ...told, outcome: "failed", outcome_reason: "no_answer" },
      "no_answer",
      9 * DAY,
      null,
    ],
    ["applied: never", { ...opened, applied_at: new Date(1) }, "no_answer", MINUTE, null],
  ] as [string, Watched, "no_answer" | "not_found", number, number | null][])(
    "%s",
    (_, row, reason, now, due) => {
      expect(nextStepUnanswered(row, reason, { now })?.getTime() ?? null).toBe(due)
    }
  )

  describe("that was called for", () => {
    const calledFor = (at: number, facts: Partial<Watched> = {}): Watched => ({
      ...opened,
      ...facts,
      next_step_at: new Date(at),
    })
    const now = 8 * DAY

    it.each([
      ["in a minute", calledFor(now + MINUTE), now, true],
      ["at once", calledFor(now + 1), now, true],
      ["later than that: it is another's", calledFor(now + MINUTE + 1), now, false],
      ["before, and due by now", calledFor(now), now, false],
      ["as the schedule has it", calledFor(2 * HOUR), 2 * HOUR - 1_000, false],
      ["as the schedule of lost creates has it", calledFor(15 * MINUTE), 15 * MINUTE - 1, false],
      ["beside the schedule", calledFor(2 * HOUR + 1), 2 * HOUR - 1_000, true],
      ["in its first two minutes, which have looks enough", calledFor(2 * MINUTE + 1), 2 * MINUTE - 1, false],
      ["after them", calledFor(2 * MINUTE + 1), 2 * MINUTE, true],
      ["never", { ...opened, ...told }, now, false],
    ] as [string, Watched, number, boolean][])("%s", (_, row, at, is) => {
      expect(isCalledFor(row, { now: at })).toBe(is)
    })

    it("stands, whatever another question is answered before it", () => {
      const [row, at] = [calledFor(now + 50_000), now + 50_000]
      for (const decision of [failed, waiting("requires_action"), waiting("processing")])
        expect(nextStepAfterAnswer(row, decision, { now })?.getTime()).toBe(at)
      for (const reason of ["no_answer", "not_found"] as const)
        expect(nextStepUnanswered(row, reason, { now })?.getTime()).toBe(at)
      expect(nextStepAfterAnswer(row, { kind: "paid" } as never, { now })?.getTime()).toBe(now + 30_000)
      const unclear = { ...row, outcome_reason: "processing" }
      expect([endsUnclear(unclear, now), endsUnclear(unclear, at)]).toEqual([false, true])
      const over = calledFor(at, { closed_at: new Date(1) })
      expect(nextStepAfterAnswer(over, failed, { now })).toBeNull()
      expect(nextStepUnanswered(over, "no_answer", { now })).toBeNull()
    })
  })

  it.each([
    ["at once: when no completion can still run", 0, 4 * MINUTE],
    ["a moment before that", 4 * MINUTE - 1, 4 * MINUTE],
    ["at that look, should it not end", 4 * MINUTE, 4 * MINUTE + HOUR],
  ])("of a refused create, %s", (_, now, due) => {
    const refused = { ...lost, status: "rejected" }
    expect(nextStepRejected(refused, { now })?.getTime()).toBe(due)
    expect(nextStepRejected({ ...refused, next_step_at: null }, { now })).toBeNull()
    expect(nextStepRejected({ ...refused, applied_at: new Date() }, { now })).toBeNull()
    expect(isLastCheck(refused, now)).toBe(now >= 4 * MINUTE)
    expect(isLastCheck(lost, now)).toBe(false)
  })

  it("counts from the creation, whenever that was", () => {
    const created_at = new Date(Date.UTC(2026, 10, 22))
    const at = (age: number) => created_at.getTime() + age
    const refused = { ...lost, created_at, status: "rejected" }
    expect(isLastCheck(refused, at(4 * MINUTE - 1))).toBe(false)
    expect(isLastCheck(refused, at(4 * MINUTE))).toBe(true)
    expect(nextStepRejected(refused, { now: at(1) })?.getTime()).toBe(at(4 * MINUTE))
    const unclear = { ...opened, created_at, outcome_reason: "processing" }
    expect(endsUnclear(unclear, at(7 * DAY))).toBe(false)
    expect(endsUnclear(unclear, at(7 * DAY + 1))).toBe(true)
    const silent = (age: number) =>
      nextStepUnanswered({ ...opened, created_at }, "no_answer", { now: at(age) })
    expect(silent(50 * MINUTE)?.getTime()).toBe(at(60 * MINUTE))
    expect(silent(8 * DAY)?.getTime()).toBe(at(9 * DAY))
  })

  it("of a refused create is later than core may hold a cart, which is 120 s, with a minute to spare", () => {
    expect(nextStepRejected({ ...lost, status: "rejected" }, { now: 0 })!.getTime()).toBeGreaterThan(180_000)
  })
})

describe("the end of the schedule without a clear word", () => {
  const ends = (facts: Partial<Watched>, days: number) => endsUnclear({ ...opened, ...facts }, days * DAY)

  it.each([
    ["an unclear answer", { outcome_reason: "processing" }],
    ["an answer that is not known", { outcome_reason: "unknown_status" }],
    ["no answer ever, and no reason", { outcome_reason: null }],
  ])("is told after a week: %s", (_, facts) => {
    expect(ends(facts, 7)).toBe(false)
    expect(ends(facts, 7.01)).toBe(true)
  })

  it.each([
    ["silence", { outcome_reason: "no_answer" }],
    ["a payment that it opened and does not know", { outcome_reason: "not_found" }],
    ["silence after a failure", { outcome: "failed", outcome_reason: "no_answer" }],
  ])("is told after three days of grace more: %s", (_, facts) => {
    expect(ends(facts, 10)).toBe(false)
    expect(ends(facts, 10.01)).toBe(true)
  })

  it("is told after the week without grace of a create that was never heard of", () => {
    expect(ends({ ...lost, outcome_reason: "no_answer" }, 7)).toBe(false)
    expect(ends({ ...lost, outcome_reason: "no_answer" }, 7.01)).toBe(true)
    expect(ends({ ...lost, status: "creating", outcome_reason: "no_answer" }, 7.01)).toBe(true)
  })

  it.each([
    ["the customer did not finish", { outcome_reason: "requires_action" }],
    ["it failed", { outcome: "failed", outcome_reason: "failed" }],
    ["it is paid", { outcome: "paid" }],
    ["it is not known, and was never opened", { checkout_url: null, outcome_reason: "not_found" }],
    ["it was never asked for", { ...lost }],
  ])("is not told, ever, when %s", (_, facts) => expect(ends(facts, 30)).toBe(false))
})

describe("why a payment is not paid", () => {
  const decision = { kind: "waiting", reason: "processing" } as const
  const intent = (outcome_reason: string | null) => ({ outcome_reason })

  it("is that nothing was heard, whatever was known before", () => {
    expect(whyUnpaid({ intent: intent("failed"), decision, unheard: true })).toBe("no_answer")
    expect(whyUnpaid({ intent: intent("no_answer"), decision })).toBe("no_answer")
    expect(whyUnpaid({ intent: intent("not_found"), decision })).toBe("not_found")
    expect(whyUnpaid({ intent: intent("requires_action"), decision })).toBe("processing")
    expect(["no_answer", "not_found"].map(intent).every(isUnanswered)).toBe(true)
    expect([null, "failed", "processing"].map(intent).some(isUnanswered)).toBe(false)
  })

  it("is clear when the service said what stands there", () => {
    const clear = (reason: string | null, more: object = {}) =>
      isClearAnswer({ intent: intent(reason), decision, ...more })
    expect(clear("not_found")).toBe(true)
    expect(clear(null, { decision: { kind: "waiting", reason: "requires_action" } })).toBe(true)
    for (const kind of ["paid", "failed", "discrepancy"] as const)
      expect(clear(null, { decision: { kind } })).toBe(true)
    expect(clear("processing")).toBe(false)
    expect(clear("no_answer")).toBe(false)
    expect(clear("not_found", { unheard: true })).toBe(false)
  })
})
