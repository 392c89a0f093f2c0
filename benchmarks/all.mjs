import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../scripts/lib/paths.mjs"
import { tableOf } from "./lib/bars.mjs"

/**
 * `npm run bench`: every bench, one after the other, and one table of what they measured. Exits with 1 when a bar is missed; the others are
 * measured all the same.
 *
 *   --parts job,takings   only these
 *   --rows 2000           payments of those that fill tables: fewer show whether they still run, not what anything costs
 */
const PARTS = {
  job: { title: "The job", run: ["due-run"] },
  lists: { title: "Lists and searches, 10,000 payments", run: ["intents-list"] },
  "lists-million": {
    title: "Lists and searches, a million payments",
    run: ["intents-list", "--rows", "1000000"],
  },
  growth: { title: "A store of a million payments beside one of a thousand", run: ["growth"] },
  people: { title: "Searches for people, 100,000 payments", run: ["search-people"] },
  takings: { title: "Takings, a million payments", run: ["takings"] },
  checkout: { title: "A checkout", run: ["checkout"] },
  footprint: { title: "Events, memory, database", run: ["footprint"] },
  crossed: { title: "Files and functions that a payment runs through", run: ["crossed"] },
  strangers: { title: "Strangers and crowds", run: ["untrusted-visitors"] },
  starts: { title: "Strangers who start payments", run: ["strangers"] },
  processes: { title: "Several processes", run: ["many-processes"] },
}

const { values } = parseArgs({
  options: { parts: { type: "string", default: Object.keys(PARTS).join() }, rows: { type: "string" } },
})
const more = values.rows ? ["--rows", values.rows] : []
const asked = values.parts.split(",").map((name) => {
  if (!PARTS[name]) throw new Error(`no part ${name}: ${Object.keys(PARTS).join(", ")}`)
  return PARTS[name]
})

async function measure([script, ...args], file) {
  const env = { ...process.env, PAYCOLLECT_BENCH_FIGURES: file }
  const child = spawn(process.execPath, [join(root, `benchmarks/${script}.mjs`), ...args], {
    env,
    stdio: "inherit",
  })
  const [code] = await once(child, "exit")
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
  return { code, figures: lines.map((line) => JSON.parse(line)) }
}

const place = mkdtempSync(join(tmpdir(), "paycollect-bench-"))
const sections = []
for (const [index, { title, run }] of asked.entries()) {
  console.log(`\n# ${title}\n`)
  const { code, figures } = await measure([...run, ...more], join(place, `${index}.jsonl`))
  const load = loadavg()[0].toFixed(1)
  sections.push(
    `### ${title}\n\n${figures.length ? tableOf(figures) : "Nothing measured."}\n\nLoad at its end ${load}.`
  )
  if (code === 0) continue
  process.exitCode = 1
  sections.push(`Ended with ${code}.`)
}
rmSync(place, { recursive: true })
console.log(
  `\n## ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores\n\n${sections.join("\n\n")}`
)
