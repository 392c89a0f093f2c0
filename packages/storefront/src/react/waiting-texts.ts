const en = {
  waitingTitle: "Waiting for payment",
  /** Its money came. As long as what it takes the place of, so that nothing below it moves. */
  waitingCame: "Your payment arrived, and your order is being placed now. This page updates by itself.",
  waitingOffline: "You are offline. We go on when you are connected again.",
  /** What to do after a minute and a half. */
  waitingLongText: "Look for the request on your phone, or ask for it again on the payment page.",
  succeededTitle: "Payment received",
  succeededText: "Thank you. Your order is placed.",
  expiredTitle: "No payment is open",
}

/** What only the page after the hosted checkout says; `texts` of the provider replaces these, too. */
export type WaitingTexts = typeof en

const fr: WaitingTexts = {
  waitingTitle: "Paiement en attente",
  waitingCame: "Votre paiement est arrivé, nous enregistrons votre commande. Cette page se met à jour.",
  waitingOffline: "Vous êtes hors connexion. Nous reprenons dès votre retour en ligne.",
  waitingLongText: "Cherchez la demande sur votre téléphone, ou redemandez-la sur la page de paiement.",
  succeededTitle: "Paiement reçu",
  succeededText: "Merci. Votre commande est enregistrée.",
  expiredTitle: "Aucun paiement en cours",
}

/** French for `fr` and its variants, otherwise English. */
export const waitingTextsFor = (locale: string): WaitingTexts => (/^fr\b/i.test(locale) ? fr : en)
