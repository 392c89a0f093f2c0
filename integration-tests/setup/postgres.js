const { spawn } = require("node:child_process")
const { join } = require("node:path")
const { createInterface } = require("node:readline")

const launcher = join(__dirname, "../../scripts/postgres.mjs")

/**
 * A throw-away PostgreSQL. It ends when its launcher's input does: at `stop()`, or when this process dies, however it
 * dies.
 */
module.exports = async function launchPostgres() {
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
