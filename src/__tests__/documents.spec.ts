import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join } from "node:path"

const root = join(__dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")

/** In bytes; kB are thousands. */
const LIMITS = { page: 30_000, all: 320_000 }
const SHORTER: Record<string, number> = {
  "README.md": 9_000,
  "docs/architecture.md": 10_000,
  "docs/security.md": 20_000,
}

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
  [...sizes].filter(([page, size]) => size > (SHORTER[page] ?? LIMITS.page))

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

  it("are each short enough to be read: 30 kB, what strangers can do 20 kB, the architecture 10 kB, the README 9 kB", () => {
    expect(tooLong(bytes)).toEqual([])
    expect(tooLong(new Map([["README.md", 9_001]]))).toHaveLength(1)
    expect(tooLong(new Map([["docs/architecture.md", 10_001]]))).toHaveLength(1)
    expect(tooLong(new Map([["docs/security.md", 20_001]]))).toHaveLength(1)
    expect(tooLong(new Map([["docs/a.md", LIMITS.page + 1]]))).toHaveLength(1)
  })

  it("are together at most 320 kB", () => {
    expect(sum(bytes.values())).toBeLessThanOrEqual(LIMITS.all)
  })

  it("are named for machines by docs/llms.txt, each for its task, with none that is gone", () => {
    const named = [...read("docs/llms.txt").matchAll(/\b(?:docs\/)?[\w-]+\.(?:md|json)\b/g)].map(
      ([path]) => path
    )
    expect(named.filter((path) => !isThere(path))).toEqual([])
    const guides = pages.filter((page) => page.startsWith("docs/") && !named.includes(page))
    expect(guides).toEqual(["docs/performance.md", "docs/testing.md"])
  })

  it("hold no figures of one day: tools print those, or write them to artifacts", () => {
    const measured = ["docs/testing.md", "docs/performance.md", "docs/security.md", "README.md"]
    const dated = measured.filter((page) => /\b20\d\d-\d\d-\d\d\b/.test(read(page)))
    expect(dated).toEqual([])
  })
})

const isThere = (path: string) => existsSync(join(root, path))
const foldersOf = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "__tests__")
    .map(({ name }) => `${folder}/${name}/`)

/** Folders that people look for: the rooms, the features, the packages. */
const FOLDERS = [...foldersOf("src"), ...foldersOf("src/features"), ...foldersOf("packages")]
const IN_MAP = /^(?:src|src\/features|packages)\/[^/]+\/$/

/** Where tree and map differ: what the map lacks, and what only the map has. */
function differences(map: string, folders: readonly string[]) {
  const named = [...map.matchAll(/^(\S+\/) /gm)]
    .map(([, path = ""]) => path)
    .filter((path) => IN_MAP.test(path))
  return {
    lacks: folders.filter((folder) => !named.includes(folder)),
    gone: named.filter((path) => !folders.includes(path)),
  }
}

describe("the house map of CONTRIBUTING", () => {
  const [, map = ""] = /^## House map\n[^]*?^```\n([^]*?)^```$/m.exec(read("CONTRIBUTING.md")) ?? []

  it("has each room, feature and package, and no other", () => {
    expect(FOLDERS.length).toBeGreaterThan(25)
    expect(differences(map, FOLDERS)).toEqual({ lacks: [], gone: [] })
  })

  it("is compared both ways", () => {
    const drawn = "src/a/   first\nsrc/features/b/   second\nsrc/a/inner/   not compared\n"
    expect(differences(drawn, ["src/a/", "src/features/b/"])).toEqual({ lacks: [], gone: [] })
    expect(differences(drawn, ["src/a/", "packages/c/"])).toEqual({
      lacks: ["packages/c/"],
      gone: ["src/features/b/"],
    })
  })
})

/** From the root, or below `src` as architecture and comments say it; there only files, since routes look like folders. */
const ROOMS = foldersOf("src").map((folder) => folder.slice("src/".length, -1))
const FROM_ROOT = /(?<![\w./@~-])(?:src|packages)\/[\w./@[\]-]*[\w\]]/g
const FROM_SRC = new RegExp(`(?<![\\w./@~-])(?:${ROOMS.join("|")})\\/[\\w./[\\]-]+\\.(?:tsx?|json)\\b`, "g")

/** Guides whose `src` is the reader's own store or storefront. */
const READERS_OWN = new Set(["docs/install.md", "docs/nextjs-starter.md", "docs/storefront.md"])

const commentsOf = (source: string) =>
  [...source.matchAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm)].map(([comment]) => comment).join("\n")

/** Paths that a text names and that lead nowhere. */
function deadPaths(text: string): string[] {
  const named = [...text.matchAll(FROM_ROOT), ...text.matchAll(FROM_SRC)].map(([path]) => path)
  // What a build makes is not there before it.
  return named.filter((path) => !isThere(path) && !isThere(join("src", path)) && !/\/dist\b/.test(path))
}

describe("paths", () => {
  const decisions = pagesOf("docs/adr")
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((file) => join("src", file))
    .filter((file) => /\.tsx?$/.test(file) && join(root, file) !== __filename)

  const names = new Set(sources.map((file) => basename(file)))
  /** Neighbours that a comment calls by their names alone. */
  const deadNames = (text: string) =>
    [...text.matchAll(/`([\w.-]+\.tsx?)`/g)].flatMap(([, name = ""]) => (names.has(name) ? [] : name))

  it("that documents name are there", () => {
    const dead = [...pages, ...decisions]
      .filter((page) => !READERS_OWN.has(page))
      .flatMap((page) => deadPaths(read(page)).map((path) => `${page}: ${path}`))
    expect(dead).toEqual([])
  })

  it("that comments of the sources name are there", () => {
    const comments = sources.map((file) => [file, commentsOf(read(file))] as const)
    expect(comments.filter(([, text]) => text.match(FROM_SRC)).length).toBeGreaterThan(5)
    const dead = comments.flatMap(([file, text]) =>
      [...deadPaths(text), ...deadNames(text)].map((path) => `${file}: ${path}`)
    )
    expect(dead).toEqual([])
  })

  it("that are gone are found, in either spelling and in either kind of comment", () => {
    const named = "`src/attic/old.ts`, payments/assess.ts, `orders/attic.ts`; /store/orders, src/payments."
    expect(deadPaths(named)).toEqual(["src/attic/old.ts", "orders/attic.ts"])
    const source = '/** of `orders/a.ts` */\nconst b = "orders/b.ts" // as orders/c.ts'
    expect(deadPaths(commentsOf(source))).toEqual(["orders/a.ts", "orders/c.ts"])
    expect(deadNames("`old.ts`, `assess.ts` and b.ts")).toEqual(["old.ts"])
  })
})

describe("the recipes of CONTRIBUTING", () => {
  const [, recipes = ""] = /^## How to add\n([\s\S]*?)^## /m.exec(read("CONTRIBUTING.md")) ?? []

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
