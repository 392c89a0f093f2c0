import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { z } from "@medusajs/framework/zod"
import { optionsFromEnv } from "../settings/options"
import { pluginOptionsSchema } from "../settings/options-schema"

const root = join(__dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")

/** Names of all options, nested ones as "test.secretKey"; a record's keys are the merchant's own. */
function optionNames(schema: z.ZodType, path = ""): string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault) {
    return optionNames(schema.unwrap() as z.ZodType, path)
  }
  if (!(schema instanceof z.ZodObject)) return [path]
  return Object.entries(schema.shape).flatMap(([name, inner]) =>
    optionNames(inner as z.ZodType, path ? `${path}.${name}` : name)
  )
}

/** "test.secretKey" of `{test: {secretKey: "1"}}`, by value. */
function leaves(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[value, path]]
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    leaves(inner, path ? `${path}.${name}` : name)
  )
}

describe("the table of options", () => {
  const rows = [...read("docs/options.md").matchAll(/^\| `([\w.-]+)`\s*\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)]
  const documented = new Map(rows.map(([, name = "", variable = ""]) => [name, variable.trim()]))

  it("lists every option and no other", () => {
    expect([...documented.keys()].sort()).toEqual(optionNames(pluginOptionsSchema).sort())
  })

  it("names the variable of every option that has one", () => {
    // An environment in which every variable is its own name tells which ones are read, and for which option.
    const names = new Proxy<Record<string, string>>({}, { get: (_, name) => String(name) })
    const options = leaves(optionsFromEnv(names))
    expect(options.length).toBeGreaterThan(0)
    for (const [variable, option] of options)
      expect([option, documented.get(option)]).toEqual([option, `\`${variable}\``])
  })

  it("says what each option is where nobody sets it", () => {
    const defaults = pluginOptionsSchema.parse({})
    const valueOf = (name: string) =>
      name.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], defaults)
    const said = rows.flatMap(([, name = "", , cell = ""]) =>
      cell.trim() === "see below" ? [] : [[name, cell.trim()]]
    )
    const shown = (value: unknown) => (value === undefined ? "none" : `\`${JSON.stringify(value)}\``)
    expect(said).toEqual(said.map(([name = ""]) => [name, shown(valueOf(name))]))
  })

  it("has no cell that a screen cannot hold", () => {
    const long = rows
      .flatMap(([, , ...cells]) => cells.map((cell) => cell.trim()))
      .filter((cell) => cell.length > 120)
    expect(long).toEqual([])
  })
})

/** As the pages of this repository are shown: lower case, without marks, spaces as hyphens. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/ /g, "-")

const withoutCode = (page: string) => read(page).replace(/^ *```[\s\S]*?^ *```/gm, "")
const anchorsOf = (page: string) =>
  [...withoutCode(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading))

const pages = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"],
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
]

describe("links between pages", () => {
  it.each(pages)("of %s lead somewhere", (page) => {
    const links = [...withoutCode(page).matchAll(/\]\((?!https?:|mailto:|data:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
    const dead = links.filter(([, path = "", anchor]) => {
      const target = path ? join(dirname(page), path) : page
      return (
        !existsSync(join(root, target)) ||
        (anchor && target.endsWith(".md") && !anchorsOf(target).includes(anchor))
      )
    })
    expect(dead.map(([link]) => link)).toEqual([])
  })
})

describe("a newcomer's questions", () => {
  const QUESTIONS = [
    "Is it paid?",
    "What must the store do with this payment?",
    "Who sees that it is done?",
    "When is a payment asked about again?",
    "How soon may one payment be asked about again?",
    "Which payment does a session get: an old one, money that came, a new one?",
    "How does an amount become whole numbers?",
    "What is asked of the service for a payment?",
    "When does an order owe nothing, or hold money?",
    "What can need attention?",
    "What goes over the wire, and where to?",
    "Which options are there?",
    "What may a refund take back?",
    "Who asks the service how soon?",
    "Which file to change to add a reason?",
    "Where is an alert mail written?",
  ]

  it("are each answered by one file that is there", () => {
    const [, table = ""] = read("CONTRIBUTING.md").split("### Where is ...?")
    const rows = [...table.matchAll(/^\| ([^|]+\?) +\| `([^`]+)` +\|$/gm)]
    expect(rows.map(([, question]) => question)).toEqual(expect.arrayContaining(QUESTIONS))
    const files = rows.map(([, , file = ""]) => file)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

describe("routes", () => {
  const described = (reference: string) => {
    const rows = [...reference.matchAll(/`([A-Z, ]+) (\/[^`?\s]+)/g)]
    return rows.flatMap(([, methods = "", path = ""]) =>
      methods.split(", ").map((method) => `${method} ${path}`)
    )
  }

  it("of docs/openapi.json have a row in docs/http-api.md, and no other of ours has", () => {
    const { paths } = JSON.parse(read("docs/openapi.json")) as { paths: Record<string, object> }
    const ours = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`)
    )
    expect(ours.length).toBeGreaterThan(40)
    const rows = described(read("docs/http-api.md"))
    expect(ours.filter((route) => !rows.includes(route))).toEqual([])
    const named = rows.filter((route) => route.includes("paycollect"))
    expect(named.filter((route) => !ours.includes(route))).toEqual([])
  })
})

describe("codes by which our routes refuse", () => {
  it("are all in the reference; of a refund or an assignment by their ends", () => {
    const { codes } = JSON.parse(read("src/__tests__/surface.json")) as {
      codes: Record<"thrown" | "answered", string[]>
    }
    const ours = [...codes.thrown, ...codes.answered].filter((code) => code.startsWith("paycollect_"))
    expect(ours).toEqual(expect.arrayContaining(["paycollect_foreign_origin", "paycollect_cart_changed"]))
    const pages = { assignment: read("docs/attention.md"), refund: read("docs/http-api.md") }
    const isNamed = (code: string) => {
      const [, of, end] = /^paycollect_(assignment|refund)_(\w+)$/.exec(code) ?? []
      const [page, name] = of ? [pages[of as keyof typeof pages], end] : [pages.refund, code]
      return new RegExp(`\`(?:paycollect_${of})?_?${name}\``).test(page)
    }
    expect(ours.filter((code) => !isNamed(code))).toEqual([])
  })
})

describe("the service's interface", () => {
  it("has every section that the code cites", () => {
    const sections = [...read("docs/service.md").matchAll(/^#{2,3} ([\d.]*\d)\.? /gm)].map(
      ([, number]) => number
    )
    const sources = ["src", "packages/dev/src", "packages/storefront/src"].flatMap((place) =>
      readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => join(place, file))
    )
    const cited = sources.flatMap((file) =>
      [...read(file).matchAll(/\binterface (\d(?:\.\d)?)/g)].map(([, number]) => number)
    )
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.filter((number) => !sections.includes(number))).toEqual([])
  })
})

describe("tests that a page names", () => {
  it.each([
    ["docs/medusa.md", 30],
    ["docs/security.md", 12],
  ])("exist: %s", (page, least) => {
    const text = read(page).replace(/\s+/g, " ")
    const named = [...text.matchAll(/`((?:src|packages|integration-tests)\/[^`]+\.ts)`(?: "([^"]+)")?/g)]
    expect(named.length).toBeGreaterThan(least)
    const missing = named.filter(
      ([, path = "", title = ""]) => !existsSync(join(root, path)) || !read(path).includes(title)
    )
    expect(missing.map(([reference]) => reference)).toEqual([])
    // What runs only where somebody asks for it shows nothing to who reads that it is tested.
    const unmarked = named.filter(({ 0: reference, 1: path = "", index }) => {
      const [, variable] = /\bit\.skip\([^]*?(PAYCOLLECT_TEST_\w+)/.exec(read(path)) ?? []
      return variable && !text.startsWith(` with \`${variable}=1\``, index + reference.length)
    })
    expect(unmarked.map(([reference]) => reference)).toEqual([])
  })

  it("stand in every row of who can make the shop do what", () => {
    const [, table = ""] = read("docs/security.md").split("## Who can make the shop do what")
    const rows = table.split("\n## ")[0]!.match(/^\| (?:visitor|employee|database|service) \|.*$/gm) ?? []
    expect(rows.length).toBeGreaterThan(30)
    expect(rows.filter((row) => !/\(.*`[^`]+\.(?:spec|suite)\.ts` "[^"]+"/.test(row))).toEqual([])
  })
})

describe("the register of unknowns", () => {
  const entries = read("docs/unknowns.md").split(/^## /m).slice(1)

  it("has U-01 to U-28, each with its gap, assumption, option and tests", () => {
    const expected = Array.from({ length: 28 }, (_, index) => `U-${String(index + 1).padStart(2, "0")}`)
    expect(entries.map((entry) => entry.slice(0, 4))).toEqual(expected)
    for (const entry of entries) {
      for (const part of ["Gap", "Assumption", "Option", "Tests"]) expect(entry).toContain(`- **${part}:** `)
    }
  })

  it.each(entries.map((entry) => [entry.slice(0, 4), entry]))("names tests of %s that exist", (_, entry) => {
    const named = [...entry.matchAll(/`((?:src|packages|integration-tests)\/[^`]+\.ts)`\s+"([^"]+)"/g)]
    expect(named.length).toBeGreaterThan(0)
    const missing = named.filter(
      ([, path = "", title = ""]) => !existsSync(join(root, path)) || !read(path).includes(title)
    )
    expect(missing.map(([reference]) => reference)).toEqual([])
  })
})
