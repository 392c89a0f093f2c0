import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { uninstallCommand } from "../commands/uninstall"
import { addToConfig } from "../config/add"
import { byHand, starter } from "./configs"

/** What the plugin's `left-behind` answers. */
interface Answer {
  error: string | null
  open: string[]
  regions: { name: string; kept: string[] }[]
}

/** A plugin in the store whose `left-behind` answers this, notes how it was called, and ends with `code`. */
function storeWith(answer: Partial<Answer>, code = 0) {
  const folder = join(store, "node_modules/medusa-payment-paycollect")
  mkdirSync(folder, { recursive: true })
  const bin = { "medusa-payment-paycollect": "bin.js" }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ bin }))
  const said = JSON.stringify({ error: null, open: [], regions: [], ...answer })
  writeFileSync(
    join(folder, "bin.js"),
    `const args = process.argv.slice(2)
     require("node:fs").appendFileSync(${JSON.stringify(join(store, "called"))}, args.join(" ") + "\\n")
     console.log(${JSON.stringify(said)})
     process.exit(args.includes("--json") ? 0 : ${code})`
  )
}

const called = () => readFileSync(join(store, "called"), "utf8").trimEnd().split("\n")

let store: string
let said: string
let installed: string
const config = () => readFileSync(join(store, "medusa-config.ts"), "utf8")
const write = (text: string) => writeFileSync(join(store, "medusa-config.ts"), text)
const uninstall = (...args: string[]) => uninstallCommand.run(["--cwd", store, ...args])

beforeEach(async () => {
  store = mkdtempSync(join(tmpdir(), "paycollect-uninstall-"))
  said = ""
  const hear = (...words: unknown[]) => void (said += `${words.join(" ")}\n`)
  jest.spyOn(console, "log").mockImplementation(hear)
  jest.spyOn(console, "error").mockImplementation(hear)
  const edit = await addToConfig(starter)
  installed = (edit as { text: string }).text
  write(installed)
})
afterEach(() => {
  jest.restoreAllMocks()
  rmSync(store, { recursive: true, force: true })
})

const REGIONS = [
  { name: "CM", kept: ["pp_stripe_x"] },
  { name: "CI", kept: [] },
]
const OPEN = ["3 payments are not ended: x.", '2 items of the "needs attention" list are open: x.']
const leaving = (...more: string[]) => ["left-behind", "--leave-regions", ...more, "--cwd", store].join(" ")

it("takes the providers out of the regions, then the lines out of the configuration", async () => {
  storeWith({ regions: REGIONS })
  expect(await uninstall("--yes")).toBe(0)
  expect(called()).toEqual([`left-behind --json --cwd ${store}`, leaving()])
  expect(config()).toBe(starter)
  expect(said).toContain(`The region "CM" keeps pp_stripe_x`)
  expect(said).toContain(`The region "CI" has no payment provider left`)
  expect(said).toMatch(/^-.*medusa-payment-paycollect/m)
})

it("leaves open money alone until it is told otherwise", async () => {
  storeWith({ open: OPEN, regions: REGIONS })
  expect(await uninstall("--yes")).toBe(1)
  expect(said).toContain("OPEN  3 payments are not ended")
  expect(said).toContain('OPEN  2 items of the "needs attention" list')
  expect([called().length, config()]).toEqual([1, installed])
  expect(await uninstall("--yes", "--leave-open")).toBe(0)
  expect(called().at(-1)).toBe(leaving("--leave-open"))
  expect(config()).toBe(starter)
})

it("leaves the configuration as it is where the regions could not be changed", async () => {
  storeWith({ regions: REGIONS }, 1)
  expect(await uninstall("--yes")).toBe(1)
  expect(said).toContain("The regions could not be changed.")
  expect(config()).toBe(installed)
})

it("shows all of it with --dry-run, and does nothing", async () => {
  storeWith({ regions: REGIONS })
  expect(await uninstall("--dry-run")).toBe(0)
  expect([called().length, config()]).toEqual([1, installed])
})

it("finishes what was begun by hand, and does nothing the second time", async () => {
  write(starter)
  storeWith({ regions: REGIONS })
  expect(await uninstall("--yes")).toBe(0)
  expect([called().at(-1), config()]).toEqual([leaving(), starter])
  storeWith({})
  expect(await uninstall("--yes")).toBe(0)
  expect(said).toContain("Nothing was changed")
  expect(called()).toHaveLength(3)
})

it("changes nothing where the database cannot be looked at, but the configuration with --config-only", async () => {
  storeWith({ error: "no answer of [address]" })
  expect(await uninstall("--yes")).toBe(1)
  expect(said).toContain("What is open could not be looked at: no answer of [address]\nNothing was done.")
  expect(config()).toBe(installed)
  expect(await uninstall("--yes", "--config-only")).toBe(0)
  expect(said).toContain("the regions were not looked at")
  expect([called().length, config()]).toEqual([1, starter])
})

it("says that the packages of the store are not installed, and what to run", async () => {
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
  storeWith({})
  expect(await uninstall("--yes")).toBe(1)
  expect(said).toContain("Nothing was changed")
  expect(config()).toBe(pasted)
  expect(called).toThrow(/ENOENT/)
})
