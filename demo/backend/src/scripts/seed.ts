import { writeFileSync } from "node:fs"
import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { seedDelivery } from "./seed/delivery"
import { seedAdmin, seedPromotions, seedShopper } from "./seed/people"
import { seedProducts } from "./seed/products"
import { seedRegions, seedStore } from "./seed/store"
import { seedTranslations } from "./seed/translations"

/**
 * Fills an empty store and completes a half-filled one; what is there already stays as it is.
 * `medusa exec ./src/scripts/seed.ts [file]`: `file` receives {publishable_key, regions} as JSON.
 */
export default async function seed({ container, args }: Pick<ExecArgs, "container"> & Partial<ExecArgs>) {
  const backendUrl = (process.env.PAYCOLLECT_BACKEND_URL || "http://localhost:9000").replace(/\/+$/, "")
  const { channelId, publishableKey } = await seedStore(container)
  const regions = await seedRegions(container)
  const { locationId, profileId } = await seedDelivery(container, channelId)
  await seedProducts(container, { channelId, profileId, locationId, backendUrl })
  await seedTranslations(container)
  await seedPromotions(container)
  await seedAdmin(container)
  await seedShopper(container)

  const outcome = { publishable_key: publishableKey, regions }
  const [file] = args ?? []
  if (file) writeFileSync(file, JSON.stringify(outcome))
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(`Seeded. Publishable key of the storefront: ${publishableKey}`)
  return outcome
}
