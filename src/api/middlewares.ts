import {
  authenticate,
  defineMiddlewares,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { keepMoneyHonest } from "./admin/orders/cancel-guard"
import {
  customersQuery,
  feePreviewQuery,
  INTENT_FIELDS,
  intentsQuery,
  paymentMethodsQuery,
  resolveBody,
} from "./admin/paycollect/validators"
import { refuseHalfRefund } from "./admin/payments/refund-guard"
import { answerUnpaidCart } from "./store/carts/complete-guard"
import { cartFeesQuery, storeMethodsQuery } from "./store/paycollect/validators"

const listed = { defaults: INTENT_FIELDS, isList: true, defaultLimit: 20 }

export default defineMiddlewares({
  routes: [
    {
      // Core's own parameter name: under another one the middleware would never run.
      matcher: "/store/carts/:id/complete",
      method: ["POST"],
      middlewares: [answerUnpaidCart],
    },
    { matcher: "/admin/orders/:id/cancel", method: ["POST"], middlewares: [keepMoneyHonest] },
    { matcher: "/admin/payments/:id/refund", method: ["POST"], middlewares: [refuseHalfRefund] },
    // The route reads the bytes itself: the signature is over them, whatever their content type is (U-06).
    { matcher: "/hooks/paycollect", method: ["POST"], bodyParser: false },
    {
      matcher: "/admin/paycollect/intents",
      method: ["GET"],
      middlewares: [validateAndTransformQuery(intentsQuery, listed)],
    },
    {
      matcher: "/admin/paycollect/intents/export",
      method: ["GET"],
      middlewares: [validateAndTransformQuery(intentsQuery, listed)],
    },
    {
      matcher: "/admin/paycollect/intents/:id/resolve",
      method: ["POST"],
      middlewares: [validateAndTransformBody(resolveBody)],
    },
    {
      matcher: "/admin/paycollect/fee-preview",
      method: ["GET"],
      middlewares: [validateAndTransformQuery(feePreviewQuery, {})],
    },
    {
      matcher: "/admin/paycollect/payment-methods",
      method: ["GET"],
      middlewares: [validateAndTransformQuery(paymentMethodsQuery, {})],
    },
    {
      matcher: "/admin/paycollect/customers",
      method: ["GET"],
      middlewares: [validateAndTransformQuery(customersQuery, {})],
    },
    {
      matcher: "/store/paycollect/fee-preview",
      method: ["GET"],
      middlewares: [validateAndTransformQuery(cartFeesQuery, {})],
    },
    {
      matcher: "/store/paycollect/payment-methods",
      method: ["GET"],
      middlewares: [validateAndTransformQuery(storeMethodsQuery, {})],
    },
    {
      matcher: "/store/paycollect/customer-session",
      method: ["POST", "GET", "DELETE"],
      middlewares: [authenticate("customer", ["session", "bearer"])],
    },
  ],
})
