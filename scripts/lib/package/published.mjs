import { readFileSync } from "node:fs"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { root } from "../paths.mjs"
import { Failure } from "../steps.mjs"
import { run } from "./imports.mjs"

const attw = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js")
/** The kit has no CommonJS; what Medusa's loaders read has only a default export, built to CommonJS, and they know it. */
const knownRules = ["cjs-resolves-to-esm", "cjs-only-exports-default"]

/**
 * What two public tools say about a tarball: publint about its manifest (files it names, formats, conditions), are-the-types-wrong about the
 * types of each entry, as CommonJS, ES modules, bundlers and the resolution without exports maps find them.
 * @param untyped entries that are imported without types
 */
export async function checkPublished(tarball, untyped = []) {
  const { messages, pkg } = await publint({ pack: { tarball: readFileSync(tarball) } })
  const said = messages.map((message) => formatMessage(message, pkg, { color: false }))
  if (said.length) throw new Failure(`publint about ${pkg.name}:\n  ${said.join("\n  ")}`)

  const format = ["--format", "ascii", "--no-emoji", "--no-color"]
  const entries = untyped.length ? ["--exclude-entrypoints", ...untyped] : []
  run([attw, tarball, ...format, "--ignore-rules", ...knownRules, ...entries], root)
}
