import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isMinorAmount } from "../../../../domain/money"
import { meaningOf } from "../../../../domain/status"
import { paycollectOf } from "../../../../modules/paycollect"
import { type ListedItem } from "../../../../modules/paycollect/ledger/items"
import { type IntentRow } from "../../../../modules/paycollect/models/intent"
import { decimalsOf, type CurrencyOptions } from "../../../../store/currency"
import { itemFacts } from "../../../../store/item-facts"
import { type Query } from "../../../../store/query"
import { type AdminPayCollectAttentionItem } from "../../../../types/http"
import { explained, shownIntent } from "../intent-view"
import { withRefundable } from "../refundable"

/** Items as a merchant may see them, with what the store's own records say of their payments. */
export async function shownItems(container: MedusaContainer, items: ListedItem[]) {
  const { configuration } = paycollectOf(container)
  const { options } = await configuration.current()
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [facts, paid, payments] = await Promise.all([
    itemFacts(
      query,
      items.map(({ intent }) => intent)
    ),
    Promise.all(items.map(({ intent }) => paidMoney(intent, query, options))),
    withRefundable(
      container,
      items.map(({ intent, ...item }) => ({ ...intent, attention: [item] }))
    ),
  ])
  return items.map(({ intent: _intent, ...item }, index) => {
    const { customer, customer_id, order } = facts[index]!
    const { attention: _attention, ...payment } = shownIntent(payments[index]!, options)
    return {
      ...explained(item),
      payment,
      paid: paid[index]!,
      customer: { id: customer_id, ...customer },
      order,
    }
  })
}

/** What the service last said that came; the currency may be another one than was asked for, and is known to the store or not. */
async function paidMoney(
  { verified, currency_code, exponent }: IntentRow,
  query: Query,
  options: CurrencyOptions
): Promise<AdminPayCollectAttentionItem["paid"]> {
  const { status, amount, currency } = (verified ?? {}) as Record<string, string | undefined>
  if (meaningOf(status) !== "paid" || !isMinorAmount(amount) || !currency) return null
  const code = currency.toLowerCase()
  return {
    amount,
    currency_code: code,
    exponent: code === currency_code ? exponent : await decimalsOf(code, query, options),
  }
}
