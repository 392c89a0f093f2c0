import { join } from "node:path"
import ts from "typescript"

export type Schema = Record<string, unknown>

const FILE = join(__dirname, "../../types/http/index.ts")

/** The types of `src/types/http` as JSON Schema 2020-12: what they say and nothing more, with their comments as descriptions. */
export class TypeSchemas {
  /** by name, as components of an OpenAPI document */
  readonly schemas: Record<string, Schema> = {}
  private readonly checker: ts.TypeChecker
  private readonly exported: Map<string, ts.Symbol>

  constructor() {
    const program = ts.createProgram([FILE], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.Node16,
      types: [],
    })
    this.checker = program.getTypeChecker()
    const file = this.checker.getSymbolAtLocation(program.getSourceFile(FILE)!)!
    this.exported = new Map(this.checker.getExportsOfModule(file).map((symbol) => [symbol.name, symbol]))
  }

  /** The parts of a type that is no component itself, such as a query. */
  properties(name: string): Record<string, Schema> {
    const symbol = this.exported.get(name)
    if (!symbol) throw new Error(`src/types/http exports no ${name}`)
    const { properties } = this.inline(this.checker.getDeclaredTypeOfSymbol(symbol))
    return properties as Record<string, Schema>
  }

  /** @returns a reference to the type of that name, whose schema is then among `schemas` */
  ref(name: string): Schema {
    const symbol = this.exported.get(name)
    if (!symbol) throw new Error(`src/types/http exports no ${name}`)
    if (!this.schemas[name]) {
      // Before its parts are looked at: a type may hold itself.
      this.schemas[name] = {}
      const schema = this.inline(this.checker.getDeclaredTypeOfSymbol(symbol))
      this.schemas[name] = { ...described(symbol, this.checker), ...schema }
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  private of(type: ts.Type): Schema {
    const symbol = type.aliasSymbol ?? type.symbol
    const isGeneric = (type.aliasTypeArguments ?? (type as ts.TypeReference).typeArguments ?? []).length > 0
    const isOurs = symbol !== undefined && this.exported.get(symbol.name) === symbol
    return isOurs && !isGeneric ? this.ref(symbol.name) : this.inline(type)
  }

  private inline(type: ts.Type): Schema {
    if (type.flags & ts.TypeFlags.Unknown) return {}
    if (type.flags & ts.TypeFlags.Null) return { type: "null" }
    if (type.flags & ts.TypeFlags.String) return { type: "string" }
    if (type.flags & ts.TypeFlags.Number) return { type: "number" }
    if (type.flags & ts.TypeFlags.Boolean) return { type: "boolean" }
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === "true" }
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (type.isUnion()) return this.union(type.types)
    if (this.checker.isArrayType(type))
      return { type: "array", items: this.of(this.checker.getTypeArguments(type as ts.TypeReference)[0]!) }
    if (type.flags & ts.TypeFlags.Object || type.isIntersection()) return this.object(type)
    throw new Error(`no schema for ${this.checker.typeToString(type)}`)
  }

  private union(types: ts.Type[]): Schema {
    const parts = types.filter((type) => !(type.flags & ts.TypeFlags.Undefined))
    const literals = parts.filter((type) => type.isStringLiteral())
    const isBoolean = parts.filter((type) => type.flags & ts.TypeFlags.BooleanLiteral).length === 2
    const others = parts.filter(
      (type) => !type.isStringLiteral() && !(isBoolean && type.flags & ts.TypeFlags.BooleanLiteral)
    )
    const schemas = [
      ...(literals.length > 1 ? [{ type: "string", enum: literals.map(({ value }) => value) }] : []),
      ...(literals.length === 1 ? [{ const: literals[0]!.value }] : []),
      ...(isBoolean ? [{ type: "boolean" }] : []),
      ...others.filter((type) => !isNull(type)).map((type) => this.of(type)),
      ...others.filter(isNull).map((type) => this.of(type)),
    ]
    return schemas.length === 1 ? schemas[0]! : { anyOf: schemas }
  }

  private object(type: ts.Type): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const symbol of this.checker.getPropertiesOfType(type)) {
      properties[symbol.name] = {
        ...this.of(this.checker.getTypeOfSymbol(symbol)),
        ...described(symbol, this.checker),
      }
      if (!(symbol.flags & ts.SymbolFlags.Optional)) required.push(symbol.name)
    }
    const index = this.checker.getIndexInfosOfType(type)[0]
    return {
      type: "object",
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: this.of(index.type) }),
    }
  }
}

/** The compiler's own order of a union's parts is an accident. */
const isNull = (type: ts.Type) => (type.flags & ts.TypeFlags.Null) !== 0

function described(symbol: ts.Symbol, checker: ts.TypeChecker): Schema {
  const description = ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .replace(/\s+/g, " ")
    .trim()
  return description ? { description } : {}
}
