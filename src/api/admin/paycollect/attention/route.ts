import { type MedusaContainer } from "@medusajs/framework/types"
import { type ApiRoute } from "../../../requests"
import { isMinorAmount } from "../../../../service/wire/shape"
import { meaningOf } from "../../../../payments/assess"
import { queryOf } from "../../../../payments/module"
import { paycollectOf } from "../../../../modules/paycollect"
import { type ListedItem } from "../../../../features/reading"
import { answersTo } from "../../../../features/attention/close"
import { withRefundable } from "../../../../features/refunds/refund"
import { type IntentRow } from "../../../../modules/paycollect/models/intent"
import { decimalsOfCame, type CurrencyOptions, type Query } from "../../../../orders/records/query"
import { itemFacts, type ItemFacts } from "../../../../orders/records/item-facts"
import type * as Http from "../../../../types/http"
import { pick, shownItem } from "../../../../features/shown"
import { withExplanation, shownIntent } from "../intent-view"
import { type attentionQuery } from "../validators"

/** `GET /admin/paycollect/attention`: items of the "needs attention" list, newest first, each with its payment and whose it is. */
export const GET: ApiRoute<Http.AdminPayCollectAttentionResponse, typeof attentionQuery> = async (
  req,
  res
) => {
  const { limit, offset, ...filters } = req.validatedQuery
  const { items } = paycollectOf(req.scope)
  const page = await items.page(filters, { limit, offset })
  res.json({ attention: await shownItems(req.scope, page.items), count: page.count, offset, limit })
}

/** Items as a merchant may see them, with what the store's own records say of their payments. */
async function shownItems(
  container: MedusaContainer,
  items: ListedItem[]
): Promise<Http.AdminPayCollectAttentionItem[]> {
  const { configuration, items: list } = paycollectOf(container)
  const { options } = await configuration.current()
  const query = queryOf(container)
  const [facts, open, paid, payments] = await Promise.all([
    itemFacts(
      query,
      items.map(({ intent }) => intent)
    ),
    list.openOf(items.map(({ intent }) => intent.id)),
    Promise.all(items.map(({ intent }) => paidMoney(intent, query, options))),
    withRefundable(
      container,
      items.map((item) => ({ ...item.intent, attention: [item] }))
    ),
  ])
  return items.map((item, index) => {
    // What may be refunded is its own item's; how the payment stands says each item of it.
    const attention = open.filter(({ intent_id }) => intent_id === item.intent_id)
    const { attention: _attention, ...payment } = shownIntent({ ...payments[index]!, attention }, options)
    const shown = { ...withExplanation(shownItem(item)), payment, paid: paid[index]! }
    return { ...shown, answers: answersTo(item, item.intent), ...shownFacts(facts[index]!) }
  })
}

function shownFacts({ customer, customer_id, order }: ItemFacts) {
  return {
    customer: { id: customer_id, ...pick(customer, "name", "email", "phone", "phone_digits") },
    order: order && pick(order, "id", "display_id", "canceled"),
  }
}

/** What the service last said that came; the currency may be another one than was asked for, and is known to the store or not. */
async function paidMoney(
  intent: IntentRow,
  query: Query,
  options: CurrencyOptions
): Promise<Http.AdminPayCollectAttentionItem["paid"]> {
  const { status, amount, currency } = (intent.verified ?? {}) as Record<string, string | undefined>
  if (meaningOf(status) !== "paid" || !isMinorAmount(amount) || !currency) return null
  const currency_code = currency.toLowerCase()
  return {
    amount,
    currency_code,
    exponent: await decimalsOfCame(currency_code, intent, query, options),
  }
}
