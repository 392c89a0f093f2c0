import {
  configObject,
  everyNode,
  fields,
  bare,
  type Node,
  treeReader,
  stringOf,
  type Tree,
  valueOfProperty,
} from "./tree"

export const PLUGIN = "medusa-payment-paycollect"
export const PROVIDER = `${PLUGIN}/providers/paycollect`
export const PAYMENT = ["@medusajs/medusa/payment", "@medusajs/payment"]
/** What the provider takes out of the container of the payment module. */
export const DEPENDENCIES = ["paycollect", "query"]

/**
 * What became of the text of a `medusa-config`: as it was, changed, to be changed by hand (with the lines and the reason), or not
 * understood. Only `changed` holds another text.
 */
export type Edit =
  | { outcome: "unchanged" }
  | { outcome: "changed"; text: string }
  | { outcome: "by_hand"; because: string; lines: string }
  | { outcome: "unreadable"; because: string }

/** What a person has to do: thrown where the form of the file leaves more than one reading. */
class ByHand extends Error {}

/** The next text, or null when nothing is left to do. */
export type Step = (tree: Tree) => string | null
const MOST_STEPS = 40

export async function edit(text: string, step: Step, lines: (tree: Tree) => string): Promise<Edit> {
  const readTree = await treeReader()
  let tree: Tree
  try {
    tree = readTree(text)
  } catch (error) {
    return { outcome: "unreadable", because: (error as Error).message.split("\n")[0]! }
  }
  const original = tree
  try {
    for (let left = MOST_STEPS; left > 0; left--) {
      const next = step(tree)
      if (next === null)
        return tree.text === text ? { outcome: "unchanged" } : { outcome: "changed", text: tree.text }
      tree = readTree(next)
    }
    throw new ByHand("its form is not one that this command knows")
  } catch (error) {
    // A text of ours that cannot be read would be a fault of ours: the file stays as it is, too.
    const because = error instanceof ByHand ? error.message : "its form is not one that this command knows"
    return { outcome: "by_hand", because, lines: lines(original) }
  }
}

export const strings = (tree: Tree) =>
  tree.body.flatMap((statement) => [...everyNode(statement)]).flatMap((node) => stringOf(node) ?? [])

/** Where something of ours may already stand, in a variable or behind a condition, it is not added again. */
export const mentions = (tree: Tree, text: string) => strings(tree).includes(text)

export const refuseEdit = (because: string): never => {
  throw new ByHand(because)
}

export const objectOf = (tree: Tree): Node =>
  configObject(tree) ?? refuseEdit("the configuration is not written as one object that is exported")

/** The entry that names the provider of this package, where it is written as an object in `modules`. */
export function ourEntry(tree: Tree): Node | null {
  const config = configObject(tree)
  const modules = config && valueOfProperty(config, "modules")
  if (modules?.type !== "ArrayExpression") return null
  return (
    fields(modules, "elements")
      .map(bare)
      .find((element) => element.type === "ObjectExpression" && holds(element, PROVIDER)) ?? null
  )
}

const holds = (node: Node, text: string) => [...everyNode(node)].some((inner) => stringOf(inner) === text)
