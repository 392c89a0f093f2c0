import { join } from "node:path"
import { Children, endLeftovers } from "./lib/children.mjs"
import { endTogether } from "./lib/lifecycle.mjs"
import { root, stateDir } from "./lib/paths.mjs"
import { buildPlugin, checkNode, install, quietEnv } from "./lib/prepare.mjs"
import { report, step } from "./lib/steps.mjs"

/** `npm test [-- jest arguments]`: installs and builds what is missing, then runs the rings that need no browser. */
const rings = ["unit", "contract", "modules", "http"]

function jestCommand(extra) {
  const chosen = extra.some((argument) => argument.startsWith("--selectProjects"))
    ? []
    : ["--selectProjects", ...rings]
  const jest = join(root, "node_modules/jest/bin/jest.js")
  // `--selectProjects` takes every word that follows it: another option has to close the list.
  return [process.execPath, jest, ...chosen, "--maxWorkers=2", "--passWithNoTests", ...extra]
}

function jestEnv() {
  const options = [process.env.NODE_OPTIONS, "--experimental-vm-modules", "--no-warnings=ExperimentalWarning"]
  return { ...quietEnv, NODE_OPTIONS: options.filter(Boolean).join(" ") }
}

async function main() {
  checkNode()
  const record = join(stateDir, "run", `test-${process.pid}.json`)
  await endLeftovers(record)
  const children = new Children(record, join(stateDir, "logs"))
  const { end, fail } = endTogether(children, { signalCode: 130 })
  const run = async () => {
    await install(children)
    await buildPlugin(children)
    const code = await step("Tests", async () => {
      const child = children.start("jest", jestCommand(process.argv.slice(2)), {
        cwd: root,
        env: jestEnv(),
        stdio: "inherit",
      })
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
