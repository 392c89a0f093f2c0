/**
 * One choice for each thing that the interface document leaves open, under the number of docs/unknowns.md. The first of each is what the
 * sandbox does unless told otherwise.
 */
export const VARIANT_CHOICES = {
  /** U-01: which of the documented envelopes verify answers in, or none */
  verifyEnvelope: ["status", "status_code", "success", "bare"],
  /** U-01: which of our names verify repeats */
  verifyEcho: ["none", "merchant_reference", "payment_ref"],
  /** U-23: whose `id` verify and events give, and transactions and refunds take; `absent`: verify gives none, the intent's is taken */
  id: ["intent", "transaction", "absent"],
  /** U-01: amounts of payments, refunds and transactions */
  amounts: ["text", "number"],
  /** U-02 */
  verifyMethod: ["any", "GET", "PATCH"],
  /** U-18: where the secret key is taken from; customer sessions take Bearer always */
  authHeader: ["any", "bearer", "x-api-key"],
  /** U-03: a used merchant_reference or Idempotency-Key under another body: the old payment, 409, or 400 */
  reuse: ["replay", "conflict", "invalid"],
  /** U-03: an identical request; `ignored`: it gets what `reuse` says, and the header counts for nothing */
  idempotencyKey: ["kept", "ignored"],
  /** U-04: `{error: {...}}`, `{message, code, ...}`, `{error: "..."}`, or a page of HTML */
  errorBody: ["nested", "flat", "text", "html"],
  /** U-05 */
  retryAfter: ["seconds", "date", "absent"],
  /** U-07: Content-Type of events; `none`: the header is not there */
  eventContentType: ["application/json", "text/plain", "application/vnd.service+json", "none"],
  /** U-06: `x-paycollect-signature: sha256=<hex>`, without the prefix, or in `x-paycollect-digest` */
  signature: ["prefixed", "bare", "other_header"],
  /** U-07: where an event names its payment; all but `documented` are the only name in it */
  eventReference: ["documented", "merchant_reference", "payment_ref", "resource_id"],
  /** U-08: `out_of_order`: `order.completed` before `payment.succeeded`, and an older `payment.failed` after it */
  events: ["once", "twice", "out_of_order", "late", "never"],
  /** U-21: whether the amount of verify and events contains the fee that the customer bore */
  customerAmount: ["with_fee", "without_fee"],
  /** U-28: whether what is charged is rounded up to a multiple of 5 smallest units; `asked`: what the creation answers, too */
  rounding: ["none", "charged", "asked"],
  /** U-22: of the fee path and its answer */
  feeUnit: ["minor", "major"],
  /** U-09 */
  feeAmounts: ["number", "text"],
  /** U-20: `more`: `pending` for requires_action, and `in_progress` for processing unless the merchant has to confirm */
  states: ["five", "more"],
  /** U-01, U-09: fields that no document names, or without those that decide nothing */
  fields: ["documented", "more", "fewer"],
} as const

export type VariantTrait = keyof typeof VARIANT_CHOICES

/** What a service that speaks the interface may look like. */
export type Variant = { [Trait in VariantTrait]: (typeof VARIANT_CHOICES)[Trait][number] }

export const VARIANT_TRAITS = Object.keys(VARIANT_CHOICES) as VariantTrait[]

const COIN = 5n

/** Smallest units: the amount as it can be paid (U-28). */
export function payable({ rounding }: Variant, amount: bigint): bigint {
  return rounding === "none" ? amount : ((amount + COIN - 1n) / COIN) * COIN
}

/** @throws RangeError naming a trait or a choice that does not exist */
export function variantOf(choices: Partial<Record<VariantTrait, string | undefined>> = {}): Variant {
  const unknown = Object.keys(choices).find((name) => !Object.hasOwn(VARIANT_CHOICES, name))
  if (unknown !== undefined)
    throw new RangeError(`A variant has no trait ${unknown}; there are ${VARIANT_TRAITS.join(", ")}`)
  const chosen = VARIANT_TRAITS.map((trait) => {
    const allowed: readonly string[] = VARIANT_CHOICES[trait]
    const choice = choices[trait] ?? allowed[0]!
    if (!allowed.includes(choice)) throw new RangeError(`${trait} takes one of ${allowed.join(", ")}`)
    return [trait, choice]
  })
  return Object.fromEntries(chosen) as Variant
}
