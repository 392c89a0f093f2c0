import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PAYCOLLECT_MODULE } from "../../../../../../modules/paycollect"
import { cartStatus, worthAsking } from "../../../../../../modules/paycollect/cart-status"
import type PayCollectModuleService from "../../../../../../modules/paycollect/service"
import { settleIntentWorkflow } from "../../../../../../workflows"
import { orderOfCart } from "../../../../../../workflows/settle/store-records"

/**
 * `GET /store/paycollect/carts/:id/status`: what a storefront polls instead of `complete`. Answers from our own records and the order
 * link, at once, and tells nothing about a customer. A waiting payment whose last answer is older than 10 s is asked for behind the
 * answer (docs/adr/0005), so that a watched payment needs neither webhook nor job.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const cartId = req.params.id!
  const { ledger, attention, clock } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const [attempts, order] = await Promise.all([
    ledger.ofSubject(cartId),
    orderOfCart(req.scope.resolve(ContainerRegistrationKeys.QUERY), cartId),
  ])
  const needsAttention = await attention.hasOpenMoney(attempts.map((attempt) => attempt.id))
  res.setHeader("Cache-Control", "no-store")
  res.json(cartStatus(attempts, order, needsAttention))

  const waiting = worthAsking(attempts, clock.now())
  if (!waiting) return
  const input = { reference: waiting.merchant_reference, cause: "watched", priority: "webhook" as const }
  // The answer is out already; settle logs what goes wrong, and the job tries again.
  await settleIntentWorkflow(req.scope).run({ input, throwOnError: false })
}
