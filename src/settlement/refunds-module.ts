import { type Refunds } from "../modules/paycollect/ledger/refunds"
import { type PaymentsModule } from "../payments/module"

export interface RefundsModule extends PaymentsModule {
  readonly refunds: Refunds
}
