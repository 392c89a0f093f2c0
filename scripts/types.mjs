import { join } from "node:path"
import { Children } from "./lib/children.mjs"
import { endTogether } from "./lib/lifecycle.mjs"
import { root, stateDir } from "./lib/paths.mjs"
import { buildPlugin, checkNode, install, quietEnv } from "./lib/prepare.mjs"
import { report, step } from "./lib/steps.mjs"

/**
 * `npm run types`: the compiler over every part. The two demo parts and the tests of the store see the plugin as users
 * do, through its build, so that is made first.
 */
const projects = {
  "the plugin": "tsconfig.json",
  "tests of the plugin": "tsconfig.test.json",
  "the dashboard": "src/admin/tsconfig.json",
  "the storefront kit": "packages/storefront/tsconfig.json",
  "tests of the storefront kit": "packages/storefront/tsconfig.test.json",
  "the development tools": "packages/dev/tsconfig.json",
  "tests of the development tools": "packages/dev/tsconfig.test.json",
  "the demo's backend": "demo/backend/tsconfig.json",
  "the demo's storefront": "demo/storefront/tsconfig.json",
}

async function main() {
  checkNode()
  const children = new Children(join(stateDir, "run", `types-${process.pid}.json`), join(stateDir, "logs"))
  const { end, fail } = endTogether(children, { signalCode: 130 })
  const run = async () => {
    await install(children)
    await buildPlugin(children)
    const waiting = Object.entries(projects)
    const compile = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [title, project] = next
        const tsc = join(root, "node_modules/typescript/bin/tsc")
        const command = [process.execPath, tsc, "--noEmit", "-p", project]
        await step(`Types of ${title}`, () =>
          children.run("types", command, { cwd: root, env: quietEnv, stdio: "inherit" })
        )
      }
    }
    await Promise.all([compile(), compile()])
    await end(0)
  }
  await run().catch(fail)
}

main().catch((error) => {
  report(error)
  process.exitCode = 1
})
