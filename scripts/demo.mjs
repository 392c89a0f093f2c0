import { readdirSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { Children, endLeftovers } from "./lib/children.mjs"
import { postgresDir, stateDir, storefrontDir } from "./lib/paths.mjs"
import { endTogether } from "./lib/lifecycle.mjs"
import { choosePort } from "./lib/ports.mjs"
import { buildPlugin, checkNode, install } from "./lib/prepare.mjs"
import { host, startMedusa, startSandbox } from "./lib/servers.mjs"
import { bold, dim, Failure, report, say, step, tail } from "./lib/steps.mjs"
import { buildDashboard, buildStorefront, mailFile, prepareDatabase, storeEnv } from "./lib/store.mjs"
import { serveStorefront } from "./lib/storefront-server.mjs"
import { startPostgres, stopSignals } from "./postgres.mjs"

const help = `npm run demo [-- options]

  --backend   leave the storefront out
  --fresh     start with an empty database
  --help      this text

Variables: PORT (Medusa, 9000), STOREFRONT_PORT (8000), SANDBOX_PORT (4010); a port that you name must be free, the
others give way to the next free one. DATABASE_URL: your own PostgreSQL instead of the embedded one.
PAYCOLLECT_TEST_BASE_URL with PAYCOLLECT_TEST_SECRET_KEY: another service instead of the sandbox.
PAYCOLLECT_DEMO_DIR: where logs and logins are kept (.demo); with one of its own and a DATABASE_URL a second demo can run.
PAYCOLLECT_DEMO_BUDGET: requests a minute that the store may make, payments among them; the sandbox counts none then.
`

const given = (name) => process.env[name] || undefined

async function choosePorts(options) {
  const backend = await choosePort({ name: "PORT", asked: given("PORT"), preferred: 9000 })
  const storefront = options.backend
    ? undefined
    : await choosePort({
        name: "STOREFRONT_PORT",
        asked: given("STOREFRONT_PORT"),
        preferred: 8000,
        taken: [backend],
      })
  const sandbox = given("PAYCOLLECT_TEST_BASE_URL")
    ? undefined
    : await choosePort({
        name: "SANDBOX_PORT",
        asked: given("SANDBOX_PORT"),
        preferred: 4010,
        taken: [backend, storefront],
      })
  return { backend, storefront, sandbox }
}

/** @returns {{url: string, notes?: string}} `notes`: prefix of files that describe what this database holds already */
async function database(children, { fresh }) {
  const own = given("DATABASE_URL")
  if (own && fresh)
    throw new Failure("--fresh empties only the embedded database: empty the one of DATABASE_URL yourself")
  if (own) return { url: own }
  const data = join(postgresDir(), "demo")
  if (fresh) {
    rmSync(mailFile, { force: true })
    for (const name of readdirSync(dirname(data)).filter((entry) => entry.split(".")[0] === basename(data))) {
      rmSync(join(dirname(data), name), { recursive: true, force: true })
    }
  }
  const onSpawn = (pid) => children.adopt({ pid, signals: stopSignals })
  const server = await step("Starting PostgreSQL", () => startPostgres(data, { onSpawn }))
  return { url: server.url("postgres"), notes: data, server }
}

function printSummary({ ports, sandbox, store }) {
  const backend = `http://localhost:${ports.backend}`
  const rows = [
    ports.storefront && ["Store", bold(`http://localhost:${ports.storefront}`)],
    ports.storefront && ["", dim("customer@paycollect.example / paycollect-demo, or buy as a guest")],
    ["Dashboard", bold(`${backend}/app`)],
    ["", dim("admin@paycollect.example / paycollect-demo")],
    ["Mails", `${backend}/mails`],
    ["", dim("what the store sends: to its merchant what needs attention, to customers their payment links")],
    ["Medusa API", backend],
    ["Publishable key", store.publishable_key],
    sandbox
      ? ["Control panel", `${sandbox.origin}/_control`]
      : ["Payments", process.env.PAYCOLLECT_TEST_BASE_URL],
    ["Promotions", "BIENVENUE10 (10 %), MERCI1000 (1,000 FCFA, Cameroon)"],
  ]
  say()
  for (const [name, value] of rows.filter(Boolean)) say(`  ${name.padEnd(17)}${value}`)
  const where = sandbox
    ? "payments go to the sandbox on this machine"
    : "the store uses the test environment only"
  say(`\n  No real money moves: ${where}.`)
  say(`  Ctrl-C stops everything. Logs: ${join(stateDir, "logs")}\n`)
}

async function start(children, options) {
  const began = Date.now()
  await install(children)
  await buildPlugin(children)
  const ports = await choosePorts(options)
  const { url, notes, server } = await database(children, options)
  const sandbox =
    ports.sandbox &&
    (await step("Starting the sandbox", () =>
      startSandbox(children, {
        port: ports.sandbox,
        webhookUrl: `http://${host}:${ports.backend}/hooks/paycollect`,
        merchantName: "Comptoir des Hauts Plateaux",
        rateLimits: !given("PAYCOLLECT_DEMO_BUDGET"),
      })
    ))
  const env = storeEnv({ ports, databaseUrl: url, service: sandbox?.service })

  const builds = async () => {
    await buildDashboard(children, env)
    if (ports.storefront) await buildStorefront(children)
  }
  const [store] = await Promise.all([prepareDatabase(children, { notes, env }), builds()])
  const medusaServer = await step("Starting Medusa", () =>
    startMedusa(children, { env, port: ports.backend })
  )
  if (ports.storefront) {
    const config = {
      backendUrl: env.PAYCOLLECT_BACKEND_URL,
      publishableKey: store.publishable_key,
      sandboxUrl: sandbox?.origin,
    }
    await serveStorefront({ dir: join(storefrontDir, "dist"), port: ports.storefront, host, config })
  }
  say(`${dim(`ready after ${((Date.now() - began) / 1000).toFixed(1)} s`)}`)
  printSummary({ ports, sandbox, store })
  return [
    { name: "Medusa", over: medusaServer.finished, log: medusaServer.log },
    sandbox && { name: "The sandbox", over: sandbox.child.finished, log: sandbox.child.log },
    server && { name: "PostgreSQL", over: server.exited, log: `${notes}.log` },
  ].filter(Boolean)
}

async function main() {
  const { values: options } = parseArgs({
    options: {
      backend: { type: "boolean" },
      fresh: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  })
  if (options.help) return say(help)
  checkNode()
  if (given("PAYCOLLECT_TEST_BASE_URL") && !given("PAYCOLLECT_TEST_SECRET_KEY")) {
    throw new Failure("PAYCOLLECT_TEST_BASE_URL needs PAYCOLLECT_TEST_SECRET_KEY beside it")
  }
  const record = join(stateDir, "demo.json")
  const running = await endLeftovers(record)
  if (running)
    throw new Failure(`the demo of this folder runs already (process ${running.pid}): stop that one first`)

  const children = new Children(record, join(stateDir, "logs"))
  const onSignal = () => say(`\n${dim("Stopping …")}`)
  const { fail } = endTogether(children, { signalCode: 0, onSignal })
  const services = await start(children, options).catch(fail)
  for (const { name, over, log } of services ?? []) {
    over.then(() => fail(new Failure(`${name} ended by itself\n${tail(log)}`)))
  }
}

main().catch((error) => {
  report(error)
  process.exitCode = 1
})
