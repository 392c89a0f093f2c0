const { spawn } = require("node:child_process")
const { join } = require("node:path")
const { createInterface } = require("node:readline")

const launcher = join(__dirname, "../../scripts/postgres.mjs")

/** The server ends when its launcher's input does: at the teardown, or when this process dies, however it dies. */
async function launch() {
  const child = spawn(process.execPath, [launcher], { detached: true, stdio: ["pipe", "pipe", "inherit"] })
  const exited = new Promise((resolve) => child.once("exit", resolve))
  const firstLine = new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve))
  const line = await Promise.race([firstLine, exited.then(() => undefined)])
  if (!line) throw new Error("the PostgreSQL of the tests did not start")
  child.unref()
  child.stdout.unref()
  child.stdin.unref()
  const stop = () => {
    child.ref()
    child.stdin.end()
    return exited
  }
  return { ...JSON.parse(line), stop }
}

/**
 * jest's globalSetup of every project with a database: one throw-away PostgreSQL for the whole run, named by the
 * DB_... variables that Medusa's test runners read. A server that these name already is used instead.
 */
module.exports = async () => {
  process.env.LOG_LEVEL ??= "error"
  process.env.MEDUSA_DISABLE_TELEMETRY ??= "true"
  if (process.env.DB_HOST) return
  globalThis.paycollectPostgres ??= launch()
  const { host, port, user, password } = await globalThis.paycollectPostgres
  Object.assign(process.env, {
    DB_HOST: host,
    DB_PORT: String(port),
    DB_USERNAME: user,
    DB_PASSWORD: password,
  })
}
