/** A node of the syntax tree, with its place in the text: `text.slice(start, end)`. */
export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

export interface Tree {
  text: string
  body: Node[]
}

/**
 * magicast reads the text: types, casts and JSX too. It is an ES module, which CommonJS can only import. Its printer moves comments and
 * rewrites what it touches, so the edits are made in the text, by the places of the nodes.
 * @returns a reader that throws where the text cannot be read
 */
export async function treeReader(): Promise<(text: string) => Tree> {
  const { parseModule } = await import("magicast")
  return (text) => {
    // It counts a tab as several columns and a CRLF as one character: both are replaced by as many characters as they are.
    const even = text
      .replace(/\r\n/g, " \n")
      .replace(/\t/g, " ")
      .replace(/^\uFEFF/, " ")
    const { body } = parseModule(even).$ast as unknown as { body: Node[] }
    return { text, body }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string"

export const field = (node: Node, name: string): Node | null => {
  const value = node[name]
  return isNode(value) ? value : null
}

export const fields = (node: Node, name: string): Node[] => {
  const value = node[name]
  return Array.isArray(value) ? value.filter(isNode) : []
}

const WRAPPERS = /^(TS(As|Satisfies|NonNull|TypeAssertion)|Parenthesized|TypeCast)/

/** The expression inside casts and brackets. */
export function bare(node: Node): Node {
  const inner = WRAPPERS.test(node.type) ? field(node, "expression") : null
  return inner ? bare(inner) : node
}

/** The text of a string or of a template without placeholders, also inside `require.resolve(...)`; null for anything else. */
export function stringOf(wrapped: Node | null): string | null {
  if (!wrapped) return null
  const node = bare(wrapped)
  if (node.type === "StringLiteral") return node.value as string
  if (node.type === "TemplateLiteral" && fields(node, "expressions").length === 0) {
    const value = fields(node, "quasis")[0]?.value as { cooked?: string } | undefined
    return value?.cooked ?? null
  }
  const callee = node.type === "CallExpression" ? field(node, "callee") : null
  const isResolve =
    callee?.type === "MemberExpression" && propertyName(field(callee, "property")) === "resolve"
  return isResolve ? stringOf(fields(node, "arguments")[0] ?? null) : null
}

export const propertyName = (node: Node | null): string | null =>
  node?.type === "Identifier" ? (node.name as string) : null

const keyOfProperty = (property: Node): string | null => {
  const key = property.computed ? null : field(property, "key")
  return propertyName(key) ?? stringOf(key)
}

/** The property `name` of an object, whatever its form (`{ name }` and methods too). */
export const propertyOf = (object: Node, name: string): Node | null =>
  fields(object, "properties").find((property) => keyOfProperty(property) === name) ?? null

/** The value of property `name` when it is written as an expression. */
export function valueOfProperty(object: Node, name: string): Node | null {
  const value = field(propertyOf(object, name) ?? object, "value")
  return value && bare(value)
}

/** Every node below this one, itself included. */
export function* everyNode(node: Node): Generator<Node> {
  yield node
  for (const [name, value] of Object.entries(node)) {
    if (name === "loc" || name === "tokens" || /comments$/i.test(name)) continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* everyNode(child)
  }
}

/** What a variable of the file's top level is declared as. */
export function declaredAs(tree: Tree, name: string): Node | null {
  const declarations = tree.body.flatMap((statement) =>
    fields(field(statement, "declaration") ?? statement, "declarations")
  )
  const found = declarations.find((one) => propertyName(field(one, "id")) === name)
  return found ? field(found, "init") : null
}

/**
 * The object that is the configuration: exported by `export default` or `module.exports =`, inside `defineConfig(...)`, casts and
 * variables; null when it is made in any other way.
 */
export function configObject(tree: Tree): Node | null {
  for (const statement of tree.body) {
    const exported = exportOf(statement)
    if (exported) return objectIn(tree, exported, 8)
  }
  return null
}

function exportOf(statement: Node): Node | null {
  if (statement.type === "ExportDefaultDeclaration") return field(statement, "declaration")
  const assignment = field(statement, "expression")
  const target = assignment?.type === "AssignmentExpression" ? field(assignment, "left") : null
  const path =
    target && [field(target, "object"), field(target, "property")].map((part) => propertyName(part))
  const isExport = path?.join(".") === "module.exports" || path?.join(".") === "exports.default"
  return isExport ? field(assignment!, "right") : null
}

function objectIn(tree: Tree, wrapped: Node, depth: number): Node | null {
  const node = bare(wrapped)
  if (node.type === "ObjectExpression") return node
  if (depth === 0) return null
  if (node.type === "CallExpression" && propertyName(field(node, "callee")) === "defineConfig") {
    const [first] = fields(node, "arguments")
    return first ? objectIn(tree, first, depth - 1) : null
  }
  const held = propertyName(node) && declaredAs(tree, propertyName(node)!)
  return held ? objectIn(tree, held, depth - 1) : null
}

/**
 * What an expression may turn out to be: the objects, arrays and literals behind conditions, casts and variables of this file. What is
 * neither, such as a call or an import, is given as it is.
 */
export function possible(tree: Tree, wrapped: Node, depth = 8): Node[] {
  const node = bare(wrapped)
  const name = propertyName(node)
  const held = name && depth > 0 ? declaredAs(tree, name) : null
  if (held) return possible(tree, held, depth - 1)
  const parts =
    node.type === "ConditionalExpression"
      ? [field(node, "consequent"), field(node, "alternate")]
      : node.type === "LogicalExpression"
        ? [node.operator === "&&" ? null : field(node, "left"), field(node, "right")]
        : null
  return parts ? parts.flatMap((part) => (part ? possible(tree, part, depth) : [])) : [node]
}
