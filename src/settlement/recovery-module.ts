import { type LostPayments } from "../modules/paycollect/payments/lost"
import { type PaymentsModule } from "../payments/module"

export interface RecoveryModule extends PaymentsModule {
  readonly lost: LostPayments
}
