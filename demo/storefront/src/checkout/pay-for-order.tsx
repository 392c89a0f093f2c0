import type { PaymentReturn } from "medusa-payment-paycollect-storefront"
import {
  PayLabel,
  PaymentMethodPicker,
  usePayCollectPayment,
  usePaymentMethods,
} from "medusa-payment-paycollect-storefront/react"
import { useState, type FormEvent } from "react"
import { useNavigate } from "react-router-dom"
import { LockIcon } from "../components/icons"
import { OperatorBadges } from "../components/operator-badge"
import { SmallLines } from "../components/small-lines"
import { useShop } from "../shop/context"
import type { OrderCollection } from "../shop/order-collection"
import { collectionWaitingPath, orderPath } from "../shop/paths"
import type { Order } from "../shop/receipt"
import { storage } from "../storage"
import { distinctMethods } from "./methods"
import { PaymentError, PaymentNotices } from "./notices"
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
  const { t, country, paymentTexts, price } = useShop()
  const navigate = useNavigate()
  const { id: collectionId, currency_code: currencyCode } = collection
  const total = Number(collection.amount)
  const { methods: listed, error: methodsFailed } = usePaymentMethods({
    regionId: order.region_id,
    countryCode: order.shipping_address?.country_code,
    total,
  })
  const methods = listed && distinctMethods(listed)
  const waitingPath = collectionWaitingPath(country, { collectionId, orderId: order.id })
  const payment = usePayCollectPayment({
    collectionId,
    onOrder: (orderId) => navigate(orderPath(country, orderId), { replace: true }),
    onWaiting: () => navigate(waitingPath),
  })
  const [picked, setPicked] = useState(() => storage.get("method"))
  const [missing, setMissing] = useState(false)
  const [showFailed, setShowFailed] = useState(returned?.status === "failed")
  const only = methods?.length === 1 ? methods[0] : undefined
  const method = methods?.find((one) => one.providerId === picked) ?? only ?? null
  const blocked = payment.status?.status === "attention"
  const settled = useSettled(payment.status !== null)

  const choose = (id: string) => {
    setMissing(false)
    storage.set("method", id)
    setPicked(id)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(!method)
    if (!method) {
      document.querySelector<HTMLElement>("#payment input")?.focus()
      return
    }
    setShowFailed(false)
    const started = await payment.pay(method.providerId)
    if (!started) {
      onChanged()
    }
  }

  if (!settled) {
    return <div className="splash" aria-busy="true" />
  }
  return (
    <form className="columns" noValidate onSubmit={submit}>
      <div>
        <h1>
          {t.payOrder} <span className="unbroken">#{order.display_id}</span>
        </h1>
        <PaymentNotices payment={payment} waitingPath={waitingPath} failed={showFailed ? returned : null} />
        <PaymentMethodPicker
          id="payment"
          className="block methods"
          methods={methods}
          value={method?.providerId ?? null}
          onChange={choose}
          error={methodsFailed ? t.loadFailed : missing ? t.choosePayment : undefined}
        >
          {(one) => <OperatorBadges {...one} />}
        </PaymentMethodPicker>
      </div>
      <aside className="summary" aria-label={t.summary}>
        <SmallLines items={order.items} currency={currencyCode} testId="order-line" />
        <dl className="totals">
          <div className="sum">
            <dt>{t.leftToPay}</dt>
            <dd data-testid="left-to-pay">{price(total, currencyCode)}</dd>
          </div>
        </dl>
        <PaymentError error={payment.error} />
        <button
          className="button pay"
          data-testid="pay"
          disabled={payment.busy || blocked}
          aria-busy={payment.busy}
        >
          {payment.busy ? (
            paymentTexts.goingToCheckout
          ) : (
            <PayLabel methods={methods} value={method?.providerId ?? null} cart={{ total, currencyCode }} />
          )}
        </button>
        <p className="faint secure">
          <LockIcon /> {t.securely}
        </p>
      </aside>
    </form>
  )
}
