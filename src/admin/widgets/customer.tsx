import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Link } from "react-router-dom"
import { ItemsOf } from "../components/attention/attention"
import { DrawerHost } from "../components/drawer"
import { PaymentStatus, SmallButton } from "../components/kit"
import { Section } from "../components/section"
import { PlainTable } from "../components/table"
import { useTexts } from "../hooks/format"
import { usePayments } from "../hooks/payments"

const LAST = 5
const MOST_OPEN = 20

/** On a customer's page: her last payments, and before them what a person has to look at. Nothing for one who has none. */
const CustomerWidget = ({ data: { id, email } }: { data: { id: string; email?: string | null } }) => {
  const { t, minor, date } = useTexts()
  const { data } = usePayments({ customer_id: id, limit: LAST })
  const needy = usePayments({ customer_id: id, needs_attention: "true", limit: MOST_OPEN })
  if (!data?.count) return null
  const all = `/paycollect?${new URLSearchParams({ tab: "all", q: email ?? "" }).toString()}`
  return (
    <DrawerHost>
      <Section
        testId="customer-payments"
        title={t("payments.title")}
        actions={
          email && (
            <SmallButton asChild>
              <Link to={all}>{t("payments.all")}</Link>
            </SmallButton>
          )
        }
      >
        {needy.data?.intents.map((payment) => (
          <ItemsOf key={payment.id} payment={payment} status="open" without={[]} />
        ))}
        <PlainTable
          caption={t("payments.last")}
          rows={data.intents}
          getId={(payment) => payment.id}
          href={(payment) => `/paycollect/payments/${payment.id}`}
          columns={[
            { title: t("field.payment_number"), cell: ({ payment_number }) => payment_number },
            { title: t("field.amount"), align: "right", cell: (payment) => minor(payment.amount, payment) },
            { title: t("field.status"), cell: ({ state }) => <PaymentStatus state={state} /> },
            {
              title: t("field.order"),
              cell: ({ order_display_id }) => order_display_id && `#${order_display_id}`,
            },
            { title: t("field.created_at"), cell: ({ created_at }) => date(created_at) },
          ]}
        />
      </Section>
    </DrawerHost>
  )
}

export const config = defineWidgetConfig({ zone: "customer.details.after", id: "paycollect-customer" })

export default CustomerWidget
