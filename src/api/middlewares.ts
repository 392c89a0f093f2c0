import {
  defineMiddlewares,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { keepMoneyHonest } from "./admin/orders/cancel-guard"
import { intentsQuery, resolveBody } from "./admin/paycollect/validators"
import { answerUnpaidCart } from "./store/carts/complete-guard"

export default defineMiddlewares({
  routes: [
    {
      // Core's own parameter name: under another one the middleware would never run.
      matcher: "/store/carts/:id/complete",
      method: ["POST"],
      middlewares: [answerUnpaidCart],
    },
    { matcher: "/admin/orders/:id/cancel", method: ["POST"], middlewares: [keepMoneyHonest] },
    // The signature covers the bytes that were sent, not what JSON made of them (U-06).
    { matcher: "/hooks/paycollect", method: ["POST"], bodyParser: { preserveRawBody: true } },
    {
      matcher: "/admin/paycollect/intents",
      method: ["GET"],
      middlewares: [
        validateAndTransformQuery(intentsQuery, { defaults: [], isList: true, defaultLimit: 20 }),
      ],
    },
    {
      matcher: "/admin/paycollect/intents/:id/resolve",
      method: ["POST"],
      middlewares: [validateAndTransformBody(resolveBody)],
    },
  ],
})
