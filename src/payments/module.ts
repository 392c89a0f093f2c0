import { type MedusaContainer } from "@medusajs/framework/types"
import { type PayCollectError } from "../client"
import { type Clock } from "../modules/paycollect/clock"
import { type Configuration } from "../modules/paycollect/configuration"
import { type AttentionList } from "../modules/paycollect/ledger/attention"
import { type Assignments } from "../modules/paycollect/ledger/assignments"
import { type IntentLedger } from "../modules/paycollect/ledger/ledger"
import { type Reviews } from "../modules/paycollect/ledger/reviews"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type Review } from "../modules/paycollect/payments/review"
import { type AskedMoney, type StartPaymentInput } from "../modules/paycollect/payments/request"
import { type Starting } from "../modules/paycollect/payments/start"
import { type Judged, type VerifyOptions } from "../modules/paycollect/payments/verifier"
import { type SharedState } from "../modules/paycollect/state"

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
