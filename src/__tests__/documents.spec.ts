import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

const root = join(__dirname, "../..")

/** In bytes; kB are thousands. */
const LIMITS = { page: 30_000, readme: 9_000, all: 320_000 }

const pagesOf = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(folder, file))

/** Everything that people read, without decisions (`docs/adr`): those are never rewritten. */
const pages = [
  ...pagesOf("."),
  ...pagesOf("docs"),
  ...readdirSync(join(root, "packages"))
    .map((name) => join("packages", name, "README.md"))
    .filter((file) => existsSync(join(root, file))),
]

const bytes = new Map(pages.map((page) => [page, statSync(join(root, page)).size]))
const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)

/** Pages that a reader gives up on. */
const tooLong = (sizes: ReadonlyMap<string, number>) =>
  [...sizes].filter(([page, size]) => size > (page === "README.md" ? LIMITS.readme : LIMITS.page))

describe("the documents", () => {
  it("are all counted", () => {
    expect(pages).toEqual(
      expect.arrayContaining([
        "README.md",
        "CONTRIBUTING.md",
        "docs/testing.md",
        "packages/storefront/README.md",
      ])
    )
    expect(pages.length).toBeGreaterThan(20)
  })

  it("are each short enough to be read: 30 kB, the README 9 kB", () => {
    expect(tooLong(bytes)).toEqual([])
    expect(tooLong(new Map([["README.md", LIMITS.readme + 1]]))).toHaveLength(1)
    expect(tooLong(new Map([["docs/a.md", LIMITS.page + 1]]))).toHaveLength(1)
  })

  it("are together at most 320 kB", () => {
    expect(sum(bytes.values())).toBeLessThanOrEqual(LIMITS.all)
  })

  it("hold no figures of one day: tools print those, or write them to artifacts", () => {
    const measured = ["docs/testing.md", "docs/performance.md", "docs/security.md", "README.md"]
    const dated = measured.filter((page) =>
      /\b20\d\d-\d\d-\d\d\b/.test(readFileSync(join(root, page), "utf8"))
    )
    expect(dated).toEqual([])
  })
})

describe("the recipes of CONTRIBUTING", () => {
  const [, recipes = ""] =
    /^## How to add\n([\s\S]*?)^## /m.exec(readFileSync(join(root, "CONTRIBUTING.md"), "utf8")) ?? []

  it.each(["Add an option", "Add a reason", "Add a field of the service", "Add a page"])(
    "have %s",
    (title) => {
      expect(recipes).toContain(`\n### ${title}\n`)
    }
  )

  it("name files and folders that are there", () => {
    const named = [
      ...recipes.matchAll(/`((?:src|docs|integration-tests|scripts|demo|packages)\/[^`\s<>]+)`/g),
    ]
    expect(named.length).toBeGreaterThan(60)
    const gone = named.flatMap(([, path = ""]) => (existsSync(join(root, path)) ? [] : path))
    expect(gone).toEqual([])
  })
})
