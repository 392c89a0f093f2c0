import {
  errorText,
  readReturn,
  waitForPayment,
  type PaymentOutcome,
  type WaitUpdate,
} from "medusa-payment-paycollect/storefront"
import { useEffect, useState } from "react"
import { Notice, Page, useTitle } from "../components/feedback"
import { PhoneIcon } from "../components/icons"
import { Link, navigate } from "../router"
import { useShop } from "../shop/context"
import { failedPath, orderPath } from "../shop/paths"
import { storage } from "../storage"

type End = Exclude<PaymentOutcome, { status: "succeeded" } | { status: "failed" }>

/** Needs nothing but the link: it also works in another browser than the one that started the payment. */
export function Waiting() {
  const { sdk, country, paymentTexts: texts } = useShop()
  useTitle(texts.waitingTitle)
  const [cartId] = useState(() => readReturn()?.cartId ?? storage.get("cart"))
  const [update, setUpdate] = useState<WaitUpdate | null>(null)
  const [end, setEnd] = useState<End | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [round, setRound] = useState(0)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const wait = async (id: string) => {
      const outcome = await waitForPayment({ client: sdk, cartId: id, signal, onUpdate: setUpdate })
      if (outcome.status === "succeeded") {
        navigate(orderPath(country, outcome.orderId, id), { replace: true })
      } else if (outcome.status === "failed") {
        navigate(failedPath(country, id), { replace: true })
      } else {
        setEnd(outcome)
      }
    }
    setEnd(null)
    setError(null)
    if (cartId) {
      wait(cartId).catch((cause: unknown) => !signal.aborted && setError(cause))
    } else {
      setEnd({ status: "expired" })
    }
    return () => controller.abort()
  }, [sdk, cartId, country, round])

  const again = () => setRound((before) => before + 1)
  if (error) {
    return (
      <Page title={texts.waitingTitle}>
        <Notice kind="error" title={errorText(error, texts)} />
        <CheckAgain onClick={again} />
      </Page>
    )
  }
  if (end?.status === "attention") {
    return (
      <Page title={texts.attentionTitle}>
        <p data-testid="payment-attention">{texts.attentionText}</p>
      </Page>
    )
  }
  if (end?.status === "expired") {
    return <Expired />
  }
  return <StillWaiting update={update} long={end !== null} onAgain={again} />
}

function Expired() {
  const { t, country, paymentTexts: texts } = useShop()
  return (
    <Page title={texts.expiredTitle}>
      <p data-testid="payment-expired">{texts.expiredText}</p>
      <p>
        <Link className="button" href={`/${country}/cart`}>
          {t.backToCart}
        </Link>
      </p>
    </Page>
  )
}

interface StillWaitingProps {
  update: WaitUpdate | null
  /** The time is over: nothing is asked any more until the customer wants it. */
  long: boolean
  onAgain: () => void
}

function StillWaiting({ update, long, onAgain }: StillWaitingProps) {
  const { paymentTexts: texts } = useShop()
  const offline = update?.paused === "offline"
  const checkoutUrl = update?.last?.checkoutUrl
  return (
    <section className="waiting" data-testid="waiting">
      <div className={long ? "pulse still" : "pulse"} aria-hidden="true">
        <PhoneIcon />
      </div>
      <h1>{texts.waitingTitle}</h1>
      <div aria-live="polite" className="waiting-text">
        <p>{long ? texts.waitingLong : texts.waitingText}</p>
        {offline && (
          <p className="notice info" data-testid="offline">
            {texts.waitingOffline}
          </p>
        )}
        {!offline && update?.error && <p className="notice info">{errorText(update.error, texts)}</p>}
      </div>
      {long && <CheckAgain onClick={onAgain} />}
      {checkoutUrl && (
        <p>
          <a className="button quiet" href={checkoutUrl} data-testid="continue-payment">
            {texts.continuePayment}
          </a>
        </p>
      )}
    </section>
  )
}

function CheckAgain({ onClick }: { onClick: () => void }) {
  const { paymentTexts } = useShop()
  return (
    <p>
      <button type="button" className="button" data-testid="check-again" onClick={onClick}>
        {paymentTexts.checkAgain}
      </button>
    </p>
  )
}
