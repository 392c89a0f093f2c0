import { type Sought } from "./sought"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { columns, INTENT, type Query } from "../../tables"

const intents = columns(INTENT)

export interface IntentSearch {
  sought: Sought
  /** carts and orders that the store knows by it: of an order's number, of a customer's e-mail */
  cart_ids: string[]
  order_ids: string[]
  /** of these orders */
  collection_ids: string[]
  /** of customers who are called so: only in payments made since then */
  people?: OwnedPayments & { since: Date }
}

/** What customers have: their payments are of it. */
export type OwnedPayments = Record<"cart_ids" | "order_ids" | "collection_ids", string[]>

/** References of the service and of ours that people copy from anywhere; that of ours begins with its cart's id, and ends with the attempt. */
const BEGINNINGS = [
  intents.merchant_reference,
  intents.payment_ref,
  intents.service_intent_id,
  intents.transaction_id,
]
const ENDINGS = [intents.subject_id, intents.payment_ref, intents.service_intent_id, intents.transaction_id]

/**
 * Payments that may be meant. Every arm has an index (see the migrations), so that a search costs what it finds. Only where the search is of
 * that form an arm is there at all: each is a look into an index.
 */
export function whereMeant(
  query: Query<IntentRow>,
  { sought, cart_ids, order_ids, collection_ids, people }: IntentSearch
): void {
  const { text, number, numberPart, amounts, reference } = sought
  query.where((any) => {
    any.where({ id: text }).orWhereIn("order_id", [text, ...order_ids])
    // Payments of a cart are called by it, and those of a collection without one by the collection.
    const subjects = [...cart_ids, ...collection_ids]
    if (subjects.length > 0) any.orWhereIn("subject_id", subjects)
    if (number) any.orWhere({ payment_number: number })
    if (numberPart) {
      any.orWhereRaw(`${intents.payment_number} like ?`, [beginningWith(numberPart)])
      any.orWhereRaw(`reverse(${intents.payment_number}) like ?`, [beginningWith(reversed(numberPart))])
    }
    if (reference) whereReference(any, reference)
    for (const asked of [intents.amount, `${intents.verified}->>'amount'`])
      if (amounts.length > 0) whereAmount(any, asked, amounts)
    if (people) whereOwned(any, people)
  })
}

function whereReference(
  any: Query<IntentRow>,
  { beginning, ending }: NonNullable<Sought["reference"]>
): void {
  for (const name of BEGINNINGS) any.orWhereRaw(`lower(${name}) like ?`, [beginningWith(beginning)])
  if (!ending) return
  for (const name of ENDINGS)
    any.orWhereRaw(`reverse(lower(${name})) like ?`, [beginningWith(reversed(ending))])
  const [, subject, attempt] = /^(.+)-(\d{1,9})$/.exec(ending) ?? []
  if (subject)
    any.orWhereRaw(`(reverse(lower(${intents.subject_id})) like ? and ${intents.attempt} = ?)`, [
      beginningWith(reversed(subject)),
      Number(attempt),
    ])
}

/** What was asked for, or what came: with the fee where the customer bore it. */
function whereAmount(any: Query<IntentRow>, sum: string, amounts: Sought["amounts"]): void {
  const marks = (one: string) => amounts.map(() => one).join(", ")
  any.orWhereRaw(`(${sum} in (${marks("?")}) and (${sum}, ${intents.exponent}) in (${marks("(?, ?)")}))`, [
    ...amounts.map(({ amount }) => amount),
    ...amounts.flatMap(({ amount, exponent }) => [amount, exponent]),
  ])
}

/** Of a payment that has an order, the order says whose it is: what was erased there is not found by what the cart still says. */
export function whereOwned(
  any: Query<IntentRow>,
  { cart_ids, order_ids, collection_ids, since }: NonNullable<IntentSearch["people"]>
): void {
  const made = (name: keyof IntentRow, ids: string[], more: Partial<IntentRow> = {}) => {
    if (ids.length > 0)
      any.orWhere((all) => void all.whereIn(name, ids).where("created_at", ">=", since).where(more))
  }
  made("order_id", order_ids)
  made("subject_id", collection_ids)
  made("subject_id", cart_ids, { order_id: null })
}

const beginningWith = (text: string) => `${text.replace(/[\\%_]/g, "\\$&")}%`

/** By characters, as PostgreSQL reverses. */
const reversed = (text: string) => [...text].reverse().join("")
