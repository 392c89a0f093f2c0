import type { PaymentStatus } from "medusa-payment-paycollect-storefront"
import { ReceivedPayments } from "medusa-payment-paycollect-storefront/react"
import { Link } from "react-router-dom"
import { SHOP_NAME } from "../components/feedback"
import { CheckIcon } from "../components/icons"
import { SmallLines } from "../components/small-lines"
import { Totals } from "../components/totals"
import { countryName, dateTime } from "../format"
import { useShop } from "../shop/context"
import { receiptOf, type Order } from "../shop/receipt"
import { PaymentRows } from "./payment-rows"
import { Settlement } from "./settlement"
import { StatePill } from "./state-pill"

interface OrderReceiptProps {
  order: Order
  /** What becomes of other money of its cart, where the address names that; null where it is not known. */
  payment: PaymentStatus | null
}

export function OrderReceipt({ order, payment }: OrderReceiptProps) {
  const { t, language, country, price } = useShop()
  const receipt = receiptOf(order)
  const { state, total, refunded, payments } = receipt
  const show = (amount: number) => price(amount, order.currency_code)
  const isKept = state === "paid" || state === "unpaid"
  return (
    <section className="receipt">
      <div className={state === "paid" ? "seal" : "seal open"}>
        <CheckIcon />
      </div>
      <h1>{isKept ? t.orderPlaced : `${t.order} #${order.display_id}`}</h1>
      <p data-testid="order-state-text">{t.orderTexts[state](show(refunded))}</p>
      <div className="received" data-testid="received-payments" role="status">
        <ReceivedPayments payment={payment} />
      </div>
      {order.email && isKept && <p className="faint">{t.orderMail(order.email)}</p>}
      <div className="sheet">
        <h2 className="sheet-title">
          {t.receipt} <span>{SHOP_NAME}</span>
        </h2>
        <dl className="facts">
          <div>
            <dt>{t.orderNumber}</dt>
            <dd data-testid="order-number">#{order.display_id}</dd>
          </div>
          <div>
            <dt>{t.orderDate}</dt>
            <dd>{dateTime(order.created_at, language)}</dd>
          </div>
          <div>
            <dt>{t.payment}</dt>
            <dd>
              <StatePill state={state} />
            </dd>
          </div>
          {payments.map((payment) => (
            <PaymentRows key={payment.id} payment={payment} />
          ))}
        </dl>
        <SmallLines items={order.items} currency={order.currency_code} testId="order-line" />
        <div>
          <Totals amounts={{ ...order, total }} deliveryKnown />
          <Settlement receipt={receipt} currency={order.currency_code} />
        </div>
        <Address order={order} />
      </div>
      <p className="receipt-actions">
        <button type="button" className="button quiet" data-testid="print" onClick={() => print()}>
          {t.print}
        </button>
        <Link className="button" to={`/${country}`}>
          {t.backToShop}
        </Link>
      </p>
    </section>
  )
}

function Address({ order }: { order: Order }) {
  const { t, language } = useShop()
  const address = order.shipping_address
  if (!address) {
    return null
  }
  const lines = [
    `${address.first_name ?? ""} ${address.last_name ?? ""}`,
    address.address_1,
    `${address.postal_code ?? ""} ${address.city ?? ""}`,
    address.country_code && countryName(address.country_code, language),
    address.phone,
  ]
  return (
    <div className="address">
      <h2>{t.deliveredTo}</h2>
      <address>{lines.map((line, index) => line?.trim() && <span key={index}>{line.trim()}</span>)}</address>
    </div>
  )
}
