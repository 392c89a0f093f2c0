const payments = "/admin/paycollect/intents"
const items = "/admin/paycollect/attention"
const takings = "/admin/paycollect/takings"
const links = "/admin/paycollect/links"
const settings = "/admin/paycollect/settings"
/** Who may what, what policies that takes, and the routes that they open: no others. */
export const ROLES: [title: string, policies: string[], opens: string[]][] = [
  [
    "read payments",
    ["paycollect_payment:read"],
    [
      `GET ${items}`,
      `GET ${payments}`,
      `GET ${payments}/:id`,
      `GET ${takings}`,
      "GET /admin/paycollect/refunds",
      "GET /admin/paycollect/today",
      "GET /admin/paycollect/connection",
    ],
  ],
  [
    "act on payments",
    ["paycollect_payment:update"],
    [
      `POST ${items}/resolve`,
      `POST ${payments}/:id/order`,
      `POST ${payments}/:id/resolve`,
      `POST ${payments}/:id/verify`,
      "POST /admin/paycollect/orphans",
    ],
  ],
  ["send money back", ["paycollect_refund:create"], [`POST ${payments}/:id/refund`]],
  [
    "book payments",
    ["paycollect_assignment:create"],
    [
      `GET ${payments}/:id/assignable-orders`,
      `GET ${payments}/:id/new-order`,
      `POST ${payments}/:id/assign`,
      `POST ${payments}/:id/new-order`,
    ],
  ],
  ["see payment links", ["paycollect_link:read"], [`GET ${links}`]],
  [
    "make payment links",
    ["paycollect_link:create"],
    [`POST ${links}`, `POST ${links}/:id/mail`, `POST ${links}/:id/revoke`],
  ],
  [
    "export payments",
    ["paycollect_payment:read", "paycollect_payment_export:read"],
    [
      `GET ${items}`,
      `GET ${payments}`,
      `GET ${payments}/:id`,
      `GET ${payments}/export`,
      `GET ${takings}`,
      "GET /admin/paycollect/today",
      "GET /admin/paycollect/refunds",
      `GET ${takings}/export`,
      "GET /admin/paycollect/connection",
    ],
  ],
  ["export what they may not read", ["paycollect_payment_export:read"], []],
  [
    "read settings",
    ["paycollect_setting:read"],
    ["GET /admin/paycollect/health", `GET ${settings}`, `POST ${settings}/check`],
  ],
  ["change settings", ["paycollect_setting:update"], [`POST ${settings}`, `POST ${settings}/webhook-check`]],
  [
    "read the service's records",
    ["paycollect_record:read"],
    [
      "GET /admin/paycollect/customers",
      "GET /admin/paycollect/customers/:id",
      "GET /admin/paycollect/fee-preview",
      "GET /admin/paycollect/payment-methods",
      "GET /admin/paycollect/transactions/:id",
    ],
  ],
  ["read Medusa's payments", ["payment:read"], []],
]
