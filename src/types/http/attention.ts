import { type AttentionReason, type ItemResolution, type MoneyAnswer } from "../../payments/attention-reasons"
import { type AttentionCategory } from "../../modules/paycollect/models/attention"
import { type Environment } from "../../service/config"
import { type AdminPayCollectAttention, type AdminPayCollectIntent } from "./payments"

/** `GET /admin/paycollect/attention`: items, newest first; of closed ones those that were closed last. */
export interface AdminPayCollectAttentionQuery {
  /** `closed`, or `resolved` as an item calls it: by a person with a note, or by the plugin itself */
  status?: "open" | "closed" | "resolved"
  reason?: AttentionReason | AttentionReason[]
  category?: AttentionCategory | AttentionCategory[]
  /** of the payment */
  environment?: Environment
  intent_id?: string | string[]
  /** 1 to 100, default 20 */
  limit?: number
  offset?: number
}

/** An item with its payment and what a person needs to deal with it, read from the store's records when it is asked for. */
export interface AdminPayCollectAttentionItem extends AdminPayCollectAttention {
  payment: Omit<AdminPayCollectIntent, "attention">
  /** what came, in the smallest unit; null where nothing did that can be read, and for decimals of a currency the store does not know */
  paid: { amount: string; currency_code: string; exponent: number | null } | null
  /** among which `money` has to be when it is closed; none where the item asks for nothing */
  answers: readonly MoneyAnswer[]
  customer: {
    id: string | null
    name: string | null
    email: string | null
    /** as it is written between countries, or as it was typed */
    phone: string | null
    /** for `tel:+` and `https://wa.me/`; null where the number cannot be called */
    phone_digits: string | null
  }
  /** of the payment's cart or collection: the one that is paid already, where the money came twice */
  order: { id: string; display_id: number | null; canceled: boolean } | null
}

export interface AdminPayCollectAttentionResponse {
  attention: AdminPayCollectAttentionItem[]
  count: number
  offset: number
  limit: number
}

/** `POST /admin/paycollect/attention/resolve` */
export interface AdminPayCollectResolveItemsBody {
  /** 1 to 50 items */
  ids: string[]
  /** 1 to 1,000 characters; stays in the history of each payment */
  note: string
  /** as in {@link AdminPayCollectResolveBody} */
  money?: MoneyAnswer
}

export interface PayCollectResolveResult {
  id: string
  result: ItemResolution
}

export interface AdminPayCollectResolveItemsResponse {
  /** one for each id */
  results: PayCollectResolveResult[]
}
