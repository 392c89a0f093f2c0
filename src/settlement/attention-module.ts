import { type ItemList } from "../modules/paycollect/ledger/items"
import { type PaymentsModule } from "../payments/module"

export interface AttentionModule extends PaymentsModule {
  readonly items: ItemList
}
