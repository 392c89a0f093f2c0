import { startThrowAway } from "../scripts/postgres.mjs"
import { Bars } from "./lib/bars.mjs"
import { built, openDatabase, PAYMENT_NUMBER } from "./lib/database.mjs"
import { median } from "./lib/numbers.mjs"

/**
 * What one page of the merchant's list of payments costs at the database, among a thousand payments and among ten thousand (`--rows N`):
 * the plain list, filters, searches, the deepest page. Both are measured in one run, taking turns, because machines differ; each has to
 * stay within 200 ms. Among a million the plain list has to do so, too, and each search within 300 ms.
 */

const { IntentList } = built("features/payment-list/list")
const { soughtBy } = built("features/payment-list/sought")
const { formatPaymentNumber } = built("payments/names")

const rows = Number(process.argv[process.argv.indexOf("--rows") + 1]) || 10_000
const ROUNDS = rows > 100_000 ? 10 : 30
const LIMIT_MS = 200
const SEARCH_LIMIT_MS = 300
/** So many that one in fifty payments is of it, as of the one article that everybody buys. */
const USUAL_AMOUNT = "4968"

/** Payments of two years: one in fifty needs attention, one in three came to nothing, two environments, three providers. */
async function listOf(server, name, count) {
  const database = await openDatabase(server, name)
  await database.raw(
    `insert into paycollect_intent (id, payment_number, merchant_reference, subject_id, attempt, cart_id, payment_collection_id, provider_id, environment,
       amount, currency_code, exponent, fee_bearer, fingerprint, status, outcome, service_intent_id, payment_ref, transaction_id, verified, order_id,
       applied_at, created_at)
     select 'pcint_' || n, ${PAYMENT_NUMBER}, 'cart_' || md5(n::text) || '-1', 'cart_' || md5(n::text), 1, 'cart_' || md5(n::text), 'pay_col_' || n,
       (array['pp_paycollect_default', 'pp_paycollect-card_default', 'pp_paycollect-mobile-money_default'])[1 + n % 3],
       case when n % 10 = 0 then 'test' else 'live' end, case when n % 50 = 7 then '${USUAL_AMOUNT}' else (1000 + n * 7)::text end, 'xaf', 0,
       'merchant', 'f',
       case when n % 3 = 0 then 'failed' else 'succeeded' end, case when n % 3 = 0 then 'failed' else 'paid' end,
       'pi_' || md5('i' || n), 'REF-' || upper(md5('r' || n)), 'tx_' || md5('t' || n), jsonb_build_object('amount', (1000 + n * 7 + 50)::text),
       case when n % 3 = 0 then null else 'order_' || n end,
       case when n % 3 = 0 then null else now() end, now() - n * interval '2 years' / ?
     from generate_series(1, ?) n`,
    [count, count]
  )
  await database.raw(
    `insert into paycollect_attention (id, category, reason, intent_id)
     select 'pcatt_' || n, 'money', 'late_payment', 'pcint_' || n from generate_series(1, ?) n where n % 50 = 0`,
    [count]
  )
  await database.raw("vacuum analyze")
  return { database, list: new IntentList(database), count }
}

const newest = { by: "created_at", descending: true }
const search = (text, found = {}) => ({
  search: { sought: soughtBy(text), cart_ids: [], order_ids: [], ...found },
})
const people = (ids) => ({ people: { ...ids, since: new Date(Date.now() - 90 * 86_400_000) } })
const questions = {
  list: () => ({}),
  "deepest page": ({ count }) => ({ offset: count - 20 }),
  "filter status, environment": () => ({ filters: { status: ["succeeded"], environment: "live" } }),
  "filter a month": () => ({ filters: { created_at: { $gte: new Date(Date.now() - 30 * 86_400_000) } } }),
  "filter needs attention": () => ({ filters: { needs_attention: true } }),
  "sort by amount": () => ({ order: { by: "amount", descending: true } }),
  "search a payment number": ({ sample }) => ({
    filters: search(formatPaymentNumber(sample.payment_number)),
    finds: 1,
  }),
  "search the end of one": ({ sample }) => ({ filters: search(sample.payment_number.slice(3)), finds: 1 }),
  "search a reference": ({ sample }) => ({ filters: search(sample.merchant_reference), finds: 1 }),
  "search its beginning": ({ sample }) => ({ filters: search(sample.payment_ref.slice(0, 12)), finds: 1 }),
  "search its end": ({ sample }) => ({ filters: search(sample.payment_ref.slice(-10)), finds: 1 }),
  "search a cart's end": ({ sample }) => ({ filters: search(sample.cart_id.slice(-10)), finds: 1 }),
  "search an attempt's end": ({ sample }) => ({
    filters: search(sample.merchant_reference.slice(-12)),
    finds: 1,
  }),
  "search the service's own id": ({ sample }) => ({
    filters: search(sample.transaction_id.slice(-10)),
    finds: 1,
  }),
  "search an order's number": ({ sample }) => ({
    filters: search("#500", { order_ids: [sample.order_id], cart_ids: [sample.cart_id] }),
    finds: 1,
  }),
  "search an amount": () => ({ filters: search("4 500"), finds: 1 }),
  "search what came, with the fee": () => ({ filters: search("4,550 FCFA"), finds: 1 }),
  "search one that many paid": () => ({ filters: search(USUAL_AMOUNT) }),
  "search what all have": () => ({ filters: search("cart_") }),
  "search nothing": () => ({ filters: search("cart_nobody"), finds: 0 }),
  "search a customer's 200 carts": ({ carts }) => ({ filters: search("a@b.cm", { cart_ids: carts }) }),
  "search 1,000 carts and orders": ({ carts, orders }) => ({
    filters: search("Ama", people({ cart_ids: carts, order_ids: orders })),
  }),
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
    const newest = await world.database("paycollect_intent").orderBy("created_at", "desc").limit(1_000)
    world.carts = newest.map(({ cart_id }) => cart_id).slice(0, 200)
    world.orders = newest.flatMap(({ order_id }) => order_id ?? [])
  }
  const bars = new Bars()
  const isMany = rows > 100_000
  for (const [name, question] of Object.entries(questions)) {
    const times = worlds.map(() => [])
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, world] of worlds.entries()) times[index].push(await once(world, question))
    }
    const [few, many] = times.map(median)
    const isSearch = name.startsWith("search")
    console.log(`  (among 1,000: ${few.toFixed(1)} ms)`)
    const most = isSearch && isMany ? SEARCH_LIMIT_MS : isMany && name !== "list" ? undefined : LIMIT_MS
    bars.add(name, many, { unit: "ms", most })
  }
  if (!bars.print()) process.exitCode = 1
  await Promise.all(worlds.map(({ database }) => database.destroy()))
} finally {
  await server.stop()
}
