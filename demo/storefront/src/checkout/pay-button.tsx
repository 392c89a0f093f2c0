import { PayLabel, type Payment } from "medusa-payment-paycollect-storefront/react"
import { LockIcon } from "../components/icons"
import { useShop } from "../shop/context"
import { PaymentError } from "./notices"
import type { MethodChoice } from "./use-method-choice"

interface PayButtonProps {
  payment: Payment
  choice: MethodChoice
  /** Major units. */
  amount: { total: number; currencyCode: string }
  /** The total is about to move. */
  changing?: boolean
}

/** Why it did not work, where the customer looks then, and the button with what it costs. */
export function PayButton({ payment, choice, amount, changing = false }: PayButtonProps) {
  const { t, paymentTexts } = useShop()
  const busy = payment.busy || changing
  const blocked = payment.status?.status === "attention"
  return (
    <>
      <PaymentError error={payment.error} />
      <button className="button pay" data-testid="pay" disabled={busy || blocked} aria-busy={busy}>
        {payment.busy ? (
          paymentTexts.goingToCheckout
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
