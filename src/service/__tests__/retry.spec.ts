import fc from "fast-check"
import { type PayCollectErrorCode } from "../errors"
import { MAX_RETRIES, parseRetryAfter, RATE_LIMIT_PAUSE_MS, retryDelay, type RetryFacts } from "../retry"

const facts: RetryFacts = {
  repeatable: true,
  code: "unavailable",
  attempt: 0,
  remainingMs: 10_000,
  random: 0.5,
}

describe("retryDelay", () => {
  it("is full jitter over a doubling base", () => {
    expect(retryDelay({ ...facts, random: 0 })).toBe(0)
    expect(retryDelay(facts)).toBe(125)
    expect(retryDelay({ ...facts, attempt: 1 })).toBe(250)
    expect(retryDelay({ ...facts, random: 0.501 })).toBe(126)
  })

  it("waits as told, and after an untold 429 for the pause", () => {
    expect(retryDelay({ ...facts, code: "rate_limited", retryAfterMs: 3000 })).toBe(3125)
    expect(retryDelay({ ...facts, code: "rate_limited" })).toBe(RATE_LIMIT_PAUSE_MS + 125)
    expect(retryDelay({ ...facts, retryAfterMs: 1000 })).toBe(1125)
  })

  it("gives up after two retries, for what may not be repeated, and when time is short", () => {
    expect(retryDelay({ ...facts, attempt: MAX_RETRIES })).toBeUndefined()
    expect(retryDelay({ ...facts, repeatable: false })).toBeUndefined()
    expect(retryDelay({ ...facts, remainingMs: 300 })).toBeUndefined()
    expect(retryDelay({ ...facts, code: "rate_limited", retryAfterMs: 9_900 })).toBeUndefined()
  })

  it.each<PayCollectErrorCode>([
    "unauthorized",
    "invalid_request",
    "conflict",
    "not_found",
    "ambiguous",
    "malformed_response",
  ])("never repeats after %s", (code) => expect(retryDelay({ ...facts, code })).toBeUndefined())

  it("waits the caller's own pause at least, and does not come again where that is endless", () => {
    expect(retryDelay({ ...facts, leastMs: 1_000 })).toBe(1_000)
    expect(retryDelay({ ...facts, retryAfterMs: 3_000, leastMs: 1_000 })).toBe(3_125)
    expect(retryDelay({ ...facts, leastMs: Infinity })).toBeUndefined()
  })

  it("starts no attempt that has less than 200 ms left", () => {
    expect(retryDelay({ ...facts, remainingMs: 325 })).toBe(125)
    expect(retryDelay({ ...facts, remainingMs: 324 })).toBeUndefined()
  })

  it("never waits beyond the deadline", () => {
    const times = {
      retryAfterMs: fc.option(fc.nat(60_000), { nil: undefined }),
      remainingMs: fc.integer({ min: -1000, max: 90_000 }),
    }
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.record({ ...times, attempt: fc.nat(3), random }), (some) => {
        const delay = retryDelay({ ...facts, ...some })
        if (delay !== undefined) {
          expect(delay).toBeGreaterThanOrEqual(some.retryAfterMs ?? 0)
          expect(delay).toBeLessThan(some.remainingMs)
        }
      })
    )
  })
})

describe("parseRetryAfter (U-05)", () => {
  const now = Date.parse("2026-01-01T00:00:00Z")

  it.each([
    ["7", 7000],
    ["12", 12_000],
    [" 7 ", 7000],
    ["0", 0],
    ["1.25", 1250],
    ["0.0001", 1],
    ["60", 60_000],
    ["59.9999", 60_000],
    ["61", 60_000],
    ["1.5", 1500],
    ["3600", 60_000],
    ["Thu, 01 Jan 2026 00:00:20 GMT", 20_000],
    ["Thu, 01 Jan 2026 01:00:00 GMT", 60_000],
    ["Wed, 31 Dec 2025 23:00:00 GMT", 0],
    ["01 Jan 2027 00:00:00 GMT", 60_000],
    ["Friday, 01-Jan-27 00:00:00 GMT", 60_000],
    ["Fri Jan  1 12:00:00 2027", 60_000],
    ["-5", undefined],
    ["+5", undefined],
    ["5s", undefined],
    ["5.", undefined],
    ["x5", undefined],
    ["soon", undefined],
    ["soon 5", undefined],
    ["at 12:00", undefined],
    ["", undefined],
    [undefined, undefined],
    [["7"], undefined],
  ])("reads %j as %s ms", (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms)
  })
})
