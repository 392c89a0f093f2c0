import { useId, useLayoutEffect, useRef, type ReactElement, type ReactNode } from "react"
import { amountText, type PaymentFacts } from "../index"
import { usePayCollect, type PayCollect } from "./context"
import type { CartQuestion } from "./use-cart-guard"
import type { PayQuestion } from "./use-pay-collect-payment"

/** "A payment of 4 968 FCFA waits on your phone. If you change the cart, it cannot pay for it." */
export function cartQuestionText(
  payment: PaymentFacts & { processing: boolean },
  { texts, money }: Pick<PayCollect, "texts" | "money">
): string {
  return withSum(payment.processing ? texts.cartQuestion : texts.cartQuestionOpened, payment, {
    texts,
    money,
  })
}

function withSum(
  text: string,
  payment: PayQuestion["payment"],
  { texts, money }: Pick<PayCollect, "texts" | "money">
): string {
  const amount = amountText(payment, money) ?? payment.paymentNumber ?? ""
  return text.replace("{amount}", payment.plusFee ? `${amount} (${texts.plusFee})` : amount)
}

export interface CartChangeQuestionProps {
  /** Of `useCartGuard`. */
  question: CartQuestion | null
  /** The customer rather waits: lead her to the waiting page. */
  onWait?: () => void
  className?: string
}

/** A dialog with *Wait* and *Change anyway*; Escape waits. `data-part` is `text`, `wait` and `change`. */
export function CartChangeQuestion(props: CartChangeQuestionProps): ReactElement | null {
  const { question, onWait, className } = props
  const { texts, money } = usePayCollect()
  if (!question) return null
  const wait = () => {
    question.answer("wait")
    onWait?.()
  }
  return (
    <QuestionDialog
      text={cartQuestionText(question.payment, { texts, money })}
      onWait={wait}
      className={className}
    >
      <button type="button" data-part="change" onClick={() => question.answer("change")}>
        {texts.cartChange}
      </button>
    </QuestionDialog>
  )
}

export interface PaymentQuestionProps {
  /** Of `usePayCollectPayment`. */
  question: PayQuestion | null
  /** The customer rather waits for the open payment: lead her to the waiting page. */
  onWait?: () => void
  className?: string
}

/**
 * Before a second charge, a dialog with *Wait*, *Continue the payment* and *Pay all the same*; Escape waits. `data-part` is `text`, `wait`,
 * `continue` and `pay`.
 */
export function PaymentQuestion(props: PaymentQuestionProps): ReactElement | null {
  const { question, onWait, className } = props
  const { texts, money } = usePayCollect()
  if (!question) return null
  const { kind, payment, checkoutUrl, answer } = question
  const text = kind === "held" ? texts.payAnewQuestion : texts.payQuestion
  const wait = () => {
    answer("wait")
    if (kind === "open") onWait?.()
  }
  return (
    <QuestionDialog text={withSum(text, payment, { texts, money })} onWait={wait} className={className}>
      {checkoutUrl && (
        <a href={checkoutUrl} data-part="continue">
          {texts.continuePayment}
        </a>
      )}
      <button type="button" data-part="pay" onClick={() => answer("pay")}>
        {texts.payAnyway}
      </button>
    </QuestionDialog>
  )
}

interface QuestionDialogProps {
  text: string
  onWait: () => void
  className?: string
  children: ReactNode
}

/** Is there only while it is asked: it opens over the page at once. */
function QuestionDialog({ text, onWait, className, children }: QuestionDialogProps): ReactElement {
  const { texts } = usePayCollect()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal?.()
    // A dialog that leaves the page open does not give the focus back.
    return () => shown?.close?.()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onWait()
      }}
    >
      <p id={id} data-part="text">
        {text}
      </p>
      <div data-part="actions">
        <button type="button" data-part="wait" onClick={onWait}>
          {texts.cartWait}
        </button>
        {children}
      </div>
    </dialog>
  )
}
