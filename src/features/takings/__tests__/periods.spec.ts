import fc from "fast-check"
import { addDays, daysOf, isDate, periodsOf, quantileOf, rangeBefore, rangeOf, successRate } from "../periods"

const DAY = 86_400_000
const someDate = fc
  .integer({ min: Date.UTC(1990, 0, 1) / DAY, max: Date.UTC(2090, 0, 1) / DAY })
  .map((day) => new Date(day * DAY).toISOString().slice(0, 10))
const range = fc
  .tuple(someDate, fc.integer({ min: 0, max: 400 }))
  .map(([from, days]) => ({ from, to: addDays(from, days) }))

describe("a date", () => {
  it.each(["2026-01-31", "2024-02-29", "1900-01-01", "2099-12-31"])("is %s", (text) => {
    expect(isDate(text)).toBe(true)
  })

  it.each([
    "",
    "2026-02-29",
    "2026-13-01",
    "2026-1-1",
    "2026-01-31T00:00:00Z",
    "1899-12-31",
    "2100-01-01",
    "tomorrow",
  ])("is not %j", (text) => {
    expect(isDate(text)).toBe(false)
  })
})

describe("the periods of a range", () => {
  it("are named by their first day, also where the range begins later", () => {
    const asked = { from: "2026-01-28", to: "2026-02-03" }
    expect(periodsOf(asked, "month")).toEqual([
      { name: "2026-01-01", begins: "2026-01-28" },
      { name: "2026-02-01", begins: "2026-02-01" },
    ])
    expect(periodsOf(asked, "week")).toEqual([
      { name: "2026-01-26", begins: "2026-01-28" },
      { name: "2026-02-02", begins: "2026-02-02" },
    ])
    expect(periodsOf(asked, "day")).toHaveLength(7)
    expect(periodsOf({ from: "2026-02-03", to: "2026-01-28" }, "day")).toEqual([])
  })

  it("follow each other without a gap, over all of it", () => {
    fc.assert(
      fc.property(
        range,
        fc.constantFrom("day" as const, "week" as const, "month" as const),
        (asked, bucket) => {
          const periods = periodsOf(asked, bucket)
          const begins = [...periods.map((period) => period.begins), addDays(asked.to, 1)]
          expect(begins[0]).toBe(asked.from)
          expect(begins).toEqual([...new Set(begins)].sort())
          const most = { day: 1, week: 7, month: 31 }[bucket]
          for (const [index, { name, begins: first }] of periods.entries()) {
            const next = begins[index + 1]!
            const length = daysOf({ from: first, to: addDays(next, -1) })
            expect(length).toBeGreaterThan(0)
            expect(length).toBeLessThanOrEqual(most)
            if (index > 0) expect(name).toBe(first)
            expect(name <= first).toBe(true)
          }
        }
      )
    )
  })

  it("have as many days as it has", () => {
    fc.assert(
      fc.property(range, (asked) => {
        expect(periodsOf(asked, "day")).toHaveLength(daysOf(asked))
      })
    )
  })
})

describe("a share of all values", () => {
  const values = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 50 })

  it("is not exceeded by the value, and by no smaller one", () => {
    fc.assert(
      fc.property(values, fc.constantFrom(50, 90), (all, percent) => {
        const histogram = [...new Set(all)].map((value) => ({
          value,
          count: all.filter((each) => each === value).length,
        }))
        const quantile = quantileOf(histogram, percent)!
        const upTo = (limit: number) => all.filter((value) => value <= limit).length * 100
        expect(upTo(quantile)).toBeGreaterThanOrEqual(percent * all.length)
        expect(upTo(quantile - 1)).toBeLessThan(percent * all.length)
      })
    )
    expect(quantileOf([], 50)).toBeNull()
  })

  it("of payments that brought money is not known of none", () => {
    expect(successRate({ started: 0, succeeded: 0 })).toBeNull()
    expect(successRate({ started: 3, succeeded: 2 })).toBe(0.6667)
    expect(successRate({ started: 2, succeeded: 2 })).toBe(1)
  })
})

describe("a range that people name", () => {
  it.each([
    ["today", "2026-03-31", "2026-03-31", "2026-03-31"],
    ["yesterday", "2026-03-01", "2026-02-28", "2026-02-28"],
    ["this_month", "2026-03-31", "2026-03-01", "2026-03-31"],
    ["last_month", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["last_month", "2026-01-01", "2025-12-01", "2025-12-31"],
  ] as const)("is, as %s on %s, from %s to %s", (name, today, from, to) => {
    expect(rangeOf(name, today)).toEqual({ from, to })
  })

  it.each([
    ["a day", "2026-03-01", "2026-03-01", false, "2026-02-28", "2026-02-28"],
    ["a week", "2026-03-02", "2026-03-08", false, "2026-02-23", "2026-03-01"],
    ["a week that begins a month", "2026-03-01", "2026-03-07", false, "2026-02-22", "2026-02-28"],
    ["a month so far", "2026-03-01", "2026-03-24", true, "2026-02-01", "2026-02-24"],
    [
      "a month so far, longer than the one before",
      "2026-03-01",
      "2026-03-30",
      true,
      "2026-02-01",
      "2026-02-28",
    ],
    ["a whole month", "2026-03-01", "2026-03-31", false, "2026-02-01", "2026-02-28"],
    [
      "a whole month, shorter than the one before",
      "2026-02-01",
      "2026-02-28",
      true,
      "2026-01-01",
      "2026-01-31",
    ],
    ["January", "2026-01-01", "2026-01-31", true, "2025-12-01", "2025-12-31"],
  ])("compares %s with the time before", (_, from, to, byMonth, then, till) => {
    expect(rangeBefore({ from, to }, byMonth)).toEqual({ from: then, to: till })
  })
})
