import fc from "fast-check"
import { randomBytes } from "node:crypto"
import { aWhileFor, holdKeptSum } from "../http/support/hold-call"
import { withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"
import { ACTS, FAULTS, GOODS, shop, turns } from "./support/booted-actions"
import { EXAMPLES } from "./support/booted-examples"
import { AMISS } from "./support/booted-links"
import { BootedScenario } from "./support/booted-shop"
import { budget, Report } from "./support/report"

jest.setTimeout(budget.timeoutMs)

const RUNS = 46
/** Everybody did something, every kind of fault struck, and all of it led somewhere. */
const EXPECTED = [
  ...ACTS.map((name) => `did: ${name}`),
  ...FAULTS.map(({ kind }) => `struck: ${kind}`),
  ...["orders: pending", "orders: canceled", "payments: captured", "refund: recorded", "items for a person"],
  ...AMISS.map((how) => `link paid amiss: ${how}`),
  ...["orders with money by link", "link: made", "link: revoked", "link's order: edited"],
  ...["link's order: paid at the counter", "link's order: canceled"],
  ...["cart: free", "order of late money: made"],
  ...["reversed: a part", "reversed: all that was left", "row lost"],
  ...GOODS.map((how) => `goods: ${how} asked for`),
]

const options = {
  service: { budget: { standard: 100_000, creation: 100_000 } },
  // Keys of the other environment are entered in the dashboard.
  encryptionKey: randomBytes(32).toString("base64"),
}

withStore({ options }, (store) => {
  const merchant = withMerchant(store)
  const report = new Report({ name: "booted", runs: RUNS, expected: EXPECTED })
  afterAll(() => report.print())

  /** A compensation that failed leaves its execution under way for good, and Medusa's runner waits for each after a test. */
  const giveUpStuckWorkflows = async () =>
    await store.db.raw("update workflow_execution set state = 'failed' where state = 'waiting_to_compensate'")

  const brokenIn = async (scenario: BootedScenario) => {
    await scenario.heal()
    const broken = await scenario.violations()
    if (broken.length === 0) broken.push(...(await scenario.blocked()), ...(await scenario.violations()))
    return broken
  }

  it("holds in a booted store, over HTTP", async () => {
    const checked = report.check(
      fc.asyncProperty(shop, turns, (options, chosen) =>
        report.play(async () => {
          const scenario = new BootedScenario(store, merchant)
          try {
            await scenario.begin(options)
            for (const acts of chosen) await scenario.turn(acts)
            const broken = await brokenIn(scenario)
            await scenario.tally()
            report.ran(scenario.counts, scenario.struck())
            if (broken.length > 0) report.violated([...broken, ...(await scenario.story())])
          } finally {
            scenario.end()
          }
        })
      ),
      EXAMPLES
    )
    await checked.finally(giveUpStuckWorkflows)
  })

  /** Found with seed 88257186, and mended by the balance: which of the two comes first is chance there, and is not here. */
  it("holds where an order is edited while a payment by its link is captured", async () => {
    const scenario = new BootedScenario(store, merchant)
    await scenario.begin({ createIntent: "on_session", pendingOrders: "wait", refunds: "off" })
    await scenario.turn([{ do: "pay_by_link", n: 0, method: 1, comesBack: false }])
    const held = holdKeptSum(store)
    const captured = scenario.turn([{ do: "come_back", n: 0 }])
    await Promise.race([held.reached, captured])
    const edited = scenario.turn([{ do: "edit_order", n: 0, quantity: 3 }])
    await aWhileFor(edited)
    held.go()
    await Promise.all([captured, edited])
    await scenario.turn([{ do: "pay_by_link", n: 0, method: 2, comesBack: false }])
    expect(await brokenIn(scenario)).toEqual([])
  })
})
