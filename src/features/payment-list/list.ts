import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type AttentionRow } from "../../modules/paycollect/models/attention"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { whereMeant, whereOwned, type IntentSearch, type OwnedPayments } from "./search"
import { among, ATTENTION, columns, INTENT, type Query, rowsOf } from "../../tables"
import { BACK_STATE, REFUND_STATES, SHOWN_STATE, WENT_BACK } from "../payment-state"
import { IS_PAYMENT_OF_ITEM, openItems, pagesByMoment } from "../reading"

const intents = columns(INTENT)

export interface IntentFilters {
  search?: IntentSearch
  /** the service's states, and of payments that had succeeded {@link REFUND_STATES} */
  status?: string[]
  /** what people call it: {@link PAYMENT_STATES} */
  state?: string[]
  environment?: string
  provider_id?: string[]
  currency_code?: string[]
  cart_id?: string
  order_id?: string
  /** of these records */
  owned?: OwnedPayments
  /** with, or without, an open item on the "needs attention" list */
  needs_attention?: boolean
  created_at?: { $gte?: Date; $gt?: Date; $lte?: Date; $lt?: Date }
}

/** Amounts are compared in major units: only so do currencies with and without decimals mix in one order. */
const SORTS = {
  created_at: intents.created_at,
  verified_at: intents.verified_at,
  applied_at: intents.applied_at,
  amount: `${intents.amount}::numeric / power(10::numeric, ${intents.exponent})`,
} as const
export type IntentSort = keyof typeof SORTS
export const INTENT_SORTS = Object.keys(SORTS) as IntentSort[]

export interface IntentOrder {
  by: IntentSort
  descending: boolean
}

/** The most that the number of what a search finds says. */
const MOST_COUNTED = 10_000
/** A search that almost everything fits finds its page among the first of all payments. */
const FIRST = 1_000

interface Paging {
  order: IntentOrder
  limit: number
  offset: number
}

interface Page {
  rows: IntentRow[]
  count: number
}

/** What `query` may ask for payments by: its own id, or a record of the store that it links to them. */
export const PAYMENT_NAMES = ["id", "order_id", "cart_id"] as const

export type ListedIntent = IntentRow & { attention: AttentionRow[] }

const OPERATORS = { $gte: ">=", $gt: ">", $lte: "<=", $lt: "<" } as const

const pageOf = (
  query: Query<IntentRow>,
  { sorted, limit, offset }: Paging & { sorted: string }
): PromiseLike<IntentRow[]> => query.orderByRaw(sorted).limit(limit).offset(offset).select("*")

/** The ledger for people: filtered, searched, sorted and paged, in plain statements that the indexes of the table answer. */
export class IntentList {
  constructor(private readonly knex: Knex) {}

  async page(filters: IntentFilters, paging: Paging): Promise<{ intents: ListedIntent[]; count: number }> {
    const { rows, count } = (await this.commonPage(filters, paging)) ?? (await this.anyPage(filters, paging))
    return { intents: await this.withAttention(rows), count }
  }

  private async anyPage(filters: IntentFilters, paging: Paging): Promise<Page> {
    const { by, descending } = paging.order
    const direction = descending ? "desc" : "asc"
    // Every row has a date, and the index of dates is read in its order only where nulls are left alone. What a search finds is sorted instead:
    // few rows, for which the index would be walked to its end.
    const nulls = by === "created_at" && !filters.search ? "" : "nulls last"
    const sorted = `${SORTS[by]} ${direction} ${nulls}, ${intents.id} ${direction}`
    const [rows, count] = await Promise.all([
      pageOf(this.matching(filters), { ...paging, sorted }),
      this.counted(filters),
    ])
    return { rows, count }
  }

  /** null unless almost everything fits the search: then neither is all of it sorted, nor looked up to be counted. */
  private async commonPage(filters: IntentFilters, paging: Paging): Promise<Page | null> {
    if (!filters.search || paging.order.by !== "created_at") return null
    const direction = paging.order.descending ? "desc" : "asc"
    const sorted = `${intents.created_at} ${direction}, ${intents.id} ${direction}`
    const amongFirst = (many: number) => {
      const first = rowsOf(this.knex, INTENT).orderByRaw(sorted).limit(many)
      return this.matching(filters, among(this.knex, first, INTENT))
    }
    const rows = await pageOf(amongFirst(FIRST), { ...paging, sorted })
    if (rows.length < paging.limit) return null
    const [counted] = await amongFirst(2 * MOST_COUNTED).count("* as count")
    return Number(counted?.count) < MOST_COUNTED ? null : { rows, count: MOST_COUNTED }
  }

  /** Of these records, oldest first. */
  async named(names: Partial<Record<(typeof PAYMENT_NAMES)[number], string[]>>): Promise<ListedIntent[]> {
    const query = rowsOf(this.knex, INTENT)
    for (const name of PAYMENT_NAMES) if (names[name]) query.whereIn(name, names[name])
    // It alone has an index.
    if (names.cart_id) query.whereIn("subject_id", names.cart_id)
    return await this.withAttention(await query.orderBy("created_at").select("*"))
  }

  /** Everything that matches, by date. */
  async *pages(
    filters: IntentFilters,
    paging: { descending: boolean; size: number }
  ): AsyncGenerator<ListedIntent[]> {
    const moment = intents.created_at
    for await (const rows of pagesByMoment(this.knex, () => this.matching(filters), { moment, ...paging }))
      yield await this.withAttention(rows)
  }

  /** Of a search that almost everything fits, no employee turns to the last page: counting to the end would cost more than finding. */
  private async counted(filters: IntentFilters): Promise<number> {
    const matching = this.matching(filters)
    const all = filters.search
      ? among(this.knex, matching.select("id").limit(MOST_COUNTED), "found")
      : matching
    const [row] = await all.count("* as count")
    return Number(row?.count ?? 0)
  }

  private matching(filters: IntentFilters, query = rowsOf(this.knex, INTENT)) {
    for (const name of ["environment", "cart_id", "order_id"] as const) {
      if (filters[name] !== undefined) query.where(name, filters[name])
    }
    if (filters.cart_id !== undefined) query.where({ subject_id: filters.cart_id })
    if (filters.owned) {
      const owned = { ...filters.owned, since: new Date(0) }
      query.where((any) => whereOwned(any.whereRaw("false"), owned))
    }
    if (filters.status !== undefined) this.inStates(query, filters.status)
    if (filters.state !== undefined) {
      // Those that may be, by the indexes, before each is looked at.
      this.inStates(query, filters.state)
      query.whereRaw(`(${SHOWN_STATE}) = any(?)`, [filters.state])
    }
    for (const name of ["provider_id", "currency_code"] as const) {
      if (filters[name] !== undefined) query.whereIn(name, filters[name])
    }
    for (const [name, operator] of Object.entries(OPERATORS)) {
      const date = filters.created_at?.[name as keyof typeof OPERATORS]
      if (date) query.where("created_at", operator, date)
    }
    if (filters.needs_attention !== undefined) {
      const open = openItems(this.knex).whereRaw(IS_PAYMENT_OF_ITEM).select("id")
      if (filters.needs_attention) query.whereExists(open)
      else query.whereNotExists(open)
    }
    if (filters.search) whereMeant(query, filters.search)
    return query
  }

  private inStates(query: Query<IntentRow>, states: string[]): void {
    query.where((any) => {
      any.whereIn("status", states)
      const back = REFUND_STATES.filter((state) => states.includes(state))
      const marks = back.map(() => "?").join(", ")
      if (back.length > 0) any.orWhereRaw(`${WENT_BACK} and (${BACK_STATE}) in (${marks})`, back)
      if (states.includes("discrepancy")) any.orWhere({ outcome: "discrepancy" })
      if (states.includes("unknown")) any.orWhere({ status: "succeeded", outcome: "waiting" })
    })
  }

  private async withAttention(rows: IntentRow[]): Promise<ListedIntent[]> {
    const ids = rows.map(({ id }) => id)
    const items = await rowsOf(this.knex, ATTENTION).whereIn("intent_id", ids).orderBy("created_at")
    return rows.map((row) => ({ ...row, attention: items.filter(({ intent_id }) => intent_id === row.id) }))
  }
}
