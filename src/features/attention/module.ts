import { type ItemList } from "./list"
import { type PaymentsModule } from "../../payments/module"

export interface AttentionModule extends PaymentsModule {
  readonly items: ItemList
}
