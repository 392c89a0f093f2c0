import { readFileSync, readdirSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { Failure } from "../steps.mjs"

/**
 * One call per route and method of the plugin; the check fails for a route of the package that is not here.
 * - `route`: folder below src/api; `middleware` instead for what is not a route file of ours
 * - `as`: anyone, shopper (publishable key), customer (a shopper who is logged in) or admin
 * - `path`, `body`, `headers`: may use the facts of `store.mjs`; `learn` adds to them for the calls that follow
 * - `status`, `says`: what only the plugin answers (a missing route would be a 404 of the server: "Cannot GET ...")
 */
const calls = [
  {
    route: "store/paycollect/carts/[id]/status",
    as: "shopper",
    path: ({ unpaid }) => `/store/paycollect/carts/${unpaid.cartId}/status`,
    status: 200,
    says: /"status":"waiting"/,
  },
  {
    route: "store/paycollect/payment-methods",
    as: "shopper",
    path: () => "/store/paycollect/payment-methods?country_code=cm",
    status: 200,
    says: /"code":"mtn"/,
  },
  {
    route: "store/paycollect/fee-preview",
    as: "shopper",
    path: ({ unpaid }) =>
      `/store/paycollect/fee-preview?cart_id=${unpaid.cartId}&payment_method=mobile_money`,
    status: 200,
    says: /"amount":"\d+","fee":"\d+","total":"\d+","fee_bearer":"merchant"/,
  },
  {
    route: "store/paycollect/customer-session",
    method: "POST",
    as: "customer",
    path: () => "/store/paycollect/customer-session",
    status: 200,
    says: /"session_token":"cs_/,
    learn: (text) => ({ sessionToken: JSON.parse(text).customer_session.session_token }),
  },
  {
    route: "store/paycollect/customer-session",
    as: "customer",
    path: () => "/store/paycollect/customer-session",
    headers: ({ sessionToken }) => ({ "x-paycollect-session": sessionToken }),
    status: 200,
    says: /"valid":true/,
  },
  {
    route: "store/paycollect/customer-session",
    method: "DELETE",
    as: "customer",
    path: () => "/store/paycollect/customer-session",
    headers: ({ sessionToken }) => ({ "x-paycollect-session": sessionToken }),
    status: 200,
    says: /"deleted":true/,
  },
  {
    middleware: "complete guard",
    method: "POST",
    as: "shopper",
    path: ({ unpaid }) => `/store/carts/${unpaid.cartId}/complete`,
    status: 200,
    says: /"type":"cart".*"payment_requires_more_error"/,
  },
  {
    route: "paycollect/checkout/[session_id]",
    as: "anyone",
    path: ({ unpaid }) => `/paycollect/checkout/${unpaid.sessionId}`,
    status: 303,
    says: /\/checkout\/pi_\w+\?client_secret=/,
  },
  {
    route: "paycollect/checkout/[session_id]",
    as: "anyone",
    path: () => "/paycollect/checkout/payses_of_nobody",
    status: 404,
    says: /<html/,
  },
  {
    route: "paycollect/return/[reference]",
    as: "anyone",
    path: ({ paid }) => `/paycollect/return/${paid.reference}`,
    status: 303,
    says: /paycollect_status=success/,
    learn: (text) => ({ orderId: /order_id=(\w+)/.exec(text)[1] }),
  },
  {
    route: "paycollect/return/[reference]",
    as: "anyone",
    path: () => "/paycollect/return/never-made-1",
    status: 404,
    says: /<html/,
  },
  {
    route: "paycollect/receipt/[token]",
    as: "anyone",
    path: () => `/paycollect/receipt/pcint_${"0".repeat(26)}.${"0".repeat(22)}`,
    status: 404,
    says: /<html/,
  },
  {
    route: "paycollect/pay/[token]",
    as: "anyone",
    path: () => `/paycollect/pay/${"0".repeat(32)}`,
    status: 404,
    says: /<html lang="en">[^]*This link does not exist/,
  },
  {
    route: "paycollect/pay/[token]",
    method: "POST",
    as: "anyone",
    path: () => `/paycollect/pay/${"0".repeat(32)}`,
    body: () => ({ provider_id: "pp_paycollect_default" }),
    status: 404,
    says: /This link does not exist/,
  },
  {
    route: "hooks/paycollect",
    method: "POST",
    as: "anyone",
    path: () => "/hooks/paycollect",
    body: () => ({ event_type: "payment.succeeded" }),
    status: 401,
    says: /signature of this event/,
  },
  {
    route: "admin/paycollect/orphans",
    method: "POST",
    as: "admin",
    path: () => "/admin/paycollect/orphans",
    body: ({ unpaid }) => ({ pasted: `${unpaid.cartId}-1` }),
    status: 200,
    says: /"checked":1,"known":1,"payments":\[\]/,
  },
  {
    route: "admin/paycollect/intents",
    as: "admin",
    path: ({ unpaid }) => `/admin/paycollect/intents?cart_id=${unpaid.cartId}`,
    status: 200,
    says: /"count":1,/,
    learn: (text) => ({ intentId: JSON.parse(text).intents[0].id }),
  },
  {
    route: "admin/paycollect/intents/export",
    as: "admin",
    path: ({ unpaid }) => `/admin/paycollect/intents/export?cart_id=${unpaid.cartId}`,
    status: 200,
    says: /^\uFEFF?"date_utc","payment_number","environment",[^]*guest@example\.com/,
  },
  {
    route: "admin/paycollect/today",
    as: "admin",
    path: () => "/admin/paycollect/today?time_zone=Africa/Douala",
    status: 200,
    says: /"time_zone":"Africa\/Douala".*"currency_code":"xaf","paid":[1-9]/,
  },
  {
    route: "admin/paycollect/takings",
    as: "admin",
    path: () => "/admin/paycollect/takings?bucket=month&time_zone=Africa/Douala",
    status: 200,
    says: /"time_zone":"Africa\/Douala".*"currency_code":"xaf"/,
  },
  {
    route: "admin/paycollect/takings/export",
    as: "admin",
    path: () => "/admin/paycollect/takings/export?days=1",
    status: 200,
    says: /^\uFEFF?"date","kind","paid_on",[^]*guest@example\.com/,
  },
  {
    route: "admin/paycollect/fee-preview",
    as: "admin",
    path: () => "/admin/paycollect/fee-preview?amount=10000&currency_code=xaf&country_code=cm",
    status: 200,
    says: /"payment_method":"card","name":"Visa \/ Mastercard","card_type":"international"/,
  },
  {
    route: "admin/paycollect/payment-methods",
    as: "admin",
    path: () => "/admin/paycollect/payment-methods?country_code=cm",
    status: 200,
    says: /"code":"orange"/,
  },
  {
    route: "admin/paycollect/customers",
    as: "admin",
    path: () => "/admin/paycollect/customers?limit=5",
    status: 200,
    says: /"email":"guest@example\.com"/,
    learn: (text) => ({ customerId: JSON.parse(text).customers[0].id }),
  },
  {
    route: "admin/paycollect/customers/[id]",
    as: "admin",
    path: ({ customerId }) => `/admin/paycollect/customers/${customerId}`,
    status: 200,
    says: /"billing":\[/,
  },
  {
    route: "admin/paycollect/transactions/[id]",
    as: "admin",
    path: ({ paid }) => `/admin/paycollect/transactions/${paid.reference}`,
    status: 200,
    says: /"status":"succeeded".*"paycollect_intent_id":"pcint_/,
  },
  {
    route: "admin/paycollect/intents/[id]",
    as: "admin",
    path: ({ intentId }) => `/admin/paycollect/intents/${intentId}`,
    status: 200,
    says: /"merchant_reference"/,
  },
  {
    route: "admin/paycollect/intents/[id]/verify",
    method: "POST",
    as: "admin",
    path: ({ intentId }) => `/admin/paycollect/intents/${intentId}/verify`,
    status: 200,
    says: /"result":/,
  },
  {
    route: "admin/paycollect/intents/[id]/resolve",
    method: "POST",
    as: "admin",
    path: ({ intentId }) => `/admin/paycollect/intents/${intentId}/resolve`,
    body: () => ({ attention_id: "none", note: "there is none" }),
    status: 404,
    says: /attention_id names no open item/,
  },
  {
    route: "admin/paycollect/attention",
    as: "admin",
    path: ({ intentId }) => `/admin/paycollect/attention?status=open&intent_id=${intentId}`,
    status: 200,
    says: /"attention":\[\],"count":0,/,
  },
  {
    route: "admin/paycollect/refunds",
    as: "admin",
    path: () => "/admin/paycollect/refunds?kind=reversal",
    status: 200,
    says: /"refunds":\[\],"count":0,/,
  },
  {
    route: "admin/paycollect/attention/resolve",
    method: "POST",
    as: "admin",
    path: () => "/admin/paycollect/attention/resolve",
    body: () => ({ ids: ["none"], note: "there is none" }),
    status: 200,
    says: /"results":\[\{"id":"none","result":"not_open"\}\]/,
  },
  {
    route: "admin/paycollect/intents/[id]/assignable-orders",
    as: "admin",
    path: ({ intentId }) => `/admin/paycollect/intents/${intentId}/assignable-orders`,
    status: 200,
    says: /"orders":\[/,
  },
  {
    route: "admin/paycollect/intents/[id]/assign",
    method: "POST",
    as: "admin",
    path: ({ intentId }) => `/admin/paycollect/intents/${intentId}/assign`,
    body: () => ({ order_id: "order_none" }),
    status: 400,
    says: /"code":"paycollect_assignment_no_item"/,
  },
  {
    route: "admin/paycollect/intents/[id]/new-order",
    as: "admin",
    path: ({ intentId }) => `/admin/paycollect/intents/${intentId}/new-order`,
    status: 400,
    says: /"code":"paycollect_assignment_no_item"/,
  },
  {
    route: "admin/paycollect/intents/[id]/new-order",
    method: "POST",
    as: "admin",
    path: ({ intentId }) => `/admin/paycollect/intents/${intentId}/new-order`,
    status: 400,
    says: /"code":"paycollect_assignment_no_item"/,
  },
  {
    route: "admin/paycollect/intents/[id]/order",
    method: "POST",
    as: "admin",
    path: ({ intentId }) => `/admin/paycollect/intents/${intentId}/order`,
    status: 400,
    says: /"code":"paycollect_order_no_item"/,
  },
  {
    route: "admin/paycollect/intents/[id]/refund",
    method: "POST",
    as: "admin",
    path: ({ intentId }) => `/admin/paycollect/intents/${intentId}/refund`,
    body: () => ({ reason: "other" }),
    status: 400,
    says: /Nothing was refunded and nothing was recorded/,
  },
  {
    route: "admin/paycollect/links",
    method: "POST",
    as: "admin",
    path: () => "/admin/paycollect/links",
    body: ({ orderId }) => ({ order_id: orderId }),
    status: 409,
    says: /"code":"nothing_owed"/,
  },
  {
    route: "admin/paycollect/links",
    as: "admin",
    path: ({ orderId }) => `/admin/paycollect/links?order_id=${orderId}`,
    status: 200,
    says: /"links":\[\]/,
  },
  {
    route: "admin/paycollect/links/[id]/revoke",
    method: "POST",
    as: "admin",
    path: () => "/admin/paycollect/links/pclnk_none/revoke",
    status: 404,
    says: /names no payment link/,
  },
  {
    route: "admin/paycollect/links/[id]/mail",
    method: "POST",
    as: "admin",
    path: () => "/admin/paycollect/links/pclnk_none/mail",
    status: 404,
    says: /names no payment link/,
  },
  {
    route: "admin/paycollect/settings",
    as: "admin",
    path: () => "/admin/paycollect/settings",
    status: 200,
    says: /"masked":"sk_test_/,
  },
  {
    route: "admin/paycollect/settings",
    method: "POST",
    as: "admin",
    path: () => "/admin/paycollect/settings",
    body: () => ({ refunds: "off" }),
    status: 200,
    says: /"masked":"sk_test_/,
  },
  {
    route: "admin/paycollect/settings/check",
    method: "POST",
    as: "admin",
    path: () => "/admin/paycollect/settings/check",
    body: () => ({ environment: "test" }),
    status: 200,
    says: /"code":"ok"/,
  },
  {
    route: "admin/paycollect/settings/webhook-check",
    method: "POST",
    as: "admin",
    path: () => "/admin/paycollect/settings/webhook-check",
    body: () => ({}),
    status: 200,
    says: /"result":"ok"/,
  },
  {
    route: "admin/paycollect/connection",
    as: "admin",
    path: () => "/admin/paycollect/connection",
    status: 200,
    says: /"outage":null/,
  },
  {
    route: "admin/paycollect/health",
    as: "admin",
    path: () => "/admin/paycollect/health",
    status: 200,
    says: /"missing_options":\[\]/,
  },
  {
    middleware: "cancel guard",
    method: "POST",
    as: "admin",
    path: ({ orderId }) => `/admin/orders/${orderId}/cancel`,
    status: 400,
    says: /refunds are switched off/,
  },
]

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** @returns "GET paycollect/return/[reference]" for every handler of the installed package */
function handlers(installed) {
  const api = join(installed, ".medusa/server/src/api")
  return readdirSync(api, { recursive: true })
    .filter((file) => /(^|[\\/])route\.js$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(api, file), "utf8")
      const route = relative(".", file).split(sep).slice(0, -1).join("/")
      return methods
        .filter((method) => new RegExp(`exports\\.${method}\\s*=`).test(text))
        .map((method) => `${method} ${route}`)
    })
}

const nameOf = ({ method = "GET", route, middleware }) => (middleware ? undefined : `${method} ${route}`)

/** @returns how many handlers there are */
export function checkListOfRoutes(installed) {
  const there = handlers(installed)
  const listed = new Set(calls.map(nameOf).filter(Boolean))
  const unknown = there.filter((name) => !listed.has(name))
  const gone = [...listed].filter((name) => !there.includes(name))
  if (unknown.length)
    throw new Failure(`not called by scripts/lib/package/routes.mjs:\n  ${unknown.join("\n  ")}`)
  if (gone.length) throw new Failure(`routes that the package does not have:\n  ${gone.join("\n  ")}`)
  return there.length
}

export async function callRoutes(origin, facts) {
  for (const { method = "GET", as, path, body, headers, status, says, learn } of calls) {
    const address = path(facts)
    const answer = await fetch(origin + address, {
      method,
      headers: { "content-type": "application/json", ...facts.headers[as], ...headers?.(facts) },
      body: body && JSON.stringify(body(facts)),
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    })
    const text = answer.headers.get("location") ?? (await answer.text())
    if (answer.status !== status || !says.test(text)) {
      const wanted = `${status} with ${says}`
      throw new Failure(`${method} ${address}: wanted ${wanted}, got ${answer.status}\n${text.slice(0, 800)}`)
    }
    facts = { ...facts, ...learn?.(text) }
  }
}
