import { doubtedSince, factsOf, newsSince, SOURCES, sourceFor, type Source } from "../source"

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const event = (saysPaid: boolean): Source => ({ by: "webhook", at: 5, saysPaid })

/** who asks, its pause, its class in the budget, and what the history says */
const ALL: [Source["by"], string, string, string][] = [
  ["return", "news", "customer", "return"],
  ["revisit", "visit", "visit", "return"],
  ["complete", "visit", "visit", "complete"],
  ["authorize", "visit", "visit", "authorize"],
  ["watched", "poll", "visit", "watched"],
  ["session", "visit", "start", "session"],
  ["charge", "charge", "start", "session"],
  ["create", "own", "start", "create"],
  ["retry", "visit", "start", "create"],
  ["webhook", "news", "webhook", "webhook"],
  ["admin", "news", "admin", "admin"],
  ["order", "news", "admin", "order"],
  ["assign", "own", "admin", "assign"],
  ["search", "own", "admin", "search"],
  ["job", "own", "reconcile", "job"],
  ["unpaid_order", "own", "reconcile", "unpaid_order"],
  ["status", "own", "admin", "status"],
  ["retrieve", "own", "admin", "retrieve"],
  ["capture", "own", "admin", "capture"],
  ["script", "own", "admin", "script"],
]
const sources = ALL.map(([by]) => (by === "webhook" ? event(true) : { by }))

describe("who has the service asked about a payment", () => {
  it.each(ALL)("as %s: pause %s, budget %s, in the history %s", (by, ...expected) => {
    const source = by === "webhook" ? event(true) : { by }
    const { pause, budget, said } = factsOf(source)
    expect([pause, budget, said]).toEqual(expected)
  })

  it("is one of these", () => {
    expect(ALL.map(([by]) => by)).toEqual(Object.keys(SOURCES))
  })

  it("brings news by an event, an employee or a first return", () => {
    expect(sources.filter((source) => factsOf(source).isNews).map(({ by }) => by)).toEqual([
      "return",
      "webhook",
      "admin",
      "order",
    ])
    expect(sources.map((source) => newsSince(source, NOW)).filter(Boolean)).toEqual([NOW, 5, NOW, NOW])
  })

  it("is a matter of a schedule only for what a browser can repeat as often as it likes", () => {
    expect(sources.filter((source) => factsOf(source).isRepeatable).map(({ by }) => by)).toEqual([
      "revisit",
      "complete",
      "authorize",
      "watched",
      "session",
      "charge",
      "retry",
    ])
  })

  it("is a visit like any other where a customer returns who had returned before, and nobody else is", () => {
    for (const source of sources) {
      expect(sourceFor({ returned_at: null }, source)).toBe(source)
      const again = sourceFor({ returned_at: new Date(NOW) }, source)
      expect(again).toEqual(source.by === "return" ? { by: "revisit" } : source)
    }
  })
})

describe("money is doubted", () => {
  it("from when the service spoke of something else than that it came", () => {
    expect(doubtedSince(event(false), NOW)).toBe(5)
  })

  it("by an employee, but for money that has only just come", () => {
    expect(doubtedSince({ by: "admin" }, NOW)).toBe(NOW - MINUTE)
    expect(doubtedSince({ by: "order" }, NOW)).toBe(NOW - MINUTE)
  })

  it("by nobody else", () => {
    const others = sources.filter(({ by }) => by !== "admin" && by !== "order")
    for (const source of others) expect(doubtedSince(source, NOW)).toBeUndefined()
  })
})
