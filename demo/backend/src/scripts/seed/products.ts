import {
  createCollectionsWorkflow,
  createInventoryLevelsWorkflow,
  createProductCategoriesWorkflow,
  createProductsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ProductStatus } from "@medusajs/framework/utils"
import { categories, products, type ProductSeed } from "./catalogue"
import { find, findOne } from "./find"

export interface CatalogueContext {
  channelId: string
  profileId: string
  locationId: string
  /** address of this server: it serves the pictures */
  backendUrl: string
}

const pictureOf = (product: ProductSeed, backendUrl: string) =>
  `${backendUrl}/static/products/${product.picture}.svg`

async function categoryIds(container: MedusaContainer): Promise<Record<string, string>> {
  const known = await find<{ id: string; name: string }>(container, "product_category", {
    fields: ["id", "name"],
  })
  const missing = categories.filter((name) => !known.some((category) => category.name === name))
  if (missing.length) {
    const { result } = await createProductCategoriesWorkflow(container).run({
      input: { product_categories: missing.map((name) => ({ name, is_active: true })) },
    })
    known.push(...result)
  }
  return Object.fromEntries(known.map(({ name, id }) => [name, id]))
}

async function collectionId(container: MedusaContainer): Promise<string> {
  const existing = await findOne(container, "product_collection", { handle: "from-the-highlands" })
  if (existing) return existing.id
  const { result } = await createCollectionsWorkflow(container).run({
    input: { collections: [{ title: "From the Highlands", handle: "from-the-highlands" }] },
  })
  const [collection] = result
  if (!collection) throw new Error("no collection was made")
  return collection.id
}

export async function seedProducts(container: MedusaContainer, context: CatalogueContext) {
  const known = await find<{ id: string; handle: string; thumbnail: string | null }>(container, "product", {
    fields: ["id", "handle", "thumbnail"],
  })
  const missing = products.filter(({ handle }) => !known.some((product) => product.handle === handle))
  if (missing.length) await createProducts(container, missing, context)
  await movePictures(container, known, context.backendUrl)
  await seedStock(container, context.locationId)
}

async function createProducts(container: MedusaContainer, missing: ProductSeed[], context: CatalogueContext) {
  const categoryOf = await categoryIds(container)
  const collection_id = await collectionId(container)
  await createProductsWorkflow(container).run({
    input: {
      products: missing.map((product) => ({
        title: product.title,
        subtitle: product.subtitle,
        handle: product.handle,
        description: product.description,
        status: ProductStatus.PUBLISHED,
        weight: product.weight,
        origin_country: product.origin_country,
        // The order of the shop's window: all are made at the same moment.
        metadata: { rank: products.indexOf(product) },
        thumbnail: pictureOf(product, context.backendUrl),
        images: [{ url: pictureOf(product, context.backendUrl) }],
        category_ids: [categoryOf[product.category]].filter((id) => id !== undefined),
        collection_id: product.origin_country === "cm" ? collection_id : undefined,
        shipping_profile_id: context.profileId,
        sales_channels: [{ id: context.channelId }],
        options: product.options,
        variants: product.variants.map(({ title, sku, options, cfa, eur }, variant_rank) => ({
          title,
          sku,
          options,
          variant_rank,
          manage_inventory: true,
          prices: [
            { currency_code: "xaf", amount: cfa },
            { currency_code: "xof", amount: cfa },
            { currency_code: "eur", amount: eur },
          ],
        })),
      })),
    },
  })
}

/** The server may listen elsewhere than last time. */
async function movePictures(
  container: MedusaContainer,
  known: Array<{ id: string; handle: string; thumbnail: string | null }>,
  backendUrl: string
) {
  const moved = known.flatMap((row) => {
    const product = products.find(({ handle }) => handle === row.handle)
    const url = product && pictureOf(product, backendUrl)
    return url && row.thumbnail !== url ? [{ id: row.id, thumbnail: url, images: [{ url }] }] : []
  })
  if (moved.length) await updateProductsWorkflow(container).run({ input: { products: moved } })
}

async function seedStock(container: MedusaContainer, location_id: string) {
  const items = await find<{ id: string; location_levels?: unknown[] }>(container, "inventory_item", {
    fields: ["id", "location_levels.id"],
  })
  const inventory_levels = items
    .filter((item) => !item.location_levels?.length)
    .map((item) => ({ location_id, inventory_item_id: item.id, stocked_quantity: 1000 }))
  if (inventory_levels.length)
    await createInventoryLevelsWorkflow(container).run({ input: { inventory_levels } })
}
