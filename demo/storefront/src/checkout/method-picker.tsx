import { PaymentMethodPicker } from "medusa-payment-paycollect-storefront/react"
import { useShop } from "../shop/context"
import type { MethodChoice } from "./use-method-choice"

interface MethodPickerProps {
  choice: MethodChoice
  /** The customer wanted to pay without having chosen. */
  missing: boolean
}

export function MethodPicker({ choice, missing }: MethodPickerProps) {
  const { t } = useShop()
  return (
    <PaymentMethodPicker
      id="payment"
      className="block methods"
      methods={choice.methods}
      value={choice.method?.providerId ?? null}
      onChange={choice.choose}
      error={choice.failed ? t.loadFailed : missing && !choice.method ? t.choosePayment : undefined}
    />
  )
}
