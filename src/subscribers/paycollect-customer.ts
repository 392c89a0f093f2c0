import { type SubscriberArgs, type SubscriberConfig } from "@medusajs/framework"
import { CustomerWorkflowEvents } from "@medusajs/framework/utils"
import { moduleOf, queryOf } from "../payments/module"
import { valuesOf } from "../orders/records/query"

/** A customer was deleted in Medusa: what our rows say of her goes, too. What her carts still say is Medusa's, and is read there. */
export default async function forgetCustomer({
  event: { data },
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const carts = await valuesOf(queryOf(container), "cart", "id", { customer_id: data.id })
  await moduleOf(container).ledger.forgetBuyer(data.id, carts)
}

export const config: SubscriberConfig = {
  event: CustomerWorkflowEvents.DELETED,
  context: { subscriberId: "paycollect-customer" },
}
