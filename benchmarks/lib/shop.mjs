import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { root } from "../../scripts/lib/paths.mjs"
import { freePort } from "../../scripts/lib/ports.mjs"
import { host, ready } from "../../scripts/lib/servers.mjs"
import { step, tail } from "../../scripts/lib/steps.mjs"
import { prepareDatabase, storeEnv } from "../../scripts/lib/store.mjs"
import { startThrowAway, stopSignals } from "../../scripts/postgres.mjs"
import { Shopper } from "./shopper.mjs"
import { COUNTING, Statements } from "./statements.mjs"
import { startStripe } from "./stripe.mjs"

const require = createRequire(import.meta.url)
const { knex } = require("@medusajs/framework/mikro-orm/knex")
const DATABASE = "shop"
const UNLIMITED = 1_000_000
const NO_LIMITS = { standard: UNLIMITED, creation: UNLIMITED }

/** The sandbox, each of whose answers takes `latencyMs`. */
async function startService(latencyMs, rateLimits) {
  const options = { rateLimits, outcomeDelayMs: 0, requestLogSize: UNLIMITED }
  const sandbox = await require("medusa-payment-paycollect-dev/sandbox").startSandbox(options)
  for (const operation of ["create_payment_intent", "verify_payment"])
    sandbox.control.injectFault({ operation, kind: "delay", delayMs: latencyMs, times: UNLIMITED })
  return sandbox
}

/** One process of the store. @returns process id, origin, name of its log, its processor time so far */
export async function startStore(children, { env, port, name = "bench-store" }) {
  const command = [process.execPath, join(root, "benchmarks/store/server.js")]
  const child = children.start(name, command, { cwd: root, env: { ...env, PORT: String(port) } })
  await ready("The store", child, () => tail(child.log).includes(`ready on port: ${port}`))
  const { pid, log } = child
  return { name, pid, log, origin: `http://${host}:${port}`, cpuSeconds: () => cpuSeconds(child) }
}

/** User and system time of a process so far, which other work on the machine hardly changes; not a number where there is no /proc. */
function cpuSeconds({ pid }) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ")
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return NaN
  }
}

/** Every way to pay in every region, and stock that lasts. */
async function equip(database, providers) {
  await database.raw(
    `insert into region_payment_provider (id, region_id, payment_provider_id)
     select 'regpp_' || r.id || p.id, r.id, p.id from region r, unnest(?::text[]) p(id)
     where not exists (select 1 from region_payment_provider l where l.region_id = r.id and l.payment_provider_id = p.id)`,
    [providers.map(({ id }) => id)]
  )
  await database.raw(
    "update inventory_level set stocked_quantity = ?, raw_stocked_quantity = jsonb_build_object('value', ?::text, 'precision', 20)",
    [UNLIMITED, UNLIMITED]
  )
  await database.raw("analyze")
}

/**
 * One seeded store in a process of its own, with both services beside it in this one.
 * @param trace a file: every statement of a traced request is written into it (`store/trace.js`)
 * @param budget requests that the service allows in a minute; how much that is is no property of the code, but what it does with it is
 * @param events whether the store has the secret that the service's events are signed with
 * @param job whether the job runs each minute
 * @param jobs whether the store runs a minute of a job when it is asked to (`store/jobs.js`)
 * @param profile whether the store tells what its functions cost (`store/profile.js`)
 * @param coverage whether the store tells which functions ran (`store/coverage.js`)
 * @param rateLimits that the service holds the store to
 * @param front of several processes in place of the one (`several.mjs`)
 * @returns providers to pay with; the service; its origin, its process id and its database; shopper; statements, calls() and cpuSeconds(), counted since the start; close()
 */
export async function openShop(
  children,
  {
    latencyMs,
    trace,
    budget = NO_LIMITS,
    rateLimits = false,
    events = false,
    job = false,
    jobs = false,
    coverage = false,
    profile = false,
    front,
  }
) {
  const onSpawn = (pid) => children.adopt({ pid, signals: stopSignals })
  const server = await step("Starting PostgreSQL", () => startThrowAway({ more: COUNTING, onSpawn }))
  const [admin, database] = ["postgres", DATABASE].map((name) =>
    knex({ client: "pg", connection: server.url(name) })
  )
  await admin.raw(`create database ${DATABASE}`)
  const statements = new Statements(admin, DATABASE)
  await statements.open()
  const [service, stripe] = await Promise.all([
    startService(latencyMs, rateLimits),
    startStripe({ latencyMs }),
  ])
  const providers = [
    { name: "system", id: "pp_system_default", pay: () => {} },
    { name: "stripe", id: "pp_stripe_stripe", pay: ({ id }) => stripe.pay(id) },
    {
      name: "paycollect",
      id: "pp_paycollect_default",
      pay: ({ merchant_reference }) => service.control.moveState(merchant_reference, "succeeded"),
    },
  ]

  const port = front?.port ?? (await freePort())
  const options = {
    test: {
      secretKey: service.testSecretKey,
      baseUrl: service.baseUrl,
      ...(events && { webhookSecret: service.webhookSecret }),
    },
    service: { budget },
  }
  const env = {
    ...storeEnv({ ports: { backend: port }, databaseUrl: server.url(DATABASE), service: {} }),
    PAYCOLLECT_BENCH_STRIPE_PORT: String(stripe.port),
    PAYCOLLECT_BENCH_OPTIONS: JSON.stringify(options),
    ...(trace && { PAYCOLLECT_BENCH_TRACE: trace }),
    ...(coverage && { PAYCOLLECT_BENCH_COVERAGE: "1" }),
    ...(profile && { PAYCOLLECT_BENCH_PROFILE: "1" }),
    ...(job && { PAYCOLLECT_BENCH_JOB: "1" }),
    ...(jobs && { PAYCOLLECT_BENCH_JOBS: "1" }),
  }
  const { publishable_key, regions } = await prepareDatabase(children, { env })
  const store = await step("Starting the store", () =>
    front ? front.start(env) : startStore(children, { env, port })
  )
  await equip(database, providers)
  const articles = await database("product_variant")
    .where({ manage_inventory: true })
    .orderBy("sku")
    .pluck("id")

  const { origin, pid, cpuSeconds } = store
  return {
    providers,
    service,
    database,
    origin,
    statements,
    pid,
    cpuSeconds,
    calls: () => stripe.calls() + service.control.requests().length,
    shopper: new Shopper({
      origin,
      publishableKey: publishable_key,
      regionId: regions.xaf,
      articles,
    }),
    async close() {
      await Promise.all([admin.destroy(), database.destroy(), service.close(), stripe.close()])
    },
  }
}
