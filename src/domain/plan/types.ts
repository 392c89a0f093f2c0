import { type CaptureRecord, type Snapshot, type Unreadable } from "../../store/records"
import { type AttentionReason } from "../attention"
import { type Environment } from "../decide"

/** The payment that is looked at. `amount` in smallest units of its currency. */
export interface PlannedPayment {
  id: string
  merchant_reference: string
  cart_id: string | null
  payment_collection_id: string
  environment: Environment
  amount: string
  currency_code: string
  exponent: number
  /** null: `decide` says paid; else why nothing is known to be paid */
  unpaid: string | null
  /** its row was lost: made anew of the store's records, or of the service's word alone */
  rebuilt?: "store" | "event" | null
}

export interface PlanOptions {
  environment: Environment
  pendingOrders: "wait" | "place"
  pendingOrderExpiryHours: number
}

/** What earlier effects of the same look found out, beside the store's records. */
export interface Findings {
  /** why the other attempts of the cart are unpaid, by their ids: the service was asked */
  unpaid?: Readonly<Record<string, string>>
  /** the order that this look has canceled as unpaid */
  ended?: { order_id: string; placed: boolean } | null
}

/** One step of the store's, after which everything is read anew. */
export type Effect =
  | { do: "link_session"; session_id: string }
  | { do: "open_session"; collection_id: string }
  | { do: "complete_cart"; cart_id: string }
  | { do: "capture"; session_id: string }
  | {
      do: "repair_order"
      order_id: string
      collection_id: string
      link: boolean
      captures: CaptureRecord[]
      uncancel: string[]
    }
  | { do: "ask_attempts"; ids: string[] }
  | { do: "end_leftover_changes"; ids: string[] }
  | { do: "cancel_order"; order_id: string; placed: boolean }

export type Plan =
  | { kind: "settled"; order_id: string | null }
  /** `until` in epoch ms; null: nothing to do, or nothing that can be known now */
  | { kind: "wait"; until: number | null; because: string }
  /** `once`: not again after a person resolved it */
  | { kind: "tell"; reason: AttentionReason; data?: Record<string, unknown>; once?: boolean }
  | { kind: "effect"; effect: Effect }

export interface Moment {
  snapshot: (Snapshot & Findings) | Unreadable
  options: PlanOptions
  /** epoch ms */
  now: number
}
