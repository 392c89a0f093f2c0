import { toStorefrontError, type AmountBounds, type StorefrontErrorCode } from "./errors"
import type { PaymentFacts, PaymentStatus } from "./status"
import { feeRange, methodKind, type PaymentMethod } from "./methods"
import { type FailureReason } from "./address"

/** `code` of a refused start behind its `paycollect_`, where it is neither why a payment failed nor the code of an error. */
type Refusal = "not_set_up" | "amount_bounds" | "paid_already" | "looked_up"

/** `server` says so: the store's answer cannot be used. */
type Unusable = "invalid_response" | "unsafe_checkout_url"

export const textsEn = {
  methodAll: "Mobile money or card",
  methodMobileMoney: "Mobile money",
  methodCard: "Card",
  fee: "Payment fee: {fee}",
  feeRange: "Fee: {low} to {high}",
  feeTotal: "You pay {total}",
  /** Stands before the number. */
  paymentNumber: "Payment number:",
  waitingText: "If you pay by mobile money, confirm on your phone now. This page updates by itself.",
  waitingLong:
    "This takes longer than usual. You can close this page: your order is placed once you confirm.",
  failedText: "Nothing has been ordered. You can try again or choose another way to pay.",
  attentionText: "Please do not pay again: the shop completes your order or sends the money back.",
  expiredText: "No payment is open here. Go back to the shop.",
  /** Stand behind each of these, but where money came. */
  notCharged: "Nothing was charged.",
  ifCharged: "If you were charged, the shop hears of it.",
  /** Why a payment failed, and what went wrong with a call. */
  failures: {
    declined: "The payment was declined. You can try again or choose another way to pay.",
    canceled: "The payment was canceled. Your cart is still here.",
    expired: "The payment took too long. You can try again.",
    not_started: "The payment could not be started. Please check your details.",
    unavailable: "The payment service does not answer. You can try again or choose another way to pay.",
    busy: "Many people are paying right now. Please try again in a moment.",
    cart_changed: "Your cart has changed. Please check it and pay again.",
    network: "The shop does not answer. Please check your connection and try again.",
    rate_limited: "Many people are paying right now. Please try again in a moment.",
    server: "Something went wrong. Please try again in a moment.",
    request: "The payment could not be started. Please check your details.",
    not_set_up: "The payment could not be started. Please choose another way to pay or ask the shop.",
    amount_bounds: "This way to pay takes {amounts}. Please choose another way to pay.",
    paid_already: "You paid already. Nothing was charged again. Please ask the shop.",
    looked_up: "You paid already. Nothing was charged again. Please try again in a moment.",
  } satisfies Record<FailureReason | Refusal | Exclude<StorefrontErrorCode, Unusable>, string>,
  /** What a way to pay takes. */
  amountFrom: "from {amount}",
  amountUpTo: "up to {amount}",
  receivedSeveral: "We received {count} payments.",
  received: {
    held: "The shop looks at {amount} (payment {number}).",
    returning: "{amount} will be given back (payment {number}).",
    returned: "{amount} was given back (payment {number}).",
  },
  /** Stands behind an amount that goes back. */
  withoutFee: "without the fee",
}

/** What the kit can say to a customer without its React components, which have titles and buttons beside it. Every entry is replaceable; names in braces are filled in. */
export type PaymentTexts = typeof textsEn

export const textsFr: PaymentTexts = {
  methodAll: "Mobile money ou carte",
  methodMobileMoney: "Mobile money",
  methodCard: "Carte bancaire",
  fee: "Frais de paiement : {fee}",
  feeRange: "Frais : {low} à {high}",
  feeTotal: "Vous payez {total}",
  paymentNumber: "Numéro de paiement :",
  waitingText:
    "Si vous payez par mobile money, confirmez maintenant sur votre téléphone. Cette page se met à jour.",
  waitingLong:
    "C’est plus long que d’habitude. Vous pouvez fermer cette page : dès votre confirmation, la commande est passée.",
  failedText: "Rien n’a été commandé. Vous pouvez réessayer ou choisir un autre moyen de paiement.",
  attentionText: "Ne payez pas une seconde fois : la boutique termine votre commande ou vous rembourse.",
  expiredText: "Aucun paiement n’est en cours. Revenez à la boutique.",
  notCharged: "Rien n’a été débité.",
  ifCharged: "Si vous avez été débité, la boutique en est avertie.",
  failures: {
    declined: "Le paiement a été refusé. Vous pouvez réessayer ou choisir un autre moyen de paiement.",
    canceled: "Le paiement a été annulé. Votre panier est toujours là.",
    expired: "Le paiement a été trop long. Vous pouvez réessayer.",
    not_started: "Le paiement n’a pas pu commencer. Vérifiez vos informations.",
    unavailable:
      "Le service de paiement ne répond pas. Vous pouvez réessayer ou choisir un autre moyen de paiement.",
    busy: "Beaucoup de clients paient en ce moment. Réessayez dans un instant.",
    cart_changed: "Votre panier a changé. Vérifiez-le et payez à nouveau.",
    network: "La boutique ne répond pas. Vérifiez votre connexion et réessayez.",
    rate_limited: "Beaucoup de clients paient en ce moment. Réessayez dans un instant.",
    server: "Un problème est survenu. Réessayez dans un instant.",
    request: "Le paiement n’a pas pu commencer. Vérifiez vos informations.",
    not_set_up:
      "Le paiement n’a pas pu commencer. Choisissez un autre moyen de paiement ou demandez à la boutique.",
    amount_bounds: "Ce moyen de paiement accepte {amounts}. Choisissez un autre moyen de paiement.",
    paid_already: "Vous avez déjà payé. Rien n’a été débité à nouveau. Demandez à la boutique.",
    looked_up: "Vous avez déjà payé. Rien n’a été débité à nouveau. Réessayez dans un instant.",
  },
  amountFrom: "à partir de {amount}",
  amountUpTo: "jusqu’à {amount}",
  receivedSeveral: "Nous avons reçu {count} paiements.",
  received: {
    held: "La boutique examine {amount} (paiement {number}).",
    returning: "{amount} vous seront rendus (paiement {number}).",
    returned: "{amount} vous ont été rendus (paiement {number}).",
  },
  withoutFee: "sans les frais",
}

export type TextChanges = Partial<Omit<PaymentTexts, "failures">> & {
  failures?: Partial<PaymentTexts["failures"]>
}

/** French for `fr` and its variants, otherwise English. */
export function textsFor(locale: string, { failures, ...replace }: TextChanges = {}): PaymentTexts {
  const base = /^fr\b/i.test(locale) ? textsFr : textsEn
  return {
    ...base,
    ...replace,
    failures: { ...base.failures, ...failures },
  }
}

/** A readable name for a payment provider id, or null when the provider is not one of this plugin. */
export function methodName(providerId: string, texts: PaymentTexts): string | null {
  const kind = methodKind(providerId)
  return kind && { mobile_money: texts.methodMobileMoney, card: texts.methodCard, any: texts.methodAll }[kind]
}

/** Who the customer can pay with, by name; empty where the store cannot say. */
export function operatorNames({ operators }: PaymentMethod): string {
  return operators.map((operator) => operator.name).join(", ")
}

/** A locale, or how the shop itself writes money: `amount` is a decimal string in major units, and no digit of it may get lost. */
export type MoneyStyle = string | ((amount: string, currencyCode: string) => string)

/** One line per fee that the customer bears; empty where there is none, or where it is not known. */
export function feeLines(method: PaymentMethod, texts: PaymentTexts, style?: MoneyStyle): string[] {
  const range = feeRange(method)
  if (!range)
    return method.operators.flatMap(({ name, fees }) =>
      fees.map((one) => `${name}: ${money(one.fee, one, style)}`)
    )
  const { low, high } = range
  const sum = (amount: string) => money(amount, low, style)
  if (!Number(high.fee)) return []
  const fee = sum(low.fee)
  if (low.fee !== high.fee) return [fill(texts.feeRange, { low: fee, high: sum(high.fee) })]
  const lines = [fill(texts.fee, { fee })]
  return low.total ? [...lines, fill(texts.feeTotal, { total: sum(low.total) })] : lines
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name)

/** The text, not its number, is formatted: no digit gets lost. Old browsers take it for a number. */
function money(amount: string, { currencyCode }: { currencyCode: string }, style?: MoneyStyle): string {
  if (typeof style === "function") return style(amount, currencyCode)
  const format = new Intl.NumberFormat(style, { style: "currency", currency: currencyCode.toUpperCase() })
  return format.format(amount as unknown as number)
}

/** "up to 500 000 FCFA": what a way to pay takes. */
export function boundsText(bounds: AmountBounds, texts: PaymentTexts, style?: MoneyStyle): string {
  const part = (text: string, amount?: string) =>
    amount ? fill(text, { amount: money(amount, bounds, style) }) : ""
  return `${part(texts.amountFrom, bounds.min)} ${part(texts.amountUpTo, bounds.max)}`.trim()
}

/** The amount of a payment, as people of the locale write it; null where it is not known. */
export function amountText(
  { amount, currencyCode }: Pick<PaymentFacts, "amount" | "currencyCode">,
  style?: MoneyStyle
): string | null {
  return amount && currencyCode && money(amount, { currencyCode }, style)
}

/**
 * What becomes of money that is not the order's: "We received 2 payments." "The shop looks at 5 382 FCFA (payment JZ1D-7K9P)." Empty where one
 * payment is all there is, and the page speaks of it anyway; of the one whose order is being made it says nothing.
 */
export function receivedLines(
  spokenOf: Pick<PaymentStatus, "status" | "payments" | "paymentNumber">,
  texts: PaymentTexts,
  style?: MoneyStyle
): string[] {
  const { payments } = spokenOf
  const many = payments[1]
  const lines = payments.flatMap(({ outcome, paymentNumber, withoutFee, ...sum }) => {
    const amount = `${amountText(sum, style) ?? ""}${withoutFee ? ` (${texts.withoutFee})` : ""}`
    const isSaid = spokenOf.status === "attention" ? !many : paymentNumber === spokenOf.paymentNumber
    return outcome === "applied" || (outcome === "held" && isSaid)
      ? []
      : fill(texts.received[outcome], { amount, number: paymentNumber ?? "" })
  })
  return many && lines[0] ? [fill(texts.receivedSeveral, { count: `${payments.length}` }), ...lines] : lines
}

/** Where money came, the text or the page says so. */
const withCharge = (text: string, texts: PaymentTexts, charged?: boolean | null): string =>
  charged ? text : `${text} ${charged === false ? texts.notCharged : texts.ifCharged}`

/** What to tell the customer about a failed payment, and whether anything was charged. @param charged as the status says it */
export function failureText(
  reason: FailureReason | null,
  texts: PaymentTexts,
  charged?: boolean | null
): string {
  const text = reason ? texts.failures[reason] : texts.failedText
  return withCharge(text, texts, charged)
}

/**
 * What to tell the customer about a failed call: why, whether anything was charged, and what else can be done. For the code `request` without a
 * `storeCode`, `error.message` has the store's own reason.
 */
export function errorText(error: unknown, texts: PaymentTexts, style?: MoneyStyle): string {
  const { code, storeCode, bounds, charged } = toStorefrontError(error)
  const said: Record<string, string | undefined> = texts.failures
  const text = said[storeCode?.slice("paycollect_".length) ?? code] ?? said[code] ?? said.server!
  return withCharge(fill(text, { amounts: bounds ? boundsText(bounds, texts, style) : "" }), texts, charged)
}
