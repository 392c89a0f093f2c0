import { readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { sourcesOf } from "./lengths.mjs"

const MIGRATIONS = /(^|\/)migrations\//
/** What Medusa and React Router read by a fixed name. */
const FIXED = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "config", "handle"])

/**
 * Names that more than one file of a folder declares. Counted is what stands at the top level of a file, exported or not: functions, classes,
 * interfaces, types, enums and constants, each name of a destructured one too. Not counted: tests, migrations, defaults, and names that are fixed.
 * @returns {{name: string, files: string[]}[]}
 */
export function sharedNames(folder) {
  const declaredBy = new Map()
  for (const file of sourcesOf(folder).filter((path) => !MIGRATIONS.test(path)))
    for (const name of new Set(namesOf(readFileSync(join(folder, file), "utf8"), file)))
      declaredBy.set(name, [...(declaredBy.get(name) ?? []), file])
  return [...declaredBy].flatMap(([name, files]) => (files.length > 1 ? { name, files } : []))
}

function namesOf(text, file) {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
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
