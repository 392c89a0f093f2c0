import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"

const root = join(__dirname, "../../..")

/** What we publish: the plugin and the packages beside it, without tests. */
function sources(): string[] {
  const packages = join(root, "packages")
  const folders = [join(root, "src"), ...readdirSync(packages).map((name) => join(packages, name, "src"))]
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file))
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("__tests__"))
    .sort()
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.CommonJS,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  jsx: ts.JsxEmit.ReactJSX,
  lib: ["lib.es2022.d.ts"],
  types: [],
}

/** Our sources with their types, and nobody else's: what comes from a package is `any`, which makes this quick. */
export class Source {
  readonly checker: ts.TypeChecker
  private readonly program: ts.Program
  private readonly found = new Map<ts.SyntaxKind, ts.Node[]>()

  /** @param doors a file that exports what is to be described */
  constructor(doors: string) {
    const files = sources()
    const host = ts.createCompilerHost(OPTIONS)
    host.resolveModuleNameLiterals = (names, from) =>
      names.map(({ text }) =>
        text.startsWith(".") ? ts.resolveModuleName(text, from, OPTIONS, host) : { resolvedModule: undefined }
      )
    this.program = ts.createProgram([...files, doors], OPTIONS, host)
    this.checker = this.program.getTypeChecker()
    for (const file of files) this.collect(this.program.getSourceFile(file)!)
  }

  private collect(node: ts.Node): void {
    const same = this.found.get(node.kind)
    if (same) same.push(node)
    else this.found.set(node.kind, [node])
    ts.forEachChild(node, (child) => this.collect(child))
  }

  /** Every node of the kind that the guard takes, in the order of files and lines. */
  all<N extends ts.Node>(kind: ts.SyntaxKind, is: (node: ts.Node) => node is N): N[] {
    return (this.found.get(kind) ?? []).filter(is)
  }

  calls(): ts.CallExpression[] {
    return this.all(ts.SyntaxKind.CallExpression, ts.isCallExpression)
  }

  objects(): ts.ObjectLiteralExpression[] {
    return this.all(ts.SyntaxKind.ObjectLiteralExpression, ts.isObjectLiteralExpression)
  }

  /** What a file exports, types included. */
  exportsOf(file: string): ts.Symbol[] {
    const module = this.checker.getSymbolAtLocation(this.program.getSourceFile(file)!)!
    return this.checker.getExportsOfModule(module)
  }

  /** Of a file of types: the fields of each record, and what each namespace exports. */
  shapesOf(file: string) {
    const records: Record<string, Record<string, string>> = {}
    const namespaces: Record<string, ts.Symbol[]> = {}
    for (const symbol of this.exportsOf(file)) {
      const own = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
      if (own.flags & ts.SymbolFlags.ValueModule)
        namespaces[symbol.name] = this.checker.getExportsOfModule(own)
      else records[symbol.name] = this.fieldsOf(this.checker.getDeclaredTypeOfSymbol(own))
    }
    return { records, namespaces }
  }

  private fieldsOf(type: ts.Type): Record<string, string> {
    return Object.fromEntries(
      this.checker
        .getPropertiesOfType(type)
        .map((symbol) => [symbol.name, this.checker.typeToString(this.checker.getTypeOfSymbol(symbol))])
    )
  }

  /** The file that an import leads to: `a/b` is `a/b.ts` or `a/b/index.ts`. */
  fileOf(path: string): string | undefined {
    const names = [".ts", ".tsx", "/index.ts"].map((end) => join(root, `${path}${end}`))
    return names.find((name) => this.program.getSourceFile(name))
  }

  /**
   * Every text that an expression can have: of a parameter what the callers pass, of a template all of its forms. `*` stands where the
   * code does not say it.
   */
  texts(node: ts.Expression): string[] {
    if (ts.isTemplateExpression(node))
      return node.templateSpans.reduce(
        (begun, { expression, literal }) =>
          this.texts(expression).flatMap((text) => begun.map((before) => `${before}${text}${literal.text}`)),
        [node.head.text]
      )
    return this.literals(this.checker.getTypeAtLocation(node)) ?? this.passed(node) ?? ["*"]
  }

  private literals(type: ts.Type): string[] | undefined {
    const parts = (type.isUnion() ? type.types : [type]).filter(
      ({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null))
    )
    const texts = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []))
    return texts.length > 0 && texts.length === parts.length ? texts : undefined
  }

  private passed(node: ts.Expression): string[] | undefined {
    const declared = this.checker.getSymbolAtLocation(node)?.valueDeclaration
    if (!declared || !ts.isParameter(declared)) return undefined
    const place = declared.parent.parameters.indexOf(declared)
    const callers = this.calls().filter(
      ({ expression }) => this.declarationOf(expression) === declared.parent
    )
    const passed = callers.flatMap((call) => call.arguments[place] ?? [])
    return passed.length > 0 ? passed.flatMap((argument) => this.texts(argument)) : undefined
  }

  /** Where a name was declared, through imports. */
  declarationOf(node: ts.Node): ts.Declaration | undefined {
    const symbol = this.checker.getSymbolAtLocation(node)
    if (!symbol) return undefined
    const own = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
    return own.valueDeclaration
  }
}

/** The value of a property of an object as it is written; undefined where it has none of that name. */
export function valueOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of object.properties) {
    if (property.name?.getText() !== name) continue
    if (ts.isPropertyAssignment(property)) return property.initializer
    if (ts.isShorthandPropertyAssignment(property)) return property.name
  }
  return undefined
}

/** The names of an object's properties; those of another object that is spread into it are not among them. */
export const keysOf = (object: ts.ObjectLiteralExpression): string[] =>
  object.properties.flatMap(({ name }) => (name ? [name.getText().replaceAll('"', "")] : []))

export const sorted = (texts: Iterable<string>): string[] => [...new Set(texts)].sort()
