import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type IntentRow } from "../../../src/modules/paycollect/models/intent"
import { feeLeft } from "../../../src/payments/came"
import { type EntryRow } from "../../../src/modules/paycollect/models/entry"

/** Accounts of money that is not here, with the balance that the payment's row keeps of them. */
const GONE: [account: RegExp, balance: (row: IntentRow) => bigint][] = [
  [/^fee$/, (row) => (row.outcome === "paid" ? feeLeft(row) : 0n)],
  [/^(refunded(_by_hand)?$|refunding:)/, ({ refunded }) => BigInt(refunded)],
  [/^reversed(_booked)?$/, ({ reversed }) => BigInt(reversed)],
  [/^reversed_booked$/, ({ reversed_booked }) => BigInt(reversed_booked)],
]

/** Where the money that is still here lies, as the payment's row says it. */
function placeOf(row: IntentRow): string {
  if (row.applied_at)
    return row.order_id
      ? `order:${row.order_id}`
      : `collection:${row.assigned_collection_id ?? row.payment_collection_id}`
  if (row.closed_at) return row.closed_as ?? "closed"
  if (row.assigned_order_id) return `reserved:${row.assigned_order_id}`
  return row.used_by_session_id ? `session:${row.used_by_session_id}` : "unapplied"
}

function faultsOf(row: IntentRow, entries: EntryRow[]): string[] {
  const balances = new Map<string, bigint>()
  const add = (account: string, sum: bigint) => balances.set(account, (balances.get(account) ?? 0n) + sum)
  for (const { from_account, to_account, amount } of entries) {
    add(from_account, -BigInt(amount))
    add(to_account, BigInt(amount))
  }
  const found = [...balances].flatMap(([account, sum]) =>
    sum < 0n && account !== "service" ? `${account} holds ${sum}` : []
  )
  for (const [account, balance] of GONE) {
    const sum = [...balances].reduce((all, [name, each]) => (account.test(name) ? all + each : all), 0n)
    if (sum !== balance(row)) found.push(`${account.source} holds ${sum}, and the row says ${balance(row)}`)
  }
  const inCurrency = new Map<string, bigint>()
  for (const { from_account, to_account, amount, currency_code } of entries)
    for (const [account, sum] of [
      [from_account, -BigInt(amount)],
      [to_account, BigInt(amount)],
    ] as const)
      if (account === "service") inCurrency.set(currency_code, (inCurrency.get(currency_code) ?? 0n) + sum)
  const came = [...inCurrency].filter(([, sum]) => sum !== 0n)
  if (came.length > 1) found.push(`it came in ${came.map(([code]) => code).join(" and ")}`)
  const here = BigInt(row.came) - BigInt(row.refunded) - BigInt(row.reversed)
  const isPlace = (account: string) => account !== "service" && !GONE.some(([gone]) => gone.test(account))
  const places = [...balances].filter(([account, sum]) => isPlace(account) && sum !== 0n)
  const said = here === 0n ? [] : [[placeOf(row), here]]
  const shown = (all: unknown[][]) => all.map(([place, sum]) => `${sum} in ${place}`).join(", ")
  if (shown(places) !== shown(said))
    found.push(`the entries have ${shown(places) || "nothing"}, the row ${shown(said) || "nothing"}`)
  return found.map((fault) => `${row.merchant_reference}: ${fault}`)
}

/** An item about its money is open just where its row says that a person decides about it. */
function listFaults(row: IntentRow, items: number): string[] {
  const said = row.listed_at ? 1 : 0
  return items === said ? [] : [`${row.merchant_reference}: ${items} open items, and the row says ${said}`]
}

/**
 * Where the sums of the journal's entries and the balances in the payments' rows differ, and where the list and the rows do, in words; empty
 * when they are the same.
 */
export async function journalFaults(db: Pick<Knex, "raw">): Promise<string[]> {
  const { rows } = await db.raw<{ rows: (IntentRow & { entries: EntryRow[]; items: number })[] }>(
    `select i.*, coalesce((select json_agg(e) from paycollect_entry e where e.intent_id = i.id), '[]') as entries,
       (select count(*)::int from paycollect_attention a where a.intent_id = i.id and a.category = 'money' and a.status = 'open') as items
     from paycollect_intent i`
  )
  return rows.flatMap(({ entries, items, ...row }) => [...faultsOf(row, entries), ...listFaults(row, items)])
}
