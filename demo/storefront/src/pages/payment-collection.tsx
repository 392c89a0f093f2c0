import { readReturn } from "medusa-payment-paycollect-storefront"
import { useState } from "react"
import { PayForOrder } from "../checkout/pay-for-order"
import { Failure, Page, useTitle } from "../components/feedback"
import { useAddress } from "../router"
import { useShop } from "../shop/context"
import { retrieveOrder } from "../shop/order-api"
import { collectionState } from "../shop/order-collection"
import { useLoad } from "../shop/use-load"
import { Finished } from "./cart"

const ID = /^[\w-]{1,64}$/

/**
 * Where Medusa's "Copy payment link" leads: what an order still asks for, by one of its payment collections. The store has no route that reads a
 * collection, so it is read with the order that the address names; one that is not of this order is unknown.
 */
export function PaymentCollection({ params }: { params: Record<string, string> }) {
  const { sdk, t } = useShop()
  const orderId = useAddress().searchParams.get("order_id") ?? ""
  const collectionId = params.id ?? ""
  useTitle(t.payment)
  // Read once: the notice stays, although a reload of the page does not repeat it.
  const [returned] = useState(() => readReturn())
  const isReadable = ID.test(orderId) && ID.test(collectionId)
  const { data, failed, reload } = useLoad(
    async () => (isReadable ? await retrieveOrder(sdk, orderId) : "unknown"),
    [sdk, orderId, isReadable]
  )

  if (failed) {
    return <Failure text={t.loadFailed} action={t.tryAgain} onAction={reload} />
  }
  if (!data) {
    return <div className="splash" aria-busy="true" />
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
      return <PayForOrder order={data} collection={collection} returned={returned} onChanged={reload} />
  }
}

function DeadEnd({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title}>
      <p>{text}</p>
    </Page>
  )
}
