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

const asked = (query: Parameters<typeof validateAndTransformQuery>[0], config: typeof listed | object = {}) =>
  validateAndTransformQuery(query, config)

function door(
  route: `${"GET" | "POST"} /${string}`,
  policies: NonNullable<MiddlewareRoute["policies"]>,
  ...middlewares: NonNullable<MiddlewareRoute["middlewares"]>
): MiddlewareRoute {
  const [method, path] = route.split(" ") as ["GET" | "POST", string]
  return { matcher: `/admin/paycollect${path}`, method: [method], policies, middlewares }
}

/** Every route of the dashboard with what a role needs for it. One that is not named here would be open to every role: a test looks. */
export const dashboardRoutes: MiddlewareRoute[] = [
  door("GET /intents", [READ_PAYMENTS], asked(intentsQuery, listed)),
  door("GET /intents/export", [READ_PAYMENTS, EXPORT_PAYMENTS], asked(intentsQuery, listed)),
  door("GET /intents/:id", [READ_PAYMENTS]),
  door("POST /intents/:id/verify", [ACT_ON_PAYMENTS]),
  door("POST /intents/:id/resolve", [ACT_ON_PAYMENTS], validateAndTransformBody(resolveBody)),
  door("GET /attention", [READ_PAYMENTS], asked(attentionQuery)),
  door("POST /attention/resolve", [ACT_ON_PAYMENTS], validateAndTransformBody(resolveItemsBody)),
  door("GET /takings", [READ_PAYMENTS], asked(takingsQuery)),
  door("GET /takings/export", [READ_PAYMENTS, EXPORT_PAYMENTS], asked(takingsQuery)),
  door("GET /intents/:id/assignable-orders", [ASSIGN_PAYMENTS], asked(assignableOrdersQuery)),
  door("POST /intents/:id/assign", [ASSIGN_PAYMENTS], validateAndTransformBody(assignBody)),
  door("POST /intents/:id/order", [ACT_ON_PAYMENTS]),
  door("POST /intents/:id/refund", [REFUND_PAYMENTS], validateAndTransformBody(refundBody)),
  door("GET /links", [READ_LINKS], asked(linksQuery)),
  door("POST /links", [MAKE_LINKS], validateAndTransformBody(linkBody)),
  door("POST /links/:id/revoke", [MAKE_LINKS]),
  door("POST /links/:id/mail", [MAKE_LINKS]),
  door("POST /orphans", [ACT_ON_PAYMENTS], validateAndTransformBody(orphansBody)),
  door("GET /health", [READ_SETTINGS]),
  door("GET /settings", [READ_SETTINGS]),
  door("POST /settings", [CHANGE_SETTINGS]),
  door("POST /settings/check", [READ_SETTINGS]),
  door("GET /fee-preview", [READ_RECORDS], asked(feePreviewQuery)),
  door("GET /payment-methods", [READ_RECORDS], asked(paymentMethodsQuery)),
  door("GET /customers", [READ_RECORDS], asked(customersQuery)),
  door("GET /customers/:id", [READ_RECORDS]),
  door("GET /transactions/:id", [READ_RECORDS]),
]
