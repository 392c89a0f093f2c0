import { remove } from "./splice"
import { DEPENDENCIES, edit, mentions, objectOf, ourEntry, PLUGIN, PROVIDER, refuseEdit } from "./edit"
import { bare, fields, type Node, propertyOf, stringOf, type Tree, valueOfProperty } from "./tree"

/** Takes out what `addToConfig` adds, and every other provider entry of this package. */
export const removeFromConfig = (text: string) => edit(text, nextRemoval, removalLines)

function nextRemoval(tree: Tree): string | null {
  if (!mentions(tree, PLUGIN) && !mentions(tree, PROVIDER)) return null
  const config = objectOf(tree)
  const plugins = mentions(tree, PLUGIN) ? valueOfProperty(config, "plugins") : null
  if (plugins?.type === "ArrayExpression") {
    const at = fields(plugins, "elements").map(bare).findIndex(isOurEntry(PLUGIN))
    if (at !== -1) return removeOne(tree, config, "plugins", at)
  }
  const entry = ourEntry(tree)
  if (!entry) return refuseEdit("its lines are held in variables or behind conditions")
  if (isOnlyOurs(entry)) {
    const elements = fields(valueOfProperty(config, "modules")!, "elements").map(bare)
    return removeOne(tree, config, "modules", elements.indexOf(entry))
  }
  return removeFromEntry(tree, entry)
}

const isOurEntry = (name: string) => (element: Node) =>
  stringOf(element) === name ||
  (element.type === "ObjectExpression" && stringOf(valueOfProperty(element, "resolve")) === name)

/** Element `at` of the array at `name`; the last one takes the property with it. */
function removeOne(tree: Tree, object: Node, name: string, at: number): string {
  const list = valueOfProperty(object, name)!
  const elements = fields(list, "elements")
  if (elements.length > 1) return remove(tree.text, list, elements, at)
  const properties = fields(object, "properties")
  return remove(tree.text, object, properties, properties.indexOf(propertyOf(object, name)!))
}

const listAt = (object: Node | null, name: string): Node[] => {
  const list = object && valueOfProperty(object, name)
  return list?.type === "ArrayExpression" ? fields(list, "elements") : []
}

const isExactlyOurs = (entry: Node) =>
  listAt(entry, "dependencies").map(stringOf).join() === DEPENDENCIES.join()

/** Whether without this package the entry would say what Medusa does by itself. */
function isOnlyOurs(entry: Node): boolean {
  const known = ["resolve", "dependencies", "options"]
  const isKnown = (property: Node) => known.some((name) => propertyOf(entry, name) === property)
  const options = valueOfProperty(entry, "options")
  return (
    fields(entry, "properties").every(isKnown) &&
    isExactlyOurs(entry) &&
    options !== null &&
    fields(options, "properties").length === 1 &&
    listAt(options, "providers").length > 0 &&
    listAt(options, "providers").map(bare).every(isOurEntry(PROVIDER))
  )
}

function removeFromEntry(tree: Tree, entry: Node): string {
  const named = listAt(entry, "dependencies").map(stringOf)
  const at = named.indexOf("paycollect")
  // "query" is the store's own where it stood there before.
  if (at !== -1) return removeOne(tree, entry, "dependencies", named[at + 1] === "query" ? at + 1 : at)
  const options = valueOfProperty(entry, "options")
  const provider = listAt(options, "providers").map(bare).findIndex(isOurEntry(PROVIDER))
  if (provider === -1) return refuseEdit("its provider is held in a variable or behind a condition")
  const isLast = fields(options!, "properties").length === 1 && listAt(options, "providers").length === 1
  if (isLast) {
    const properties = fields(entry, "properties")
    return remove(tree.text, entry, properties, properties.indexOf(propertyOf(entry, "options")!))
  }
  return removeOne(tree, options!, "providers", provider)
}

const removalLines = () =>
  [
    "// in plugins",
    `  the entry ${PLUGIN}`,
    "// in modules, in the entry of the payment module",
    `  "paycollect" of its dependencies, and each provider ${PROVIDER}`,
  ].join("\n")
