import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { npm, quietEnv } from "../prepare.mjs"
import { backendDir } from "../paths.mjs"
import { waitUntil } from "../process-identity.mjs"
import { Failure, tail } from "../steps.mjs"

/**
 * A store's configuration as the README shows it: keys and addresses come from the PAYCOLLECT_... variables. Nobody here steals an e-mail,
 * so each counts as proven.
 */
const medusaConfig = `import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

export default defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: "http://localhost:8000",
      adminCors: "http://localhost:9000",
      authCors: "http://localhost:8000,http://localhost:9000",
      jwtSecret: "only-for-this-check",
      cookieSecret: "only-for-this-check",
    },
  },
  admin: { disable: true },
  plugins: [{ resolve: "medusa-payment-paycollect", options: { customerSessions: () => true } }],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["paycollect", "query"],
      options: { providers: [{ resolve: "medusa-payment-paycollect/providers/paycollect", id: "default" }] },
    },
  ],
})
`

/** A folder above the store would lend it what the package forgot to name. */
function checkAbove(dir) {
  for (let above = dirname(dir); above !== dirname(above); above = dirname(above)) {
    const lender = join(above, "node_modules")
    if (existsSync(lender))
      throw new Failure(`${lender} is in the way: set TMPDIR to a folder without one above it`)
  }
}

/** A store like the demo's, but in an empty folder and with the tarball in place of the repository. */
export async function makeApp(children, { dir, tarball }) {
  checkAbove(dir)
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(backendDir, "package.json"), "utf8"))
  const manifest = {
    name: "store",
    private: true,
    dependencies: { ...dependencies, "medusa-payment-paycollect": `file:../${basename(tarball)}` },
    devDependencies,
  }
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, "package.json"), JSON.stringify(manifest, null, 2))
  writeFileSync(join(dir, "medusa-config.ts"), medusaConfig)
  copyFileSync(join(backendDir, "tsconfig.json"), join(dir, "tsconfig.json"))
  const flags = ["--prefer-offline", "--no-audit", "--no-fund"]
  await children.run("app-install", [npm, "install", ...flags], { cwd: dir, env: quietEnv })
}

/** The surroundings of the store: none of the caller's settings of the plugin or of Medusa reach it. */
export function appEnv({ databaseUrl, ...more }) {
  const own = Object.entries(quietEnv).filter(
    ([name]) => !/^(PAYCOLLECT_|DATABASE_|MEDUSA_FF|NODE_OPTIONS)/.test(name)
  )
  return { ...Object.fromEntries(own), NODE_ENV: "production", DATABASE_URL: databaseUrl, ...more }
}

const medusa = (dir) => join(dir, "node_modules/.bin/medusa")

export const runMedusa = (children, { dir, env, args }) =>
  children.run(`app-${args[0].replace(":", "-")}`, [medusa(dir), ...args], { cwd: dir, env })

/** @returns {{origin: string, child}} */
export async function startStore(children, { dir, env, port, name }) {
  const child = children.start(name, [medusa(dir), "start", "--port", String(port), "--host", "127.0.0.1"], {
    cwd: dir,
    env,
  })
  await settled(child, "the store", () => readFileSync(child.log, "utf8").includes(`ready on port: ${port}`))
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

/** Through the bin of the installed package, as a merchant starts it. */
export async function startSandbox(children, { dir, env }) {
  const command = ["npx", "--no-install", "medusa-payment-paycollect", "sandbox", "--port", "0", "--json"]
  const child = children.start("app-sandbox", command, { cwd: dir, env })
  const line = () =>
    readFileSync(child.log, "utf8")
      .split("\n")
      .find((text) => text.startsWith("{"))
  await settled(child, "the sandbox", line)
  return JSON.parse(line())
}

async function settled(child, title, condition) {
  let over = false
  child.finished.then(() => (over = true))
  const met = await waitUntil(() => over || condition(), 120_000, 50)
  if (over || !met) throw new Failure(`${title} did not start\n${tail(child.log)}`)
}
