import { type Snapshot, type Time, type Unreadable } from "../records/records"
import { type AttentionReason } from "../../payments/attention-reasons"
import { type Environment } from "../../service/config"
import { type Undone } from "../../payments/ledger/assignments"

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
  /** when the customer was asked for it */
  created_at: Time
  /** sums of what went back, in smallest units: such money makes no order by itself any more */
  refunded: string
  reversed: string
  /** null: `decide` says paid; else why nothing is known to be paid */
  unpaid: string | null
  /** its row was lost: made anew of the store's records, or of the service's word alone */
  recovered?: "store" | "event" | null
  /** the order that an employee gave this money to, and the collection that it pays in there; see the third part of the table */
  assigned_order_id?: string | null
  assigned_collection_id?: string | null
  /** looks that failed since */
  advance_attempts?: number
  /** `for_good`: the service has not said for a week whether it is still there */
  unheard?: Unheard
}

/** How long the service has been silent about money that came. */
export type Unheard = "for_now" | "for_good"

export interface PlanOptions {
  environment: Environment
  pendingOrders: "wait" | "place"
  pendingOrderExpiryHours: number
}

/** What earlier effects of the same look found out, beside the store's records. */
export interface Findings {
  /** why the other attempts of the cart and its order are unpaid, by their ids: the service was asked */
  unpaid?: Readonly<Record<string, string>>
  /** the order that this look has canceled as unpaid */
  ended?: { order_id: string; placed: boolean } | null
}

/** One step of the store's, after which everything is read anew. */
export type PlanEffect =
  | { do: "link_session"; session_id: string }
  | { do: "open_checkout"; cart_id: string }
  | { do: "open_session"; collection_id: string }
  | { do: "complete_cart"; cart_id: string }
  | { do: "capture"; session_id: string }
  | {
      do: "repair_order"
      order_id: string
      collection_id: string
      link: boolean
      uncancel: string[]
    }
  | { do: "make_collection"; order_id: string }
  | { do: "assign_collection"; collection_id: string }
  | {
      do: "undo_assignment"
      because: Undone
      /** of the assignment, on which nothing is paid */
      session_ids: string[]
    }
  | { do: "ask_attempts"; ids: string[] }
  | { do: "end_leftover_changes"; ids: string[] }
  | { do: "cancel_order"; order_id: string; placed: boolean }

export type Plan =
  | { kind: "applied"; order_id: string | null }
  /** `until` in epoch ms; null: nothing to do, or nothing that can be known now */
  | { kind: "wait"; until: number | null; because: string }
  /** `once`: not again after a person resolved it */
  | { kind: "raise"; reason: AttentionReason; data?: Record<string, unknown>; once?: boolean }
  | { kind: "effect"; effect: PlanEffect }

export interface PlanMoment {
  snapshot: (Snapshot & Findings) | Unreadable
  options: PlanOptions
  /** epoch ms */
  now: number
}
