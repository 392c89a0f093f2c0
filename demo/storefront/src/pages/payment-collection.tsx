import { readReturn } from "medusa-payment-paycollect-storefront"
import { useState } from "react"
import { useParams, useSearchParams } from "react-router-dom"
import { PayForOrder } from "../checkout/pay-for-order"
import { Failure, Page, Splash, useTitle } from "../components/feedback"
import { useShop } from "../shop/context"
import { collectionState } from "../shop/order-collection"
import { useOrder } from "../shop/use-order"
import { Finished } from "./cart"
import "../styles/checkout.css"

/**
 * Where Medusa's "Copy payment link" leads: what an order still asks for, by one of its payment collections. The store has no route that reads a
 * collection, so it is read with the order that the address names; one that is not of this order is unknown.
 */
export function PaymentCollection() {
  const { sdk, t } = useShop()
  const { id: collectionId = "" } = useParams()
  const orderId = useSearchParams()[0].get("order_id") ?? ""
  useTitle(t.payment)
  // Read once: the notice stays, although a reload of the page does not repeat it.
  const [returned] = useState(() => readReturn())
  const { data, isLoadingError, refetch } = useOrder(sdk, orderId)

  if (isLoadingError) {
    return <Failure text={t.loadFailed} action={t.tryAgain} onAction={refetch} />
  }
  if (!data) {
    return <Splash />
  }
  const collection =
    data === "unknown" ? undefined : data.payment_collections?.find(({ id }) => id === collectionId)
  if (data === "unknown" || !collection) {
    return <DeadEnd title={t.linkUnknown} text={t.linkAskShop} />
  }
  switch (collectionState(data, collection)) {
    case "paid":
      return <Finished orderId={data.id} title={t.nothingToPay} />
    case "canceled":
      return <DeadEnd title={t.orderTexts.canceled("")} text={t.nothingToPay} />
    case "over":
      return <DeadEnd title={t.linkOver} text={t.linkAskShop} />
    case "open":
      return (
        <PayForOrder
          order={data}
          collection={collection}
          returned={returned}
          onChanged={() => void refetch()}
        />
      )
  }
}

function DeadEnd({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title}>
      <p>{text}</p>
    </Page>
  )
}
