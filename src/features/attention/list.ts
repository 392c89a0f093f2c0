import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type AttentionReason } from "../../payments/attention-reasons"
import { type AttentionCategory, type AttentionRow } from "../../modules/paycollect/models/attention"
import { type Environment } from "../../service/config"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { ATTENTION, columns, INTENT, table } from "../../tables"
import { type PaymentsModule } from "../../payments/module"

export interface ItemFilters {
  status?: AttentionRow["status"]
  reason?: AttentionReason[]
  category?: AttentionCategory[]
  /** of the payment */
  environment?: Environment
  intent_id?: string[]
}

export type ListedItem = AttentionRow & { intent: IntentRow }

/** Items of the "needs attention" list for people, each with its payment, newest first. */
export class ItemList {
  constructor(private readonly knex: Knex) {}

  async page(
    filters: ItemFilters,
    { limit, offset }: { limit: number; offset: number }
  ): Promise<{ items: ListedItem[]; count: number }> {
    const [rows, [counted]] = await Promise.all([
      this.matching(filters)
        .orderBy([
          { column: "created_at", order: "desc" },
          { column: "id", order: "desc" },
        ])
        .limit(limit)
        .offset(offset)
        .select("*"),
      this.matching(filters).count("* as count"),
    ])
    return { items: await this.withIntents(rows), count: Number(counted?.count ?? 0) }
  }

  /** Those of these items that there are, in no order. */
  async byIds(ids: string[]): Promise<ListedItem[]> {
    const rows = await table(this.knex, ATTENTION).whereNull("deleted_at").whereIn("id", ids)
    return await this.withIntents(rows)
  }

  private matching({ status, environment, ...lists }: ItemFilters) {
    const query = table(this.knex, ATTENTION).whereNull("deleted_at")
    if (status !== undefined) query.where({ status })
    for (const name of ["reason", "category", "intent_id"] as const) {
      if (lists[name] !== undefined) query.whereIn(name, lists[name])
    }
    if (environment !== undefined)
      query.whereExists(
        table(this.knex, INTENT)
          .whereRaw(`${INTENT}.${columns(INTENT).id} = ${ATTENTION}.${columns(ATTENTION).intent_id}`)
          .where({ environment })
          .select(this.knex.raw("1"))
      )
    return query
  }

  private async withIntents(rows: AttentionRow[]): Promise<ListedItem[]> {
    const ids = [...new Set(rows.map(({ intent_id }) => intent_id))]
    const intents = await table(this.knex, INTENT).whereIn("id", ids)
    const byId = new Map(intents.map((intent) => [intent.id, intent]))
    // A foreign key keeps an item with its payment, and payments are never deleted.
    return rows.map((row) => ({ ...row, intent: byId.get(row.intent_id)! }))
  }
}

export interface AttentionModule extends PaymentsModule {
  readonly items: ItemList
}
