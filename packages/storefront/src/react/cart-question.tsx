import { useEffect, useId, useRef, type ReactElement } from "react"
import { amountText, type PaymentFacts } from "../index"
import { usePayCollect, type PayCollect } from "./context"
import type { CartQuestion } from "./use-cart-guard"

/** "A payment of 4 968 FCFA waits on your phone. If you change the cart, it cannot pay for it." */
export function cartQuestionText(
  payment: PaymentFacts & { processing: boolean },
  { texts, locale }: Pick<PayCollect, "texts" | "locale">
): string {
  const amount = amountText(payment, locale) ?? payment.paymentNumber ?? ""
  const sum = payment.plusFee ? `${amount} (${texts.plusFee})` : amount
  return (payment.processing ? texts.cartQuestion : texts.cartQuestionOpened).replace("{amount}", sum)
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
  const { texts, locale } = usePayCollect()
  const dialog = useRef<HTMLDialogElement>(null)
  const text = useId()
  useEffect(() => {
    if (question) dialog.current?.showModal?.()
  }, [question])
  if (!question) return null
  const wait = () => {
    question.answer("wait")
    onWait?.()
  }
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={text}
      onCancel={(event) => {
        event.preventDefault()
        wait()
      }}
    >
      <p id={text} data-part="text">
        {cartQuestionText(question.payment, { texts, locale })}
      </p>
      <div data-part="actions">
        <button type="button" data-part="wait" onClick={wait}>
          {texts.cartWait}
        </button>
        <button type="button" data-part="change" onClick={() => question.answer("change")}>
          {texts.cartChange}
        </button>
      </div>
    </dialog>
  )
}
