import type { ReactElement } from "react"
import { amountText, type PaymentMethod } from "../index"
import { amountToPay, type CartPrice } from "./amount-to-pay"
import { usePayCollect } from "./context"

export interface PayLabelProps {
  /** null while they load. */
  methods: readonly PaymentMethod[] | null
  /** The chosen `providerId`; null: none yet. */
  value: string | null
  /** What the cart costs, without the payment fee. */
  cart: CartPrice
}

/**
 * What stands on the pay button: the exact sum where the fee is known, the least where it depends on the operator, and while it is not known
 * that it comes on top. `data-part` marks `amount` and `plus-fee`.
 */
export function PayLabel({ methods, value, cart }: PayLabelProps): ReactElement {
  const { texts, money } = usePayCollect()
  const chosen = methods?.filter(({ providerId }) => providerId === value) ?? []
  const { kind, ...sum } = amountToPay(chosen.length > 0 ? chosen : (methods ?? []), cart)
  const text = kind === "from" ? texts.payFrom : texts.payAmount
  return (
    <>
      <span data-part="amount">{text.replace("{amount}", amountText(sum, money)!)}</span>
      {kind === "plus_fee" && <span data-part="plus-fee"> {texts.payPlusFee}</span>}
    </>
  )
}
