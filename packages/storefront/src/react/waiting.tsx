import { useEffect, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from "react"
import {
  errorText,
  failureText,
  readReturn,
  type FailureReason,
  type PaymentOutcome,
  type PaymentStatus,
  type WaitUpdate,
} from "../index"
import { usePayCollect } from "./context"
import { PaymentFactsList, ReceivedPayments, ShopContact } from "./facts"
import { failureTitle, type ScreenTexts } from "./texts"
import { waitingTextsFor, type WaitingTexts } from "./waiting-texts"
import { usePaymentOutcome } from "./use-payment-outcome"

export { usePaymentOutcome, type Waiting } from "./use-payment-outcome"
export { waitingTextsFor, type WaitingTexts } from "./waiting-texts"

type PageTexts = ScreenTexts & WaitingTexts

function useTexts(): PageTexts {
  const { texts, locale } = usePayCollect()
  return { ...waitingTextsFor(locale), ...texts }
}

interface Message {
  state: PaymentOutcome["status"] | "came" | "canceled" | "error"
  title: string
  /** what the customer may call the payment when she asks the shop */
  number?: string | null
  /** whose amount is shown */
  payment?: PaymentStatus | null
  /** of money that the shop looks at: since when */
  dated?: boolean
  texts: string[]
  /** what stands in the way at the moment */
  hint?: string | false | null
}

interface ScreenProps {
  message: Message
  className?: string
  children?: ReactNode
}

/** One live region for everything that is said: it has to be there before its text changes, or a screen reader does not say the change. */
function Screen({ message, className, children }: ScreenProps): ReactElement {
  return (
    <section className={className} data-state={message.state}>
      <div role="status" data-part="message">
        <h1 data-part="title">{message.title}</h1>
        {message.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <PaymentFactsList
          payment={{ ...message.payment, paymentNumber: message.number ?? null }}
          dated={message.dated}
        />
        <ReceivedPayments payment={message.payment} />
        {message.hint && <p data-part="hint">{message.hint}</p>}
      </div>
      {message.payment && <ShopContact payment={message.payment} />}
      {children}
    </section>
  )
}

/** What does not pay for the cart any more is better declined, as is said below its amount. */
const isOutdated = (payment: PaymentStatus | null | undefined) =>
  payment?.stillOpen && payment.stillOpen.paymentNumber === payment.paymentNumber

/** Its money came, and its order is being made: no request is left on the phone. */
const hasCome = (payment: PaymentStatus | null | undefined) =>
  !!payment?.payments.some(({ paymentNumber }) => paymentNumber === payment.paymentNumber)

function waitingMessage(texts: PageTexts, { update, over, long }: ConfirmOnPhoneProps): Message {
  const offline = update?.paused === "offline"
  const came = hasCome(update?.last)
  return {
    state: came ? "came" : "waiting",
    title: came ? texts.succeededTitle : texts.waitingTitle,
    number: update?.last?.paymentNumber,
    payment: update?.last,
    texts: isOutdated(update?.last) ? [] : came ? [texts.waitingCame] : waitingTexts(texts, { over, long }),
    hint: offline ? texts.waitingOffline : update?.error && errorText(update.error, texts),
  }
}

function waitingTexts(
  texts: PageTexts,
  { over, long }: Pick<ConfirmOnPhoneProps, "over" | "long">
): string[] {
  return over || long ? [texts.waitingLong, texts.waitingLongText, texts.ifCharged] : [texts.waitingText]
}

/** Of what ended the page shows no sum of its own; only other money that came. */
const received = (payment: PaymentStatus | null | undefined) => payment && { ...payment, amount: null }

function resultMessage(texts: PageTexts, outcome: PaymentOutcome): Message {
  const { status: state, paymentNumber: number } = outcome
  switch (state) {
    case "succeeded":
      return {
        state,
        number,
        title: texts.succeededTitle,
        texts: [texts.succeededText],
        payment: received(outcome.payment),
      }
    case "failed": {
      const { reason } = outcome
      const title = failureTitle(reason, texts)
      const said = [failureText(reason, texts, outcome.payment?.charged)]
      return {
        state: reason === "canceled" ? reason : state,
        number,
        title,
        texts: said,
        payment: received(outcome.payment),
      }
    }
    case "attention":
      return {
        state,
        number,
        title: texts.attentionTitle,
        texts: [texts.attentionText],
        payment: outcome.payment,
        dated: true,
      }
    case "expired":
      return {
        state,
        title: texts.expiredTitle,
        texts: [texts.expiredText],
        payment: received(outcome.payment),
      }
    case "waiting": {
      const update = { last: outcome.payment ?? null, paused: null, error: null }
      return { ...waitingMessage(texts, { update, over: true }), number }
    }
  }
}

export interface ConfirmOnPhoneProps {
  update: WaitUpdate | null
  /** The time is over: nothing is asked until the customer wants it. */
  over?: boolean
  /** It takes longer than usual: what to do then is said. */
  long?: boolean
  onAgain?: () => void
  className?: string
  children?: ReactNode
}

/** "Confirm on your phone": what to do while a payment is not decided, with a way on to the hosted checkout. */
export function ConfirmOnPhone(props: ConfirmOnPhoneProps): ReactElement {
  const texts = useTexts()
  return (
    <Screen message={waitingMessage(texts, props)} className={props.className}>
      <WaitingActions {...props} />
      {props.children}
    </Screen>
  )
}

function WaitingActions({ update, over, onAgain }: ConfirmOnPhoneProps): ReactElement {
  const texts = useTexts()
  const checkoutUrl = update?.last?.checkoutUrl
  return (
    <div data-part="actions">
      {over && onAgain && (
        <button type="button" data-part="again" onClick={onAgain}>
          {texts.checkAgain}
        </button>
      )}
      {checkoutUrl && (
        <a href={checkoutUrl} data-part="continue">
          {texts.continuePayment}
        </a>
      )}
    </div>
  )
}

export interface PaymentResultProps {
  outcome: PaymentOutcome
  className?: string
  /** Where to go from here: to the order, back to the cart. */
  children?: ReactNode
}

/** How a payment ended, in words for the customer. */
export function PaymentResult({ outcome, className, children }: PaymentResultProps): ReactElement {
  const texts = useTexts()
  return (
    <Screen message={resultMessage(texts, outcome)} className={className}>
      {children}
    </Screen>
  )
}

export interface PaymentWaitingProps {
  /** Default: of the return link in the address. The link is enough, also in another browser. */
  cartId?: string | null
  /** Of a payment without a cart; by default from the same link. */
  collectionId?: string | null
  /** `id` is the cart's or, of a payment without one, the payment collection's; so it is below. */
  onSucceeded: (orderId: string, id: string) => void
  /** Without it the page says that the payment failed and shows `children`. */
  onFailed?: (reason: FailureReason | null, id: string) => void
  /** What the page is called now: for the tab, `document.title`. */
  onTitle?: (title: string) => void
  timeoutMs?: number
  className?: string
  /** Shown with every outcome that ends the waiting, once it takes longer than usual, and for another cart than it is now: the way back to the shop. */
  children?: ReactNode
}

/** She is led on before the end of her payment is painted here: it would flash, and jump away. On a server there is no paint, and React warns. */
const useBeforePaint = typeof window === "undefined" ? useEffect : useLayoutEffect

/** What a customer with the phone in her hand needs; who still waits then may have missed the request. */
const LONG_MS = 90_000

/** The whole page that customers come back to while their payment is not decided. */
export function PaymentWaiting(props: PaymentWaitingProps): ReactElement {
  const texts = useTexts()
  const { onSucceeded, onFailed, onTitle, timeoutMs, className, children } = props
  const { cartId, collectionId } = useSubject(props)
  const id = cartId ?? collectionId
  const { outcome, update, error, again } = usePaymentOutcome(cartId ?? null, { timeoutMs, collectionId })
  const latest = useRef({ onSucceeded, onFailed })
  useBeforePaint(() => {
    latest.current = { onSucceeded, onFailed }
  })
  useBeforePaint(() => {
    if (outcome?.status === "succeeded" && id) latest.current.onSucceeded(outcome.orderId, id)
    else if (outcome?.status === "failed" && id) latest.current.onFailed?.(outcome.reason, id)
  }, [outcome, id])

  // Where no payment is open any more, the last answer says what became of those before.
  const ended: PaymentOutcome | null =
    id === null ? { status: "expired" } : outcome && { payment: update?.last, ...outcome }
  const over = ended?.status === "waiting" || error !== null
  const waits = ended === null || ended.status === "waiting"
  const long = useLong(outcome === null && error === null)
  const message: Message = error
    ? // Waiting ends by a refusal only, which the customer cannot do anything about: nothing is known of the payment.
      { state: "error", title: texts.waitingTitle, texts: [texts.failures.server, texts.ifCharged] }
    : waits
      ? waitingMessage(texts, { update, over, long })
      : resultMessage(texts, ended)
  useEffect(() => onTitle?.(message.title), [message.title])
  return (
    <Screen message={message} className={className}>
      {waits && <WaitingActions update={update} over={over} onAgain={again} />}
      {(!waits || over || long || isOutdated(update?.last)) && children}
    </Screen>
  )
}

/** Whether it has been waited for long, counted from when the waiting began or began anew. */
function useLong(waiting: boolean): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!waiting) return
    setLong(false)
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [waiting])
  return long
}

type Subject = Pick<PaymentWaitingProps, "cartId" | "collectionId">

/** undefined until the address was read: on the server there is none, and both have to render the same at first. */
function useSubject(given: Subject): Subject {
  const [read, setRead] = useState<Subject>({})
  useEffect(() => {
    const { cartId = null, collectionId = null } = readReturn() ?? {}
    setRead({ cartId, collectionId })
  }, [])
  const { cartId = null, collectionId = null } = given
  return given.cartId === undefined && given.collectionId === undefined ? read : { cartId, collectionId }
}
