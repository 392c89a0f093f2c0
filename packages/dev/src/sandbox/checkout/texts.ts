import { type Locale } from "../state/options"

const en = {
  language: "Language",
  secure: "Secure payment",
  sandbox: "Sandbox",
  sandboxBand: "Test page: no real money moves.",
  payTo: "Pay",
  paidTo: "Paid to",
  reference: "Reference:",
  paymentReference: "Payment number",
  items: "Your order",
  amount: "Amount",
  fees: "Payment fees",
  total: "To pay",
  paid: "Paid",
  chooseMethod: "How would you like to pay?",
  noMethod:
    "There is no payment method for this currency. Please go back to the shop and choose another one.",
  country: "Country of your mobile money account",
  change: "Change",
  phone: "Mobile money number",
  phoneHint: "You will approve the payment on this phone.",
  cardNumber: "Card number",
  cardExpiry: "Expiry (MM/YY)",
  cardCvc: "Security code",
  cardName: "Name on card",
  testCards: "Test cards",
  testCardPays: "pays",
  testCardDeclines: "is declined",
  use: "Use",
  shipping: "Delivery address",
  shippingLine1: "Street and number",
  shippingCity: "City",
  shippingCountry: "Country",
  pay: "Pay",
  cancel: "Cancel and go back",
  waitingTitle: "Confirm on your phone",
  waitingSent: "sent a request to",
  waitingHint: "Enter your PIN there to approve the payment. Keep this page open.",
  simulator: "You are the phone: what happens now?",
  confirm: "Confirm",
  decline: "Decline",
  wait: "Let it wait",
  leftTitle: "Waiting for your confirmation",
  leftHint: "You can go back to the shop. It learns the result as soon as you answer on your phone.",
  finishingTitle: "One moment",
  finishingHint: "We are processing your payment. Do not close this page.",
  merchantTitle: "Almost done",
  merchantHint: "You approved the payment. The shop confirms it now.",
  succeededTitle: "Payment successful",
  succeededHint: "Thank you. Your payment was received.",
  failedTitle: "Payment declined",
  failedHint: "No money was taken. Go back to the shop to try again.",
  canceledTitle: "Payment canceled",
  canceledHint: "No money was taken. You can start again from the shop.",
  backToShop: "Back to the shop",
  backSoon: "We take you back to the shop in a few seconds.",
  closePage: "You can close this page.",
  method: "Paid with",
  missingTitle: "This payment page is not available",
  missingHint:
    "The address is incomplete or no longer valid. Go back to the shop and start the payment again.",
  errorSummary: "Please check the marked fields.",
  errors: {
    method: "Choose a payment method.",
    phone: "Enter a mobile number of the chosen country.",
    card_number: "Enter one of the test card numbers shown below.",
    card_expiry: "Enter a month and year that are not over, for example 12/30.",
    card_cvc: "Enter the 3 or 4 digits of the security code.",
    card_name: "Enter the name on the card.",
    ship_line1: "Enter the street and number.",
    ship_city: "Enter the city.",
    ship_country: "Enter the country.",
  },
}

export type Texts = typeof en
export type FieldName = keyof Texts["errors"]

const fr: Texts = {
  language: "Langue",
  secure: "Paiement sécurisé",
  sandbox: "Bac à sable",
  sandboxBand: "Page de test, sans argent réel.",
  payTo: "Payer à",
  paidTo: "Payé à",
  reference: "Référence :",
  paymentReference: "Numéro de paiement",
  items: "Votre commande",
  amount: "Montant",
  fees: "Frais de paiement",
  total: "À payer",
  paid: "Payé",
  chooseMethod: "Comment souhaitez-vous payer ?",
  noMethod: "Aucun moyen de paiement pour cette devise. Retournez à la boutique pour en choisir un autre.",
  country: "Pays de votre compte mobile money",
  change: "Changer",
  phone: "Numéro mobile money",
  phoneHint: "Vous validerez le paiement sur ce téléphone.",
  cardNumber: "Numéro de carte",
  cardExpiry: "Expire (MM/AA)",
  cardCvc: "Code de sécurité",
  cardName: "Nom sur la carte",
  testCards: "Cartes de test",
  testCardPays: "est acceptée",
  testCardDeclines: "est refusée",
  use: "Utiliser",
  shipping: "Adresse de livraison",
  shippingLine1: "Rue et numéro",
  shippingCity: "Ville",
  shippingCountry: "Pays",
  pay: "Payer",
  cancel: "Annuler et revenir",
  waitingTitle: "Confirmez sur votre téléphone",
  waitingSent: "a envoyé une demande au",
  waitingHint: "Saisissez-y votre code PIN pour valider le paiement. Gardez cette page ouverte.",
  simulator: "Vous êtes le téléphone : que se passe-t-il ?",
  confirm: "Confirmer",
  decline: "Refuser",
  wait: "Laisser en attente",
  leftTitle: "En attente de votre confirmation",
  leftHint:
    "Vous pouvez retourner à la boutique. Elle connaîtra le résultat dès votre réponse sur le téléphone.",
  finishingTitle: "Un instant",
  finishingHint: "Nous traitons votre paiement. Ne fermez pas cette page.",
  merchantTitle: "Presque terminé",
  merchantHint: "Vous avez validé le paiement. La boutique le confirme maintenant.",
  succeededTitle: "Paiement réussi",
  succeededHint: "Merci. Votre paiement a bien été reçu.",
  failedTitle: "Paiement refusé",
  failedHint: "Aucun montant n’a été prélevé. Retournez à la boutique pour réessayer.",
  canceledTitle: "Paiement annulé",
  canceledHint: "Aucun montant n’a été prélevé. Vous pouvez recommencer depuis la boutique.",
  backToShop: "Retour à la boutique",
  backSoon: "Vous retournez à la boutique dans quelques secondes.",
  closePage: "Vous pouvez fermer cette page.",
  method: "Payé avec",
  missingTitle: "Cette page de paiement n’est pas disponible",
  missingHint:
    "L’adresse est incomplète ou n’est plus valable. Retournez à la boutique et recommencez le paiement.",
  errorSummary: "Vérifiez les champs signalés.",
  errors: {
    method: "Choisissez un moyen de paiement.",
    phone: "Saisissez un numéro mobile du pays choisi.",
    card_number: "Saisissez l’un des numéros de carte de test ci-dessous.",
    card_expiry: "Saisissez un mois et une année non dépassés, par exemple 12/30.",
    card_cvc: "Saisissez les 3 ou 4 chiffres du code de sécurité.",
    card_name: "Saisissez le nom inscrit sur la carte.",
    ship_line1: "Saisissez la rue et le numéro.",
    ship_city: "Saisissez la ville.",
    ship_country: "Saisissez le pays.",
  },
}

export const TEXTS: Record<Locale, Texts> = { en, fr }

/** `?lang=` first, then the browser's order of preference, then the sandbox's setting. */
export function chooseLocale(
  asked: string | null,
  acceptLanguage: string | undefined,
  fallback: Locale
): Locale {
  if (asked === "en" || asked === "fr") return asked
  const wishes = (acceptLanguage ?? "").split(",").map((entry) => {
    const [tag = "", ...parameters] = entry.trim().split(";")
    const quality = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find((found) => found)
    return { language: tag.slice(0, 2).toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
  })
  const known = wishes.filter(
    ({ language, quality }) => (language === "en" || language === "fr") && quality > 0
  )
  const best = known.sort((a, b) => b.quality - a.quality)[0]
  return (best?.language as Locale | undefined) ?? fallback
}
