import { readReturn } from "medusa-payment-paycollect-storefront"
import { useEffect, useState } from "react"
import { useParams } from "react-router-dom"
import { useCartPayment } from "../checkout/notices"
import { useSettled } from "../checkout/use-settled"
import { Failure, Page, Splash, useTitle } from "../components/feedback"
import { OrderReceipt } from "../receipt/order-receipt"
import { useShop } from "../shop/context"
import { useOrder } from "../shop/use-order"
import "../styles/checkout.css"

export function OrderPage() {
  const { sdk, t, finish } = useShop()
  const { id = "" } = useParams()
  useTitle(t.order)
  const [cartId] = useState(() => readReturn()?.cartId ?? undefined)
  const payment = useCartPayment(cartId)
  // What is said of other money stands above the receipt, which must not jump.
  const settled = useSettled(!cartId || payment !== null)
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
  return data && settled ? <OrderReceipt order={data} payment={payment} /> : <Splash />
}
