const { AsyncLocalStorage } = require("node:async_hooks")
const { createRequire } = require("node:module")
const { join } = require("node:path")

const built = join(__dirname, "../../../.medusa/server/src")

/**
 * What a server does to the world on behalf of one customer: writes that were committed and requests that the service answered, in
 * order, each with a name. Seen from outside, at the database driver and the client's door; the product knows nothing of it.
 */
const visitor = new AsyncLocalStorage()

/** Columns by which somebody takes or leaves a row. */
const LEASE = /^(create|verify|advance)_lease_until$/
const PARTS_OF_AN_ORDER = /^order_(?!cart$|payment_collection$|transaction$|change$)/

function nameOfUpdate(sql) {
  // One statement links a session and writes down what is bought.
  if (sql.includes("paycollect_intent_session")) return "session-linked"
  const columns = [...sql.split(/\bwhere\b/i)[0].matchAll(/"(\w+)"\s*=/g)].map(([, column]) => column)
  const lease = columns.find((column) => LEASE.test(column))
  // The lease of a question is taken together with the memory of it.
  if (lease && (columns.length === 1 || columns.includes("asked_at"))) return `${lease.split("_")[0]}-lease`
  for (const [column, name] of [
    ["assigned_order_id", "assigned"],
    ["assigned_collection_id", "collection-assigned"],
    ["applied_at", "applied"],
    ["used_by_session_id", "used"],
    ["verified", "answer-stored"],
    ["checkout_url", "opened"],
    ["refunded", "refund-written"],
    ["closed_at", "closed"],
    ["advance_attempts", "attempt-counted"],
    ["captured_told_at", "capture-claimed"],
    ["listed_at", "listed"],
  ])
    if (columns.includes(column)) return name
  return columns.includes("next_step_at") ? "due" : "intent"
}

/** A change that is one statement with its line of history is named by the change. */
const WRITE =
  /^\s*(?:with\s+"?\w+"?\s+as\s*\(\s*)?(insert into|update|delete from)\s+(?:"?public"?\.)?"?(\w+)"?/i

function nameOfWrite(sql) {
  if (/\bpaycollect_budget_take\(/.test(sql)) return "budget"
  const [, verb, table] = WRITE.exec(sql) ?? []
  if (!table) return undefined
  // A process tells of items one after the other: one who stands still there lets nobody else come by. A spec of two processes kills there.
  if (table === "paycollect_notice" || /"notified_at"\s*=/.test(sql)) return undefined
  if (table === "paycollect_state" && /do update set "updated_at"/i.test(sql)) return undefined
  // A secret that stays for ever is offered once by each process, on whatever scenario it is needed first: it belongs to none.
  if (table === "paycollect_state" && /do nothing/i.test(sql)) return undefined
  // That money came by a link is written down with its advancing, and is no effect of its own.
  if (table === "paycollect_link") return verb.toLowerCase() === "update" ? undefined : "link-made"
  if (table === "paycollect_state" && sql.includes("'until'")) return "order-lease"
  if (table === "paycollect_intent")
    return verb.toLowerCase() === "update" ? nameOfUpdate(sql) : "row-written"
  if (table === "paycollect_intent_event") return "history"
  if (table === "paycollect_intent_session") return "session-linked"
  if (table === "paycollect_attention") return verb.toLowerCase() === "update" ? "item-closed" : "item-opened"
  if (table === "paycollect_budget_entry") return "budget"
  if (table === "paycollect_state") return "state"
  if (PARTS_OF_AN_ORDER.test(table)) return "order"
  return table.replaceAll("_", "-")
}

/** One commit is one effect, named by what it wrote, without what only accompanies something else. */
function nameOfCommit(writes) {
  const names = [...new Set(writes)]
  const main = names.filter((name) => name !== "history")
  return (main.length ? main : names).sort().join("+")
}

/** Of who went on, and will not once more: its process is killed. */
const FOR_GOOD = new Promise(() => {})

/** Names the effect and lets the visitor stand still there, until it is told to go on, when it is the one asked for. */
function happened(name) {
  const visit = visitor.getStore()
  if (!visit) return undefined
  const count = (visit.counts[name] = (visit.counts[name] ?? 0) + 1)
  const full = count === 1 ? name : `${name}-${count}`
  visit.effects.push(full)
  if (visit.left > 0 && --visit.left === 0) return FOR_GOOD
  if (visit.stopAfter !== full) return undefined
  visit.stands = new Promise((resolve) => {
    visit.goOn = () => {
      visit.stands = undefined
      resolve()
    }
  })
  visit.arrived()
  return visit.stands
}

/**
 * Also what the visitor does beside it, in parallel, does not go on: a killed process does nothing more anywhere. One that will go on ends the
 * transactions that it has begun: others would wait for their locks until it does, and not act.
 */
function standsStill(client) {
  const visit = visitor.getStore()
  if (visit?.left === 0) return FOR_GOOD
  return visit?.goesOn && client?.openWrites ? undefined : visit?.stands
}

/** What a new connection starts with: held back, everybody who waits for one would wait behind the one who stands still. */
const OPENING = /^\s*(set search_path|select version\(\))/i

function watchDriver(pg) {
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (config, values, callback) {
    const sql = typeof config === "string" ? config : (config?.text ?? "")
    if (OPENING.test(sql)) return original.call(this, config, values, callback)
    const still = standsStill(this)
    if (still) return still.then(() => this.query(config, values, callback))
    const done = effectOf(this, sql)
    if (!done) return original.call(this, config, values, callback)
    const given = [values, callback].find((value) => typeof value === "function") ?? config?.callback
    if (!given) {
      return Promise.resolve(original.call(this, config, values)).then(async (result) => {
        await done()
        return result
      })
    }
    const visit = visitor.getStore()
    const wrapped = (error, result) => {
      const stopped = error ? undefined : visitor.run(visit, done)
      if (!stopped) given(error, result)
      else void stopped.then(() => given(error, result))
    }
    if (typeof values === "function") return original.call(this, config, wrapped)
    if (typeof callback === "function") return original.call(this, config, values, wrapped)
    return original.call(this, { ...config, callback: wrapped })
  }
}

/** @returns what to do once the statement is done, or undefined when it changes nothing for good */
function effectOf(client, sql) {
  if (!visitor.getStore()) return undefined
  if (/^\s*(begin|start transaction)/i.test(sql)) {
    client.openWrites = []
    return undefined
  }
  if (/^\s*rollback\s*;?\s*$/i.test(sql)) {
    client.openWrites = undefined
    return undefined
  }
  if (/^\s*commit/i.test(sql)) {
    const writes = client.openWrites ?? []
    client.openWrites = undefined
    return writes.length ? () => happened(nameOfCommit(writes)) : undefined
  }
  const write = nameOfWrite(sql)
  if (!write) return undefined
  if (client.openWrites) return void client.openWrites.push(write)
  return () => happened(nameOfCommit([write]))
}

function watchService() {
  const { Requester } = require(join(built, "service/request.js"))
  const { send } = Requester.prototype
  Requester.prototype.send = async function (endpoint, ...rest) {
    await standsStill()
    try {
      return await send.call(this, endpoint, ...rest)
    } finally {
      await happened(`service-${endpoint.operation.split("_")[0]}`)
    }
  }
}

/** Before anything of Medusa is loaded. */
function watch() {
  const mikro = createRequire(require.resolve("@mikro-orm/postgresql"))
  for (const pg of new Set([require("pg"), mikro("pg")])) watchDriver(pg)
  watchService()
}

/** Runs `work` for one visitor. @param wishes `stopAfter`: name of the effect after which it stands still, `arrived` is called then */
function visit({ arrived, ...wishes }, work) {
  const context = { ...wishes, arrived, effects: [], counts: {} }
  return { context, result: visitor.run(context, work) }
}

module.exports = { watch, visit, current: () => visitor.getStore() }
