import { type Orphans } from "./ask"
import { type PaymentsModule } from "../../payments/module"

export interface RecoveryModule extends PaymentsModule {
  readonly orphans: Orphans
}
