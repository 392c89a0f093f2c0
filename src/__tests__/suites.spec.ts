import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const root = join(__dirname, "../..")

const files = ["src", "integration-tests", "packages", "demo"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file))
  )
  .filter((file) => !/(^|[\\/])(node_modules|dist|\.medusa)[\\/]/.test(file))

/** The suites that this spec imports, by their paths in the project. */
const importedBy = (spec: string) =>
  [...readFileSync(join(root, spec), "utf8").matchAll(/^import .*"(\.[^"]+\.suite)"$/gm)].map(
    ([, from = ""]) => relative(root, join(root, dirname(spec), `${from}.ts`))
  )

it("each suite is run by one spec: jest would not miss it", () => {
  const suites = files.filter((file) => /\.suite\.tsx?$/.test(file))
  expect(suites.length).toBeGreaterThan(50)
  const imported = files.filter((file) => /\.spec\.tsx?$/.test(file)).flatMap(importedBy)
  expect(imported.sort()).toEqual(suites.sort())
})
