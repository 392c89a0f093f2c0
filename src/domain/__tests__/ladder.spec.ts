import fc from "fast-check"
import { LADDER, nextCheckAt, type LadderKind } from "../ladder"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const kinds: LadderKind[] = ["unknown", "waiting", "ended"]

describe("the reconcile ladder", () => {
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
    expect([...LADDER[kind]].sort((a, b) => a - b)).toEqual(LADDER[kind])
  })
})
