import { startThrowAway } from "../scripts/postgres.mjs"
import { Bars } from "./lib/bars.mjs"
import { built, openDatabase } from "./lib/database.mjs"
import { median, quantile } from "./lib/numbers.mjs"

/**
 * What takings cost at the database among a million payments of two years (`--rows N`): the last 7, 30, 90 and 366 days, by day, with what a
 * page of them reads besides, and the day so far beside that of last week. Half of the rounds of each have to stay within 300 ms.
 */

const { DayFacts } = built("features/takings/day")
const { ReceiptSums } = built("features/takings/sums")
const { ReceiptEntries } = built("features/takings/entries")
const { addDays, periodsOf } = built("features/takings/periods")
const { wallClock } = built("features/alerts/rules")

const rows = Number(process.argv[process.argv.indexOf("--rows") + 1]) || 1_000_000
/** Payments of the last seven days. */
const WEEK = Math.round(rows / 104)
const ROUNDS = 15
const LIMIT_MS = 300
const ZONE = "Africa/Douala"
const filters = { environment: "live" }

/** In the order of time, as the ids that Medusa makes. */
const ID = "'pcint_' || to_char(100000000 - n, 'FM000000000')"

/** One in three came to nothing, or is waited for in the last week, one in ten is of the test environment, one in twenty of those paid was refunded, one in a thousand needs attention. */
async function fill(database) {
  await database.raw(
    `insert into paycollect_intent (id, payment_number, merchant_reference, subject_id, attempt, cart_id, payment_collection_id, provider_id, environment,
       amount, currency_code, exponent, fee_bearer, fingerprint, status, outcome, service_intent_id, payment_ref, order_id, fee, paid_at, applied_at,
       next_step_at, created_at)
     select ${ID}, lpad(n::text, 8, '0'), 'cart_' || md5(n::text) || '-1', 'cart_' || md5(n::text), 1, 'cart_' || md5(n::text), 'pay_col_' || n,
       (array['pp_paycollect_default', 'pp_paycollect-card_default', 'pp_paycollect-mobile-money_default'])[1 + n / 7 % 3],
       case when n % 10 = 0 then 'test' else 'live' end, (1000 + n * 7)::text, case when n % 8 = 0 then 'eur' else 'xaf' end,
       case when n % 8 = 0 then 2 else 0 end, 'customer', 'f', case when n % 3 > 0 then 'succeeded' when n < ${WEEK} then 'processing' else 'failed' end,
       case when n % 3 > 0 then 'paid' when n < ${WEEK} then 'waiting' else 'failed' end, 'pi_' || md5('i' || n), 'REF-' || upper(md5('r' || n)),
       case when n % 3 = 0 then null else 'order_' || n end, case when n % 3 = 0 then null else (n % 500)::text end,
       case when n % 3 = 0 then null else at + (20 + n % 600) * interval '1 second' end, case when n % 3 = 0 then null else at end,
       case when n % 3 = 0 and n < ${WEEK} then now() end, at
     from (select n, now() - n * interval '2 years' / ? as at from generate_series(1, ?) n) payments`,
    [rows, rows]
  )
  await database.raw(
    `insert into paycollect_intent_event (id, type, data, intent_id, created_at)
     select 'pcevt_' || line || n, line, case when line = 'refund_recorded' then '{"amount": "500"}'::jsonb end, ${ID},
       now() - n * interval '2 years' / ?
     from generate_series(1, ?) n, unnest(array['created', 'opened', 'verified', 'applied', 'refund_recorded']) line
     where line <> 'refund_recorded' or (n % 20 = 1 and n % 3 <> 0)`,
    [rows, rows]
  )
  await database.raw(
    `insert into paycollect_attention (id, category, reason, intent_id)
     select 'pcatt_' || n, 'money', 'late_payment', ${ID} from generate_series(1, ?) n where n % 1000 = 1`,
    [rows]
  )
  await database.raw("vacuum analyze")
}

async function once({ sums }, days) {
  const to = wallClock(Date.now(), ZONE).day
  const range = { from: addDays(to, 1 - days), to }
  const periods = periodsOf(range, "day")
  const start = performance.now()
  const bounds = await sums.bounds(periods, range, ZONE)
  const [found, speeds] = await Promise.all([sums.of(bounds, periods, filters), sums.speeds(bounds, filters)])
  const took = performance.now() - start
  if (found.length < days || speeds.length === 0) throw new Error(`${found.length} sums of ${days} days`)
  return took
}

/** As the route of the day asks. */
async function daySoFar({ sums, day }) {
  const to = wallClock(Date.now(), ZONE).day
  const range = { from: addDays(to, -7), to }
  const start = performance.now()
  const bounds = await sums.bounds(periodsOf(range, "day"), range, ZONE)
  const until = new Date().toISOString()
  const begins = bounds.at(-2)
  const moments = [bounds[0], await day.weekBefore(until, ZONE), begins, until]
  const periods = ["before", "between", "today"].map((name) => ({ name, begins: name }))
  const [found] = await Promise.all([
    sums.of(moments, periods, filters),
    day.failed([begins, until], "live"),
    day.environments(),
  ])
  if (!found.some(({ period }) => period === "before")) throw new Error("nothing of last week")
  return performance.now() - start
}

async function firstPageOfFile({ sums, movements }) {
  const to = wallClock(Date.now(), ZONE).day
  const range = { from: addDays(to, -29), to }
  const bounds = await sums.bounds(periodsOf(range, "month"), range, ZONE)
  const start = performance.now()
  const pages = movements.pages(bounds, filters)
  await pages.next()
  const took = performance.now() - start
  await pages.return()
  return took
}

const server = await startThrowAway()
try {
  const database = await openDatabase(server, "takings")
  await fill(database)
  const world = {
    sums: new ReceiptSums(database),
    movements: new ReceiptEntries(database),
    day: new DayFacts(database),
  }
  const bars = new Bars()
  const measure = async (name, work, most) => {
    const times = []
    for (let round = 0; round < ROUNDS; round++) times.push(await work())
    bars.add(name, median(times), { most, unit: "ms" })
    bars.add(`${name}, 95 of 100`, quantile(times, 0.95), { unit: "ms" })
  }
  console.log(`${rows.toLocaleString("en")} payments of two years, half of ${ROUNDS} rounds`)
  for (const days of [7, 30, 90, 366]) await measure(`last ${days} days`, () => once(world, days), LIMIT_MS)
  await measure("the day so far", () => daySoFar(world), LIMIT_MS)
  await measure("first 500 lines of the file", () => firstPageOfFile(world))
  if (!bars.print()) process.exitCode = 1
  await database.destroy()
} finally {
  await server.stop()
}
