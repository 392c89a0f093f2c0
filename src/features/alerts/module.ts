import { type Notices } from "./rows"
import { type PaymentsModule } from "../../payments/module"

export interface AlertsModule extends PaymentsModule {
  readonly notices: Notices
}
