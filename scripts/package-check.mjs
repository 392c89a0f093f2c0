import { randomBytes } from "node:crypto"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import {
  appEnv,
  buildDashboard,
  changeConfig,
  expectRefusal,
  makeApp,
  startStore,
} from "./lib/package/app.mjs"
import { checkCopies, checkFiles, checkTexts, dev, kit, pack, plugin } from "./lib/package/contents.mjs"
import { makeFirstOrder } from "./lib/package/first-order.mjs"
import { checkClosed, checkNodeImports, checkTypes } from "./lib/package/imports.mjs"
import { checkKit, checkTogether } from "./lib/package/kit.mjs"
import { inOwnPlace } from "./lib/package/own-place.mjs"
import { checkPublished } from "./lib/package/published.mjs"
import { callRoutes, checkListOfRoutes } from "./lib/package/routes.mjs"
import { makeFacts } from "./lib/package/store.mjs"
import { buildStorefrontProject } from "./lib/package/storefronts.mjs"
import { freePort } from "./lib/ports.mjs"
import { buildPlugin, checkNode, install, quietEnv } from "./lib/prepare.mjs"
import { dim, Failure, report, say, step, tail } from "./lib/steps.mjs"
import { startThrowAway } from "./postgres.mjs"

/**
 * `npm run test:package`: the tarballs, installed into empty folders, are what users get; nothing else shows what `files` and `exports` forgot.
 * `-- --empty-cache`: with nothing of npm's cache, as on a new machine. `-- --medusa 2.21.0`: another Medusa than the demo's, in the store alone.
 */
const limitMs = 15 * 60_000

async function checkPackage(children, { place, medusa, emptyCache, defer }) {
  await install(children)
  await buildPlugin(children)
  if (emptyCache) quietEnv.npm_config_cache = join(place, "npm-cache")
  checkTogether()
  const { tarball, files } = await packed(children, plugin, place)
  const storefront = await packed(children, kit, place)
  const tools = await packed(children, dev, place)
  await step("What publint and are-the-types-wrong say of them", async () => {
    // Only the dashboard's bundler imports it.
    await checkPublished(tarball, ["./admin"])
    await checkPublished(storefront.tarball)
    await checkPublished(tools.tarball)
  })
  const kitDir = join(place, "kit")
  await step("The storefront kit alone in an empty folder", () =>
    checkKit(children, { dir: kitDir, ...storefront })
  )

  const database = await step("Starting PostgreSQL", () => startThrowAway())
  defer(() => database.stop())
  const dir = join(place, "store")
  await step("A plain Medusa app in an empty folder", () =>
    makeApp(children, { dir, databaseUrl: database.url("postgres"), medusa })
  )
  const { env, ...running } = await step("Its first paid order, by the commands of docs/install.md", () =>
    makeFirstOrder(children, { dir, env: appEnv(), folder: dirname(tarball) })
  )
  const installed = join(dir, "node_modules/medusa-payment-paycollect")
  checkTexts(installed, files)
  checkTexts(join(dir, "node_modules/medusa-payment-paycollect-dev"), tools.files)
  checkCopies(dir)
  const routes = checkListOfRoutes(installed)
  await step("Imports in node: CommonJS and ES modules", () => checkNodeImports(dir))
  checkClosed(dir, files)
  await step("Types of every entry, used", () => checkTypes(dir))

  if (medusa) await step("The dashboard", () => buildDashboard(children, { dir, env }))
  else await buildStorefronts(children, { place, kit: storefront.tarball })

  // The first order was paid without a shop; the calls below are those of a store that has one.
  const shop = { PAYCOLLECT_STOREFRONT_URL: "http://localhost:8000" }
  const production = { ...env, ...shop, NODE_ENV: "production", ADMIN_DISABLED: "true" }
  await step("A store with a live key for the test environment does not start", () =>
    checkRefusal(children, { dir, env: production })
  )
  await step(`Every route (${routes})`, () => checkRoutes(children, { dir, env: production, ...running }))
}

async function buildStorefronts(children, { place, kit }) {
  await step("A storefront in React and Vite, with the files of the documents", () =>
    buildStorefrontProject(children, { project: "vite", place, kit })
  )
  await step("A storefront in the app router of Next.js, with the files of docs", () =>
    buildStorefrontProject(children, { project: "next", place, kit })
  )
}

async function packed(children, of, place) {
  const { tarball, files, size } = await step(`Packing ${of.title}`, () => pack(children, of, place))
  say(`  ${dim(`${files.length} files, ${Math.round(size / 1024)} KB packed`)}`)
  checkFiles(of, files)
  return { tarball, files }
}

async function checkRefusal(children, { dir, env }) {
  const secret = `sk_live_${randomBytes(12).toString("hex")}`
  const invalid = { ...env, PAYCOLLECT_TEST_SECRET_KEY: secret }
  await expectRefusal(children, {
    dir,
    env: invalid,
    port: await freePort(),
    option: "test.secretKey",
    secret,
  })
}

async function checkRoutes(children, { dir, env: given, sandbox }) {
  // A port of its own: the server of `medusa develop` may take its time to end.
  const port = await freePort()
  const env = { ...given, PAYCOLLECT_BACKEND_URL: `http://localhost:${port}` }
  // No stranger opens accounts here, so each e-mail counts as proven.
  changeConfig(dir, "options: {}", "options: { customerSessions: () => true }")
  const { origin, child } = await startStore(children, { dir, env, port, name: "app-store" })
  try {
    await callRoutes(origin, await makeFacts(origin, sandbox))
  } catch (error) {
    throw new Failure(`${error.message}\n\nThe store's last lines:\n${tail(child.log, 12)}`)
  }
}

async function main() {
  checkNode()
  const { values } = parseArgs({
    options: { "empty-cache": { type: "boolean" }, medusa: { type: "string" } },
  })
  const chosen = { medusa: values.medusa, emptyCache: values["empty-cache"] }
  await inOwnPlace({ name: "package", title: "Package check", limitMs }, (children, own) =>
    checkPackage(children, { ...own, ...chosen })
  )
}

main().catch((error) => {
  report(error)
  process.exitCode = 1
})
