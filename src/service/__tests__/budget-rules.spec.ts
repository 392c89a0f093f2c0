import { budgetRules, NEVER_WAIT, repeatedPlaces } from "../budget-rules"

const limits = { standard: 60, creation: 20 }

describe("budgetRules", () => {
  it.each([
    ["customer", [{ most: 60 }]],
    ["create", [{ most: 54 }]],
    ["webhook", [{ most: 51 }]],
    ["admin", [{ most: 45 }]],
    ["repeat", [{ most: 36 }, { most: 18, priorities: ["repeat"] }]],
    ["reconcile", [{ most: 36 }, { most: 30, priorities: ["reconcile"] }]],
    ["browse", [{ most: 36 }, { most: 24, priorities: ["browse"] }]],
  ] as const)("leave room of 60 for those before %s", (priority, rules) => {
    expect(budgetRules("standard", priority, limits)).toEqual(rules)
  })

  it("give questions that were asked before three tenths of it, and let none of them wait", () => {
    expect(repeatedPlaces(limits)).toBe(18)
    expect([...NEVER_WAIT]).toEqual(["repeat"])
  })

  it("count a creation among all requests and among creations", () => {
    expect(budgetRules("creation", "create", limits)).toEqual([
      { most: 54 },
      { most: 20, rate_class: "creation" },
    ])
  })

  it("round what a priority may fill down, and what it has for itself up", () => {
    expect(budgetRules("standard", "browse", { standard: 7, creation: 3 })).toEqual([
      { most: 4 },
      { most: 3, priorities: ["browse"] },
    ])
  })
})
