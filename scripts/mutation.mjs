import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Children, endLeftovers } from "./lib/children.mjs"
import { endTogether } from "./lib/lifecycle.mjs"
import { equivalents, LIST } from "./lib/mutation/equivalents.mjs"
import { instrument, sourcesOf } from "./lib/mutation/instrument.mjs"
import { jobsOf } from "./lib/mutation/jobs.mjs"
import { percent, show, table } from "./lib/mutation/report.mjs"
import { Workers } from "./lib/mutation/workers.mjs"
import { stateDir } from "./lib/paths.mjs"
import { checkNode, install } from "./lib/prepare.mjs"
import { Failure, report, say, step } from "./lib/steps.mjs"

const USAGE = `npm run test:mutation -- <files or folders> [options]

Changes the named sources in many small ways ("mutants") and says which of them no test notices.

  src/a.ts src/b src/c.ts:10-40   what to change; of a file also some lines only
  --rings unit,modules            whose tests may notice (unit)
  --specs <pattern>               only spec files whose path matches this regular expression
  --workers 2                     processes side by side (1)
  --strings                       changes texts, too
  --at-least 95                   exit code 1 when fewer percent of any file's mutants are noticed
  --json <file>                   writes every mutant with its verdict
`

const RINGS = ["unit", "contract", "modules"]

function read() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rings: { type: "string", default: "unit" },
      specs: { type: "string" },
      workers: { type: "string", default: "1" },
      strings: { type: "boolean", default: false },
      "at-least": { type: "string" },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help || positionals.length === 0) return undefined
  const rings = values.rings.split(",")
  const foreign = rings.find((ring) => !RINGS.includes(ring))
  // The other rings load the plugin's build, which has no mutants.
  if (foreign) throw new Failure(`--rings ${foreign}: only ${RINGS.join(", ")} load the sources`)
  return { ...values, rings, sources: sourcesOf(positionals), atLeast: Number(values["at-least"] ?? 0) }
}

async function main() {
  const asked = read()
  if (!asked) return say(USAGE)
  checkNode()
  const name = `mutation-${process.pid}`
  const record = join(stateDir, "run", `${name}.json`)
  const place = join(stateDir, name)
  await endLeftovers(record)
  const children = new Children(record, join(stateDir, "logs"))
  let stopPostgres
  const everything = {
    async end() {
      await children.end()
      await stopPostgres?.()
      rmSync(place, { recursive: true, force: true })
    },
  }
  const { end, fail } = endTogether(everything, { signalCode: 130 })
  const run = async () => {
    await install(children)
    if (asked.rings.includes("modules")) {
      const launch = createRequire(import.meta.url)("../integration-tests/setup/postgres.js")
      const { host, port, user, password, stop } = await step("Starting PostgreSQL", launch)
      stopPostgres = stop
      Object.assign(process.env, {
        DB_HOST: host,
        DB_PORT: String(port),
        DB_USERNAME: user,
        DB_PASSWORD: password,
      })
    }
    mkdirSync(place, { recursive: true })
    const mutants = await judge(children, { place, asked })
    show(mutants)
    if (asked.json) writeFileSync(asked.json, `${JSON.stringify(mutants, null, 2)}\n`)
    const poor = table(mutants).filter((row) => percent(row) < asked.atLeast)
    for (const row of poor) say(`\n${row.file}: ${percent(row).toFixed(1)} %, below ${asked.atLeast}`)
    await end(poor.length > 0 ? 1 : 0)
  }
  await run().catch(fail)
}

/** @returns the mutants with their verdicts */
async function judge(children, { place, asked }) {
  const { instrumented, mutants } = await step(`Changing ${asked.sources.size} files`, () =>
    instrument(asked.sources, { place: join(place, "sources"), strings: asked.strings })
  )
  const known = equivalents()
  const counted = mutants.filter((mutant) => !known.has(mutant))
  for (const { file, source, to } of known.stale([...new Set(mutants.map(({ file }) => file))]))
    say(`${LIST}: nothing matches "${source}" → "${to}" of ${file} any more`)

  const workers = new Workers(children, { place, instrumented, ...asked })
  const specs = await step(`Which tests reach which of ${counted.length} mutants`, () => workers.cover())
  const failing = specs.flatMap(({ errors }) => errors)
  if (failing.length > 0) throw new Failure(`These fail without any mutant:\n${failing.join("\n")}`)
  const { jobs, covered } = jobsOf(counted, specs)
  const verdicts = await step(`Running the tests with each of ${covered.size} mutants`, () =>
    workers.kill(specs, jobs)
  )
  const verdictOf = (mutant) => {
    if (!counted.includes(mutant)) return "equivalent"
    return verdicts.get(mutant.id) ?? (covered.has(mutant.id) ? "survived" : "uncovered")
  }
  return mutants.map((mutant) => ({ ...mutant, verdict: verdictOf(mutant) }))
}

main().catch((error) => {
  report(error)
  process.exitCode = 1
})
