import fc from "fast-check"
import {
  ALONE,
  askableAt,
  isPollingShared,
  nextStepAfterVisit,
  restOfPage,
  type Pause,
  type Questions,
  type Surroundings,
} from "../polling"

const ASKED = Date.UTC(2026, 10, 22)
const row = (more: Partial<Questions> = {}): Questions => ({
  created_at: new Date(ASKED - 60_000),
  asked_at: new Date(ASKED),
  asks: 1,
  status: "requires_action",
  outcome_reason: null,
  ...more,
})
const seconds = (more: Partial<Questions>, pause: Pause = "visit", around?: Surroundings) =>
  (askableAt(row(more), pause, around) - ASKED) / 1_000
const schedule = (more: Partial<Questions>, around?: Surroundings) =>
  Array.from({ length: 15 }, (_, index) => seconds({ ...more, asks: index + 1 }, "visit", around))

describe("how soon a payment is asked for again", () => {
  it("by visits, while somebody holds a phone", () => {
    expect(schedule({ status: "processing" })).toEqual([
      3, 5, 7, 10, 10, 10, 15, 15, 15, 30, 30, 30, 60, 60, 60,
    ])
  })

  it.each<[string, Partial<Questions>]>([
    ["it is not begun to be paid", {}],
    ["it failed, and may be tried again", { status: "failed" }],
    ["the service did not answer", { status: "processing", outcome_reason: "no_answer" }],
    ["the service does not know it", { status: "processing", outcome_reason: "not_found" }],
  ])("by visits, while %s", (_, more) => {
    expect(schedule(more).slice(0, 7)).toEqual([3, 10, 30, 60, 120, 120, 120])
  })

  it("is a second for news and three for ours, however often it was asked for", () => {
    for (const asks of [1, 2, 50]) {
      expect(seconds({ asks }, "news")).toBe(1)
      expect(seconds({ asks }, "own")).toBe(3)
      expect(seconds({ asks }, "charge", { watched: 100, places: 18, events: true })).toBe(3)
    }
  })

  it("is at once when it never was", () => {
    for (const pause of ["visit", "own", "charge", "news"] as const)
      expect(askableAt(row({ asked_at: null }), pause, { ...ALONE, watched: 1_000 })).toBe(-Infinity)
  })

  it("is ten seconds after its create by a page, for the customer who comes back has it asked herself", () => {
    const created_at = new Date(ASKED)
    expect(askableAt(row({ created_at, asked_at: null }), "poll", { ...ALONE, events: true })).toBe(
      ASKED + 10_000
    )
  })

  it("is from fifteen seconds on where events tell", () => {
    const around = { ...ALONE, events: true }
    expect(schedule({ status: "processing" }, around).slice(0, 10)).toEqual([
      15, 15, 15, 15, 15, 15, 15, 15, 15, 30,
    ])
    expect(seconds({}, "news", around)).toBe(1)
  })

  it("is shared by all who wait, once they are many", () => {
    const around = (watched: number) => ({ ...ALONE, watched })
    expect([0, 3].map((watched) => isPollingShared(around(watched)))).toEqual([false, false])
    expect([4, 100].map((watched) => isPollingShared(around(watched)))).toEqual([true, true])
    expect(seconds({}, "visit", around(3))).toBe(3)
    expect(seconds({}, "visit", around(18))).toBe(60)
    expect(seconds({}, "visit", around(100))).toBeCloseTo(333.3, 1)
    expect(seconds({ asks: 9 }, "visit", around(18))).toBe(120)
    expect(seconds({}, "own", around(100))).toBe(3)
    // The places of the budget pace those whose turn it is.
    expect(seconds({}, "poll", around(100))).toBe(3)
    expect(seconds({ asks: 2 }, "poll", { ...around(100), events: true })).toBe(15)
  })

  const kind = fc.constantFrom<Pause>("visit", "poll", "charge", "news", "own")
  const around = fc.record({
    watched: fc.nat(10_000),
    places: fc.nat(1_000),
    events: fc.boolean(),
  })
  const anyRow = fc.record({
    created_at: fc.constant(new Date(0)),
    asked_at: fc.integer({ min: 0, max: 4e12 }).map((at) => new Date(at)),
    asks: fc.integer({ min: -1, max: 1_000 }),
    status: fc.constantFrom("processing", "requires_action", "unknown", "failed"),
    outcome_reason: fc.constantFrom(null, "no_answer", "not_found", "processing"),
  })

  it("is never twice within a second, without news never twice within three, and a time that comes", () => {
    fc.assert(
      fc.property(anyRow, kind, around, (asked, by, beside) => {
        const pause = askableAt(asked, by, beside) - asked.asked_at.getTime()
        expect(pause).toBeGreaterThanOrEqual(by === "news" ? 1_000 : 3_000)
        expect(Number.isFinite(pause)).toBe(true)
      })
    )
  })

  it("is later for visits the more are watched and the longer nothing is new, never sooner", () => {
    fc.assert(
      fc.property(anyRow, around, fc.nat(100), fc.nat(20), (asked, beside, more, asks) => {
        const at = askableAt(asked, "visit", beside)
        expect(
          askableAt(asked, "visit", { ...beside, watched: beside.watched + more })
        ).toBeGreaterThanOrEqual(at)
        expect(askableAt({ ...asked, asks: asked.asks + asks }, "visit", beside)).toBeGreaterThanOrEqual(at)
      })
    )
  })

  it("costs what the budget has for it, however many wait and however often they come", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 2_000 }), (watched) => {
        const beside = { ...ALONE, watched }
        const asksAMinute = watched * (60 / seconds({}, "visit", beside))
        expect(asksAMinute).toBeLessThanOrEqual(18.000_001)
      })
    )
  })
})

describe("what a waiting page is told", () => {
  const rest = (after: number, more: Partial<Questions> = {}, around?: Surroundings) =>
    restOfPage(row(more), ASKED + after, around)

  it("is the time until its payment is asked for again", () => {
    expect(rest(0)).toBe(3_000)
    expect(rest(1_500)).toBe(1_500)
    expect(rest(4_000, { asks: 2 })).toBe(6_000)
  })

  it("is to come back soon when it is asked for behind this answer", () => {
    expect(rest(3_000)).toBe(2_000)
    expect(rest(0, { asked_at: null })).toBe(2_000)
  })

  it("is never a busy loop, nor so long that news is missed", () => {
    expect(rest(2_900)).toBe(1_000)
    expect(rest(0, { asks: 5 })).toBe(30_000)
    expect(rest(0, { asks: 5 }, { ...ALONE, events: true })).toBe(10_000)
  })
})

describe("the job, for a visit that came too early,", () => {
  it("looks when the visit could have had it asked, or later", () => {
    expect(nextStepAfterVisit(row(), ASKED + 60_000)).toBe(ASKED + 60_000)
    expect(nextStepAfterVisit(row({ asks: 5 }), ASKED + 60_000)).toBe(ASKED + 120_000)
    expect(nextStepAfterVisit(row({ asked_at: null }), ASKED)).toBe(ASKED)
  })

  it("does so a few times until there is news", () => {
    expect(nextStepAfterVisit(row({ asks: 6 }), ASKED)).not.toBeNull()
    expect(nextStepAfterVisit(row({ asks: 7 }), ASKED)).toBeNull()
  })
})
