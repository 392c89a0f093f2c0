import { readFileSync, readdirSync } from "node:fs"
import { join, sep } from "node:path"
import ts from "typescript"

const SOURCE = /\.tsx?$/
const NOT_OURS = /(^|\/)(__tests__|node_modules)\/|\.d\.ts$/

/** Paths of the TypeScript files below a folder, tests apart. */
export const sourcesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => SOURCE.test(path) && !NOT_OURS.test(path))
    .sort()

function functionsOf(source) {
  const found = []
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) found.push(lengthOf(node, source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function lengthOf(node, source) {
  const [from, to] = [node.getStart(source), node.end].map(
    (place) => source.getLineAndCharacterOfPosition(place).line
  )
  return { name: node.name?.getText(source) ?? "(anonymous)", line: from + 1, lines: to - from + 1 }
}

const longestFirst = (all) => all.sort((one, other) => other.lines - one.lines)

/** How long the files and functions of a folder are, tests apart, comments and empty lines included. @returns file, function: of each name and lines, the longest first */
export function lengthsOf(folder) {
  const [files, functions] = [[], []]
  for (const path of sourcesOf(folder)) {
    const text = readFileSync(join(folder, path), "utf8")
    files.push({ name: path, lines: text.trimEnd().split("\n").length })
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
    for (const { name, line, lines } of functionsOf(source))
      functions.push({ name: `${name} (${path}:${line})`, lines })
  }
  return { file: longestFirst(files), function: longestFirst(functions) }
}
