import { createTranslationsWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { frenchOptions, inFrench, products } from "./catalogue"
import { speeds } from "./delivery"
import { find } from "./find"

const locale = "fr-FR"

interface Translation {
  reference: string
  reference_id: string
  translations: Record<string, string>
}

/** The French of everything a customer reads. Nothing in a store that has no translation module. */
export async function seedTranslations(container: MedusaContainer) {
  if (!container.hasRegistration(Modules.TRANSLATION)) return
  const known = await find<{ reference_id: string }>(container, "translation", {
    fields: ["reference_id"],
    filters: { locale_code: locale },
  })
  const wanted = [...(await ofProducts(container)), ...(await ofNames(container))]
  const translations = wanted
    .filter(({ reference_id }) => !known.some((one) => one.reference_id === reference_id))
    .map((one) => ({ ...one, locale_code: locale }))
  if (translations.length) await createTranslationsWorkflow(container).run({ input: { translations } })
}

async function ofProducts(container: MedusaContainer): Promise<Translation[]> {
  const rows = await find<{ id: string; handle: string }>(container, "product", { fields: ["id", "handle"] })
  return rows.flatMap(({ id, handle }) => {
    const french = products.find((product) => product.handle === handle)?.french
    return french ? [{ reference: "product", reference_id: id, translations: { ...french } }] : []
  })
}

async function ofNames(container: MedusaContainer): Promise<Translation[]> {
  const deliveries = Object.fromEntries(speeds.map(({ label, french }) => [label, french]))
  const kinds: [reference: string, field: string, french: (name: string) => string | undefined][] = [
    ["product_variant", "title", inFrench],
    ["product_option", "title", (name) => frenchOptions[name]],
    ["product_option_value", "value", (name) => frenchOptions[name]],
    ["shipping_option", "name", (name) => deliveries[name]],
  ]
  const all = await Promise.all(
    kinds.map(async ([reference, field, french]) => {
      const rows = await find<Record<string, string>>(container, reference, { fields: ["id", field] })
      return rows.flatMap((row) => {
        const name = french(row[field] ?? "")
        return name ? [{ reference, reference_id: row.id!, translations: { [field]: name } }] : []
      })
    })
  )
  return all.flat()
}
