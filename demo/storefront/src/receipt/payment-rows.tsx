import { methodKind, methodName } from "medusa-payment-paycollect-storefront"
import { dateTime } from "../format"
import { useShop } from "../shop/context"
import { paidBy, type PaymentFacts } from "../shop/receipt"

/** How and when the money of one payment came, and the number under which the customer can ask about it. */
export function PaymentRows({ payment }: { payment: PaymentFacts }) {
  const { t, language, paymentTexts } = useShop()
  const { methodMobileMoney: mobileMoney, methodCard: card } = paymentTexts
  // The one for all methods says nothing of the one that was used.
  const isOne = methodKind(payment.providerId) !== "any"
  const by = paidBy(payment, isOne ? methodName(payment.providerId, paymentTexts) : null, {
    mobileMoney,
    card,
  })
  return (
    <>
      {by && (
        <div>
          <dt>{t.paidBy}</dt>
          <dd data-testid="order-method">{by}</dd>
        </div>
      )}
      {payment.date && (
        <div>
          <dt>{t.paidOn}</dt>
          <dd data-testid="paid-on">{dateTime(payment.date, language)}</dd>
        </div>
      )}
      {payment.number && (
        <div>
          <dt>{t.paymentNumber}</dt>
          <dd className="unbroken" data-testid="payment-number">
            {payment.number}
          </dd>
        </div>
      )}
    </>
  )
}
