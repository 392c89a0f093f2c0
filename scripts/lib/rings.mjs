import { availableParallelism } from "node:os"
import { join } from "node:path"
import { Children, endLeftovers } from "./children.mjs"
import { endTogether } from "./lifecycle.mjs"
import { root, stateDir } from "./paths.mjs"
import { buildPlugin, checkNode, install, quietEnv } from "./prepare.mjs"
import { report, step } from "./steps.mjs"

/** More than four stores at once wait for each other's database. */
const workers = Math.max(2, Math.min(4, availableParallelism()))
const flags = [
  process.env.NODE_OPTIONS,
  "--experimental-vm-modules",
  "--no-warnings=ExperimentalWarning",
  // A booted store makes so much garbage that collecting it in small pieces takes a tenth of the ring's CPU.
  "--max-semi-space-size=64",
]

/**
 * Installs and builds what is missing, runs jest with two to four workers and ends with its exit code. Nothing that was started outlives it.
 * @param name of the command, for its record and its log
 * @param onEnd called when jest is over, before everything ends
 */
export async function runRings({ name, title, args, env = {}, onEnd }) {
  try {
    checkNode()
    const record = join(stateDir, "run", `${name}-${process.pid}.json`)
    await endLeftovers(record)
    const children = new Children(record, join(stateDir, "logs"))
    const { end, fail } = endTogether(children, { signalCode: 130 })
    const run = async () => {
      await install(children)
      await buildPlugin(children)
      const code = await step(title, async () => {
        const command = [
          process.execPath,
          join(root, "node_modules/jest/bin/jest.js"),
          // Each worker of the browser ring has a demo of its own.
          `--maxWorkers=${args.includes("browser") ? (process.env.BROWSER_DEMOS ?? 1) : workers}`,
          // Each booted store leaves modules behind; a worker that has had some dozens dies of it, and is slow before.
          "--workerIdleMemoryLimit=1500MB",
          ...args,
        ]
        const child = children.start(name, command, {
          cwd: root,
          env: { ...quietEnv, ...env, NODE_OPTIONS: flags.filter(Boolean).join(" ") },
          stdio: "inherit",
        })
        return (await child.finished).code ?? 1
      })
      onEnd?.()
      await end(code)
    }
    await run().catch(fail)
  } catch (error) {
    report(error)
    process.exitCode = 1
  }
}
