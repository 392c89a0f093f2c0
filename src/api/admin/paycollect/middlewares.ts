import {
  validateAndTransformBody,
  validateAndTransformQuery,
  type MiddlewareRoute,
} from "@medusajs/framework/http"
import {
  ACT_ON_PAYMENTS,
  ASSIGN_PAYMENTS,
  CHANGE_SETTINGS,
  EXPORT_PAYMENTS,
  MAKE_LINKS,
  READ_LINKS,
  READ_PAYMENTS,
  READ_RECORDS,
  READ_SETTINGS,
  REFUND_PAYMENTS,
} from "../../../policies/paycollect"
import { takingsQuery } from "./takings/question"
import {
  attentionQuery,
  assignableOrdersQuery,
  assignBody,
  customersQuery,
  feePreviewQuery,
  INTENT_FIELDS,
  intentsQuery,
  linkBody,
  linksQuery,
  orphansBody,
  paymentMethodsQuery,
  refundBody,
  resolveBody,
  resolveItemsBody,
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
    matcher: "/admin/paycollect/attention",
    method: ["GET"],
    policies: [READ_PAYMENTS],
    middlewares: [validateAndTransformQuery(attentionQuery, {})],
  },
  {
    matcher: "/admin/paycollect/attention/resolve",
    method: ["POST"],
    policies: [ACT_ON_PAYMENTS],
    middlewares: [validateAndTransformBody(resolveItemsBody)],
  },
  {
    matcher: "/admin/paycollect/takings",
    method: ["GET"],
    policies: [READ_PAYMENTS],
    middlewares: [validateAndTransformQuery(takingsQuery, {})],
  },
  {
    matcher: "/admin/paycollect/takings/export",
    method: ["GET"],
    policies: [READ_PAYMENTS, EXPORT_PAYMENTS],
    middlewares: [validateAndTransformQuery(takingsQuery, {})],
  },
  {
    matcher: "/admin/paycollect/intents/:id/assignable-orders",
    method: ["GET"],
    policies: [ASSIGN_PAYMENTS],
    middlewares: [validateAndTransformQuery(assignableOrdersQuery, {})],
  },
  {
    matcher: "/admin/paycollect/intents/:id/assign",
    method: ["POST"],
    policies: [ASSIGN_PAYMENTS],
    middlewares: [validateAndTransformBody(assignBody)],
  },
  { matcher: "/admin/paycollect/intents/:id/order", method: ["POST"], policies: [ACT_ON_PAYMENTS] },
  {
    matcher: "/admin/paycollect/intents/:id/refund",
    method: ["POST"],
    policies: [REFUND_PAYMENTS],
    middlewares: [validateAndTransformBody(refundBody)],
  },
  {
    matcher: "/admin/paycollect/links",
    method: ["GET"],
    policies: [READ_LINKS],
    middlewares: [validateAndTransformQuery(linksQuery, {})],
  },
  {
    matcher: "/admin/paycollect/links",
    method: ["POST"],
    policies: [MAKE_LINKS],
    middlewares: [validateAndTransformBody(linkBody)],
  },
  { matcher: "/admin/paycollect/links/:id/revoke", method: ["POST"], policies: [MAKE_LINKS] },
  { matcher: "/admin/paycollect/links/:id/mail", method: ["POST"], policies: [MAKE_LINKS] },
  {
    matcher: "/admin/paycollect/orphans",
    method: ["POST"],
    policies: [ACT_ON_PAYMENTS],
    middlewares: [validateAndTransformBody(orphansBody)],
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
