import fc from "fast-check"
import { withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"
import { FAULTS, OPERATIONS, shop, turns } from "./support/booted-actions"
import { BootedScenario } from "./support/booted-shop"
import { budget, Report } from "./support/report"

jest.setTimeout(budget.timeoutMs)

const RUNS = 100
const EXPECTED = [
  ...["webhook", "forged_webhook", "core_webhook", "delete_cart", "break_late", "stock", "refund"].map(
    (name) => `did: ${name}`
  ),
  ...["cancel_order", "resolve", "check_now", "lie"].map((name) => `did: ${name}`),
  ...OPERATIONS.slice(0, 2).flatMap((operation) => FAULTS.map(({ kind }) => `fault ${operation}: ${kind}`)),
  ...["paid_without_order", "late_payment", "duplicate_payment", "paid_after_cancel", "amount_mismatch"].map(
    (reason) => `attention: ${reason}`
  ),
  "orders: pending",
  "orders: canceled",
  "payments: captured",
]

withStore({ options: { budget: { standard: 100_000, creation: 100_000 } } }, (store) => {
  const merchant = withMerchant(store)
  const report = new Report({ name: "booted", runs: RUNS, expected: EXPECTED })
  afterAll(() => report.print())

  it("holds in a booted store, over HTTP", async () => {
    await report.check(
      fc.asyncProperty(shop, turns, async (options, chosen) => {
        const scenario = new BootedScenario(store, merchant)
        await scenario.begin(options)
        for (const acts of chosen) await scenario.turn(acts)
        await scenario.heal()
        const broken = await scenario.violations()
        if (broken.length === 0) broken.push(...(await scenario.blocked()), ...(await scenario.violations()))
        report.ran(scenario.counts, scenario.struck())
        if (broken.length > 0) throw new Error(broken.join("\n"))
      })
    )
  })
})
