import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { stateDir } from "./lib/paths.mjs"
import { runRings } from "./lib/rings.mjs"
import { say } from "./lib/steps.mjs"

/**
 * `npm run chaos [-- --minutes 60] [--runs 5000] [--seed 7] [--ring module|module-1|booted]`: random but seeded scenarios. Without a
 * number of minutes each ring plays its own number of them. With one, one module ring and the booted ring play side by side for so
 * long. A failure prints the command that repeats it, with `--path` and `--replay`.
 */
const names = ["minutes", "runs", "seed", "path", "replay"]
const options = Object.fromEntries([...names, "ring"].map((name) => [name, { type: "string" }]))
const { values } = parseArgs({ options })

const given = names.filter((name) => values[name] !== undefined)
const reports = join(stateDir, "chaos")
const env = {
  ...Object.fromEntries(given.map((name) => [`CHAOS_${name.toUpperCase()}`, values[name]])),
  CHAOS_REPORT: reports,
}
const ring = values.ring ?? (values.minutes ? "(module-1|booted)" : undefined)

/** A table that fits into a document: what happened how often, by ring. */
function summary() {
  if (!existsSync(reports)) return
  const rings = readdirSync(reports).map((file) => JSON.parse(readFileSync(join(reports, file), "utf8")))
  const row = (...cells) => say(`| ${cells.join(" | ")} |`)
  const line = (title, of) => row(title, ...rings.map(of))
  say()
  line("", ({ ring: name }) => name)
  line("---", () => "---:")
  line("scenarios", ({ runs }) => runs)
  line("violations", ({ violations }) => violations)
  line("seconds", ({ seconds }) => seconds)
  line("first seed", ({ seed }) => seed)
  const counted = new Set(rings.flatMap(({ counts }) => Object.keys(counts)))
  for (const name of [...counted].sort()) line(name, ({ counts }) => counts[name] ?? 0)
}

rmSync(reports, { recursive: true, force: true })
await runRings({
  name: "chaos",
  title: "Chaos",
  args: ["--selectProjects", "chaos", ...(ring ? ["--testPathPatterns", `chaos/${ring}`] : [])],
  env,
  onEnd: summary,
})
