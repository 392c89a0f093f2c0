import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type AttentionRow } from "../modules/paycollect/models/attention"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { ATTENTION, columns, INTENT, type Query, rowsOf } from "../tables"

const intents = columns(INTENT)

/** An item of the "needs attention" list with its payment. */
export type ListedItem = AttentionRow & { intent: IntentRow }

/** In the order of the items. A foreign key keeps an item with its payment, and payments are never deleted. */
export async function withPayments(knex: Knex, items: Query<AttentionRow>): Promise<ListedItem[]> {
  const rows = await items
  const ids = [...new Set(rows.map(({ intent_id }) => intent_id))]
  const byId = new Map((await rowsOf(knex, INTENT).whereIn("id", ids)).map((intent) => [intent.id, intent]))
  return rows.map((row) => ({ ...row, intent: byId.get(row.intent_id)! }))
}

export const NEWEST_FIRST = (["created_at", "id"] as const).map((column) => ({
  column,
  order: "desc" as const,
}))

export const openItems = (knex: Knex) => rowsOf(knex, ATTENTION).where({ status: "open" })

/** For a `whereExists`, from either to the other. */
export const IS_PAYMENT_OF_ITEM = `${INTENT}.${intents.id} = ${ATTENTION}.${columns(ATTENTION).intent_id}`

/** One page after the other, as long as they are full. @param next the page that follows a row; the first page without one */
export async function* pagesAfter<Row>(
  size: number,
  next: (last: Row | undefined) => PromiseLike<Row[]>
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const rows = await next(last)
    if (rows.length > 0) yield rows
    last = rows.length === size ? rows.at(-1) : undefined
  } while (last)
}

/**
 * Payments in the order of a moment, a page at a time: each page begins where the one before ended, so that nothing is skipped or
 * repeated however many payments come meanwhile, and the last page costs what the first one does.
 * @param matching a new query of all of them
 */
export function pagesByMoment(
  knex: Knex,
  matching: () => Query<IntentRow>,
  { moment, descending, size }: { moment: "created_at" | "paid_at"; descending: boolean; size: number }
): AsyncGenerator<IntentRow[]> {
  const [direction, beyond] = descending ? ["desc", "<"] : ["asc", ">"]
  return pagesAfter<IntentRow & { cursor: string }>(size, (last) => {
    const page = matching()
    if (last)
      page.whereRaw(`(${moment}, ${intents.id}) ${beyond} (?::timestamptz, ?)`, [last.cursor, last.id])
    // As text: a Date has milliseconds, and the column more; a page would begin a little before or after the end of the last one.
    return page
      .orderByRaw(`${moment} ${direction}, ${intents.id} ${direction}`)
      .limit(size)
      .select("*", knex.raw(`${moment}::text as cursor`))
  })
}
