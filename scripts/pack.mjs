import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Children } from "./lib/children.mjs"
import { endTogether } from "./lib/lifecycle.mjs"
import { checkFiles, packages, pack } from "./lib/package/contents.mjs"
import { root, stateDir } from "./lib/paths.mjs"
import { buildPlugin, checkNode, install } from "./lib/prepare.mjs"
import { report, say, step } from "./lib/steps.mjs"

/** `npm run pack`: the file of every package, in artifacts/packages, and how they are installed. */
const place = join(root, "artifacts/packages")

async function main() {
  checkNode()
  const children = new Children(join(stateDir, "run", `pack-${process.pid}.json`), join(stateDir, "logs"))
  const { end, fail } = endTogether(children, { signalCode: 130 })
  const run = async () => {
    await install(children)
    await buildPlugin(children)
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place, { recursive: true })
    const made = {}
    for (const [name, one] of Object.entries(packages)) {
      made[name] = await step(`Packing ${one.title}`, () => pack(children, one, place))
      checkFiles(one, made[name].files)
    }
    const { plugin, dev, kit } = made
    say("\nIn the folder of the Medusa app:")
    say(`  npm install ${plugin.tarball} && npm install -D ${dev.tarball}`)
    say("In the folder of the storefront:")
    say(`  npm install ${kit.tarball}`)
    await end(0)
  }
  await run().catch(fail)
}

main().catch((error) => {
  report(error)
  process.exitCode = 1
})
