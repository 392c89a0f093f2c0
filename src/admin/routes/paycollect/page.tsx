import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CurrencyDollar } from "@medusajs/icons"
import { Badge, Container, Heading, Tabs } from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import { AttentionItems } from "../../components/attention/attention-list"
import { Crumb } from "../../components/section"
import { PaymentTable } from "../../components/payment-list/payment-table"
import { usePayments } from "../../hooks/payments"
import { useTexts } from "../../hooks/format"

/** Payments: what needs a person first, then everything. Which tab is open is in the address. */
const PaymentsPage = () => {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const { data } = usePayments({ limit: 1, needs_attention: "true" })
  const count = data?.needs_attention_count
  const tab = params.get("tab") === "all" ? "all" : "attention"
  return (
    <Container className="overflow-hidden p-0">
      <div className="px-6 py-4">
        <Heading>{t("payments.title")}</Heading>
      </div>
      <Tabs value={tab} onValueChange={(to) => setParams(to === "all" ? { tab: "all" } : {})}>
        <div className="overflow-x-auto px-6 pb-4 pt-1">
          <Tabs.List className="w-max">
            <Tabs.Trigger value="attention" className="gap-x-2" data-testid="tab-attention">
              {t("payments.needs_attention")}
              {count !== undefined && (
                <Badge size="2xsmall" color={count > 0 ? "orange" : "grey"} data-testid="attention-count">
                  {count}
                </Badge>
              )}
            </Tabs.Trigger>
            <Tabs.Trigger value="all" data-testid="tab-all">
              {t("payments.all")}
            </Tabs.Trigger>
          </Tabs.List>
        </div>
        <Tabs.Content value="attention" className="border-t">
          <AttentionItems />
        </Tabs.Content>
        <Tabs.Content value="all" className="border-t">
          <PaymentTable />
        </Tabs.Content>
      </Tabs>
    </Container>
  )
}

export const config = defineRouteConfig({
  label: "nav.payments",
  translationNs: "paycollect",
  icon: CurrencyDollar,
})

export const handle = { breadcrumb: () => <Crumb name="nav.payments" /> }

export default PaymentsPage
