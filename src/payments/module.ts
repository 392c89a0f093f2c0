import { type MedusaContainer, type Logger, type RemoteQueryFunction } from "@medusajs/framework/types"
import { type PayCollectError } from "../service/errors"
import { type Clock } from "../service/config"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type Configuration } from "../settings/configuration"
import { type AttentionList } from "./ledger/items"
import { type Assignments } from "./ledger/assignments"
import { type IntentLedger } from "./ledger/ledger"
import { type Reviews } from "./ledger/reviews"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type Review } from "./review"
import { type AskedMoney, type StartPaymentInput } from "./request"
import { type Starting } from "./start"
import { type Judged } from "./answers"
import { type VerifyOptions } from "./verifier"
import { type SharedState } from "../service/shared-state"

export const PAYCOLLECT_MODULE = "paycollect"

/** The module as payments know it. Rooms above add their parts in an interface of their own, and the module's service implements each. */
export interface PaymentsModule {
  readonly clock: Clock
  readonly state: SharedState
  readonly configuration: Configuration
  readonly ledger: IntentLedger
  readonly attention: AttentionList
  readonly assignments: Assignments
  readonly reviews: Reviews
  readonly review: Review
  findOrCreate(input: StartPaymentInput, starting?: Starting): Promise<IntentRow>
  foreseeStart(): Promise<PayCollectError | null>
  assignedTo(input: AskedMoney): Promise<IntentRow | null>
  reuse(input: AskedMoney): Promise<IntentRow | null>
  verify(intent: IntentRow, options?: VerifyOptions): Promise<Judged>
  judge(intent: IntentRow): Judged
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
