import {
  errorText,
  failureText,
  type FailureReason,
  type PaymentReturn,
  type PaymentStatus,
} from "medusa-payment-paycollect-storefront"
import { failureTitle, type Payment } from "medusa-payment-paycollect-storefront/react"
import { Notice } from "../components/feedback"
import { Link } from "../router"
import { useShop } from "../shop/context"
import { waitingPath } from "../shop/paths"

interface NoticesProps {
  cartId: string
  payment: Payment
  /** The customer just came back from a payment that failed. */
  failed: PaymentReturn | null
}

/** What the address says can be typed by anybody: where the store knows why the payment failed, it is asked. */
function whyFailed({ reason }: PaymentReturn, status: PaymentStatus | null): FailureReason | null {
  return notBegun(reason) ? reason : (status?.reason ?? reason)
}

/** The store has no payment to tell of: only the address says why there is none. */
const notBegun = (reason: FailureReason | null) =>
  reason === "unavailable" || reason === "busy" || reason === "cart_changed"

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
  const reason = failed && whyFailed(failed, status)
  if (failed && (status?.status !== "waiting" || notBegun(reason))) {
    return (
      <Notice
        kind={reason === "canceled" ? "info" : "error"}
        title={failureTitle(reason, paymentTexts)}
        testId="payment-failed"
      >
        <p>{failureText(reason, paymentTexts)}</p>
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
