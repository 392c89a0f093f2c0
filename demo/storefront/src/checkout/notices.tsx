import {
  errorText,
  failureText,
  watchPayment,
  type FailureReason,
  type PaymentReturn,
  type PaymentStatus,
} from "medusa-payment-paycollect-storefront"
import {
  cartQuestionText,
  failureTitle,
  PaymentFactsList,
  ReceivedPayments,
  ShopContact,
  usePayCollect,
  type Payment,
} from "medusa-payment-paycollect-storefront/react"
import { useEffect, useLayoutEffect, useRef, useState } from "react"
import { Link, useNavigate } from "react-router-dom"
import { Notice } from "../components/feedback"
import { useShop } from "../shop/context"
import { waitingPath } from "../shop/paths"

interface NoticesProps {
  /** Without one, an order's collection is paid for. */
  cartId?: string
  payment: Payment
  waitingPath: string
  /** The customer just came back from a payment that failed. */
  failed: PaymentReturn | null
}

/** What the address says can be typed by any visitor: where the store knows why the payment failed, it is asked. */
function whyFailed({ reason }: PaymentReturn, status: PaymentStatus | null): FailureReason | null {
  return notBegun(reason) ? reason : (status?.reason ?? reason)
}

/** The store has no payment to tell of: only the address says why there is none. */
const notBegun = (reason: FailureReason | null) =>
  reason === "unavailable" || reason === "busy" || reason === "cart_changed"

/** Whose words say what became of the cart. */
const speaksOfCart = (reason: FailureReason | null) =>
  reason === null || reason === "canceled" || reason === "cart_changed"

/** What the store knows about a payment of this cart or collection, above the form. */
export function PaymentNotices({ cartId, payment, waitingPath, failed }: NoticesProps) {
  const { t, paymentTexts } = useShop()
  const { status, error } = payment
  if (status?.status === "attention") {
    return <Attention cartId={cartId} status={status} />
  }
  if (error) {
    return null
  }
  const reason = failed && whyFailed(failed, status)
  if (failed && (status?.status !== "waiting" || notBegun(reason))) {
    const isOrders = speaksOfCart(reason) && !cartId
    const words = isOrders ? { ...paymentTexts, failedText: t.orderStillOpen } : paymentTexts
    return (
      <Notice
        kind={reason === "canceled" ? "info" : "error"}
        title={failureTitle(reason, paymentTexts)}
        testId="payment-failed"
      >
        <p>{failureText(isOrders ? null : reason, words, status?.charged)}</p>
        <ReceivedPayments payment={status} />
        {status && <PaymentFactsList payment={{ paymentNumber: status.paymentNumber }} />}
        {status && <ShopContact payment={status} />}
        <p>
          <a href="#payment">{t.toPayment}</a>
        </p>
      </Notice>
    )
  }
  if (status?.status === "waiting") {
    const isCarts = status.underWay || status.checkoutUrl
    return (
      <Notice kind="info" title={isCarts ? t.openPayment : t.paymentOutdated} testId="payment-open">
        <ReceivedPayments payment={status} />
        <p className="notice-links">
          {status.checkoutUrl && <a href={status.checkoutUrl}>{paymentTexts.continuePayment}</a>}
          <Link to={waitingPath}>{paymentTexts.checkAgain}</Link>
        </p>
      </Notice>
    )
  }
  return null
}

/** Money is being looked at: nothing more can be paid for this. */
function Attention({ cartId, status }: { cartId?: string; status: PaymentStatus }) {
  const { paymentTexts } = useShop()
  return (
    <Notice kind="info" title={paymentTexts.attentionTitle} testId="payment-attention">
      <p>{paymentTexts.attentionText}</p>
      <PaymentFactsList payment={status} dated />
      <ReceivedPayments payment={status} />
      <ShopContact payment={status} />
      {cartId && (
        <p>
          <NewCartButton cartId={cartId} />
        </p>
      )}
    </Notice>
  )
}

/** Goes on shopping without the cart whose money is being looked at. */
export function NewCartButton({ cartId }: { cartId: string }) {
  const { t, country, startNew } = useShop()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    await startNew(cartId).then(
      () => navigate(`/${country}`),
      () => setBusy(false)
    )
  }
  return (
    <button
      type="button"
      className="button quiet new-cart"
      data-testid="new-cart"
      disabled={busy}
      onClick={go}
    >
      {t.shopOn}
    </button>
  )
}

/**
 * What the store knows about a payment of the cart; null before the first answer.
 * @param total asked for again when it changes: what is open pays for another sum then
 */
export function useCartPayment(cartId: string | undefined, total?: unknown): PaymentStatus | null {
  const { sdk } = useShop()
  const [status, setStatus] = useState<PaymentStatus | null>(null)
  useEffect(
    () => (cartId ? watchPayment({ client: sdk, cartId, onStatus: setStatus }) : undefined),
    [sdk, cartId, total]
  )
  return status
}

/** On the cart's page: a payment that a change of the cart would take its purpose, or has taken, or money that is being looked at. */
export function CartPayment({ cartId, status }: { cartId: string; status: PaymentStatus | null }) {
  const { t, country, paymentTexts } = useShop()
  const { texts, money } = usePayCollect()
  const box = useRef<HTMLDivElement>(null)
  // Below it she has just pressed something: that stays where it is when less is to be said.
  const [minHeight, setMinHeight] = useState(0)
  useLayoutEffect(() => setMinHeight((before) => Math.max(before, box.current?.offsetHeight ?? 0)), [status])
  if (status?.status === "attention") {
    return <Attention cartId={cartId} status={status} />
  }
  const { underWay, stillOpen, checkoutUrl } = status ?? {}
  const waits = status?.status === "waiting"
  const isOutdated = waits && !underWay && !checkoutUrl
  return underWay || stillOpen || (isOutdated && minHeight > 0) ? (
    <div ref={box} className="cart-payment" style={{ minHeight }}>
      <Notice kind="info" testId={underWay ? "payment-under-way" : "payment-outdated"}>
        {underWay && <p>{cartQuestionText(underWay, { texts, money })}</p>}
        {isOutdated && <p>{t.paymentOutdated}</p>}
        <ReceivedPayments payment={status} />
        {waits && !isOutdated && (
          <p className="notice-links">
            {checkoutUrl && <a href={checkoutUrl}>{paymentTexts.continuePayment}</a>}
            <Link to={waitingPath(country, cartId)}>{paymentTexts.checkAgain}</Link>
          </p>
        )}
      </Notice>
    </div>
  ) : null
}

/** Beside the button, where the customer looks when it did not work: why, and whom to ask. What has no code is in the store's own words. */
export function PaymentError({ error }: { error: Payment["error"] }) {
  const { texts, money } = usePayCollect()
  if (!error) {
    return null
  }
  return (
    <Notice kind="error" title={errorText(error, texts, money)} testId="payment-error">
      {error.code === "request" && !error.storeCode && <p>{error.message}</p>}
      <ShopContact payment={error} />
    </Notice>
  )
}
