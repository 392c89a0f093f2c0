import type { PaymentReturn } from "medusa-payment-paycollect-storefront"
import { usePayCollectPayment } from "medusa-payment-paycollect-storefront/react"
import { useState, type FormEvent } from "react"
import { useNavigate } from "react-router-dom"
import { Splash } from "../components/feedback"
import { SmallLines } from "../components/small-lines"
import { useShop } from "../shop/context"
import type { OrderCollection } from "../shop/order-collection"
import { collectionWaitingPath, orderPath } from "../shop/paths"
import type { Order } from "../shop/receipt"
import { MethodPicker } from "./method-picker"
import { PaymentNotices } from "./notices"
import { PayButton } from "./pay-button"
import { useMethodChoice } from "./use-method-choice"
import { useSettled } from "./use-settled"

interface PayForOrderProps {
  order: Order
  collection: OrderCollection
  returned: PaymentReturn | null
  /** What the order asks for may be another sum by now, or nothing. */
  onChanged: () => void
}

/** What an order still asks for, and the button that pays it. No cart of this browser has to do with it. */
export function PayForOrder({ order, collection, returned, onChanged }: PayForOrderProps) {
  const { t, country, price } = useShop()
  const navigate = useNavigate()
  const { id: collectionId, currency_code: currencyCode } = collection
  const total = Number(collection.amount)
  const choice = useMethodChoice({
    regionId: order.region_id,
    countryCode: order.shipping_address?.country_code,
    total,
  })
  const waitingPath = collectionWaitingPath(country, { collectionId, orderId: order.id })
  const payment = usePayCollectPayment({
    collectionId,
    onOrder: (orderId) => navigate(orderPath(country, orderId), { replace: true }),
    onWaiting: () => navigate(waitingPath),
  })
  const [missing, setMissing] = useState(false)
  const [showFailed, setShowFailed] = useState(returned?.status === "failed")
  const settled = useSettled(payment.status !== null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(!choice.method)
    if (!choice.method) {
      document.querySelector<HTMLElement>("#payment input")?.focus()
      return
    }
    setShowFailed(false)
    const started = await payment.pay(choice.method.providerId)
    if (!started) {
      onChanged()
    }
  }

  if (!settled) {
    return <Splash returned={!!returned} />
  }
  return (
    <form className="columns" noValidate onSubmit={submit}>
      <div>
        <h1>
          {t.payOrder} <span className="unbroken">#{order.display_id}</span>
        </h1>
        <PaymentNotices payment={payment} waitingPath={waitingPath} failed={showFailed ? returned : null} />
        <MethodPicker choice={choice} missing={missing} />
      </div>
      <aside className="summary" aria-label={t.summary}>
        <SmallLines items={order.items} currency={currencyCode} testId="order-line" />
        <dl className="totals">
          <div className="sum">
            <dt>{t.leftToPay}</dt>
            <dd data-testid="left-to-pay">{price(total, currencyCode)}</dd>
          </div>
        </dl>
        <PayButton
          payment={payment}
          choice={choice}
          amount={{ total, currencyCode }}
          waitingPath={waitingPath}
        />
      </aside>
    </form>
  )
}
