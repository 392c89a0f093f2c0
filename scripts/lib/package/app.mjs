import { copyFileSync, cpSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { npm, quietEnv } from "../prepare.mjs"
import { backendDir, root } from "../paths.mjs"
import { waitUntil } from "../process-identity.mjs"
import { Failure, tail } from "../steps.mjs"
import { adminEnv } from "./store.mjs"

const shop = "http://localhost:8000"
const dashboard = "http://localhost:9000"

/** A plain Medusa app as its installer leaves it, with a product, and a subscriber of its own that hears of captures. */
const plainApp = join(root, "integration-tests/package/store")

/** A folder above the store would lend it what the package forgot to name. */
function checkAbove(dir) {
  for (let above = dirname(dir); above !== dirname(above); above = dirname(above)) {
    const lender = join(above, "node_modules")
    if (existsSync(lender))
      throw new Failure(`${lender} is in the way: set TMPDIR to a folder without one above it`)
  }
}

/**
 * The plain app in an empty folder, with its database's address and its secrets in `.env`, and without the plugin.
 * @param medusa version of Medusa; the demo's without it
 * @param overrides of its manifest
 */
export async function makeApp(children, { dir, databaseUrl, medusa, overrides }) {
  checkAbove(dir)
  writeApp({ dir, databaseUrl, medusa, overrides })
  const flags = ["--prefer-offline", "--no-audit", "--no-fund"]
  await children.run("app-install", [npm, "install", ...flags], { cwd: dir, env: quietEnv })
}

/** Its files alone; who calls it installs the packages. */
export function writeApp({ dir, databaseUrl, medusa, overrides }) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(backendDir, "package.json"), "utf8"))
  const own = Object.entries(dependencies).filter(([name]) => name.startsWith("@medusajs/"))
  const manifest = {
    name: "store",
    private: true,
    dependencies: Object.fromEntries(own.map(([name, version]) => [name, medusa ?? version])),
    devDependencies,
    overrides,
  }
  cpSync(plainApp, dir, { recursive: true })
  copyFileSync(join(backendDir, "tsconfig.json"), join(dir, "tsconfig.json"))
  writeFileSync(join(dir, "package.json"), JSON.stringify(manifest, null, 2))
  const secrets = { JWT_SECRET: "only-for-this-check", COOKIE_SECRET: "only-for-this-check" }
  const cors = { STORE_CORS: shop, ADMIN_CORS: dashboard, AUTH_CORS: `${shop},${dashboard}` }
  const lines = Object.entries({ DATABASE_URL: databaseUrl, ...cors, ...secrets, ...adminEnv })
  writeFileSync(join(dir, ".env"), lines.map(([name, value]) => `${name}=${value}\n`).join(""))
}

/** A line of the store's configuration as a merchant changes it after `init`. @throws Failure where it has no such line */
export function changeConfig(dir, before, after) {
  const file = join(dir, "medusa-config.ts")
  const text = readFileSync(file, "utf8")
  if (!text.includes(before)) throw new Failure(`after init, medusa-config.ts has no "${before}":\n${text}`)
  writeFileSync(file, text.replace(before, after))
}

/** The surroundings of the store: none of the caller's settings of the plugin or of Medusa reach it. */
export function appEnv(more) {
  const own = Object.entries(quietEnv).filter(
    ([name]) => !/^(PAYCOLLECT_|DATABASE_|MEDUSA_FF|NODE_ENV|NODE_OPTIONS)/.test(name)
  )
  return { ...Object.fromEntries(own), ...more }
}

const medusa = (dir) => join(dir, "node_modules/.bin/medusa")

/** Fails where the plugin's pages take something from the dashboard that this one does not have. */
export const buildDashboard = (children, { dir, env }) =>
  children.run("app-dashboard", [medusa(dir), "build", "--admin-only"], { cwd: dir, env })

/** @returns {{origin: string, child}} */
export async function startStore(children, { dir, env, port, name }) {
  const child = children.start(name, [medusa(dir), "start", "--port", String(port), "--host", "127.0.0.1"], {
    cwd: dir,
    env,
  })
  await applied(child, "the store", `ready on port: ${port}`)
  const origin = `http://127.0.0.1:${port}`
  const health = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(10_000) })
  if (!health.ok) throw new Failure(`the store answers ${health.status} to /health\n${tail(child.log)}`)
  return { origin, child }
}

export async function stop(child) {
  child.kill("SIGTERM")
  await child.finished
}

/** A store with `secret` as the value of an option that does not allow it has to refuse to start, and to say why without the value. */
export async function expectRefusal(children, { dir, env, port, option, secret }) {
  const child = children.start("app-invalid", [medusa(dir), "start", "--port", String(port)], {
    cwd: dir,
    env,
  })
  let outcome
  child.finished.then((result) => (outcome = result))
  await waitUntil(() => outcome, 60_000, 50)
  const output = readFileSync(child.log, "utf8")
  if (!outcome) {
    await stop(child)
    throw new Failure(`the store starts although ${option} is invalid\n${tail(child.log)}`)
  }
  if (outcome.code === 0) throw new Failure(`exit code 0 although ${option} is invalid\n${tail(child.log)}`)
  if (!output.includes(option)) throw new Failure(`the refusal does not name ${option}\n${tail(child.log)}`)
  if (output.includes(secret)) throw new Failure(`the refusal shows the value of ${option}`)
}

/** Waits until what was started says so. @throws Failure when it ends before, or says nothing for two minutes */
export async function applied(child, title, words) {
  let over = false
  child.finished.then(() => (over = true))
  const said = () => readFileSync(child.log, "utf8").includes(words)
  const met = await waitUntil(() => over || said(), 120_000, 50)
  if (over || !met) throw new Failure(`${title} did not start\n${tail(child.log)}`)
}
