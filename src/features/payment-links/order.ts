import { type CustomerFacts } from "../../payments/customer"
import { type MajorAmountLike } from "../../payments/money"
import { isOurs } from "../../orders/records/providers"
import { withoutGone } from "../../orders/records/lookups"
import { askGraph, type Query } from "../../orders/records/query"
import { SUMMED_ORDER_FIELDS, type OrderRecord } from "../../orders/records/records"
import { PERSON_FIELDS } from "../../orders/records/session-facts"

/** What a payment link shows of its order or cart, and by whom it may be paid. */
export interface LinkFacts {
  /** null for a cart */
  display_id: number | null
  /** lower case */
  currency_code: string
  customer: CustomerFacts
  /** of the customer, as the storefront told it: a BCP 47 tag; null where it did not */
  locale: string | null
  /** what each costs in all; absent where that is not known */
  lines: { name: string; quantity: number; price?: MajorAmountLike | null }[]
  /** in major units, as all prices here */
  delivery?: MajorAmountLike | null
  costs?: MajorAmountLike | null
  /** ids of our own providers that the region offers */
  providers: string[]
  /** where the customer is, lower case: of an address, else the region's first; null where neither says */
  country_code: string | null
}

export interface LinkOrder extends LinkFacts {
  /** with all its money */
  order: OrderRecord
}

interface FoundLinkOrder extends OrderRecord, CustomerFacts {
  display_id?: number | null
  region_id?: string | null
  locale?: string | null
  items?: LinkLine[] | null
  shipping_total?: MajorAmountLike | null
}

interface LinkLine extends NonNullable<NonNullable<OrderRecord["items"]>[number]> {
  title?: string | null
  product_title?: string | null
  quantity?: number | null
  total?: MajorAmountLike | null
  /** an order keeps it here */
  detail?: { quantity?: number | null } | null
}

interface LinkRegion {
  payment_providers?: ({ id: string; is_enabled?: boolean } | null)[] | null
  countries?: { iso_2: string }[] | null
}

const LINK_ORDER_FIELDS = [
  ...SUMMED_ORDER_FIELDS,
  ...PERSON_FIELDS,
  ...(
    "display_id region_id locale shipping_total items.title items.product_title items.quantity " +
    "items.total items.detail.quantity"
  ).split(" "),
]

/** null when there is no order of this id. */
export async function linkOrder(query: Query, id: string): Promise<LinkOrder | null> {
  const [order] = await askGraph<FoundLinkOrder>(query, "order", LINK_ORDER_FIELDS, { id })
  if (!order) return null
  return {
    order: withoutGone(order),
    display_id: order.display_id ?? null,
    currency_code: order.currency_code!.toLowerCase(),
    customer: order,
    locale: order.locale ?? null,
    lines: (order.items ?? []).map((item) => ({
      name: nameOfCustomer(item),
      quantity: Number(item.quantity ?? item.detail?.quantity ?? 1),
      price: item.total,
    })),
    delivery: order.shipping_total,
    costs: order.total,
    ...(await offeredIn(query, order.region_id, order)),
  }
}

export const nameOfCustomer = ({ product_title, title }: Pick<LinkLine, "product_title" | "title">) =>
  product_title ?? title ?? "-"

/** What the region of an order or a cart offers its customer. */
export async function offeredIn(
  query: Query,
  regionId: string | null | undefined,
  customer: CustomerFacts
): Promise<Pick<LinkFacts, "providers" | "country_code">> {
  const fields = ["payment_providers.id", "payment_providers.is_enabled", "countries.iso_2"]
  const [region] = regionId ? await askGraph<LinkRegion>(query, "region", fields, { id: regionId }) : []
  const { shipping_address, billing_address } = customer
  const country = shipping_address?.country_code ?? billing_address?.country_code
  return {
    providers: (region?.payment_providers ?? []).flatMap((provider) =>
      provider && provider.is_enabled !== false && isOurs({ provider_id: provider.id }) ? provider.id : []
    ),
    country_code: country?.toLowerCase() ?? region?.countries?.[0]?.iso_2 ?? null,
  }
}
