import { createHash } from "node:crypto"
import { type CreatePaymentIntentRequest } from "../service"
import { type MinorAmount } from "../service/wire/shape"
import { type AmountBounds } from "./amounts"
import { merchantReference } from "./names"
import { type Purchase } from "./purchase"
import { type ActiveConfiguration } from "../settings/active-configuration"
import { type NewIntent } from "./ledger/ledger"

/** What is to be paid, read on the server. `amount` in the smallest unit. */
export interface AskedMoney {
  session_id: string
  cart_id: string | null
  payment_collection_id: string
  provider_id: string
  amount: MinorAmount
  currency_code: string
  exponent: number
  /** what its way to pay takes; nothing new is charged outside of it */
  bounds?: AmountBounds
  /** sessions that really became a payment which still stands; a paid intent used by another one may be reused */
  paid_session_ids: string[]
  /** references of payments that still stand: their money is spent, whatever became of their sessions */
  paid_references?: string[]
  /** the customer knows of money that came for the cart as it was, and pays for it as it is now all the same */
  pay_anew?: boolean
}

export interface StartPaymentInput extends AskedMoney {
  /** what it is for, kept with the row and never sent */
  purchase?: Purchase | null
  /** Medusa's tax of it, smallest unit */
  tax?: string | null
  /** the create body without what this service adds: amount, currency, reference, return address, metadata, the payment's number */
  request: Omit<
    CreatePaymentIntentRequest,
    "amount" | "currency" | "merchant_reference" | "redirect_url" | "metadata"
  >
}

/** Whose attempts are counted and whose money is looked for: the cart's, or without one the payment collection's. */
export function subjectOf({ cart_id, payment_collection_id }: AskedMoney): string {
  return cart_id ?? payment_collection_id
}

/** Two requests with the same fingerprint ask for the same payment, in whatever words it is described. No payment's number is part of it. */
export function requestFingerprint(input: StartPaymentInput, active: ActiveConfiguration): string {
  const { amount, currency_code, provider_id } = input
  const { description: _words, ...request } = input.request
  const parts = [
    active.environment,
    amount,
    currency_code,
    provider_id,
    request,
    active.options.feeBearer,
    active.options.backendUrl,
  ]
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex")
}

/** What it is for by now: no fingerprint has an address, which may be another one as the same is paid. */
export const boughtNow = ({ purchase, tax }: StartPaymentInput) => ({
  purchase: (purchase ?? null) as Record<string, unknown> | null,
  tax: tax ?? null,
})

/** The row of an attempt, with the body that every send of it repeats. */
export function newIntent(
  input: StartPaymentInput,
  active: ActiveConfiguration,
  { fingerprint, attempt, shopId }: { fingerprint: string; attempt: number; shopId: string }
): NewIntent {
  const { cart_id, payment_collection_id, provider_id, amount, currency_code, exponent } = input
  const reference = merchantReference(subjectOf(input), attempt)
  return {
    merchant_reference: reference,
    subject_id: subjectOf(input),
    attempt,
    cart_id,
    payment_collection_id,
    provider_id,
    environment: active.environment,
    amount,
    currency_code,
    exponent,
    fee_bearer: input.request.fee_bearer ?? active.options.feeBearer,
    multiple: input.bounds?.multiple?.toString() ?? null,
    fingerprint,
    ...boughtNow(input),
    request: createBody(input, active, { reference, shopId }) as unknown as Record<string, unknown>,
  }
}

function createBody(
  input: StartPaymentInput,
  active: ActiveConfiguration,
  { reference, shopId }: { reference: string; shopId: string }
): CreatePaymentIntentRequest {
  return {
    ...input.request,
    amount: input.amount,
    currency: input.currency_code.toUpperCase(),
    merchant_reference: reference,
    redirect_url: active.returnAddress(reference),
    // Webhooks carry no merchant_reference of their own (U-07), so ours travels in the metadata; and whose it is, should our record be lost.
    metadata: {
      merchant_reference: reference,
      shop_id: shopId,
      ...(input.cart_id && { cart_id: input.cart_id }),
    },
  }
}
