import { errorText, failureText } from "medusa-payment-paycollect-storefront"
import type { Payment } from "medusa-payment-paycollect-storefront/react"
import { Notice } from "../components/feedback"
import { Link } from "../router"
import { useShop } from "../shop/context"
import { waitingPath } from "../shop/paths"

interface NoticesProps {
  cartId: string
  payment: Payment
  /** The customer just came back from a payment that failed. */
  failed: boolean
}

/** What the store knows about a payment of this cart, above the form. */
export function PaymentNotices({ cartId, payment, failed }: NoticesProps) {
  const { t, country, paymentTexts } = useShop()
  const { status, error } = payment
  if (status?.status === "attention") {
    return (
      <Notice kind="error" title={paymentTexts.attentionTitle} testId="payment-attention">
        <p>{paymentTexts.attentionText}</p>
        {status.paymentNumber && (
          <p>
            {paymentTexts.paymentNumber} <strong>{status.paymentNumber}</strong>
          </p>
        )}
      </Notice>
    )
  }
  if (error) {
    return null
  }
  if (failed) {
    return (
      <Notice kind="error" title={paymentTexts.failedTitle} testId="payment-failed">
        <p>{failureText(status?.reason ?? null, paymentTexts)}</p>
        <p>
          <a href="#payment">{t.toPayment}</a>
        </p>
      </Notice>
    )
  }
  if (status?.status === "waiting") {
    return (
      <Notice kind="info" title={t.openPayment} testId="payment-open">
        <p className="notice-links">
          {status.checkoutUrl && <a href={status.checkoutUrl}>{paymentTexts.continuePayment}</a>}
          <Link href={waitingPath(country, cartId)}>{paymentTexts.checkAgain}</Link>
        </p>
      </Notice>
    )
  }
  return null
}

/** Beside the button, where the customer looks when it did not work; `reason` is the store's own, for example what is missing. */
export function PaymentError({ error }: { error: Payment["error"] }) {
  const { paymentTexts } = useShop()
  if (!error) {
    return null
  }
  return (
    <Notice kind="error" title={errorText(error, paymentTexts)} testId="payment-error">
      {error.code === "request" && <p>{error.message}</p>}
    </Notice>
  )
}
