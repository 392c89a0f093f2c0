import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { useState } from "react"
import type { AdminPayCollectIntent } from "../../types/http"
import { ItemsOf } from "../components/attention/attention"
import { DrawerHost } from "../components/drawer"
import { OpenPayment, PaymentBadges, SmallButton } from "../components/kit"
import { CheckNow } from "../components/payment/check-now"
import { Amounts, References } from "../components/payment/payment-summary"
import { Timeline } from "../components/payment/timeline"
import { Loaded, Section, SectionBody } from "../components/section"
import { useTexts } from "../hooks/format"
import { usePayment, usePayments } from "../hooks/payments"
import { isOurs } from "../hooks/store"

interface WidgetOrder {
  id: string
  payment_collections?: { payments?: { provider_id: string }[] | null }[] | null
}

/** On the order page: the payments of the order that went through PayCollect. Nothing for other orders. */
const OrderWidget = ({ data: order }: { data: WidgetOrder }) => {
  const payments = (order.payment_collections ?? []).flatMap((collection) => collection.payments ?? [])
  // An order that still waits for its payment has none yet.
  const enabled = payments.length === 0 || payments.some(({ provider_id }) => isOurs(provider_id))
  // By search: an order that still waits for its payment is known by its cart only.
  const { data } = usePayments({ q: order.id, limit: 20, order: "-created_at" }, { enabled })
  return (
    <DrawerHost>
      {forOrder(data?.intents ?? [], order.id).map((payment) => (
        <OrderPayment key={payment.id} payment={payment} />
      ))}
    </DrawerHost>
  )
}

const hasOpenItem = ({ attention }: AdminPayCollectIntent) =>
  attention.some(({ status }) => status === "open")

/** What stands for the order, and what a person has to look at; before there is anything of both, the newest attempt. */
function forOrder(payments: AdminPayCollectIntent[], orderId: string): AdminPayCollectIntent[] {
  const shownFirst = payments.filter((payment) => payment.order_id === orderId || hasOpenItem(payment))
  return shownFirst.length > 0 ? shownFirst : payments.slice(0, 1)
}

function OrderPayment({ payment }: { payment: AdminPayCollectIntent }) {
  return (
    <Section
      testId="order-payment"
      title="PayCollect"
      badge={<PaymentBadges {...payment} />}
      actions={<CheckNow payment={payment} />}
    >
      {hasOpenItem(payment) && <ItemsOf payment={payment} status="open" />}
      <Amounts payment={payment} />
      <References payment={payment} />
      <History payment={payment} />
    </Section>
  )
}

/** Asked for when it is wanted: most of the time no employee looks. */
function History({ payment }: { payment: AdminPayCollectIntent }) {
  const { t } = useTexts()
  const [shown, setShown] = useState(false)
  const answer = usePayment(payment.id, { enabled: shown })
  return (
    <>
      <div className="flex flex-wrap gap-2 px-6 py-4">
        <SmallButton aria-expanded={shown} onClick={() => setShown(!shown)} testId="order-timeline">
          {t(shown ? "order.hide_timeline" : "order.show_timeline")}
        </SmallButton>
        <OpenPayment id={payment.id} variant="transparent" />
      </div>
      {shown && (
        <Loaded of={answer} rows={3}>
          {({ intent }) => (
            <SectionBody>
              <Timeline events={intent.events} money={payment} />
            </SectionBody>
          )}
        </Loaded>
      )}
    </>
  )
}

export const config = defineWidgetConfig({ zone: "order.details.side.after", id: "paycollect-order" })

export default OrderWidget
