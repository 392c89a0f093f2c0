import { toStorefrontError, type StorefrontErrorCode } from "./errors"

/** Everything the kit can say to a customer. Every entry is replaceable. */
export interface PaymentTexts {
  methodAll: string
  methodMobileMoney: string
  methodCard: string
  pay: string
  goingToCheckout: string
  waitingTitle: string
  waitingText: string
  waitingOffline: string
  waitingLong: string
  continuePayment: string
  checkAgain: string
  succeededTitle: string
  succeededText: string
  failedTitle: string
  failedText: string
  attentionTitle: string
  attentionText: string
  expiredTitle: string
  expiredText: string
  errors: Readonly<Record<StorefrontErrorCode, string>>
}

export const textsEn: PaymentTexts = {
  methodAll: "Mobile money or card",
  methodMobileMoney: "Mobile money",
  methodCard: "Card",
  pay: "Pay",
  goingToCheckout: "Taking you to the payment page…",
  waitingTitle: "Waiting for your payment",
  waitingText: "If you pay by mobile money, confirm on your phone now. This page updates by itself.",
  waitingOffline: "You are offline. We go on as soon as you are connected again.",
  waitingLong:
    "This takes longer than usual. You can close this page: once you confirm, your order is placed.",
  continuePayment: "Continue the payment",
  checkAgain: "Check again",
  succeededTitle: "Payment received",
  succeededText: "Thank you. Your order is placed.",
  failedTitle: "The payment did not go through",
  failedText: "Nothing has been ordered. You can try again or choose another way to pay.",
  attentionTitle: "We are checking your payment",
  attentionText: "Please do not pay again. The shop looks at your payment and contacts you.",
  expiredTitle: "No payment is open",
  expiredText: "We find no open payment for this cart. Go back to your cart to start again.",
  errors: {
    network: "The shop cannot be reached. Check your connection and try again.",
    rate_limited: "Many people are paying right now. Please try again in a moment.",
    server: "Something went wrong on our side. Please try again in a moment.",
    request: "The payment could not be started. Please check your details.",
    invalid_response: "The shop gave an unexpected answer. Please try again.",
    unsafe_checkout_url: "The payment page cannot be opened. Please choose another way to pay.",
  },
}

export const textsFr: PaymentTexts = {
  methodAll: "Mobile money ou carte",
  methodMobileMoney: "Mobile money",
  methodCard: "Carte bancaire",
  pay: "Payer",
  goingToCheckout: "Ouverture de la page de paiement…",
  waitingTitle: "En attente de votre paiement",
  waitingText:
    "Si vous payez par mobile money, confirmez maintenant sur votre téléphone. Cette page se met à jour toute seule.",
  waitingOffline: "Vous êtes hors connexion. Nous reprenons dès que vous êtes reconnecté.",
  waitingLong:
    "C’est plus long que d’habitude. Vous pouvez fermer cette page : dès votre confirmation, la commande est passée.",
  continuePayment: "Continuer le paiement",
  checkAgain: "Vérifier à nouveau",
  succeededTitle: "Paiement reçu",
  succeededText: "Merci. Votre commande est enregistrée.",
  failedTitle: "Le paiement n’a pas abouti",
  failedText: "Rien n’a été commandé. Vous pouvez réessayer ou choisir un autre moyen de paiement.",
  attentionTitle: "Nous vérifions votre paiement",
  attentionText: "Ne payez pas une seconde fois. La boutique examine votre paiement et vous contacte.",
  expiredTitle: "Aucun paiement en cours",
  expiredText: "Nous ne trouvons aucun paiement en cours pour ce panier. Revenez au panier pour recommencer.",
  errors: {
    network: "La boutique est injoignable. Vérifiez votre connexion et réessayez.",
    rate_limited: "Beaucoup de clients paient en ce moment. Réessayez dans un instant.",
    server: "Un problème est survenu de notre côté. Réessayez dans un instant.",
    request: "Le paiement n’a pas pu commencer. Vérifiez vos informations.",
    invalid_response: "La boutique a donné une réponse inattendue. Réessayez.",
    unsafe_checkout_url: "La page de paiement ne peut pas s’ouvrir. Choisissez un autre moyen de paiement.",
  },
}

/** French for `fr` and its variants, otherwise English. */
export function textsFor(locale: string, replace: Partial<PaymentTexts> = {}): PaymentTexts {
  const base = /^fr\b/i.test(locale) ? textsFr : textsEn
  return { ...base, ...replace }
}

/** A readable name for a payment provider id, or null when the provider is not one of this plugin. */
export function methodName(providerId: string, texts: PaymentTexts): string | null {
  const kind = /^pp_paycollect(-mobile-money|-card)?_/.exec(providerId)
  if (!kind) {
    return null
  }
  switch (kind[1]) {
    case "-mobile-money":
      return texts.methodMobileMoney
    case "-card":
      return texts.methodCard
    default:
      return texts.methodAll
  }
}

/** What to tell the customer about a failed call. For the code `request`, `error.message` has the store's own reason. */
export function errorText(error: unknown, texts: PaymentTexts): string {
  return texts.errors[toStorefrontError(error).code]
}
