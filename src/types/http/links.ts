/** What the customer of a payment link sees now; `payable`: it can be paid. */
export type PayCollectLinkState =
  | "payable"
  | "waiting"
  | "attention"
  | "paid"
  | "nothing_owed"
  | "lacking"
  | "canceled"
  | "gone"
  | "revoked"
  | "expired"

/**
 * What a cart lacks to become an order when it is paid by a link:
 * - what the payment service needs of its customer;
 * - `goods`: it is empty; `stock`: some of them are sold out or not sold any more;
 * - `delivery_address`, `delivery_method`: where the goods go, and how.
 */
export type PayCollectCartLack =
  "goods" | "first_name" | "last_name" | "email or phone" | "delivery_address" | "delivery_method" | "stock"

/** An address at which what an order owes, or a cart that was left behind, can be paid. Amounts in the smallest unit. */
export interface AdminPayCollectLink {
  id: string
  /** null for a cart of which there is no order */
  order_id: string | null
  /** as the order's customer knows it; null for a cart */
  order_number: number | null
  /** of the cart that it was made for; null for an order's */
  cart_id: string | null
  /** who has it can pay; null once nothing can be paid by it and nothing was */
  url: string | null
  state: PayCollectLinkState
  /** what it asks for now; null unless it is payable */
  owed: string | null
  /** with `lacking`: what cart or customer need before it can be paid; else empty */
  missing: PayCollectCartLack[]
  /** what was owed when it was last asked for; as `owed` where its cart is in another currency since */
  amount: string
  currency_code: string
  exponent: number
  /** whom it can be sent to; null where order or cart do not say */
  customer: { email: string | null; phone_digits: string | null }
  /** whether the store can send it to that e-mail by itself; `no_provider`: its Notification Module cannot send any */
  mail: "possible" | "no_provider" | "no_address"
  /** when it was last sent so */
  mailed_at: string | null
  /** when it was made, or renewed */
  asked_at: string
  expires_at: string
  /** when money first came by it */
  paid_at: string | null
  created_by: string | null
  created_at: string
  revoked_at: string | null
  revoked_by: string | null
}

/** `GET /admin/paycollect/links`: one of both. */
export interface AdminPayCollectLinksQuery {
  order_id?: string
  /** of a cart that became an order: the same as for the order */
  cart_id?: string
}

/** Newest first. */
export interface AdminPayCollectLinksResponse {
  links: AdminPayCollectLink[]
}

/** `POST /admin/paycollect/links`: an order or a cart. */
export interface AdminPayCollectLinkBody {
  order_id?: string
  /** a cart that was left behind: its prices are refreshed; refused (409, `cart_lacks`) while it cannot become an order */
  cart_id?: string
  /** how long it can be paid by: 1 to 90, 7 unless said */
  days?: number
  /** a draft is made an order first, which reserves its goods; without it a draft is refused (409, `draft`) */
  convert_draft?: boolean
}

/** Made, renewed or revoked. */
export interface AdminPayCollectLinkResponse {
  link: AdminPayCollectLink
}

/** `POST /admin/paycollect/links/:id/mail` */
export interface AdminPayCollectLinkMailResponse {
  /** `just_before`: it was sent within the last minute already, and not once more */
  mailed: "sent" | "just_before"
  link: AdminPayCollectLink
}
