import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(__dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const page = read("docs/medusa.md")

/** Packages that Medusa documents as its interface; everything else is named on the page. */
const INTERFACE = /^@medusajs\/(framework(\/|$)|types$|js-sdk$|ui$|icons$|admin-sdk$)/

const sources = readdirSync(join(root, "src"), { withFileTypes: true, recursive: true })
  .filter(({ name, parentPath }) => /\.tsx?$/.test(name) && !parentPath.includes("__tests__"))
  .map(({ name, parentPath }) => readFileSync(join(parentPath, name), "utf8"))

/** "package: name" of every import and of every package that is resolved by name. */
function imported(): string[] {
  const found = sources.flatMap((text) => [
    ...[...text.matchAll(/^import (?:type )?\{([^}]*)\} from "(@medusajs\/[^"]+)"/gm)].flatMap(
      ([, names = "", from = ""]) => names.split(",").flatMap((name) => pairOf(from, name))
    ),
    ...[...text.matchAll(/(?:require|require\.resolve|MANIFEST =)\s*\(?\s*"(@medusajs\/[^"]+)"/g)].map(
      ([, from]) => `${from}: `
    ),
  ])
  return [...new Set(found.filter((pair) => !INTERFACE.test(pair.split(":")[0]!)))]
}

function pairOf(from: string, name: string): string[] {
  const plain = name
    .trim()
    .replace(/^type /, "")
    .split(" as ")[0]!
  return plain ? [`${from}: ${plain}`] : []
}

const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| `@medusajs/"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
const listed = rows.flatMap(([, from = "", what = ""]) =>
  [...what.matchAll(/`(\w+)`/g)].map(([, name]) => `${from.replaceAll("`", "")}: ${name}`)
)
const packages = rows.map(([, from = ""]) => from.replaceAll("`", ""))

describe("docs/medusa.md", () => {
  it("names every import beyond Medusa's documented packages, and what is taken from it", () => {
    const found = imported()
    expect(found.length).toBeGreaterThan(10)
    const missing = found.filter((pair) =>
      pair.endsWith(": ") ? !packages.includes(pair.slice(0, -2)) : !listed.includes(pair)
    )
    expect(missing).toEqual([])
  })

  it("names none that is gone", () => {
    const found = imported()
    const byName = found.filter((pair) => !pair.endsWith(": "))
    const takesNames = new Set(byName.map((pair) => pair.split(":")[0]))
    expect(listed.filter((pair) => takesNames.has(pair.split(":")[0]) && !byName.includes(pair))).toEqual([])
    expect(packages.filter((from) => !found.some((pair) => pair.startsWith(`${from}: `)))).toEqual([])
  })

  it("names every test that pins a behaviour of Medusa, and no other", () => {
    const folder = join(root, "integration-tests/promise/medusa")
    const suites = readdirSync(folder).map((file) => file.replace(".suite.ts", ""))
    expect(suites.length).toBeGreaterThan(3)
    const pinned = suites.flatMap((suite) =>
      [
        ...readFileSync(join(folder, `${suite}.suite.ts`), "utf8").matchAll(
          /^ *it(?:\.each\b[\s\S]*?\]\)?(?: as const)?\))?\(\s*"([^"]+)"/gm
        ),
      ].map(([, title]) => `\`${suite}\` "${title}"`)
    )
    const named: string[] = page.match(new RegExp(`\`(?:${suites.join("|")})\` "[^"]+"`, "g")) ?? []
    expect(pinned.filter((reference) => !named.includes(reference))).toEqual([])
    expect(named.filter((reference) => !pinned.includes(reference))).toEqual([])
  })
})
