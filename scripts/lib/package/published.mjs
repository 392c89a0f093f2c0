import { readFileSync } from "node:fs"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { root } from "../paths.mjs"
import { Failure } from "../steps.mjs"
import { run } from "./imports.mjs"

/** Medusa's loaders want a default export of each file behind a pattern, built to CommonJS, and know what they import. */
const isForLoaders = ({ code, path }) =>
  code === "CJS_WITH_ESMODULE_DEFAULT_EXPORT" && path.at(-1).endsWith("*")

const attw = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js")
/** That the kit has no CommonJS, and what loaders import by default (above). */
const knownRules = ["cjs-resolves-to-esm", "cjs-only-exports-default"]

/**
 * What two public tools say about a tarball: publint about its manifest (files it names, formats, conditions), are-the-types-wrong about the
 * types of each entry, as CommonJS, ES modules, bundlers and the resolution without exports maps find them.
 * @param typed entries behind patterns whose types somebody imports @param untyped entries that are imported without types
 */
export async function checkPublished(tarball, { typed = [], untyped = [] } = {}) {
  const { messages, pkg } = await publint({ pack: { tarball: readFileSync(tarball) } })
  const said = messages
    .filter((message) => !isForLoaders(message))
    .map((message) => formatMessage(message, pkg, { color: false }))
  if (said.length) throw new Failure(`publint about ${pkg.name}:\n  ${said.join("\n  ")}`)

  const format = ["--format", "ascii", "--no-emoji", "--no-color"]
  const entries = [
    ...(typed.length ? ["--include-entrypoints", ...typed] : []),
    ...(untyped.length ? ["--exclude-entrypoints", ...untyped] : []),
  ]
  run([attw, tarball, ...format, "--ignore-rules", ...knownRules, ...entries], root)
}
