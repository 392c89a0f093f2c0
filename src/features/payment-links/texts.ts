export type LinkLanguage = "en" | "fr"

/** Why the page says something beside the state: what became of the last try, or of this one. */
export type LinkNotice = "declined" | "canceled" | "later" | "refused" | "changed"

const ENGLISH_LINK_TEXTS = {
  order: (number: string) => `Order ${number}`,
  title: (amount: string, shop: string) => `Pay ${amount} to ${shop}`,
  theShop: "the shop",
  greeting: (name: string) => `Hello ${name},`,
  asks: (shop: string) => `${shop} asks you to pay:`,
  toPay: "To pay",
  for: "What it is for",
  until: (date: string) => `You can pay until ${date}.`,
  amountChanged: "The amount has changed since this link was made. This is what is to be paid now.",
  pay: {
    any: (price: string) => `Pay ${price}`,
    mobile_money: (price: string) => `Pay ${price} by mobile money`,
    card: (price: string) => `Pay ${price} by card`,
  },
  price: {
    from: (price: string) => `from ${price}`,
    plus_fee: (price: string) => `${price} plus the payment fee`,
  },
  methods: "Ways to pay",
  fee: "fee",
  feeLater: "plus a fee, shown on the next page",
  cards: { local: "card of this country", international: "card of another country" },
  secure: "You pay on the next page, and come back here.",
  notices: {
    declined: "The last try did not succeed and nothing was paid. You can try again.",
    canceled: "The payment was canceled and nothing was paid. You can pay whenever you like.",
    later: "No payment can be started at this moment. Nothing was charged: please try again in a minute.",
    refused: "This payment cannot be started. Nothing was charged: please contact the shop.",
    changed: "What is to be paid has changed meanwhile. Nothing was charged: please look at it once more.",
  },
  states: {
    waiting: [
      "Your payment is being confirmed",
      "If your phone asks you, confirm it there. This page looks again by itself; you may also close it: the shop is told as soon as the money is there.",
    ],
    longer: [
      "This takes longer than usual",
      "Look at your phone: a confirmation may wait there. If the money left your account, nothing is lost: the shop is told as soon as it is there. Please do not pay a second time.",
    ],
    attention: [
      "The shop is looking at your payment",
      "Your money came and is safe. The shop has been told and checks it. Please do not pay again; contact the shop if you have questions.",
    ],
    paid: ["Payment received", "Thank you. Your payment was received."],
    nothing_owed: ["Nothing is left to pay", "This order is paid, or asks for nothing any more."],
    lacking: [
      "This cannot be paid just now",
      "Some of it is sold out, or something is missing, such as the delivery. Nothing was charged. Please contact the shop.",
    ],
    gone: ["This cart is not there any more", "Nothing is to be paid. If you paid before, contact the shop."],
    canceled: [
      "The order was canceled",
      "Nothing is to be paid any more. If you paid before, contact the shop.",
    ],
    revoked: ["This link is not valid any more", "The shop has withdrawn it. Ask the shop for a new one."],
    expired: ["This link has expired", "Ask the shop for a new one."],
    unknown: [
      "This link does not exist",
      "Please check that the address is complete, or ask the shop for the link once more.",
    ],
  } satisfies Record<string, [title: string, text: string]>,
  again: "Back to the payment page",
  number: "Payment number",
  paid: "Paid",
  date: "Date",
  refunded: {
    all: (amount: string) => `Refunded: ${amount}`,
    part: (amount: string) => `Of it refunded: ${amount}`,
  },
  openPage: "Show the whole page",
  contact: "Contact the shop",
  phone: "Phone",
  email: "E-mail",
  otherLanguage: "Français",
}

export const LINK_TEXTS: Record<LinkLanguage, typeof ENGLISH_LINK_TEXTS> = {
  en: ENGLISH_LINK_TEXTS,
  fr: {
    order: (number) => `Commande ${number}`,
    title: (amount, shop) => `Payer ${amount} à ${shop}`,
    theShop: "la boutique",
    greeting: (name) => `Bonjour ${name},`,
    asks: (shop) => `${shop} vous demande de payer :`,
    toPay: "À payer",
    for: "Détail",
    until: (date) => `Vous pouvez payer jusqu'au ${date}.`,
    amountChanged: "Le montant a changé depuis la création de ce lien. Voici ce qui est à payer maintenant.",
    pay: {
      any: (price) => `Payer ${price}`,
      mobile_money: (price) => `Payer ${price} par mobile money`,
      card: (price) => `Payer ${price} par carte`,
    },
    price: {
      from: (price) => `à partir de ${price}`,
      plus_fee: (price) => `${price} plus les frais de paiement`,
    },
    methods: "Moyens de paiement",
    fee: "frais",
    feeLater: "plus des frais, affichés à la page suivante",
    cards: { local: "carte de ce pays", international: "carte d'un autre pays" },
    secure: "Vous payez à la page suivante, puis vous revenez ici.",
    notices: {
      declined: "Le dernier essai n'a pas abouti et rien n'a été payé. Vous pouvez réessayer.",
      canceled: "Le paiement a été annulé et rien n'a été payé. Vous pouvez payer quand vous voulez.",
      later:
        "Aucun paiement ne peut commencer en ce moment. Rien n'a été débité : réessayez dans une minute.",
      refused: "Ce paiement ne peut pas commencer. Rien n'a été débité : contactez la boutique.",
      changed: "Le montant à payer a changé entre-temps. Rien n'a été débité : vérifiez-le encore une fois.",
    },
    states: {
      waiting: [
        "Votre paiement est en cours de confirmation",
        "Si votre téléphone vous le demande, confirmez. Cette page vérifie d'elle-même ; vous pouvez aussi la fermer : la boutique sera prévenue dès que l'argent sera arrivé.",
      ],
      longer: [
        "Cela dure plus longtemps que d'habitude",
        "Regardez votre téléphone : une confirmation y attend peut-être. Si l'argent a quitté votre compte, rien n'est perdu : la boutique sera prévenue dès son arrivée. Ne payez pas une deuxième fois.",
      ],
      attention: [
        "La boutique examine votre paiement",
        "Votre argent est arrivé, il est en sécurité. La boutique est prévenue et vérifie. Ne payez pas une deuxième fois ; contactez la boutique si vous avez des questions.",
      ],
      paid: ["Paiement reçu", "Merci. Votre paiement est arrivé."],
      nothing_owed: ["Il n'y a plus rien à payer", "Cette commande est payée, ou ne demande plus rien."],
      lacking: [
        "Le paiement n'est pas possible pour le moment",
        "Un article est épuisé, ou il manque quelque chose, comme la livraison. Rien n'a été débité. Contactez la boutique.",
      ],
      gone: [
        "Ce panier n'existe plus",
        "Il n'y a rien à payer. Si vous avez déjà payé, contactez la boutique.",
      ],
      canceled: [
        "La commande a été annulée",
        "Il n'y a plus rien à payer. Si vous avez déjà payé, contactez la boutique.",
      ],
      revoked: ["Ce lien n'est plus valable", "La boutique l'a retiré. Demandez-lui un nouveau lien."],
      expired: ["Ce lien a expiré", "Demandez un nouveau lien à la boutique."],
      unknown: [
        "Ce lien n'existe pas",
        "Vérifiez que l'adresse est complète, ou redemandez le lien à la boutique.",
      ],
    },
    again: "Retour à la page de paiement",
    number: "Numéro de paiement",
    paid: "Payé",
    date: "Date",
    refunded: { all: (amount) => `Remboursé : ${amount}`, part: (amount) => `Dont remboursé : ${amount}` },
    openPage: "Afficher toute la page",
    contact: "Contacter la boutique",
    phone: "Téléphone",
    email: "E-mail",
    otherLanguage: "English",
  },
}

/** By what the customer chose, else by the browser's first language: French, or English. */
export function linkLanguage(chosen: unknown, accepted: string | undefined): LinkLanguage {
  if (chosen === "fr" || chosen === "en") return chosen
  return /^\s*fr\b/i.test(accepted ?? "") ? "fr" : "en"
}
