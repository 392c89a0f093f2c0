import { type IEventBusModuleService, type Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type PayCollectModuleService from "../../modules/paycollect/service"
import { type Query } from "../../orders/records/query"

/** What the payment module's container gives a provider; each is looked up when it is used, and throws when it is not there. */
export interface Dependencies {
  logger: Logger
  event_bus: IEventBusModuleService
  paycollect: PayCollectModuleService
  query: Query
}

/** @throws MedusaError UNEXPECTED_STATE naming the lines that medusa-config lacks */
export function requiredDependency<K extends keyof Dependencies>(
  dependencies: Dependencies,
  name: K
): Dependencies[K] {
  const dependency = given(dependencies, name)
  if (dependency) return dependency
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    [
      `PayCollect cannot reach "${name}", so no payment was started. In medusa-config.ts, declare the payment module as`,
      `{ resolve: "@medusajs/medusa/payment", dependencies: ["paycollect", "query"], options: { providers: [`,
      `{ resolve: "medusa-payment-paycollect/providers/paycollect", id: "default" }] } }`,
      `and add { resolve: "medusa-payment-paycollect", options: { ... } } to plugins.`,
    ].join(" ")
  )
}

/** A store without an event bus misses only the announcements. */
export function eventBusOf(dependencies: Dependencies): IEventBusModuleService | undefined {
  return given(dependencies, "event_bus")
}

/** awilix throws for a name that is not registered. */
function given<K extends keyof Dependencies>(
  dependencies: Dependencies,
  name: K
): Dependencies[K] | undefined {
  try {
    return dependencies[name]
  } catch {
    return undefined
  }
}
