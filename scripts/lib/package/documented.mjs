import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../paths.mjs"
import { Failure } from "../steps.mjs"

/** The text of the block of a page with this title, as a reader would copy it. @throws Failure where there is none */
export function documentedBlock(page, title) {
  const block = new RegExp(`^\`\`\`\\w+ title="${title}"\\n([\\s\\S]*?)^\`\`\`$`, "m")
  const [, text] = block.exec(readFileSync(join(root, page), "utf8")) ?? []
  if (!text) throw new Failure(`${page} has no block titled "${title}"`)
  return text
}

/** The commands of such a block, without its remarks. */
export const documentedCommands = (page, title) =>
  documentedBlock(page, title)
    .split("\n")
    .map((line) => line.replace(/\s+#.*/, "").trim())
    .filter(Boolean)
