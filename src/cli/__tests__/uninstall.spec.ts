import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loadMedusaApp } from "../medusa-app"
import { uninstallCommand } from "../uninstall"
import { OLD_MIGRATIONS } from "../../modules/paycollect/payment-facts"
import { addToConfig } from "../config/add"
import { byHand, starter } from "./configs"

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
    listAndCountIntents: () => Promise.resolve([[], open.payments ?? 0]),
    attention: { countOpen: () => Promise.resolve(open.items ?? 0) },
  }
  const query = { graph: ({ entity }: { entity: string }) => Promise.resolve({ data: rows[entity] ?? [] }) }
  const container = { resolve: (name: string) => (name === "query" ? query : (paycollect ?? undefined)) }
  const close = jest.fn(() => Promise.resolve())
  jest.mocked(loadMedusaApp).mockResolvedValue({ container, close } as never)
  return close
}

let store: string
let said: string
let installed: string
const config = () => readFileSync(join(store, "medusa-config.ts"), "utf8")
const write = (text: string) => writeFileSync(join(store, "medusa-config.ts"), text)
const uninstall = (...args: string[]) => uninstallCommand.run(["--cwd", store, ...args])

beforeEach(async () => {
  store = mkdtempSync(join(tmpdir(), "paycollect-uninstall-"))
  said = ""
  told.length = 0
  const hear = (...words: unknown[]) => void (said += `${words.join(" ")}\n`)
  jest.spyOn(console, "log").mockImplementation(hear)
  jest.spyOn(console, "error").mockImplementation(hear)
  const edit = await addToConfig(starter)
  installed = (edit as { text: string }).text
  write(installed)
})
afterEach(() => {
  jest.restoreAllMocks()
  jest.mocked(loadMedusaApp).mockReset()
  rmSync(store, { recursive: true, force: true })
})

const OFFERED = {
  cm: ["pp_stripe_x", "pp_paycollect_default"],
  ci: ["pp_paycollect-card_mine"],
  fr: ["pp_stripe_x"],
}

it("takes the providers out of the regions, then the lines out of the configuration", async () => {
  const close = storeWith(OFFERED)
  expect(await uninstall("--yes")).toBe(0)
  expect(told).toEqual([
    { id: "cm", kept: ["pp_stripe_x"] },
    { id: "ci", kept: [] },
  ])
  expect(config()).toBe(starter)
  expect(said).toContain(`The region "CI" has no payment provider left`)
  expect(said).toMatch(/^-.*medusa-payment-paycollect/m)
  expect(close).toHaveBeenCalled()
})

it("leaves open money alone until it is told otherwise", async () => {
  storeWith(OFFERED, { payments: 3, items: 2 })
  expect(await uninstall("--yes")).toBe(1)
  expect(said).toContain("OPEN  3 payments are not ended")
  expect(said).toContain('OPEN  2 items of the "needs attention" list')
  expect([told, config()]).toEqual([[], installed])
  expect(await uninstall("--yes", "--leave-open")).toBe(0)
  expect([told.length, config()]).toEqual([2, starter])
})

it("counts one of a thing in the singular", async () => {
  storeWith(OFFERED, { payments: 1, items: 1, orders: 1 })
  expect(await uninstall("--yes")).toBe(1)
  expect(said.split("\n").filter((line) => line.startsWith("OPEN"))).toEqual([
    "OPEN  1 payment is not ended: money that still comes makes no order any more.",
    'OPEN  1 item of the "needs attention" list is open: its page goes with the package.',
    "OPEN  1 order stands unpaid: nothing captures or cancels it any more.",
  ])
})

it("shows all of it with --dry-run, and does nothing", async () => {
  storeWith(OFFERED)
  expect(await uninstall("--dry-run")).toBe(0)
  expect([told, config()]).toEqual([[], installed])
})

it("finishes what was begun by hand, and does nothing the second time", async () => {
  write(starter)
  storeWith(OFFERED, null)
  expect(await uninstall("--yes")).toBe(0)
  expect([told.length, config()]).toEqual([2, starter])
  storeWith({ fr: ["pp_stripe_x"] }, null)
  expect(await uninstall("--yes")).toBe(0)
  expect(said).toContain("Nothing was changed")
  expect(told).toHaveLength(2)
})

it("changes nothing where the database cannot be looked at, but the configuration with --config-only", async () => {
  jest
    .mocked(loadMedusaApp)
    .mockRejectedValue(new Error("no answer of postgres://me:hunter2@localhost/store"))
  expect(await uninstall("--yes")).toBe(1)
  expect(said).toContain("What is open could not be looked at")
  expect(said).not.toContain("hunter2")
  expect(config()).toBe(installed)
  expect(await uninstall("--yes", "--config-only")).toBe(0)
  expect(said).toContain("the regions were not looked at")
  expect(config()).toBe(starter)
})

it("says that the packages of the store are not installed, and what to run", async () => {
  const { loadMedusaApp: load } = jest.requireActual<typeof import("../medusa-app")>("../medusa-app")
  jest.mocked(loadMedusaApp).mockImplementation(load)
  writeFileSync(join(store, "pnpm-lock.yaml"), "")
  expect(await uninstall("--yes")).toBe(1)
  expect(said).toContain(
    `The store's packages are not installed: there is no @medusajs/medusa in ${store}. Run there: pnpm install.\nNothing was done.`
  )
  expect(config()).toBe(installed)
})

it("does not speak of regions that --config-only did not look at", async () => {
  write(starter)
  expect(await uninstall("--yes", "--config-only")).toBe(0)
  expect(said).toContain("the regions were not looked at. Nothing was changed.")
  expect(said).not.toContain("Neither the regions")
})

it("prints what to take out where the configuration has more than one reading", async () => {
  const pasted = byHand.arrayInVariable.replace(`"a"`, `"medusa-payment-paycollect"`)
  write(pasted)
  expect(await uninstall("--yes")).toBe(1)
  expect(said).toContain("Nothing was changed")
  expect([config(), jest.mocked(loadMedusaApp).mock.calls.length]).toEqual([pasted, 0])
})

it("prints SQL that drops all tables and functions of the migrations, and forgets that they ran", async () => {
  expect(await uninstall("--drop-sql")).toBe(0)
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
