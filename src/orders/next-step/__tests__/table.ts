import { type Snapshot } from "../../records/records"
import { plan, planBy } from "../plan"
import { type PlanEffect, type Findings, type Plan, type PlannedPayment, type PlanOptions } from "../types"
import { type PlanRows } from "../view"

/** What the tables of `plan` are tested with: cases, each of one row, about 10,000 XAF of the attempt `pcint_1`. */

export const HOUR = 3_600_000
/** Long after the records were made. */
export const LATER = Date.UTC(2026, 1, 1)
export const OPTIONS: PlanOptions = {
  environment: "test",
  pendingOrders: "wait",
  pendingOrderExpiryHours: 24,
}
export const MONEY: PlannedPayment = {
  id: "pcint_1",
  merchant_reference: "cart_1-1",
  cart_id: "cart_1",
  payment_collection_id: "pay_col_1",
  environment: "test",
  amount: "10000",
  currency_code: "xaf",
  exponent: 0,
  created_at: new Date("2026-01-01T11:55:00Z"),
  refunded: "0",
  reversed: "0",
  unpaid: null,
}

export interface Case {
  row: string
  when: string
  snapshot: Snapshot & Findings
  expected: Plan
  money?: Partial<PlannedPayment>
  options?: Partial<PlanOptions>
  now?: number
}

export const run = (effect: PlanEffect): Plan => ({ kind: "effect", effect })
export const tell = (reason: string, more: object = {}) => ({ kind: "raise", reason, ...more }) as Plan
export const applied = (order_id: string | null = "order_1"): Plan => ({ kind: "applied", order_id })
export const wait = (because: string, until: number | null = null): Plan => ({ kind: "wait", because, until })
export const CANCELED = { status: "canceled" }
export const other = { amount: 9_000 }
export const noCart = { cart_id: null }
export const live = { environment: "live" as const }

const moment = ({ snapshot, options, now = LATER }: Case) => ({
  snapshot,
  options: { ...OPTIONS, ...options },
  now,
})

/**
 * Every case is planned as it says, and no row that the cases are about can be left out.
 * @param unpaid null for money that came
 */
export function describeTable(
  title: string,
  cases: Case[],
  { rows, unpaid }: { rows: PlanRows; unpaid: string | null }
): void {
  const names = [...new Set(cases.map(({ row }) => row))]
  const moneyOf = (each: Case): PlannedPayment => ({ ...MONEY, unpaid, ...each.money })

  describe(`plan: ${title}`, () => {
    it.each(cases.map((each) => [`${each.row}: ${each.when}`, each] as const))("%s", (_name, each) => {
      const { snapshot, options, now } = moment(each)
      expect(plan(moneyOf(each), snapshot, options, now)).toEqual(each.expected)
    })

    it.each(names)("needs its row %s", (row) => {
      const own = cases.filter((each) => each.row === row)
      const less = Object.fromEntries(Object.entries(rows).filter(([name]) => name !== row))
      const differ = own.filter((each) => {
        try {
          return JSON.stringify(planBy(less, moneyOf(each), moment(each))) !== JSON.stringify(each.expected)
        } catch {
          return true
        }
      })
      expect(differ.length).toBeGreaterThan(0)
    })

    it("names no row that does not exist", () => {
      expect(names.filter((row) => !(row in rows))).toEqual([])
    })

    it("concludes nothing from what cannot be read", () => {
      expect(plan({ ...MONEY, unpaid }, { unreadable: "a relation" }, OPTIONS, LATER)).toEqual(
        wait("unreadable")
      )
    })
  })
}
