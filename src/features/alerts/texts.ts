import en from "../../texts/en.json"
import fr from "../../texts/fr.json"
import { ATTENTION_REASONS, type AttentionReason } from "../../payments/attention-reasons"
import { type NoticeLanguage } from "../../settings/addresses"

/** What messages say around the items; about each item they say what the dashboard says. */
const ENGLISH_NOTICE = {
  test: "[test]",
  payment: "Payment",
  order: (number: number) => `order #${number}`,
  since: "Since",
  open: "Open in the dashboard",
  list: "All that needs attention",
  subjectOne: (amount: string, number: string) => `Needs attention: ${amount}, payment ${number}`,
  subjectNew: (count: number) => `${count} payments need attention`,
  subjectSummary: (count: number) =>
    count === 1 ? "1 payment still needs attention" : `${count} payments still need attention`,
  summary: "This is open today. It comes once a day until nothing is.",
  more: (count: number) => (count === 1 ? "And 1 more." : `And ${count} more.`),
  why: "You get this message because your address stands in the dashboard under Settings, PayCollect, Notifications.",
  short: (count: number) =>
    count === 1 ? "1 payment needs attention." : `${count} payments need attention.`,
  settingsTitle: "PayCollect: keys or addresses were changed",
  settings: (names: string) =>
    `Changed: ${names}. Who and when: Settings, PayCollect, Recent changes. If none of you did this, correct it there and replace the keys at the payment service.`,
  lostTitle: (since: string) => `Nobody can pay since ${since}`,
  lost: "Customers are told that payment is not possible now, and nothing is taken from them. Payments that were made stay on record and are looked after. Check the key in Settings, PayCollect; if it is right, ask the payment service.",
  restoredTitle: "Customers can pay again",
  restored: (since: string) =>
    `Payments can be started again. They could not since ${since}; customers who tried then can be asked to come back.`,
  health: "Health of PayCollect",
  foreignEventsTitle: "PayCollect: events about unknown payments",
  foreignEvents:
    "The service told of a payment that nothing in this store belongs to: of another shop under the same account, or of records that are gone. No money of this store is known to be lost. After a restored backup, look for lost payments on the health page. The health page counts such events; there is one note a day.",
}

const NOTICE_TEXTS: Record<NoticeLanguage, typeof ENGLISH_NOTICE> = {
  en: ENGLISH_NOTICE,
  fr: {
    test: "[test]",
    payment: "Paiement",
    order: (number) => `commande n° ${number}`,
    since: "Depuis le",
    open: "Ouvrir dans le tableau de bord",
    list: "Tout ce qui est à traiter",
    subjectOne: (amount, number) => `À traiter\u00a0: ${amount}, paiement ${number}`,
    subjectNew: (count) => `${count} paiements à traiter`,
    subjectSummary: (count) =>
      count === 1 ? "1 paiement reste à traiter" : `${count} paiements restent à traiter`,
    summary:
      "Voici ce qui est ouvert aujourd’hui. Ce message vient une fois par jour tant qu’il reste quelque chose.",
    more: (count) => (count === 1 ? "Et 1 autre." : `Et ${count} autres.`),
    why: "Vous recevez ce message parce que votre adresse figure dans le tableau de bord sous Paramètres, PayCollect, Notifications.",
    short: (count) => (count === 1 ? "1 paiement à traiter." : `${count} paiements à traiter.`),
    settingsTitle: "PayCollect\u00a0: des clés ou des adresses ont été modifiées",
    settings: (names) =>
      `Modifié\u00a0: ${names}. Par qui et quand\u00a0: Paramètres, PayCollect, Changements récents. Si ce n’est aucun d’entre vous, corrigez-le là-bas et remplacez les clés auprès du service de paiement.`,
    lostTitle: (since) => `Personne ne peut payer depuis le ${since}`,
    lost: "Les clients lisent que le paiement est impossible pour le moment, et rien ne leur est débité. Les paiements déjà faits restent enregistrés et suivis. Vérifiez la clé dans Paramètres, PayCollect\u00a0; si elle est juste, adressez-vous au service de paiement.",
    restoredTitle: "Les clients peuvent de nouveau payer",
    restored: (since) =>
      `Les paiements démarrent de nouveau. Ils étaient impossibles depuis le ${since}\u00a0; les clients qui ont essayé peuvent être invités à revenir.`,
    health: "État du système PayCollect",
    foreignEventsTitle: "PayCollect\u00a0: événements sur des paiements inconnus",
    foreignEvents:
      "Le service a signalé un paiement auquel rien ne correspond dans cette boutique\u00a0: celui d’une autre boutique du même compte, ou d’enregistrements disparus. Aucune perte d’argent de cette boutique n’est connue. Après la restauration d’une sauvegarde, cherchez les paiements perdus sur la page État du système. Elle compte ces événements\u00a0; il y a une note par jour.",
  },
}

export const textsIn = (language: NoticeLanguage): typeof ENGLISH_NOTICE => NOTICE_TEXTS[language]

const DASHBOARD = { en, fr }

/** What the dashboard says of an item of this reason: what happened, what it means for the money, what to do. */
export function explainedItem(
  reason: AttentionReason,
  language: NoticeLanguage
): { happened: string; money: string; action: string } {
  const { happened, money, action } = { en: ATTENTION_REASONS, fr: fr.attention }[language][reason]
  return { happened, money, action }
}

/** What a connection check found, in the dashboard's words. */
export function connectionIn(language: NoticeLanguage, code: string): string {
  const said: Record<string, string> = DASHBOARD[language].connection
  return said[code] ?? said.unexpected!
}

/** A field of the settings in the dashboard's words: `live.secret_key`. */
export function settingIn(language: NoticeLanguage, field: string): string {
  const [first = "", last] = field.split(".")
  const group = first === "return_urls" ? "return" : first === "support" && first
  const key = group ? `${group}_${last}` : (last ?? first)
  const names: Record<string, string> = DASHBOARD[language].setting
  const name = names[key] ?? field
  if (first !== "test" && first !== "live") return name
  return `${name} (${DASHBOARD[language].environment[first]})`
}
