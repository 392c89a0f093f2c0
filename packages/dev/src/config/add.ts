import { appendText } from "./splice"
import {
  DEPENDENCIES,
  edit,
  mentions,
  objectOf,
  ourEntry,
  PAYMENT,
  PLUGIN,
  PROVIDER,
  refuseEdit,
  strings,
} from "./edit"
import {
  bare,
  everyNode,
  field,
  fields,
  propertyName,
  type Node,
  possible,
  propertyOf,
  stringOf,
  type Tree,
  valueOfProperty,
} from "./tree"

const pluginLines = `{ resolve: "${PLUGIN}", options: {} }`
const providerLines = `{ resolve: "${PROVIDER}", id: "default" }`
const entryLines = `{
  resolve: "${PAYMENT[0]}",
  dependencies: ["paycollect", "query"],
  options: {
    providers: [${providerLines}],
  },
}`

/** Adds the plugin, and its provider to Medusa's payment module. Applied to its own result it changes nothing. */
export const addToConfig = (text: string) => edit(text, nextAddition, additionLines)

function nextAddition(tree: Tree): string | null {
  if (!mentions(tree, PLUGIN)) return addPlugin(tree)
  if (!mentions(tree, PROVIDER)) return addProvider(tree)
  const entry = ourEntry(tree)
  if (!entry)
    return missingDependency(tree, null) ? refuseEdit("the payment module stands in a variable") : null
  const missing = missingDependency(tree, entry)
  return missing ? addDependency(tree, entry, missing) : null
}

function addPlugin(tree: Tree): string {
  const config = objectOf(tree)
  const plugins = listIn(tree, config, "plugins")
  if (plugins) return appendText(tree.text, plugins, fields(plugins, "elements"), pluginLines)
  return appendText(tree.text, config, fields(config, "properties"), `plugins: [${pluginLines}]`)
}

function addProvider(tree: Tree): string {
  const config = objectOf(tree)
  const modules = listIn(tree, config, "modules")
  const indented = (code: string) => code.replace(/\n/g, "\n  ")
  if (!modules) {
    const code = `modules: [\n  ${indented(entryLines)},\n]`
    return appendText(tree.text, config, fields(config, "properties"), code)
  }
  const entry = paymentEntry(tree, modules)
  if (!entry) return appendText(tree.text, modules, fields(modules, "elements"), entryLines)
  const providers = `providers: [${providerLines}]`
  const options = partOf(entry, "options", "ObjectExpression")
  if (!options) {
    const code = `options: {\n  ${providers},\n}`
    return appendText(tree.text, entry, fields(entry, "properties"), code)
  }
  const list = partOf(options, "providers", "ArrayExpression")
  if (!list) return appendText(tree.text, options, fields(options, "properties"), providers)
  return appendText(tree.text, list, fields(list, "elements"), providerLines)
}

function addDependency(tree: Tree, entry: Node, name: string): string {
  const list = partOf(entry, "dependencies", "ArrayExpression")
  if (list) return appendText(tree.text, list, fields(list, "elements"), `"${name}"`)
  return appendText(
    tree.text,
    entry,
    fields(entry, "properties"),
    `dependencies: ["${DEPENDENCIES.join('", "')}"]`
  )
}

function missingDependency(tree: Tree, entry: Node | null): string | undefined {
  const named = entry ? [...everyNode(entry)].map((node) => stringOf(node)) : strings(tree)
  return DEPENDENCIES.find((name) => !named.includes(name))
}

/** The array at `name`; null when there is none; anything else may hold or override it. */
function listIn(tree: Tree, config: Node, name: string): Node | null {
  const spreads = fields(config, "properties").filter(({ type }) => type === "SpreadElement")
  if (spreads.some((spread) => mayName(tree, spread, name)))
    refuseEdit(`what is spread into the configuration may set ${name}`)
  if (!propertyOf(config, name)) return null
  const value = valueOfProperty(config, name)
  if (value?.type === "ArrayExpression") return value
  return refuseEdit(
    value?.type === "ObjectExpression" ? `${name} is an object` : `${name} is not written as an array`
  )
}

const isLiteral = ({ type, name }: Node) =>
  /^(Null|Boolean|String|Numeric)Literal$/.test(type) || name === "undefined"

/** Whether a spread may set the property `name`: what another file gives may hold anything. */
function mayName(tree: Tree, spread: Node, name: string): boolean {
  return possible(tree, field(spread, "argument")!).some((value) => {
    if (value.type !== "ObjectExpression") return !isLiteral(value)
    const spreads = fields(value, "properties").filter(({ type }) => type === "SpreadElement")
    return propertyOf(value, name) !== null || spreads.some((inner) => mayName(tree, inner, name))
  })
}

const isPayment = (entry: Node) =>
  PAYMENT.includes(stringOf(valueOfProperty(entry, "resolve")) ?? "") ||
  stringOf(valueOfProperty(entry, "key")) === "payment" ||
  propertyName(field(valueOfProperty(entry, "key") ?? entry, "property")) === "PAYMENT"

function paymentEntry(tree: Tree, modules: Node): Node | null {
  const elements = fields(modules, "elements").map(bare)
  const entry = elements.find((element) => element.type === "ObjectExpression" && isPayment(element))
  if (entry) return entry
  const unknown = elements.some((element) => mayBePayment(tree, element))
  return unknown ? refuseEdit("an entry of modules is held elsewhere and may be the payment module") : null
}

/** Whether an element of `modules` can turn out to be, or to hold, the payment module. */
function mayBePayment(tree: Tree, element: Node): boolean {
  const held = element.type === "SpreadElement" ? field(element, "argument")! : element
  return possible(tree, held).some((value) => {
    if (value.type === "ArrayExpression")
      return fields(value, "elements").some((inner) => mayBePayment(tree, inner))
    if (value.type !== "ObjectExpression") return !isLiteral(value)
    return isPayment(value) || stringOf(valueOfProperty(value, "resolve")) === null
  })
}

/** A part of the entry; null when it is absent and can be added. */
function partOf(object: Node, name: string, type: string): Node | null {
  const value = valueOfProperty(object, name)
  if (value?.type === type) return value
  const isOpen = fields(object, "properties").some((property) => property.type === "SpreadElement")
  if (propertyOf(object, name) || isOpen)
    refuseEdit(`${name} of the payment module is not written out in its place`)
  return null
}

function additionLines(tree: Tree): string {
  const indented = (code: string) => code.replace(/^/gm, "  ")
  return [
    ...(mentions(tree, PLUGIN) ? [] : ["// in plugins", indented(`${pluginLines},`)]),
    "// in modules; if @medusajs/medusa/payment is there already, add dependencies and the provider to it",
    indented(`${entryLines},`),
  ].join("\n")
}
