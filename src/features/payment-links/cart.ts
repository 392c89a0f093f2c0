import { errorName } from "../../service/errors"
import { getVariantAvailability, MedusaError } from "@medusajs/framework/utils"
import { loggerOf } from "../../payments/module"
import { type AddressFacts, type CustomerFacts } from "../../payments/customer"
import { type CartFacts, type LinkCartLine } from "./cart-rules"
import { type MajorAmountLike } from "../../payments/money"
import { nameOfCustomer, offeredIn, type LinkFacts } from "./order"
import { cartById, type Query } from "../../orders/records/query"
import { type Time } from "../../orders/records/records"
import { PERSON_FIELDS } from "../../orders/records/session-facts"
import { type MedusaContainer } from "@medusajs/framework/types"
import { refreshCartItemsWorkflow } from "@medusajs/medusa/core-flows"

/** What a payment link shows of the cart that it is for, and what decides whether the cart can be paid. */
export interface LinkCart extends LinkFacts {
  id: string
  /** what it costs now, in major units */
  total: MajorAmountLike
  completed_at: Time | null
  payment_collection_id: string | null
  /** what it needs to become an order */
  needs: CartFacts
}

interface FoundCart extends CustomerFacts {
  shipping_address?: (AddressFacts & { address_1?: string | null; city?: string | null }) | null
  id: string
  total: MajorAmountLike
  shipping_total?: MajorAmountLike | null
  currency_code: string
  region_id?: string | null
  locale?: string | null
  sales_channel_id?: string | null
  completed_at?: Time | null
  payment_collection?: { id: string } | null
  items?: CartItem[] | null
  shipping_methods?: { shipping_option?: { shipping_profile_id?: string | null } | null }[] | null
}

interface CartItem {
  title?: string | null
  product_title?: string | null
  quantity: number
  total?: MajorAmountLike | null
  variant_id?: string | null
  requires_shipping?: boolean | null
  variant?: {
    manage_inventory?: boolean | null
    allow_backorder?: boolean | null
    product?: { status?: string | null; shipping_profile?: { id: string } | null } | null
  } | null
}

/** `total` brings the lines along, all in one question. */
const LINK_CART_FIELDS = [
  ...PERSON_FIELDS,
  ...(
    "id total shipping_total items.total currency_code region_id locale sales_channel_id completed_at " +
    "shipping_address.address_1 shipping_address.city payment_collection.id items.title " +
    "items.product_title items.quantity items.variant_id items.requires_shipping " +
    "items.variant.manage_inventory items.variant.allow_backorder items.variant.product.status " +
    "items.variant.product.shipping_profile.id shipping_methods.shipping_option.shipping_profile_id"
  ).split(" "),
]

/** null when there is no cart of this id (any more). */
export async function linkCart(query: Query, id: string): Promise<LinkCart | null> {
  const cart = await cartById<FoundCart>(query, id, LINK_CART_FIELDS)
  if (!cart) return null
  const items = cart.items ?? []
  const [stock, offered] = await Promise.all([
    stockOf(query, items, cart.sales_channel_id),
    offeredIn(query, cart.region_id, cart),
  ])
  const lines = items.map((item) => lineOfCart(item, stock))
  return {
    id,
    display_id: null,
    currency_code: cart.currency_code.toLowerCase(),
    customer: cart,
    locale: cart.locale ?? null,
    lines: lines.map(({ name, quantity }, index) => ({ name, quantity, price: items[index]!.total })),
    delivery: cart.shipping_total,
    costs: cart.total,
    ...offered,
    total: cart.total,
    completed_at: cart.completed_at ?? null,
    payment_collection_id: cart.payment_collection?.id ?? null,
    needs: {
      customer: cart,
      isAddressed: !!(cart.shipping_address?.address_1?.trim() || cart.shipping_address?.city?.trim()),
      lines,
      shipping_profile_ids: (cart.shipping_methods ?? []).map(
        ({ shipping_option }) => shipping_option?.shipping_profile_id ?? null
      ),
    },
  }
}

function lineOfCart(item: CartItem, stock: Map<string, number>): LinkCartLine {
  const { variant, variant_id = null } = item
  return {
    name: nameOfCustomer(item),
    quantity: Number(item.quantity),
    variant_id,
    isSold: !variant_id || variant?.product?.status === "published",
    available: isCounted(item) ? (stock.get(variant_id!) ?? 0) : null,
    isDelivered: item.requires_shipping === true,
    shipping_profile_id: variant?.product?.shipping_profile?.id ?? null,
  }
}

function isCounted({ variant_id, variant }: CartItem): boolean {
  return !!variant_id && !!variant?.manage_inventory && !variant.allow_backorder
}

async function stockOf(
  query: Query,
  items: CartItem[],
  salesChannelId: string | null | undefined
): Promise<Map<string, number>> {
  const variantIds = [...new Set(items.filter(isCounted).map(({ variant_id }) => variant_id!))]
  if (variantIds.length === 0 || !salesChannelId) return new Map()
  const found = await getVariantAvailability(query as Parameters<typeof getVariantAvailability>[0], {
    variant_ids: variantIds,
    sales_channel_id: salesChannelId,
  })
  return new Map(Object.entries(found).map(([id, { availability }]) => [id, Number(availability ?? 0)]))
}

/**
 * Prices, taxes, deliveries and discounts of a cart as they are now, as a storefront's visit would have them worked out; its sessions go
 * where it costs something else since. Only for a cart for which no money is under way.
 * @returns false while another process changes the cart
 * @throws MedusaError INVALID_DATA when goods of it have no price any more
 */
export async function refreshCart(container: MedusaContainer, cartId: string): Promise<boolean> {
  try {
    await refreshCartItemsWorkflow(container).run({ input: { cart_id: cartId, force_refresh: true } })
    return true
  } catch (error) {
    if (isNotSold(error)) throw error
    loggerOf(container).warn(
      `paycollect: the prices of cart ${cartId} could not be refreshed for its payment link: ${errorName(error)}`
    )
    return false
  }
}

export function isNotSold(error: unknown): boolean {
  return MedusaError.isMedusaError(error) && (error as MedusaError).type === MedusaError.Types.INVALID_DATA
}
