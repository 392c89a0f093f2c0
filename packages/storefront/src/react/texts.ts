import { textsFor, type FailureReason, type PaymentTexts, type TextChanges } from "../index"
import type { WaitingTexts } from "./waiting-texts"

const en = {
  chooseMethod: "How do you want to pay?",
  noMethods: "There is no way to pay here.",
  testMode: "Test mode: no money moves.",
  pay: "Pay",
  payAmount: "Pay {amount}",
  payFrom: "Pay from {amount}",
  /** Stands below the amount. */
  payPlusFee: "plus the payment fee, shown on the next page",
  goingToCheckout: "Taking you to the payment page…",
  /** Stands before the amount of a payment that is not decided. */
  amount: "Amount:",
  /** Stands behind it. */
  plusFee: "plus the fee",
  /** Before a way to pay is chosen. */
  feeFrom: "plus a payment fee, from {fee}",
  continuePayment: "Continue the payment",
  checkAgain: "Check again",
  failedTitle: "The payment did not go through",
  canceledTitle: "You canceled the payment",
  attentionTitle: "We are checking your payment",
  /** Stands before the day and time of a payment. */
  since: "Date:",
  /** Above the shop’s contacts. */
  askShop: "Ask the shop, and name the payment number:",
  contactShop: "Ask the shop:",
  cartQuestion: "A payment of {amount} waits on your phone. If you change the cart, it cannot pay for it.",
  cartQuestionOpened:
    "You opened a payment of {amount} a moment ago. If you change the cart, it cannot pay for it.",
  cartWait: "Wait",
  cartChange: "Change anyway",
  payQuestion: "You have a payment of {amount} open. If you pay both, you are charged twice.",
  payAnewQuestion:
    "We hold {amount} for the cart as it was; the shop gives it back or uses it. You pay in full again.",
  payAnyway: "Pay all the same",
  stillOpen: "An earlier request may wait on your phone: decline it, or you pay twice.",
}

/** What only the components of this entry say. */
type OwnTexts = typeof en

/** Everything that hooks and components can say to a customer before the hosted checkout. Every entry is replaceable; names in braces are filled in. */
export interface ScreenTexts extends PaymentTexts, OwnTexts {}

export type ScreenTextChanges = TextChanges & Partial<OwnTexts & WaitingTexts>

const fr: OwnTexts = {
  chooseMethod: "Comment voulez-vous payer ?",
  noMethods: "Aucun moyen de paiement n’est prévu ici.",
  testMode: "Mode test : aucun argent ne bouge.",
  pay: "Payer",
  payAmount: "Payer {amount}",
  payFrom: "Payer à partir de {amount}",
  payPlusFee: "plus les frais de paiement, indiqués à la page suivante",
  goingToCheckout: "Ouverture de la page de paiement…",
  amount: "Montant :",
  plusFee: "plus les frais",
  feeFrom: "plus des frais de paiement, à partir de {fee}",
  continuePayment: "Continuer le paiement",
  checkAgain: "Vérifier à nouveau",
  failedTitle: "Le paiement n’a pas abouti",
  canceledTitle: "Vous avez annulé le paiement",
  attentionTitle: "Nous vérifions votre paiement",
  since: "Date :",
  askShop: "Demandez à la boutique en donnant le numéro de paiement :",
  contactShop: "Demandez à la boutique :",
  cartQuestion:
    "Un paiement de {amount} attend sur votre téléphone. Si vous changez le panier, ce paiement ne le réglera plus.",
  cartQuestionOpened:
    "Vous avez ouvert un paiement de {amount} il y a un instant. Si vous changez le panier, ce paiement ne le réglera plus.",
  cartWait: "Attendre",
  cartChange: "Changer quand même",
  payQuestion: "Un paiement de {amount} est en cours. Si vous payez les deux, vous serez débité deux fois.",
  payAnewQuestion:
    "Nous avons reçu {amount} pour le panier d’avant ; la boutique vous les rend ou les utilise. Vous payez de nouveau en entier.",
  payAnyway: "Payer quand même",
  stillOpen:
    "Une demande précédente attend peut-être sur votre téléphone : refusez-la, sinon vous payez deux fois.",
}

/** French for `fr` and its variants, otherwise English. */
export function screenTextsFor(locale: string, changes: ScreenTextChanges = {}): ScreenTexts {
  const own = /^fr\b/i.test(locale) ? fr : en
  return { ...own, ...textsFor(locale, changes) }
}

/** A payment that the customer canceled herself did not go wrong. */
export function failureTitle(reason: FailureReason | null, texts: ScreenTexts): string {
  return reason === "canceled" ? texts.canceledTitle : texts.failedTitle
}
