import { type Links } from "../modules/paycollect/links"
import { type FeeQuestion, type FeeRow } from "../modules/paycollect/payment-methods"
import { type PaymentsModule } from "../payments/module"

export interface LinksModule extends PaymentsModule {
  readonly links: Links
  readonly fees: { rows(question: FeeQuestion): Promise<FeeRow[]> }
}
