import { PayLabel, PaymentQuestion, type Payment } from "medusa-payment-paycollect-storefront/react"
import { useNavigate } from "react-router-dom"
import { LockIcon } from "../components/icons"
import { useShop } from "../shop/context"
import { PaymentError } from "./notices"
import type { MethodChoice } from "./use-method-choice"

interface PayButtonProps {
  payment: Payment
  choice: MethodChoice
  /** Major units; null while it is not known: no less than what is charged is named. */
  amount: { total: number; currencyCode: string } | null
  /** The total is about to move. */
  changing?: boolean
  /** It was pressed meanwhile, and goes on by itself. */
  pressed?: boolean
  waitingPath: string
}

/** Why it did not work, where the customer looks then, and the button with what it costs; before a second charge she is asked. */
export function PayButton({
  payment,
  choice,
  amount,
  changing = false,
  pressed = false,
  waitingPath,
}: PayButtonProps) {
  const { t, paymentTexts } = useShop()
  const navigate = useNavigate()
  const busy = payment.busy || pressed
  return (
    <>
      <PaymentQuestion
        className="question"
        question={payment.question}
        onWait={() => navigate(waitingPath)}
      />
      <PaymentError error={payment.error} />
      <button className="button pay" data-testid="pay" disabled={busy} aria-busy={busy || changing}>
        {busy ? (
          paymentTexts.goingToCheckout
        ) : !amount ? (
          paymentTexts.pay
        ) : (
          <PayLabel methods={choice.methods} value={choice.method?.providerId ?? null} cart={amount} />
        )}
      </button>
      <p className="faint secure">
        <LockIcon /> {t.securely}
      </p>
    </>
  )
}
