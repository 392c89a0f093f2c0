import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "./paths.mjs"

const ignored = new Set(["node_modules", "__tests__", ".medusa", "dist", "public"])

function* filesBelow(path) {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    if (existsSync(path)) yield path
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!ignored.has(entry.name)) yield* filesBelow(join(path, entry.name))
  }
}

/** One hash over the contents of files and folders (relative to the repository) and over plain values. */
export function hashOf(paths, values = []) {
  const hash = createHash("sha256")
  for (const path of paths) {
    for (const file of filesBelow(join(root, path))) {
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update("\0")
    }
  }
  return hash.update(JSON.stringify(values)).digest("hex")
}

function isCurrent(stampFile, hash) {
  try {
    return readFileSync(stampFile, "utf8") === hash
  } catch {
    return false
  }
}

/**
 * Does the work unless the stamp says that it was done for the same inputs and its output is still there. The stamp is
 * gone while the work runs, so that work which was killed is done again.
 */
export async function unlessCurrent({ stamp, hash, output, onSkip }, work) {
  if (isCurrent(stamp, hash) && (!output || existsSync(output))) return onSkip()
  rmSync(stamp, { force: true })
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}
