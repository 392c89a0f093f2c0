import { type UpdatePaymentDTO } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

/**
 * Takes the mark "canceled" from payments that core captured and whose return it did not live to book: the order that is made of them
 * would be shown without its money. Not compensated: the money is there whatever happens to the workflow around it.
 */
export const uncancelPaymentsStep = createStep(
  "paycollect-uncancel-payments-step",
  async (ids: string[], { container }) => {
    const payments = container.resolve(Modules.PAYMENT)
    const found = ids.length ? await payments.listPayments({ id: ids }, { relations: ["refunds"] }) : []
    // Core may have gone on and voided the payment while the cart's lock was waited for.
    for (const { id, refunds } of found)
      if (!refunds?.length)
        await payments.updatePayment({ id, canceled_at: null } as unknown as UpdatePaymentDTO)
    return new StepResponse(undefined)
  }
)
