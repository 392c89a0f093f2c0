import { type ReturnReason } from "../payments/return-address"
import { escapedHtml, htmlPage } from "./written"

export type PageKind = "success" | "waiting" | "failed" | "unknown"

type ResultWords = [title: string, text: string]

const RESULT_TEXTS: Record<
  "en" | "fr",
  Record<PageKind, ResultWords> & { reasons: Record<ReturnReason, ResultWords>; back: string; number: string }
> = {
  en: {
    success: ["Payment received", "Thank you. Your payment was received and your order is confirmed."],
    waiting: [
      "Payment being confirmed",
      "Your payment is not confirmed yet. You can close this page: the order is made as soon as it is.",
    ],
    failed: [
      "Payment not completed",
      "The payment did not succeed and no order was made. Please go back to the shop and try again.",
    ],
    unknown: [
      "Payment not found",
      "This address belongs to no payment of this shop. If you paid, the shop knows of it: nothing is lost. Please contact the shop.",
    ],
    reasons: {
      declined: [
        "Payment declined",
        "The payment was declined and no order was made. Please go back to the shop to try again or to choose another way to pay.",
      ],
      canceled: [
        "Payment canceled",
        "The payment was canceled and nothing was charged. Your cart is still in the shop.",
      ],
      expired: [
        "Payment not completed",
        "The payment was left open for too long. Please go back to the shop to start again.",
      ],
      unavailable: [
        "Payment not started",
        "The payment service does not answer. Nothing was charged. Please go back to the shop and try again in a moment.",
      ],
      busy: [
        "Payment not started",
        "Many people are paying right now. Nothing was charged. Please go back to the shop and try again in a moment.",
      ],
      cart_changed: [
        "Payment not started",
        "Your cart has changed. Nothing was charged. Please go back to the shop, check it and pay again.",
      ],
    },
    back: "Back to the shop",
    number: "Payment number:",
  },
  fr: {
    success: ["Paiement reçu", "Merci. Votre paiement est arrivé et votre commande est confirmée."],
    waiting: [
      "Paiement en cours de confirmation",
      "Votre paiement n'est pas encore confirmé. Vous pouvez fermer cette page : la commande sera passée dès qu'il le sera.",
    ],
    failed: [
      "Paiement non abouti",
      "Le paiement n'a pas abouti et aucune commande n'a été passée. Retournez à la boutique pour réessayer.",
    ],
    unknown: [
      "Paiement introuvable",
      "Cette adresse ne correspond à aucun paiement de cette boutique. Si vous avez payé, la boutique le sait : rien n'est perdu. Contactez la boutique.",
    ],
    reasons: {
      declined: [
        "Paiement refusé",
        "Le paiement a été refusé et aucune commande n'a été passée. Retournez à la boutique pour réessayer ou choisir un autre moyen de paiement.",
      ],
      canceled: [
        "Paiement annulé",
        "Le paiement a été annulé et rien n'a été débité. Votre panier est toujours dans la boutique.",
      ],
      expired: [
        "Paiement non abouti",
        "Le paiement est resté ouvert trop longtemps. Retournez à la boutique pour recommencer.",
      ],
      unavailable: [
        "Paiement non commencé",
        "Le service de paiement ne répond pas. Rien n'a été débité. Retournez à la boutique et réessayez dans un instant.",
      ],
      busy: [
        "Paiement non commencé",
        "Beaucoup de clients paient en ce moment. Rien n'a été débité. Retournez à la boutique et réessayez dans un instant.",
      ],
      cart_changed: [
        "Paiement non commencé",
        "Votre panier a changé. Rien n'a été débité. Retournez à la boutique, vérifiez-le et payez à nouveau.",
      ],
    },
    back: "Retour à la boutique",
    number: "Numéro de paiement :",
  },
}

export interface PageFacts {
  /** as a browser names it */
  language?: string
  shopAddress?: string
  /** the payment's, as it is shown */
  number?: string
  /** of a failed one */
  reason?: ReturnReason | null
}

/** A page of our own for customers whom no storefront address can receive. No visitor's input is in it. */
export function resultPage(
  kind: PageKind,
  { language = "", shopAddress, number, reason }: PageFacts
): string {
  const lang = language.toLowerCase().startsWith("fr") ? "fr" : "en"
  const [title, text] =
    kind === "failed" && reason ? RESULT_TEXTS[lang].reasons[reason] : RESULT_TEXTS[lang][kind]
  const link = shopAddress
    ? `<p><a href="${escapedHtml(shopAddress)}">${RESULT_TEXTS[lang].back}</a></p>`
    : ""
  const named = number ? `<p>${RESULT_TEXTS[lang].number} <strong>${number}</strong></p>` : ""
  const body = `<main><h1>${title}</h1><p>${text}</p>${named}${link}</main>`
  return htmlPage({ lang, title, style: RESULT_STYLE, body })
}

const RESULT_STYLE = `body{font:1rem/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:#f6f6f4;color:#1c1c1a}
main{max-width:26rem;margin:1rem;padding:2rem;background:#fff;border-radius:.75rem;box-shadow:0 1px 4px #0002}h1{font-size:1.4rem;margin-top:0}a{color:#0b5d3b}`
