const http = require("node:http")
const { createRequire } = require("node:module")
const { join } = require("node:path")
const { current, visit, watch } = require("./effects")

/**
 * A Medusa server as a process of its own, started like `medusa start`. Its parent tells it how late it is and what the job should do.
 *
 * Requests with `x-visit: <name>` are watched. With `x-stop-after: <effect>` such a visitor stands still right after that effect, until
 * the parent has it go on; once as many stand as the parent said, the process kills itself with SIGKILL, as `kill -9` would: nothing is
 * cleaned up. With `x-goes-on` it is to go on later.
 * With `x-fail-late` the shop's own hook after the payment fails, and core takes the order back.
 */
watch()
const medusa = createRequire(join(__dirname, "../../../package.json"))
const built = join(__dirname, "../../../.medusa/server/src")
const die = () => process.kill(process.pid, "SIGKILL")
const visits = new Map()
const standing = []
let ahead = 0
let last = Infinity
/** the options it was started with: what one scenario chose is over when the next one begins */
let started

/** Runs `work` as this visitor. */
function watched({ name, ...wishes }, work) {
  const arrived = () => {
    standing.push(name)
    if (standing.length >= last) die()
    process.send({ standing })
  }
  const { context, result } = visit({ ...wishes, arrived }, work)
  visits.set(name, context)
  return result
}

const { emit } = http.Server.prototype
http.Server.prototype.emit = function (event, request, ...rest) {
  const pass = () => emit.call(this, event, request, ...rest)
  if (event !== "request" || !request.headers["x-visit"]) return pass()
  const {
    "x-visit": name,
    "x-stop-after": stopAfter,
    "x-goes-on": goesOn,
    "x-fail-late": failLate,
  } = request.headers
  return watched({ name, stopAfter, goesOn, failLate }, pass)
}

medusa("@medusajs/medusa/core-flows").completeCartWorkflow.hooks.orderCreated(() => {
  if (current()?.failLate) throw new Error("the store's own hook failed")
})

const resolve = (name) => medusa("@medusajs/framework").container.resolve(name)

const orders = {
  later: ({ ms }) => void (ahead += ms),
  today: () => void (ahead = 0),
  configure: ({ options }) => {
    const { given } = resolve("paycollect").configuration
    started ??= { ...given.options }
    Object.assign(given.options, started, options, { service: { ...started.service, ...options.service } })
  },
  effects: ({ name }) => visits.get(name)?.effects ?? [],
  /** Who stands still goes on, as after a machine that was suspended. `left`: each for so many effects only, then it stands for good. */
  goOn: ({ names, left }) => {
    for (const [n, name] of names.entries()) {
      const visit = visits.get(name)
      if (left && visit) visit.left = left[n]
      visit?.goOn?.()
    }
  },
  dieWhenStanding: ({ visitors }) => {
    last = visitors
    if (standing.length >= last) die()
  },
  /** Customers are told, by nobody else. `dies`: at which moment of the first message the process kills itself. */
  messages: async ({ options, dies }) => {
    medusa("@medusajs/framework/orchestration").WorkflowManager.unregister("job-paycollect-notify")
    orders.configure({ options })
    const { messages } = resolve("paycollect")
    if (dies === "mailed") process.once("mailed", die)
    else if (dies) {
      const act = messages[dies].bind(messages)
      messages[dies] = async (...args) => {
        await act(...args)
        die()
        return new Promise(() => {})
      }
    }
    const { messageCustomers } = require(join(built, "features/messages/send.js"))
    await messageCustomers(medusa("@medusajs/framework").container)
  },
  workflow: async ({ workflow, input, ...visitor }) => {
    const run = async () => (await resolve("workflows").run(workflow, { input })).result
    return visitor.name ? await watched(visitor, run) : await run()
  },
}

process.on("message", async ({ id, order, ...input }) => {
  try {
    process.send({ id, result: await orders[order](input) })
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) })
  }
})
// The parent is gone: nobody else would end it.
process.on("disconnect", die)

// As Medusa's command line has them: what is thrown behind a timer ends no server.
if (process.env.PAYCOLLECT_SPEC_AS_SHIPPED)
  for (const event of ["unhandledRejection", "uncaughtException"]) process.on(event, console.log)

async function main() {
  const { default: start } = medusa("@medusajs/medusa/commands/start")
  const { PAYCOLLECT_SPEC_STORE: directory, PORT: port } = process.env
  await start({ directory, port: Number(port), host: "127.0.0.1" })
  // It runs when a test says so, where none looks at its schedule.
  const { PAYCOLLECT_SPEC_ALL_IN_REDIS, PAYCOLLECT_SPEC_AS_SHIPPED } = process.env
  if (!PAYCOLLECT_SPEC_ALL_IN_REDIS && !PAYCOLLECT_SPEC_AS_SHIPPED)
    medusa("@medusajs/framework/orchestration").WorkflowManager.unregister("job-paycollect-due")
  const now = () => Date.now() + ahead
  Object.assign(resolve("paycollect").clock, { now, database: now })
  process.send({ ready: true })
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
