import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

export type Row = { id: string } & Record<string, unknown>

/** Rows of one entity; what the seed made before is recognised by its name, handle or code. */
export async function find<T = Row>(
  container: MedusaContainer,
  entity: string,
  query: { filters?: Record<string, unknown>; fields?: string[] } = {}
): Promise<T[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity,
    fields: query.fields ?? ["id"],
    filters: query.filters ?? {},
  })
  return data as T[]
}

export async function findOne<T = Row>(
  container: MedusaContainer,
  entity: string,
  filters: Record<string, unknown> = {},
  fields?: string[]
): Promise<T | undefined> {
  const [row] = await find<T>(container, entity, { filters, fields })
  return row
}

/** @throws Error when there is none: Medusa makes it itself at boot */
export async function mustFind<T = Row>(
  container: MedusaContainer,
  entity: string,
  filters: Record<string, unknown> = {},
  fields?: string[]
): Promise<T> {
  const row = await findOne<T>(container, entity, filters, fields)
  if (!row) throw new Error(`no ${entity} found`)
  return row
}
