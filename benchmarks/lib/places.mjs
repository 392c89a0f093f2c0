import { createRequire } from "node:module"
import { setTimeout as sleep } from "node:timers/promises"

const medusa = createRequire(createRequire(import.meta.url).resolve("@medusajs/medusa/package.json"))
const Redis = createRequire(medusa.resolve("@medusajs/locking-redis"))("ioredis")

/** Longer than any lease of ours (docs/operations.md), and than the 120 s of a cart's lock. */
const LONGEST_HOLD_MS = 200_000
const OVERDUE_MS = 180_000
/** Captured money of an order, by the collections that are linked with it. */
const CAPTURED = `coalesce((select sum(c.amount) from order_payment_collection l
    join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
    join capture c on c.payment_id = p.id and c.deleted_at is null
   where l.order_id = o.id and l.deleted_at is null), 0)`

/** Where the money of a store with several processes is, and what they still hold, by its database and its Redis. */
export class Places {
  #shop
  #redis

  constructor(shop, redisUrl) {
    this.#shop = shop
    this.#redis = new Redis(redisUrl)
  }

  async #rows(sql, values = []) {
    return (await this.#shop.database.raw(sql, values)).rows
  }

  async #count(sql, values) {
    return (await this.#rows(`select count(*)::int as found from (${sql}) rows`, values))[0].found
  }

  /** @returns payments that the service says succeeded and that are neither one order with all of its money nor one open item */
  async unsettled() {
    const rows = await this.#rows(
      `select i.merchant_reference, i.outcome, i.outcome_reason, i.status, i.applied_at, i.next_step_at, i.amount, i.exponent,
              (select count(*)::int from paycollect_attention a where a.intent_id = i.id and a.status = 'open' and a.category = 'money') as items,
              (select json_agg(json_build_object('id', o.id, 'captured', ${CAPTURED})) from order_cart l join "order" o on o.id = l.order_id
                where l.cart_id = i.cart_id and l.deleted_at is null) as orders
         from paycollect_intent i`
    )
    const known = new Map(rows.map((row) => [row.merchant_reference, row]))
    const succeeded = this.#shop.service.control.intents({ status: "succeeded" })
    return succeeded.flatMap(({ merchant_reference: reference }) => {
      const row = known.get(reference)
      return row && isSettled(row) ? [] : [row ?? { reference }]
    })
  }

  async items() {
    return await this.#count("select 1 from paycollect_attention where status = 'open'")
  }

  async cartsWithTwoOrders() {
    return await this.#count(
      "select 1 from order_cart where deleted_at is null group by cart_id having count(*) > 1"
    )
  }

  /** Each customer buys once, by an e-mail of her own. */
  async paidTwice() {
    return await this.#count(
      `select 1 from "order" o where ${CAPTURED} > 0 group by o.email having count(*) > 1`
    )
  }

  /** Core writes an order and links it with its cart in two steps (docs/operations.md, "When a server dies"). */
  async cutOff() {
    return await this.#count(
      `select 1 from "order" o where not exists (select 1 from order_cart l where l.order_id = o.id)`
    )
  }

  async leases() {
    const [call, order] = await Promise.all([
      this.#count(
        "select 1 from paycollect_intent where greatest(create_lease_until, verify_lease_until, advance_lease_until) > now()"
      ),
      this.#count(
        "select 1 from paycollect_state where id like 'advancing_%' and (value->>'until')::float8 > extract(epoch from now()) * 1000"
      ),
    ])
    return call + order
  }

  async locks() {
    return (await this.#redis.keys("medusa_lock:*")).length
  }

  async overdue() {
    return await this.#count("select 1 from paycollect_intent where next_step_at < ?", [
      new Date(Date.now() - OVERDUE_MS),
    ])
  }

  /** What a dead process held ends by itself. */
  async untilNothingIsHeld() {
    const began = Date.now()
    while (Date.now() - began < LONGEST_HOLD_MS) {
      if ((await this.leases()) + (await this.locks()) === 0) return
      await sleep(2_000)
    }
  }

  close() {
    return this.#redis.quit()
  }
}

function isSettled({ items, orders, amount, exponent, applied_at }) {
  const all = orders ?? []
  if (all.length === 0) return items === 1
  return (
    all.length === 1 &&
    items === 0 &&
    applied_at !== null &&
    Math.round(Number(all[0].captured) * 10 ** exponent) === Number(amount)
  )
}
