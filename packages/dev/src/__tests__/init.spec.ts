import { execFileSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { createServer, type Server } from "node:http"
import { type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { UsageError } from "../command"
import { missingLines, shownLines, withLines } from "../config/env-file"
import { initCommand, readOptions } from "../commands/init"
import { writeFiles } from "../project"
import { byHand, starter, unreadable } from "./configs"

let store: string
let said: string
const file = (name: string) => join(store, name)
const read = (name: string) => readFileSync(file(name), "utf8")
const init = (...args: string[]) => initCommand.run(["--cwd", store, ...args])

function install(name: string, more: object = {}) {
  mkdirSync(file(`node_modules/${name}`), { recursive: true })
  writeFileSync(file(`node_modules/${name}/bin.js`), "")
  writeFileSync(
    file(`node_modules/${name}/package.json`),
    JSON.stringify({ name, bin: { [name]: "./bin.js" }, ...more })
  )
}

beforeEach(() => {
  store = mkdtempSync(join(tmpdir(), "paycollect-init-"))
  said = ""
  const hear = (...words: unknown[]) => void (said += `${words.join(" ")}\n`)
  jest.spyOn(console, "log").mockImplementation(hear)
  jest.spyOn(console, "error").mockImplementation(hear)
  install("medusa-payment-paycollect")
  writeFileSync(file("package.json"), `{ "name": "store" }`)
  writeFileSync(file("medusa-config.ts"), starter)
})
afterEach(() => {
  jest.restoreAllMocks()
  rmSync(store, { recursive: true, force: true })
})

const OLD_ENV = `# the store
DATABASE_URL="postgres://me:hunter2@localhost/store"
STORE_CORS=http://localhost:3000,https://docs.medusajs.com
export STRIPE_API_KEY=sk_live_of_the_merchant`

it("writes both files, and the second time nothing", async () => {
  writeFileSync(file(".env"), OLD_ENV)
  expect(await init("--yes", "--storefront-url", "http://localhost:3000")).toBe(0)
  expect(read("medusa-config.ts")).toContain("medusa-payment-paycollect/providers/paycollect")
  expect(read(".env").startsWith(`${OLD_ENV}\n\n# `)).toBe(true)
  expect(read(".env")).toContain("\nPAYCOLLECT_STOREFRONT_URL=http://localhost:3000\n")
  const key = /PAYCOLLECT_ENCRYPTION_KEY=(.*)/.exec(read(".env"))![1]!
  for (const secret of [key, "hunter2", "sk_live_of"]) expect(said).not.toContain(secret)
  const first = [read("medusa-config.ts"), read(".env")]
  said = ""
  expect(await init("--yes")).toBe(0)
  expect(said).toContain("Nothing was changed")
  expect([read("medusa-config.ts"), read(".env")]).toEqual(first)
})

it("shows the change and writes nothing with --dry-run, and nothing without an answer", async () => {
  expect(await init("--dry-run")).toBe(0)
  expect(said).toMatch(/^\+ {2}plugins: \[\{ resolve: "medusa-payment-paycollect"/m)
  expect(said).toMatch(/^\+PAYCOLLECT_ENCRYPTION_KEY=\(generated, not shown\)$/m)
  expect([read("medusa-config.ts"), existsSync(file(".env"))]).toEqual([starter, false])
})

it("takes no answer for a no, also of input that ended with an earlier question", async () => {
  jest.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([]) as never)
  for (const _ of ["first", "second"]) expect(await init()).toBe(1)
  expect([read("medusa-config.ts"), existsSync(file(".env"))]).toEqual([starter, false])
})

it("names what is not committed, and that git would take the key", async () => {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: store, stdio: "ignore" })
  git("init")
  expect(await init("--yes")).toBe(0)
  expect(said).toMatch(/not committed yet: .*medusa-config\.ts/)
  expect(said).toContain("Warning: git does not ignore .env")
  writeFileSync(file(".gitignore"), ".env\n")
  rmSync(file(".env"))
  said = ""
  expect(await init("--yes")).toBe(0)
  expect(said).not.toContain("git does not ignore")
})

describe("the address of the shop", () => {
  let shop: Server
  let origin: string
  beforeAll(async () => {
    shop = createServer((_, response) => response.writeHead(404).end())
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
    origin = `http://localhost:${(shop.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => shop.close(resolve)))
  const written = () => /^PAYCOLLECT_STOREFRONT_URL=(.*)$/m.exec(read(".env"))?.[1]
  const answering = (answer: string) =>
    jest
      .spyOn(process, "stdin", "get")
      .mockReturnValue(Object.assign(Readable.from([answer]), { isTTY: true }) as never)

  it("is the first origin of STORE_CORS where something answers there, and else left out", async () => {
    writeFileSync(file(".env"), `STORE_CORS=${origin},https://docs.medusajs.com\n`)
    expect(await init("--yes")).toBe(0)
    expect(written()).toBe(origin)
    writeFileSync(file(".env"), "STORE_CORS=http://localhost:1\n")
    expect(await init("--yes")).toBe(0)
    expect(written()).toBeUndefined()
  })

  it("is left out with none, whatever answers", async () => {
    writeFileSync(file(".env"), `STORE_CORS=${origin}\n`)
    expect(await init("--yes", "--storefront-url", "none")).toBe(0)
    expect(written()).toBeUndefined()
  })

  it.each([
    ["http://localhost:3000", "http://localhost:3000"],
    ["none", null],
    ["", null],
  ])("is asked for: %j", async (answer, shown) => {
    answering(`${answer}\n`)
    // No second answer comes: nothing is written.
    expect(await init()).toBe(1)
    expect(/^\+PAYCOLLECT_STOREFRONT_URL=(.*)$/m.exec(said)?.[1] ?? null).toBe(shown)
  })

  it("is not asked for again", async () => {
    expect(await init("--yes")).toBe(0)
    answering("http://localhost:3000\n")
    said = ""
    expect(await init()).toBe(0)
    expect(said).toContain("Nothing was changed")
    expect(written()).toBeUndefined()
  })

  it("has to be one that the plugin takes", async () => {
    answering("http://shop.example\n")
    await expect(init()).rejects.toThrow(UsageError)
    expect(existsSync(file(".env"))).toBe(false)
  })
})

describe("the file with the keys", () => {
  const modeOf = (name: string) => statSync(file(name)).mode & 0o777

  it("is its owner's alone, and so is one that was there", async () => {
    expect(await init("--yes")).toBe(0)
    expect(modeOf(".env")).toBe(0o600)
    writeFileSync(file(".env"), OLD_ENV)
    chmodSync(file(".env"), 0o644)
    chmodSync(file("medusa-config.ts"), 0o644)
    writeFileSync(file("medusa-config.ts"), starter)
    expect(await init("--yes")).toBe(0)
    expect([modeOf(".env"), modeOf("medusa-config.ts")]).toEqual([0o600, 0o644])
  })

  it("keeps its mode where nothing could be written", async () => {
    writeFileSync(file(".env"), OLD_ENV)
    chmodSync(file(".env"), 0o640)
    const changes = [
      { file: file(".env"), before: OLD_ENV, after: `${OLD_ENV}\nA=1\n`, isPrivate: true },
      { file: join(file("package.json"), "below"), before: "", after: "x" },
    ]
    expect(() => writeFiles(changes)).toThrow()
    expect([modeOf(".env"), read(".env")]).toEqual([0o640, OLD_ENV])
  })

  it("is asked git about before anything is written", async () => {
    execFileSync("git", ["init"], { cwd: store, stdio: "ignore" })
    jest.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([]) as never)
    expect(await init()).toBe(1)
    expect(said).toContain("Warning: git does not ignore .env")
    expect(existsSync(file(".env"))).toBe(false)
  })
})

describe("with --region", () => {
  // A process of its own for each command of the plugin.
  jest.setTimeout(30_000)

  /** Notes how it was called, one line for each time, and ends with what `code` says. */
  const plugin = (code: string) => {
    const file = join(store, "node_modules/medusa-payment-paycollect/bin.js")
    const noted = `require("node:fs").appendFileSync(${JSON.stringify(join(store, "called"))}, process.argv.slice(2).join(" ") + "\\n")`
    writeFileSync(file, `${noted}\nprocess.exit(${code})`)
  }
  const called = () => read("called").trimEnd().split("\n")

  it("lets the plugin read its options first, and make the region after the files are written, then look", async () => {
    plugin("0")
    expect(await init("--yes", "--region", "cm", "--rate", "usd=600", "--delivery-price", "1500")).toBe(0)
    expect(called()).toEqual([
      `region cm --rate=usd=600 --delivery-price=1500 --dry-run --cwd ${store}`,
      `region cm --rate=usd=600 --delivery-price=1500 --yes --cwd ${store}`,
      `doctor --json --cwd ${store}`,
    ])
    expect(read("medusa-config.ts")).toContain("medusa-payment-paycollect/providers/paycollect")
  })

  it("writes nothing where the plugin does not take its options", async () => {
    plugin("2")
    expect(await init("--yes", "--region", "xx")).toBe(2)
    expect([read("medusa-config.ts"), existsSync(file(".env")), called().length]).toEqual([starter, false, 1])
  })

  it("says that something is left to do where the region was not made", async () => {
    plugin(`process.argv.includes("--yes") ? 1 : 0`)
    expect(await init("--yes", "--region", "cm")).toBe(1)
    expect(called()).toHaveLength(3)
  })
})

describe("changes nothing", () => {
  const untouched = (config: string) => {
    expect([read("medusa-config.ts"), existsSync(file(".env"))]).toEqual([config, false])
    expect(said).toContain("Nothing was changed")
  }

  it.each(Object.entries(byHand))("%s: prints what to paste", async (_, config) => {
    writeFileSync(file("medusa-config.ts"), config)
    expect(await init("--yes")).toBe(1)
    untouched(config)
    expect(said).toContain(`dependencies: ["paycollect", "query"]`)
  })

  it.each(Object.entries(unreadable))("%s: says where it cannot be read", async (_, config) => {
    writeFileSync(file("medusa-config.ts"), config)
    expect(await init("--yes")).toBe(1)
    untouched(config)
    expect(said).toMatch(/medusa-config\.ts cannot be read: .*\(\d+:\d+\)/)
  })

  it("where there is no store, and where the package is not installed", async () => {
    await expect(initCommand.run(["--cwd", tmpdir()])).rejects.toThrow(
      /no medusa-config.*Nothing was changed/
    )
    rmSync(file("node_modules"), { recursive: true })
    install("@medusajs/medusa")
    await expect(init("--yes")).rejects.toThrow(
      /is not installed in .* \(docs\/install\.md\)\. Nothing was changed/
    )
    expect(read("medusa-config.ts")).toBe(starter)
  })

  it("where Medusa is below the least that the plugin asks for", async () => {
    install("medusa-payment-paycollect", { peerDependencies: { "@medusajs/medusa": "^2.21.0" } })
    install("@medusajs/medusa", { version: "2.20.1" })
    await expect(init("--yes", "--region", "cm")).rejects.toThrow(
      /Medusa 2\.20\.1 is installed in .* needs 2\.21\.0 or later: .* Nothing was changed/
    )
    expect([read("medusa-config.ts"), existsSync(file(".env"))]).toEqual([starter, false])
    install("@medusajs/medusa", { version: "2.100.0" })
    expect(await init("--yes")).toBe(0)
  })

  it.each([
    ["package-lock.json", "npm install"],
    ["pnpm-lock.yaml", "pnpm install"],
  ])("where nothing is installed in a store with %s", async (lock, command) => {
    rmSync(file("node_modules"), { recursive: true })
    writeFileSync(file(lock), "")
    await expect(init("--yes", "--region", "cm")).rejects.toThrow(
      `The store's packages are not installed: there is no @medusajs/medusa in ${store}. Run there: ${command}. Nothing was changed.`
    )
    expect([read("medusa-config.ts"), existsSync(file(".env"))]).toEqual([starter, false])
  })

  it("where an address would cross the network in clear", () => {
    expect(() => readOptions(["--backend-url", "http://shop.example"])).toThrow(UsageError)
    expect(() => readOptions(["--rgion"])).toThrow(UsageError)
    expect(() => readOptions(["--rate", "eur=1"])).toThrow(UsageError)
  })
})

describe("the lines of .env", () => {
  const values = (text: string) =>
    Object.fromEntries(missingLines(text, {}).map(({ name, value }) => [name, value]))

  it.each([
    "PAYCOLLECT_TEST_BASE_URL=https://service.example/v1",
    "PAYCOLLECT_TEST_SECRET_KEY=",
    "export PAYCOLLECT_ENVIRONMENT = 'live' # now",
  ])("%s: no key of the simulator beside it", (line) => {
    expect(Object.keys(values(line)).filter((name) => name.includes("_TEST_"))).toEqual([])
  })

  it("keep what is there, and its line ends", () => {
    const old = "A=1\r\n# PAYCOLLECT_BACKEND_URL=x\r\nPAYCOLLECT_ENCRYPTION_KEY=mine\r\n"
    const lines = missingLines(old, { backendUrl: "https://api.shop.example" })
    const text = withLines(old, lines)
    expect(text.startsWith(old)).toBe(true)
    expect(text).not.toMatch(/[^\r]\n/)
    expect(text).toContain("\nPAYCOLLECT_BACKEND_URL=https://api.shop.example\r\n")
    expect(text.match(/ENCRYPTION_KEY/g)).toHaveLength(1)
    expect(missingLines(text, {})).toEqual([])
    expect(withLines(text, [])).toBe(text)
    expect(shownLines(lines)).not.toContain("mine")
  })
})
