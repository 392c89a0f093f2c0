import { type PurchaseAddress } from "../../payments/purchase"
import { type AdminPayCollectVerifyResponse } from "./payments"

/**
 * Why an order cannot be paid with the money of another payment:
 * - `no_order`, `draft`, `canceled`: nothing stands that could be paid;
 * - `other_currency`;
 * - `open_change`: an edit, return, exchange, claim or transfer is not confirmed;
 * - `owes_less`: a part of the money would be too much;
 * - `busy`: other money is being booked on it at this moment.
 */
export type NotPayable =
  "no_order" | "draft" | "canceled" | "other_currency" | "open_change" | "owes_less" | "busy"

/** `POST /admin/paycollect/intents/:id/assign`. Refused with 400, or 404 for `_no_order`, and a `code` `paycollect_assignment_...`; nothing changed then. */
export interface AdminPayCollectAssignBody {
  /** of the currency of the payment, owing at least as much */
  order_id: string
}
/** `result.status` is `succeeded`, or `waiting` while the job finishes it */
export type AdminPayCollectAssignResponse = AdminPayCollectVerifyResponse

/**
 * `GET /admin/paycollect/intents/:id/new-order`: the order that late or double money would become. `POST` makes it, books the money on it and
 * answers as `assign` does; refused with the same codes, and with 400 and `_short` where a line is. Prices include tax, in the smallest unit of
 * the payment's currency.
 */
export interface AdminPayCollectNewOrderPreview {
  /** made before, and not paid yet: it is this one that is booked on */
  order_id: string | null
  /** what was bought is not known: one line bears the payment's number */
  by_name: boolean
  lines: AdminPayCollectNewOrderLine[]
  delivery: { name: string; price: string }[]
  /** the whole payment */
  total: string
  /** of the customer as she began the payment last, and where to it goes */
  email: string | null
  shipping_address: PurchaseAddress | null
}

export interface AdminPayCollectNewOrderLine {
  name: string
  quantity: number
  /** of one piece */
  price: string
  /** in stock; null where nothing is counted */
  available: number | null
  /** less is there than was bought */
  short: boolean
}

/** `GET /admin/paycollect/intents/:id/assignable-orders` */
export interface AdminPayCollectAssignableOrdersQuery {
  /** an order's number (`#12` or `12`) or id, or a customer's e-mail: then also orders that the money may not be booked on */
  q?: string
}

/** `total` and `open` (what the order still asks for) in the smallest unit of the payment's currency. */
export interface AdminPayCollectAssignableOrder {
  id: string
  display_id: number | null
  created_at: string
  email: string | null
  customer_name: string | null
  total: string
  open: string
  same_customer: boolean
  /** why the money may not be booked there; null when it may */
  blocker: NotPayable | null
}

/** At most 20, the same customer's first, then the newest. */
export interface AdminPayCollectAssignableOrdersResponse {
  orders: AdminPayCollectAssignableOrder[]
}
