import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type AttentionReason } from "../../payments/attention-reasons"
import { type AttentionCategory, type AttentionRow } from "../../modules/paycollect/models/attention"
import { type Environment } from "../../service/config"
import { ATTENTION, INTENT, rowsOf } from "../../tables"
import { IS_PAYMENT_OF_ITEM, type ListedItem, NEWEST_FIRST, openItems, withPayments } from "../reading"
import { type PaymentsModule } from "../../payments/module"

export interface ItemFilters {
  status?: AttentionRow["status"]
  reason?: AttentionReason[]
  category?: AttentionCategory[]
  /** of the payment */
  environment?: Environment
  intent_id?: string[]
}

const LAST_CLOSED_FIRST = (["resolved_at", "id"] as const).map((column) => ({
  column,
  order: "desc" as const,
}))

/** Items of the "needs attention" list for people, each with its payment, newest first. */
export class ItemList {
  constructor(private readonly knex: Knex) {}

  async page(
    filters: ItemFilters,
    { limit, offset }: { limit: number; offset: number }
  ): Promise<{ items: ListedItem[]; count: number }> {
    const order = filters.status === "resolved" ? LAST_CLOSED_FIRST : NEWEST_FIRST
    const [items, [counted]] = await Promise.all([
      withPayments(this.knex, this.matching(filters).orderBy(order).limit(limit).offset(offset)),
      this.matching(filters).count("* as count"),
    ])
    return { items, count: Number(counted?.count ?? 0) }
  }

  /** Open items of these payments, in no order. */
  async openOf(payments: string[]): Promise<AttentionRow[]> {
    return await openItems(this.knex).whereIn("intent_id", payments)
  }

  /** Those of these items that there are, in no order. */
  async byIds(ids: string[]): Promise<ListedItem[]> {
    return await withPayments(this.knex, rowsOf(this.knex, ATTENTION).whereIn("id", ids))
  }

  private matching({ status, environment, ...lists }: ItemFilters) {
    const query = rowsOf(this.knex, ATTENTION)
    if (status !== undefined) query.where({ status })
    for (const name of ["reason", "category", "intent_id"] as const) {
      if (lists[name] !== undefined) query.whereIn(name, lists[name])
    }
    if (environment !== undefined)
      query.whereExists(
        rowsOf(this.knex, INTENT).whereRaw(IS_PAYMENT_OF_ITEM).where({ environment }).select("id")
      )
    return query
  }
}

export interface AttentionModule extends PaymentsModule {
  readonly items: ItemList
}
