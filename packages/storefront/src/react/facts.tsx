import type { ReactElement } from "react"
import { amountText, receivedLines, type PaymentFacts, type PaymentStatus } from "../index"
import { usePayCollect } from "./context"

export interface PaymentFactsListProps {
  payment: Partial<PaymentFacts>
  /** With the day and time, too. */
  dated?: boolean
}

/** Amount and number of a payment, as far as they are known: `data-part` is `amount`, `number` and `since`. */
export function PaymentFactsList({ payment, dated }: PaymentFactsListProps): ReactElement {
  const { texts, locale, money } = usePayCollect()
  const { amount = null, currencyCode = null, plusFee, paymentNumber, since } = payment
  const sum = amountText({ amount, currencyCode }, money)
  return (
    <div data-part="facts">
      {sum && (
        <p data-part="amount">
          {texts.amount} <strong>{sum}</strong> {plusFee && texts.plusFee}
        </p>
      )}
      {paymentNumber && (
        <p data-part="number">
          {texts.paymentNumber} <strong>{paymentNumber}</strong>
        </p>
      )}
      {dated && since && (
        <p data-part="since">
          {texts.since} <strong>{dateText(since, locale)}</strong>
        </p>
      )}
    </div>
  )
}

export interface ReceivedPaymentsProps {
  payment: Pick<PaymentStatus, "status" | "payments" | "paymentNumber" | "stillOpen"> | null | undefined
}

/** What becomes of money that is not this order's, as `receivedLines` says it, and that a request on the phone had better be declined: `data-part` is `received`. */
export function ReceivedPayments({ payment }: ReceivedPaymentsProps): ReactElement | null {
  const { texts, money } = usePayCollect()
  const lines = payment ? receivedLines(payment, texts, money) : []
  if (payment?.stillOpen) lines.push(texts.stillOpen)
  return lines.length ? (
    <div data-part="received">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  ) : null
}

function dateText(since: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" })
  return format.format(new Date(since))
}

export interface ShopContactProps {
  /** Or the `error` of a payment that could not be started. */
  payment: Partial<Pick<PaymentStatus, "support" | "paymentNumber">>
}

/** How to reach the shop, with the payment number filled in where that is possible; nothing where the merchant set nothing. */
export function ShopContact({ payment }: ShopContactProps): ReactElement | null {
  const { texts } = usePayCollect()
  const { support, paymentNumber } = payment
  const { email, phone, whatsapp } = support ?? {}
  const words = paymentNumber ? encodeURIComponent(`${texts.paymentNumber} ${paymentNumber}`) : ""
  const digits = (number: string) => number.replace(/\D/g, "")
  const links = [
    whatsapp && { href: `https://wa.me/${digits(whatsapp)}?text=${words}`, text: `WhatsApp ${whatsapp}` },
    phone && { href: `tel:+${digits(phone)}`, text: phone },
    email && {
      href: `mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${words}`,
      text: email,
    },
  ].filter((link) => !!link)
  return links.length === 0 ? null : (
    <div data-part="contact">
      <p>{paymentNumber ? texts.askShop : texts.contactShop}</p>
      <ul>
        {links.map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
