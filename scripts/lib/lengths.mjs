import { readFileSync, readdirSync } from "node:fs"
import { join, sep } from "node:path"
import ts from "typescript"
import { root } from "./paths.mjs"

const SOURCE = /\.tsx?$/
const NOT_OURS = /(^|\/)(__tests__|node_modules)\/|\.d\.ts$/

function* functionsOf(node, source) {
  if (ts.isFunctionLike(node) && node.body) {
    const [from, to] = [node.getStart(source), node.end].map(
      (place) => source.getLineAndCharacterOfPosition(place).line
    )
    yield { name: node.name?.getText(source) ?? "(anonymous)", line: from + 1, lines: to - from + 1 }
  }
  for (const child of node.getChildren(source)) yield* functionsOf(child, source)
}

const longestFirst = (all) => all.sort((one, other) => other.lines - one.lines)

/** How long the files and functions of a folder are, tests apart, comments and empty lines included. @returns file, function: of each name and lines, the longest first */
export function lengthsOf(folder) {
  const paths = readdirSync(join(root, folder), { recursive: true })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => SOURCE.test(path) && !NOT_OURS.test(path))
  const [files, functions] = [[], []]
  for (const path of paths) {
    const text = readFileSync(join(root, folder, path), "utf8")
    files.push({ name: path, lines: text.trimEnd().split("\n").length })
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
    for (const { name, line, lines } of functionsOf(source, source))
      functions.push({ name: `${name} (${path}:${line})`, lines })
  }
  return { file: longestFirst(files), function: longestFirst(functions) }
}
