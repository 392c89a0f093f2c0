import fc from "fast-check"
import { nextMessageAt, summaryDay, tryAgainAt, wallClock } from "../rules"
import { recipientOf, addressKind, isTimeZone } from "../../../settings/addresses"

const NOW = Date.parse("2026-11-22T12:00:00Z")
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe("messages about new items", () => {
  it("go at once three times, then a quarter of an hour after the last", () => {
    expect(nextMessageAt([], NOW)).toBe(NOW)
    expect(nextMessageAt([NOW - MINUTE, NOW - 2 * MINUTE], NOW)).toBe(NOW)
    const three = [NOW - 3 * MINUTE, NOW - MINUTE, NOW - 2 * MINUTE]
    expect(nextMessageAt(three, NOW)).toBe(NOW + 14 * MINUTE)
    expect(nextMessageAt(three, NOW + 20 * MINUTE)).toBe(NOW + 20 * MINUTE)
    expect(nextMessageAt(three, NOW - 3 * MINUTE + HOUR)).toBe(NOW - 3 * MINUTE + HOUR)
  })

  it("are never more than seven in an hour, and wait for no longer than 15 minutes, whatever comes when", () => {
    const gaps = fc.array(fc.oneof(fc.integer({ max: 5_000 }), fc.integer({ max: 40 * MINUTE })), {
      minLength: 1,
      maxLength: 200,
    })
    fc.assert(
      fc.property(gaps, (between) => {
        const sent: number[] = []
        let now = NOW
        for (const gap of between) {
          now += Math.abs(gap)
          const at = nextMessageAt(sent, now)
          expect(at).toBeGreaterThanOrEqual(now)
          expect(at - now).toBeLessThanOrEqual(15 * MINUTE)
          // What comes meanwhile goes with it.
          if (at === now || sent.at(-1)! < at) sent.push(at)
          now = Math.max(now, at)
        }
        for (const from of sent)
          expect(sent.filter((at) => at >= from && at < from + HOUR).length).toBeLessThanOrEqual(7)
      })
    )
  })

  it("that were refused are tried four times more, ever later", () => {
    const pauses = [1, 2, 3, 4].map((tries) => tryAgainAt(tries, NOW)! - NOW)
    expect(pauses).toEqual([2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR])
    expect(tryAgainAt(5, NOW)).toBeNull()
  })
})

describe("the summary of a day", () => {
  const at = (time: string, time_zone: string, summary_hour = 8) =>
    summaryDay(Date.parse(time), { time_zone, summary_hour })

  it("is due from its hour to midnight, by the shop's own clock", () => {
    expect(at("2026-11-22T06:59:59Z", "Africa/Douala")).toBeNull()
    expect(at("2026-11-22T07:00:00Z", "Africa/Douala")).toBe("2026-11-22")
    expect(at("2026-11-22T22:59:59Z", "Africa/Douala")).toBe("2026-11-22")
    expect(at("2026-11-22T23:00:00Z", "Africa/Douala")).toBeNull()
    expect(at("2026-11-22T23:00:00Z", "Africa/Douala", 0)).toBe("2026-11-23")
    expect(at("2026-11-21T21:00:00Z", "Asia/Kolkata", 2)).toBe("2026-11-22")
    expect(at("2026-11-22T07:59:00Z", "UTC")).toBeNull()
  })

  it.each([
    ["Europe/Paris", 2, "2026-03-29", "summer time skips the hour"],
    ["Europe/Paris", 2, "2026-10-25", "the hour comes twice"],
    ["America/New_York", 1, "2026-11-01", "the hour comes twice"],
    ["Africa/Casablanca", 2, "2026-03-22", "the clock goes forward after Ramadan"],
    ["Africa/Cairo", 0, "2026-04-24", "midnight is skipped"],
    ["Africa/Douala", 8, "2026-11-22", "nothing happens to the clock"],
    ["Asia/Kathmandu", 23, "2026-11-22", "the zone is of odd minutes"],
  ])("is due once a day in %s at %d on %s: %s", (time_zone, summary_hour, day) => {
    const noon = Date.parse(`${day}T12:00:00Z`)
    const days: string[] = []
    for (let now = noon - 60 * HOUR; now < noon + 60 * HOUR; now += 10 * MINUTE) {
      const due = summaryDay(now, { time_zone, summary_hour })
      // As the row of the last one is compared.
      if (due !== null && (days.length === 0 || days.at(-1)! < due)) days.push(due)
    }
    const all = days.slice(1, -1)
    const first = Date.parse(all[0]!)
    expect(all).toContain(day)
    expect(all).toEqual(all.map((_, index) => new Date(first + index * 24 * HOUR).toISOString().slice(0, 10)))
    expect(all.length).toBeGreaterThanOrEqual(3)
  })

  it("reads a clock on the wall in any zone", () => {
    expect(wallClock(Date.parse("2026-01-01T00:30:00Z"), "Africa/Abidjan")).toEqual({
      day: "2026-01-01",
      hour: 0,
    })
    expect(wallClock(Date.parse("2026-01-01T00:30:00Z"), "America/Los_Angeles")).toEqual({
      day: "2025-12-31",
      hour: 16,
    })
  })
})

describe("time zones", () => {
  it("are names that the platform knows", () => {
    for (const name of ["UTC", "Africa/Douala", "America/Argentina/Buenos_Aires"])
      expect(isTimeZone(name)).toBe(true)
    for (const name of [
      "",
      "+01:00",
      "Africa/Nowhere",
      "Douala",
      "Africa/Douala ",
      "CET",
      "eet",
      "IST",
      "CAT",
    ])
      expect(isTimeZone(name)).toBe(false)
  })
})

describe("recipients", () => {
  it.each([
    ["email", "shop@example.com", "shop@example.com"],
    ["email", " Aïcha.Bâ+caisse@mail.example.co ", "Aïcha.Bâ+caisse@mail.example.co"],
    ["sms", "+237 6 99 00 11 22", "+237699001122"],
    ["sms", "00237699001122", "+237699001122"],
    ["whatsapp", "+33 6 12 34 56 78", "+33612345678"],
    ["slack", "#payments", "#payments"],
  ])("of %s: %s", (channel, typed, address) => {
    expect(recipientOf(channel, typed)).toBe(address)
  })

  it.each([
    ["email", "shop"],
    ["email", "shop@localhost"],
    ["email", "a@b@example.com"],
    ["email", "Shop <shop@example.com>"],
    ["email", "+237699001122"],
    ["email", `${"a".repeat(250)}@example.com`],
    ["sms", "699001122"],
    ["sms", "shop@example.com"],
    ["sms", "+237 1"],
    ["slack", "two words"],
    ["slack", ""],
  ])("of %s are not: %s", (channel, typed) => {
    expect(recipientOf(channel, typed)).toBeNull()
  })

  it("are called what they have to be", () => {
    expect(["email", "sms", "whatsapp", "slack"].map(addressKind)).toEqual([
      "e-mail addresses",
      "phone numbers with +country prefix",
      "phone numbers with +country prefix",
      null,
    ])
  })
})
