import { parseArgs } from "node:util"
import { runRings } from "./lib/rings.mjs"

/**
 * `npm run fuzz [-- --requests 5000] [--seed 7] [--target "GET /paycollect/return/:reference"] [--path 3:0:1]`: hostile requests to every
 * route of a booted store, random but seeded. A failure prints the smallest request and the command that sends it again.
 */
const names = ["requests", "seed", "target", "path"]
const { values } = parseArgs({
  options: {
    ...Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    requests: { type: "string", default: "100000" },
  },
})

const given = names.filter((name) => values[name] !== undefined)
await runRings({
  name: "fuzz",
  title: "Fuzz",
  args: ["--selectProjects", "hostile", ...(values.target ? ["--testPathPatterns", "hostile/fuzz"] : [])],
  env: Object.fromEntries(given.map((name) => [`FUZZ_${name.toUpperCase()}`, values[name]])),
})
