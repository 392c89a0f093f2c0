const { rmSync } = require("node:fs")
const { join } = require("node:path")
const chromium = require("./chromium")
const launchPostgres = require("./postgres")

const root = join(__dirname, "../..")
/** Of their own, so that a demo of the same folder can go on beside the tests. Kept afterwards: their logs tell why a test failed. */
const places = join(root, "artifacts/demo")

/** The storefront is the last thing that the demo starts. */
async function untilReady(child, store, { tail, log }) {
  let over = false
  child.finished.then(() => (over = true))
  for (;;) {
    if (over) throw new Error(`the demo did not start\n${tail(log)}`)
    const answer = await fetch(`${store}/config.json`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** One for each jest worker: one demo and its service are everybody's who visits it, so the specs of a worker take turns. */
async function start(place) {
  const { Children, endLeftovers } = await import("../../scripts/lib/children.mjs")
  const { freePort } = await import("../../scripts/lib/ports.mjs")
  const { tail } = await import("../../scripts/lib/steps.mjs")
  const record = join(place, "tests.json")
  const running = (await endLeftovers(record)) ?? (await endLeftovers(join(place, "demo.json")))
  if (running) throw new Error(`browser tests of this folder run already (process ${running.pid})`)
  rmSync(place, { recursive: true, force: true })

  const postgres = await launchPostgres()
  const children = new Children(record, join(place, "logs"))
  let demo
  const stop = async () => {
    demo?.kill("SIGINT")
    await demo?.finished
    await children.end()
    await postgres.stop()
  }
  try {
    const { host, port, user, password } = postgres
    const ports = {
      PORT: await freePort(),
      STOREFRONT_PORT: await freePort(),
      SANDBOX_PORT: await freePort(),
    }
    const env = {
      ...process.env,
      NODE_OPTIONS: "",
      PAYCOLLECT_DEMO_DIR: place,
      PAYCOLLECT_DEMO_BUDGET: "6000",
    }
    for (const name of ["PAYCOLLECT_TEST_BASE_URL", "PAYCOLLECT_TEST_SECRET_KEY"]) delete env[name]
    Object.assign(env, ports, { DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/postgres` })
    demo = children.start("demo", [process.execPath, "scripts/demo.mjs"], { cwd: root, env })
    const store = `http://localhost:${ports.STOREFRONT_PORT}`
    const backend = `http://localhost:${ports.PORT}`
    const sandbox = `http://127.0.0.1:${ports.SANDBOX_PORT}`
    await untilReady(demo, store, { tail, log: demo.log })
    return { facts: { chromium, store, backend, sandbox }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * jest's globalSetup of the browser project: as many demos on empty databases as `BROWSER_DEMOS` says, named by PAYCOLLECT_BROWSER_DEMOS.
 * Nothing without a browser.
 */
module.exports = async () => {
  if (!chromium) {
    console.warn(
      "\nSKIPPED: the browser tests need Chromium (CHROMIUM_PATH, or one of the usual places); none was found."
    )
    return
  }
  const demos = []
  const stop = async () => await Promise.all(demos.map((demo) => demo.stop()))
  globalThis.paycollectDemo = { stop }
  try {
    // The first one builds what all of them serve.
    demos.push(await start(join(places, "1")))
    const others = Array.from({ length: Number(process.env.BROWSER_DEMOS ?? 1) - 1 }, (_, index) =>
      start(join(places, String(index + 2))).then((demo) => demos.push(demo))
    )
    const failed = (await Promise.allSettled(others)).find(({ status }) => status === "rejected")
    if (failed) throw failed.reason
  } catch (error) {
    await stop()
    throw error
  }
  process.env.PAYCOLLECT_BROWSER_DEMOS = JSON.stringify(demos.map(({ facts }) => facts))
}
