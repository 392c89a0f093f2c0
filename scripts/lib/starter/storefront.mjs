import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { devDir, root } from "../paths.mjs"
import { npm, quietEnv } from "../prepare.mjs"
import { waitUntil } from "../process-identity.mjs"
import { Failure, step, tail } from "../steps.mjs"
import { installCommand } from "./source.mjs"

const cli = join(devDir, "dist/index.js")

/** Follows docs/nextjs-starter.md by the command, twice: the second time it has nothing to do. */
export async function applySteps(children, { name, storefront, store, origin }) {
  const command = [process.execPath, cli, "storefront", storefront, "--yes"]
  const addresses = ["--backend-url", store.origin, "--storefront-url", origin]
  const rest = ["--publishable-key", store.publishableKey, "--default-region", "cm"]
  const run = () =>
    children.run(`${name}-steps`, [...command, ...addresses, ...rest], { cwd: root, env: quietEnv })
  await run()
  await run()
  const said = readFileSync(join(children.logDir, `${name}-steps.log`), "utf8")
  if (!said.includes("Nothing was changed")) throw new Failure(`the second run changed something\n${said}`)
}

/** The kit comes from its tarball, everything else as the starter's lock file says. */
export async function installPackages(children, { name, workspace, storefront, kit }) {
  const path = join(storefront, "package.json")
  const manifest = JSON.parse(readFileSync(path, "utf8"))
  manifest.dependencies["medusa-payment-paycollect-storefront"] = `file:${kit}`
  writeFileSync(path, JSON.stringify(manifest, null, 2))
  const registry = execFileSync(npm, ["config", "get", "registry"], {
    encoding: "utf8",
    env: quietEnv,
  }).trim()
  const env = { ...quietEnv, YARN_NPM_REGISTRY_SERVER: registry, YARN_ENABLE_TELEMETRY: "0" }
  await children.run(`${name}-install`, installCommand(workspace), { cwd: workspace, env })
}

const nextBin = (storefront) => [process.execPath, join(storefront, "node_modules/next/dist/bin/next")]
const env = { ...quietEnv, NEXT_TELEMETRY_DISABLED: "1", CI: "true", NODE_ENV: "production" }

/** The starters build whatever the compiler says, and have errors of their own: what names ours has to be free of them. */
export async function checkTypes(children, { name, storefront }) {
  const tsc = [process.execPath, join(storefront, "node_modules/typescript/bin/tsc"), "--noEmit"]
  const child = children.start(`${name}-types`, tsc, { cwd: storefront, env })
  await child.finished
  const errors = readFileSync(child.log, "utf8")
    .split("\n")
    .filter((line) =>
      /^src\/.*(paycollect|checkout\/(return|waiting)\/|payment-button|constants\.tsx|middleware\.ts)/.test(
        line
      )
    )
  if (errors.length > 0) throw new Failure(`types of ${name}:\n${errors.join("\n")}`)
}

export async function startStorefront(children, { name, storefront, port, origin }) {
  await step(`Building ${name}`, () =>
    children.run(`${name}-build`, [...nextBin(storefront), "build"], { cwd: storefront, env })
  )
  const child = children.start(name, [...nextBin(storefront), "start", "--port", String(port)], {
    cwd: storefront,
    env,
  })
  let over = false
  child.finished.then(() => (over = true))
  // The older starter leads everybody who brings no cookie to the same address again, for good.
  const answers = () =>
    fetch(`${origin}/cm`, { redirect: "manual" }).then(
      ({ status }) => status < 400,
      () => false
    )
  const began = Date.now()
  let ready = false
  while (!ready && !over && Date.now() - began < 120_000) {
    ready = await answers()
    if (!ready) await waitUntil(() => over, 500, 100)
  }
  if (!ready) throw new Failure(`${name} did not start\n${tail(child.log)}`)
  return child
}
