import { parseArgs } from "node:util"
import { Children, endLeftovers } from "../scripts/lib/children.mjs"
import { endTogether } from "../scripts/lib/lifecycle.mjs"
import { join } from "node:path"
import { stateDir } from "../scripts/lib/paths.mjs"
import { step } from "../scripts/lib/steps.mjs"
import { median, quantile } from "./lib/numbers.mjs"
import { Bars } from "./lib/bars.mjs"
import { PAYMENT_NUMBER } from "./lib/database.mjs"
import { openShop } from "./lib/shop.mjs"

/**
 * What it costs to look for customers by a part of an e-mail, a name or a phone number: the whole answer of the route, in a store whose
 * customers made `--payments` payments within the 90 days that are looked through, with their carts, orders and addresses, and as many carts
 * again that were not paid. Exits with 1 when the median of any takes longer than a second.
 */
const { values } = parseArgs({ options: { payments: { type: "string", default: "100000" } } })
const payments = Number(values.payments)
const ROUNDS = 11
const LIMIT_MS = 1_000
const ADMIN = { email: "admin@paycollect.example", password: "paycollect-demo" }

/** Two carts for each payment, three orders for four, one customer for two; written as Medusa does. */
const FILL = [
  `insert into customer (id, first_name, last_name, email, phone)
     select 'cus_b' || n, (array['Ama', 'Koffi', 'Mireille', 'Hélène', 'Esi', 'Paul'])[1 + n % 6], initcap(substr(md5('l' || n), 1, 7)),
       substr(md5('e' || n), 1, 9) || n || '@example.com', '+237 6 ' || to_char(70000000 + n * 17 % 9999999, 'FM99 99 99 99')
     from generate_series(1, :payments / 2) n`,
  `insert into cart_address (id, first_name, last_name, address_1, city, country_code, phone, created_at)
     select 'caaddr_b' || n, c.first_name, c.last_name, '4 Avenue Kennedy', 'Yaoundé', 'cm', replace(substr(c.phone, 6), ' ', ''),
       now() - (n % 90) * interval '1 day' - interval '1 hour'
     from generate_series(1, :payments * 2) n join customer c on c.id = 'cus_b' || (1 + n % (:payments / 2))`,
  `insert into cart (id, email, customer_id, currency_code, shipping_address_id, billing_address_id, created_at)
     select 'cart_b' || n, c.email, c.id, 'xaf', 'caaddr_b' || n, 'caaddr_b' || n, now() - (n % 90) * interval '1 day' - interval '1 hour'
     from generate_series(1, :payments * 2) n join customer c on c.id = 'cus_b' || (1 + n % (:payments / 2))`,
  `insert into order_address (id, first_name, last_name, address_1, city, country_code, phone, created_at)
     select 'ordaddr_b' || n, first_name, last_name, address_1, city, country_code, phone, created_at
     from generate_series(1, :payments) n join cart_address a on a.id = 'caaddr_b' || n where n % 4 > 0`,
  `insert into "order" (id, email, customer_id, currency_code, shipping_address_id, billing_address_id, created_at)
     select 'order_b' || n, email, customer_id, 'xaf', 'ordaddr_b' || n, 'ordaddr_b' || n, created_at
     from generate_series(1, :payments) n join cart c on c.id = 'cart_b' || n where n % 4 > 0`,
  `insert into order_cart (id, order_id, cart_id)
     select 'ordercart_b' || n, 'order_b' || n, 'cart_b' || n from generate_series(1, :payments) n where n % 4 > 0`,
  `insert into paycollect_intent (id, payment_number, merchant_reference, subject_id, attempt, cart_id, payment_collection_id, provider_id, environment, amount,
       currency_code, exponent, fee_bearer, fingerprint, status, outcome, service_intent_id, payment_ref, order_id, applied_at, created_at)
     select 'pcint_b' || n, ${PAYMENT_NUMBER}, 'cart_b' || n || '-1', 'cart_b' || n, 1, 'cart_b' || n, 'pay_col_b' || n, 'pp_paycollect_default', 'test',
       (1000 + n)::text, 'xaf', 0, 'merchant', 'f', case when n % 4 > 0 then 'succeeded' else 'failed' end,
       case when n % 4 > 0 then 'paid' else 'failed' end, 'pi_b' || n, 'REF-B' || n, case when n % 4 > 0 then 'order_b' || n end,
       case when n % 4 > 0 then now() end, now() - (n % 90) * interval '1 day'
     from generate_series(1, :payments) n`,
]

async function fill(database) {
  for (const statement of FILL) await database.raw(statement.replaceAll(":payments", String(payments)))
  await database.raw("analyze")
}

/** What people quote of one customer, and what many are called. */
async function questions(database) {
  const { first_name, last_name, email, phone } = await database("customer").where({ id: "cus_b777" }).first()
  const digits = phone.replace(/\D/g, "")
  return [
    ["part of an e-mail", email.slice(2, 12)],
    ["an e-mail's domain, of all", "@example.com"],
    ["a last name", last_name],
    ["part of a last name", last_name.slice(0, 5).toLowerCase()],
    ["first and last name", `${first_name} ${last_name}`],
    ["a first name of many", "Hélène"],
    ["without its accents", "Helene"],
    ["a phone number", digits.slice(3)],
    ["one with its country", phone],
    ["its last four digits", digits.slice(-4)],
    ["nobody", "zzqqxx"],
  ]
}

async function post(origin, path, body) {
  const response = await fetch(`${origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  return await response.json()
}

async function main(children) {
  const shop = await openShop(children, { latencyMs: 0 })
  await step(`Customers of ${payments.toLocaleString("en")} payments`, () => fill(shop.database))
  const { token } = await post(shop.origin, "/auth/user/emailpass", ADMIN)
  const headers = { authorization: `Bearer ${token}` }
  const search = async (q) => {
    const began = performance.now()
    const response = await fetch(`${shop.origin}/admin/paycollect/intents?${new URLSearchParams({ q })}`, {
      headers,
    })
    const answer = await response.json()
    if (response.status !== 200 || !answer.people) throw new Error(JSON.stringify(answer))
    return { ms: performance.now() - began, count: answer.count, more: answer.people.more }
  }
  const bars = new Bars()
  for (const [name, q] of await questions(shop.database)) {
    await search(q)
    const times = []
    let last
    for (let round = 0; round < ROUNDS; round++) times.push((last = await search(q)).ms)
    console.log(
      `  (${last.count} found${last.more ? ", of more" : ""}; slowest ${quantile(times, 1).toFixed(0)} ms)`
    )
    bars.add(name, median(times), { unit: "ms", most: LIMIT_MS })
  }
  if (!bars.print()) process.exitCode = 1
  await shop.close()
}

const record = join(stateDir, "run", `bench-people-${process.pid}.json`)
await endLeftovers(record)
const children = new Children(record, join(stateDir, "logs"))
const { end, fail } = endTogether(children, { signalCode: 130 })
await main(children).then(() => end(process.exitCode ?? 0), fail)
