import { readFileSync } from "node:fs"
import { join } from "node:path"
import { devDir, root } from "./paths.mjs"
import { medusa, quietEnv } from "./prepare.mjs"
import { waitUntil } from "./process-identity.mjs"
import { Failure, tail } from "./steps.mjs"
import { inBackend } from "./store.mjs"

/** Loopback only: the logins of the demo are written in its documentation, and the sandbox asks for none. */
export const host = "127.0.0.1"

/** Waits for a sign of our own process: another server on the port must not be taken for it. */
export async function ready(title, child, condition) {
  let over = false
  child.finished.then(() => (over = true))
  const met = await waitUntil(() => over || condition(), 120_000, 50)
  if (over || !met) throw new Failure(`${title} did not start\n${tail(child.log)}`)
}

/** `webhookUrl`: where the sandbox sends its signed events; `merchantName`: whom its checkout names; `rateLimits`: the service's; `env`: its surroundings. */
export async function startSandbox(
  children,
  { port, webhookUrl, merchantName, rateLimits = true, env = quietEnv }
) {
  const cli = join(devDir, "dist/index.js")
  const address = ["--port", String(port), "--host", host, "--webhook-url", webhookUrl]
  const merchant = ["--merchant-name", merchantName, ...(rateLimits ? [] : ["--no-rate-limits"])]
  const command = [process.execPath, cli, "sandbox", ...address, ...merchant, "--json"]
  const child = children.start("sandbox", command, { cwd: root, env })
  const described = () =>
    readFileSync(child.log, "utf8")
      .split("\n")
      .find((line) => line.startsWith("{") && line.endsWith("}"))
  await ready("The sandbox", child, () => Boolean(described()))
  const { origin, baseUrl, testSecretKey, webhookSecret } = JSON.parse(described())
  const service = {
    PAYCOLLECT_TEST_BASE_URL: baseUrl,
    PAYCOLLECT_TEST_SECRET_KEY: testSecretKey,
    PAYCOLLECT_TEST_WEBHOOK_SECRET: webhookSecret,
    PAYCOLLECT_DASHBOARD_URL: `${origin}/_control/intents/{reference}`,
  }
  return { child, origin, service }
}

export async function startMedusa(children, { env, port }) {
  const command = [...medusa, "start", "--port", String(port), "--host", host]
  const child = children.start("medusa", command, inBackend(env))
  await ready("Medusa", child, () => readFileSync(child.log, "utf8").includes(`ready on port: ${port}`))
  const health = await fetch(`http://${host}:${port}/health`, { signal: AbortSignal.timeout(10_000) })
  if (!health.ok) throw new Failure(`Medusa answers ${health.status} to /health\n${tail(child.log)}`)
  return child
}
