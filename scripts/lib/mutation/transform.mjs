import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { session } from "./session.mjs"

const require = createRequire(import.meta.url)

/** The transform of the ring itself, given the text with the mutants where there is one. */
export default {
  createTransformer({ inner: [name, options] }) {
    const inner = require(name).createTransformer(options)
    const texts = new Map()
    const textOf = (file, text) => {
      const mutated = session.plan.instrumented[file]
      if (!mutated) return text
      if (!texts.has(file)) texts.set(file, readFileSync(mutated, "utf8"))
      return texts.get(file)
    }
    return {
      canInstrument: false,
      process: (text, file, how) => inner.process(textOf(file, text), file, how),
      getCacheKey: (text, file, how) =>
        createHash("sha256")
          .update(inner.getCacheKey(textOf(file, text), file, how))
          .digest("hex"),
    }
  },
}
