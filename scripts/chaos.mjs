import { join } from "node:path"
import { parseArgs } from "node:util"
import { Children, endLeftovers } from "./lib/children.mjs"
import { endTogether } from "./lib/lifecycle.mjs"
import { root, stateDir } from "./lib/paths.mjs"
import { buildPlugin, checkNode, install, quietEnv } from "./lib/prepare.mjs"
import { report, step } from "./lib/steps.mjs"

/**
 * `npm run chaos [-- --minutes 60] [--runs 5000] [--seed 7] [--ring module|booted]`: random but seeded runs, until a number of
 * runs or minutes is over or the promise breaks. A failure prints the command that repeats it, with `--path` and `--replay`.
 */
const names = ["minutes", "runs", "seed", "path", "replay"]
const options = Object.fromEntries([...names, "ring"].map((name) => [name, { type: "string" }]))
const { values } = parseArgs({ options })

function chaosEnv() {
  const given = names.filter((name) => values[name] !== undefined)
  const flags = [process.env.NODE_OPTIONS, "--experimental-vm-modules", "--no-warnings=ExperimentalWarning"]
  return {
    ...quietEnv,
    ...Object.fromEntries(given.map((name) => [`CHAOS_${name.toUpperCase()}`, values[name]])),
    NODE_OPTIONS: flags.filter(Boolean).join(" "),
  }
}

async function main() {
  checkNode()
  const record = join(stateDir, "run", `chaos-${process.pid}.json`)
  await endLeftovers(record)
  const children = new Children(record, join(stateDir, "logs"))
  const { end, fail } = endTogether(children, { signalCode: 130 })
  const run = async () => {
    await install(children)
    await buildPlugin(children)
    const code = await step("Chaos", async () => {
      const jest = join(root, "node_modules/jest/bin/jest.js")
      const ring = values.ring ? ["--testPathPatterns", `chaos/${values.ring}`] : []
      const command = [process.execPath, jest, "--selectProjects", "chaos", "--maxWorkers=2", ...ring]
      const child = children.start("chaos", command, { cwd: root, env: chaosEnv(), stdio: "inherit" })
      return (await child.finished).code ?? 1
    })
    await end(code)
  }
  await run().catch(fail)
}

main().catch((error) => {
  report(error)
  process.exitCode = 1
})
