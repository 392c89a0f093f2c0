import { execFileSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { UsageError } from "../command"
import { readOptions, storefrontCommand } from "../commands/storefront"
import { writeFiles } from "../project"
import { readGuide } from "../storefront/guide"

const STARTERS = join(__dirname, "../../../../integration-tests/starter")
const CONSTANTS = "src/lib/constants.tsx"
const MIDDLEWARE = "src/middleware.ts"
const NAMES = "src/lib/paycollect-names.tsx"
const guide = readGuide()

let place: string
let said: string
const file = (name: string) => join(place, name)
const read = (name: string) => readFileSync(file(name), "utf8")
const replace = (name: string, old: string, by: string) => {
  expect(read(name)).toContain(old)
  writeFileSync(file(name), read(name).replaceAll(old, by))
}
const everything = () =>
  Object.fromEntries(
    readdirSync(place, { recursive: true, withFileTypes: true, encoding: "utf8" })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, "utf8")])
  )
const init = (...args: string[]) => storefrontCommand.run([place, ...args])

/** The files that are changed are the starters' own; of the rest there is what tells one from the other. */
function make(starter: string) {
  cpSync(join(STARTERS, starter), place, { recursive: true })
  writeFileSync(file("package.json"), `{ "name": "shop", "dependencies": { "next": "15.5.21" } }`)
  mkdirSync(file("src/app/[countryCode]/(checkout)"), { recursive: true })
  if (starter === "dtc-starter") mkdirSync(file("src/modules/common/components/ui"), { recursive: true })
  else writeFileSync(file("src/lib/config.ts"), "if (process.env.MEDUSA_BACKEND_URL) {}")
}

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "paycollect-storefront-"))
  said = ""
  const hear = (...words: unknown[]) => void (said += `${words.join(" ")}\n`)
  jest.spyOn(console, "log").mockImplementation(hear)
  jest.spyOn(console, "error").mockImplementation(hear)
})
afterEach(() => {
  jest.restoreAllMocks()
  rmSync(place, { recursive: true, force: true })
})

it("has all of the page's blocks, and none that it does not know", () => {
  const page = readFileSync(join(__dirname, "../../../../docs/nextjs-starter.md"), "utf8")
  const titles = [...page.matchAll(/^```\w+ title="([^"]+)"/gm)].map(([, title]) => title)
  expect([".env.local", ...guide.files.keys(), ...guide.changes.keys()].sort()).toEqual(titles.sort())
  expect([guide.variables.size, guide.files.size, guide.changes.size]).toEqual([5, 7, 5])
})

describe.each(["dtc-starter", "nextjs-starter-medusa"])("%s", (starter) => {
  beforeEach(() => make(starter))

  it("gets every step of the page, and the second time nothing", async () => {
    expect(await init("--yes")).toBe(0)
    expect(said).toContain(`is ${starter}, one of`)
    for (const [name, text] of guide.files) expect(read(name)).toBe(text)
    for (const [name, { hunks }] of guide.changes)
      for (const { after } of hunks) expect(read(name)).toContain(after.join("\n"))
    expect(read("src/lib/data/cookies.ts").match(/sameSite: "lax"/g)).toHaveLength(2)
    const first = everything()
    said = ""
    expect(await init("--yes")).toBe(0)
    expect(said).toContain("Nothing was changed")
    expect(everything()).toEqual(first)
  })

  it("keeps everything else of the files it changes", async () => {
    const before = Object.fromEntries([...guide.changes.keys()].map((name) => [name, read(name).split("\n")]))
    await init("--yes")
    for (const [name, { hunks }] of guide.changes) {
      const removed = hunks.flatMap(({ before, after }) => before.filter((line) => !after.includes(line)))
      const rest = before[name]!.filter((line) => !removed.includes(line))
      const kept = read(name).split("\n")
      expect(rest.filter((line) => !kept.includes(line))).toEqual([])
    }
  })

  it("shows the change and writes nothing with --dry-run, and nothing without an answer", async () => {
    const before = everything()
    expect(await init("--dry-run")).toBe(0)
    expect(said).toMatch(/^\+\+\+ b?\/?src\/middleware\.ts$/m)
    expect(said).toMatch(/^\+ {2}const paycollect = returnFromPayCollect\(request\)$/m)
    expect(said).toMatch(/^-export const paymentInfoMap: Record<$/m)
    expect(everything()).toEqual(before)
  })

  it.each([CONSTANTS, MIDDLEWARE])(
    "changes nothing where %s is another, and prints what to paste",
    async (name) => {
      replace(name, name === CONSTANTS ? "paymentInfoMap" : "middleware(", "another")
      const before = everything()
      expect(await init("--yes")).toBe(1)
      expect(everything()).toEqual(before)
      expect(said).toContain(`${name} is left to you`)
      expect(said).toContain(guide.changes.get(name)!.block)
      expect(said).toContain(
        `Nothing was changed. When it is done, run the same command again with --by-hand "${name}"`
      )
      expect(await init("--yes", "--by-hand", name)).toBe(0)
      expect(read(NAMES)).toBe(guide.files.get(NAMES))
      expect(read(name)).toBe(before[file(name)])
    }
  )
})

describe("in a storefront that is somebody's", () => {
  beforeEach(() => make("dtc-starter"))

  it("a place that is there twice is left to a person", async () => {
    writeFileSync(file(MIDDLEWARE), `${read(MIDDLEWARE)}\n${read(MIDDLEWARE)}`)
    expect(await init("--yes")).toBe(1)
    expect(said).toContain("there more than once")
  })

  it("keeps line ends", async () => {
    for (const name of guide.changes.keys()) replace(name, "\n", "\r\n")
    expect(await init("--yes")).toBe(0)
    for (const name of guide.changes.keys()) expect(read(name)).not.toMatch(/[^\r]\n/)
  })

  it("takes lines that were put elsewhere for done", async () => {
    await init("--yes")
    const line = `import { returnFromPayCollect } from "./lib/paycollect-return"`
    replace(MIDDLEWARE, `${line}\n`, "")
    writeFileSync(file(MIDDLEWARE), `${line}\n${read(MIDDLEWARE)}`)
    const before = everything()
    expect(await init("--yes")).toBe(0)
    expect(everything()).toEqual(before)
  })

  it("keeps a new file that was changed since, and takes no other for its own", async () => {
    await init("--yes")
    replace(NAMES, `language = "en"`, `language = "fr"`)
    const before = everything()
    expect(await init("--yes")).toBe(0)
    expect(said).toContain(`${NAMES} is yours by now`)
    expect(everything()).toEqual(before)

    const waiting = "src/app/[countryCode]/(checkout)/checkout/waiting/page.tsx"
    writeFileSync(file(waiting), "export default () => null")
    expect(await init("--yes")).toBe(1)
    expect(said).toContain(`${waiting} is left to you: another file has this name`)
  })

  it("names what is not committed", async () => {
    execFileSync("git", ["init"], { cwd: place, stdio: "ignore" })
    expect(await init("--yes")).toBe(0)
    expect(said).toMatch(/not committed yet: .*package\.json/)
  })

  it("finds the storefront in its workspace, and the workspace's package manager", async () => {
    const workspace = mkdtempSync(join(tmpdir(), "paycollect-workspace-"))
    cpSync(place, join(workspace, "apps/storefront"), { recursive: true })
    writeFileSync(join(workspace, "pnpm-lock.yaml"), "")
    expect(await storefrontCommand.run([workspace, "--yes"])).toBe(0)
    expect(existsSync(join(workspace, "apps/storefront", NAMES))).toBe(true)
    expect(said).toContain(
      `  pnpm add medusa-payment-paycollect-storefront   in ${join(workspace, "apps/storefront")}\n`
    )
    expect(said).toMatch(
      /until the packages are on npm, the file that .* makes: pnpm add <path to>\/medusa-payment-paycollect-storefront-\d+\.\d+\.\d+\.tgz\n/
    )
    rmSync(workspace, { recursive: true })
  })

  it("is not changed for a file that no step has", async () => {
    const before = everything()
    await expect(init("--yes", "--by-hand", "src/middlewares.ts")).rejects.toThrow(UsageError)
    expect(everything()).toEqual(before)
  })

  it("is said to be none where it is none, and nothing is changed", async () => {
    rmSync(file("src/app"), { recursive: true })
    await expect(init("--yes")).rejects.toThrow(/none of Medusa's official storefronts.*Nothing was changed/)
    rmSync(file("package.json"))
    await expect(init("--yes")).rejects.toThrow(/There is no package\.json/)
  })
})

describe("the variables", () => {
  const KEY = ["--publishable-key", "pk_0123456789abcdef"]

  it("that the older starter lacks are added; what is there stays", async () => {
    make("nextjs-starter-medusa")
    writeFileSync(file(".env.local"), "MEDUSA_BACKEND_URL=https://api.shop.example\nNEXT_PUBLIC_BASE_URL=")
    expect(await init("--yes", ...KEY, "--default-region", "cm")).toBe(0)
    expect(read(".env.local")).toBe(`MEDUSA_BACKEND_URL=https://api.shop.example
NEXT_PUBLIC_BASE_URL=

NEXT_PUBLIC_MEDUSA_BACKEND_URL=https://api.shop.example
NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY=pk_0123456789abcdef
NEXT_PUBLIC_DEFAULT_REGION=cm
`)
  })

  it("have the names that the current starter reads, and a key that nobody knows is asked for", async () => {
    make("dtc-starter")
    expect(await init("--yes", "--backend-url", "https://api.shop.example")).toBe(0)
    expect(read(".env.local")).toBe(`NEXT_PUBLIC_MEDUSA_BACKEND_URL=https://api.shop.example
NEXT_PUBLIC_BASE_URL=http://localhost:8000
`)
    expect(said).toContain("NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY in .env.local")
    said = ""
    await init("--yes", ...KEY)
    expect(said).not.toContain("NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY in .env.local")
  })

  it("of a starter's template stay, and what was given in their place is left to a person", async () => {
    make("nextjs-starter-medusa")
    const template = "NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY=pk_test\nNEXT_PUBLIC_DEFAULT_REGION=us\n"
    writeFileSync(file(".env.local"), template)
    expect(await init("--yes", ...KEY, "--default-region", "cm")).toBe(0)
    expect(read(".env.local")).toContain(template)
    const next = said.slice(said.indexOf("\nNext"))
    expect(next).toContain(`PUBLISHABLE_KEY=pk_0123456789abcdef in .env.local, in place of "pk_test"`)
    expect(next).toContain(`NEXT_PUBLIC_DEFAULT_REGION=cm in .env.local, in place of "us"`)
    expect(next.match(/\.env\.local/g)).toHaveLength(2)
    expect(next).toContain("PAYCOLLECT_STOREFRONT_URL of the Medusa server")
  })

  it.each([
    [["shop", "--region", "cm"], "Unknown option '--region'"],
    [["shop", "other"], "Unexpected argument 'other'"],
    [["shop", "--publishable-key", "sk_live_1"], "begins with pk_"],
    [["shop", "--default-region", "Cameroon"], "two small letters"],
    [["shop", "--backend-url", "http://shop.example"], "https address"],
  ])("%j is refused", (args, words) => {
    expect(() => readOptions(args)).toThrow(UsageError)
    expect(() => readOptions(args)).toThrow(words)
  })
})

it("leaves nothing half-written: texts come back, and new files and folders go", () => {
  writeFileSync(file("a"), "old")
  mkdirSync(file("d"))
  const before = everything()
  const change = (name: string) => ({ file: file(name), before: name === "a" ? "old" : "", after: "new" })
  expect(() => writeFiles(["a", "b/c/new", "b/c/other", "d"].map(change))).toThrow(/EISDIR/)
  expect(everything()).toEqual(before)
  expect(readdirSync(place).sort()).toEqual(["a", "d"])
})
