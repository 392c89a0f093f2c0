import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { preProcessFile } from "typescript"

const root = join(__dirname, "../..")

/** Records of Medusa that belong together name each other. */
const ALLOWED = /^src\/modules\/\w+\/models\//

const files = ["src", "packages/dev/src", "packages/storefront/src"].flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("__tests__"))
    .map((file) => join(place, file))
)
const imports = new Map(files.map((file) => [file, importsOf(file)]))

/** What a file imports of ours. Types count: ESLint's `no-cycle` passes over them, and a reader does not. */
function importsOf(file: string): string[] {
  return preProcessFile(readFileSync(join(root, file), "utf8")).importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith(".")) return []
    const path = join(file, "..", fileName)
    const names = [path, `${path}.ts`, `${path}.tsx`, join(path, "index.ts")]
    return files.filter((candidate) => names.includes(candidate))
  })
}

function reachedFrom(start: string): Set<string> {
  const reached = new Set<string>()
  const open = [...(imports.get(start) ?? [])]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    open.push(...(imports.get(file) ?? []))
  }
  return reached
}

describe("imports", () => {
  it("are read", () => {
    expect(imports.get("packages/dev/src/sandbox/index.ts")).toContain("packages/dev/src/sandbox/sandbox.ts")
  })

  it("never lead back to the file that they started from", () => {
    const circular = files.filter((file) => !ALLOWED.test(file) && reachedFrom(file).has(file))
    expect(circular).toEqual([])
  })
})
