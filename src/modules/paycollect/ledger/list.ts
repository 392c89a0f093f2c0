import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type AttentionRow } from "../models/attention"
import { type IntentRow } from "../models/intent"
import { ATTENTION, INTENT } from "./tables"

export interface IntentSearch {
  /** compared with the beginning of every reference of a payment, and with ids as a whole; case does not matter in references */
  text: string
  /** carts and orders that the store knows under that text: an order's number, a customer's e-mail */
  cart_ids: string[]
  order_ids: string[]
}

export interface IntentFilters {
  search?: IntentSearch
  status?: string[]
  environment?: string
  provider_id?: string[]
  currency_code?: string[]
  cart_id?: string
  order_id?: string
  /** with, or without, an open item on the "needs attention" list */
  needs_attention?: boolean
  created_at?: { $gte?: Date; $gt?: Date; $lte?: Date; $lt?: Date }
}

/** Amounts are compared in major units: only so do currencies with and without decimals mix in one order. */
const SORTS = {
  created_at: "created_at",
  verified_at: "verified_at",
  settled_at: "settled_at",
  amount: "amount::numeric / power(10::numeric, exponent)",
} as const
export type IntentSort = keyof typeof SORTS
export const INTENT_SORTS = Object.keys(SORTS) as IntentSort[]

export interface IntentOrder {
  by: IntentSort
  descending: boolean
}

export type ListedIntent = IntentRow & { attention: AttentionRow[] }

const OPERATORS = { $gte: ">=", $gt: ">", $lte: "<=", $lt: "<" } as const

/** The ledger for people: filtered, searched, sorted and paged, in plain statements that the indexes of the table answer. */
export class IntentList {
  constructor(private readonly knex: Knex) {}

  async page(
    filters: IntentFilters,
    { order, limit, offset }: { order: IntentOrder; limit: number; offset: number }
  ): Promise<{ intents: ListedIntent[]; count: number }> {
    const direction = order.descending ? "desc" : "asc"
    const [rows, [counted]] = await Promise.all([
      this.matching(filters)
        .orderByRaw(`${SORTS[order.by]} ${direction} nulls last, id ${direction}`)
        .limit(limit)
        .offset(offset)
        .select("*"),
      this.matching(filters).count("* as count"),
    ])
    return { intents: await this.withAttention(rows as IntentRow[]), count: Number(counted?.count ?? 0) }
  }

  /**
   * Everything that matches, by date, a page at a time: each page begins where the one before ended, so that nothing is skipped or
   * repeated however many payments come meanwhile, and the last page costs what the first one does.
   */
  async *pages(
    filters: IntentFilters,
    { descending, size }: { descending: boolean; size: number }
  ): AsyncGenerator<ListedIntent[]> {
    const direction = descending ? "desc" : "asc"
    let last: { id: string; cursor: string } | undefined
    do {
      const page = this.matching(filters)
      if (last) {
        const beyond = descending ? "<" : ">"
        page.whereRaw(`(created_at, id) ${beyond} (?::timestamptz, ?)`, [last.cursor, last.id])
      }
      // As text: a Date has milliseconds, and the column more; a page would begin a little before or after the end of the last one.
      const rows = (await page
        .orderByRaw(`created_at ${direction}, id ${direction}`)
        .limit(size)
        .select("*", this.knex.raw("created_at::text as cursor"))) as (IntentRow & { cursor: string })[]
      if (rows.length > 0) yield await this.withAttention(rows)
      last = rows.length === size ? rows.at(-1) : undefined
    } while (last)
  }

  private matching(filters: IntentFilters) {
    const query = this.knex(INTENT).whereNull("deleted_at")
    for (const name of ["environment", "cart_id", "order_id"] as const) {
      if (filters[name] !== undefined) query.where(name, filters[name])
    }
    for (const name of ["status", "provider_id", "currency_code"] as const) {
      if (filters[name] !== undefined) query.whereIn(name, filters[name])
    }
    for (const [name, operator] of Object.entries(OPERATORS)) {
      const date = filters.created_at?.[name as keyof typeof OPERATORS]
      if (date) query.where("created_at", operator, date)
    }
    if (filters.needs_attention !== undefined) {
      const open = this.knex(ATTENTION)
        .whereRaw(`${ATTENTION}.intent_id = ${INTENT}.id`)
        .where({ status: "open" })
        .whereNull("deleted_at")
        .select(this.knex.raw("1"))
      if (filters.needs_attention) query.whereExists(open)
      else query.whereNotExists(open)
    }
    if (filters.search) this.search(query, filters.search)
    return query
  }

  /** Every arm has an index (see the migration), so that a search costs what it finds. A merchant reference begins with its cart's id. */
  private search(query: Knex.QueryBuilder, { text, cart_ids, order_ids }: IntentSearch): void {
    const beginning = `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
    query.where((any) => {
      for (const name of ["merchant_reference", "payment_ref", "intent_id"]) {
        any.orWhereRaw(`lower(${name}) like ?`, [beginning])
      }
      any.orWhere({ id: text }).orWhereIn("order_id", [text, ...order_ids])
      if (cart_ids.length > 0) any.orWhereIn("cart_id", cart_ids)
    })
  }

  private async withAttention(rows: IntentRow[]): Promise<ListedIntent[]> {
    const ids = rows.map(({ id }) => id)
    const items = (await this.knex(ATTENTION)
      .whereNull("deleted_at")
      .whereIn("intent_id", ids)
      .orderBy("created_at")) as (AttentionRow & { intent_id: string })[]
    return rows.map((row) => ({ ...row, attention: items.filter(({ intent_id }) => intent_id === row.id) }))
  }
}
