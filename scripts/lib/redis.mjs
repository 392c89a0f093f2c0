import { createRequire } from "node:module"
import { applied } from "./package/app.mjs"
import { freePort } from "./ports.mjs"

/** Path of the Redis server of this machine; undefined where there is none. */
export const redisServer = createRequire(import.meta.url)("../../integration-tests/setup/redis-server.js")

/** One of our own, empty, on loopback; it keeps nothing. @returns its address */
export async function startRedis(children) {
  const port = await freePort()
  const forgetful = ["--save", "", "--appendonly", "no"]
  const child = children.start(
    "redis",
    [redisServer, "--port", String(port), "--bind", "127.0.0.1", ...forgetful],
    {}
  )
  await applied(child, "Redis", "Ready to accept connections")
  return `redis://127.0.0.1:${port}`
}
