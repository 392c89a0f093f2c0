import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  type IntentFilters,
  type IntentOrder,
  type IntentSort,
} from "../../../../modules/paycollect/ledger/list"
import { recordsNamed } from "../../../../store/merchant-facts"
import { type IntentsQuery } from "../validators"

/** What the ledger is asked for; what only the store knows (order numbers, e-mails) is looked up there first. */
export async function filtersOf(container: MedusaContainer, query: IntentsQuery): Promise<IntentFilters> {
  const { q, needs_attention, environment, cart_id, order_id, created_at } = query
  return {
    environment,
    cart_id,
    order_id,
    created_at,
    status: list(query.status),
    provider_id: list(query.provider_id),
    currency_code: list(query.currency_code),
    ...(needs_attention && { needs_attention: needs_attention === "true" }),
    ...(q && {
      search: { text: q, ...(await recordsNamed(container.resolve(ContainerRegistrationKeys.QUERY), q)) },
    }),
  }
}

export function orderOf({ order }: IntentsQuery): IntentOrder {
  return { by: order.replace("-", "") as IntentSort, descending: order.startsWith("-") }
}

const list = <T>(value: T | T[] | undefined) => (value === undefined ? undefined : ([value].flat() as T[]))
