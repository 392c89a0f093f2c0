import { type MedusaNextFunction, type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { holdOrder, releaseWhenAnswered } from "./hold-order"

/**
 * Before `POST /admin/orders/:id/payment-sessions/authorize`: core asks our `authorizePayment` about the session of a placed order, and captures
 * what came. Other money of the order must not be applied meanwhile: each of the two would see an order that owes.
 * @throws MedusaError NOT_ALLOWED (400) while this order's money is being applied; nothing changed then
 */
export async function guardAuthorize(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const release = await holdOrder(req.scope, req.params.id!)
  if (!release)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This payment was not authorized: the order's money is being brought in line with the store at this moment. Nothing was changed; look at the order again in a minute."
    )
  releaseWhenAnswered(res, release)
  next()
}
