import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join, relative, resolve, sep } from "node:path"
import { Instrumenter } from "@stryker-mutator/instrumenter"
import { root } from "../paths.mjs"
import { Failure } from "../steps.mjs"

const SOURCE = /\.tsx?$/
const NOT_MUTATED = /(\.d\.ts|\.spec\.tsx?)$|[\\/](__tests__|migrations)([\\/]|$)/

const silent = new Proxy({}, { get: (_, name) => () => (String(name).startsWith("is") ? false : undefined) })

/** The source files that `paths` (files, folders; `file.ts:10-40` for some lines) name, each once. */
export function sourcesOf(paths) {
  const found = new Map()
  for (const path of paths) {
    const [, name, from, to] = /^(.*?)(?::(\d+)-(\d+))?$/.exec(path)
    const files = filesBelow(resolve(root, name))
    if (files.length === 0) throw new Failure(`${name}: no source file there`)
    const range = from && { start: { line: from - 1, column: 0 }, end: { line: Number(to), column: 0 } }
    for (const file of files) found.set(file, range ? [range] : true)
  }
  return found
}

function filesBelow(path) {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry || NOT_MUTATED.test(path)) return []
  if (entry.isFile()) return SOURCE.test(path) ? [path] : []
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

/**
 * Writes each source with all its mutants, switched by the mutant's number, into `place`.
 * @returns where the written files are, and the mutants with file, line, text, replacement; those left aside are not among them
 */
export async function instrument(sources, { place, strings }) {
  const files = [...sources].map(([name, mutate]) => ({ name, mutate, content: readFileSync(name, "utf8") }))
  const options = { plugins: null, ignorers: [], excludedMutations: strings ? [] : ["StringLiteral"] }
  const result = await new Instrumenter(silent).instrument(files, options)
  mkdirSync(place, { recursive: true })
  const instrumented = {}
  result.files.forEach(({ name, content }, index) => {
    instrumented[name] = join(place, `${index}.txt`)
    writeFileSync(instrumented[name], content)
  })
  const lines = new Map(files.map(({ name, content }) => [name, content.split("\n")]))
  const mutants = result.mutants
    .filter(({ status }) => status !== "Ignored")
    .map(({ id, fileName, location, mutatorName, replacement }) => {
      const text = lines.get(fileName)
      return {
        id,
        file: relative(root, fileName).split(sep).join("/"),
        line: location.start.line + 1,
        column: location.start.column + 1,
        kind: mutatorName,
        source: text[location.start.line].trim(),
        from: cut(text, location),
        to: replacement,
      }
    })
  return { instrumented, mutants }
}

function cut(lines, { start, end }) {
  const part = lines.slice(start.line, end.line + 1)
  part[part.length - 1] = part.at(-1).slice(0, end.column)
  part[0] = part[0].slice(start.column)
  return part.join("\n")
}
