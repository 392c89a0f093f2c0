import { authenticate, defineMiddlewares, validateAndTransformQuery } from "@medusajs/framework/http"
import { guardAuthorize, guardOrderCancel, guardRefund } from "./admin/order-guards"
import { dashboardRoutes } from "./admin/paycollect/middlewares"
import { guardCompletion } from "./store/carts/complete-guard"
import { guardStart } from "./store/payment-collections/start-guard"
import { answerWhenOff } from "./store/paycollect/customer-session/proven"
import { sayWhatFaultsMean } from "./service-errors"
import { cookieRules } from "./session-cookie"
import {
  cartFeesQuery,
  hideFromRoles,
  hideLinkedPayments,
  refuseUnreadable,
  storeMethodsQuery,
} from "./requests"

export default defineMiddlewares({
  routes: [
    ...["/admin", "/store", "", "/hooks"].map((prefix) => ({
      matcher: `${prefix}/paycollect`,
      middlewares: [sayWhatFaultsMean, refuseUnreadable],
    })),
    { matcher: "/store", middlewares: [hideLinkedPayments] },
    { matcher: "/admin", middlewares: [hideFromRoles] },
    { matcher: "/admin/paycollect", middlewares: [cookieRules("adminCors")] },
    {
      // Core's own parameter name: under another one the middleware would never run.
      matcher: "/store/carts/:id/complete",
      method: ["POST"],
      middlewares: [sayWhatFaultsMean, refuseUnreadable, guardCompletion],
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      method: ["POST"],
      middlewares: [sayWhatFaultsMean, refuseUnreadable, guardStart],
    },
    {
      matcher: "/admin/orders/:id/cancel",
      method: ["POST"],
      middlewares: [sayWhatFaultsMean, refuseUnreadable, guardOrderCancel],
    },
    {
      matcher: "/admin/orders/:id/payment-sessions/authorize",
      method: ["POST"],
      middlewares: [sayWhatFaultsMean, refuseUnreadable, guardAuthorize],
    },
    {
      matcher: "/admin/payments/:id/refund",
      method: ["POST"],
      middlewares: [sayWhatFaultsMean, refuseUnreadable, guardRefund],
    },
    // The route reads the bytes itself: the signature is over them, whatever their content type is (U-06).
    { matcher: "/hooks/paycollect", method: ["POST"], bodyParser: false },
    ...dashboardRoutes,
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
      middlewares: [answerWhenOff, authenticate("customer", ["session", "bearer"]), cookieRules("storeCors")],
    },
  ],
})
