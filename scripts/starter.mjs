import assert from "node:assert/strict"
import { mkdirSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { Children, endLeftovers } from "./lib/children.mjs"
import { endTogether } from "./lib/lifecycle.mjs"
import { kit as kitPackage, pack } from "./lib/package/contents.mjs"
import { stateDir } from "./lib/paths.mjs"
import { freePort } from "./lib/ports.mjs"
import { buildPlugin, checkNode, install } from "./lib/prepare.mjs"
import { host, startMedusa, startSandbox } from "./lib/servers.mjs"
import { buy } from "./lib/starter/purchase.mjs"
import { freshCopy, starters } from "./lib/starter/source.mjs"
import { applySteps, checkTypes, installPackages, startStorefront } from "./lib/starter/storefront.mjs"
import { dim, Failure, report, say, step } from "./lib/steps.mjs"
import { prepareDatabase, storeEnv } from "./lib/store.mjs"
import { startThrowAway } from "./postgres.mjs"

/**
 * `npm run test:starter [-- dtc] [next]`: Medusa's official storefronts get the steps of docs/nextjs-starter.md by the command, and are bought from in a
 * browser. Their source is the folder that PAYCOLLECT_STARTER_DTC and PAYCOLLECT_STARTER_NEXT name, or is fetched.
 */
const require = createRequire(import.meta.url)

function chosen() {
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !(name in starters))
  if (unknown) throw new Failure(`${unknown} is none of ${Object.keys(starters).join(", ")}`)
  return Object.entries(starters).flatMap(([key, starter]) =>
    names.length === 0 || names.includes(key) ? [starter] : []
  )
}

/** Of one storefront: what it answers is in the cache of its build, and the store's addresses are in its code. */
async function withStore(children, { port, storefrontPort }, work) {
  const database = await step("Starting PostgreSQL", () => startThrowAway())
  const started = []
  try {
    const sandbox = await step("Starting the sandbox", async () =>
      startSandbox(children, {
        port: await freePort(),
        webhookUrl: `http://${host}:${port}/hooks/paycollect`,
        merchantName: "Comptoir des Hauts Plateaux",
      })
    )
    started.push(sandbox.child)
    const ports = { backend: port, storefront: storefrontPort }
    const env = {
      ...storeEnv({ ports, databaseUrl: database.url("postgres"), service: sandbox.service }),
      ADMIN_DISABLED: "true",
    }
    const { publishable_key: publishableKey } = await prepareDatabase(children, { env })
    started.push(await step("Starting Medusa", () => startMedusa(children, { env, port })))
    await work({ origin: env.PAYCOLLECT_BACKEND_URL, publishableKey, sandbox: sandbox.origin }, started)
  } finally {
    for (const child of started.reverse()) {
      child.kill("SIGTERM")
      await child.finished
    }
    await database.stop()
  }
}

async function ask(store, path) {
  const answer = await fetch(`${store.origin}/store${path}`, {
    headers: { "x-publishable-api-key": store.publishableKey },
  })
  assert.equal(answer.status, 200, path)
  return answer.json()
}

/** The handle of something that can be bought without choosing a size. */
async function product(store) {
  const { products } = await ask(store, "/products?fields=handle,variants.id")
  return products.toSorted((a, b) => a.variants.length - b.variants.length)[0].handle
}

async function check(children, starter, { kit, browser }) {
  const { name } = starter
  const copy = await freshCopy(children, starter)
  if (!copy) {
    say(
      `SKIPPED: ${name} cannot be fetched from ${starter.repository}; ${starter.variable} names a folder with it`
    )
    return false
  }
  const [port, storefrontPort] = [await freePort(), await freePort()]
  const origin = `http://localhost:${storefrontPort}`
  await withStore(children, { port, storefrontPort }, async (store, started) => {
    const { storefront } = copy
    await step(`storefront in ${name}, twice`, () =>
      applySteps(children, { name, storefront, store, origin })
    )
    await step(`Installing ${name}`, () => installPackages(children, { name, ...copy, kit }))
    await step(`Types of what was written into ${name}`, () => checkTypes(children, { name, storefront }))
    started.push(await startStorefront(children, { name, storefront, port: storefrontPort, origin }))
    const shop = {
      name,
      origin,
      backend: store.origin,
      sandbox: store.sandbox,
      product: await product(store),
    }
    await step(`Buying from ${name}`, () => buy(browser, shop))
  })
  return true
}

async function checkAll(children, wanted) {
  const browser = require("../integration-tests/setup/chromium.js")
  if (!browser) {
    say(
      "SKIPPED: the starters are bought from in Chromium (CHROMIUM_PATH, or one of the usual places); none was found."
    )
    return
  }
  await install(children)
  await buildPlugin(children)
  const place = join(stateDir, "starters")
  mkdirSync(place, { recursive: true })
  const { tarball } = await step("Packing the storefront kit", () => pack(children, kitPackage, place))
  for (const starter of wanted) await check(children, starter, { kit: tarball, browser })
}

async function main() {
  checkNode()
  const began = Date.now()
  const wanted = chosen()
  const record = join(stateDir, "run", "starter.json")
  const running = await endLeftovers(record)
  if (running) throw new Failure(`the starters are checked already (process ${running.pid})`)
  const children = new Children(record, join(stateDir, "logs"))
  const { end, fail } = endTogether(children, { signalCode: 130 })
  const run = async () => {
    await checkAll(children, wanted)
    say(`Storefronts: done ${dim(`${((Date.now() - began) / 1000).toFixed(0)} s`)}`)
    await end(0)
  }
  await run().catch(fail)
}

main().catch((error) => {
  report(error)
  process.exitCode = 1
})
