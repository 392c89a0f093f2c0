/** What the customer of a payment link sees now; `payable`: it can be paid. */
export type PayCollectLinkState =
  "payable" | "waiting" | "attention" | "paid" | "nothing_owed" | "canceled" | "revoked" | "expired"

/** An address at which what an order owes can be paid. Amounts in the smallest unit. */
export interface AdminPayCollectLink {
  id: string
  order_id: string
  /** who has it can pay; null once nothing can be paid by it and nothing was */
  url: string | null
  state: PayCollectLinkState
  /** what it asks for now; null unless it is payable */
  owed: string | null
  /** what the order owed when it was last asked for */
  amount: string
  currency_code: string
  exponent: number
  /** whom it can be sent to; null where the order does not say */
  customer: { email: string | null; phone_digits: string | null }
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

/** `GET /admin/paycollect/links` */
export interface AdminPayCollectLinksQuery {
  order_id: string
}

/** Newest first. */
export interface AdminPayCollectLinksResponse {
  links: AdminPayCollectLink[]
}

/** `POST /admin/paycollect/links` */
export interface AdminPayCollectLinkBody {
  order_id: string
  /** how long it can be paid by: 1 to 90, 7 unless said */
  days?: number
  /** a draft is made an order first, which reserves its goods; without it a draft is refused (409, `draft`) */
  convert_draft?: boolean
}

/** Made, renewed or revoked. */
export interface AdminPayCollectLinkResponse {
  link: AdminPayCollectLink
}
