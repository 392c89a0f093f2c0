import { startThrowAway } from "../scripts/postgres.mjs"
import { Bars } from "./lib/bars.mjs"
import { built, openDatabase, PAYMENT_NUMBER } from "./lib/database.mjs"
import { median } from "./lib/numbers.mjs"

/**
 * What the reconcile job's look-up costs beside many old rows: the same 30 due rows claimed from a ledger of a thousand and from one of a
 * million (`--rows N`). The number that counts is the ratio; both are measured in one run, taking turns, because machines differ.
 */

const { IntentLedger } = built("payments/ledger/ledger")

const rows = Number(process.argv[process.argv.indexOf("--rows") + 1]) || 1_000_000
const ROUNDS = 40
const DUE = 30
/** Old rows cost nothing: what is more is the noise of a few milliseconds. */
const MOST_RATIO = 2

async function ledgerOf(server, name, count) {
  const database = await openDatabase(server, name)
  await database.raw(
    `insert into paycollect_intent (id, payment_number, merchant_reference, subject_id, attempt, payment_collection_id, provider_id, environment, amount,
       currency_code, exponent, fee_bearer, fingerprint, status, outcome, applied_at)
     select 'pcint_' || n, ${PAYMENT_NUMBER}, 'cart_' || n || '-1', 'cart_' || n, 1, 'pay_col_' || n, 'pp_paycollect_default', 'live', '10000',
       'xaf', 0, 'merchant', 'f', 'succeeded', 'paid', now() from generate_series(1, ?) n`,
    [count]
  )
  await database.raw("analyze paycollect_intent")
  return {
    database,
    ledger: new IntentLedger(database, { now: () => Date.now(), sleep: async () => undefined }),
  }
}

async function once({ database, ledger }) {
  await database.raw(
    `update paycollect_intent set next_step_at = now() - interval '1 minute' where id in (select 'pcint_' || n from generate_series(1, ${DUE}) n)`
  )
  const start = performance.now()
  const claimed = await ledger.claimDue(DUE, 60_000)
  const took = performance.now() - start
  if (claimed.length !== DUE) throw new Error(`claimed ${claimed.length} of ${DUE}`)
  return took
}

const server = await startThrowAway()
try {
  const few = await ledgerOf(server, "few", 1_000)
  const many = await ledgerOf(server, "many", rows)
  const times = { few: [], many: [] }
  for (let round = 0; round < ROUNDS; round++) {
    times.few.push(await once(few))
    times.many.push(await once(many))
  }
  const [small, large] = [median(times.few), median(times.many)]
  const bars = new Bars()
  bars.add(`${DUE} due rows claimed among 1,000`, small, { unit: "ms" })
  bars.add(`${DUE} due rows claimed among ${rows.toLocaleString("en")}`, large, { unit: "ms" })
  bars.add("ratio of the two", large / small, { most: MOST_RATIO })
  if (!bars.print()) process.exitCode = 1
  await Promise.all([few.database.destroy(), many.database.destroy()])
} finally {
  await server.stop()
}
