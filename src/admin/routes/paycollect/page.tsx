import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CurrencyDollar } from "@medusajs/icons"
import { Badge } from "@medusajs/ui"
import { AttentionItems } from "../../components/attention/attention-list"
import { PaymentTable } from "../../components/payment-list/payment-table"
import { WentBackTable } from "../../components/refunds/went-back-table"
import { Crumb, TabbedPage } from "../../components/section"
import { Today } from "../../components/takings/today"
import { useTexts } from "../../hooks/format"
import { useToday } from "../../hooks/payments"

/** Payments: the day so far, then what needs a person, then everything. */
const PaymentsPage = () => {
  const { t } = useTexts()
  const count = useToday().data?.attention
  const attention = (
    <>
      {t("payments.needs_attention")}
      {count !== undefined && (
        <Badge size="2xsmall" color={count > 0 ? "orange" : "grey"} data-testid="attention-count">
          {count}
        </Badge>
      )}
    </>
  )
  return (
    <TabbedPage
      title={t("payments.title")}
      above={<Today />}
      tabs={{
        attention: { label: attention, Content: AttentionItems },
        all: { label: t("payments.all"), Content: PaymentTable },
        refunds: { label: t("went_back.title"), Content: WentBackTable },
      }}
    />
  )
}

export const config = defineRouteConfig({
  label: "nav.payments",
  translationNs: "paycollect",
  icon: CurrencyDollar,
})

export const handle = { breadcrumb: () => <Crumb name="nav.payments" /> }

export default PaymentsPage
