type PageKind = "success" | "waiting" | "failed" | "unknown"

const TEXTS: Record<
  "en" | "fr",
  Record<PageKind, [title: string, text: string]> & { back: string; number: string }
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
    back: "Retour à la boutique",
    number: "Numéro de paiement :",
  },
}

/** A page of our own for customers whom no storefront address can receive. No visitor's input is in it. @param number the payment's, as it is shown */
export function resultPage(
  kind: PageKind,
  { language = "", shopAddress, number }: { language?: string; shopAddress?: string; number?: string }
): string {
  const lang = language.toLowerCase().startsWith("fr") ? "fr" : "en"
  const [title, text] = TEXTS[lang][kind]
  const link = shopAddress ? `<p><a href="${escapeAttribute(shopAddress)}">${TEXTS[lang].back}</a></p>` : ""
  const named = number ? `<p>${TEXTS[lang].number} <strong>${number}</strong></p>` : ""
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:#f6f6f4;color:#1c1c1a}
main{max-width:26rem;margin:1rem;padding:2rem;background:#fff;border-radius:.75rem;box-shadow:0 1px 4px #0002}h1{font-size:1.4rem;margin-top:0}a{color:#0b5d3b}</style>
</head><body><main><h1>${title}</h1><p>${text}</p>${named}${link}</main></body></html>`
}

function escapeAttribute(value: string): string {
  return value.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;")
}
