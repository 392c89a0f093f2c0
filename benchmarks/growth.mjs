import { join } from "node:path"
import { parseArgs } from "node:util"
import { Children, endLeftovers } from "../scripts/lib/children.mjs"
import { endTogether } from "../scripts/lib/lifecycle.mjs"
import { stateDir } from "../scripts/lib/paths.mjs"
import { step } from "../scripts/lib/steps.mjs"
import { Bars } from "./lib/bars.mjs"
import { PAYMENT_NUMBER } from "./lib/database.mjs"
import { median } from "./lib/numbers.mjs"
import { openShop } from "./lib/shop.mjs"

/**
 * What a store of many payments costs beside one of a thousand: a minute of each job, pages of customers, a checkout, and what the dashboard
 * reads, each as a whole answer of a booted store, taking turns. Both have their orders, payment collections and history with them, spread
 * over two years; of the many one in a hundred is open, and one in a thousand due at this moment. Exits with 1 when one takes more than
 * the bars: `MOST_RATIO` times as long, or for what counts or sums rows `LIMIT_MS`.
 *
 *   --rows 1000000   payments of the larger store
 *   --rounds 11
 */
const { values } = parseArgs({
  options: { rows: { type: "string", default: "1000000" }, rounds: { type: "string", default: "11" } },
})
const [rows, rounds] = [values.rows, values.rounds].map(Number)
const FEW = 1_000
const MOST_RATIO = 1.2
const LIMIT_MS = 300
const OURS = { id: "pp_paycollect_default" }
const ADMIN = { email: "admin@paycollect.example", password: "paycollect-demo" }
/** Payments that the service knows, as many as the job takes in a minute: they have waited longest. */
const LOOKED_AT = 30
/** The service's own: the job takes its part of it, and the rest stays due, as in a store. */
const BUDGET = { standard: 60, creation: 40 }

/** As Medusa and the ledger write them; the newest, which are open, belong to no order. */
const FILL = [
  `insert into "order" (id, email, currency_code, created_at, updated_at)
     select 'order_g' || n, 'customer' || n || '@example.com', 'xaf', at, at from payments where is_paid`,
  `insert into order_cart (id, order_id, cart_id) select 'ordercart_g' || n, 'order_g' || n, 'cart_g' || n from payments where is_paid`,
  `insert into payment_collection (id, currency_code, amount, raw_amount, status, created_at, updated_at)
     select 'pay_col_g' || n, 'xaf', 1000 + n * 7, jsonb_build_object('value', (1000 + n * 7)::text, 'precision', 20),
       case when is_paid then 'completed' else 'not_paid' end, at, at from payments`,
  `insert into order_payment_collection (id, order_id, payment_collection_id)
     select 'ordpay_g' || n, 'order_g' || n, 'pay_col_g' || n from payments where is_paid`,
  `insert into paycollect_intent (id, payment_number, merchant_reference, subject_id, attempt, cart_id, payment_collection_id, provider_id, environment,
       amount, currency_code, exponent, fee_bearer, fingerprint, status, outcome, service_intent_id, payment_ref, transaction_id, order_id, fee, came,
       refunded, verified, paid_at, applied_at, captured_told_at, failed_at, asked_at, next_step_at, created_at)
     select 'pcint_g' || to_char(100000000 - n, 'FM000000000'), ${PAYMENT_NUMBER}, 'cart_' || md5(n::text) || '-1', 'cart_g' || n, 1, 'cart_g' || n, 'pay_col_g' || n,
       (array['pp_paycollect_default', 'pp_paycollect-card_default', 'pp_paycollect-mobile-money_default'])[1 + n / 7 % 3], 'test', (1000 + n * 7)::text,
       'xaf', 0, 'merchant', 'f', case when is_paid then 'succeeded' when n <= :open then 'processing' else 'failed' end,
       case when is_paid then 'paid' when n <= :open then 'waiting' else 'failed' end, 'pi_' || md5('i' || n), 'REF-' || upper(md5('r' || n)),
       case when is_paid then 'tx_' || md5('t' || n) end, case when is_paid then 'order_g' || n end, case when is_paid then (n % 500)::text end,
       case when is_paid then (1000 + n * 7)::text else '0' end, case when is_paid and n % 20 = 1 then '500' else '0' end,
       case when is_paid then jsonb_build_object('amount', (1000 + n * 7 + n % 500)::text) end, case when is_paid then at + interval '90 seconds' end,
       case when is_paid then at + interval '95 seconds' end, case when is_paid then at + interval '100 seconds' end,
       case when not is_paid and n > :open then at + interval '1 day' end, at + interval '1 minute',
       case when n <= :due then now() - interval '1 minute' when n <= :open then now() + n * interval '1 second' + interval '6 hours' end, at
     from payments`,
  `insert into paycollect_intent_session (id, intent_id)
     select 'payses_g' || n, 'pcint_g' || to_char(100000000 - n, 'FM000000000') from payments`,
  `insert into paycollect_intent_event (id, type, intent_id, created_at)
     select 'pcevt_g' || n || type, type, 'pcint_g' || to_char(100000000 - n, 'FM000000000'), at from payments, unnest(array['created', 'applied']) type`,
  `insert into paycollect_entry (intent_id, key, from_account, to_account, amount, currency_code, went_back, created_at)
     select 'pcint_g' || to_char(100000000 - n, 'FM000000000'), key, 'service', account, '500', 'xaf', went_back, at from payments,
       (values ('came', 'held', null), ('applied', 'order:g', null), ('refund', 'refunded', '500')) moves(key, account, went_back)
     where is_paid and (key <> 'refund' or n % 20 = 1)`,
  `insert into paycollect_attention (id, category, reason, status, resolved_at, notified_at, intent_id, created_at)
     select 'pcatt_g' || n, 'money', 'late_payment', case when n % 1000 = 1 then 'open' else 'resolved' end, case when n % 1000 = 1 then null else at end,
       at, 'pcint_g' || to_char(100000000 - n, 'FM000000000'), at from payments where is_paid and n % 50 = 1`,
]

async function fill(database, count) {
  const open = Math.round(count / 100)
  const due = Math.round(count / 1_000)
  await database.raw(
    `create table payments as select n, n > ? and n % 3 > 0 as is_paid, now() - interval '10 minutes' - n * interval '2 years' / ? as at
       from generate_series(1, ?) n`,
    [open, count, count]
  )
  for (const statement of FILL)
    await database.raw(statement.replaceAll(":open", String(open)).replaceAll(":due", String(due)))
  // The job has looked at all orders already, as in a store that runs.
  await database.raw(
    `insert into paycollect_state (id, value) values ('last_balance_look', jsonb_build_object('at', now_ms, 'since', now_ms, 'skip', 0))`.replaceAll(
      "now_ms",
      "floor(extract(epoch from now()) * 1000)"
    )
  )
  await database.raw("drop table payments")
  await database.raw("vacuum analyze")
}

/** A store with so many payments, and what is asked of it. */
async function openGrown(children, count) {
  const shop = await openShop(children, { latencyMs: 0, jobs: true, budget: BUDGET })
  await step(`${count.toLocaleString("en")} payments`, () => fill(shop.database, count))
  const waiting = []
  while (waiting.length < LOOKED_AT) {
    await nextMinute(shop)
    const { merchant_reference } = await shop.shopper.start(await shop.shopper.fillCart(), OURS)
    waiting.push(merchant_reference)
  }
  const { token } = await (await send(shop.origin, "POST", "/auth/user/emailpass", { body: ADMIN })).json()
  const asked = { headers: { authorization: `Bearer ${token}` } }
  const admin = async (path, more = {}) => {
    const answer = await send(shop.origin, more.body ? "POST" : "GET", `/admin/paycollect/${path}`, {
      ...asked,
      ...more,
    })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return await answer.json()
  }
  const left = await shop.shopper.fillCart()
  const { link } = await admin("links", { body: { cart_id: left.cartId } })
  return { ...shop, count, waiting, admin, left, link, known: await oneOf(shop.database) }
}

async function send(origin, method, path, { headers, body } = {}) {
  return await fetch(origin + path, {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    body: body && JSON.stringify(body),
  })
}

/** A payment of half a year ago, which a customer asks about. */
async function oneOf(database) {
  return await database("paycollect_intent")
    .whereRaw("outcome = 'paid' and order_id is not null and created_at < now() - interval '180 days'")
    .orderBy("created_at", "desc")
    .first()
}

/** The request budget is free, as if what is asked for next came a minute later. */
async function nextMinute({ database }) {
  await database("paycollect_budget_entry").delete()
}

/** The payments of this store's customers are due again, and waited for longest. */
async function makeDue({ database, waiting }) {
  await database("paycollect_intent")
    .whereIn("merchant_reference", waiting)
    .update({
      next_step_at: database.raw("now() - interval '1 hour'"),
      asked_at: database.raw("now() - interval '1 hour'"),
      verify_lease_until: null,
      advance_lease_until: null,
    })
}

/** No more than in the store beside it. */
async function allLookedAt({ database }) {
  const { value } = await database("paycollect_state").where({ id: "last_due_run" }).first("value")
  if (value.checked !== LOOKED_AT) throw new Error(`the job looked at ${value.checked} payments`)
}

async function minute(store, job) {
  const answer = await fetch(`${store.origin}/_jobs/${job}`)
  if (answer.status !== 200) throw new Error(`${job}: ${await answer.text()}`)
}

/** All of a checkout but its cart. */
async function buy({ shopper, service }, cart) {
  const session = await shopper.start(cart, OURS)
  service.control.moveState(session.merchant_reference, "succeeded", { webhook: false })
  await shopper.complete(cart, {})
}

const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** `before` and `after` are not measured; `counts`: it counts or sums rows, and has a limit in place of the ratio. */
const ASKED = [
  {
    name: "a minute of the job",
    before: makeDue,
    ask: (store) => minute(store, "due"),
    after: allLookedAt,
  },
  { name: "a minute of the messages", ask: (store) => minute(store, "notify") },
  { name: "a checkout", before: ({ shopper }) => shopper.fillCart(), ask: buy },
  { name: "a status poll", ask: ({ shopper, left }) => shopper.status(left) },
  { name: "the page of a payment link", ask: ({ link }) => fetch(link.url).then(pageRead) },
  { name: "one payment", ask: ({ admin, known }) => admin(`intents/${known.id}`) },
  { name: "list of payments", counts: true, ask: ({ admin }) => admin("intents") },
  { name: "... that failed", counts: true, ask: ({ admin }) => admin("intents?status=failed") },
  {
    name: "... of an order",
    counts: true,
    ask: ({ admin, known }) => admin(`intents?order_id=${known.order_id}`),
  },
  {
    name: "search by payment number",
    counts: true,
    ask: ({ admin, known }) => admin(`intents?q=${known.payment_number}`),
  },
  {
    name: "search by transaction",
    counts: true,
    ask: ({ admin, known }) => admin(`intents?q=${known.transaction_id}`),
  },
  { name: "search by amount", counts: true, ask: ({ admin, known }) => admin(`intents?q=${known.amount}`) },
  { name: "needs attention", counts: true, ask: ({ admin }) => admin("attention") },
  { name: "today", counts: true, ask: ({ admin }) => admin("today?time_zone=Africa/Douala") },
  {
    name: "takings of 30 days",
    counts: true,
    ask: ({ admin }) => admin(`takings?from=${day(29)}&to=${day(0)}`),
  },
  {
    name: "takings of a year",
    counts: true,
    ask: ({ admin }) => admin(`takings?from=${day(364)}&to=${day(0)}`),
  },
  { name: "refunds", counts: true, ask: ({ admin }) => admin("refunds") },
  { name: "health", counts: true, ask: ({ admin }) => admin("health") },
]

async function pageRead(answer) {
  if (answer.status !== 200) throw new Error(`the page of a link: ${answer.status}`)
  await answer.text()
}

async function once(store, { before, ask, after }) {
  await nextMinute(store)
  const given = await before?.(store)
  const began = performance.now()
  await ask(store, given)
  const took = performance.now() - began
  await after?.(store)
  return took
}

async function main(children) {
  const few = await openGrown(children, FEW)
  const many = await openGrown(children, rows)
  const bars = new Bars()
  for (const asked of ASKED) {
    const times = { few: [], many: [] }
    for (let round = -2; round < rounds; round++) {
      for (const name of round % 2 ? ["few", "many"] : ["many", "few"]) {
        const took = await once(name === "few" ? few : many, asked)
        if (round >= 0) times[name].push(took)
      }
    }
    const [small, large] = [median(times.few), median(times.many)]
    bars.add(asked.name, large, { unit: "ms", ...(asked.counts && { most: LIMIT_MS }) })
    bars.add(`${asked.name}, to that of ${FEW.toLocaleString("en")}`, large / small, {
      unit: "x",
      ...(!asked.counts && { most: MOST_RATIO }),
    })
  }
  if (!bars.print()) process.exitCode = 1
  await few.close()
  await many.close()
}

const record = join(stateDir, "run", `bench-growth-${process.pid}.json`)
await endLeftovers(record)
const children = new Children(record, join(stateDir, "logs"))
const { end, fail } = endTogether(children, { signalCode: 130 })
await main(children).then(() => end(process.exitCode ?? 0), fail)
