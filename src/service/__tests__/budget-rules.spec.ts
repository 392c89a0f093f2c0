import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { type Priority } from ".."
import { ASKING, budgetRules, NEVER_WAIT, repeatedPlaces, roomAt, type SentRequest } from "../budget-rules"

const limits = { standard: 60, creation: 20 }
const OPERATIONS = readFileSync(join(__dirname, "../../../docs/operations.md"), "utf8")

/** One window, in which everybody asks at once. @returns how many of each were sent */
function sendAll(
  asked: Priority[],
  { events = true, ...given } = limits as typeof limits & { events?: boolean }
) {
  const sent: SentRequest[] = []
  for (const priority of asked) {
    const rate_class = priority === "create" ? "creation" : "standard"
    const rules = budgetRules(rate_class, priority, given)
    if (roomAt(rules, sent, { windowMs: 63_000, events }) === -Infinity)
      sent.push({ rate_class, priority, sent_at: new Date(0) })
  }
  return (of: readonly Priority[]) => sent.filter(({ priority }) => of.includes(priority)).length
}

const many = (priority: Priority, times = 60) => Array<Priority>(times).fill(priority)

describe("budgetRules", () => {
  it("are those of the documented table", () => {
    const table = /\| Who asks .*\n\|[-| :]+\n((?:\|.*\n)+)/.exec(OPERATIONS)![1]!
    const rows = table
      .trim()
      .split("\n")
      .map((line) =>
        line
          .split("|")
          .map((cell) => cell.trim())
          .slice(1, 4)
      )
    const most = (of: readonly Priority[]) => sendAll(many(of[0]!))(of)
    expect(rows).toEqual(ASKING.map(({ who, of, own }) => [who, String(own), String(most(of))]))
  })

  it("leave everybody what is their own, whatever all others ask in whatever order", () => {
    const asked = fc.array(fc.constantFrom(...ASKING.flatMap(({ of }) => of)), { maxLength: 120 })
    fc.assert(
      fc.property(asked, fc.integer({ min: 12, max: 90 }), (before, standard) => {
        for (const { of, own } of ASKING) {
          const sent = sendAll([...before, ...many(of[0]!, standard)], { standard, creation: standard })
          expect(sent(of)).toBeGreaterThanOrEqual(Math.floor((standard * own) / 60))
          expect(sent(ASKING.flatMap((each) => each.of))).toBeLessThanOrEqual(standard)
        }
      }),
      { numRuns: 15 }
    )
  })

  it("give the job the places of events as long as none is believed, and no class more than all", () => {
    const asked = [...many("create"), ...many("start"), ...many("reconcile")]
    expect(sendAll(asked)(["reconcile"])).toBe(10)
    expect(sendAll(asked, { ...limits, events: false })(["reconcile"])).toBe(22)
  })

  it("hold questions of starts, repeated visits and looking around together", () => {
    const sent = sendAll([...many("repeat", 5), ...many("start"), ...many("browse"), ...many("repeat")])
    expect([sent(["repeat"]), sent(["start"]), sent(["browse"])]).toEqual([5, 3, 4])
    expect(repeatedPlaces(limits)).toBe(8)
    expect([...NEVER_WAIT]).toEqual(["repeat"])
  })

  it("leave a place to each in the smallest budget", () => {
    for (const priority of ASKING.flatMap(({ of }) => of))
      expect(sendAll(many(priority), { standard: 1, creation: 1 })([priority])).toBe(1)
  })
})
