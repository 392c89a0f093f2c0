import { type MedusaContainer, type Logger, type RemoteQueryFunction } from "@medusajs/framework/types"
import { type RequestBudget } from "../service/budget"
import { type Clock } from "../service/config"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type Configuration } from "../settings/configuration"
import { type AttentionList } from "./ledger/items"
import { type Assignments } from "./ledger/assignments"
import { type Captures } from "./ledger/captures"
import { type IntentLedger } from "./ledger/ledger"
import { type Reviews } from "./ledger/reviews"
import { type Review } from "./review"
import { type StartPayment } from "./start"
import { type Verifier } from "./verifier"
import { type SharedState } from "../service/shared-state"

export const PAYCOLLECT_MODULE = "paycollect"

/** The module as payments know it. Rooms above add their parts in an interface of their own, and the module's service implements each. */
export interface PaymentsModule {
  readonly clock: Clock
  readonly state: SharedState
  readonly configuration: Configuration
  readonly budget: RequestBudget
  readonly ledger: IntentLedger
  readonly attention: AttentionList
  readonly assignments: Assignments
  readonly captures: Captures
  readonly reviews: Reviews
  readonly review: Review
  readonly verifier: Verifier
  readonly startPayment: StartPayment
}

/** The module of the store that the container belongs to, as a room knows it. */
export function moduleOf<M extends PaymentsModule = PaymentsModule>(
  container: Pick<MedusaContainer, "resolve">
): M {
  return container.resolve<M>(PAYCOLLECT_MODULE)
}

/** As `moduleOf`; undefined in a store that the module was taken out of. */
export function moduleIfThere<M extends PaymentsModule = PaymentsModule>(
  container: MedusaContainer
): M | undefined {
  return container.resolve<M>(PAYCOLLECT_MODULE, { allowUnregistered: true })
}

/** What Medusa's records are asked by. */
export function queryOf(container: Pick<MedusaContainer, "resolve">): Omit<RemoteQueryFunction, symbol> {
  return container.resolve(ContainerRegistrationKeys.QUERY)
}

export function loggerOf(container: Pick<MedusaContainer, "resolve">): Logger {
  return container.resolve(ContainerRegistrationKeys.LOGGER)
}
