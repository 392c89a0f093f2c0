import { TO_BE_SENT } from "../payments/attention-reasons"
import { goneOf, isWhollyBack, type Came } from "../payments/came"
import { HELD } from "../payments/ledger/entries"
import { INTENT_STATUSES } from "../modules/paycollect/models/intent"
import { ATTENTION, columns, INTENT } from "../tables"
import { IS_PAYMENT_OF_ITEM } from "./reading"

const intents = columns(INTENT)
const items = columns(ATTENTION)

type Item = { status: string; reason: string }

const TO_SEND = `exists (select from ${ATTENTION} where ${IS_PAYMENT_OF_ITEM} and ${ATTENTION}.${items.deleted_at} is null
  and ${ATTENTION}.${items.status} = 'open' and ${items.reason} in (${[...TO_BE_SENT].map((reason) => `'${reason}'`).join(", ")}))`

/**
 * States of money that went back: the first that is true of it, by what was read and as SQL. `reversed`: some of it without the store.
 * `refunding`: a refund is counted, and a person has to send it, or to look whether it was sent. `refunded`: be it by hand.
 */
const BACK = {
  reversed: { is: ({ reversed }) => reversed !== "0", sql: `${intents.reversed} <> '0'` },
  refunding: {
    is: (_, about) => about.some(({ status, reason }) => status === "open" && TO_BE_SENT.has(reason)),
    sql: TO_SEND,
  },
  refunded: { is: isWhollyBack, sql: `(${intents.closed_as} = 'returned' or ${HELD.sql} = '0')` },
  partly_refunded: { is: () => true, sql: "true" },
} satisfies Record<string, { is(payment: Came, about: readonly Item[]): boolean; sql: string }>

type RefundState = keyof typeof BACK
export const REFUND_STATES = Object.keys(BACK) as [RefundState, ...RefundState[]]

/** SQL over a payment's row: its state, where something of it went back; that it did, as the index says it. */
export const BACK_STATE = `case ${REFUND_STATES.map((state) => `when ${BACK[state].sql} then '${state}'`).join(" ")} end`
export const WENT_BACK = `(${intents.refunded} <> '0' or ${intents.reversed} <> '0' or ${intents.closed_as} = 'returned')`

type Said = Came & { status: string }

/** States of money that may be there, and that the service's word does not tell: it cannot be read, or is not what was asked for. */
const OTHERWISE = {
  unknown: {
    is: ({ status, outcome }) => status === "succeeded" && outcome === "waiting",
    sql: `${intents.status} = 'succeeded' and ${intents.outcome} = 'waiting'`,
  },
  discrepancy: {
    is: ({ outcome }) => outcome === "discrepancy",
    sql: `${intents.outcome} = 'discrepancy'`,
  },
} satisfies Record<string, { is(payment: Said): boolean; sql: string }>
const OTHER_STATES = Object.keys(OTHERWISE) as (keyof typeof OTHERWISE)[]

/** Each that {@link stateOf} names. */
export const PAYMENT_STATES = [...INTENT_STATUSES, "discrepancy", ...REFUND_STATES] as const
/** The same as SQL over a payment's row. */
export const SHOWN_STATE = `case when ${WENT_BACK} then ${BACK_STATE}
  ${OTHER_STATES.map((state) => `when ${OTHERWISE[state].sql} then '${state}'`).join(" ")} else ${intents.status} end`

/**
 * The state of a payment as people call it: what went back outranks that it came, and what came wrong, or cannot be read, is never called paid.
 * @param about items of it, open or not
 */
export function stateOf<S extends string>(
  payment: Came & { status: S },
  about: readonly Item[]
): S | "discrepancy" | "unknown" | RefundState {
  if (goneOf(payment) > 0n || isWhollyBack(payment))
    return REFUND_STATES.find((state) => BACK[state].is(payment, about))!
  return OTHER_STATES.find((state) => OTHERWISE[state].is(payment)) ?? payment.status
}
