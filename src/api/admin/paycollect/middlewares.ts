import {
  validateAndTransformBody as sent,
  validateAndTransformQuery,
  type MiddlewareRoute,
} from "@medusajs/framework/http"
import * as may from "../../../policies/paycollect"
import { takingsFileQuery, takingsQuery, todayQuery } from "./takings/question"
import * as schemas from "./validators"

const listed = { defaults: schemas.INTENT_FIELDS, isList: true, defaultLimit: 20 }

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
  door("GET /intents", [may.READ_PAYMENTS], asked(schemas.intentsQuery, listed)),
  door(
    "GET /intents/export",
    [may.READ_PAYMENTS, may.EXPORT_PAYMENTS],
    asked(schemas.intentsFileQuery, listed)
  ),
  door("GET /intents/:id", [may.READ_PAYMENTS]),
  door("POST /intents/:id/verify", [may.ACT_ON_PAYMENTS]),
  door("POST /intents/:id/resolve", [may.ACT_ON_PAYMENTS], sent(schemas.resolveBody)),
  door("GET /attention", [may.READ_PAYMENTS], asked(schemas.attentionQuery)),
  door("POST /attention/resolve", [may.ACT_ON_PAYMENTS], sent(schemas.resolveItemsBody)),
  door("GET /refunds", [may.READ_PAYMENTS], asked(schemas.refundsQuery)),
  door("GET /today", [may.READ_PAYMENTS], asked(todayQuery)),
  door("GET /takings", [may.READ_PAYMENTS], asked(takingsQuery)),
  door("GET /takings/export", [may.READ_PAYMENTS, may.EXPORT_PAYMENTS], asked(takingsFileQuery)),
  door("GET /intents/:id/assignable-orders", [may.ASSIGN_PAYMENTS], asked(schemas.assignableOrdersQuery)),
  door("POST /intents/:id/assign", [may.ASSIGN_PAYMENTS], sent(schemas.assignBody)),
  door("GET /intents/:id/new-order", [may.ASSIGN_PAYMENTS]),
  door("POST /intents/:id/new-order", [may.ASSIGN_PAYMENTS]),
  door("POST /intents/:id/order", [may.ACT_ON_PAYMENTS]),
  door("POST /intents/:id/refund", [may.REFUND_PAYMENTS], sent(schemas.refundBody)),
  door("GET /links", [may.READ_LINKS], asked(schemas.linksQuery)),
  door("POST /links", [may.MAKE_LINKS], sent(schemas.linkBody)),
  door("POST /links/:id/revoke", [may.MAKE_LINKS]),
  door("POST /links/:id/mail", [may.MAKE_LINKS]),
  door("POST /orphans", [may.ACT_ON_PAYMENTS], sent(schemas.orphansBody)),
  door("GET /connection", [may.READ_PAYMENTS]),
  door("GET /health", [may.READ_SETTINGS]),
  door("GET /settings", [may.READ_SETTINGS]),
  door("POST /settings", [may.CHANGE_SETTINGS]),
  door("POST /settings/check", [may.READ_SETTINGS]),
  door("POST /settings/webhook-check", [may.CHANGE_SETTINGS]),
  door("GET /fee-preview", [may.READ_RECORDS], asked(schemas.feePreviewQuery)),
  door("GET /payment-methods", [may.READ_RECORDS], asked(schemas.paymentMethodsQuery)),
  door("GET /customers", [may.READ_RECORDS], asked(schemas.customersQuery)),
  door("GET /customers/:id", [may.READ_RECORDS]),
  door("GET /transactions/:id", [may.READ_RECORDS]),
]
