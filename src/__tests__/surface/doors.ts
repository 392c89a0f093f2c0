import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { keysOf, sorted, valueOf, type Source } from "./source"

interface Package {
  name: string
  bin?: Record<string, string>
  exports: Record<string, unknown>
  typesVersions?: Record<string, Record<string, unknown>>
}

const root = join(__dirname, "../../..")
const packages = [root, ...readdirSync(join(root, "packages")).map((name) => join(root, "packages", name))]

/** Ways in for code: what can be imported, by which names; commands; what Medusa finds by its name. */
export function doors(source: Source) {
  return {
    packages: Object.fromEntries(
      packages.map((folder) => {
        const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Package
        return [manifest.name, described(source, manifest)]
      })
    ),
    commands: commands(source),
    medusa: {
      modules: called(source, "Module"),
      providers: identifiers(source),
      workflows: called(source, "createWorkflow"),
      steps: called(source, "createStep"),
      ...configured(source),
    },
  }
}

function described(source: Source, { bin = {}, exports, typesVersions = {} }: Package) {
  return {
    bin: Object.keys(bin),
    exports: Object.fromEntries(Object.entries(exports).map(([path, to]) => [path, targets(source, to)])),
    typesVersions: Object.values(typesVersions).flatMap((paths) => Object.keys(paths)),
  }
}

/** A target with the names that its source exports, where one file of ours is built into it. */
function targets(source: Source, to: unknown): unknown {
  if (typeof to !== "string") return to
  const file = source.fileOf(to.replace(/^\.\/\.medusa\/server\//, "").replace(/\.js$/, ""))
  return file ? { to, names: namesOf(source.exportsOf(file)) } : to
}

export const namesOf = (symbols: { name: string }[]): string[] => sorted(symbols.map(({ name }) => name))

/** Each object that is declared a `Command`, with the options that its file reads. */
function commands(source: Source): Record<string, string[]> {
  const flags = source
    .calls()
    .filter(({ expression }) => expression.getText() === "readArgs")
    .map((call) => [call.getSourceFile(), flagsOf(call.arguments[1])] as const)
  return Object.fromEntries(
    source
      .all(ts.SyntaxKind.VariableDeclaration, ts.isVariableDeclaration)
      .filter(({ type }) => type?.getText() === "Command")
      .flatMap((declared) => {
        const object = declared.initializer
        const name = object && ts.isObjectLiteralExpression(object) && valueOf(object, "name")
        if (!name) return []
        const own = flags.filter(([file]) => file === declared.getSourceFile())
        return source.texts(name).map((text) => [text, own.flatMap(([, found]) => found)] as const)
      })
  )
}

function flagsOf(options: ts.Expression | undefined): string[] {
  if (!options || !ts.isObjectLiteralExpression(options)) return ["*"]
  return keysOf(options).map((name) => {
    const how = valueOf(options, name) ?? valueOf(options, `"${name}"`)
    return `--${name} ${how?.getText().replace(/\s+/g, " ") ?? ""}`
  })
}

const called = (source: Source, name: string): string[] =>
  sorted(
    source
      .calls()
      .filter(({ expression }) => expression.getText() === name)
      .flatMap(({ arguments: [first] }) => (first ? source.texts(first) : []))
  )

/** A payment provider is found by the identifier of its class. */
const identifiers = (source: Source): string[] =>
  sorted(
    source
      .all(ts.SyntaxKind.PropertyDeclaration, ts.isPropertyDeclaration)
      .filter(({ name }) => name.getText() === "identifier")
      .flatMap(({ initializer }) => (initializer ? source.texts(initializer) : []))
  )

/** Jobs have a schedule, subscribers an event. */
function configured(source: Source) {
  const configs = source
    .all(ts.SyntaxKind.VariableDeclaration, ts.isVariableDeclaration)
    .filter(({ name }) => name.getText() === "config")
    .flatMap(({ initializer }) =>
      initializer && ts.isObjectLiteralExpression(initializer) ? initializer : []
    )
  const lines = (one: string, other: (config: ts.ObjectLiteralExpression) => ts.Expression | undefined) =>
    configs.flatMap((config) => {
      const [first, second] = [valueOf(config, one), other(config)]
      return first && second ? `${source.texts(second).join()}: ${source.texts(first).join()}` : []
    })
  return {
    jobs: lines("schedule", (config) => valueOf(config, "name")),
    subscribers: lines("event", (config) => {
      const context = valueOf(config, "context")
      return context && ts.isObjectLiteralExpression(context) ? valueOf(context, "subscriberId") : undefined
    }),
  }
}
