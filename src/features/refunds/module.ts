import { type Refunds } from "./rows"
import { type PaymentsModule } from "../../payments/module"

export interface RefundsModule extends PaymentsModule {
  readonly refunds: Refunds
}
