import { type Orphans } from "../modules/paycollect/payments/orphans"
import { type PaymentsModule } from "../payments/module"

export interface RecoveryModule extends PaymentsModule {
  readonly orphans: Orphans
}
