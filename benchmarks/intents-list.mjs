import { startThrowAway } from "../scripts/postgres.mjs"
import { built, openDatabase } from "./lib/database.mjs"
import { median } from "./lib/numbers.mjs"

/**
 * What one page of the merchant's list of payments costs at the database, among a thousand payments and among ten thousand (`--rows N`):
 * the plain list, filters, searches, the deepest page. Both are measured in one run, taking turns, because machines differ; each has to
 * stay within 200 ms.
 */

const { IntentList } = built("modules/paycollect/ledger/list")

const rows = Number(process.argv[process.argv.indexOf("--rows") + 1]) || 10_000
const ROUNDS = 30
const LIMIT_MS = 200

/** Payments of two years: one in fifty needs attention, one in three came to nothing, two environments, three providers. */
async function listOf(server, name, count) {
  const database = await openDatabase(server, name)
  await database.raw(
    `insert into paycollect_intent (id, merchant_reference, subject_id, attempt, cart_id, payment_collection_id, provider_id, environment,
       amount, currency_code, exponent, fee_bearer, fingerprint, status, outcome, intent_id, payment_ref, order_id, settled_at, created_at)
     select 'pcint_' || n, 'cart_' || md5(n::text) || '-1', 'cart_' || md5(n::text), 1, 'cart_' || md5(n::text), 'pay_col_' || n,
       (array['pp_paycollect_default', 'pp_paycollect-card_default', 'pp_paycollect-mobile-money_default'])[1 + n % 3],
       case when n % 10 = 0 then 'test' else 'live' end, (1000 + n * 7)::text, 'xaf', 0, 'merchant', 'f',
       case when n % 3 = 0 then 'failed' else 'succeeded' end, case when n % 3 = 0 then 'failed' else 'paid' end,
       'pi_' || md5('i' || n), 'REF-' || upper(md5('r' || n)), case when n % 3 = 0 then null else 'order_' || n end,
       case when n % 3 = 0 then null else now() end, now() - n * interval '2 years' / ?
     from generate_series(1, ?) n`,
    [count, count]
  )
  await database.raw(
    `insert into paycollect_attention (id, category, reason, intent_id)
     select 'pcatt_' || n, 'money', 'late_payment', 'pcint_' || n from generate_series(1, ?) n where n % 50 = 0`,
    [count]
  )
  await database.raw("analyze")
  return { database, list: new IntentList(database), count }
}

const newest = { by: "created_at", descending: true }
const search = (text, found = {}) => ({ search: { text, cart_ids: [], order_ids: [], ...found } })
const questions = {
  list: () => ({}),
  "deepest page": ({ count }) => ({ offset: count - 20 }),
  "filter status, environment": () => ({ filters: { status: ["succeeded"], environment: "live" } }),
  "filter a month": () => ({ filters: { created_at: { $gte: new Date(Date.now() - 30 * 86_400_000) } } }),
  "filter needs attention": () => ({ filters: { needs_attention: true } }),
  "sort by amount": () => ({ order: { by: "amount", descending: true } }),
  "search a reference": ({ sample }) => ({ filters: search(sample.merchant_reference), finds: 1 }),
  "search its beginning": ({ sample }) => ({ filters: search(sample.payment_ref.slice(0, 10)), finds: 1 }),
  "search nothing": () => ({ filters: search("cart_nobody"), finds: 0 }),
  "search a customer's 200 carts": ({ carts }) => ({ filters: search("a@b.cm", { cart_ids: carts }) }),
}

async function once(world, question) {
  const { filters = {}, order = newest, offset = 0, finds } = question(world)
  const start = performance.now()
  const { intents, count } = await world.list.page(filters, { order, limit: 20, offset })
  const took = performance.now() - start
  const isRight = finds === undefined ? intents.length === 20 : count === finds
  if (!isRight) throw new Error(`found ${count}, showed ${intents.length}`)
  return took
}

const server = await startThrowAway()
try {
  const worlds = [await listOf(server, "few", 1_000), await listOf(server, "many", rows)]
  for (const world of worlds) {
    world.sample = await world.database("paycollect_intent").where({ id: "pcint_500" }).first()
    const carts = await world.database("paycollect_intent").limit(200).select("cart_id")
    world.carts = carts.map(({ cart_id }) => cart_id)
  }
  let slowest = 0
  for (const [name, question] of Object.entries(questions)) {
    const times = worlds.map(() => [])
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, world] of worlds.entries()) times[index].push(await once(world, question))
    }
    const [few, many] = times.map(median)
    slowest = Math.max(slowest, many)
    const ratio = (many / few).toFixed(2)
    console.log(
      `${name.padEnd(30)} ${few.toFixed(1).padStart(6)} ms of 1,000, ${many.toFixed(1).padStart(6)} ms of ${rows.toLocaleString("en")}, ratio ${ratio}`
    )
  }
  console.log(`slowest page of the list: ${slowest.toFixed(1)} ms (limit ${LIMIT_MS} ms)`)
  if (rows <= 10_000 && slowest > LIMIT_MS) process.exitCode = 1
  await Promise.all(worlds.map(({ database }) => database.destroy()))
} finally {
  await server.stop()
}
