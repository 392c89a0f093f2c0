import { type z } from "@medusajs/framework/zod"
import { takingsFileQuery, takingsQuery, todayQuery } from "../../api/admin/paycollect/takings/question"
import {
  attentionQuery,
  assignableOrdersQuery,
  customersQuery,
  feePreviewQuery,
  intentsFileQuery,
  intentsQuery,
  linksQuery,
  paymentMethodsQuery,
  refundsQuery,
} from "../../api/admin/paycollect/validators"
import { cartFeesQuery, storeMethodsQuery } from "../../api/requests"

export interface Operation {
  summary: string
  /** what validates the query, and the type of `src/types/http` that says what its parts mean */
  query?: { validator: z.ZodType; type?: string }
  /** the type of the body; `optional`: none is needed */
  body?: { type?: string; optional?: true }
  /** the type of a 200 as JSON, or what else it is */
  answer: string | { mediaType: string }
  /** headers of the request */
  headers?: Record<string, { description: string; required?: true }>
  /** answers beside 200 that mean something of their own */
  also?: Record<string, string>
}

const customerSession = {
  headers: {
    "x-paycollect-session": { description: "the customer's session token", required: true },
  },
  also: { "404": "the option customerSessions is not set, or it is another customer's" },
} as const
const csv = { mediaType: "text/csv" }
const html = { mediaType: "text/html" }

/** Every route, by method and path. A test compares with the files of `src/api`. */
export const operations: Record<string, Operation> = {
  "GET /store/paycollect/payment-methods": {
    summary: "The service's active methods of a country",
    query: { validator: storeMethodsQuery },
    answer: "StorePayCollectPaymentMethodsResponse",
  },
  "GET /store/paycollect/fee-preview": {
    summary: "Fees for what a cart costs now, one row per method of its country",
    query: { validator: cartFeesQuery },
    answer: "StorePayCollectFeePreviewResponse",
  },
  "GET /store/paycollect/carts/:id/status": {
    summary: "The state of a cart's payment, for waiting pages",
    answer: "StorePayCollectCartStatusResponse",
  },
  "POST /store/paycollect/customer-session": {
    summary: "Makes a session of the service for the logged-in customer, whose e-mail is proven",
    answer: "StorePayCollectCustomerSessionResponse",
    also: { "403": "the e-mail is not proven", "404": "the option customerSessions is not set" },
  },
  "GET /store/paycollect/customer-session": {
    summary: "Whether a session of the logged-in customer is valid",
    answer: "StorePayCollectCustomerSessionValidResponse",
    ...customerSession,
  },
  "DELETE /store/paycollect/customer-session": {
    summary: "Ends a session of the logged-in customer",
    answer: "StorePayCollectCustomerSessionDeleteResponse",
    ...customerSession,
  },
  "GET /paycollect/return/:reference": {
    summary: "Where the hosted checkout sends the customer: verifies the payment and leads on",
    answer: html,
    also: { "303": "to the storefront", "404": "a page: there is no such payment" },
  },
  "GET /paycollect/checkout/:session_id": {
    summary: "Starts the payment of a session and leads to the hosted checkout",
    answer: html,
    also: {
      "204": "to a browser that fetches it ahead; nothing is started",
      "303": "to the hosted checkout, or back to the storefront",
      "404": "a page: nothing can be paid here any more",
    },
  },
  "GET /paycollect/receipt/:token": {
    summary: "The receipt of one payment, by the address in its customer's message; nothing of a person",
    answer: html,
    also: { "404": "a page: there is no such receipt" },
  },
  "GET /paycollect/pay/:token": {
    summary: "The page of a payment link: what it asks for, its payment and its receipt; starts nothing",
    answer: html,
    also: {
      "404": "a page: there is no such link",
      "410": "a page: the link was withdrawn or has expired, its order is canceled, or its cart is gone",
    },
  },
  "POST /paycollect/pay/:token": {
    summary: "Starts the payment of what is owed by a payment link now",
    body: {},
    answer: html,
    also: {
      "303": "to the hosted checkout",
      "404": "a page: there is no such link",
      "409": "the page: nothing, or something else, is to be paid by now",
      "410": "a page: the link was withdrawn or has expired, its order is canceled, or its cart is gone",
      "503": "the page: no payment can be started at this moment",
    },
  },
  "POST /hooks/paycollect": {
    summary: "Signed events of the service, as hints that are looked into at once",
    body: {},
    answer: { mediaType: "application/json" },
    also: {
      "400": "signed, but not to be read",
      "401": "not signed with a secret of this shop",
      "404": "no webhook secret is set",
      "413": "larger than 1 MiB",
      "503": "could not be looked into in time: send it again",
    },
  },
  "GET /admin/paycollect/intents": {
    summary: "Every payment that the store ever asked for",
    query: { validator: intentsQuery, type: "AdminPayCollectIntentsQuery" },
    answer: "AdminPayCollectIntentsResponse",
  },
  "GET /admin/paycollect/intents/export": {
    summary: "The payments of the same filters as a file",
    query: { validator: intentsFileQuery, type: "AdminPayCollectIntentsFileQuery" },
    answer: csv,
  },
  "GET /admin/paycollect/intents/:id": {
    summary: "One payment with its history",
    answer: "AdminPayCollectIntentResponse",
  },
  "POST /admin/paycollect/intents/:id/verify": {
    summary: "Asks the service now, and brings the store in line",
    answer: "AdminPayCollectVerifyResponse",
  },
  "POST /admin/paycollect/intents/:id/order": {
    summary: "One more try, now, to make the order of money that came",
    answer: "AdminPayCollectOrderNowResponse",
    also: { "400": "no order is missing" },
  },
  "POST /admin/paycollect/intents/:id/resolve": {
    summary: "Closes an item of the list of what needs attention",
    body: { type: "AdminPayCollectResolveBody" },
    answer: "AdminPayCollectIntentResponse",
  },
  "POST /admin/paycollect/intents/:id/refund": {
    summary: "Sends back money that no order stands for, all or a part",
    body: { type: "AdminPayCollectRefundBody" },
    answer: "AdminPayCollectRefundResponse",
    also: { "400": "it may not go back; `code` says why" },
  },
  "GET /admin/paycollect/intents/:id/assignable-orders": {
    summary: "Orders that late or double money may be booked on",
    query: { validator: assignableOrdersQuery, type: "AdminPayCollectAssignableOrdersQuery" },
    answer: "AdminPayCollectAssignableOrdersResponse",
  },
  "POST /admin/paycollect/intents/:id/assign": {
    summary: "Books the money on another order",
    body: { type: "AdminPayCollectAssignBody" },
    answer: "AdminPayCollectAssignResponse",
    also: {
      "400": "it may not be booked there; `code` says why",
      "404": "there is no such payment, or order",
    },
  },
  "GET /admin/paycollect/intents/:id/new-order": {
    summary: "What the order of late or double money would be; nothing is written",
    answer: "AdminPayCollectNewOrderPreview",
    also: { "400": "none may be made of it; `code` says why" },
  },
  "POST /admin/paycollect/intents/:id/new-order": {
    summary: "Makes the order of late or double money, once, and books the money on it",
    answer: "AdminPayCollectAssignResponse",
    also: { "400": "none may be made of it, or the stock is short; `code` says why" },
  },
  "GET /admin/paycollect/attention": {
    summary: "Items of the list of what needs attention, newest first",
    query: { validator: attentionQuery, type: "AdminPayCollectAttentionQuery" },
    answer: "AdminPayCollectAttentionResponse",
  },
  "POST /admin/paycollect/attention/resolve": {
    summary: "Closes several items with one note",
    body: { type: "AdminPayCollectResolveItemsBody" },
    answer: "AdminPayCollectResolveItemsResponse",
  },
  "GET /admin/paycollect/refunds": {
    summary: "Each time that money went back or was to, the last first",
    query: { validator: refundsQuery, type: "AdminPayCollectRefundsQuery" },
    answer: "AdminPayCollectRefundsResponse",
  },
  "GET /admin/paycollect/today": {
    summary: "The day so far, against the same weekday last week until the same time",
    query: { validator: todayQuery, type: "AdminPayCollectTodayQuery" },
    answer: "AdminPayCollectTodayResponse",
  },
  "GET /admin/paycollect/takings": {
    summary: "What came in and went back, by day, week or month",
    query: { validator: takingsQuery, type: "AdminPayCollectTakingsQuery" },
    answer: "AdminPayCollectTakingsResponse",
  },
  "GET /admin/paycollect/takings/export": {
    summary: "The payments behind them, and what went back, as a file",
    query: { validator: takingsFileQuery, type: "AdminPayCollectTakingsFileQuery" },
    answer: csv,
  },
  "GET /admin/paycollect/fee-preview": {
    summary: "What the service would charge for an amount",
    query: { validator: feePreviewQuery, type: "AdminPayCollectFeePreviewQuery" },
    answer: "AdminPayCollectFeePreviewResponse",
  },
  "GET /admin/paycollect/payment-methods": {
    summary: "The service's active methods of a country",
    query: { validator: paymentMethodsQuery },
    answer: "AdminPayCollectPaymentMethodsResponse",
  },
  "GET /admin/paycollect/customers": {
    summary: "The service's customers, newest first, or those that `q` fits",
    query: { validator: customersQuery },
    answer: "AdminPayCollectCustomersResponse",
  },
  "GET /admin/paycollect/customers/:id": {
    summary: "One customer of the service, with billing",
    answer: "AdminPayCollectCustomerResponse",
  },
  "GET /admin/paycollect/transactions/:id": {
    summary: "One transaction of the service, by any id or reference of it",
    answer: "AdminPayCollectTransactionResponse",
  },
  "GET /admin/paycollect/links": {
    summary: "Payment links of an order or a cart, newest first, with what each stands for now",
    query: { validator: linksQuery, type: "AdminPayCollectLinksQuery" },
    answer: "AdminPayCollectLinksResponse",
  },
  "POST /admin/paycollect/links": {
    summary: "Makes the payment link of an order or a cart, or renews it under the same address",
    body: { type: "AdminPayCollectLinkBody" },
    answer: "AdminPayCollectLinkResponse",
    also: {
      "404": "there is no such order or cart",
      "409": "it cannot be paid by a link; `code` says why, `missing` and `short` what a cart lacks",
    },
  },
  "POST /admin/paycollect/links/:id/revoke": {
    summary: "Withdraws a payment link: nothing more can be paid by it",
    body: { optional: true },
    answer: "AdminPayCollectLinkResponse",
    also: { "404": "there is no such link" },
  },
  "POST /admin/paycollect/links/:id/mail": {
    summary: "Sends a payment link to its customer's e-mail, once a minute at most",
    body: { optional: true },
    answer: "AdminPayCollectLinkMailResponse",
    also: {
      "404": "there is no such link",
      "409": "it cannot be paid, or not be sent; `code` says why",
      "502": "the store's notification provider refused it",
      "504": "the provider gave no answer: it may have been sent",
    },
  },
  "POST /admin/paycollect/orphans": {
    summary: "After a restored backup: payments that the service knows and the store has no record of",
    body: { type: "AdminPayCollectOrphansBody" },
    answer: "AdminPayCollectOrphansResponse",
  },
  "GET /admin/paycollect/connection": {
    summary: "Whether customers can pay, as every page of the dashboard asks",
    answer: "AdminPayCollectConnectionResponse",
  },
  "GET /admin/paycollect/health": {
    summary: "Whether payments can be taken, and everything behind them runs",
    answer: "AdminPayCollectHealthResponse",
  },
  "GET /admin/paycollect/settings": {
    summary: "What is in force, and where each value comes from",
    answer: "AdminPayCollectSettingsResponse",
  },
  "POST /admin/paycollect/settings": {
    summary: "Changes the settings that are sent; null removes one",
    body: { type: "AdminPayCollectSettingsBody" },
    answer: "AdminPayCollectSettingsResponse",
  },
  "POST /admin/paycollect/settings/check": {
    summary: "One harmless authenticated call to the service, with what is in force",
    body: { optional: true },
    answer: "AdminPayCollectCheckResponse",
  },
  "POST /admin/paycollect/settings/webhook-check": {
    summary:
      "Whether a signed event that the server sends itself by its public address arrives as it was sent",
    answer: "AdminPayCollectWebhookCheckResponse",
  },
}
