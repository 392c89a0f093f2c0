import { dirname, join } from "node:path"
import { appEnv, buildDashboard } from "./lib/package/app.mjs"
import { dev, kit, pack, plugin } from "./lib/package/contents.mjs"
import { makeFirstOrder } from "./lib/package/first-order.mjs"
import { inOwnPlace } from "./lib/package/own-place.mjs"
import { checkShop, writeWorkspace } from "./lib/package/workspace.mjs"
import { buildPlugin, checkNode, install, quietEnv } from "./lib/prepare.mjs"
import { report, step } from "./lib/steps.mjs"
import { startThrowAway } from "./postgres.mjs"

/**
 * `npm run test:workspace`: from a workspace of pnpm, as Medusa's own starter is one, to the first paid order by the commands of docs/install.md,
 * with nothing in npm's cache and pnpm's store. A package sees only what it names there, unlike below npm's one `node_modules`.
 */
const limitMs = 15 * 60_000

async function checkWorkspace(children, { place, defer }) {
  await install(children)
  await buildPlugin(children)
  const [{ tarball }, storefrontKit] = await step("Packing the packages", () =>
    Promise.all([plugin, kit, dev].map((one) => pack(children, one, place)))
  )
  const pnpm = await step("pnpm", () => fetchPnpm(children, place))
  const empty = {
    npm_config_cache: join(place, "npm-cache"),
    npm_config_store_dir: join(place, "pnpm-store"),
  }
  const env = appEnv({ ...empty, CI: "true", PATH: `${pnpm}:${process.env.PATH}` })

  const database = await step("Starting PostgreSQL", () => startThrowAway())
  defer(() => database.stop())
  const dir = join(place, "workspace")
  const { backend, storefront } = writeWorkspace(dir, { databaseUrl: database.url("postgres") })
  await step("A workspace with a plain Medusa app and a storefront", () =>
    children.run("workspace", ["pnpm", "install", "--no-frozen-lockfile"], { cwd: dir, env })
  )
  await step("Its first paid order, by the commands of docs/install.md", () =>
    makeFirstOrder(children, {
      title: "first order in a workspace",
      dir: backend,
      env,
      folder: dirname(tarball),
    })
  )
  await step("The dashboard", () => buildDashboard(children, { dir: backend, env }))
  await step("The storefront gets the kit, its own React, and nothing of the server", async () => {
    await children.run("workspace-kit", ["pnpm", "add", storefrontKit.tarball], { cwd: storefront, env })
    checkShop(storefront)
  })
}

/** @returns the folder of its command: a machine may have another, or none */
async function fetchPnpm(children, place) {
  const dir = join(place, "pnpm")
  await children.run("pnpm", ["npm", "install", "--prefix", dir, "--no-audit", "--no-fund", "pnpm@10.34.9"], {
    cwd: place,
    env: quietEnv,
  })
  return join(dir, "node_modules/.bin")
}

async function main() {
  checkNode()
  await inOwnPlace({ name: "workspace", title: "Workspace check", limitMs }, checkWorkspace)
}

main().catch((error) => {
  report(error)
  process.exitCode = 1
})
