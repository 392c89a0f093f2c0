import { defineRouteConfig } from "@medusajs/admin-sdk"
import { useState } from "react"
import type { AdminPayCollectFeePreviewQuery, PayCollectFee } from "../../../../types/http"
import { FeeForm } from "../../../components/fees/fee-form"
import { FeeChart, FeeTable } from "../../../components/fees/fee-table"
import { Column, Crumb, Empty, Loaded, Section } from "../../../components/section"
import { useTexts } from "../../../hooks/format"
import { useFeePreview } from "../../../hooks/service-records"

/** What each method costs for one amount, side by side; one method more closely when asked for. */
const FeesPage = () => {
  const { t } = useTexts()
  const [query, setQuery] = useState<AdminPayCollectFeePreviewQuery | null>(null)
  const [chosen, setChosen] = useState<PayCollectFee | null>(null)
  const answer = useFeePreview(query)
  const { data, error, isFetching, refetch } = answer
  const ask = (next: AdminPayCollectFeePreviewQuery) => {
    setChosen(null)
    if (JSON.stringify(next) === JSON.stringify(query)) void refetch()
    else setQuery(next)
  }
  // All that the form lets be wrong: an amount finer than the currency.
  const refused = error?.status === 400 ? query!.currency_code.toUpperCase() : null
  const bearer = data?.fees[0]?.fee_bearer
  const subtitle = [bearer && t(`fees.paid_by_${bearer}`), t("fees.results_text")].filter(Boolean).join(" ")
  return (
    <Column>
      <Section level="h1" title={t("fees.title")} subtitle={t("fees.subtitle")}>
        <FeeForm onSubmit={ask} isLoading={isFetching} refused={refused} />
      </Section>
      {query && !refused && (
        <Section title={t("fees.results")} subtitle={subtitle}>
          <Loaded of={answer} rows={4}>
            {({ fees }) =>
              fees.length === 0 ? (
                <Empty title={t("fees.empty")} text={t("fees.empty_text")} />
              ) : (
                <FeeTable fees={fees} onChart={setChosen} />
              )
            }
          </Loaded>
        </Section>
      )}
      {query && chosen && (
        <FeeChart key={`${chosen.payment_method}-${chosen.card_type}`} fee={chosen} query={query} />
      )}
    </Column>
  )
}

export const config = defineRouteConfig({ label: "nav.fees", translationNs: "paycollect", rank: 1 })

export const handle = { breadcrumb: () => <Crumb name="nav.fees" /> }

export default FeesPage
