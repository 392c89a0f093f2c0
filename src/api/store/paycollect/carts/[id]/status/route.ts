import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PAYCOLLECT_MODULE } from "../../../../../../modules/paycollect"
import { cartStatus } from "../../../../../../modules/paycollect/cart-status"
import type PayCollectModuleService from "../../../../../../modules/paycollect/service"
import { orderOfCart } from "../../../../../../workflows/settle/store-records"

/**
 * `GET /store/paycollect/carts/:id/status`: what a storefront polls instead of `complete`. Reads our own records and the order link
 * only: it costs no call to the service and tells nothing about a customer.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const cartId = req.params.id!
  const { ledger } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const [attempts, order] = await Promise.all([
    ledger.ofSubject(cartId),
    orderOfCart(req.scope.resolve(ContainerRegistrationKeys.QUERY), cartId),
  ])
  res.setHeader("Cache-Control", "no-store")
  res.json(cartStatus(attempts, order?.id ?? null))
}
