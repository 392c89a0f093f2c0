import { isSafeCheckoutUrl, REASONS, type FailureReason } from "./address"
import { callStore, type StoreClient } from "./client"
import { nothingOf, oneOf, textOrNull, type Support } from "./errors"

/**
 * `none`: nothing was ever started for this cart. `waiting`: not decided yet. `succeeded`: paid, `orderId` follows within moments.
 * `failed`: not paid, the customer may try again. `attention`: money arrived but the shop has to look at it; ask before it is paid again.
 */
export type PaymentState = "none" | "waiting" | "succeeded" | "failed" | "attention"

export interface PaymentFacts {
  /** What the customer may call the payment, for example "JZ1D-7K9P"; null before there is one. */
  paymentNumber: string | null
  /** What the customer pays or paid, as a decimal string in major units; null where it is not known. `amountText` writes it. */
  amount: string | null
  /** Lower case. */
  currencyCode: string | null
  /** A fee that is not known yet comes on top of `amount`. */
  plusFee: boolean
  /** ISO 8601: when the payment was started or, once its money came, when the shop heard of it. */
  since: string | null
}

/** A payment of the cart whose money came. `held`: the shop looks at it; `returning`: a refund was asked for; `returned`: all of it went back. */
export interface ReceivedPayment extends Pick<PaymentFacts, "paymentNumber" | "amount" | "currencyCode"> {
  outcome: "applied" | "held" | "returning" | "returned"
  /** Of money that goes back: the customer bore a fee, and it does not. */
  withoutFee: boolean
}

export interface PaymentStatus extends PaymentFacts {
  status: PaymentState
  /** Only with `failed`, and only when the store knows. */
  reason: FailureReason | null
  orderId: string | null
  /**
   * A payment that pays for the cart as it is now: its money may be on its way (`processing`), or it was opened less than 15 minutes ago.
   * A change of the cart now takes its purpose.
   */
  underWay: (PaymentFacts & { processing: boolean; providerId: string | null }) | null
  /**
   * A payment that may wait on her phone beside the one that pays for the cart as it is now, or that paid for it: who confirms it there is charged
   * twice.
   */
  stillOpen: PaymentFacts | null
  /** Newest first; more than one where the customer paid more than once. */
  payments: ReceivedPayment[]
  /** Whether any of the customer's money came and is not all back; null while it may be on its way. */
  charged: boolean | null
  /** Only with `attention` and `failed`. */
  support: Support | null
  /** All, or a part, of the money went back to the customer, or is on its way. */
  refunded: "all" | "part" | null
  /** Where an unfinished payment can be continued. */
  checkoutUrl: string | null
  /** Milliseconds before it is worth asking again. */
  retryAfterMs: number | null
}

/** What is paid for: a cart or, where an order has something to ask for without one, a payment collection of the order. */
export type PaymentSubject =
  { cartId: string; collectionId?: undefined } | { cartId?: undefined; collectionId: string }

export type PaymentStatusOptions = PaymentSubject & {
  client: StoreClient
  signal?: AbortSignal
}

const STATES: readonly PaymentState[] = ["none", "succeeded", "failed", "attention"]

/**
 * Asks the store once about the payment of a cart, or of an order's payment collection. Cheap: it reads what the store already knows.
 * @throws PayCollectStorefrontError
 */
export async function getPaymentStatus(options: PaymentStatusOptions): Promise<PaymentStatus> {
  const { client, cartId, collectionId, signal } = options
  const path = `/store/paycollect/carts/${encodeURIComponent(cartId ?? collectionId)}/status`
  return readStatus((await callStore(client, path, { signal })) as Answer | null)
}

type Answer = Record<string, unknown>

const factsOf = (answer: Answer): PaymentFacts => ({
  paymentNumber: textOrNull(answer.payment_number),
  amount: textOrNull(answer.amount),
  currencyCode: textOrNull(answer.currency_code),
  plusFee: answer.plus_fee === true,
  since: textOrNull(answer.since),
})

const FATES = ["applied", "held", "returning", "returned"] as const

function readStatus(answer: Answer | null): PaymentStatus {
  const status = textOrNull(answer?.status)
  if (!answer || !status) throw nothingOf("payment status")
  const { checkout_url, retry_after_ms, payments } = answer
  const { under_way, still_open } = answer as Record<string, Answer | undefined>
  return {
    // A state this version does not know is not decided: showing it as failed could make the customer pay twice.
    status: oneOf(STATES, status) ?? "waiting",
    reason: oneOf(REASONS, answer.reason),
    orderId: textOrNull(answer.order_id),
    ...factsOf(answer),
    underWay: under_way
      ? {
          ...factsOf(under_way),
          processing: under_way.state === "processing",
          providerId: textOrNull(under_way.provider_id),
        }
      : null,
    stillOpen: still_open ? factsOf(still_open) : null,
    // What a later version says of money is not known here: it is held, until this one knows better.
    payments: (Array.isArray(payments) ? (payments as Answer[]) : []).map((one) => ({
      ...factsOf(one),
      outcome: oneOf(FATES, one.outcome) ?? "held",
      withoutFee: one.without_fee === true,
    })),
    charged: (answer.charged as boolean | undefined) ?? null,
    support: (answer.support as Support | undefined) ?? null,
    refunded: oneOf(["all", "part"] as const, answer.refunded),
    checkoutUrl: isSafeCheckoutUrl(checkout_url) ? checkout_url : null,
    retryAfterMs: (retry_after_ms as number) >= 0 ? (retry_after_ms as number) : null,
  }
}
