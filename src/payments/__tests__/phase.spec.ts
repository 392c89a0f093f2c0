import { isOver, may, phaseOf, type Phase, type Phased } from "../phase"

const AT = new Date()
const row = (facts: Partial<Phased>): Phased => ({
  outcome: "paid",
  applied_at: null,
  closed_at: null,
  next_step_at: null,
  assigned_order_id: null,
  ...facts,
})

const ROWS: [Phase, string, Partial<Phased>][] = [
  ["awaited", "was just begun", { outcome: "none", next_step_at: AT }],
  ["awaited", "waits for its customer, and is not asked about any more", { outcome: "waiting" }],
  ["failed", "was refused", { outcome: "failed" }],
  [
    "disputed",
    "is another sum than was asked for, and looked at again",
    { outcome: "discrepancy", next_step_at: AT },
  ],
  ["moving", "came, and its order is being made", { next_step_at: AT }],
  [
    "moving",
    "was given to an order, and is being booked",
    { next_step_at: AT, assigned_order_id: "order_1" },
  ],
  ["reserved", "was given to an order that could not be paid with it", { assigned_order_id: "order_1" }],
  ["listed", "came, and no order could be made of it", {}],
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

  it("gives an order only money that lies on the list", () => {
    const phases = ROWS.filter(([, , facts]) => may("assign", row(facts))).map(([phase]) => phase)
    expect(phases).toEqual(["listed"])
  })
})
