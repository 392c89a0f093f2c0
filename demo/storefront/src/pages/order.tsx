import { methodKind, methodName, readReturn } from "medusa-payment-paycollect-storefront"
import { useEffect } from "react"
import { Link, useParams } from "react-router-dom"
import { Failure, Page, SHOP_NAME, useTitle } from "../components/feedback"
import { CheckIcon } from "../components/icons"
import { SmallLines } from "../components/small-lines"
import { Totals } from "../components/totals"
import { countryName, dateTime } from "../format"
import { useShop } from "../shop/context"
import {
  paidBy,
  receiptOf,
  type Order,
  type OrderState,
  type PaymentFacts,
  type Receipt,
} from "../shop/receipt"
import { useOrder } from "../shop/use-order"

export function OrderPage() {
  const { sdk, t, finish } = useShop()
  const { id = "" } = useParams()
  useTitle(t.order)
  const { data, isLoadingError, refetch } = useOrder(sdk, id)

  const foundId = data && data !== "unknown" ? data.id : null
  useEffect(() => {
    const returned = readReturn()
    if (foundId && returned?.cartId && returned.orderId === foundId) {
      finish(returned.cartId, foundId)
    }
  }, [finish, foundId])

  if (isLoadingError) {
    return <Failure text={t.loadFailed} action={t.tryAgain} onAction={refetch} />
  }
  if (data === "unknown") {
    return <Page title={t.orderUnknown} />
  }
  return data ? <OrderReceipt order={data} /> : <div className="splash" aria-busy="true" />
}

const TONE: Record<OrderState, string> = {
  paid: "pill good",
  unpaid: "pill",
  partly_refunded: "pill",
  refunded: "pill",
  canceled: "pill",
}

export function StatePill({ state }: { state: OrderState }) {
  const { t } = useShop()
  return (
    <span className={TONE[state]} data-testid="order-paid" data-paid={state === "paid"} data-state={state}>
      {t.orderStates[state]}
    </span>
  )
}

function OrderReceipt({ order }: { order: Order }) {
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

function PaymentRows({ payment }: { payment: PaymentFacts }) {
  const { t, language, paymentTexts } = useShop()
  const { methodMobileMoney: mobileMoney, methodCard: card } = paymentTexts
  // The one for all methods says nothing of the one that was used.
  const isOne = methodKind(payment.providerId) !== "any"
  const by = paidBy(payment, isOne ? methodName(payment.providerId, paymentTexts) : null, {
    mobileMoney,
    card,
  })
  return (
    <>
      {by && (
        <div>
          <dt>{t.paidBy}</dt>
          <dd data-testid="order-method">{by}</dd>
        </div>
      )}
      {payment.date && (
        <div>
          <dt>{t.paidOn}</dt>
          <dd data-testid="paid-on">{dateTime(payment.date, language)}</dd>
        </div>
      )}
      {payment.number && (
        <div>
          <dt>{t.paymentNumber}</dt>
          <dd className="unbroken" data-testid="payment-number">
            {payment.number}
          </dd>
        </div>
      )}
    </>
  )
}

/** What the customer really paid, with the fee, and what went back. */
function Settlement({ receipt, currency }: { receipt: Receipt; currency: string }) {
  const { t, price } = useShop()
  const { payments, refunded } = receipt
  if (payments.length === 0) {
    return null
  }
  const isFeeKnown = payments.every(({ fee }) => fee !== null)
  const fee = payments.reduce((sum, one) => sum + (one.fee ?? 0), 0)
  const paid = payments.reduce((sum, one) => sum + one.amount, fee)
  return (
    <div className="totals settlement">
      <dl>
        {fee > 0 && (
          <div>
            <dt>{t.paymentFee}</dt>
            <dd data-testid="paid-fee">{price(fee, currency)}</dd>
          </div>
        )}
        <div className="strong">
          <dt>{t.paidAmount}</dt>
          <dd data-testid="paid-amount">{price(paid, currency)}</dd>
        </div>
        {refunded > 0 && (
          <div className="strong">
            <dt>{t.refundedAmount}</dt>
            <dd data-testid="refunded-amount">−{price(refunded, currency)}</dd>
          </div>
        )}
      </dl>
      {!isFeeKnown && <p className="faint">{t.feesApart}</p>}
    </div>
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
