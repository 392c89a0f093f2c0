import { type Links } from "./rows"
import { type FeeQuestion, type FeeRow } from "../../payments/payment-methods"
import { type PaymentsModule } from "../../payments/module"

export interface LinksModule extends PaymentsModule {
  readonly links: Links
  readonly fees: { rows(question: FeeQuestion): Promise<FeeRow[]> }
}
