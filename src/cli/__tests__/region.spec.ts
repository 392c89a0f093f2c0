import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { UsageError } from "../command"
import { regionCommand } from "../region/command"
import { makeRegion } from "../region/make-region"
import { readOrders } from "../region/orders"

// A process of its own for each migration.
jest.setTimeout(30_000)

let store: string
let said: string
const file = (name: string) => join(store, name)
const region = (...args: string[]) => regionCommand.run(["--cwd", store, ...args])

const cwd = process.cwd()

beforeEach(() => {
  store = mkdtempSync(join(tmpdir(), "paycollect-region-"))
  said = ""
  const hear = (...words: unknown[]) => void (said += `${words.join(" ")}\n`)
  jest.spyOn(console, "log").mockImplementation(hear)
  jest.spyOn(console, "error").mockImplementation(hear)
  writeFileSync(file("package.json"), `{ "name": "store" }`)
  writeFileSync(file("medusa-config.ts"), "")
})
afterEach(() => {
  // The next spec of this worker finds its modules from there.
  process.chdir(cwd)
  jest.restoreAllMocks()
  rmSync(store, { recursive: true, force: true })
})

/** A command line of Medusa that notes how it was called. */
function medusa(code: number, version?: string) {
  for (const name of ["@medusajs/medusa", "@medusajs/cli"]) {
    mkdirSync(file(`node_modules/${name}`), { recursive: true })
    writeFileSync(file(`node_modules/${name}/package.json`), JSON.stringify({ name, version }))
  }
  const noted = `require("node:fs").writeFileSync("called", process.argv.slice(2).join(" "))`
  writeFileSync(file("node_modules/@medusajs/cli/cli.js"), `${noted}\nprocess.exit(${code})`)
}

it("runs the migrations before it looks at the database", async () => {
  medusa(0)
  expect(await region("cm", "--yes")).toBe(1)
  expect(readFileSync(file("called"), "utf8")).toBe("db:migrate --execute-safe-links")
  // Of Medusa this folder has no more than that command.
  expect(said).toMatch(/Not all was made for Cameroon \(XAF\): Cannot find module/)
})

it("says in one sentence that the database is not there, instead of a migration's whole dump", async () => {
  medusa(0)
  mkdirSync(file("node_modules/@medusajs/medusa/loaders"))
  writeFileSync(
    file("node_modules/@medusajs/medusa/loaders/index.js"),
    `exports.initializeContainer = async () => { throw Object.assign(new Error('database "shop" does not exist'), { code: "3D000" }) }`
  )
  mkdirSync(file("node_modules/@medusajs/framework"), { recursive: true })
  writeFileSync(file("node_modules/@medusajs/framework/utils.js"), "exports.loadEnv = () => undefined")
  expect(await region("cm", "--yes")).toBe(1)
  expect(existsSync(file("called"))).toBe(false)
  expect(said).toBe(
    "Not all was made for Cameroon (XAF): There is no database shop yet. Run: npx medusa db:create --db shop\n" +
      "When that is mended, run the same command again: what was made stays.\n"
  )
})

it("runs no migration beside a Medusa that is too old for the plugin", async () => {
  medusa(0, "2.20.1")
  expect(await region("cm", "--yes")).toBe(1)
  expect(existsSync(file("called"))).toBe(false)
  expect(said).toContain("Medusa 2.20.1 is installed here, and this plugin needs 2.21.0 or later")
})

it("says that there is no Medusa to run them with", async () => {
  expect(await region("cm", "--yes")).toBe(1)
  expect(said).toMatch(
    /Not all was made for Cameroon \(XAF\): The store's packages are not installed: .* Run there: npm install\./
  )
})

it("makes nothing where they fail, and without an answer", async () => {
  medusa(1)
  expect(await region("cm", "--yes")).toBe(1)
  expect(said).toContain("Not all was made for Cameroon (XAF): the migrations did not run through.")
  rmSync(file("called"))
  jest.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([]) as never)
  expect(await region("cm")).toBe(1)
  expect(existsSync(file("called"))).toBe(false)
})

it("only reads its options with --dry-run", async () => {
  medusa(0)
  expect(await region("cm", "ci", "--dry-run")).toBe(0)
  expect(said).toBe("Nothing was made for Cameroon (XAF), Côte d’Ivoire (XOF) (--dry-run).\n")
  expect(existsSync(file("called"))).toBe(false)
})

it.each([[[]], [["xx"]], [["cm", "--rate", "xaf=1"]], [["cm", "ci", "--delivery-price", "5"]]])(
  "takes no %j",
  async (args) => {
    await expect(region(...args, "--yes")).rejects.toThrow(UsageError)
  }
)

it("gives a region no provider that the configuration does not have any more, although Medusa's row of it stays", async () => {
  const payment = { listPaymentProviders: () => Promise.resolve([{ id: "pp_paycollect_default" }]) }
  const query = { graph: ({ entity }: { entity: string }) => Promise.reject(new Error(entity)) }
  const of = (modules: object) => ({
    resolve: (name: string) => ({ payment, query, ...modules })[name],
  })
  const [order] = readOrders(["cm"], [], undefined)
  await expect(makeRegion(of({}) as never, order!)).rejects.toThrow(
    /No region was changed\. Run: npx medusa-payment-paycollect-dev init$/
  )
  // With the module it goes on, to the regions.
  await expect(makeRegion(of({ paycollect: {} }) as never, order!)).rejects.toThrow(/^region$/)
})
