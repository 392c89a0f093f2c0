const { AsyncLocalStorage } = require("node:async_hooks")
const { appendFileSync, readdirSync } = require("node:fs")
const http = require("node:http")
const { createRequire } = require("node:module")
const { join, sep } = require("node:path")

const built = join(__dirname, "../../.medusa/server/src")
/** Where what runs during a request can be ours. */
const OURS = [
  "service",
  "settings",
  "payments",
  "orders",
  "features",
  "modules/paycollect",
  "providers",
  "workflows",
  "api",
]
const NOT_TO_LOAD = /(^|\/)(migrations|models)(\/|$)/

/** Who is at work in a traced request, from the outermost function of ours, or workflow of core, to the innermost. */
const work = new AsyncLocalStorage()

function within(owner, run) {
  const current = work.getStore()
  if (!current) return run()
  return work.run({ ...current, owners: [...current.owners, owner] }, run)
}

const named = (owner, original) =>
  function (...args) {
    return within(owner, () => original.apply(this, args))
  }

function nameMethods(type) {
  for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
    if (typeof value !== "function" || method === "constructor") continue
    type.prototype[method] = named(`${type.name}.${method}`, value)
  }
}

/** A workflow is a function, too, with properties that have to stay; core's trace below names it. */
function nameExports(path) {
  const exported = require(join(built, path))
  const route = path.endsWith("/route.js") ? ` ${path.slice("api".length, -"/route.js".length)}` : ""
  for (const [name, { value, writable }] of Object.entries(Object.getOwnPropertyDescriptors(exported))) {
    if (typeof value !== "function") continue
    if (/^class\b/.test(String(value))) nameMethods(value)
    else if (writable && Object.keys(value).length === 0) exported[name] = named(name + route, value)
  }
}

function nameOurs() {
  for (const folder of OURS) {
    for (const entry of readdirSync(join(built, folder), { recursive: true })) {
      const path = `${folder}/${entry.split(sep).join("/")}`
      if (path.endsWith(".js") && !NOT_TO_LOAD.test(path)) nameExports(path)
    }
  }
}

function nameWorkflows(medusa) {
  const { LocalWorkflow } = medusa("@medusajs/framework/orchestration")
  const { run } = LocalWorkflow.prototype
  LocalWorkflow.prototype.run = function (...args) {
    return within(`workflow ${this.workflowId}`, () => run.apply(this, args))
  }
}

function watchDriver(pg, file) {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (config, ...rest) {
    const current = work.getStore()
    const sql = typeof config === "string" ? config : config?.text
    if (current) appendFileSync(file, `${JSON.stringify({ ...current, sql })}\n`)
    return query.call(this, config, ...rest)
  }
}

/** Before anything of Medusa is loaded. Requests with `x-trace: <name>` are traced, together with what they leave to do later. */
exports.watch = function watch(file) {
  const medusa = createRequire(join(__dirname, "../../package.json"))
  const mikro = createRequire(medusa.resolve("@mikro-orm/postgresql"))
  for (const pg of new Set([medusa("pg"), mikro("pg")])) watchDriver(pg, file)
  nameWorkflows(medusa)
  nameOurs()
  const { emit } = http.Server.prototype
  http.Server.prototype.emit = function (event, request, ...rest) {
    const pass = () => emit.call(this, event, request, ...rest)
    const trace = event === "request" && request.headers["x-trace"]
    return trace ? work.run({ trace, owners: [] }, pass) : pass()
  }
}
