import {
  validateAndTransformBody,
  validateAndTransformQuery,
  type MiddlewareRoute,
} from "@medusajs/framework/http"
import {
  ACT_ON_PAYMENTS,
  CHANGE_SETTINGS,
  EXPORT_PAYMENTS,
  READ_PAYMENTS,
  READ_RECORDS,
  READ_SETTINGS,
} from "../../../policies/paycollect"
import {
  customersQuery,
  feePreviewQuery,
  INTENT_FIELDS,
  intentsQuery,
  lostPaymentsBody,
  paymentMethodsQuery,
  resolveBody,
} from "./validators"

const listed = { defaults: INTENT_FIELDS, isList: true, defaultLimit: 20 }

/** Every route of the dashboard with what a role needs for it. One that is not named here would be open to every role: a test looks. */
export const dashboardRoutes: MiddlewareRoute[] = [
  {
    matcher: "/admin/paycollect/intents",
    method: ["GET"],
    policies: [READ_PAYMENTS],
    middlewares: [validateAndTransformQuery(intentsQuery, listed)],
  },
  {
    matcher: "/admin/paycollect/intents/export",
    method: ["GET"],
    policies: [READ_PAYMENTS, EXPORT_PAYMENTS],
    middlewares: [validateAndTransformQuery(intentsQuery, listed)],
  },
  { matcher: "/admin/paycollect/intents/:id", method: ["GET"], policies: [READ_PAYMENTS] },
  { matcher: "/admin/paycollect/intents/:id/verify", method: ["POST"], policies: [ACT_ON_PAYMENTS] },
  {
    matcher: "/admin/paycollect/intents/:id/resolve",
    method: ["POST"],
    policies: [ACT_ON_PAYMENTS],
    middlewares: [validateAndTransformBody(resolveBody)],
  },
  {
    matcher: "/admin/paycollect/lost-payments",
    method: ["POST"],
    policies: [ACT_ON_PAYMENTS],
    middlewares: [validateAndTransformBody(lostPaymentsBody)],
  },
  { matcher: "/admin/paycollect/health", method: ["GET"], policies: [READ_SETTINGS] },
  { matcher: "/admin/paycollect/settings", method: ["GET"], policies: [READ_SETTINGS] },
  { matcher: "/admin/paycollect/settings", method: ["POST"], policies: [CHANGE_SETTINGS] },
  { matcher: "/admin/paycollect/settings/check", method: ["POST"], policies: [READ_SETTINGS] },
  {
    matcher: "/admin/paycollect/fee-preview",
    method: ["GET"],
    policies: [READ_RECORDS],
    middlewares: [validateAndTransformQuery(feePreviewQuery, {})],
  },
  {
    matcher: "/admin/paycollect/payment-methods",
    method: ["GET"],
    policies: [READ_RECORDS],
    middlewares: [validateAndTransformQuery(paymentMethodsQuery, {})],
  },
  {
    matcher: "/admin/paycollect/customers",
    method: ["GET"],
    policies: [READ_RECORDS],
    middlewares: [validateAndTransformQuery(customersQuery, {})],
  },
  { matcher: "/admin/paycollect/customers/:id", method: ["GET"], policies: [READ_RECORDS] },
  { matcher: "/admin/paycollect/transactions/:id", method: ["GET"], policies: [READ_RECORDS] },
]
