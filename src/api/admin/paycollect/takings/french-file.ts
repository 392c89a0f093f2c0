import { type Cell, type Dialect } from "../csv-file"

/** Files as a French spreadsheet reads them: numbers as numbers, and no column in two cells. */
export const FRENCH_FILE: Dialect = {
  separator: ";",
  point: ",",
  headings: {
    date: "Date",
    kind: "Nature",
    paid_on: "Payé le",
    paid_at_utc: "Payé à (UTC)",
    environment: "Environnement",
    payment_number: "N° de paiement",
    merchant_reference: "Référence",
    payment_ref: "Référence du service",
    order_number: "N° de commande",
    customer_name: "Client",
    customer_email: "E-mail du client",
    method: "Moyen de paiement",
    currency: "Devise",
    amount: "Montant",
    tax: "dont taxes",
    customer_fee: "Frais payés par le client",
    refunded: "Remboursé",
    net: "Net",
    kept: "dont conservé",
    // Of the list of payments.
    date_utc: "Date (UTC)",
    service_id: "Identifiant du service",
    provider: "Fournisseur",
    status: "Statut",
    fee: "Frais",
    fee_bearer: "Frais à la charge de",
    came: "Reçu",
    came_currency: "Devise reçue",
    applied_at_utc: "Affecté le (UTC)",
    needs_attention: "À vérifier",
  },
}

const WORDS: Record<string, string> = {
  order: "commande",
  second_payment: "second paiement",
  late: "paiement en retard",
  unassigned: "sans commande",
  kept: "conservé",
  refund: "remboursement",
  cash_refund: "rendu autrement",
  reversal: "repris par le service",
  all: "moyen au choix",
  mobile_money: "mobile money",
  card: "carte",
  test: "test",
  live: "réel",
}

/** Columns whose cells are words of ours. */
const OF_WORDS = ["kind", "method", "environment"]

export const withWords = <Row>(columns: Record<string, (row: Row) => Cell>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, cell]) => [
      name,
      OF_WORDS.includes(name) ? (row: Row) => WORDS[cell(row) as string]! : cell,
    ])
  )
