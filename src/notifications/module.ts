import { type Notices } from "../modules/paycollect/notices"
import { type PaymentsModule } from "../payments/module"

export interface AlertsModule extends PaymentsModule {
  readonly notices: Notices
}
