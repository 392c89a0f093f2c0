import { isOver, may, phaseOf, type Phase, type Phased } from "../phase"

const AT = new Date()
const row = (facts: Partial<Phased>): Phased => ({
  outcome: "paid",
  applied_at: null,
  closed_at: null,
  next_step_at: null,
  listed_at: null,
  assigned_order_id: null,
  ...facts,
})

const ROWS: [Phase, string, Partial<Phased>][] = [
  ["awaited", "was just begun", { outcome: "none", next_step_at: AT }],
  ["awaited", "waits for its customer, and is not asked about any more", { outcome: "waiting" }],
  ["failed", "was refused", { outcome: "failed" }],
  ["discrepant", "is another sum than was asked for", { outcome: "discrepancy", next_step_at: AT }],
  ["disputed", "is another sum, and a person was told", { outcome: "discrepancy", listed_at: AT }],
  ["disputed", "is looked at again meanwhile", { outcome: "discrepancy", listed_at: AT, next_step_at: AT }],
  ["disputed", "is called failed after a person was told", { outcome: "failed", listed_at: AT }],
  ["disputed", "is not to be read", { outcome: "waiting", listed_at: AT, next_step_at: AT }],
  ["moving", "came, and its order is being made", { next_step_at: AT }],
  [
    "moving",
    "was given to an order, and is being booked",
    { next_step_at: AT, assigned_order_id: "order_1" },
  ],
  ["retried", "came, is with a person, and is tried once more", { next_step_at: AT, listed_at: AT }],
  [
    "retried",
    "is with a person, who gave it to an order",
    { next_step_at: AT, listed_at: AT, assigned_order_id: "order_1" },
  ],
  [
    "reserved",
    "was given to an order that could not be paid with it",
    { listed_at: AT, assigned_order_id: "order_1" },
  ],
  ["listed", "came, and no order could be made of it", { listed_at: AT }],
  ["applied", "stands in an order", { applied_at: AT }],
  ["applied", "stands in the order that it was given to", { applied_at: AT, assigned_order_id: "order_1" }],
  ["closed", "was dealt with by hand", { closed_at: AT }],
  ["closed", "stood in an order, and was dealt with by hand since", { applied_at: AT, closed_at: AT }],
  ["closed", "failed after a person dealt with it", { outcome: "failed", closed_at: AT }],
]

describe("the phase of a payment", () => {
  it.each(ROWS)("is %s where it %s", (phase, _, facts) => expect(phaseOf(row(facts))).toBe(phase))

  it("is over where it is applied or closed, and nowhere else", () => {
    for (const [phase, , facts] of ROWS)
      expect([phase, isOver(row(facts))]).toEqual([phase, phase === "applied" || phase === "closed"])
  })

  it("keeps money of an order, and what a person dealt with, from being refunded, assigned or tried again", () => {
    for (const facts of [{ applied_at: AT }, { closed_at: AT }])
      for (const done of ["refund", "assign", "schedule", "giveUp", "giveWay", "vanish"] as const)
        expect([facts, done, may(done, row(facts))]).toEqual([facts, done, false])
  })

  it("has a person decide where an item is open, and nowhere else", () => {
    for (const [phase, , facts] of ROWS) {
      const isOpen = !!facts.listed_at
      expect([phase, may("decide", row(facts))]).toEqual([phase, isOpen])
    }
  })

  it("gives an order only money that lies on the list", () => {
    const phases = ROWS.filter(([, , facts]) => may("assign", row(facts))).map(([phase]) => phase)
    expect(phases).toEqual(["listed"])
  })
})
