import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const src = join(__dirname, "..")

/** The compiled files of one of Medusa's packages. */
const filesOf = (name: string): string[] => {
  const dist = join(dirname(require.resolve(`${name}/package.json`)), "dist")
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => join(dist, file))
}
/** Some of Medusa's packages let nobody see their package.json: they lie beside one that does. */
const besideMedusa = (name: string): string =>
  join(dirname(require.resolve("@medusajs/medusa/package.json")), "..", name, "dist")
const text = (...path: string[]): string => readFileSync(join(...path), "utf8")

const found = (texts: string[], pattern: RegExp): string[] => [
  ...new Set(texts.flatMap((code) => [...code.matchAll(pattern)].map(([, name = ""]) => name))),
]

/** Folders at the top of a plugin that Medusa reads: wherever it joins a name to the place of a plugin. */
function foldersOfPlugins(): string[] {
  const medusa = filesOf("@medusajs/medusa").map((file) => text(file))
  const resolved = text(besideMedusa("utils"), "common/get-resolved-plugins.js")
  const names = [
    ...found(medusa, /join\)?\(\w+\.resolve, "([\w-]+)"\)/g),
    ...found([resolved], /join\((?:resolve|[^()]*: name), "([\w-]+)"\)/g),
    ...policyFolder().names,
  ]
  return [...new Set(names)].sort()
}

/** Policies are looked for by the folder's name, at the top and below it. */
function policyFolder(): { names: string[]; depth: number } {
  const code = text(besideMedusa("utils"), "policies/discover-policies.js")
  return {
    names: found([code], /\.name === "([\w-]+)"/g),
    depth: Number(found([code], /maxDepth = (\d+)/g)[0]),
  }
}

/** Folders in a module that Medusa imports whole, or looks for migrations in. */
const foldersOfModules = (): string[] =>
  found(
    [text(besideMedusa("modules-sdk"), "loaders/utils/load-internal.js")],
    /\([\w.]*normalizedPath, "([\w-]+)"\)/g
  ).sort()

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** What lies in them here is what Medusa looks for there. */
const USED = new Set(["admin", "api", "jobs", "links", "modules", "policies", "subscribers", "workflows"])
const USED_IN_MODULES = new Set(["migrations", "models"])

describe("folders that Medusa reads", () => {
  it("are these at the top of a plugin: look at a new one before this list takes it", () => {
    expect(foldersOfPlugins()).toEqual([
      "admin",
      "api",
      "jobs",
      "links",
      "migration-scripts",
      "modules",
      "policies",
      "search",
      "subscribers",
      "workflows",
    ])
  })

  it("are these in a module", () => {
    expect(foldersOfModules()).toEqual(["migrations", "models", "repositories", "services"])
  })

  it("are, for policies, at the top and one below it", () => {
    expect(policyFolder()).toEqual({ names: ["policies"], depth: 2 })
  })
})

describe("no folder of ours has a name that Medusa reads for something else", () => {
  it("at the top", () => {
    const taken = foldersOfPlugins().filter((name) => !USED.has(name))
    expect(foldersIn(src).filter((name) => taken.includes(name))).toEqual([])
  })

  it("one below the top, where policies are found, too", () => {
    const below = foldersIn(src).flatMap((name) => foldersIn(join(src, name)))
    expect(below.length).toBeGreaterThan(20)
    expect(below.filter((name) => policyFolder().names.includes(name))).toEqual([])
  })

  it("in a module", () => {
    const modules = join(src, "modules")
    const taken = foldersOfModules().filter((name) => !USED_IN_MODULES.has(name))
    const ours = foldersIn(modules).flatMap((name) => foldersIn(join(modules, name)))
    expect(ours).toEqual(expect.arrayContaining([...USED_IN_MODULES]))
    expect(ours.filter((name) => taken.includes(name))).toEqual([])
  })
})
