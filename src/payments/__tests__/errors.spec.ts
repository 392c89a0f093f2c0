import { isPassing } from "../errors"

const HOUR = 3_600_000
const now = Date.parse("2026-11-28T12:00:00Z")
const paid = (age: number) => ({ paid_at: new Date(now - age) })
const fault = (facts: object) => Object.assign(new Error("update - as it was"), facts)

describe("isPassing", () => {
  it.each([
    ["of a connection", "08006"],
    ["read-only", "25006"],
    ["of two that wait for each other", "40P01"],
    ["of a disk that is full", "53100"],
    ["of too many connections", "53300"],
    ["of a lock", "55P03"],
    ["of what takes too long", "57014"],
    ["of a server that starts", "57P03"],
    ["of what it reads from its disk", "58030"],
  ])("waits for the end of an error of the database %s (%s), for an hour", (_, code) => {
    expect(isPassing(fault({ code }), paid(0), now)).toBe(true)
    expect(isPassing(fault({ code }), paid(HOUR), now)).toBe(false)
    expect(isPassing({ code }, { paid_at: null }, now)).toBe(false)
  })

  it.each([
    ["a pool without a connection", { name: "KnexTimeoutError" }],
    ["a connection that was cut", { message: "select 1 - Connection terminated unexpectedly" }],
    ["Redis", { name: "ReplyError" }],
  ])("waits for the end of a fault of %s, for an hour", (_, facts) => {
    expect(isPassing(fault(facts), paid(HOUR - 1), now)).toBe(true)
    expect(isPassing(fault(facts), paid(HOUR), now)).toBe(false)
  })

  it("waits three minutes for a cart that is locked", () => {
    const locked = fault({ message: 'Failed to acquire lock for key "cart"' })
    expect(isPassing(locked, paid(179_999), now)).toBe(true)
    expect(isPassing(locked, paid(180_000), now)).toBe(false)
  })

  it.each(["23505", "22P02", "42P01", "57", "157014", "553001", undefined])(
    "counts what the same try would end with again (%s)",
    (code) => {
      expect(isPassing(fault({ code }), paid(0), now)).toBe(false)
      expect(isPassing(undefined, paid(0), now)).toBe(false)
    }
  )
})
