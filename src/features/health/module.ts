import { type Connection } from "./connection"
import { type Migrated, type PaymentFacts } from "./payment-facts"
import { type RequestBudget } from "../../service/budget"
import { type PaymentsModule } from "../../payments/module"

export interface HealthModule extends PaymentsModule {
  readonly budget: RequestBudget
  readonly connection: Connection
  /** messages to the merchant that no provider took */
  readonly notices: { failures(): Promise<{ count: number; at: string } | null> }
  paymentFacts(): Promise<PaymentFacts>
  migrated(): Promise<Migrated>
}
