import type { HttpTypes } from "@medusajs/types"
import { methodName, readReturn } from "medusa-payment-paycollect-storefront"
import { useEffect } from "react"
import { Failure, Page, SHOP_NAME, useTitle } from "../components/feedback"
import { CheckIcon } from "../components/icons"
import { Picture } from "../components/picture"
import { Totals } from "../components/totals"
import { countryName, dateTime } from "../format"
import { Link } from "../router"
import { useShop } from "../shop/context"
import { unitPrice } from "../shop/prices"
import { useLoad } from "../shop/use-load"

type Order = HttpTypes.StoreOrder

const isGone = (error: unknown) => (error as { status?: number }).status === 404

export function OrderPage({ params }: { params: Record<string, string> }) {
  const { sdk, t, finish } = useShop()
  const id = params.id ?? ""
  useTitle(t.order)
  const { data, failed, reload } = useLoad(async () => {
    try {
      return (await sdk.store.order.retrieve(id, { fields: "*payment_collections.payments" })).order
    } catch (error) {
      if (isGone(error)) {
        return "unknown" as const
      }
      throw error
    }
  }, [sdk, id])

  const foundId = data && data !== "unknown" ? data.id : null
  useEffect(() => {
    const returned = readReturn()
    if (foundId && returned?.cartId && returned.orderId === foundId) {
      finish(returned.cartId, foundId)
    }
  }, [finish, foundId])

  if (failed) {
    return <Failure text={t.loadFailed} action={t.tryAgain} onAction={reload} />
  }
  if (data === "unknown") {
    return <Page title={t.orderUnknown} />
  }
  return data ? <Receipt order={data} /> : <div className="splash" aria-busy="true" />
}

/** Paid is what the store says about the order; the address the customer came back to proves nothing. */
export function isPaid(order: Order): boolean {
  return order.payment_collections?.some((one) => one.status === "completed") ?? false
}

/** null while the order is not paid. */
function paymentOf(order: Order) {
  return order.payment_collections?.flatMap((one) => one.payments ?? [])[0] ?? null
}

function Receipt({ order }: { order: Order }) {
  const { t, language, country, paymentTexts } = useShop()
  const paid = isPaid(order)
  const payment = paymentOf(order)
  const method = payment && methodName(payment.provider_id, paymentTexts)
  const number = payment?.data?.payment_number
  return (
    <section className="receipt">
      <div className={paid ? "seal" : "seal open"}>
        <CheckIcon />
      </div>
      <h1>{t.orderPlaced}</h1>
      <p>{paid ? t.orderPaid : t.orderUnpaid}</p>
      {order.email && <p className="faint">{t.orderMail(order.email)}</p>}
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
              <span className={paid ? "pill good" : "pill"} data-testid="order-paid" data-paid={paid}>
                {paid ? t.paid : t.unpaid}
              </span>
            </dd>
          </div>
          {method && (
            <div>
              <dt>{t.paidBy}</dt>
              <dd data-testid="order-method">{method}</dd>
            </div>
          )}
          {typeof number === "string" && (
            <div>
              <dt>{t.paymentNumber}</dt>
              <dd data-testid="payment-number">{number}</dd>
            </div>
          )}
        </dl>
        <Lines order={order} />
        <div>
          <Totals amounts={order} deliveryKnown />
          {paid && <p className="faint fees-apart">{t.feesApart}</p>}
        </div>
        <Address order={order} />
      </div>
      <p className="receipt-actions">
        <button type="button" className="button quiet" data-testid="print" onClick={() => print()}>
          {t.print}
        </button>
        <Link className="button" href={`/${country}`}>
          {t.backToShop}
        </Link>
      </p>
    </section>
  )
}

function Lines({ order }: { order: Order }) {
  const { t, price } = useShop()
  return (
    <ul className="lines small">
      {order.items?.map((item) => (
        <li key={item.id} className="line" data-testid="order-line">
          <Picture src={item.thumbnail} alt="" />
          <div className="line-text">
            <p className="line-title">{item.product_title ?? item.title}</p>
            <p className="faint">
              {Number(item.quantity)} × {item.variant_title}
            </p>
            {Number(item.quantity) > 1 && (
              <p className="faint">{t.each(price(unitPrice(item), order.currency_code))}</p>
            )}
          </div>
          <p className="line-price">{price(Number(item.original_total), order.currency_code)}</p>
        </li>
      ))}
    </ul>
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
