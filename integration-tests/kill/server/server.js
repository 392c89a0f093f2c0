const http = require("node:http")
const { join } = require("node:path")
const { watch, visit } = require("./effects")

/**
 * A Medusa server as a process of its own, started like `medusa start`. Its parent talks to it by messages: how much later it is, what
 * the job should do. A request with `x-stop-after: <effect>` stands still for ever right after that effect; when as many stand still
 * as the parent said, the process kills itself with SIGKILL: no handler runs, nothing is given back.
 */
watch()
const parent = process.env
let ahead = 0
let awaited = Infinity
const standing = new Set()

function arrived(name) {
  standing.add(name)
  process.send({ standing: [...standing] })
  if (standing.size >= awaited) process.kill(process.pid, "SIGKILL")
}

const emit = http.Server.prototype.emit
http.Server.prototype.emit = function (event, request, ...rest) {
  const stopAfter = event === "request" ? request.headers["x-stop-after"] : undefined
  const trace = event === "request" ? request.headers["x-visit"] : undefined
  if (!trace) return emit.call(this, event, request, ...rest)
  const { context, result } = visit({ stopAfter, arrived: () => arrived(trace) }, () =>
    emit.call(this, event, request, ...rest)
  )
  traces.set(trace, context)
  return result
}
const traces = new Map()

const medusa = (path) => require(require.resolve(path, { paths: [join(__dirname, "../../..")] }))

async function container() {
  const { container } = medusa("@medusajs/framework")
  return container
}

const orders = {
  later: async ({ ms }) => void (ahead += ms),
  configure: async ({ options }) => {
    Object.assign((await container()).resolve("paycollect").configuration.options, options)
  },
  /** effects of a visitor so far */
  effects: async ({ name }) => traces.get(name)?.effects ?? [],
  await: async ({ visitors }) => void (awaited = visitors),
  workflow: async ({ workflow, input, name, stopAfter }) => {
    const engine = (await container()).resolve("workflows")
    const { context, result } = visit({ stopAfter, arrived: () => arrived(name) }, () => engine.run(workflow, { input }))
    if (name) traces.set(name, context)
    return (await result).result
  },
}

process.on("message", async ({ id, order, ...input }) => {
  try {
    process.send({ id, result: await orders[order](input) })
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) })
  }
})
// Nobody would end it otherwise.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"))

async function main() {
  const { default: start } = medusa("@medusajs/medusa/commands/start")
  await start({ directory: parent.PAYCOLLECT_SPEC_STORE, port: Number(parent.PORT), host: "127.0.0.1" })
  const { clock } = (await container()).resolve("paycollect")
  Object.assign(clock, { now: () => Date.now() + ahead })
  process.send({ ready: true })
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
