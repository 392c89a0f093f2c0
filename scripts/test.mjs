import { runRings } from "./lib/rings.mjs"

/** `npm test [-- jest arguments]`: installs and builds what is missing, then runs the rings that need no browser. */
const rings = ["unit", "contract", "modules", "http"]
const extra = process.argv.slice(2)
const chosen = extra.some((argument) => argument.startsWith("--selectProjects"))
  ? []
  : ["--selectProjects", ...rings]

// `--selectProjects` takes every word that follows it: another option has to close the list.
await runRings({ name: "test", title: "Tests", args: [...chosen, "--passWithNoTests", ...extra] })
