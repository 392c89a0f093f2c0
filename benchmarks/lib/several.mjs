import { writeFileSync } from "node:fs"
import { createServer, request } from "node:http"
import { createRequire } from "node:module"
import { join } from "node:path"
import { documentedBlock } from "../../scripts/lib/package/documented.mjs"
import { stateDir } from "../../scripts/lib/paths.mjs"
import { freePort } from "../../scripts/lib/ports.mjs"
import { host } from "../../scripts/lib/servers.mjs"
import { startStore } from "./shop.mjs"

const typescript = createRequire(import.meta.url)("typescript")

/** What docs/deploy.md has several processes share, as a file that their configuration loads. */
function documentedModules() {
  const file = join(stateDir, "run", "redis-modules.cjs")
  const { outputText } = typescript.transpileModule(documentedBlock("docs/deploy.md", "redis-modules.ts"), {
    compilerOptions: { module: typescript.ModuleKind.CommonJS },
  })
  writeFileSync(file, outputText)
  return file
}

/** No server listens there, so nothing was begun. */
const isNobodyThere = ({ code }) => code === "ECONNREFUSED"

async function bodyOf(message) {
  const parts = []
  for await (const part of message) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * One address in front of all servers, as a proxy gives it: each request goes to one that `random` draws. One that is gone is asked no
 * more, and what it was at work on is answered with 502: it cannot be known how far it came.
 */
class Balancer {
  serving = []
  #underWay = new Map()
  #random
  #front = createServer(async (message, response) => {
    try {
      const { answer, text } = await this.#pass(message, await bodyOf(message))
      const { connection: _, ...headers } = answer.headers
      response.writeHead(answer.statusCode, headers).end(text)
    } catch {
      response.writeHead(502, { "content-type": "text/plain" }).end("Bad gateway")
    }
  })

  constructor(random) {
    this.#random = random
    this.#front.keepAliveTimeout = 120_000
  }

  async listen() {
    await new Promise((resolve) => this.#front.listen(0, host, resolve))
    return this.#front.address().port
  }

  underWay(server) {
    return this.#underWay.get(server) ?? 0
  }

  close() {
    this.#front.close()
    this.#front.closeAllConnections()
  }

  async #pass(message, body) {
    const server = this.serving[Math.floor(this.#random() * this.serving.length)]
    if (!server) throw new Error("no server is left")
    this.#underWay.set(server, this.underWay(server) + 1)
    try {
      return await this.#ask(server, message, body)
    } catch (error) {
      if (!isNobodyThere(error)) throw error
      this.serving = this.serving.filter((one) => one !== server)
      return await this.#pass(message, body)
    } finally {
      this.#underWay.set(server, this.underWay(server) - 1)
    }
  }

  #ask({ origin }, { method, url, headers }, body) {
    return new Promise((resolve, reject) => {
      // A connection for each: one that is kept may be closed by a server that lives.
      const options = { method, headers: { ...headers, connection: "close" }, agent: false }
      const sent = request(origin + url, options, (answer) =>
        bodyOf(answer).then((text) => resolve({ answer, text }), reject)
      )
      sent.on("error", reject).end(body)
    })
  }
}

/**
 * Several processes of one store behind one address, as docs/deploy.md says.
 * @param servers that serve customers; beside them one worker runs jobs and events
 * @param random numbers below 1, by which requests are shared out
 * @returns port; start(env), as `startStore` answers, for all together; processes, the worker last; kill(process), which tells how many requests it was at work on; close()
 */
export async function openSeveral(children, { servers, redisUrl, random }) {
  const balancer = new Balancer(random)
  const port = await balancer.listen()
  const processes = []
  const cpuSeconds = () => processes.reduce((sum, one) => sum + one.cpuSeconds(), 0)

  async function start(env) {
    const shared = { ...env, REDIS_URL: redisUrl, PAYCOLLECT_BENCH_REDIS_MODULES: documentedModules() }
    // One after the other: each takes a processor for itself while it starts.
    for (const mode of [...Array(servers).fill("server"), "worker"]) {
      const name = `bench-${mode}-${processes.length + 1}`
      const own = { ...shared, MEDUSA_WORKER_MODE: mode }
      processes.push(await startStore(children, { env: own, port: await freePort(), name }))
    }
    balancer.serving = processes.slice(0, servers)
    return { origin: `http://${host}:${port}`, pid: processes[0].pid, cpuSeconds }
  }

  return {
    port,
    start,
    processes,
    kill(one) {
      const [seconds, underWay] = [one.cpuSeconds(), balancer.underWay(one)]
      one.cpuSeconds = () => seconds
      process.kill(one.pid, "SIGKILL")
      return underWay
    },
    close: () => balancer.close(),
  }
}
