/**
 * `node scripts/names.mjs [--max <n>]`: names that more than one file of `src` declares; with `--max`, fails for more than n.
 *
 * Counted is what stands at the top level of a file, exported or not: functions, classes, interfaces, types, enums and constants, each name of
 * a destructured one too. Not counted: tests, migrations, the sandbox and the storefront kit, which are packages of their own; what Medusa
 * and React Router read by a fixed name (route handlers, `config`, `handle`) and defaults.
 */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import ts from "typescript"

const LEFT_OUT = /__tests__\/|\/migrations\/|^src\/(sandbox|storefront)\//
const FIXED = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "config", "handle"])

const files = execFileSync("git", ["ls-files", "src"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file))

const declaredBy = new Map()
for (const file of files)
  for (const name of new Set(namesOf(file))) declaredBy.set(name, [...(declaredBy.get(name) ?? []), file])

const shared = [...declaredBy].filter(([, where]) => where.length > 1)
for (const [name, where] of shared) console.log(`${name}: ${where.join(", ")}`)
console.log(`${shared.length} of ${declaredBy.size} names are declared in more than one file`)

const { max } = parseArgs({ options: { max: { type: "string" } } }).values
if (max !== undefined && shared.length > Number(max)) process.exitCode = 1

function namesOf(file) {
  const { statements } = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest)
  const defaults = statements.flatMap((each) => (ts.isExportAssignment(each) ? each.expression.text : []))
  const names = statements.flatMap((each) => {
    if (each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return []
    if (ts.isVariableStatement(each))
      return each.declarationList.declarations.flatMap(({ name }) => namesIn(name))
    return each.name && !ts.isModuleDeclaration(each) ? each.name.text : []
  })
  return names.filter((name) => !FIXED.has(name) && !defaults.includes(name))
}

function namesIn(name) {
  return ts.isIdentifier(name)
    ? name.text
    : name.elements.flatMap((each) => (each.name ? namesIn(each.name) : []))
}
