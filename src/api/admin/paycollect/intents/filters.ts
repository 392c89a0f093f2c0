import { type MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../../payments/module"
import { soughtBy } from "../../../../features/payment-list/sought"
import { paycollectOf } from "../../../../modules/paycollect"
import { type IntentFilters, type IntentOrder, type IntentSort } from "../../../../features/payment-list/list"
import { type IntentSearch } from "../../../../features/payment-list/search"
import { peopleNamed, recordsNamed, recordsOfCustomer } from "../../../../features/payment-list/records"
import { pick } from "../../../../features/shown"
import { type AdminPayCollectPeopleSearch } from "../../../../types/http"
import { type z } from "@medusajs/framework/zod"
import { type intentsQuery } from "../validators"

type IntentsQuery = z.output<typeof intentsQuery>

/** How far back people are looked for, unless the query says more. */
const PEOPLE_MS = 90 * 24 * 3_600_000

interface Looked {
  filters: IntentFilters
  /** how people were looked for; undefined where what was typed is no part of an e-mail, a name or a phone number */
  people?: AdminPayCollectPeopleSearch
}

/** What the ledger is asked for; what only the store knows (order numbers, customers) is looked up there first. */
export async function filtersOf(container: MedusaContainer, query: IntentsQuery): Promise<Looked> {
  const { q, needs_attention, customer_id } = query
  const { search, people } = q ? await searchFor(container, q, query.people_since) : {}
  return {
    people,
    filters: {
      ...pick(
        query,
        "environment",
        "cart_id",
        "order_id",
        "created_at",
        "status",
        "state",
        "provider_id",
        "currency_code"
      ),
      ...(customer_id && { owned: await recordsOfCustomer(queryOf(container), customer_id) }),
      ...(needs_attention && { needs_attention: needs_attention === "true" }),
      ...(search && { search }),
    },
  }
}

async function searchFor(
  container: MedusaContainer,
  q: string,
  peopleSince: Date | undefined
): Promise<{ search: IntentSearch; people?: AdminPayCollectPeopleSearch }> {
  const { clock } = paycollectOf(container)
  const query = queryOf(container)
  const sought = soughtBy(q)
  const since = peopleSince ?? new Date(clock.now() - PEOPLE_MS)
  const [records, named] = await Promise.all([
    recordsNamed(query, sought),
    sought.person && peopleNamed(query, sought.person, since),
  ])
  if (!named) return { search: { sought, ...records } }
  const { more, ...people } = named
  return {
    search: { sought, ...records, people: { ...people, since } },
    people: { since: since.toISOString(), more },
  }
}

export function orderOf({ order }: IntentsQuery): IntentOrder {
  return { by: order.replace("-", "") as IntentSort, descending: order.startsWith("-") }
}
