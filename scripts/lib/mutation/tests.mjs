/** All tests below `block` with a name that is the same in every run: the titles on the way, and a number where they repeat. */
export function* testsOf(block, seen = new Map(), titles = []) {
  for (const child of block.children) {
    const path = [...titles, child.name]
    if (child.type === "describeBlock") {
      yield* testsOf(child, seen, path)
      continue
    }
    const title = path.join(" › ")
    const count = (seen.get(title) ?? 0) + 1
    seen.set(title, count)
    yield [child, count === 1 ? title : `${title} (${count})`]
  }
}

/** Test runners of frameworks wrap a whole file into one block, whose hooks boot and end everything: they must run once. */
export function innermostBlock(block) {
  const [only] = block.children
  return block.children.length === 1 && only.type === "describeBlock" && !only.mode
    ? innermostBlock(only)
    : block
}

/**
 * A copy of `block` below `parent` with those tests only for which `wanted` returns something: what it returns is merged into the copy.
 * Hooks are shared, states are not.
 */
export function copyOf(block, parent, wanted) {
  const copy = { ...block, parent, children: [], tests: [] }
  for (const child of block.children) {
    if (child.type === "describeBlock") {
      const inner = copyOf(child, copy, wanted)
      if (inner.children.length > 0) copy.children.push(inner)
      continue
    }
    const more = wanted(child)
    if (!more) continue
    const fresh = { errors: [], retryReasons: [], unhandledRejectionErrorByPromise: new Map() }
    const test = { ...child, ...fresh, ...more, parent: copy }
    copy.children.push(test)
    copy.tests.push(test)
  }
  return copy
}
