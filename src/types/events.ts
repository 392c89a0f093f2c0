import { type AttentionReason } from "../payments/attention-reasons"
import { type AttentionCategory } from "../modules/paycollect/models/attention"
import { type Environment } from "../service/config"

/** Of every event about a payment. */
export interface PayCollectPaymentEvent {
  id: string
  /** what people call it */
  payment_number: string
  /** what machines call it */
  merchant_reference: string
  cart_id: string | null
  /** once an order stands for it */
  order_id: string | null
}

interface ItemEvent extends PayCollectPaymentEvent {
  attention_id: string
  reason: AttentionReason
  category: AttentionCategory
}

interface LinkEvent {
  /** the link's; its address is in no event: a person who has it can pay */
  id: string
  order_id: string | null
  cart_id: string | null
}

interface ConnectionEvent {
  environment: Environment
  /** of a connection check: what failed last */
  code: string
  /** when it began, ISO 8601 */
  since: string
}

/**
 * What the plugin tells on Medusa's event bus: the `data` of each event by its name. We emit each at most once, after what it tells of is written
 * down; a bus may deliver it again, and an event is lost with a process that dies in between. They are news: the records say what is so.
 */
export interface PayCollectEvents {
  /** the service has the payment, and its customer can pay */
  "paycollect.intent.started": PayCollectPaymentEvent
  /** its money stands on an order, or is captured in a collection without a cart */
  "paycollect.intent.applied": PayCollectPaymentEvent
  /** the service says that it failed or was canceled; again if it fails anew */
  "paycollect.intent.failed": PayCollectPaymentEvent & { reason: string }
  /** money went back: the service has the refund, or a person said that it was sent; `amount` in smallest units */
  "paycollect.intent.refunded": PayCollectPaymentEvent & { refund_id: string; amount: string }
  /** money that had come is not there any more, or less of it; once for each set of facts */
  "paycollect.intent.reversed": PayCollectPaymentEvent & { attention_id: string }
  /** an item of the "needs attention" list is open */
  "paycollect.attention.opened": ItemEvent
  /** ... and is closed: by an employee, or by `paycollect` itself */
  "paycollect.attention.closed": ItemEvent & { resolved_by: string }
  /** a payment link was made; a renewed one is not told again */
  "paycollect.link.created": LinkEvent & { expires_at: string }
  /** money that came by a link stands on its order, once for each payment: `intent_id` is the payment's id */
  "paycollect.link.paid": PayCollectPaymentEvent & { intent_id: string }
  /** the store's notification provider took the mail with a link */
  "paycollect.link.sent": LinkEvent
  /** nothing can be paid by a link any more */
  "paycollect.link.revoked": LinkEvent
  /** no customer can pay */
  "paycollect.connection.lost": ConnectionEvent
  "paycollect.connection.restored": ConnectionEvent
  /** a save in the dashboard changed something: fields as the admin API names them, never a value */
  "paycollect.settings.changed": { id: string; actor_id: string | null; fields: string[] }
}

export type PayCollectEventName = keyof PayCollectEvents
