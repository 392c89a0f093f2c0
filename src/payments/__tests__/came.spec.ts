import fc from "fast-check"
import { feeBack, feeLeft, isFresh, type Evidence } from "../came"

const NOW = 1_800_000_000_000
const HOUR = 3_600_000
const evidence = (age: number | null, over: Partial<Evidence> = {}): Evidence => ({
  verified_at: age === null ? null : new Date(NOW - age),
  applied_at: null,
  closed_at: null,
  ...over,
})

describe("what the service said of money that came", () => {
  it.each<[string, Evidence, number | undefined, boolean]>([
    ["a moment ago", evidence(0), undefined, true],
    ["within an hour", evidence(HOUR - 1), undefined, true],
    ["an hour ago", evidence(HOUR), undefined, false],
    ["days ago", evidence(72 * HOUR), undefined, false],
    ["never", evidence(null), undefined, false],
    ["before it was doubted", evidence(1), NOW, false],
    ["when it was doubted", evidence(5), NOW - 5, true],
    ["an hour ago, whatever was doubted before", evidence(HOUR), NOW - 2 * HOUR, false],
    ["days ago, and an order stands for it", evidence(72 * HOUR, { applied_at: new Date(NOW) }), NOW, true],
    ["days ago, and a person dealt with it", evidence(72 * HOUR, { closed_at: new Date(NOW) }), NOW, true],
  ])("%s", (_, said, since, fresh) => {
    expect(isFresh(said, NOW, since)).toBe(fresh)
    const asRead = { ...said, verified_at: said.verified_at && new Date(said.verified_at).toISOString() }
    expect(isFresh(asRead, NOW, since)).toBe(fresh)
  })

  it("is never more worth the older it is, or the later it is doubted", () => {
    const ms = fc.nat(3 * HOUR)
    fc.assert(
      fc.property(ms, ms, ms, ms, (age, older, ago, later) => {
        const since = NOW - ago
        const isKnown = isFresh(evidence(age + older), NOW, since + later)
        if (isKnown) expect(isFresh(evidence(age), NOW, since)).toBe(true)
        expect(isKnown).toBe(age + older < HOUR && NOW - age - older >= since + later)
      })
    )
  })
})

describe("what of a customer's fee was refunded", () => {
  it.each<[string, { fee: string | null; came: string }, bigint, bigint]>([
    ["nothing", { fee: "5000", came: "10000" }, 0n, 5_000n],
    ["a part", { fee: "5000", came: "12000" }, 2_000n, 3_000n],
    ["all of it", { fee: "5000", came: "15000" }, 5_000n, 0n],
    ["nothing where there was none, be it that too much came", { fee: "0", came: "13000" }, 0n, 0n],
    ["nothing where none is known", { fee: null, came: "13000" }, 0n, 0n],
    ["nothing where less came", { fee: "5000", came: "9000" }, 0n, 5_000n],
  ])("is %s", (_, payment, back, left) => {
    expect([feeBack({ amount: "10000", ...payment }), feeLeft({ amount: "10000", ...payment })]).toEqual([
      back,
      left,
    ])
  })
})
