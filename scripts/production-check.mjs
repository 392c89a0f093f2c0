import { randomBytes } from "node:crypto"
import { cpSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { setTimeout as passing } from "node:timers/promises"
import { appEnv, makeApp } from "./lib/package/app.mjs"
import { dev, pack, plugin } from "./lib/package/contents.mjs"
import { inOwnPlace } from "./lib/package/own-place.mjs"
import { adminEnv, buyFirst, caller, signIn } from "./lib/package/store.mjs"
import { freePort } from "./lib/ports.mjs"
import { buildPlugin, checkNode, install, quietEnv } from "./lib/prepare.mjs"
import { checkDashboard, findPayment } from "./lib/production/dashboard.mjs"
import {
  addRedis,
  documentedVariables,
  end,
  follow,
  startAsDocumented,
} from "./lib/production/documented.mjs"
import { makeCertificate, origin, startProxy, visitor } from "./lib/production/https.mjs"
import { redisServer, startRedis } from "./lib/redis.mjs"
import { startSandbox } from "./lib/servers.mjs"
import { dim, Failure, report, say, step } from "./lib/steps.mjs"
import { startThrowAway } from "./postgres.mjs"

/**
 * `npm run test:production`: what docs/deploy.md says, in folders that stand for three machines (whose the project is, who builds it, the server),
 * as one process and, where there is a Redis server, as two.
 */
const limitMs = 25 * 60_000

const require = createRequire(import.meta.url)
const browser = require("../integration-tests/setup/chromium.js")

/** `npm ci` refuses a lock file without the packages of other platforms, which a registry may have later than the rest: as in this repository. */
const { overrides } = require("../package.json")

/** What stays on its machine when git takes the rest elsewhere. */
const leftBehind = ["node_modules", ".medusa", ".env"]

/** From an empty folder to one that can be started, on a server that has nothing of the others' packages and nothing in npm's cache. */
async function deploy(children, { place, tarball, databaseUrl, variables }) {
  const [project, checkout, server] = ["project", "checkout", "server"].map((name) => join(place, name))
  const env = appEnv()
  await step("A plain Medusa app", () => makeApp(children, { dir: project, databaseUrl, overrides }))
  await step("The plugin, from a file", async () => {
    await follow(children, "from a file", { cwd: project, env, folder: dirname(tarball) })
    addRedis(project)
  })
  await step("A fresh checkout, built", async () => {
    cpSync(project, checkout, { recursive: true, filter: (path) => !leftBehind.includes(basename(path)) })
    await follow(children, "build", { cwd: checkout, env: { ...env, npm_config_prefer_offline: "true" } })
  })
  await step("The server's packages, with an empty npm cache, and its tables", async () => {
    cpSync(join(checkout, ".medusa/server"), server, { recursive: true })
    const emptyCache = { npm_config_cache: join(place, "npm-cache") }
    await follow(children, "install", { cwd: server, env: { ...env, ...emptyCache, ...variables } })
  })
  await step("A region that can be paid in", () =>
    follow(children, "region", { cwd: project, env: { ...env, DATABASE_URL: databaseUrl } })
  )
  return server
}

/** The variables of the page, and those that the plain app's own script makes an admin of. */
function surroundings({ databaseUrl, service }) {
  const secret = () => randomBytes(32).toString("base64")
  const shop = "https://shop.example"
  const documented = documentedVariables({
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    JWT_SECRET: secret(),
    COOKIE_SECRET: secret(),
    STORE_CORS: shop,
    ADMIN_CORS: origin,
    AUTH_CORS: `${shop},${origin}`,
    PAYCOLLECT_ENVIRONMENT: "test",
    PAYCOLLECT_TEST_SECRET_KEY: service.PAYCOLLECT_TEST_SECRET_KEY,
    PAYCOLLECT_TEST_BASE_URL: service.PAYCOLLECT_TEST_BASE_URL,
    PAYCOLLECT_TEST_WEBHOOK_SECRET: service.PAYCOLLECT_TEST_WEBHOOK_SECRET,
    PAYCOLLECT_BACKEND_URL: origin,
    PAYCOLLECT_STOREFRONT_URL: shop,
    PAYCOLLECT_ENCRYPTION_KEY: secret(),
  })
  return { ...documented, ...adminEnv }
}

/** @returns headers of the admin, whose cookie the browser would send back over https alone */
async function signInSafely(visit, port) {
  if (await signIn(`http://127.0.0.1:${port}`))
    throw new Failure("the dashboard's cookie is set without https, too")
  const cookie = await signIn(origin, visit)
  if (!/; ?Secure\b/i.test(cookie ?? "") || !/; ?HttpOnly\b/i.test(cookie))
    throw new Failure(`over https the dashboard's cookie is ${cookie?.replace(/=[^;]*/, "=...")}`)
  return { cookie: cookie.split(";")[0] }
}

/** @returns the plugin's own list of checks @throws Failure where one of them says that payments cannot be taken */
async function healthOf(visit, headers) {
  const { health } = await caller(origin, headers, visit)("GET", "/admin/paycollect/health")
  const errors = health.checks.filter(({ status }) => status === "error")
  if (errors.length > 0)
    throw new Failure(`health says\n${errors.map(({ message }) => `  ${message}`).join("\n")}`)
  return health
}

/** The sandbox's signed event has come through the proxy as it was sent. */
async function untilEventCame(visit, headers) {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await passing(250))
    if ((await healthOf(visit, headers)).webhook.last_seen?.known) return
  throw new Failure("no event of the sandbox came through the proxy")
}

async function asOneProcess(children, { server, env, port, proxy, sandbox, files }) {
  const visit = visitor(files, proxy.port)
  const store = await step("Starting one process", () =>
    startAsDocumented(children, { name: "store", cwd: server, env, port })
  )
  await step("The dashboard behind https", () => checkDashboard(visit, server))
  const headers = await step("Signing in, by a cookie for https alone", () => signInSafely(visit, port))
  await step("A paid order, and its event through the proxy", async () => {
    const { total } = await buyFirst(origin, sandbox, { visit, headers })
    await untilEventCame(visit, headers)
    say(`  ${dim(`paid: ${total} XAF`)}`)
  })
  if (browser) await step("The payment, found in a browser", () => findPayment(browser, proxy.port))
  else say("SKIPPED: Chromium (CHROMIUM_PATH, or one of the usual places); none was found.")
  await step("It ends on SIGTERM", () => end(store))
}

/** One server takes the payment; the other has it, and knows who is signed in at the first. */
async function asTwoProcesses(children, { server, env, port, proxy, sandbox, files, defer }) {
  const REDIS_URL = await step("Starting Redis", () => startRedis(children))
  const second = await freePort()
  const secondProxy = await startProxy(files, second)
  defer(() => secondProxy.close())
  const shared = { cwd: server, env: { ...env, REDIS_URL } }
  const stores = await step("Starting two processes", () =>
    Promise.all([
      startAsDocumented(children, {
        ...shared,
        name: "first",
        port,
        env: { ...shared.env, MEDUSA_WORKER_MODE: "server" },
      }),
      startAsDocumented(children, { ...shared, name: "second", port: second }),
    ])
  )
  const [atFirst, atSecond] = [visitor(files, proxy.port), visitor(files, secondProxy.port)]
  await step("One takes a payment, the other has it", async () => {
    const headers = await signInSafely(atFirst, port)
    const { reference } = await buyFirst(origin, sandbox, { visit: atFirst, headers })
    const { intents } = await caller(
      origin,
      headers,
      atSecond
    )("GET", `/admin/paycollect/intents?q=${reference}`)
    if (intents[0]?.merchant_reference !== reference || !intents[0].order_id)
      throw new Failure(`the second process has ${JSON.stringify(intents)} of ${reference}`)
    for (const visit of [atFirst, atSecond]) {
      const { checks } = await healthOf(visit, headers)
      const locks = checks.find(({ id }) => id.startsWith("locking_"))
      if (locks?.status !== "ok") throw new Failure(`with Redis, health says: ${locks?.message}`)
    }
  })
  await step("Both end on SIGTERM", () => Promise.all(stores.map(end)))
}

async function checkProduction(children, { place, defer }) {
  await install(children)
  await buildPlugin(children)
  const [{ tarball }] = await step("Packing the plugin and its development tools", () =>
    Promise.all([plugin, dev].map((one) => pack(children, one, place)))
  )
  const database = await step("Starting PostgreSQL", () => startThrowAway())
  defer(() => database.stop())
  const files = await makeCertificate(children, place)
  const port = await freePort()
  const proxy = await startProxy(files, port)
  defer(() => proxy.close())
  const sandbox = await step("Starting the sandbox", async () =>
    startSandbox(children, {
      port: await freePort(),
      webhookUrl: `https://127.0.0.1:${proxy.port}/hooks/paycollect`,
      merchantName: "Comptoir des Hauts Plateaux",
      env: { ...quietEnv, NODE_EXTRA_CA_CERTS: files.certificate },
    })
  )
  const databaseUrl = database.url("postgres")
  const env = { ...appEnv(), ...surroundings({ databaseUrl, service: sandbox.service }) }
  const server = await deploy(children, { place, tarball, databaseUrl, variables: env })
  const running = { server, env, port, proxy, sandbox, files }
  await asOneProcess(children, running)
  if (redisServer) await asTwoProcesses(children, { ...running, defer })
  else
    say("SKIPPED: two processes share Redis (REDIS_SERVER_PATH, or one of the usual places); none was found.")
}

async function main() {
  checkNode()
  await inOwnPlace({ name: "production", title: "Production check", limitMs }, checkProduction)
}

main().catch((error) => {
  report(error)
  process.exitCode = 1
})
