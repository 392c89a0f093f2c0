import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../paths.mjs"

/** Mutants that change nothing that can be seen from outside, by file, with the reason: `{file: [{source, from, to, why}]}`. */
export const LIST = "scripts/mutation-equivalents.json"

const flat = (text) => text.replace(/\s+/g, " ").trim()

/** A mutant is in the list when the line it begins in (`source`), its text (`from`) and its replacement (`to`) are. */
export function equivalents() {
  const path = join(root, LIST)
  const list = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
  const used = new Set()
  return {
    has(mutant) {
      const same = (entry, key) => flat(entry[key]) === flat(mutant[key])
      const entry = (list[mutant.file] ?? []).find((one) =>
        ["source", "from", "to"].every((key) => same(one, key))
      )
      if (entry) used.add(entry)
      return Boolean(entry)
    },
    /** Entries of those files that no mutant matches any more. */
    stale: (files) =>
      files.flatMap((file) =>
        (list[file] ?? []).filter((entry) => !used.has(entry)).map((entry) => ({ file, ...entry }))
      ),
  }
}
