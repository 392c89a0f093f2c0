import { type Connection } from "../../modules/paycollect/connection"
import { type Migrated, type PaymentFacts } from "../../modules/paycollect/payment-facts"
import { type RequestBudget } from "../../modules/paycollect/request-budget"
import { type PaymentsModule } from "../../payments/module"

export interface HealthModule extends PaymentsModule {
  readonly budget: RequestBudget
  readonly connection: Connection
  /** messages to the merchant that no provider took */
  readonly notices: { failures(): Promise<{ count: number; at: string } | null> }
  paymentFacts(): Promise<PaymentFacts>
  migrated(): Promise<Migrated>
}
