import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { leftBehindCommand } from "../left-behind"
import { loadMedusaApp } from "../medusa-app"
import { OLD_MIGRATIONS } from "../../features/health/payment-facts"

const told: { id: string; kept: string[] }[] = []
jest.mock("../medusa-app", () => ({ loadMedusaApp: jest.fn() }))
jest.mock("@medusajs/medusa/core-flows", () => ({
  updateRegionsWorkflow: () => ({
    run: ({ input }: { input: { selector: { id: string }; update: { payment_providers: string[] } } }) => {
      told.push({ id: input.selector.id, kept: input.update.payment_providers })
      return Promise.resolve()
    },
  }),
}))

/** A store whose regions offer these providers, with so much that is open; without a module where its lines are out already. */
function storeWith(
  offered: Record<string, string[]>,
  open: { payments?: number; items?: number; orders?: number } | null = {}
) {
  const rows: Record<string, object[]> = {
    region: Object.entries(offered).map(([id, ids]) => ({
      id,
      name: id.toUpperCase(),
      payment_providers: [...ids.map((each) => ({ id: each })), null],
    })),
    payment_session: Array.from({ length: open?.orders ?? 0 }, (_, index) => ({
      provider_id: "pp_paycollect_default",
      payment_collection: { order: { id: `order_${index}`, status: "pending" } },
    })),
  }
  const paycollect = open && {
    migrated: () => Promise.resolve({ pending: [], isOld: false }),
    listAndCountIntents: (_: object, { take }: { take: number }) => {
      const count = open.payments ?? 0
      const named = Array.from({ length: Math.min(take, count) }, (_, index) => ({
        merchant_reference: `cart_${index}`,
      }))
      return Promise.resolve([named, count])
    },
    attention: { countOpen: () => Promise.resolve(open.items ?? 0) },
  }
  const query = { graph: ({ entity }: { entity: string }) => Promise.resolve({ data: rows[entity] ?? [] }) }
  const container = { resolve: (name: string) => (name === "query" ? query : (paycollect ?? undefined)) }
  const close = jest.fn(() => Promise.resolve())
  jest.mocked(loadMedusaApp).mockResolvedValue({ container, close } as never)
  return close
}

let said: string
const leftBehind = (...args: string[]) => leftBehindCommand.run(["--cwd", "store", ...args])
const answer = () => JSON.parse(said) as object

beforeEach(() => {
  said = ""
  told.length = 0
  const hear = (...words: unknown[]) => void (said += `${words.join(" ")}\n`)
  jest.spyOn(console, "log").mockImplementation(hear)
  jest.spyOn(console, "error").mockImplementation(hear)
})
afterEach(() => {
  jest.restoreAllMocks()
  jest.mocked(loadMedusaApp).mockReset()
})

const OFFERED = {
  cm: ["pp_stripe_x", "pp_paycollect_default"],
  ci: ["pp_paycollect-card_mine"],
  fr: ["pp_stripe_x"],
}

it("says what is open and which regions offer the plugin, and changes nothing", async () => {
  const close = storeWith(OFFERED, { payments: 3, items: 2 })
  expect(await leftBehind("--json")).toBe(0)
  expect(answer()).toEqual({
    error: null,
    open: [
      expect.stringContaining("3 payments are not ended"),
      expect.stringContaining("2 items of the"),
      "The service's own dashboard finds what is not ended as cart_0, cart_1, cart_2.",
    ],
    regions: [
      { name: "CM", kept: ["pp_stripe_x"] },
      { name: "CI", kept: [] },
    ],
  })
  expect(told).toEqual([])
  expect(close).toHaveBeenCalled()
})

it("says the same to a person, one of a thing in the singular", async () => {
  storeWith(OFFERED, { payments: 1, items: 1, orders: 1 })
  expect(await leftBehind()).toBe(0)
  expect(said.trimEnd().split("\n")).toEqual([
    "OPEN  1 payment is not ended: money that still comes makes no order any more.",
    'OPEN  1 item of the "needs attention" list is open: its page goes with the package.',
    "OPEN  1 order stands unpaid: nothing captures or cancels it any more.",
    "OPEN  The service's own dashboard finds what is not ended as cart_0.",
    'The region "CM" offers the plugin beside pp_stripe_x.',
    'The region "CI" offers the plugin alone.',
  ])
})

it("names the newest of many payments, and says that there are older ones", async () => {
  storeWith(OFFERED, { payments: 21 })
  expect(await leftBehind()).toBe(0)
  expect(said).toMatch(/finds what is not ended as cart_0, (cart_\d+, ){18}cart_19, and older ones\.\n/)
})

it("takes the providers out of the regions, also where the module is out already, and has nothing to do then", async () => {
  storeWith(OFFERED, null)
  expect(await leftBehind("--leave-regions")).toBe(0)
  expect(told).toEqual([
    { id: "cm", kept: ["pp_stripe_x"] },
    { id: "ci", kept: [] },
  ])
  storeWith({ fr: ["pp_stripe_x"] }, null)
  said = ""
  expect(await leftBehind("--leave-regions")).toBe(0)
  expect([told.length, said]).toEqual([2, "Nothing is open, and no region offers the plugin.\n"])
})

it("leaves the regions alone while money is open, until it is told otherwise", async () => {
  storeWith(OFFERED, { payments: 1 })
  expect(await leftBehind("--leave-regions")).toBe(1)
  expect(said).toContain("The regions stay as they are.")
  expect(told).toEqual([])
  expect(await leftBehind("--leave-regions", "--leave-open")).toBe(0)
  expect(told).toHaveLength(2)
})

it("says why the database cannot be looked at, without what is secret", async () => {
  jest
    .mocked(loadMedusaApp)
    .mockRejectedValue(new Error("no answer of postgres://me:hunter2@localhost/store"))
  expect(await leftBehind("--json")).toBe(1)
  expect(answer()).toEqual({ error: "no answer of [address]", open: [], regions: [] })
})

it("prints SQL that drops all tables and functions of the migrations, and forgets that they ran", async () => {
  expect(await leftBehind("--drop-sql")).toBe(0)
  const migrations = readdirSync(join(__dirname, "../../modules/paycollect/migrations")).filter((file) =>
    file.startsWith("Migration")
  )
  for (const file of migrations) expect(said).toContain(`'${file.replace(".ts", "")}'`)
  for (const name of OLD_MIGRATIONS) expect(said).toContain(`'${name}'`)
  const snapshot = readFileSync(
    join(__dirname, "../../modules/paycollect/migrations/.snapshot-medusa-paycollect.json"),
    "utf8"
  )
  const tables = (JSON.parse(snapshot) as { tables: { name: string }[] }).tables
  const [, dropped = ""] = /^DROP TABLE IF EXISTS (.*);$/m.exec(said)!
  expect(dropped.split(", ").sort()).toEqual(tables.map(({ name }) => name).sort())
  expect(said).toMatch(/^DROP FUNCTION IF EXISTS paycollect_budget_take, paycollect_payment_number;$/m)
})
